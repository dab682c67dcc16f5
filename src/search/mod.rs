//! Finding the best move under a budget. Knows boards, not text: results leave as [`Report`] and [`Answer`].
//!
//! The rest of the program sees the [`Engine`] trait only, so that a stronger search is a swap.

pub mod alphabeta;
pub mod bench;
pub mod candidates;
pub mod children;
pub mod conclude;
pub mod depth;
pub mod history;
pub mod iterate;
pub mod moves;
pub mod open_threats;
pub mod pledge;
pub mod prune;
pub mod reduce;
pub mod root;
pub mod searcher;
pub mod singular;
pub mod state;
pub mod table;
pub mod team;
pub mod threats;
pub mod value;
pub mod variety;

use std::time::Duration;

use crate::budget::{Budget, StopReason};
use crate::game::{Board, Cell};
use crate::score::{Proof, Score};

use pledge::Pledge;
use table::Table;
use variety::Variety;

/// What is wanted of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A good move; a proven value ends the search.
    Play,
    /// A good move and ever better knowledge until told to stop.
    Analyse,
    /// A proof of the value, with the exact distance if possible.
    Prove,
}

/// One task for an engine.
#[derive(Clone, Debug)]
pub struct Job {
    /// The position; the game must not be over.
    pub board: Board,
    /// What is wanted.
    pub goal: Goal,
    /// What may be spent.
    pub budget: Budget,
    /// How many best lines to report.
    pub lines: usize,
    /// The only moves to consider; all if empty.
    pub only: Vec<Cell>,
    /// Weaker or varied play.
    pub variety: Variety,
    /// Number of threads; the result is reproducible with one only.
    pub threads: usize,
}

/// A sign of progress: one line of play with its score.
#[derive(Clone, Debug)]
pub struct Report {
    /// Iteration.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Rank of the line, from 1.
    pub rank: usize,
    /// Value for the side to move.
    pub score: Score,
    /// Nodes so far.
    pub nodes: u64,
    /// Use of the table in thousandths.
    pub permille_full: u32,
    /// Time so far.
    pub time: Duration,
    /// Why the search ended, on its last report.
    pub stop: Option<StopReason>,
    /// The line itself.
    pub line: Vec<Cell>,
}

/// The end of a search.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The move to play.
    pub best: Cell,
    /// What is proven about the position.
    pub proof: Proof,
    /// Nodes spent.
    pub nodes: u64,
}

/// What an attempt at a proof has to say while it runs.
#[derive(Clone, Debug)]
pub enum News {
    /// A line of play with its score.
    Line(Report),
    /// In words, what is being done.
    Text(String),
}

/// A program that finds moves. It reports at least once before it answers and leaves soon after its budget ends.
pub trait Engine: Send {
    /// Works on a job.
    fn search(&mut self, job: &Job, report: &mut dyn FnMut(Report)) -> Answer;
    /// Proves the value of the job's position as far as its budget goes, with a move that keeps it where one is
    /// known. An engine without provers searches.
    fn prove(&mut self, job: &Job, tell: &mut dyn FnMut(News)) -> (Proof, Option<Cell>) {
        let answer = self.search(job, &mut |report| tell(News::Line(report)));
        (answer.proof, Some(answer.best))
    }
    /// Forgets everything learnt.
    fn forget(&mut self);
    /// Sets the memory for what is learnt, in MiB, and forgets.
    fn set_memory(&mut self, megabytes: usize);
}

/// The engine of this crate: iterative deepening alpha-beta with a transposition table.
pub struct AlphaBeta {
    table: Table,
    pledge: Pledge,
}

impl AlphaBeta {
    /// An engine that uses at most this many MiB for its table.
    pub fn new(megabytes: usize) -> AlphaBeta {
        AlphaBeta {
            table: Table::new(megabytes),
            pledge: Pledge::default(),
        }
    }
}

impl Engine for AlphaBeta {
    fn search(&mut self, job: &Job, report: &mut dyn FnMut(Report)) -> Answer {
        self.table.begin();
        let is_free = job.goal == Goal::Play && job.only.is_empty() && job.variety.lines() == 1;
        let due = self.pledge.due(&job.board).filter(|_| is_free);
        let answer = team::search(job, due, &self.table, report);
        self.pledge = if is_free {
            Pledge::of(&job.board, &answer)
        } else {
            Pledge::default()
        };
        answer
    }

    fn forget(&mut self) {
        self.table.clear();
        self.pledge = Pledge::default();
    }

    fn set_memory(&mut self, megabytes: usize) {
        self.table = Table::new(megabytes);
    }
}

#[cfg(test)]
mod tests;
