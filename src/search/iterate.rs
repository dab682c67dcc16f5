//! The root: deeper and deeper searches until the budget is spent or the value is proven (seeds 001 and 003).

use std::time::Duration;

use super::alphabeta::{Task, Verdict};
use super::depth::PLY;
use super::reduce::Late;
use super::root::{self, Line};
use super::searcher::Search;
use super::state::State;
use super::table::Table;
use super::team::Team;
use super::value::{Bounds, DRAW, INFINITE, distance, is_loss, is_win, win_at};
use super::{Answer, Goal, Job, Report};
use crate::budget::StopReason;
use crate::eval::pairing;
use crate::game::Cell;
use crate::score::Score;

/// Deeper iterations are not begun.
const MAX_DEPTH: u32 = 120;
/// From this depth on the value is expected near that of the iteration before, within this margin.
const ASPIRATION_DEPTH: u32 = 4;
const ASPIRATION: i32 = 30;
/// A window wider than this is opened altogether.
const WIDEST: i32 = 1000;
/// Nodes spent on a win by threats before the full search: so many, and of a limited number at most this share, as a
/// divisor.
const THREAT_NODES: u64 = 10_000;
const THREAT_SHARE: u64 = 32;
/// The share of its time, as a divisor, that a search spends on looking for pairings.
const PAIRING_SHARE: u32 = 8;
/// How far a search looks where pairings prove that all moves draw: this share of its budget, as a divisor, and so deep.
const PAIRED_SHARE: u32 = 2;
const PAIRED_DEPTH: u32 = 14;
/// The share of its budget, as a divisor, that a search may spend on the longest resistance where all moves lose.
const RESISTANCE_SHARE: u32 = 2;
/// How often a search that has nothing left to do looks whether it may answer.
const POLL: Duration = Duration::from_millis(1);

/// An iterative search of one job.
pub struct Iteration<'a> {
    pub(super) job: &'a Job,
    pub(super) search: Search<'a>,
    pub(super) table: &'a Table,
    /// All root moves, the most promising first.
    pub(super) roots: Vec<Line>,
    /// Whether the root moves leave out only moves that are provably no better.
    pub(super) complete: bool,
    /// The best lines found so far, best first.
    pub(super) best: Vec<Line>,
    /// How many best lines are looked for.
    wanted: usize,
    /// What a weak player has seen.
    pub(super) seen: Vec<Line>,
    /// What pairings prove about the position, and so about every move: who answers in pairs loses nothing by an extra
    /// stone.
    pub(super) paired: Bounds,
    /// In how many plies a win announced before is due.
    due: Option<u32>,
}

impl<'a> Iteration<'a> {
    /// Prepares a search of the thread with this rank.
    pub fn new(
        job: &'a Job,
        table: &'a Table,
        team: &'a Team,
        rank: usize,
        report: &'a mut dyn FnMut(Report),
    ) -> Iteration<'a> {
        let state = State::new(&job.board);
        let exhaustive = job.goal == Goal::Prove;
        let search = Search::new(state, table, &job.budget, (team, rank), exhaustive, report);
        let wanted = job.lines.max(job.variety.lines());
        let (cells, complete) = root::cells(job, &search, wanted);
        let roots: Vec<Line> = cells.into_iter().map(Line::unsearched).collect();
        Iteration {
            job,
            search,
            table,
            best: roots[..1].to_vec(),
            wanted: wanted.min(roots.len()),
            roots,
            complete,
            seen: Vec::new(),
            paired: Bounds::OPEN,
            due: None,
        }
    }

    /// The same, but a win found must not last longer than so many plies.
    pub fn with_win_due(self, due: Option<u32>) -> Iteration<'a> {
        Iteration { due, ..self }
    }

    /// Searches to the end.
    pub fn run(mut self) -> Answer {
        self.first_glance();
        self.look_for_pairings();
        if self.job.only.is_empty() {
            self.search.prove_by_threats(self.threat_nodes());
        }
        let reason = self.deepen(1);
        let reason = self.wait_if_asked(reason);
        let chosen = self.chosen();
        let proof = self.proof();
        let report = self.report(&chosen, 1, Some(reason));
        self.search.tell(report);
        Answer {
            best: chosen.cell,
            proof,
            nodes: self.search.all_nodes(),
        }
    }

    /// Searches ahead of the leader until told to leave.
    pub fn help(mut self) {
        self.deepen(2);
    }

    /// An answer for the case that there is time for nothing else: the best-ranked move and its static value.
    fn first_glance(&mut self) {
        self.search.nodes = 1;
        self.search.seldepth = 1;
        let first = &mut self.best[0];
        let cell = first.cell;
        first.depth = 1;
        if self.search.state.completes(cell) {
            first.bounds = Bounds::exactly(win_at(1));
            first.value = win_at(1);
        } else {
            let turn = self.search.state.turn();
            self.search.state.play(cell);
            let facts = self.search.state.facts(1).reversed();
            first.value = facts.clamp(-self.search.state.patterns().estimate(!turn));
            first.bounds = facts;
            self.search.state.undo(cell);
        }
        let report = self.report(&self.best[0].clone(), 1, None);
        self.search.latest = Some(report.clone());
        self.search.tell(report);
    }

    /// Looks whether either side can be kept from ever completing a line.
    fn look_for_pairings(&mut self) {
        let (board, budget) = (&self.job.board, &self.job.budget);
        let may_go_on = || !budget.has_used(PAIRING_SHARE);
        if pairing::stops(board, !board.turn(), &may_go_on) {
            self.paired.low = DRAW;
        }
        if pairing::stops(board, board.turn(), &may_go_on) {
            self.paired.high = DRAW;
        }
        for line in self.roots.iter_mut().chain(&mut self.best) {
            line.bounds = line.bounds.and(self.paired);
        }
    }

    /// Nodes to spend on a win by threats before the full search.
    fn threat_nodes(&self) -> u64 {
        let share = self.job.budget.nodes_share(THREAT_SHARE);
        share.map_or(THREAT_NODES, |share| THREAT_NODES.min(share))
    }

    /// Iterates; returns why it ended.
    fn deepen(&mut self, from: u32) -> StopReason {
        let deepest = self.job.budget.depth().unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        for depth in from..=deepest {
            self.search.seldepth = 0;
            for index in 0..self.wanted {
                if let Err(reason) = self.search_line(depth, index) {
                    return reason;
                }
            }
            self.best.truncate(self.wanted);
            self.widen_if_lost();
            if self.job.variety.horizon() == Some(depth) {
                self.seen = self.best.clone();
            }
            if self.is_done(depth) {
                return StopReason::Proven;
            }
            if self.job.board.empties() == 1 || self.is_opening() && self.job.budget.may_be_left() {
                return StopReason::Forced;
            }
            if self.job.budget.is_soft_over() {
                return StopReason::Time;
            }
        }
        // Nothing is left to look at. Time may still be waited for, as asked; nodes would never come.
        if self.job.budget.depth().is_some() || self.job.budget.counts_nodes() {
            StopReason::Depth
        } else {
            self.linger()
        }
    }

    /// Where all moves considered lose, considers the rest of the board as well: there may be a defence, and if there is
    /// none the loss is proven, and the longest resistance known.
    fn widen_if_lost(&mut self) {
        if self.complete || !self.roots.iter().all(|root| is_loss(root.bounds.high)) {
            return;
        }
        let patterns = self.search.state.patterns();
        let is_new = |cell: &Cell| !patterns.is_dead(*cell) && self.roots.iter().all(|root| root.cell != *cell);
        let more: Vec<Line> = self.job.board.legal().filter(is_new).map(Line::unsearched).collect();
        self.roots.extend(more);
        self.complete = true;
    }

    /// Whether the board is empty and the choice made.
    fn is_opening(&self) -> bool {
        self.job.board.empties() == self.job.board.dims().cells() && self.roots.len() == 1
    }

    /// Whether a proven value ends the search.
    fn is_done(&self, depth: u32) -> bool {
        if self.paired.is_exact() && self.job.goal == Goal::Play {
            // All moves draw: a part of the budget goes into finding one that makes it hard for the other side.
            let nodes = self.job.budget.nodes_share(PAIRED_SHARE.into());
            return depth >= PAIRED_DEPTH
                || self.job.budget.has_used(PAIRED_SHARE)
                || nodes.is_some_and(|nodes| self.search.all_nodes() >= nodes);
        }
        if self.is_loss_unmeasured(depth) {
            return false;
        }
        if self.is_win_late(depth) {
            return false;
        }
        let settled = |line: &Line| line.bounds.score().is_some();
        match self.job.goal {
            Goal::Play => self.bounds().score().is_some() && self.best.iter().all(settled),
            Goal::Analyse => false,
            Goal::Prove => self.bounds().is_exact(),
        }
    }

    /// Whether the win found lasts longer than one announced before, and the search has not looked so far yet.
    fn is_win_late(&self, depth: u32) -> bool {
        let Some(Score::Win(plies)) = self.bounds().score() else {
            return false;
        };
        depth < plies && self.due.is_some_and(|due| plies > due)
    }

    /// Whether the position is lost, but for how long that can be put off is not known, the search has not looked so far
    /// yet, and there is still some of the budget to do so.
    fn is_loss_unmeasured(&self, depth: u32) -> bool {
        let bounds = self.bounds();
        if !is_loss(bounds.high) || bounds.is_exact() || depth >= distance(bounds.high) {
            return false;
        }
        let budget = &self.job.budget;
        let nodes = budget.nodes_share(RESISTANCE_SHARE.into());
        let is_spent = budget.has_used(RESISTANCE_SHARE) || nodes.is_some_and(|nodes| self.search.all_nodes() >= nodes);
        self.job.goal == Goal::Play && !is_spent
    }

    /// With nothing left to search, waits until the budget ends.
    fn linger(&mut self) -> StopReason {
        loop {
            if let Some(reason) = self.job.budget.spent(self.search.all_nodes()) {
                return reason;
            }
            std::thread::sleep(self.job.budget.nap(POLL));
            self.search.show_life();
        }
    }

    fn wait_if_asked(&mut self, reason: StopReason) -> StopReason {
        match (self.job.goal, reason) {
            (Goal::Analyse, StopReason::Forced | StopReason::Proven) => self.linger(),
            _ => reason,
        }
    }

    /// Searches for the best line but the first `index` ones: within a window around the value of the iteration
    /// before, and a wider one if the value lies outside.
    fn search_line(&mut self, depth: u32, index: usize) -> Result<(), StopReason> {
        let mut margin = ASPIRATION;
        let expected = self.best.get(index).map_or(0, |line| line.value);
        let is_expected = depth >= ASPIRATION_DEPTH && !is_win(expected) && !is_loss(expected);
        let (mut alpha, mut beta) = if is_expected {
            (expected - margin, expected + margin)
        } else {
            (-INFINITE, INFINITE)
        };
        loop {
            let value = self.search_window(depth, index, alpha, beta)?;
            margin *= 4;
            if value <= alpha && alpha > -INFINITE {
                alpha = if margin > WIDEST { -INFINITE } else { value - margin };
            } else if value >= beta && beta < INFINITE {
                beta = if margin > WIDEST { INFINITE } else { value + margin };
            } else {
                break;
            }
        }
        let first = self.roots[index].clone();
        self.note(index, first);
        let line = self.best[index].clone();
        let report = self.report(&line, index + 1, None);
        if index == 0 {
            self.search.latest = Some(report.clone());
        }
        if index < self.job.lines {
            self.search.tell(report);
        }
        Ok(())
    }

    /// Searches the root moves from `index` on within a window and returns the best value. The best move is put
    /// first, unless none reaches the window: then nothing is known about their order.
    fn search_window(&mut self, depth: u32, index: usize, alpha: i32, beta: i32) -> Result<i32, StopReason> {
        let mut best = -INFINITE;
        let mut alpha = alpha;
        let open = alpha == -INFINITE;
        for place in index..self.roots.len() {
            let verdict = self.search_root((index, place), depth, (alpha, beta));
            let verdict = verdict.ok_or(self.search.stopped.unwrap_or(StopReason::User))?;
            let root = &mut self.roots[place];
            root.bounds = root.bounds.and(verdict.bounds);
            root.value = -INFINITE;
            best = best.max(verdict.value);
            if verdict.value > alpha {
                alpha = verdict.value;
                root.value = verdict.value;
                root.depth = depth;
                root.moves = std::iter::once(root.cell)
                    .chain(self.search.line(1).iter().copied())
                    .collect();
                let line = root.clone();
                self.note(index, line);
                if alpha >= beta {
                    self.roots[index..=place].rotate_right(1);
                    return Ok(best);
                }
            }
        }
        if open || best >= alpha {
            self.roots[index..].sort_by_key(|root| (-root.value, -root.bounds.low));
        }
        Ok(best)
    }

    fn note(&mut self, index: usize, line: Line) {
        if index < self.best.len() {
            self.best[index] = line;
        } else {
            self.best.push(line);
        }
    }

    fn search_root(
        &mut self,
        (first, place): (usize, usize),
        depth: u32,
        (alpha, beta): (i32, i32),
    ) -> Option<Verdict> {
        let cell = self.roots[place].cell;
        if self.search.state.completes(cell) {
            self.search.clear_line(1);
            return Some(Verdict {
                value: win_at(1),
                bounds: Bounds::exactly(win_at(1)),
            });
        }
        let task = Task {
            depth: depth as i32 * PLY,
            ply: 0,
            alpha,
            beta,
            cut: false,
            excluded: None,
        };
        let reduction = if self.search.is_full_width() {
            0
        } else {
            let late = Late {
                cell,
                place: place - first,
                behind: 0,
                quiet: self.search.is_quiet(cell),
            };
            self.search.reduction(task, late, true)
        };
        let depths = (task.depth - PLY, reduction);
        let verdict = self.search.child(cell, depths, task, place == first)?;
        let bounds = verdict.bounds.and(self.roots[place].bounds);
        // Where all moves draw the estimates are all that tells them apart.
        let value = if self.paired.is_exact() {
            verdict.value
        } else {
            bounds.clamp(verdict.value)
        };
        Some(Verdict { value, bounds })
    }
}
