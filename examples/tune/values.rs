//! The value of a position: the sum of the figures of all cells, the figure of the situation, and what the network of
//! `src/eval/net.rs` makes of the sums of the vectors. Logistic, against the judge's evaluation and the result.

use tris::eval::net::{HIDDEN, LARGEST_INPUT, WIDTH};
use tris::eval::weights::SITUATIONS;
use tris::game::hash::mix;

use crate::adam::Adam;
use crate::games::{Kinds, Sample};
use crate::table::Table;

const ROUNDS: usize = 40;
const BATCH: usize = 1024;
const RATE: f32 = 0.003;
/// How strongly the network is pulled to 0, against the rest.
const NET_PULL: f32 = 3.0;
const SITUATION_PULL: f32 = 3.0;
const LARGEST: f32 = LARGEST_INPUT as f32;
/// The other's figures count against the mover. Vectors need no sign: the network finds its own.
const SIGNS: [f32; 2] = [1.0, -1.0];
/// What enters the hidden units, in both roles.
const INPUTS: usize = 2 * WIDTH;

/// Weights of the hidden layer: to each unit from every input, then its bias, then what it counts.
const UNIT: usize = INPUTS + 2;

/// The figures of a fit, in units of the logit.
pub struct Values {
    /// For the mover's cells and the other's: the figure and the vector of each combination.
    pub tables: [Table; 2],
    pub situations: Vec<f32>,
    situations_adam: Adam,
    /// One row for each hidden unit: weights, bias, output. Empty without a network.
    pub units: Vec<f32>,
    units_adam: Adam,
}

/// What one position looks like on its way through.
struct Pass {
    inputs: [f32; INPUTS],
    hidden: Vec<f32>,
    chance: f32,
}

/// Slopes gathered over a batch, but for those of the tables.
struct Slopes {
    situations: Vec<f32>,
    units: Vec<f32>,
}

impl Values {
    /// Fits the samples; with a network or without.
    pub fn fit(samples: &[Sample], unseen: &[Sample], kinds: &Kinds, net: bool) -> Values {
        let mut values = Values::new(kinds, net);
        let mut order: Vec<usize> = (0..samples.len()).collect();
        for round in 0..ROUNDS {
            order.sort_by_cached_key(|&index| mix(mix(round as u64) ^ index as u64));
            let rate = RATE * (1.0 - round as f32 / ROUNDS as f32);
            let mut error = 0.0;
            for batch in order.chunks(BATCH) {
                error += values.learn(batch.iter().map(|&index| &samples[index]), batch.len(), rate);
            }
            let seen = (error / samples.len() as f64).sqrt();
            eprintln!(
                "value round {round}: error {seen:.5}, unseen {:.5}",
                values.error(unseen)
            );
        }
        values
    }

    fn new(kinds: &Kinds, net: bool) -> Values {
        let mut state = 1;
        let mut random = move |spread: f32| {
            state = mix(state);
            // Uniform numbers serve as well as normal ones.
            spread * (state as f32 / u64::MAX as f32 * 2.0 - 1.0)
        };
        let columns = if net { 1 + WIDTH } else { 1 };
        let tables = [(), ()].map(|()| Table::new(kinds, columns, NET_PULL, &mut || random(0.1)));
        let units: Vec<f32> = (0..if net { HIDDEN * UNIT } else { 0 })
            .map(|index| match index % UNIT {
                INPUTS => 0.0,
                place if place < INPUTS => random(0.3),
                _ => random(0.2),
            })
            .collect();
        let pull = |index: usize| if index % UNIT == INPUTS { 0.0 } else { 0.1 * NET_PULL };
        Values {
            tables,
            situations: vec![0.0; SITUATIONS + 1],
            situations_adam: Adam::new(
                (0..=SITUATIONS)
                    .map(|index| if index < SITUATIONS { SITUATION_PULL } else { 0.0 })
                    .collect(),
            ),
            units_adam: Adam::new((0..units.len()).map(pull).collect()),
            units,
        }
    }

    fn pass(&self, sample: &Sample) -> Pass {
        let mut logit = self.situations[sample.situation] + self.situations[SITUATIONS];
        let mut inputs = [0.0; INPUTS];
        for (role, cells) in [&sample.mover, &sample.other].into_iter().enumerate() {
            for &(kind, count) in cells {
                let row = self.tables[role].row(kind);
                logit += SIGNS[role] * count * row[0];
                for (input, value) in inputs[role * WIDTH..].iter_mut().zip(&row[1..]) {
                    *input += count * value;
                }
            }
        }
        let mut hidden = Vec::with_capacity(HIDDEN);
        for unit in self.units.chunks(UNIT) {
            let products = inputs
                .iter()
                .zip(unit)
                .map(|(input, weight)| input.clamp(0.0, LARGEST) * weight);
            let sum = unit[INPUTS] + products.sum::<f32>();
            logit += sum.max(0.0) * unit[INPUTS + 1];
            hidden.push(sum);
        }
        Pass {
            inputs,
            hidden,
            chance: 1.0 / (1.0 + (-logit).exp()),
        }
    }

    /// Root mean square error; nothing learnt.
    fn error(&self, samples: &[Sample]) -> f64 {
        let square = |sample: &Sample| f64::from(self.pass(sample).chance - sample.target).powi(2);
        (samples.iter().map(square).sum::<f64>() / samples.len() as f64).sqrt()
    }

    /// Learns from a batch; returns the sum of the squared errors before.
    fn learn<'a>(&mut self, batch: impl Iterator<Item = &'a Sample>, size: usize, rate: f32) -> f64 {
        let mut slopes = Slopes {
            situations: vec![0.0; SITUATIONS + 1],
            units: vec![0.0; self.units.len()],
        };
        let mut error = 0.0;
        for sample in batch {
            let pass = self.pass(sample);
            error += f64::from(pass.chance - sample.target).powi(2);
            self.back(sample, &pass, (pass.chance - sample.target) / size as f32, &mut slopes);
        }
        for table in &mut self.tables {
            table.step(rate);
        }
        self.situations_adam
            .step(rate, &mut self.situations, &slopes.situations);
        self.units_adam.step(rate, &mut self.units, &slopes.units);
        error
    }

    /// Notes the slopes of one position, whose logit has this slope.
    fn back(&mut self, sample: &Sample, pass: &Pass, slope: f32, slopes: &mut Slopes) {
        slopes.situations[sample.situation] += slope;
        slopes.situations[SITUATIONS] += slope;
        let mut below = [0.0; INPUTS];
        for (index, (unit, &sum)) in self.units.chunks(UNIT).zip(&pass.hidden).enumerate() {
            if sum <= 0.0 {
                continue;
            }
            let noted = &mut slopes.units[index * UNIT..(index + 1) * UNIT];
            noted[INPUTS + 1] += slope * sum;
            let at = slope * unit[INPUTS + 1];
            noted[INPUTS] += at;
            for place in 0..INPUTS {
                noted[place] += at * pass.inputs[place].clamp(0.0, LARGEST);
                below[place] += at * unit[place];
            }
        }
        for (below, input) in below.iter_mut().zip(pass.inputs) {
            if !(0.0..LARGEST).contains(&input) {
                *below = 0.0;
            }
        }
        for (role, cells) in [&sample.mover, &sample.other].into_iter().enumerate() {
            let mut row = vec![SIGNS[role] * slope];
            if !self.units.is_empty() {
                row.extend_from_slice(&below[role * WIDTH..(role + 1) * WIDTH]);
            }
            for &(kind, count) in cells {
                self.tables[role].push(kind, count, &row);
            }
        }
    }

    /// The hidden units: weights, bias, output of each.
    pub fn hidden(&self) -> impl Iterator<Item = (&[f32], f32, f32)> {
        self.units
            .chunks(UNIT)
            .map(|unit| (&unit[..INPUTS], unit[INPUTS], unit[INPUTS + 1]))
    }
}
