//! One node of the tree: alpha-beta in its negamax form, with a null window for all moves but the first.
//!
//! Each node returns an estimate and, apart from it, what is proven ([`Bounds`]). Only facts enter the bounds: a
//! finished game, an argument about lines, or children whose bounds leave no other way. A move that was not looked
//! at keeps the upper bound open. So a cut, a depth limit or a selection of moves can make an estimate wrong but
//! never a proof.

use super::depth::{self, plies};
use super::searcher::{MAX_PLY, Search};
use super::table::{Entry, Kind};
use super::value::{Bounds, LARGEST_ESTIMATE};
use crate::game::Cell;

/// Moves tried for a win by threats where the search ends.
const LEAF_TRIES: u32 = 16;
/// How far threats of the opponent are answered where the search ends, in plies.
const LEAF_DEFENCES: f32 = -1.2;

/// What a node is worth for its side to move.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    /// The estimate, within the bounds.
    pub value: i32,
    /// What is proven.
    pub bounds: Bounds,
}

impl Verdict {
    fn settled(bounds: Bounds) -> Verdict {
        Verdict {
            value: bounds.clamp(bounds.low),
            bounds,
        }
    }

    /// The same seen by the other side.
    pub fn reversed(self) -> Verdict {
        Verdict {
            value: -self.value,
            bounds: self.bounds.reversed(),
        }
    }
}

/// What is asked of a node.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// How deep to look, in parts of a ply.
    pub depth: i32,
    /// Plies from the root.
    pub ply: u32,
    /// What is reached already.
    pub alpha: i32,
    /// What is enough.
    pub beta: i32,
    /// Whether the node is expected to reach beta: a move before was good, this one is to be refuted.
    pub cut: bool,
    /// A move to leave out, to learn what the others are worth.
    pub excluded: Option<Cell>,
}

impl Task {
    /// Whether the node lies on the line that is expected to be best.
    pub fn is_pv(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The node after a move, for the full window.
    pub(super) fn below(self, depth: i32) -> Task {
        Task {
            depth,
            ply: self.ply + 1,
            alpha: -self.beta,
            beta: -self.alpha,
            cut: !self.is_pv() && !self.cut,
            excluded: None,
        }
    }

    /// The node after a move that is expected to be no better than what is reached.
    pub(super) fn scout(self, depth: i32, cut: bool) -> Task {
        Task {
            alpha: -self.alpha - 1,
            cut,
            ..self.below(depth)
        }
    }
}

/// What is known about a node before its moves are looked at.
#[derive(Clone, Copy)]
pub(super) struct Known {
    key: u64,
    symmetry: usize,
    /// What the table has.
    pub entry: Option<Entry>,
    /// The table's move.
    pub best: Option<Cell>,
    /// What is proven.
    pub bounds: Bounds,
}

/// What threatens the side to move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Danger {
    /// Nothing that must be answered.
    None,
    /// The other one would threaten to complete a line in two ways.
    Open,
    /// The other one would complete a line.
    Completes,
}

/// A node on its way: the task, and what is known.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// What is asked.
    pub task: Task,
    /// What is known.
    pub known: Known,
    /// What threatens.
    pub danger: Danger,
    /// The static estimate.
    pub estimate: i32,
    /// The estimate, corrected by what the table says.
    pub better: i32,
    /// Whether the estimate has risen since the mover's last move.
    pub improving: bool,
}

impl Search<'_> {
    /// Searches the current position; `None` if the search had to stop.
    pub fn node(&mut self, task: Task) -> Option<Verdict> {
        self.enter(task.ply)?;
        let facts = self.state.facts(task.ply);
        if facts.is_exact() {
            self.finish_line(task.ply);
            return Some(Verdict::settled(facts));
        }
        if let Some(verdict) = decided(facts, task) {
            return Some(verdict);
        }
        let known = self.recall(task.ply, facts);
        if task.excluded.is_none()
            && let Some(verdict) = remembered(&known, task)
        {
            return Some(verdict);
        }
        let mut node = self.judged(task, known);
        if let Some(verdict) = self.leaf(&mut node) {
            return Some(verdict);
        }
        if !task.is_pv()
            && !self.is_full_width()
            && let Some(value) = self.prune(&node)?
        {
            let bounds = node.known.bounds;
            return Some(Verdict {
                value: bounds.clamp(value),
                bounds,
            });
        }
        self.branch(node)
    }

    /// What the table knows about the current position.
    fn recall(&self, ply: u32, facts: Bounds) -> Known {
        let (key, symmetry) = self.state.key();
        let entry = self.table.get(key).map(|entry| entry.seen_from_root(ply));
        Known {
            key,
            symmetry,
            entry,
            best: entry
                .and_then(|entry| entry.best)
                .and_then(|image| self.state.preimage(image, symmetry)),
            bounds: entry.map_or(facts, |entry| facts.and(entry.bounds)),
        }
    }

    /// Judges the current position as it stands.
    fn judged(&mut self, task: Task, known: Known) -> Node {
        let other = !self.state.turn();
        let danger = if !self.state.patterns().completing(other).is_empty() {
            Danger::Completes
        } else if !self.state.patterns().winning(other).is_empty() {
            Danger::Open
        } else {
            Danger::None
        };
        let estimate = known.bounds.clamp(self.estimate());
        self.estimates[task.ply as usize + 2] = estimate;
        let better = match known.entry {
            Some(entry) if entry.kind.holds(entry.value, estimate) => known.bounds.clamp(entry.value),
            _ => estimate,
        };
        Node {
            task,
            known,
            danger,
            estimate,
            better,
            improving: estimate > self.estimates[task.ply as usize],
        }
    }

    /// The verdict where the search ends, or a win by threats is found.
    fn leaf(&mut self, node: &mut Node) -> Option<Verdict> {
        let Node {
            task,
            known,
            danger,
            estimate,
            ..
        } = *node;
        let Task { depth, ply, beta, .. } = task;
        let bounds = known.bounds;
        let ended = depth <= 0;
        // Good enough as it stands: a win would not change the choice above.
        if ended && !task.is_pv() && danger == Danger::None && !self.is_full_width() && estimate >= beta {
            return Some(Verdict {
                value: estimate,
                bounds,
            });
        }
        if (ended || task.is_pv())
            && let Some(value) = self.threat_win(ply, LEAF_TRIES)
        {
            node.known.bounds.low = bounds.low.max(value);
            let bounds = node.known.bounds;
            // A proof of the exact distance goes on: there may be a shorter win.
            if !self.exhaustive || ended || value >= beta {
                self.remember(known.key, ply, None, (bounds.low, Kind::AtLeast), depth, bounds);
                return Some(Verdict {
                    value: bounds.low,
                    bounds,
                });
            }
        }
        let bounds = node.known.bounds;
        let ends = match danger {
            Danger::None => ended,
            Danger::Open => depth <= plies(LEAF_DEFENCES),
            Danger::Completes => false,
        };
        if ends || ply >= MAX_PLY {
            self.remember(known.key, ply, None, (estimate, Kind::Exact), 0, bounds);
            return Some(Verdict {
                value: estimate,
                bounds,
            });
        }
        None
    }

    /// Looks at the moves.
    fn branch(&mut self, mut node: Node) -> Option<Verdict> {
        let Task { ply, alpha, .. } = node.task;
        node.task.depth -= self.unknown_reduction(&node);
        let depth = node.task.depth;
        let begin = self.moves.len();
        let mut selection = self.generate(ply, node.known.best);
        let outcome = self.children(begin, &node, selection);
        let outcome = outcome.and_then(|found| self.widened(found, begin, &node, &mut selection));
        self.moves.truncate(begin);
        let mut outcome = outcome?;
        outcome.high = outcome.high.max(selection.rest);
        outcome.value = outcome.value.max(selection.rest);
        let mut bounds = node.known.bounds;
        bounds.low = bounds.low.max(outcome.low);
        let complete = selection.complete && !outcome.skipped && node.task.excluded.is_none();
        if complete && !outcome.cut {
            bounds.high = bounds.high.min(outcome.high);
        }
        if !complete && !outcome.cut {
            // All moves looked at lose, but there are others: a bad estimate, not a loss.
            outcome.value = outcome.value.max(-LARGEST_ESTIMATE);
        }
        if node.task.excluded.is_some() {
            return Some(Verdict {
                value: outcome.value,
                bounds,
            });
        }
        let value = bounds.clamp(outcome.value);
        let kind = if outcome.cut {
            Kind::AtLeast
        } else if outcome.value > alpha {
            Kind::Exact
        } else {
            Kind::AtMost
        };
        let image = outcome.best.map(|cell| self.state.image(cell, node.known.symmetry));
        self.remember(node.known.key, ply, image, (value, kind), depth, bounds);
        Some(Verdict { value, bounds })
    }

    /// The line of a position that its threats decide at once.
    fn finish_line(&mut self, ply: u32) {
        let patterns = self.state.patterns();
        let (me, other) = (self.state.turn(), !self.state.turn());
        let line = &mut self.lines[ply as usize];
        if let Some(win) = patterns.completing(me).first() {
            line.push(win);
        } else if patterns.completing(other).len() > 1 {
            line.extend(patterns.completing(other).iter().take(2));
        } else if let Some(win) = patterns.winning(me).first() {
            line.push(win);
        }
    }
}

/// The verdict, if the bounds leave nothing to search for within the window.
fn decided(bounds: Bounds, task: Task) -> Option<Verdict> {
    if bounds.low >= task.beta || bounds.is_exact() {
        Some(Verdict {
            value: bounds.low,
            bounds,
        })
    } else if bounds.high <= task.alpha {
        Some(Verdict {
            value: bounds.high,
            bounds,
        })
    } else {
        None
    }
}

/// The verdict, if the table has it.
fn remembered(known: &Known, task: Task) -> Option<Verdict> {
    let entry = known.entry?;
    let bounds = known.bounds;
    if let Some(verdict) = decided(bounds, task) {
        return Some(verdict);
    }
    let cuts = match entry.kind {
        Kind::Exact => true,
        Kind::AtLeast => entry.value >= task.beta,
        Kind::AtMost => entry.value <= task.alpha,
    };
    (!task.is_pv() && entry.depth >= depth::kept(task.depth) && cuts).then(|| Verdict {
        value: bounds.clamp(entry.value),
        bounds,
    })
}
