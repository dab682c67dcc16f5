//! What a running task has to say, as data.

use crate::game::Cell;
use crate::score::Proof;
use crate::search::bench::Summary;
use crate::search::{Answer, Engine, Report};

/// One message of a running task.
pub enum Update {
    /// A search reports a line of play.
    Line(Report),
    /// Another task tells how many nodes it has counted.
    Progress {
        /// What is being done.
        what: &'static str,
        /// Nodes so far.
        nodes: u64,
    },
    /// A task tells in words what it is doing.
    Text(String),
    /// The task is over; the engine comes back with it, unless it was lost in a panic.
    Done(Done, Option<Box<dyn Engine>>),
}

/// The result of a task.
#[derive(Clone, Debug)]
pub enum Done {
    /// Of a search for a move.
    Move(Answer),
    /// Of a proof attempt.
    Proof {
        /// What is proven.
        proof: Proof,
        /// A move that keeps the value, where one is known.
        best: Option<Cell>,
    },
    /// Of counting move paths.
    Perft {
        /// Length of the paths.
        depth: u64,
        /// Their number.
        nodes: u64,
    },
    /// Of the bench.
    Bench(Summary),
    /// Stopped before there was a result.
    Stopped,
    /// Failed inside; the text says how.
    Failed(String),
}
