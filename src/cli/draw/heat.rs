//! The candidate moves of a position with the engine's scores.

use crate::budget::Limits;
use crate::cli::Failure;
use crate::cli::play::dialogue::Purpose;
use crate::cli::play::entry::TOP_LEVEL;
use crate::cli::play::think::{Thinker, Watcher};
use crate::game::{Board, Cell};
use crate::score::Score;
use crate::search::Report;

/// What the engine thinks of some moves.
pub struct Heat {
    /// Each move with its score for the side to move, the best one first.
    pub moves: Vec<(Cell, Score)>,
    /// How deep it looked.
    pub depth: u32,
}

/// Asks the engine about so many best moves of a position.
pub fn measure(board: &Board, limits: Limits, candidates: usize) -> Result<Heat, Failure> {
    let failure = |text: &str| Failure::Message(format!("--heat: {text}"));
    if board.outcome().is_some() {
        return Err(failure("the game is over; --ply N goes back to an earlier move"));
    }
    let wanted = candidates.min(board.empties());
    let mut listener = Listener::default();
    let thought = Thinker::new(limits, 0).search(board, Purpose::Analyse(wanted), TOP_LEVEL, false, &mut listener);
    thought.ok_or_else(|| failure("the engine failed"))?;
    Ok(listener.heat(wanted))
}

/// Keeps all reports.
#[derive(Default)]
struct Listener(Vec<Report>);

impl Watcher for Listener {
    fn see(&mut self, report: &Report) {
        self.0.push(report.clone());
    }

    fn interrupts(&mut self) -> bool {
        false
    }
}

impl Listener {
    /// The scores of the last whole round, so that all are equally deep; without one, the newest. A proven score counts
    /// whenever it was found.
    fn heat(&self, wanted: usize) -> Heat {
        let whole = self.0.iter().filter(|report| report.rank == wanted);
        let round = whole.map(|report| report.depth).max();
        let counts = |report: &&Report| report.score.is_proven() || round.is_none_or(|depth| report.depth == depth);
        let mut known: Vec<&Report> = Vec::new();
        for report in self.0.iter().rev().filter(counts) {
            match known.iter_mut().find(|known| known.line.first() == report.line.first()) {
                None => known.push(report),
                Some(newer) if !newer.score.is_proven() && report.score.is_proven() => *newer = report,
                Some(_) => {}
            }
        }
        known.sort_by_key(|report| (std::cmp::Reverse(order(report.score)), report.rank));
        let first_move = |report: &Report| report.line.first().map(|&cell| (cell, report.score));
        let moves = known.into_iter().filter_map(first_move).take(wanted).collect();
        let deepest = self.0.iter().map(|report| report.depth).max();
        Heat {
            moves,
            depth: round.or(deepest).unwrap_or(0),
        }
    }
}

/// Better scores are greater: quick wins, estimates and draws by their value, slow losses.
fn order(score: Score) -> i64 {
    const PROVEN: i64 = 1 << 40;
    match score {
        Score::Win(plies) => PROVEN - i64::from(plies),
        Score::Estimate(value) => i64::from(value),
        Score::Draw => 0,
        Score::Loss(plies) => i64::from(plies) - PROVEN,
    }
}
