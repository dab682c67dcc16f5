//! What need not be looked at, or less closely: positions too good or too bad to matter, late quiet moves. Used only
//! where not every move is looked at anyway; nothing here touches what is proven.

use super::alphabeta::Search;
use super::value::{is_loss, is_win};
use crate::eval::weights::Level;
use crate::game::Cell;

/// A position this much better than needed per ply of depth is good enough, up to a depth.
const MARGIN: i32 = 50;
const MARGIN_DEPTH: i32 = 8;
/// A position this much worse than needed is looked at only for threats.
const HOPELESS: i32 = 350;
const HOPELESS_DEPTH: i32 = 2;
/// Passing is tried from this depth on, and searched this much less deep.
const PASS_DEPTH: i32 = 4;
const PASS_REDUCTION: i32 = 4;
/// From this depth on a position without a best move from the table is searched one ply less deep.
pub const UNKNOWN_DEPTH: i32 = 4;

/// A late move is searched less deep by a first share and one that grows with its place and the depth.
const REDUCTION: f32 = 0.5;
const REDUCTION_GROWTH: f32 = 0.7;
/// More of it where the mover's estimate has not risen since his last move.
const WORSENING: f32 = 0.6;
/// Plies given back on the principal variation, for a threat (twice for one to complete a line), and per point of history.
const PRINCIPAL_CREDIT: f32 = 0.8;
const THREAT_CREDIT: f32 = 1.0;
const HISTORY_CREDIT: f32 = 1.0 / 250.0;

/// From this depth on no move is left out for coming late.
const ALL_MOVES_DEPTH: i32 = 10;
const FEWEST_MOVES: usize = 6;
/// A quiet move is not looked at where the estimate is this much, and so much per ply, below what is needed.
const FUTILE: i32 = 60;
const FUTILE_PER_PLY: i32 = 40;
const FUTILE_DEPTH: i32 = 8;

/// Whether quiet moves after the first promise nothing: the estimate is too far below what is needed.
pub fn is_futile(depth: i32, estimate: i32, alpha: i32) -> bool {
    depth <= FUTILE_DEPTH && !is_loss(alpha) && estimate + FUTILE + FUTILE_PER_PLY * depth <= alpha
}

/// Natural logarithms of small numbers.
pub(super) struct Logarithms([f32; 256]);

impl Default for Logarithms {
    fn default() -> Logarithms {
        Logarithms(std::array::from_fn(|number| (number.max(1) as f32).ln()))
    }
}

impl Logarithms {
    fn of(&self, number: usize) -> f32 {
        self.0[number.min(255)]
    }
}

/// How many moves are looked at before quiet ones are left out, by depth.
pub fn moves_at(depth: i32) -> usize {
    if depth >= ALL_MOVES_DEPTH {
        usize::MAX
    } else {
        let depth = depth.max(0) as usize;
        FEWEST_MOVES + 3 * depth * depth / 5
    }
}

impl Search<'_> {
    /// The value of a node that need not be searched, if it is one. The outer `None` says that the search must stop.
    pub(super) fn prune(&mut self, depth: i32, ply: u32, estimate: i32, alpha: i32, beta: i32) -> Option<Option<i32>> {
        if is_win(beta) || is_loss(alpha) || depth <= 0 {
            return Some(None);
        }
        if depth <= MARGIN_DEPTH && estimate - MARGIN * depth >= beta {
            return Some(Some(estimate));
        }
        if depth <= HOPELESS_DEPTH && estimate + HOPELESS * depth <= alpha {
            return Some(Some(self.node(0, ply, alpha, beta)?.value));
        }
        if depth >= PASS_DEPTH && estimate >= beta && !self.is_after_pass() {
            let value = self.passed(depth - PASS_REDUCTION - depth / 4, ply, beta)?;
            if value >= beta {
                return Some(Some(if is_win(value) { beta } else { value }));
            }
        }
        Some(None)
    }

    /// How much less deep a move is searched at first.
    pub(super) fn reduction(
        &self,
        place: usize,
        depth: i32,
        cell: Cell,
        quiet: bool,
        is_pv: bool,
        improving: bool,
    ) -> i32 {
        if place < 1 || depth < 2 {
            return 0;
        }
        let me = self.state.turn();
        let mut reduction =
            REDUCTION + self.logarithms.of(place + 1) * self.logarithms.of(depth as usize) * REDUCTION_GROWTH;
        if !improving {
            reduction += WORSENING;
        }
        if is_pv {
            reduction -= PRINCIPAL_CREDIT;
        }
        if !quiet {
            reduction -= THREAT_CREDIT;
            if self.state.patterns().level(cell, me) >= Level::Four {
                reduction -= THREAT_CREDIT;
            }
        }
        reduction -= self.history.score(cell, me) as f32 * HISTORY_CREDIT;
        (reduction as i32).clamp(0, depth - 1)
    }
}
