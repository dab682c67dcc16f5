//! The table of an analysis: the best lines with their scores, the newest report of each.

use std::collections::BTreeMap;
use std::time::Duration;

use super::words;
use crate::game::{Board, Player};
use crate::search::Report;

/// The best lines of a position, as far as they are known.
#[derive(Debug, Default)]
pub struct Table {
    lines: BTreeMap<usize, Report>,
    nodes: u64,
    time: Duration,
}

impl Table {
    /// Takes a report into the table.
    pub fn take(&mut self, report: Report) {
        self.nodes = report.nodes;
        self.time = report.time;
        // The last word of a search repeats its choice without the lines below it.
        if report.stop.is_none() || !self.lines.contains_key(&report.rank) {
            self.lines.insert(report.rank, report);
        }
    }

    /// Tells how much time has gone by.
    pub fn tick(&mut self, time: Duration) {
        self.time = self.time.max(time);
    }

    /// Whether a better line, found deeper, begins with the same move: then this one waits to be replaced.
    fn is_stale(&self, rank: usize, report: &Report) -> bool {
        let mut better = self.lines.range(..rank).map(|(_, better)| better);
        better.any(|better| better.depth > report.depth && better.line.first() == report.line.first())
    }

    /// The table as lines that are no longer than `width`.
    pub fn lines(&self, board: &Board, width: usize) -> Vec<String> {
        let player: Player = board.turn();
        let head = format!(" #  {:<18} depth  line ({player} to move)", "score");
        let body = self.lines.iter().map(|(&rank, report)| {
            if self.is_stale(rank, report) {
                return format!("{rank:>2}  ...");
            }
            let score = words::score(report.score, player);
            let line = words::line(board.dims(), &report.line);
            format!("{rank:>2}  {score:<18} {:>5}  {line}", report.depth)
        });
        let foot = format!("{}, {} nodes", words::seconds(self.time), self.nodes);
        let cut = |line: String| {
            line.chars()
                .take(width.max(20))
                .collect::<String>()
                .trim_end()
                .to_owned()
        };
        std::iter::once(head)
            .chain(body)
            .chain(std::iter::once(foot))
            .map(cut)
            .collect()
    }
}
