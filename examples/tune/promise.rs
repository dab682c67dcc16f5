//! Which move was played: a softmax over all cells near stones, of what a stone makes there and what it takes away.

use tris::eval::shape::SHAPES;
use tris::eval::weights::{LEVELS, level};

use crate::games::{Choice, Kinds};

const ROUNDS: usize = 25;
const RATE: f64 = 0.02;
/// How strongly a combination's own part is pulled to 0, per step.
const OWN_DECAY: f64 = 0.000_3;

/// One table of figures, in units of the logit, under Adam.
pub struct Fit {
    parts: Vec<Vec<usize>>,
    values: Vec<f64>,
    slopes: Vec<f64>,
    first: Vec<f64>,
    second: Vec<f64>,
    steps: i32,
}

impl Fit {
    fn new(kinds: &Kinds) -> Fit {
        let count = kinds.shapes.len();
        let parts: Vec<Vec<usize>> = kinds
            .shapes
            .iter()
            .enumerate()
            .map(|(kind, &shapes)| {
                let mut parts: Vec<usize> = shapes.into_iter().map(|shape| count + shape as usize).collect();
                parts.extend([kind, count + SHAPES + level(shapes) as usize]);
                parts
            })
            .collect();
        Fit::of_parts(parts, count + SHAPES + LEVELS)
    }

    fn of_parts(parts: Vec<Vec<usize>>, size: usize) -> Fit {
        Fit {
            parts,
            values: vec![0.0; size],
            slopes: vec![0.0; size],
            first: vec![0.0; size],
            second: vec![0.0; size],
            steps: 0,
        }
    }

    /// The figure of a kind, in units of the logit.
    pub fn value(&self, kind: usize) -> f64 {
        self.parts[kind].iter().map(|&part| self.values[part]).sum()
    }

    fn push(&mut self, kind: usize, slope: f64) {
        for &part in &self.parts[kind] {
            self.slopes[part] += slope;
        }
    }

    fn step(&mut self, rate: f64) {
        self.steps += 1;
        let (fix1, fix2) = (1.0 - 0.9_f64.powi(self.steps), 1.0 - 0.999_f64.powi(self.steps));
        let own = self.parts.len();
        for index in 0..self.values.len() {
            let slope = self.slopes[index];
            self.first[index] = 0.9 * self.first[index] + 0.1 * slope;
            self.second[index] = 0.999 * self.second[index] + 0.001 * slope * slope;
            self.values[index] -= rate * self.first[index] / fix1 / ((self.second[index] / fix2).sqrt() + 1e-8);
            if index < own {
                self.values[index] *= 1.0 - OWN_DECAY;
            }
            self.slopes[index] = 0.0;
        }
    }
}

/// Fits the promise of moves: tables for what a move makes and for what it takes away.
pub fn fit(choices: &[Choice], kinds: &Kinds) -> (Fit, Fit) {
    let (mut attack, mut defence) = (Fit::new(kinds), Fit::new(kinds));
    for round in 0..ROUNDS {
        let rate = RATE * (1.0 - round as f64 / ROUNDS as f64);
        let mut loss = 0.0;
        for batch in choices.chunks(256) {
            for choice in batch {
                let logits: Vec<f64> = choice
                    .cells
                    .iter()
                    .map(|&(own, other)| attack.value(own.into()) + defence.value(other.into()))
                    .collect();
                let largest = logits.iter().copied().fold(f64::MIN, f64::max);
                let total: f64 = logits.iter().map(|logit| (logit - largest).exp()).sum();
                loss -= logits[choice.taken] - largest - total.ln();
                for (index, &(own, other)) in choice.cells.iter().enumerate() {
                    let taken = f64::from(u8::from(index == choice.taken));
                    let slope = (logits[index] - largest).exp() / total - taken;
                    attack.push(own.into(), slope);
                    defence.push(other.into(), slope);
                }
            }
            attack.step(rate);
            defence.step(rate);
        }
        eprintln!("promise round {round}: loss {:.5}", loss / choices.len() as f64);
    }
    (attack, defence)
}
