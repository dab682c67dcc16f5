//! `go` with one of the classic algorithms instead of the engine's own search (option `Algorithm`).

use crate::budget::StopReason;
use crate::game::{Board, Cell, Outcome};
use crate::lab::classic::{Algorithm, Solution, deepen};
use crate::score::{Proof, Score};
use crate::search::{Answer, Goal, Job, Report};

use super::update::{Done, Update};

/// Searches with an algorithm, deeper and deeper as the engine does.
pub fn search(algorithm: Algorithm, job: &Job, tell: &mut dyn FnMut(Update)) -> Done {
    let (mut depth_reached, mut nodes) = (1, 0);
    // An answer for the case that there is time for nothing else.
    let first = job.only.first().copied().or_else(|| job.board.legal().next());
    let Some(first) = first else { return Done::Stopped };
    let mut best = Line {
        score: Score::Estimate(0),
        line: vec![first],
    };
    tell(report(job, &best, depth_reached, 1, None));
    let mut note = |depth: usize, line: Line, searched: u64, tell: &mut dyn FnMut(Update)| {
        depth_reached = depth as u32;
        nodes = searched;
        best = line;
        tell(report(job, &best, depth_reached, nodes, None));
    };
    if job.only.is_empty() {
        deepen(algorithm, &job.board, &job.budget, &mut |depth, solution: &Solution| {
            let line = Line {
                score: solution.score,
                line: solution.line.clone(),
            };
            note(depth, line, solution.nodes, tell);
        });
    } else {
        only(algorithm, job, &mut |depth, line, searched| {
            note(depth, line, searched, tell)
        });
    }
    let reason = wait(job, &best, depth_reached, nodes.max(1), tell);
    tell(report(job, &best, depth_reached, nodes.max(1), Some(reason)));
    Done::Move(Answer {
        best: best.line[0],
        proof: Proof::Unknown,
        nodes,
    })
}

struct Line {
    score: Score,
    line: Vec<Cell>,
}

/// Searches the moves asked for one by one, ever deeper.
fn only(algorithm: Algorithm, job: &Job, note: &mut dyn FnMut(usize, Line, u64)) {
    let deepest = job
        .budget
        .depth()
        .map_or(usize::MAX, |depth| depth as usize)
        .min(job.board.empties());
    let mut nodes = 0;
    for depth in 1..=deepest {
        let mut best: Option<Line> = None;
        for &cell in &job.only {
            let Some((line, searched)) = after(algorithm, job, cell, depth) else {
                return;
            };
            nodes += searched;
            if best.as_ref().is_none_or(|best| rank(line.score) > rank(best.score)) {
                best = Some(line);
            }
        }
        let Some(best) = best else { return };
        let proven = best.score.is_proven();
        note(depth, best, nodes);
        if proven || job.budget.spent(nodes).is_some() || job.budget.is_soft_over() {
            return;
        }
    }
}

/// The value of one move at a depth, seen by the player who makes it.
fn after(algorithm: Algorithm, job: &Job, cell: Cell, depth: usize) -> Option<(Line, u64)> {
    let mut board: Board = job.board.clone();
    board.play_unchecked(cell);
    let (score, rest, nodes) = match board.outcome() {
        Some(Outcome::Win(_)) => (Score::Loss(0), Vec::new(), 1),
        Some(Outcome::Draw) => (Score::Draw, Vec::new(), 1),
        None => {
            let solution = crate::lab::classic::solve(algorithm, &board, Some(depth - 1), &job.budget)?;
            (solution.score, solution.line, solution.nodes)
        }
    };
    let score = match score {
        Score::Estimate(value) => Score::Estimate(-value),
        Score::Win(plies) => Score::Loss(plies + 1),
        Score::Loss(plies) => Score::Win(plies + 1),
        Score::Draw => Score::Draw,
    };
    let line = std::iter::once(cell).chain(rest).collect();
    Some((Line { score, line }, nodes))
}

/// Orders scores from lost at once to won at once.
fn rank(score: Score) -> (i8, i64) {
    match score {
        Score::Loss(plies) => (-1, i64::from(plies)),
        Score::Draw => (0, 0),
        Score::Estimate(value) => (0, i64::from(value)),
        Score::Win(plies) => (1, -i64::from(plies)),
    }
}

/// Why the search ended; analysis without a limit waits to be told.
fn wait(job: &Job, best: &Line, depth: u32, nodes: u64, tell: &mut dyn FnMut(Update)) -> StopReason {
    let natural = if job.budget.depth().is_some_and(|limit| depth >= limit) {
        StopReason::Depth
    } else {
        StopReason::Proven
    };
    let mut told = job.budget.elapsed();
    loop {
        match job.budget.spent(nodes) {
            Some(reason) => return reason,
            None if job.budget.is_soft_over() => return StopReason::Time,
            None if job.goal != Goal::Analyse && (best.score.is_proven() || natural == StopReason::Depth) => {
                return natural;
            }
            // The limit fell inside an iteration that does not count.
            None if job.budget.counts_nodes() => return StopReason::Nodes,
            None => {}
        }
        std::thread::sleep(job.budget.nap(std::time::Duration::from_millis(1)));
        if job.budget.elapsed() - told >= super::watch::PROGRESS_INTERVAL {
            told = job.budget.elapsed();
            tell(report(job, best, depth, nodes, None));
        }
    }
}

fn report(job: &Job, best: &Line, depth: u32, nodes: u64, stop: Option<StopReason>) -> Update {
    Update::Line(Report {
        depth,
        seldepth: (best.line.len() as u32).max(1),
        rank: 1,
        score: best.score,
        nodes,
        permille_full: 0,
        time: job.budget.elapsed(),
        stop,
        line: best.line.clone(),
    })
}
