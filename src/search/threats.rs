//! Wins by threats alone: every move of the attacker threatens to complete a line, so every answer is forced.
//!
//! Such a sequence branches only on the attacker's side and reaches far beyond the horizon of the full search. What it
//! finds is proven: an answer other than the one considered loses at once.

use super::searcher::{MAX_PLY, Search};
use super::value::win_at;
use crate::eval::weights::Level;
use crate::game::Cell;

/// Places in the memory of positions where no sequence was found.
const FAILURES: usize = 1 << 16;

/// Positions in which a search for a sequence failed, and how much it was allowed to try.
#[derive(Clone, Debug)]
pub struct Failures(Vec<(u64, u32)>);

impl Default for Failures {
    fn default() -> Failures {
        Failures(vec![(0, 0); FAILURES])
    }
}

impl Failures {
    pub(super) fn contains(&self, key: u64, tries: u32) -> bool {
        let (known, tried) = self.0[key as usize % FAILURES];
        known == key && tried >= tries
    }

    pub(super) fn insert(&mut self, key: u64, tries: u32) {
        self.0[key as usize % FAILURES] = (key, tries);
    }
}

impl Search<'_> {
    /// The value of a win by threats for the side to move, if one is found within so many moves tried.
    pub fn threat_win(&mut self, ply: u32, tries: u32) -> Option<i32> {
        let me = self.state.turn();
        let patterns = self.state.patterns();
        if patterns.fours(me).is_empty() && patterns.winning(me).is_empty() {
            return None;
        }
        let key = self.state.plain_key();
        if self.failures.contains(key, tries) {
            return None;
        }
        let mut left = tries;
        let found = self.sequence(ply, None, &mut left);
        if found.is_none() && !self.is_out_of_nodes() {
            self.failures.insert(key, tries);
        }
        found.map(win_at)
    }

    /// The ply at which the attacker, who is to move and has no line to complete, wins by threats.
    fn sequence(&mut self, ply: u32, last: Option<Cell>, left: &mut u32) -> Option<u32> {
        let me = self.state.turn();
        let patterns = self.state.patterns();
        if ply + 5 > MAX_PLY {
            return None;
        }
        let begin = self.threat_moves.len();
        match patterns.completing(!me).len() {
            0 if !patterns.winning(me).is_empty() => return Some(ply + 3),
            0 => {
                let dims = self.state.dims();
                let ranked = patterns
                    .fours(me)
                    .iter()
                    .filter(|&cell| last.is_none_or(|last| is_aligned(dims, last, cell)))
                    .map(|cell| (patterns.promise(cell, me), cell));
                self.threat_moves.extend(ranked);
                self.threat_moves[begin..].sort_unstable();
            }
            // The attacker must parry himself; he keeps the move only if that is a threat too.
            1 => {
                let block = patterns.completing(!me).first()?;
                match patterns.level(block, me) {
                    Level::Winning => return Some(ply + 3),
                    Level::Four | Level::FourThree => self.threat_moves.push((0, block)),
                    _ => return None,
                }
            }
            _ => return None,
        }
        let mut found = None;
        while found.is_none() && self.threat_moves.len() > begin && *left > 0 && !self.is_out_of_nodes() {
            if let Some((_, cell)) = self.threat_moves.pop() {
                *left -= 1;
                found = self.try_threat(cell, ply, left);
            }
        }
        self.threat_moves.truncate(begin);
        found
    }

    fn try_threat(&mut self, cell: Cell, ply: u32, left: &mut u32) -> Option<u32> {
        let me = self.state.turn();
        self.nodes += 1;
        self.state.play(cell);
        let answer = self.state.patterns().completing(me).first();
        let found = answer.and_then(|answer| {
            self.state.play(answer);
            let found = self.sequence(ply + 2, Some(cell), left);
            self.state.undo(answer);
            found
        });
        self.state.undo(cell);
        found
    }
}

/// Whether two cells can be part of one line.
fn is_aligned(dims: crate::game::Dims, a: Cell, b: Cell) -> bool {
    let (a, b) = (dims.point(a), dims.point(b));
    let (rows, cols) = ((a.row - b.row).abs(), (a.col - b.col).abs());
    let longest = rows.max(cols);
    longest < dims.line_length().unwrap_or(0) as i64 && (rows == 0 || cols == 0 || rows == cols)
}
