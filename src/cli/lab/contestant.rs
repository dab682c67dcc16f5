//! What `tris lab levels` measures: the classic algorithms and the engine's own search, behind one door.

use std::time::Duration;

use crate::budget::{Budget, Limits, StopFlag};
use crate::game::Board;
use crate::lab::classic::{Algorithm, UnknownAlgorithm, solve};
use crate::score::{Proof, Score};
use crate::search::variety::Variety;
use crate::search::{AlphaBeta, Engine, Goal, Job};

/// An algorithm to be measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contestant {
    Classic(Algorithm),
    /// The engine's own search.
    Tris,
}

impl Contestant {
    pub fn name(self) -> &'static str {
        match self {
            Contestant::Classic(algorithm) => algorithm.name(),
            Contestant::Tris => "tris",
        }
    }

    /// Nodes and value of one position, if it is solved in time.
    pub fn run(self, board: &Board, limit: Duration) -> Option<(u64, Score)> {
        let limits = Limits {
            movetime: Some(limit),
            ..Limits::default()
        };
        let budget = Budget::new(
            &limits,
            board.turn(),
            board.empties(),
            Duration::ZERO,
            StopFlag::default(),
        );
        match self {
            Contestant::Classic(algorithm) => {
                solve(algorithm, board, None, &budget).map(|solution| (solution.nodes, solution.score))
            }
            Contestant::Tris => run_engine(board, budget),
        }
    }
}

/// MiB for the table of the engine's search.
const ENGINE_MEMORY: usize = 64;

fn run_engine(board: &Board, budget: Budget) -> Option<(u64, Score)> {
    let job = Job {
        board: board.clone(),
        goal: Goal::Prove,
        budget,
        lines: 1,
        only: Vec::new(),
        variety: Variety::NONE,
        threads: 1,
    };
    let answer = AlphaBeta::new(ENGINE_MEMORY).search(&job, &mut |_| {});
    let score = match answer.proof {
        Proof::Win(plies) => Score::Win(plies),
        Proof::Loss(plies) => Score::Loss(plies),
        Proof::Draw => Score::Draw,
        Proof::WinAtMost(_) | Proof::LossAtMost(_) | Proof::Unknown => return None,
    };
    Some((answer.nodes, score))
}

/// Reads a name.
pub fn contestant(name: &str) -> Result<Contestant, String> {
    if name == "tris" {
        return Ok(Contestant::Tris);
    }
    name.parse()
        .map(Contestant::Classic)
        .map_err(|error: UnknownAlgorithm| error.to_string())
}
