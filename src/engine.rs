//! The engine that plays: the search, with the provers behind `solve` and for a quick look before `go` searches.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::budget::{Budget, StopReason};
use crate::eval::Patterns;
use crate::game::{Board, Cell};
use crate::score::{Proof, Score};
use crate::search::{AlphaBeta, Answer, Engine, Goal, Job, News, Report};
use crate::solver::{Method, Options, Progress, Solution, solve};

/// Boards up to this many cells are looked at by the provers before `go` searches; on larger ones they seldom pay.
const QUICK_CELLS: usize = 64;
/// With no more empty cells than this the search itself proves as fast.
const QUICK_EMPTIES: usize = 25;
/// The part of its time that `go` gives to the provers, as a divisor, and the most that may be.
const QUICK_SHARE: u32 = 4;
const QUICK_TIME: Duration = Duration::from_millis(1_500);
/// How far into its time `go` looks, as a divisor and at most, for the most promising move where all is drawn.
const FAVOURITE_SHARE: u32 = 2;
const FAVOURITE_TIME: Duration = Duration::from_millis(2_500);
/// The part of its budget that `solve` gives to the search first, on boards where threats decide.
const PROBE_SHARE: u32 = 8;
const PROBE_TIME: Duration = Duration::from_secs(5);
/// How many moves are tried for one that holds a draw.
const DRAWING_MOVES: usize = 6;

/// How often the provers say how far they are.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(600);

/// The search and the provers as one engine.
pub struct Tris {
    search: AlphaBeta,
    megabytes: usize,
}

impl Tris {
    /// An engine that uses at most this many MiB for what it learns.
    pub fn new(megabytes: usize) -> Tris {
        Tris {
            search: AlphaBeta::new(megabytes),
            megabytes,
        }
    }

    /// A proven value with its move, if the provers find one in a small part of the time of a search to play.
    fn quick(&mut self, job: &Job, report: &mut dyn FnMut(Report)) -> Option<Answer> {
        let board = &job.board;
        let pays = board.dims().cells() <= QUICK_CELLS && board.empties() > QUICK_EMPTIES;
        let plain = job.lines == 1 && job.only.is_empty() && job.variety.lines() == 1;
        if !pays || !plain || job.goal != Goal::Play || job.budget.depth().is_some() || job.budget.counts_nodes() {
            return None;
        }
        let budget = job.budget.part(QUICK_SHARE, QUICK_TIME);
        let solution = run(board, budget.clone(), self.megabytes, &mut |_| ());
        let best = solution
            .best
            .or_else(|| keeping_move(board, &solution, &budget, self.megabytes))?;
        let mut answer = Answer {
            best,
            proof: solution.proof,
            nodes: solution.nodes,
        };
        self.prefer_favourite(job, &solution, &mut answer, report);
        report(settled(job, answer.proof, answer.best, answer.nodes)?);
        Some(answer)
    }

    /// In a drawn position, answers with the move that the search likes best if it is proven to keep the draw: perfect
    /// players would not care, but others err more easily after it.
    fn prefer_favourite(
        &mut self,
        job: &Job,
        solution: &Solution,
        answer: &mut Answer,
        report: &mut dyn FnMut(Report),
    ) {
        // The first move is known to be best in the centre.
        if solution.proof != Proof::Draw || job.board.empties() == job.board.dims().cells() {
            return;
        }
        let budget = job.budget.part(FAVOURITE_SHARE, FAVOURITE_TIME);
        let task = Job {
            budget: budget.clone(),
            ..job.clone()
        };
        let before = answer.nodes;
        let liked = self.search.search(&task, &mut |line| {
            if let Some(line) = step(line, before) {
                report(line);
            }
        });
        answer.nodes += liked.nodes;
        let rest = job.budget.part(1, budget.elapsed() + solution.time.max(QUICK_TIME));
        if keeps_value(&job.board, liked.best, solution.proof, &rest, self.megabytes) {
            answer.best = liked.best;
        }
    }
}

/// A report of a search that is one step of several, after so many nodes of the others. The last one, which says why it
/// ended, is left out: the whole goes on.
fn step(report: Report, before: u64) -> Option<Report> {
    report.stop.is_none().then(|| Report {
        nodes: report.nodes + before,
        ..report
    })
}

impl Engine for Tris {
    fn search(&mut self, job: &Job, report: &mut dyn FnMut(Report)) -> Answer {
        self.quick(job, report)
            .unwrap_or_else(|| self.search.search(job, report))
    }

    fn prove(&mut self, job: &Job, tell: &mut dyn FnMut(News)) -> (Proof, Option<Cell>) {
        // A depth and a choice of moves are limits of the search, not of the provers.
        if job.budget.depth().is_some() || !job.only.is_empty() {
            return self.search.prove(job, tell);
        }
        let mut probed = None;
        if job.board.dims().cells() > QUICK_CELLS {
            let probe = Job {
                goal: Goal::Play,
                budget: job.budget.part(PROBE_SHARE, PROBE_TIME),
                ..job.clone()
            };
            let answer = self.search.search(&probe, &mut |report| {
                if let Some(line) = step(report, 0) {
                    tell(News::Line(line));
                }
            });
            if answer.proof == Proof::Draw {
                if let Some(report) = settled(job, answer.proof, answer.best, answer.nodes) {
                    tell(News::Line(report));
                }
                return (answer.proof, Some(answer.best));
            }
            probed = Some(answer);
        }
        // The provers have a table of their own: both together must fit the memory allowed.
        self.search.forget();
        let solution = watched(&job.board, &job.budget, self.megabytes, tell);
        let best = solution
            .best
            .or_else(|| keeping_move(&job.board, &solution, &job.budget, self.megabytes));
        let (proof, best) = combine(solution, best, probed);
        if let Some(report) = best.and_then(|best| settled(job, proof, best, solution.nodes)) {
            tell(News::Line(report));
        }
        (proof, best)
    }

    fn forget(&mut self) {
        self.search.forget();
    }

    fn set_memory(&mut self, megabytes: usize) {
        self.megabytes = megabytes;
        self.search.set_memory(megabytes);
    }
}

/// The stronger of two proofs: the search may have found a win that the provers had no time for.
fn combine(solution: Solution, best: Option<Cell>, probed: Option<Answer>) -> (Proof, Option<Cell>) {
    let found = (solution.proof, best);
    let Some(answer) = probed else { return found };
    let better = match (answer.proof, solution.proof) {
        (Proof::Unknown, _) => false,
        (_, Proof::Unknown) => true,
        (Proof::WinAtMost(probe), Proof::WinAtMost(proven)) => probe < proven,
        (Proof::LossAtMost(probe), Proof::LossAtMost(proven)) => probe < proven,
        _ => false,
    };
    if better {
        (answer.proof, Some(answer.best))
    } else {
        found
    }
}

/// Runs the provers, and says how far they are at least once a second whatever they are doing.
fn watched(board: &Board, budget: &Budget, megabytes: usize, tell: &mut dyn FnMut(News)) -> Solution {
    let latest = Mutex::new(String::from("prove"));
    let (done, finished) = mpsc::channel();
    std::thread::scope(|scope| {
        let latest = &latest;
        let budget = budget.clone();
        scope.spawn(move || {
            let solution = run(board, budget, megabytes, &mut |progress| {
                *latest.lock().unwrap_or_else(PoisonError::into_inner) = describe(&progress);
            });
            // The receiver waits for exactly this.
            let _ = done.send(solution);
        });
        loop {
            match finished.recv_timeout(PROGRESS_INTERVAL) {
                Ok(solution) => return solution,
                Err(RecvTimeoutError::Timeout) => {
                    let text = latest.lock().unwrap_or_else(PoisonError::into_inner).clone();
                    tell(News::Text(text));
                }
                // The thread has panicked; the scope passes that on.
                Err(RecvTimeoutError::Disconnected) => return unknown(),
            }
        }
    })
}

fn run(board: &Board, budget: Budget, megabytes: usize, progress: &mut dyn FnMut(Progress)) -> Solution {
    let options = Options {
        megabytes,
        ..Options::default()
    };
    // Only writing a certificate or a journal can fail, and neither is asked for.
    solve(board, budget, &options, progress, None).unwrap_or_else(|_| unknown())
}

fn unknown() -> Solution {
    Solution {
        proof: Proof::Unknown,
        best: None,
        nodes: 0,
        time: Duration::ZERO,
        certified: false,
    }
}

fn describe(progress: &Progress) -> String {
    let player = progress.player;
    let what = match progress.method {
        Method::Blocking => format!("can {player} be blocked"),
        Method::Defence => format!("can {player} be held by counter-threats"),
        Method::Attack(plies) => format!("can {player} win within {plies} plies"),
    };
    format!("prove {what} refuted {} nodes {}", progress.refuted, progress.nodes)
}

/// A move that keeps a draw or puts a loss off as long as possible, where the proof itself names none.
fn keeping_move(board: &Board, solution: &Solution, budget: &Budget, megabytes: usize) -> Option<Cell> {
    let dims = board.dims();
    if board.empties() == dims.cells() && solution.proof == Proof::Draw {
        // The other one has no more than the first player had, who only draws.
        return Some(dims.centre());
    }
    let patterns = Patterns::of(board);
    let mut cells: Vec<Cell> = board.legal().collect();
    cells.sort_by_cached_key(|&cell| (std::cmp::Reverse(patterns.promise(cell, board.turn())), cell));
    let tried = match solution.proof {
        Proof::Draw => DRAWING_MOVES,
        Proof::Loss(_) => cells.len(),
        // Where the distance is not known, no lost move is better than another.
        Proof::LossAtMost(_) => return cells.first().copied(),
        _ => return None,
    };
    let rest = budget.part(1, budget.elapsed() + solution.time.max(QUICK_TIME));
    let keeps = |&cell: &Cell| keeps_value(board, cell, solution.proof, &rest, megabytes);
    cells.into_iter().take(tried).find(keeps)
}

/// Whether a move is proven to keep a draw, or to put a loss off as long as possible.
fn keeps_value(board: &Board, cell: Cell, value: Proof, budget: &Budget, megabytes: usize) -> bool {
    let mut next = board.clone();
    next.play_unchecked(cell);
    // A move that ends a drawn game ends it as a draw.
    next.outcome().is_some()
        || match (value, run(&next, budget.clone(), megabytes, &mut |_| ()).proof) {
            (Proof::Draw, after) => after == Proof::Draw,
            (Proof::Loss(plies), Proof::Win(after)) => after + 1 >= plies,
            _ => false,
        }
}

/// The last report of a proof: its score, and the move that keeps it.
fn settled(job: &Job, proof: Proof, best: Cell, nodes: u64) -> Option<Report> {
    let score = match proof {
        Proof::Win(plies) | Proof::WinAtMost(plies) => Score::Win(plies),
        Proof::Loss(plies) | Proof::LossAtMost(plies) => Score::Loss(plies),
        Proof::Draw => Score::Draw,
        Proof::Unknown => return None,
    };
    Some(Report {
        depth: 1,
        seldepth: 1,
        rank: 1,
        score,
        nodes,
        permille_full: 0,
        time: job.budget.elapsed(),
        stop: Some(StopReason::Proven),
        line: vec![best],
    })
}
