//! Proofs of a position's value, never estimates. Two provers answer two questions, "can X win?" and "can O win?":
//! [`breaker`] shows that a player cannot, [`attack`] that he can and how fast. [`task`] puts the questions.
//!
//! Whatever limits a solve has, what it returns is proven; what it could not prove is [`Proof::Unknown`] or an upper
//! bound of the distance. Uses `game`, `budget`, `score`, and `proof::format` to write certificates.

pub mod attack;
pub mod bits;
pub mod breaker;
mod certify;
pub mod export;
pub mod export_win;
pub mod journal;
pub mod known;
pub mod lines;
pub mod pairing;
pub mod position;
pub mod query;
pub mod residual;
pub mod shared;
pub mod state;
pub mod table;
pub mod task;

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use crate::budget::Budget;
use crate::game::{Board, Cell, Player};
use crate::score::Proof;
use known::Switches;
use task::Task;

/// How to solve.
#[derive(Clone, Debug)]
pub struct Options {
    /// Threads that search.
    pub threads: usize,
    /// Memory for what is found, in MiB.
    pub megabytes: usize,
    /// Methods to use.
    pub switches: Switches,
    /// Where to write down results that took long, and to read those of an earlier run.
    pub journal: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: 1,
            megabytes: 1024,
            switches: Switches::ALL,
            journal: None,
        }
    }
}

/// What a solve is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Showing that the player cannot win because the other can block everything.
    Blocking,
    /// Showing that the player cannot win because of the other's own threats.
    Defence,
    /// Looking for a win within so many plies.
    Attack(u16),
}

/// A sign of progress.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Whose win is in question.
    pub player: Player,
    /// How it is being settled.
    pub method: Method,
    /// The effort allowed in this round.
    pub effort: u64,
    /// How many of the player's first moves are refuted in this round.
    pub refuted: usize,
    /// How many there are.
    pub moves: usize,
    /// The one under examination.
    pub cell: Option<Cell>,
    /// The answer to it under examination.
    pub reply: Option<Cell>,
    /// How many of the moves after that answer are refuted, and how many there are.
    pub next: (usize, usize),
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
}

/// What a solve established.
#[derive(Clone, Copy, Debug)]
pub struct Solution {
    /// The value for the side to move.
    pub proof: Proof,
    /// A move that keeps it, where the proof has one.
    pub best: Option<Cell>,
    /// Nodes spent.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// Whether a certificate was written.
    pub certified: bool,
}

/// The error of a solve that found its value but could not write its certificate.
#[derive(Debug)]
pub struct NotWritten {
    /// What was found.
    pub solution: Solution,
    /// What went wrong.
    pub error: io::Error,
}

impl fmt::Display for NotWritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for NotWritten {}

/// Solves a position within a budget. The game must not be over. With `certificate` the proof is written there; if that
/// fails, the error holds [`NotWritten`].
///
/// Boards of more than 512 cells are beyond the provers: their value stays unknown, unless they are too small for a line.
pub fn solve(
    board: &Board,
    budget: Budget,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
    certificate: Option<&mut dyn Write>,
) -> io::Result<Solution> {
    match board.dims().cells() {
        0..=64 => run::<1>(board, budget, options, progress, certificate),
        65..=128 => run::<2>(board, budget, options, progress, certificate),
        129..=256 => run::<4>(board, budget, options, progress, certificate),
        _ => run::<8>(board, budget, options, progress, certificate),
    }
}

fn run<const N: usize>(
    board: &Board,
    budget: Budget,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
    certificate: Option<&mut dyn Write>,
) -> io::Result<Solution> {
    let elapsed = budget.elapsed();
    let task = if board.outcome().is_some() {
        None
    } else {
        Task::<N>::new(board, budget, options)?
    };
    let Some(mut task) = task else {
        let lineless = board.outcome().is_none() && board.dims().line_length().is_none();
        return Ok(Solution {
            proof: if lineless { Proof::Draw } else { Proof::Unknown },
            best: None,
            nodes: 0,
            time: elapsed,
            certified: false,
        });
    };
    let mut solution = task.run(progress);
    if let Some(out) = certificate {
        let written = task.export(out);
        solution.certified = written.map_err(|error| io::Error::other(NotWritten { solution, error }))?;
    }
    Ok(solution)
}
