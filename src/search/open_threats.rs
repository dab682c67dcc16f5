//! Wins by threats that leave the defender a choice: besides those to complete a line also those to make one that can
//! be completed in two ways. Looked for at the root, deeper than the full search sees.
//!
//! What is found is proven, because every reply is looked at that does not lose at once. It goes into the table, where
//! the search finds it.

use super::searcher::{MAX_PLY, Search};
use super::table::Kind;
use super::threats::Failures;
use super::value::{Bounds, INFINITE, distance, loss_at, win_at};
use crate::eval::weights::Level;
use crate::game::Cell;

/// The attacker's moves in the longest sequences.
const LONGEST: u32 = 14;
/// Attacking moves tried in a position, the most promising ones.
const WIDTH: usize = 10;
/// Moves tried for a win by threats to complete a line, in each position.
const SIMPLE_TRIES: u32 = 30;

impl Search<'_> {
    /// Looks for a win of the side to move, ever deeper, within so many nodes.
    pub fn prove_by_threats(&mut self, nodes: u64) {
        let mut failures = Failures::default();
        let end = self.nodes + nodes;
        for depth in 1..=LONGEST {
            if self.attack(0, depth, end, &mut failures).is_some() || self.must_leave(end) {
                break;
            }
        }
        self.clear_line(0);
    }

    fn must_leave(&self, end: u64) -> bool {
        self.nodes >= end || self.stopped.is_some()
    }

    /// The ply at which the side to move wins by at most `depth` threats, if that is found.
    fn attack(&mut self, ply: u32, depth: u32, last: u64, failures: &mut Failures) -> Option<u32> {
        let me = self.state.turn();
        let facts = self.state.facts(ply);
        if facts.low > 0 {
            return Some(distance(facts.low));
        }
        if facts.high < 0 || ply + 6 > MAX_PLY {
            return None;
        }
        if let Some(value) = self.threat_win(ply, SIMPLE_TRIES) {
            return Some(distance(value));
        }
        let (key, symmetry) = self.state.key();
        if depth == 0 || failures.contains(key, depth) {
            return None;
        }
        let begin = self.moves.len();
        self.push_attacks();
        let mut found = None;
        for index in begin..self.moves.len() {
            let cell = self.moves[index].1;
            self.state.play(cell);
            let end = self.defend(ply + 1, depth - 1, last, failures);
            self.state.undo(cell);
            if let Some(end) = end {
                found = Some((cell, end));
            }
            if found.is_some() || self.must_leave(last) {
                break;
            }
        }
        self.moves.truncate(begin);
        let Some((cell, end)) = found else {
            failures.insert(key, depth);
            return None;
        };
        debug_assert!(end > ply && self.state.turn() == me);
        let bounds = Bounds {
            low: win_at(end),
            high: INFINITE,
        };
        let best = Some(self.state.image(cell, symmetry));
        self.remember(key, ply, best, (bounds.low, Kind::AtLeast), 0, bounds);
        Some(end)
    }

    /// Pushes the threats of the side to move, most promising first; only the block if the other threatens to complete
    /// a line himself.
    fn push_attacks(&mut self) {
        let me = self.state.turn();
        let patterns = self.state.patterns();
        let begin = self.moves.len();
        if let Some(block) = patterns.completing(!me).first() {
            self.moves.push((0, block));
            return;
        }
        let is_four = |cell: Cell| i32::from(patterns.level(cell, me) >= Level::Four);
        let threats = patterns.fours(me).iter().chain(patterns.threes(me).iter());
        let ranked = threats.map(|cell| (patterns.promise(cell, me) + is_four(cell), cell));
        self.moves.extend(ranked);
        self.moves[begin..].sort_unstable_by_key(|&(rank, cell)| (-rank, cell));
        self.moves.truncate(begin + WIDTH);
    }

    /// The ply at which the side to move loses whatever it does, if that is found.
    fn defend(&mut self, ply: u32, depth: u32, last: u64, failures: &mut Failures) -> Option<u32> {
        self.enter(ply)?;
        if self.must_leave(last) {
            return None;
        }
        let facts = self.state.facts(ply);
        if facts.high < 0 {
            return Some(distance(facts.high));
        }
        let patterns = self.state.patterns();
        let attacker = !self.state.turn();
        let begin = self.moves.len();
        // What all other replies come to.
        let mut end = if let Some(block) = patterns.completing(attacker).first() {
            self.moves.push((0, block));
            ply + 2
        } else {
            if facts.low > 0 || patterns.winning(attacker).is_empty() || !self.push_defences(ply, None) {
                self.moves.truncate(begin);
                return None;
            }
            ply + 4
        };
        let mut holds = false;
        for index in begin..self.moves.len() {
            let cell = self.moves[index].1;
            self.state.play(cell);
            let found = self.attack(ply + 1, depth, last, failures);
            self.state.undo(cell);
            match found {
                Some(found) => end = end.max(found),
                None => {
                    holds = true;
                    break;
                }
            }
        }
        self.moves.truncate(begin);
        if holds {
            return None;
        }
        let bounds = Bounds {
            low: -INFINITE,
            high: loss_at(end),
        };
        let key = self.state.key().0;
        self.remember(key, ply, None, (bounds.high, Kind::AtMost), 0, bounds);
        Some(end)
    }
}
