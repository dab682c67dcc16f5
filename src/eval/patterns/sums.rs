//! What all empty cells are worth together. Many positions of a search are decided by their threats or by what is
//! remembered of them, and need no estimate: so the sums are brought up to date only when one is asked for.

use super::{Change, Patterns};
use crate::eval::net::Vector;
use crate::eval::weights::{Combination, Weights, Worth};
use crate::game::{ByPlayer, Player};

/// Sums over all empty cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sums {
    pub worths: ByPlayer<Worth>,
    /// Of the vectors, if there is a network.
    pub vectors: ByPlayer<Vector>,
}

impl Sums {
    /// Nothing.
    pub const ZERO: Sums = Sums {
        worths: ByPlayer([Worth::ZERO; 2]),
        vectors: ByPlayer([Vector::ZERO; 2]),
    };

    /// Counts the first of each pair of a player's combinations more and the second less.
    #[inline]
    pub fn exchange(
        &mut self,
        weights: &Weights,
        player: Player,
        pairs: impl Iterator<Item = (Combination, Combination)>,
    ) {
        let mut worth = self.worths[player];
        let mut vector = self.vectors[player];
        for (more, less) in pairs {
            worth += weights.worth(more);
            worth -= weights.worth(less);
            if let Some(net) = &weights.net {
                vector.exchange(net.vector(more), net.vector(less));
            }
        }
        self.worths[player] = worth;
        self.vectors[player] = vector;
    }

    /// What goes into the estimate for `player`, who is to move.
    #[inline]
    pub fn estimate(&self, weights: &Weights, player: Player) -> i32 {
        let plain = self.worths[player].moving() - self.worths[!player].waiting();
        let net = weights.net.as_ref();
        plain + net.map_or(0, |net| net.estimate(&self.vectors[player], &self.vectors[!player]))
    }
}

impl Patterns {
    /// Calls `read` with the sums of the position.
    #[inline]
    pub(super) fn with_sums<T>(&self, read: impl FnOnce(&Sums) -> T) -> T {
        let mut sums = self.sums.borrow_mut();
        for stone in sums.len()..=self.stones.len() {
            let next = self.after_stone(stone - 1, sums[stone - 1]);
            sums.push(next);
        }
        read(&sums[self.stones.len()])
    }

    /// The sums after a stone, from those before it.
    fn after_stone(&self, stone: usize, mut sums: Sums) -> Sums {
        let placed = self.stones[stone];
        let end = self
            .stones
            .get(stone + 1)
            .map_or(self.changes.len(), |next| next.changes);
        let changes: &[Change] = &self.changes[placed.changes..end];
        for player in Player::BOTH {
            let pairs = changes
                .iter()
                .map(|change| (change.after.of(player), change.before.of(player)));
            let retired = (0, self.combination(placed.cell, player));
            sums.exchange(self.weights, player, pairs.chain([retired]));
        }
        sums
    }
}
