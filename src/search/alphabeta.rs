//! One node of the tree: alpha-beta in its negamax form, with a null window for all moves but the first.
//!
//! Each node returns an estimate and, apart from it, what is proven ([`Bounds`]). Only facts enter the bounds: a
//! finished game, an argument about lines, or children whose bounds leave no other way. A move that was not looked
//! at keeps the upper bound open. So a cut, a depth limit or a selection of moves can make an estimate wrong but
//! never a proof.

use std::time::{Duration, Instant};

use super::Report;
use super::state::State;
use super::table::{Entry, Kind, Table};
use super::value::{Bounds, INFINITE, LARGEST_ESTIMATE, loss_at};
use crate::budget::{Budget, StopReason};
use crate::game::Cell;

/// No line is followed further than this.
pub const MAX_PLY: u32 = 240;
/// With at most this many empty cells every useful move is looked at, with more only the best near stones.
const FULL_WIDTH_EMPTIES: usize = 36;
/// How many moves near stones are looked at.
const WIDTH: usize = 24;
/// So many moves are searched to full depth before late ones are searched less deep.
const FULL_DEPTH_MOVES: usize = 4;
/// Moves tried for a win by threats where the search ends.
const LEAF_TRIES: u32 = 40;
/// Nodes between two looks at the clock: some microseconds on small boards, well below a millisecond on large ones.
const CLOCK_INTERVAL: u64 = 16;
/// A running search says something at least once a second; this leaves room for a busy machine.
const HEARTBEAT: Duration = Duration::from_millis(700);

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
    /// Whether every useful move is looked at on any board.
    exhaustive: bool,
    /// Nodes visited.
    pub nodes: u64,
    /// Deepest ply reached in this iteration.
    pub seldepth: u32,
    /// Why the search had to end, once it has.
    pub stopped: Option<StopReason>,
    /// The moves of all nodes on the current path, each with its rank.
    moves: Vec<(i32, Cell)>,
    /// The same for the moves of threat sequences.
    pub(super) threat_moves: Vec<(i32, Cell)>,
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
        exhaustive: bool,
        report: &'a mut dyn FnMut(Report),
    ) -> Search<'a> {
        Search {
            state,
            table,
            budget,
            exhaustive,
            nodes: 0,
            seldepth: 0,
            stopped: None,
            moves: Vec::new(),
            threat_moves: Vec::new(),
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
                nodes: self.nodes,
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

    /// Whether every move that could matter is generated in the current position.
    pub fn is_full_width(&self) -> bool {
        self.exhaustive || self.state.empties() <= FULL_WIDTH_EMPTIES
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
        let block = self.state.windows().wins(!self.state.turn()).first().copied();
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
        if (depth <= 0 && block.is_none()) || ply >= MAX_PLY {
            let value = bounds.clamp(self.estimate());
            self.remember(key, ply, None, (value, Kind::Exact), 0, bounds);
            return Some(Verdict { value, bounds });
        }
        let begin = self.moves.len();
        let complete = self.generate(block, best);
        // Answering the only threat costs no depth: it is not a choice.
        let below = if block.is_some() { depth } else { depth - 1 };
        let outcome = self.children(begin, below, ply, alpha, beta);
        self.moves.truncate(begin);
        let mut outcome = outcome?;
        if block.is_some() {
            // Every other move loses at once.
            outcome.high = outcome.high.max(loss_at(ply + 2));
        }
        bounds.low = bounds.low.max(outcome.low);
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

    fn remember(&self, key: u64, ply: u32, best: Option<Cell>, (value, kind): (i32, Kind), depth: i32, bounds: Bounds) {
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
    fn enter(&mut self, ply: u32) -> Option<()> {
        if self.budget.nodes_spent(self.nodes) {
            self.stopped = Some(StopReason::Nodes);
            return None;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        self.lines[ply as usize].clear();
        if self.nodes.is_multiple_of(CLOCK_INTERVAL) {
            self.stopped = self.budget.spent(self.nodes);
            self.show_life();
        }
        self.stopped.is_none().then_some(())
    }

    fn estimate(&self) -> i32 {
        self.state
            .windows()
            .estimate(self.state.turn())
            .clamp(-LARGEST_ESTIMATE, LARGEST_ESTIMATE)
    }

    /// The line of a position that its threats decide at once.
    fn finish_line(&mut self, ply: u32) {
        let windows = self.state.windows();
        let line = &mut self.lines[ply as usize];
        if let Some(&win) = windows.wins(self.state.turn()).first() {
            line.push(win);
        } else if let [block, win, ..] = windows.wins(!self.state.turn()) {
            line.extend([*block, *win]);
        }
    }

    /// Appends the moves worth a look to the move stack; says whether all others are provably no better.
    fn generate(&mut self, block: Option<Cell>, best: Option<Cell>) -> bool {
        if let Some(block) = block {
            self.moves.push((0, block));
            return true;
        }
        let begin = self.moves.len();
        let complete = self.is_full_width();
        if !complete {
            self.push_ranked(best, false);
        }
        if self.moves.len() == begin {
            self.push_ranked(best, true);
        }
        if !complete && self.moves.len() - begin > WIDTH {
            let found = &mut self.moves[begin..];
            found.select_nth_unstable_by_key(WIDTH, |&(rank, cell)| (-rank, cell));
            self.moves.truncate(begin + WIDTH);
        }
        complete
    }

    /// Pushes the live cells of the board or of the candidates. A stone on a dead cell is as good as a pass, and in
    /// these games an extra stone never hurts, so dead cells need no look while a live one is left.
    fn push_ranked(&mut self, best: Option<Cell>, everywhere: bool) {
        let state = &self.state;
        let turn = state.turn();
        let rank = |cell: Cell| {
            let windows = state.windows();
            if best == Some(cell) {
                i32::MAX
            } else {
                windows.worth(cell, turn) + windows.worth(cell, !turn)
            }
        };
        let is_live = |cell: &Cell| state.is_empty(*cell) && !state.windows().is_dead(*cell);
        if everywhere {
            let live = state.dims().all_cells().filter(is_live);
            self.moves.extend(live.map(|cell| (rank(cell), cell)));
        } else {
            let live = state.candidates().iter().copied().filter(is_live);
            self.moves.extend(live.map(|cell| (rank(cell), cell)));
        }
    }

    /// Takes the best of the moves from `from` on to the front and returns it; ties go to the smaller cell.
    fn pick(&mut self, from: usize) -> Cell {
        let best = (from..self.moves.len())
            .min_by_key(|&index| (-self.moves[index].0, self.moves[index].1))
            .unwrap_or(from);
        self.moves.swap(from, best);
        self.moves[from].1
    }

    /// Searches the moves from `begin` on the stack.
    fn children(&mut self, begin: usize, depth: i32, ply: u32, alpha: i32, beta: i32) -> Option<Children> {
        let mut found = Children::none();
        let mut alpha = alpha;
        for index in begin..self.moves.len() {
            let cell = self.pick(index);
            let window = if index == begin { beta } else { alpha + 1 };
            let reduction = self.reduction(index - begin, depth, cell);
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
                    break;
                }
            }
        }
        Some(found)
    }

    /// How much less deep a move is searched at first: late quiet ones, where not every move is looked at anyway.
    fn reduction(&self, place: usize, depth: i32, cell: Cell) -> i32 {
        let windows = self.state.windows();
        let turn = self.state.turn();
        let quiet = !windows.is_threat(cell, turn) && !windows.is_threat(cell, !turn);
        if place < FULL_DEPTH_MOVES || depth < 2 || !quiet || self.is_full_width() {
            0
        } else {
            1 + i32::from(depth >= 5) + i32::from(place >= 3 * FULL_DEPTH_MOVES)
        }
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
        self.state.play(cell);
        let mut verdict = None;
        if reduction > 0 {
            verdict = self
                .node(depth - reduction, ply + 1, -window, -alpha)
                .map(Verdict::reversed);
        }
        if self.stopped.is_none() && verdict.is_none_or(|verdict| verdict.value > alpha) {
            verdict = self.twice(depth, ply + 1, alpha, window, beta);
        }
        self.state.undo(cell);
        verdict
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
}

impl Children {
    fn none() -> Children {
        Children {
            best: None,
            value: -INFINITE,
            low: -INFINITE,
            high: -INFINITE,
            cut: false,
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
