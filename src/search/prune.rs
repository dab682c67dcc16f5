//! What need not be looked at: positions too good or too bad to matter, late quiet moves. Used only where not every
//! move is looked at anyway; nothing here touches what is proven.

use super::alphabeta::{Danger, Node, Task};
use super::depth::{PLY, plies};
use super::searcher::Search;
use super::value::{is_loss, is_win};

/// A position this much better than needed per ply of depth is good enough, up to a depth; where the mover's estimate
/// has risen, or a cut is expected, a little less will do.
const MARGIN: i32 = 54;
const MARGIN_DEPTH: i32 = 8 * PLY;
const RISING_MARGIN: i32 = 14;
const EXPECTED_MARGIN: i32 = 7;
/// A position this much worse than needed, and so much per ply, is looked at only for threats.
const HOPELESS: i32 = 24;
const HOPELESS_PER_PLY: i32 = 194;
const HOPELESS_DEPTH: i32 = 2 * PLY;
/// Passing is tried from this depth on, where the estimate is so much above what is needed, and searched this much and
/// a share less deep.
const PASS_DEPTH: i32 = 4 * PLY;
const PASS_MARGIN: i32 = 5;
const PASS_REDUCTION: f32 = 4.6;
const PASS_SHARE: i32 = 4;

/// How many moves are looked at before quiet ones are left out: so many, and more with the depth.
const FEWEST_MOVES: f32 = 7.8;
const MOVES_GROWTH: f32 = 0.73;
const MOVES_POWER: f32 = 1.65;
/// The part of them where the mover's estimate has not risen.
const FALLING_SHARE: f32 = 0.76;
/// A quiet move is not looked at where the estimate is this much, and so much per ply, below what is needed.
const FUTILE: i32 = 51;
const FUTILE_PER_PLY: i32 = 39;
const FUTILE_DEPTH: i32 = 9 * PLY;

/// How many moves are looked at, by depth in plies.
#[derive(Debug)]
pub(super) struct MoveCounts([[usize; 2]; 64]);

impl Default for MoveCounts {
    fn default() -> MoveCounts {
        MoveCounts(std::array::from_fn(|depth| {
            let rising = FEWEST_MOVES + MOVES_GROWTH * (depth as f32).powf(MOVES_POWER);
            [(rising * FALLING_SHARE) as usize, rising as usize]
        }))
    }
}

impl MoveCounts {
    fn at(&self, depth: i32, improving: bool) -> usize {
        let plies = (depth / PLY).clamp(0, 63) as usize;
        self.0[plies][usize::from(improving)]
    }
}

impl Search<'_> {
    /// The value of a node that need not be searched, if it is one. The outer `None` says that the search must stop.
    pub(super) fn prune(&mut self, node: &Node) -> Option<Option<i32>> {
        let Task { depth, alpha, beta, .. } = node.task;
        let known = is_win(node.better) || is_loss(node.better);
        if node.danger != Danger::None || depth <= 0 || known || is_win(beta) || is_loss(alpha) {
            return Some(None);
        }
        if depth < MARGIN_DEPTH + PLY && node.better - margin(node) >= beta {
            return Some(Some(node.better));
        }
        if depth < HOPELESS_DEPTH + PLY && node.better + HOPELESS + HOPELESS_PER_PLY * depth / PLY <= alpha {
            let threats_only = Task {
                depth: 0,
                excluded: None,
                ..node.task
            };
            return Some(Some(self.node(threats_only)?.value));
        }
        self.pass(node)
    }

    /// The value of a node that is good enough even if the opponent moves twice.
    fn pass(&mut self, node: &Node) -> Option<Option<i32>> {
        let Task { depth, beta, .. } = node.task;
        let lead = node.better.min(node.estimate) - beta;
        if depth < PASS_DEPTH || lead < PASS_MARGIN || self.is_after_pass() || node.task.excluded.is_some() {
            return Some(None);
        }
        let value = self.passed(depth - plies(PASS_REDUCTION) - depth / PASS_SHARE, node.task)?;
        // A win after a pass is not one that was found here.
        let value = if is_win(value) { beta } else { value };
        Some((value >= beta).then_some(value))
    }

    /// Whether a quiet move that comes so late is left out.
    pub(super) fn is_too_late(&self, node: &Node, place: usize, alpha: i32) -> bool {
        let depth = node.task.depth;
        place >= self.move_counts.at(depth, node.improving)
            || place > 0
                && depth < FUTILE_DEPTH
                && !is_loss(alpha)
                && node.estimate + FUTILE + FUTILE_PER_PLY * (depth / PLY) <= alpha
    }
}

/// How much better than needed a position must be to be good enough.
fn margin(node: &Node) -> i32 {
    let per_ply = MARGIN - if node.task.cut { EXPECTED_MARGIN } else { 0 };
    per_ply * node.task.depth / PLY - if node.improving { RISING_MARGIN } else { 0 }
}
