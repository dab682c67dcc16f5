//! A win that was announced is kept: whatever the opponent answers, the next move wins in two plies less or sooner.
//!
//! What a search finds first may be a longer win than the one begun. So it is told how long the win may last by what was
//! proven before, and goes on until it has found one as short.

use super::Answer;
use crate::game::Board;
use crate::score::Proof;

/// The win announced with the latest move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pledge {
    /// The position after the move, and the plies that are left from there.
    after: Option<(u64, u32)>,
}

impl Pledge {
    /// What an answer in a position announces.
    pub fn of(board: &Board, answer: &Answer) -> Pledge {
        let (Proof::Win(plies) | Proof::WinAtMost(plies)) = answer.proof else {
            return Pledge::default();
        };
        let mut next = board.clone();
        next.play_unchecked(answer.best);
        Pledge {
            after: Some((next.key(), plies - 1)),
        }
    }

    /// In how many plies the side to move is known to win, if the opponent has just answered the move.
    pub fn due(self, board: &Board) -> Option<u32> {
        let (key, plies) = self.after?;
        let mut before = board.clone();
        before.undo();
        (before.key() == key).then(|| plies.saturating_sub(1))
    }
}
