//! What one thread needs to search, and its bookkeeping: nodes, clock, reports, the best line.

use std::time::{Duration, Instant};

use super::Report;
use super::depth;
use super::history::History;
use super::prune::MoveCounts;
use super::reduce::Logarithms;
use super::state::State;
use super::table::{Entry, Kind, Table};
use super::team::Team;
use super::threats::Failures;
use super::value::{Bounds, LARGEST_ESTIMATE};
use crate::budget::{Budget, StopReason};
use crate::game::Cell;

/// No line is followed further than this.
pub const MAX_PLY: u32 = 240;
/// Nodes between two looks at the clock: well below a millisecond even on large boards.
const CLOCK_INTERVAL: u64 = 32;
/// A running search says something at least once a second; this leaves room for a busy machine.
const HEARTBEAT: Duration = Duration::from_millis(700);

/// A search in progress.
pub struct Search<'a> {
    /// The position, changed and restored on the way.
    pub state: State,
    pub(super) table: &'a Table,
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
    pub(super) logarithms: Logarithms,
    pub(super) move_counts: MoveCounts,
    /// The estimates of the nodes on the current path.
    pub(super) estimates: Vec<i32>,
    /// The moves from the root to the current node; none for a pass.
    pub(super) path: Vec<Option<Cell>>,
    /// The best line from each ply on the current path.
    pub(super) lines: Vec<Vec<Cell>>,
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
            logarithms: Logarithms::default(),
            move_counts: MoveCounts::default(),
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

    pub(super) fn remember(
        &self,
        key: u64,
        ply: u32,
        best: Option<Cell>,
        (value, kind): (i32, Kind),
        depth: i32,
        bounds: Bounds,
    ) {
        let depth = depth::kept(depth);
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

    /// The best line at `ply` is now `cell` and the best line below.
    pub fn extend_line(&mut self, ply: u32, cell: Cell) {
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(cell);
        line.extend_from_slice(&below[0]);
    }
}
