//! Judged games, read into what the fits need.

use std::collections::HashMap;

use serde_json::Value;
use tris::eval::Patterns;
use tris::eval::shape::Shape;
use tris::eval::weights::{Combination, all_shapes, combine};
use tris::game::{Board, Cell, Dims, Player, Point};

/// The judge's evaluation that means a winning chance of e/(1+e), and ours: both on one scale.
pub const SCALE: f64 = 250.0;
/// Evaluations beyond this are taken for this.
const LARGEST: f64 = 1_500.0;
/// How much of the target is the judge's word; the rest is the result.
const TRUST: f64 = 0.8;
/// How far from a stone a cell may be that could have been played.
const REACH: i64 = 2;
/// Of this many games one is held out where the fit is checked.
const HELD_OUT: usize = 10;

/// The combinations, numbered.
pub struct Kinds {
    of: HashMap<Combination, u16>,
    pub shapes: Vec<[Shape; 4]>,
}

impl Kinds {
    pub fn new() -> Kinds {
        let shapes: Vec<[Shape; 4]> = all_shapes().collect();
        let numbered = shapes.iter().zip(0..);
        let of = numbered.map(|(&shapes, kind)| (combine(shapes), kind)).collect();
        Kinds { of, shapes }
    }
}

/// A position: kinds of cells with their numbers, for the mover and for the other, and what it is worth.
pub struct Sample {
    pub mover: Vec<(u16, f32)>,
    pub other: Vec<(u16, f32)>,
    pub situation: usize,
    pub target: f32,
}

/// A choice: the kinds of the cells for mover and other, and which was taken.
pub struct Choice {
    pub cells: Vec<(u16, u16)>,
    pub taken: usize,
}

/// All that was read.
#[derive(Default)]
pub struct Games {
    pub samples: Vec<Sample>,
    pub choices: Vec<Choice>,
    /// Positions of games that are held out.
    pub unseen: Vec<Sample>,
    read: usize,
}

impl Games {
    /// Adds the games of a file; some are held out for a check.
    pub fn read(&mut self, file: &str, kinds: &Kinds, check: bool) -> Result<(), std::io::Error> {
        for (index, line) in std::fs::read_to_string(file)?.lines().enumerate() {
            let game: Value = serde_json::from_str(line).unwrap_or_default();
            self.read += 1;
            let (mut samples, mut choices) = (Vec::new(), Vec::new());
            if read_game(&game, kinds, &mut samples, &mut choices).is_none() {
                eprintln!("tune: {file}:{}: read up to where it makes sense", index + 1);
            }
            if check && self.read.is_multiple_of(HELD_OUT) {
                self.unseen.append(&mut samples);
            } else {
                self.samples.append(&mut samples);
                self.choices.append(&mut choices);
            }
        }
        Ok(())
    }
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
                target: (TRUST / (1.0 + (-judged / SCALE).exp()) + (1.0 - TRUST) * result) as f32,
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

fn count(board: &Board, patterns: &Patterns, player: Player, kinds: &Kinds) -> Vec<(u16, f32)> {
    let mut counts = HashMap::new();
    for cell in board.legal() {
        let kind = kinds.of[&patterns.combination(cell, player)];
        *counts.entry(kind).or_insert(0.0) += 1.0;
    }
    let mut counts: Vec<(u16, f32)> = counts.into_iter().collect();
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
