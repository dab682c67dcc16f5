//! One node of the tree: alpha-beta in its negamax form, with a null window for all moves but the first.
//!
//! Each node returns an estimate and, apart from it, what is proven ([`Bounds`]). Only facts enter the bounds: a
//! finished game, an argument about lines, or children whose bounds leave no other way. A move that was not looked
//! at keeps the upper bound open. So a cut, a depth limit or a selection of moves can make an estimate wrong but
//! never a proof.

use std::time::{Duration, Instant};

use super::Report;
use super::history::History;
use super::moves::Selection;
use super::prune;
use super::state::State;
use super::table::{Entry, Kind, Table};
use super::team::Team;
use super::threats::Failures;
use super::value::{Bounds, INFINITE, LARGEST_ESTIMATE, is_loss};
use crate::budget::{Budget, StopReason};
use crate::game::Cell;

/// No line is followed further than this.
pub const MAX_PLY: u32 = 240;
/// Moves tried for a win by threats where the search ends.
const LEAF_TRIES: u32 = 40;
/// Nodes between two looks at the clock: well below a millisecond even on large boards.
const CLOCK_INTERVAL: u64 = 32;
/// A running search says something at least once a second; this leaves room for a busy machine.
const HEARTBEAT: Duration = Duration::from_millis(700);
/// With more empty cells than this the rest of the board is too much to look at.
const WIDENED_EMPTIES: usize = 400;
/// How far threats of the opponent are answered where the search ends.
const LEAF_DEFENCES: i32 = -3;

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

/// A search in progress.
pub struct Search<'a> {
    /// The position, changed and restored on the way.
    pub state: State,
    table: &'a Table,
    budget: &'a Budget,
    team: &'a Team,
    /// 0 for the one who answers.
    rank: usize,
    /// Nodes of a helper that the team knows of.
    told: u64,
    /// Whether every useful move is looked at on any board.
    pub(super) exhaustive: bool,
    /// Nodes visited.
    pub nodes: u64,
    /// Deepest ply reached in this iteration.
    pub seldepth: u32,
    /// Why the search had to end, once it has.
    pub stopped: Option<StopReason>,
    /// The moves of all nodes on the current path, each with its rank.
    pub(super) moves: Vec<(i32, Cell)>,
    /// The same for the moves of threat sequences.
    pub(super) threat_moves: Vec<(i32, Cell)>,
    pub(super) failures: Failures,
    /// Room for the generation of defences.
    pub(super) defences: Vec<Cell>,
    pub(super) more_defences: Vec<Cell>,
    pub(super) history: History,
    pub(super) logarithms: prune::Logarithms,
    /// The estimates of the nodes on the current path.
    estimates: Vec<i32>,
    /// The moves from the root to the current node; none for a pass.
    path: Vec<Option<Cell>>,
    /// The best line from each ply on the current path.
    lines: Vec<Vec<Cell>>,
    /// What a sign of life shows.
    pub latest: Option<Report>,
    last_report: Instant,
    report: &'a mut dyn FnMut(Report),
}

impl<'a> Search<'a> {
    /// A search of `state` that remembers in `table`, spends from `budget` and tells `report`.
    pub fn new(
        state: State,
        table: &'a Table,
        budget: &'a Budget,
        (team, rank): (&'a Team, usize),
        exhaustive: bool,
        report: &'a mut dyn FnMut(Report),
    ) -> Search<'a> {
        let history = History::new(state.dims().cells(), MAX_PLY as usize + 2);
        Search {
            state,
            table,
            budget,
            team,
            rank,
            told: 0,
            exhaustive,
            nodes: 0,
            seldepth: 0,
            stopped: None,
            moves: Vec::new(),
            threat_moves: Vec::new(),
            failures: Failures::default(),
            defences: Vec::new(),
            more_defences: Vec::new(),
            history,
            logarithms: prune::Logarithms::default(),
            estimates: vec![0; MAX_PLY as usize + 4],
            path: Vec::new(),
            lines: vec![Vec::new(); MAX_PLY as usize + 2],
            latest: None,
            last_report: Instant::now(),
            report,
        }
    }

    /// Sends a report.
    pub fn tell(&mut self, report: Report) {
        self.last_report = Instant::now();
        (self.report)(report);
    }

    /// Repeats the latest report with current figures if nothing was said for a while.
    pub fn show_life(&mut self) {
        if self.last_report.elapsed() >= HEARTBEAT
            && let Some(latest) = &self.latest
        {
            let report = Report {
                nodes: self.all_nodes(),
                time: self.budget.elapsed(),
                permille_full: self.table.permille_full(),
                ..latest.clone()
            };
            self.tell(report);
        }
    }

    /// The best line below the node at `ply`.
    pub fn line(&self, ply: u32) -> &[Cell] {
        &self.lines[ply as usize]
    }

    /// Forgets the line below the node at `ply`.
    pub fn clear_line(&mut self, ply: u32) {
        self.lines[ply as usize].clear();
    }

    /// The move that led to the current node, if it was not a pass.
    #[inline]
    pub(super) fn previous(&self) -> Option<Cell> {
        self.path.last().copied().flatten()
    }

    /// Searches the current position; `None` if the search had to stop.
    pub fn node(&mut self, depth: i32, ply: u32, alpha: i32, beta: i32) -> Option<Verdict> {
        self.enter(ply)?;
        let is_pv = beta - alpha > 1;
        let facts = self.state.facts(ply);
        if facts.is_exact() {
            self.finish_line(ply);
            return Some(Verdict::settled(facts));
        }
        if let Some(verdict) = decided(facts, alpha, beta) {
            return Some(verdict);
        }
        let (key, symmetry) = self.state.key();
        let entry = self.table.get(key).map(|entry| entry.seen_from_root(ply));
        let mut bounds = facts;
        let mut best = None;
        if let Some(entry) = entry {
            bounds = bounds.and(entry.bounds);
            best = entry.best.and_then(|image| self.state.preimage(image, symmetry));
            if let Some(verdict) = decided(bounds, alpha, beta) {
                return Some(verdict);
            }
            if !is_pv && i32::from(entry.depth) >= depth && cuts(entry, alpha, beta) {
                return Some(Verdict {
                    value: bounds.clamp(entry.value),
                    bounds,
                });
            }
        }
        let must_block = !self.state.patterns().completing(!self.state.turn()).is_empty();
        let in_danger = must_block || !self.state.patterns().winning(!self.state.turn()).is_empty();
        let estimate = bounds.clamp(self.estimate());
        // Good enough as it stands: a win would not change the choice above.
        if depth <= 0 && !is_pv && !in_danger && !self.is_full_width() && estimate >= beta {
            return Some(Verdict {
                value: estimate,
                bounds,
            });
        }
        if (depth <= 0 || is_pv)
            && let Some(value) = self.threat_win(ply, LEAF_TRIES)
        {
            bounds.low = bounds.low.max(value);
            // A proof of the exact distance goes on: there may be a shorter win.
            if !self.exhaustive || depth <= 0 || value >= beta {
                self.remember(key, ply, None, (bounds.low, Kind::AtLeast), depth, bounds);
                return Some(Verdict {
                    value: bounds.low,
                    bounds,
                });
            }
        }
        self.estimates[ply as usize + 2] = estimate;
        let ends = depth <= 0 && !must_block && (!in_danger || depth <= LEAF_DEFENCES);
        if ends || ply >= MAX_PLY {
            self.remember(key, ply, None, (estimate, Kind::Exact), 0, bounds);
            return Some(Verdict {
                value: estimate,
                bounds,
            });
        }
        let mut depth = depth;
        if !is_pv && !in_danger && !self.is_full_width() {
            if let Some(value) = self.prune(depth, ply, estimate, alpha, beta)? {
                return Some(Verdict {
                    value: bounds.clamp(value),
                    bounds,
                });
            }
            if best.is_none() && depth >= prune::UNKNOWN_DEPTH {
                depth -= 1;
            }
        }
        let begin = self.moves.len();
        let mut selection = self.generate(ply, best);
        // Answering the only threat costs no depth: it is not a choice.
        let below = if must_block { depth } else { depth - 1 };
        let outcome = self.children(begin, below, ply, alpha, beta, selection);
        let outcome = outcome.and_then(|found| self.widened(found, begin, below, ply, alpha, beta, &mut selection));
        self.moves.truncate(begin);
        let mut outcome = outcome?;
        outcome.high = outcome.high.max(selection.rest);
        outcome.value = outcome.value.max(selection.rest);
        bounds.low = bounds.low.max(outcome.low);
        let complete = selection.complete && !outcome.skipped;
        if complete && !outcome.cut {
            bounds.high = bounds.high.min(outcome.high);
        }
        if !complete && !outcome.cut {
            // All moves looked at lose, but there are others: a bad estimate, not a loss.
            outcome.value = outcome.value.max(-LARGEST_ESTIMATE);
        }
        let value = bounds.clamp(outcome.value);
        let kind = if outcome.cut {
            Kind::AtLeast
        } else if outcome.value > alpha {
            Kind::Exact
        } else {
            Kind::AtMost
        };
        self.remember(
            key,
            ply,
            outcome.best.map(|cell| self.state.image(cell, symmetry)),
            (value, kind),
            depth,
            bounds,
        );
        Some(Verdict { value, bounds })
    }

    pub(super) fn remember(
        &self,
        key: u64,
        ply: u32,
        best: Option<Cell>,
        (value, kind): (i32, Kind),
        depth: i32,
        bounds: Bounds,
    ) {
        let depth = depth.clamp(0, 255) as u8;
        let entry = Entry {
            best,
            value,
            kind,
            depth,
            bounds,
        };
        self.table.put(key, entry.seen_from_here(ply));
    }

    /// Counts the node and looks whether the search must end.
    pub(super) fn enter(&mut self, ply: u32) -> Option<()> {
        if self.is_out_of_nodes() {
            self.stopped = Some(StopReason::Nodes);
            return None;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        self.lines[ply as usize].clear();
        if self.nodes.is_multiple_of(CLOCK_INTERVAL) {
            self.look_up();
        }
        self.stopped.is_none().then_some(())
    }

    /// Whether the node limit is reached.
    pub(super) fn is_out_of_nodes(&self) -> bool {
        self.budget.counts_nodes() && self.budget.nodes_spent(self.all_nodes())
    }

    /// The nodes of all threads.
    pub fn all_nodes(&self) -> u64 {
        self.nodes + self.team.nodes()
    }

    /// Looks at the clock and the rest of the world.
    fn look_up(&mut self) {
        if self.rank > 0 {
            self.team.count(self.nodes - self.told);
            self.told = self.nodes;
        }
        self.stopped = self.budget.spent(self.all_nodes());
        self.show_life();
    }

    pub(super) fn estimate(&self) -> i32 {
        self.state
            .patterns()
            .estimate(self.state.turn())
            .clamp(-LARGEST_ESTIMATE, LARGEST_ESTIMATE)
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

    /// Searches the moves from `begin` on the stack.
    fn children(
        &mut self,
        begin: usize,
        depth: i32,
        ply: u32,
        alpha: i32,
        beta: i32,
        selection: Selection,
    ) -> Option<Children> {
        let estimate = self.estimates[ply as usize + 2];
        let improving = estimate > self.estimates[ply as usize];
        let mut found = Children::none();
        let is_pv = beta - alpha > 1;
        let narrow = !self.is_full_width();
        let mut alpha = alpha;
        for index in begin..self.moves.len() {
            let cell = self.pick(index);
            let place = index - begin;
            let quiet = self.is_quiet(cell);
            if narrow
                && quiet
                && !selection.forced
                && !is_pv
                && (place >= prune::moves_at(depth + 1) || place > 0 && prune::is_futile(depth + 1, estimate, alpha))
                && !is_loss(found.value)
            {
                found.skipped = true;
                break;
            }
            let window = if index == begin { beta } else { alpha + 1 };
            let reduction = if narrow {
                self.reduction(place, depth, cell, quiet, is_pv, improving)
            } else {
                0
            };
            let child = self.child(cell, depth, reduction, ply, alpha, window, beta)?;
            found.low = found.low.max(child.bounds.low);
            found.high = found.high.max(child.bounds.high);
            if child.value > found.value {
                found.value = child.value;
                found.best = Some(cell);
            }
            if child.value > alpha {
                alpha = child.value;
                self.extend_line(ply, cell);
                if alpha >= beta {
                    found.cut = index + 1 < self.moves.len() || child.value >= beta;
                    self.note_cut(begin, index, depth + 1, ply);
                    break;
                }
            }
        }
        Some(found)
    }

    /// Where all moves considered lose, looks at the rest of the board as well, so that a loss is proven or a defence
    /// found.
    #[allow(clippy::too_many_arguments)]
    fn widened(
        &mut self,
        found: Children,
        begin: usize,
        depth: i32,
        ply: u32,
        alpha: i32,
        beta: i32,
        selection: &mut Selection,
    ) -> Option<Children> {
        let is_open = !selection.complete && !found.cut && !found.skipped && is_loss(found.high);
        if !is_open || self.state.empties() > WIDENED_EMPTIES {
            return Some(found);
        }
        let rest = self.push_rest(begin, ply);
        let more = self.children(rest, depth, ply, alpha.max(found.value), beta, *selection)?;
        selection.complete = true;
        Some(found.and(more))
    }

    /// The move at `index` of the stack cut, those from `begin` on before it did not.
    fn note_cut(&mut self, begin: usize, index: usize, depth: i32, ply: u32) {
        let (player, previous) = (self.state.turn(), self.previous());
        let before = self.moves[begin..index].iter().map(|&(_, cell)| cell);
        let cell = self.moves[index].1;
        self.history
            .note_cut(cell, player, (depth.max(1), ply), previous, before);
    }

    /// Plays a move and searches it, first up to `window`, then up to `beta` if it turns out better than expected.
    #[allow(clippy::too_many_arguments)]
    pub fn child(
        &mut self,
        cell: Cell,
        depth: i32,
        reduction: i32,
        ply: u32,
        alpha: i32,
        window: i32,
        beta: i32,
    ) -> Option<Verdict> {
        if let Some(key) = self.state.key_after(cell) {
            self.table.fetch(key);
        }
        self.state.play(cell);
        self.path.push(Some(cell));
        let mut verdict = None;
        if reduction > 0 {
            verdict = self
                .node(depth - reduction, ply + 1, -window, -alpha)
                .map(Verdict::reversed);
        }
        if self.stopped.is_none() && verdict.is_none_or(|verdict| verdict.value > alpha) {
            verdict = self.twice(depth, ply + 1, alpha, window, beta);
        }
        self.path.pop();
        self.state.undo(cell);
        verdict
    }

    /// Lets the opponent move twice: the value for the side to move if even that is at least `beta`.
    pub(super) fn passed(&mut self, depth: i32, ply: u32, beta: i32) -> Option<i32> {
        self.state.pass();
        self.path.push(None);
        let verdict = self.node(depth, ply + 1, -beta, -beta + 1);
        self.path.pop();
        self.state.pass();
        verdict.map(|verdict| -verdict.value)
    }

    /// Whether the current node follows a pass.
    pub(super) fn is_after_pass(&self) -> bool {
        matches!(self.path.last(), Some(None))
    }

    fn twice(&mut self, depth: i32, ply: u32, alpha: i32, window: i32, beta: i32) -> Option<Verdict> {
        let first = self.node(depth, ply, -window, -alpha)?.reversed();
        if first.value <= alpha || first.value >= beta || window >= beta {
            return Some(first);
        }
        let second = self.node(depth, ply, -beta, -alpha)?.reversed();
        let bounds = second.bounds.and(first.bounds);
        Some(Verdict {
            value: bounds.clamp(second.value),
            bounds,
        })
    }

    /// The best line at `ply` is now `cell` and the best line below.
    pub fn extend_line(&mut self, ply: u32, cell: Cell) {
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(cell);
        line.extend_from_slice(&below[0]);
    }
}

/// What the moves of a node came to.
struct Children {
    best: Option<Cell>,
    value: i32,
    low: i32,
    high: i32,
    /// Whether moves may have been left out because one was good enough.
    cut: bool,
    /// Whether late moves were not looked at.
    skipped: bool,
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

/// The verdict, if the bounds leave nothing to search for within the window.
fn decided(bounds: Bounds, alpha: i32, beta: i32) -> Option<Verdict> {
    if bounds.low >= beta || bounds.is_exact() {
        Some(Verdict {
            value: bounds.low,
            bounds,
        })
    } else if bounds.high <= alpha {
        Some(Verdict {
            value: bounds.high,
            bounds,
        })
    } else {
        None
    }
}

fn cuts(entry: Entry, alpha: i32, beta: i32) -> bool {
    match entry.kind {
        Kind::Exact => true,
        Kind::AtLeast => entry.value >= beta,
        Kind::AtMost => entry.value <= alpha,
    }
}
