//! Several threads on one search: every helper deepens on its own and shares what it learns through the table.
//!
//! The leader alone reports and answers. A helper is a ply ahead of him or more, so that the leader finds in the table
//! what he is about to ask. Nothing is waited for: when the leader is done, the helpers leave at their next look.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::iterate::Iteration;
use super::table::Table;
use super::variety::Variety;
use super::{Answer, Job, Report};
use crate::budget::{Budget, StopFlag};

/// Deep lines need room; untouched pages cost nothing.
const STACK_BYTES: usize = 64 << 20;

/// What the threads of one search have in common besides the table.
#[derive(Debug, Default)]
pub struct Team {
    /// Nodes of all helpers.
    nodes: AtomicU64,
    stop: StopFlag,
}

impl Team {
    /// Nodes searched by the helpers so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Adds nodes of a helper.
    pub fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }
}

/// Sends the helpers home however the leader leaves.
struct Dismissal<'a>(&'a Team);

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        self.0.stop.raise();
    }
}

/// Searches with as many threads as the job asks for; with fewer if the system has no more. A win is `due` in so many
/// plies, if one was announced before.
pub fn search(job: &Job, due: Option<u32>, table: &Table, report: &mut dyn FnMut(Report)) -> Answer {
    let team = Team::default();
    thread::scope(|scope| {
        let team = &team;
        for rank in 1..job.threads {
            let help = move || help(job, table, team, rank);
            let _ = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, help);
        }
        let _dismissal = Dismissal(team);
        Iteration::new(job, table, team, 0, report).with_win_due(due).run()
    })
}

fn help(job: &Job, table: &Table, team: &Team, rank: usize) {
    let job = Job {
        budget: Budget::unlimited(team.stop.clone()),
        lines: 1,
        variety: Variety::NONE,
        ..job.clone()
    };
    Iteration::new(&job, table, team, rank, &mut |_| {}).help();
}
