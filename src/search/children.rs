//! The moves of a node: which of them are searched, how deep, and what they come to.

use super::alphabeta::{Node, Task, Verdict};
use super::depth::PLY;
use super::moves::{FIRST, Selection};
use super::reduce::{Late, surprise};
use super::searcher::Search;
use super::singular::Singular;
use super::value::{INFINITE, is_loss};
use crate::game::Cell;

/// With more empty cells than this the rest of the board is too much to look at.
const WIDENED_EMPTIES: usize = 400;

impl Search<'_> {
    /// Searches the moves from `begin` on the stack.
    pub(super) fn children(&mut self, begin: usize, node: &Node, selection: Selection) -> Option<Children> {
        let mut task = node.task;
        let mut found = Children::none();
        let narrow = !self.is_full_width();
        let (mut place, mut top) = (0, None);
        for index in begin..self.moves.len() {
            let cell = self.pick(index);
            if task.excluded == Some(cell) {
                continue;
            }
            let rank = self.moves[index].0;
            if rank != FIRST && top.is_none() {
                top = Some(rank);
            }
            let late = Late {
                cell,
                place,
                behind: top.map_or(0, |top| top - rank),
                quiet: self.is_quiet(cell),
            };
            let may_skip = narrow && late.quiet && !selection.forced && !task.is_pv() && !is_loss(found.value);
            if may_skip && self.is_too_late(node, place, task.alpha) {
                found.skipped = true;
                break;
            }
            let mut depth = self.depth_below(node, cell);
            let mut reduction = 0;
            if narrow {
                match self.singular(node, cell)? {
                    Singular::By(extension) => depth += extension,
                    Singular::Cut(value) => return Some(Children::cut_at(cell, value)),
                }
                reduction = self.reduction(task, late, node.improving);
            }
            let child = self.child(cell, (depth, reduction), task, place == 0)?;
            place += 1;
            found.add(cell, child);
            if child.value > task.alpha {
                task.alpha = child.value;
                self.extend_line(task.ply, cell);
                if task.alpha >= task.beta {
                    found.cut = true;
                    self.note_cut(begin, index, task);
                    break;
                }
            }
        }
        Some(found)
    }

    /// Where all moves considered lose, looks at the rest of the board as well, so that a loss is proven or a defence
    /// found.
    pub(super) fn widened(
        &mut self,
        found: Children,
        begin: usize,
        node: &Node,
        selection: &mut Selection,
    ) -> Option<Children> {
        let is_open = !selection.complete && !found.cut && !found.skipped && is_loss(found.high);
        if !is_open || self.state.empties() > WIDENED_EMPTIES || node.task.excluded.is_some() {
            return Some(found);
        }
        let rest = self.push_rest(begin, node.task.ply);
        let mut wide = *node;
        wide.task.alpha = node.task.alpha.max(found.value);
        let more = self.children(rest, &wide, *selection)?;
        selection.complete = true;
        Some(found.and(more))
    }

    /// The move at `index` of the stack cut, those from `begin` on before it did not.
    fn note_cut(&mut self, begin: usize, index: usize, task: Task) {
        let (player, previous) = (self.state.turn(), self.previous());
        let before = self.moves[begin..index].iter().map(|&(_, cell)| cell);
        let cell = self.moves[index].1;
        let depth = (task.depth / PLY).max(1);
        self.history.note_cut(cell, player, (depth, task.ply), previous, before);
    }

    /// Plays a move and searches it: so deep if it comes first, else less deep at first by a reduction.
    pub fn child(&mut self, cell: Cell, depths: (i32, i32), task: Task, first: bool) -> Option<Verdict> {
        if let Some(key) = self.state.key_after(cell) {
            self.table.fetch(key);
        }
        self.state.play(cell);
        self.path.push(Some(cell));
        let verdict = if first {
            self.node(task.below(depths.0)).map(Verdict::reversed)
        } else {
            self.scouted(depths, task)
        };
        self.path.pop();
        self.state.undo(cell);
        verdict
    }

    /// Searches a move that is expected to be no better than what is reached, deeper if it turns out to be.
    fn scouted(&mut self, (depth, reduction): (i32, i32), task: Task) -> Option<Verdict> {
        let mut depth = depth;
        let reduced = (depth - reduction).max(depth.min(PLY));
        let is_reduced = reduced < depth;
        let mut verdict = self.node(task.scout(reduced, is_reduced || !task.cut))?.reversed();
        if is_reduced && verdict.value > task.alpha {
            depth += surprise(depth - reduced, verdict.value, task.alpha);
            verdict = self.node(task.scout(depth, !task.cut))?.reversed();
        }
        if !task.is_pv() || verdict.value <= task.alpha || verdict.value >= task.beta {
            return Some(verdict);
        }
        let second = self.node(task.below(depth))?.reversed();
        let bounds = second.bounds.and(verdict.bounds);
        Some(Verdict {
            value: bounds.clamp(second.value),
            bounds,
        })
    }

    /// Lets the opponent move twice: the value for the side to move if even that is at least `beta`.
    pub(super) fn passed(&mut self, depth: i32, task: Task) -> Option<i32> {
        self.state.pass();
        self.path.push(None);
        let verdict = self.node(Task {
            depth,
            ply: task.ply + 1,
            alpha: -task.beta,
            beta: -task.beta + 1,
            cut: !task.cut,
            excluded: None,
        });
        self.path.pop();
        self.state.pass();
        verdict.map(|verdict| -verdict.value)
    }

    /// Whether the current node follows a pass.
    pub(super) fn is_after_pass(&self) -> bool {
        matches!(self.path.last(), Some(None))
    }
}

/// What the moves of a node came to.
pub(super) struct Children {
    /// The best of them.
    pub best: Option<Cell>,
    /// Its value.
    pub value: i32,
    /// What is proven of the best of them, at least.
    pub low: i32,
    /// At most.
    pub high: i32,
    /// Whether moves may have been left out because one was good enough.
    pub cut: bool,
    /// Whether late moves were not looked at.
    pub skipped: bool,
}

impl Children {
    fn none() -> Children {
        Children {
            best: None,
            value: -INFINITE,
            low: -INFINITE,
            high: -INFINITE,
            cut: false,
            skipped: false,
        }
    }

    /// A move that need not be searched to be good enough.
    fn cut_at(cell: Cell, value: i32) -> Children {
        Children {
            best: Some(cell),
            value,
            cut: true,
            ..Children::none()
        }
    }

    /// Adds what a move came to.
    fn add(&mut self, cell: Cell, verdict: Verdict) {
        self.low = self.low.max(verdict.bounds.low);
        self.high = self.high.max(verdict.bounds.high);
        if verdict.value > self.value {
            self.value = verdict.value;
            self.best = Some(cell);
        }
    }

    /// What these moves and more of them came to.
    fn and(self, more: Children) -> Children {
        Children {
            best: if more.value > self.value { more.best } else { self.best },
            value: self.value.max(more.value),
            low: self.low.max(more.low),
            high: self.high.max(more.high),
            cut: self.cut || more.cut,
            skipped: self.skipped || more.skipped,
        }
    }
}
