//! How deep each move is searched: late, unlikely and quiet ones less, what answers a threat or stands alone more. Used
//! only where not every move is looked at anyway.

use super::alphabeta::{Danger, Node, Task};
use super::depth::{self, PLY, plies};
use super::searcher::Search;
use crate::eval::weights::Level;
use crate::game::Cell;

/// A late move is searched less deep by a first share and one that grows with its place and the depth.
const FIRST: f32 = 0.51;
const GROWTH: f32 = 0.51;
/// More of it where the mover's estimate has not risen since his last move, and where a cut is expected.
const FALLING: f32 = 0.38;
const EXPECTED_CUT: f32 = 0.58;
/// More of it, up to a limit, for a move that is less likely to be the one than the best of the others: per point of
/// rank beyond those that are free.
const UNLIKELY: f32 = 0.006;
const UNLIKELY_FREE: f32 = 100.0;
const UNLIKELY_MOST: f32 = 3.0;
/// Plies given back on the principal variation, for a threat (twice for one to complete a line), and per point of history.
const PRINCIPAL_CREDIT: f32 = 0.86;
const THREAT_CREDIT: f32 = 1.31;
const HISTORY_CREDIT: f32 = 1.0 / 243.0;

/// What the answer to the only threat gains: it is not a choice.
const FORCED: f32 = 0.05;

/// From this depth on a position without a best move from the table is searched one ply less deep.
const UNKNOWN_DEPTH: i32 = 4 * PLY;
const UNKNOWN: i32 = PLY;
/// On the principal variation, less deep by a share of the plies by which the table is behind, up to a limit.
const BEHIND: f32 = 0.145;
const BEHIND_MOST: f32 = 3.6;

/// Where a cut is expected and the estimate is so much, and so much per ply, above what is needed, moves that threaten
/// nothing are searched less deep; more is asked for while an open threat stands.
const LIKELY: i32 = -3;
const LIKELY_PER_PLY: i32 = 15;
const LIKELY_IN_DANGER: i32 = 87;
const LIKELY_REDUCTION: f32 = 0.83;

/// A move that turns out this much better than expected, and so much per ply that it was reduced by, is searched deeper.
const SURPRISE: i32 = 59;
const SURPRISE_PER_PLY: i32 = 11;

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

/// A move among others.
#[derive(Clone, Copy, Debug)]
pub struct Late {
    /// The move.
    pub cell: Cell,
    /// How many were searched before it.
    pub place: usize,
    /// How far its rank is below the best of those that are not the table's move.
    pub behind: i32,
    /// Whether it neither threatens nor parries anything.
    pub quiet: bool,
}

impl Search<'_> {
    /// How much less deep a move is searched at first.
    pub(super) fn reduction(&self, task: Task, late: Late, improving: bool) -> i32 {
        let below = (task.depth - PLY) / PLY;
        if late.place < 1 || below < 2 {
            return 0;
        }
        let me = self.state.turn();
        let mut reduction = FIRST + self.logarithms.of(late.place + 1) * self.logarithms.of(below as usize) * GROWTH;
        if !improving {
            reduction += FALLING;
        }
        if task.cut {
            reduction += EXPECTED_CUT;
        }
        if task.is_pv() {
            reduction -= PRINCIPAL_CREDIT;
        }
        reduction += ((late.behind as f32 - UNLIKELY_FREE) * UNLIKELY).clamp(0.0, UNLIKELY_MOST);
        if !late.quiet {
            reduction -= THREAT_CREDIT;
            if self.state.patterns().level(late.cell, me) >= Level::Four {
                reduction -= THREAT_CREDIT;
            }
        }
        reduction -= self.history.score(late.cell, me) as f32 * HISTORY_CREDIT;
        plies(reduction.max(0.0)).min((task.depth - 2 * PLY).max(0))
    }

    /// How much less deep a node is searched whose best move is not known, or not from near this depth.
    pub(super) fn unknown_reduction(&self, node: &Node) -> i32 {
        let task = node.task;
        if node.danger == Danger::Completes || self.is_full_width() || task.excluded.is_some() {
            return 0;
        }
        match (node.known.best, node.known.entry) {
            (Some(_), Some(entry)) if task.is_pv() => {
                let behind = (task.depth - depth::unkept(entry.depth)) as f32 * BEHIND;
                (behind.clamp(0.0, BEHIND_MOST * PLY as f32) as i32)
                    .min(task.depth - 1)
                    .max(0)
            }
            (None, _) if !task.is_pv() && node.danger == Danger::None && task.depth >= UNKNOWN_DEPTH => UNKNOWN,
            _ => 0,
        }
    }

    /// The depth below a move.
    pub(super) fn depth_below(&self, node: &Node, cell: Cell) -> i32 {
        let depth = node.task.depth;
        if self.is_full_width() {
            // A choice costs a ply, the answer to the only threat nothing.
            return depth - if node.danger == Danger::Completes { 0 } else { PLY };
        }
        let below = depth
            + if node.danger == Danger::Completes {
                plies(FORCED)
            } else {
                -PLY
            };
        let is_four = self.state.patterns().level(cell, self.state.turn()) >= Level::Four;
        if is_likely(node) && !is_four {
            below - plies(LIKELY_REDUCTION)
        } else {
            below
        }
    }
}

/// Whether a node will probably cut.
fn is_likely(node: &Node) -> bool {
    let task = node.task;
    let danger = if node.danger == Danger::Open {
        LIKELY_IN_DANGER
    } else {
        0
    };
    task.cut && !task.is_pv() && node.better >= task.beta + LIKELY + LIKELY_PER_PLY * task.depth / PLY + danger
}

/// How much deeper a move is searched that was reduced and turned out better than expected.
pub fn surprise(reduced: i32, value: i32, alpha: i32) -> i32 {
    if value > alpha + SURPRISE + SURPRISE_PER_PLY * reduced / PLY {
        PLY
    } else {
        0
    }
}
