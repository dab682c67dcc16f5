//! The engine of a game: searches on a thread of its own, so that people can watch it and interrupt it.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::dialogue::{Purpose, Thought};
use crate::budget::{Budget, Limits, StopFlag};
use crate::cli::serve;
use crate::game::Board;
use crate::search::variety::Variety;
use crate::search::{Answer, Engine, Goal, Job, Report};

/// Memory for what the engine learns, in MiB.
const MEGABYTES: usize = 64;
/// Room for the deepest recursion on the largest board, as a session gives it.
const STACK_BYTES: usize = 16 << 20;
/// How often somebody may interrupt a search.
const POLL: Duration = Duration::from_millis(30);

/// Who watches a search.
pub trait Watcher {
    /// Sees a report.
    fn see(&mut self, report: &Report);
    /// Whether the search should end now; asked many times a second.
    fn interrupts(&mut self) -> bool;
}

/// The engine with its limits.
pub struct Thinker {
    engine: Box<dyn Engine>,
    limits: Limits,
    seed: u64,
}

impl Thinker {
    /// An engine that plays within limits.
    pub fn new(limits: Limits, seed: u64) -> Thinker {
        Thinker {
            engine: serve::engine(MEGABYTES),
            limits,
            seed,
        }
    }

    /// Searches a position whose game is not over; `None` if the engine failed. Without an end the search goes on until
    /// the watcher interrupts it.
    pub fn search(
        &mut self,
        board: &Board,
        purpose: Purpose,
        skill: u32,
        endless: bool,
        watcher: &mut dyn Watcher,
    ) -> Option<Thought> {
        let stop = StopFlag::default();
        let job = self.job(board, purpose, skill, endless, stop.clone());
        let (answer, last, interrupted) = run(self.engine.as_mut(), &job, &stop, watcher);
        match (answer, last) {
            (Some(answer), Some(report)) => Some(Thought {
                best: answer.best,
                report,
                interrupted,
            }),
            _ => {
                // Nothing half-changed is used again.
                self.engine = serve::engine(MEGABYTES);
                None
            }
        }
    }

    fn job(&self, board: &Board, purpose: Purpose, skill: u32, endless: bool, stop: StopFlag) -> Job {
        let variety = match purpose {
            Purpose::Play => Variety { skill, seed: self.seed },
            Purpose::Hint | Purpose::Analyse(_) => Variety::NONE,
        };
        let mut limits = if endless {
            Limits::default()
        } else {
            self.limits.clone()
        };
        if let Some(horizon) = variety.horizon() {
            // A weak player would not use what he finds later, so nobody has to wait for it.
            limits.depth = Some(limits.depth.map_or(horizon, |depth| depth.min(horizon)));
        }
        let moves_left = board.empties().div_ceil(2);
        Job {
            board: board.clone(),
            goal: if endless { Goal::Analyse } else { Goal::Play },
            budget: Budget::new(&limits, board.turn(), moves_left, Duration::ZERO, stop),
            lines: match purpose {
                Purpose::Analyse(lines) => lines,
                Purpose::Play | Purpose::Hint => 1,
            },
            only: Vec::new(),
            variety,
            threads: 1,
        }
    }
}

/// Runs a search to its end: the answer, the last report on the best line, and whether it was interrupted.
fn run(
    engine: &mut dyn Engine,
    job: &Job,
    stop: &StopFlag,
    watcher: &mut dyn Watcher,
) -> (Option<Answer>, Option<Report>, bool) {
    let (sender, reports) = mpsc::channel();
    let mut last = None;
    let mut interrupted = false;
    let answer = std::thread::scope(|scope| {
        let worker = std::thread::Builder::new()
            .stack_size(STACK_BYTES)
            // Whoever has stopped listening needs no report.
            .spawn_scoped(scope, move || {
                engine.search(job, &mut |report| drop(sender.send(report)))
            })
            .ok()?;
        loop {
            match reports.recv_timeout(POLL) {
                Ok(report) => {
                    watcher.see(&report);
                    if report.rank == 1 {
                        last = Some(report);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if !interrupted && watcher.interrupts() {
                interrupted = true;
                stop.raise();
            }
        }
        worker.join().ok()
    });
    (answer, last, interrupted)
}
