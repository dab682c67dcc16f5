//! Whether a node's best move stands alone: then it deserves a closer look than one among others as good.

use super::alphabeta::{Danger, Node, Task};
use super::depth::{self, PLY, plies};
use super::searcher::Search;
use super::table::Kind;
use super::value::{is_loss, is_win};
use crate::game::Cell;

/// From this depth on it is asked, if the table's move comes from a search not so many plies less deep.
const FROM: f32 = 6.4;
const BEHIND: i32 = 3 * PLY;
/// The others are searched to this share of the depth, to see whether they come within so much per ply of the best.
const SHARE: f32 = 0.46;
const MARGIN: f32 = 1.7;
/// If none does, the best move is searched so much deeper, twice if they are further behind by so much; but not too far
/// from the root.
const DEEPER: i32 = PLY;
const FAR_BEHIND: i32 = 25;
const TWICE_PLY: u32 = 40;
/// If others do and a cut is likely, it is searched so much less deep.
const SHALLOWER: f32 = 1.08;

/// What the search of the other moves says about the table's move.
pub(super) enum Singular {
    /// It is searched so much deeper, or less deep.
    By(i32),
    /// The others are good enough as well: the node is worth at least this.
    Cut(i32),
}

impl Search<'_> {
    /// Whether `cell` stands alone in a node.
    pub(super) fn singular(&mut self, node: &Node, cell: Cell) -> Option<Singular> {
        let task = node.task;
        let Some(value) = worth_asking(node, cell) else {
            return Some(Singular::By(0));
        };
        let beta = value - (MARGIN * task.depth as f32) as i32 / PLY;
        let others = Task {
            depth: (task.depth as f32 * SHARE) as i32,
            alpha: beta - 1,
            beta,
            excluded: Some(cell),
            ..task
        };
        let verdict = self.node(others)?;
        // The node is entered twice; the next one must find the estimate as it was.
        self.estimates[task.ply as usize + 2] = node.estimate;
        Some(if verdict.value < beta {
            let twice = !task.is_pv() && verdict.value < beta - FAR_BEHIND && task.ply < TWICE_PLY;
            Singular::By(if twice { 2 * DEEPER } else { DEEPER })
        } else if beta >= task.beta && !task.is_pv() {
            Singular::Cut(beta)
        } else if value >= task.beta {
            Singular::By(-plies(SHALLOWER))
        } else {
            Singular::By(0)
        })
    }
}

/// The table's value of a node where the question pays.
fn worth_asking(node: &Node, cell: Cell) -> Option<i32> {
    let task = node.task;
    let entry = node.known.entry?;
    let decided = |value: i32| is_win(value) || is_loss(value);
    let asked = node.known.best == Some(cell)
        && node.danger != Danger::Completes
        && task.excluded.is_none()
        && task.depth >= plies(FROM)
        && entry.kind != Kind::AtMost
        && depth::unkept(entry.depth) >= task.depth - BEHIND
        && !decided(entry.value)
        && !is_win(task.beta)
        && !is_loss(task.alpha);
    asked.then_some(entry.value)
}
