//! A fixed set of positions over many boards. The total of nodes is the signature of the search: any change of its
//! behaviour changes it, a mere speed-up does not.

use super::variety::Variety;
use super::{AlphaBeta, Engine, Goal, Job};
use crate::budget::{Budget, Limits, StopFlag};
use crate::game::hash::mix;
use crate::game::{Board, Dims, Player, Point};
use std::time::Duration;

/// Depth of each search unless asked otherwise.
pub const DEFAULT_DEPTH: u32 = 6;
const TABLE_MEGABYTES: usize = 16;

/// M, N, K and the moves that lead to the position.
pub type Position = (i64, i64, i64, &'static [(i64, i64)]);

/// The positions, small boards first.
pub const POSITIONS: [Position; 14] = [
    (3, 3, 3, &[]),
    (4, 3, 3, &[(1, 1)]),
    (4, 4, 4, &[]),
    (5, 5, 4, &[(2, 2), (1, 1)]),
    (5, 5, 5, &[]),
    (6, 5, 4, &[(2, 2)]),
    (6, 6, 4, &[(2, 2), (3, 3), (2, 3)]),
    (7, 7, 5, &[(3, 3), (2, 2), (3, 4), (3, 2)]),
    (8, 8, 5, &[(3, 3), (4, 4)]),
    (10, 10, 5, &[(4, 4), (5, 5), (4, 5), (4, 6), (5, 4)]),
    (15, 15, 5, &[(7, 7), (6, 8), (8, 6), (6, 6), (7, 5), (8, 8)]),
    (
        15,
        15,
        5,
        &[(7, 7), (7, 8), (8, 8), (6, 6), (9, 9), (10, 10), (9, 7), (6, 9)],
    ),
    (19, 19, 6, &[(9, 9), (9, 10), (10, 10), (8, 8)]),
    (
        50,
        50,
        10,
        &[(25, 25), (25, 26), (26, 26), (24, 24), (27, 25), (23, 26)],
    ),
];

/// What a bench run came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Nodes over all positions.
    pub nodes: u64,
    /// Time over all positions.
    pub time: Duration,
    /// A digest of nodes and moves.
    pub signature: u32,
}

/// Searches all positions to `depth`. `progress` hears of each with the nodes so far; `None` if stopped.
pub fn run(depth: u32, stop: &StopFlag, progress: &mut dyn FnMut(usize, u64)) -> Option<Summary> {
    let clock = Budget::unlimited(stop.clone());
    let (mut nodes, mut digest) = (0, 0);
    for (index, position) in POSITIONS.iter().enumerate() {
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let job = Job {
            board: board(position)?,
            goal: Goal::Play,
            budget: Budget::new(&limits, Player::First, usize::MAX, Duration::ZERO, stop.clone()),
            lines: 1,
            only: Vec::new(),
            variety: Variety::NONE,
            threads: 1,
        };
        let answer = AlphaBeta::new(TABLE_MEGABYTES).search(&job, &mut |report| {
            progress(index, nodes + report.nodes);
        });
        if stop.is_raised() {
            return None;
        }
        nodes += answer.nodes;
        digest = mix(digest ^ mix(answer.nodes) ^ u64::from(answer.best.0));
    }
    Some(Summary {
        nodes,
        time: clock.elapsed(),
        signature: (digest >> 32) as u32,
    })
}

fn board(&(rows, cols, k, moves): &Position) -> Option<Board> {
    let mut board = Board::new(Dims::new(rows, cols, k).ok()?);
    for &(row, col) in moves {
        board.play(Point { row, col }).ok()?;
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_legal_and_open() {
        for position in &POSITIONS {
            assert_eq!(board(position).unwrap().outcome(), None);
        }
    }

    #[test]
    fn the_same_nodes_and_signature_every_time() {
        let first = run(2, &StopFlag::default(), &mut |_, _| ()).unwrap();
        let second = run(2, &StopFlag::default(), &mut |_, _| ()).unwrap();
        assert_eq!((first.nodes, first.signature), (second.nodes, second.signature));
    }
}
