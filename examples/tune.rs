//! Makes the weights of the evaluation from judged games: `cargo run --release --example tune -- GAMES.jsonl... OUT`.
//!
//! Two fits over the same positions, both reproducible to the last digit: the value of a position (logistic, against
//! the judge's evaluation and the result), and the promise of a cell (which move was played, among all cells near
//! stones). A figure of a combination is the sum of a part per shape, a part per threat level and a part of its own,
//! which is kept small: rare combinations take after their shapes. `scripts/tune.md` tells more.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::process::ExitCode;

use serde_json::Value;
use tris::eval::Patterns;
use tris::eval::shape::{SHAPES, Shape};
use tris::eval::weights::{Combination, LEVELS, SITUATIONS, all_shapes, combine, level};
use tris::game::{Board, Cell, Dims, Player, Point};

/// The judge's evaluation that means a winning chance of e/(1+e), and ours: both on one scale.
const SCALE: f64 = 250.0;
/// Evaluations beyond this are taken for this.
const LARGEST: f64 = 1_500.0;
/// How much of the target is the judge's word; the rest is the result.
const TRUST: f64 = 0.8;
const VALUE_ROUNDS: usize = 60;
const PROMISE_ROUNDS: usize = 25;
const RATE: f64 = 0.02;
/// How strongly a combination's own part is pulled to 0, per step.
const OWN_DECAY: f64 = 0.000_3;
/// How far from a stone a cell may be that could have been played.
const REACH: i64 = 2;
/// Figures of promise per unit of log-likelihood.
const PROMISE_UNIT: f64 = 100.0;

/// The combinations without their order, numbered, and the parts of each.
struct Kinds {
    of: HashMap<Combination, usize>,
    shapes: Vec<[Shape; 4]>,
}

impl Kinds {
    fn new() -> Kinds {
        let shapes: Vec<[Shape; 4]> = all_shapes().collect();
        let of = shapes
            .iter()
            .enumerate()
            .map(|(kind, &shapes)| (combine(shapes), kind))
            .collect();
        Kinds { of, shapes }
    }
}

/// One table of figures, in units of the logit, under Adam.
struct Fit {
    parts: Vec<Vec<usize>>,
    values: Vec<f64>,
    slopes: Vec<f64>,
    first: Vec<f64>,
    second: Vec<f64>,
    steps: i32,
}

impl Fit {
    /// A fit in which shapes up to `nothing` count nothing: there are as many of them as the board is large.
    fn new(kinds: &Kinds, nothing: Option<Shape>) -> Fit {
        let count = kinds.shapes.len();
        let counts = |shape: Shape| nothing.is_none_or(|nothing| shape > nothing);
        let parts: Vec<Vec<usize>> = kinds
            .shapes
            .iter()
            .enumerate()
            .map(|(kind, &shapes)| {
                let counting = shapes.into_iter().filter(|&shape| counts(shape));
                let mut parts: Vec<usize> = counting.map(|shape| count + shape as usize).collect();
                if !parts.is_empty() {
                    parts.extend([kind, count + SHAPES + level(shapes) as usize]);
                }
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

    fn value(&self, kind: usize) -> f64 {
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

/// What the threats there are count together: a part of its own for each situation and one for all, the tempo.
struct Situations {
    fit: Fit,
}

impl Default for Situations {
    fn default() -> Situations {
        let parts = (0..SITUATIONS).map(|situation| vec![situation, SITUATIONS]).collect();
        Situations {
            fit: Fit::of_parts(parts, SITUATIONS + 1),
        }
    }
}

impl Situations {
    fn value(&self, situation: usize) -> f64 {
        self.fit.value(situation)
    }
}

/// A position: kinds of cells with their numbers, for the mover and for the other, and what it is worth.
struct Sample {
    mover: Vec<(usize, f64)>,
    other: Vec<(usize, f64)>,
    situation: usize,
    target: f64,
}

/// A choice: the kinds of the cells for mover and other, and which was taken.
struct Choice {
    cells: Vec<(usize, usize)>,
    taken: usize,
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The samples of one game.
fn read_game(game: &Value, kinds: &Kinds, samples: &mut Vec<Sample>, choices: &mut Vec<Choice>) -> Option<()> {
    let size = |name: &str| game[name].as_i64();
    let mut board = Board::new(Dims::new(size("m")?, size("n")?, size("k")?).ok()?);
    let mut patterns = Patterns::new(board.dims());
    let opening = game["opening"].as_u64()? as usize;
    let evaluations = game["evals"].as_array().or(game["scores"].as_array())?;
    let result = match game["result"].as_str()? {
        "X" => 1.0,
        "O" => 0.0,
        _ => 0.5,
    };
    for (ply, step) in game["moves"].as_array()?.iter().enumerate() {
        let cell = board.dims().cell(Point {
            row: step[0].as_i64()?,
            col: step[1].as_i64()?,
        })?;
        let me = board.turn();
        let open = patterns.completing(me).is_empty()
            && patterns.completing(!me).is_empty()
            && patterns.winning(me).is_empty();
        let judged = ply
            .checked_sub(opening)
            .and_then(|index| evaluations.get(index))
            .and_then(evaluation);
        if let (true, Some(judged)) = (open, judged) {
            let result = if me == Player::First { result } else { 1.0 - result };
            samples.push(Sample {
                mover: count(&board, &patterns, me, kinds),
                other: count(&board, &patterns, !me, kinds),
                situation: patterns.situation(me),
                target: TRUST * sigmoid(judged / SCALE) + (1.0 - TRUST) * result,
            });
            choices.extend(choice(&board, &patterns, cell, kinds));
        }
        patterns.place(cell, me);
        board.play_unchecked(cell);
    }
    Some(())
}

/// What the judge said: a number, or a score as engines write it. Nothing if he said nothing.
fn evaluation(score: &Value) -> Option<f64> {
    let number = |text: &str| text.parse::<f64>().ok();
    let value = match score.as_str() {
        None => score.as_f64()?,
        Some("draw") => 0.0,
        Some(text) if text.starts_with("win") || text.starts_with("+m") => LARGEST,
        Some(text) if text.starts_with("loss") || text.starts_with("-m") => -LARGEST,
        Some(text) => number(text.trim_start_matches("cp ").split(' ').next()?)?,
    };
    Some(value.clamp(-LARGEST, LARGEST))
}

fn count(board: &Board, patterns: &Patterns, player: Player, kinds: &Kinds) -> Vec<(usize, f64)> {
    let mut counts = HashMap::new();
    for cell in board.legal() {
        let kind = kinds.of[&patterns.combination(cell, player)];
        *counts.entry(kind).or_insert(0.0) += 1.0;
    }
    let mut counts: Vec<(usize, f64)> = counts.into_iter().collect();
    counts.sort_by_key(|&(kind, _)| kind);
    counts
}

fn choice(board: &Board, patterns: &Patterns, taken: Cell, kinds: &Kinds) -> Option<Choice> {
    let me = board.turn();
    let near: Vec<Cell> = board.legal().filter(|&cell| is_near(board, cell)).collect();
    let place = near.iter().position(|&cell| cell == taken)?;
    let kind = |cell, player| kinds.of[&patterns.combination(cell, player)];
    Some(Choice {
        cells: near.iter().map(|&cell| (kind(cell, me), kind(cell, !me))).collect(),
        taken: place,
    })
}

fn is_near(board: &Board, cell: Cell) -> bool {
    let centre = board.dims().point(cell);
    let around = (-REACH..=REACH).flat_map(|row| (-REACH..=REACH).map(move |col| (row, col)));
    around
        .filter_map(|(row, col)| {
            board.dims().cell(Point {
                row: centre.row + row,
                col: centre.col + col,
            })
        })
        .any(|near| board.stone(near).is_some())
}

/// Fits the value of positions: tables for the mover and for the other.
fn fit_values(samples: &[Sample], kinds: &Kinds) -> (Fit, Fit, Situations) {
    let nothing = Some(Shape::OpenOne);
    let (mut moving, mut waiting) = (Fit::new(kinds, nothing), Fit::new(kinds, nothing));
    let mut situations = Situations::default();
    for round in 0..VALUE_ROUNDS {
        let rate = RATE * (1.0 - round as f64 / VALUE_ROUNDS as f64);
        let mut loss = 0.0;
        for batch in samples.chunks(512) {
            for sample in batch {
                let sum = |fit: &Fit, cells: &[(usize, f64)]| -> f64 {
                    cells.iter().map(|&(kind, count)| count * fit.value(kind)).sum()
                };
                let found = sigmoid(
                    situations.value(sample.situation) + sum(&moving, &sample.mover) - sum(&waiting, &sample.other),
                );
                let slope = found - sample.target;
                situations.fit.push(sample.situation, slope);
                loss += slope * slope;
                sample
                    .mover
                    .iter()
                    .for_each(|&(kind, count)| moving.push(kind, slope * count));
                sample
                    .other
                    .iter()
                    .for_each(|&(kind, count)| waiting.push(kind, -slope * count));
            }
            moving.step(rate * 0.2);
            waiting.step(rate * 0.2);
            situations.fit.step(rate * 0.2);
        }
        eprintln!("value round {round}: error {:.5}", (loss / samples.len() as f64).sqrt());
    }
    (moving, waiting, situations)
}

/// Fits the promise of moves: tables for what a move makes and for what it takes away.
fn fit_promise(choices: &[Choice], kinds: &Kinds) -> (Fit, Fit) {
    let (mut attack, mut defence) = (Fit::new(kinds, None), Fit::new(kinds, None));
    for round in 0..PROMISE_ROUNDS {
        let rate = RATE * (1.0 - round as f64 / PROMISE_ROUNDS as f64);
        let mut loss = 0.0;
        for batch in choices.chunks(256) {
            for choice in batch {
                let logits: Vec<f64> = choice
                    .cells
                    .iter()
                    .map(|&(own, other)| attack.value(own) + defence.value(other))
                    .collect();
                let largest = logits.iter().copied().fold(f64::MIN, f64::max);
                let total: f64 = logits.iter().map(|logit| (logit - largest).exp()).sum();
                loss -= logits[choice.taken] - largest - total.ln();
                for (index, &(own, other)) in choice.cells.iter().enumerate() {
                    let taken = f64::from(u8::from(index == choice.taken));
                    let slope = (logits[index] - largest).exp() / total - taken;
                    attack.push(own, slope);
                    defence.push(other, slope);
                }
            }
            attack.step(rate);
            defence.step(rate);
        }
        eprintln!("promise round {round}: loss {:.5}", loss / choices.len() as f64);
    }
    (attack, defence)
}

/// Adds the samples of all games of a file.
fn read_file(
    input: &str,
    kinds: &Kinds,
    samples: &mut Vec<Sample>,
    choices: &mut Vec<Choice>,
) -> Result<(), std::io::Error> {
    for (index, line) in std::fs::read_to_string(input)?.lines().enumerate() {
        let game: Value = serde_json::from_str(line).unwrap_or_default();
        if read_game(&game, kinds, samples, choices).is_none() {
            eprintln!("tune: {input}:{}: read up to where it makes sense", index + 1);
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [inputs @ .., output] = &arguments[..] else {
        eprintln!("usage: tune GAMES.jsonl... OUT");
        return ExitCode::from(2);
    };
    let kinds = Kinds::new();
    let (mut samples, mut choices) = (Vec::new(), Vec::new());
    for input in inputs {
        if let Err(error) = read_file(input, &kinds, &mut samples, &mut choices) {
            eprintln!("tune: {input}: {error}");
            return ExitCode::FAILURE;
        }
    }
    if samples.is_empty() {
        eprintln!("tune: no positions");
        return ExitCode::FAILURE;
    }
    eprintln!("{} positions, {} choices", samples.len(), choices.len());
    let (moving, waiting, situations) = fit_values(&samples, &kinds);
    let (attack, defence) = fit_promise(&choices, &kinds);
    if let Err(error) = std::fs::write(
        output,
        write(&kinds, &situations, [&moving, &waiting], [&attack, &defence]),
    ) {
        eprintln!("tune: {output}: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn write(kinds: &Kinds, situations: &Situations, values: [&Fit; 2], promises: [&Fit; 2]) -> String {
    let mut text = String::from(
        "# What the shapes of an empty cell are worth for a player, strongest shape first: four shapes, the value if he is\n\
         # to move, the value if he is not, and the promise of a move there for him and for the other. Made by\n\
         # examples/tune.rs. What the threats on the board are worth together to the one to move: `situation`, a bit\n\
         # for each kind there is (the other's three, threes, four, four-three, winning; his own but the last), the figure.\n",
    );
    for situation in 0..SITUATIONS {
        let figure = (situations.value(situation) * SCALE).round();
        let _ = writeln!(text, "situation {situation:09b} {figure}");
    }
    let mut order: Vec<usize> = (0..kinds.shapes.len()).collect();
    order.sort_by_key(|&kind| std::cmp::Reverse(kinds.shapes[kind]));
    for kind in order {
        let figure = |fit: &Fit, unit: f64| ((fit.value(kind) * unit).round() as i32).clamp(-9_999, 9_999);
        let figures = [
            figure(values[0], SCALE),
            figure(values[1], SCALE),
            figure(promises[0], PROMISE_UNIT),
            figure(promises[1], PROMISE_UNIT),
        ];
        let names = kinds.shapes[kind].map(Shape::name).join(" ");
        let _ = writeln!(text, "{names} {}", figures.map(|figure| figure.to_string()).join(" "));
    }
    text
}
