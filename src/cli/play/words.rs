//! What the game says, in words: scores, times, places, results.

use std::time::Duration;

use crate::game::{Cell, Dims, Outcome, Player};
use crate::score::Score;
use crate::search::Report;

/// A cell as the board labels it.
pub fn place(dims: Dims, cell: Cell) -> String {
    let point = dims.point(cell);
    format!("{} {}", point.row + 1, point.col + 1)
}

/// A line of play.
pub fn line(dims: Dims, cells: &[Cell]) -> String {
    let places: Vec<String> = cells.iter().map(|&cell| place(dims, cell).replace(' ', ",")).collect();
    places.join(" ")
}

/// A score for `player`, who is to move. Who wins and what is drawn is proven, a number is an estimate.
pub fn score(score: Score, player: Player) -> String {
    match score {
        Score::Estimate(value) => format!("{value:+}"),
        Score::Win(plies) => wins(player, plies.div_ceil(2)),
        Score::Loss(plies) => wins(!player, plies / 2),
        Score::Draw => "a draw".to_owned(),
    }
}

fn wins(player: Player, moves: u32) -> String {
    let plural = if moves == 1 { "" } else { "s" };
    format!("{player} wins in {moves} move{plural}")
}

/// Time, depth and score of a search.
pub fn effort(report: &Report, player: Player) -> String {
    let judged = score(report.score, player);
    let judged = match report.score {
        Score::Estimate(_) => format!("score {judged}"),
        _ => judged,
    };
    format!("{}, depth {}, {judged}", seconds(report.time), report.depth)
}

/// A time in seconds.
pub fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// How a game ended.
pub fn outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(player) => format!("{player} wins!"),
        Outcome::Draw => "Draw!".to_owned(),
    }
}
