//! Wins by threats alone: every move of the attacker threatens to complete a line, so every answer is forced.
//!
//! Such a sequence branches only on the attacker's side and reaches far beyond the horizon of the full search. What it
//! finds is proven: an answer other than the one considered loses at once.

use super::alphabeta::Search;
use super::value::win_at;
use crate::game::Cell;

/// The least number of windows two stones short with which a sequence can succeed: two to combine.
const LEAST_WINDOWS: u32 = 2;

impl Search<'_> {
    /// The value of a win by threats for the side to move, if one is found within so many moves tried.
    pub fn threat_win(&mut self, ply: u32, tries: u32) -> Option<i32> {
        let mut left = tries;
        self.sequence(ply, &mut left).map(win_at)
    }

    /// The ply at which the attacker, who is to move and has no line to complete, wins by threats.
    fn sequence(&mut self, ply: u32, left: &mut u32) -> Option<u32> {
        let me = self.state.turn();
        let windows = self.state.windows();
        if windows.threat_windows(me) < LEAST_WINDOWS || ply + 3 > super::alphabeta::MAX_PLY {
            return None;
        }
        let begin = self.threat_moves.len();
        match windows.wins(!me) {
            [] => {
                let threatening = |cell: &&Cell| windows.is_threat(**cell, me);
                let ranked = self
                    .state
                    .candidates()
                    .iter()
                    .filter(threatening)
                    .map(|&cell| (windows.worth(cell, me), cell));
                self.threat_moves.extend(ranked);
                self.threat_moves[begin..].sort_unstable_by_key(|&(worth, cell)| (worth, cell));
            }
            // The attacker must parry himself; he keeps the move only if that is a threat too.
            [block] if windows.is_threat(*block, me) => self.threat_moves.push((0, *block)),
            _ => return None,
        }
        let mut found = None;
        while found.is_none() && self.threat_moves.len() > begin && *left > 0 {
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
        let found = match self.state.windows().wins(me) {
            [_, _, ..] => Some(ply + 3),
            &[answer] => {
                self.state.play(answer);
                let found = self.sequence(ply + 2, left);
                self.state.undo(answer);
                found
            }
            [] => None,
        };
        self.state.undo(cell);
        found
    }
}
