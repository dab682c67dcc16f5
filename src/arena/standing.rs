//! The state of a match: results by board and colour, conduct of the engines.

use std::collections::HashMap;
use std::time::Duration;

use super::record::{Reason, Record};
use super::stats::Tally;
use super::{BySide, Side};
use crate::game::{Dims, Player};

/// What an engine has spent and how it behaved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Conduct {
    /// Moves made.
    pub moves: u64,
    /// Time for them.
    pub time: Duration,
    /// The longest move.
    pub longest: Duration,
    /// Moves that came with a depth, and the sum of the depths.
    pub depth: (u64, u64),
    /// Nodes told of, and the time of the moves that told.
    pub nodes: (u64, Duration),
    /// Games lost by misconduct, by reason.
    pub forfeits: HashMap<Reason, u64>,
}

/// Everything known so far, from the point of view of engine A.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// All games.
    pub total: Tally,
    /// Games by board, in the order of the match.
    pub boards: Vec<(Dims, Tally)>,
    /// Games by the colour of A: with X, with O.
    pub colours: [Tally; 2],
    /// How the engines behaved.
    pub conduct: BySide<Conduct>,
    /// Half points of A in pairs of which one game is over.
    open: HashMap<usize, usize>,
}

impl Standing {
    /// No games yet on these boards.
    pub fn new(boards: &[Dims]) -> Standing {
        Standing {
            boards: boards.iter().map(|&dims| (dims, Tally::default())).collect(),
            ..Standing::default()
        }
    }

    /// Counts a game.
    pub fn add(&mut self, record: &Record) {
        let game = &record.game;
        let points = record.half_points();
        let pair = match self.open.remove(&game.pair) {
            Some(first) => Some(first + points),
            None => {
                self.open.insert(game.pair, points);
                None
            }
        };
        let board = self.boards.iter_mut().find(|(dims, _)| *dims == game.dims);
        let tallies = [Some(&mut self.total), board.map(|(_, tally)| tally)];
        for tally in tallies.into_iter().flatten() {
            tally.add(points);
            if let Some(pair) = pair {
                tally.pairs[pair] += 1;
            }
        }
        self.colours[usize::from(game.first == Side::B)].add(points);
        self.note_conduct(record);
    }

    fn note_conduct(&mut self, record: &Record) {
        let game = &record.game;
        for (index, thought) in record.thoughts.iter().enumerate() {
            let player = match (game.opening.len() + index) % 2 {
                0 => Player::First,
                _ => Player::Second,
            };
            let conduct = &mut self.conduct[game.side(player)];
            conduct.moves += 1;
            conduct.time += thought.time;
            conduct.longest = conduct.longest.max(thought.time);
            if let Some(depth) = thought.report.depth {
                conduct.depth.0 += 1;
                conduct.depth.1 += u64::from(depth);
            }
            if let Some(nodes) = thought.report.nodes {
                conduct.nodes.0 += nodes;
                conduct.nodes.1 += thought.time;
            }
        }
        if let Some(winner) = record.winning_side().filter(|_| record.reason.is_forfeit()) {
            *self.conduct[!winner].forfeits.entry(record.reason).or_default() += 1;
        }
    }
}
