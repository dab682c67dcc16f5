//! What is kept of a game, and its form as a line of JSON.
//!
//! `m n k moves opening result` have the form of the game collections that evaluation weights are tuned on, so
//! the records of a match can serve as such.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::client::Thought;
use super::referee::Game;
use super::{BySide, Side};
use crate::game::{Cell, Player};

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// K in a row.
    Line,
    /// The board is full.
    Full,
    /// Neither side has a line left that it could complete.
    Dead,
    /// The game reached the length at which it is broken off.
    Length,
    /// An illegal move, or an answer that is no move.
    Illegal,
    /// The engine ended during the game.
    Crash,
    /// The engine took too long.
    Time,
    /// The engine could not be started, or did not take the board.
    Start,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 8] = [
        Reason::Line,
        Reason::Full,
        Reason::Dead,
        Reason::Length,
        Reason::Illegal,
        Reason::Crash,
        Reason::Time,
        Reason::Start,
    ];

    /// The word in the record.
    pub fn word(self) -> &'static str {
        match self {
            Reason::Line => "line",
            Reason::Full => "full",
            Reason::Dead => "dead",
            Reason::Length => "length",
            Reason::Illegal => "illegal",
            Reason::Crash => "crash",
            Reason::Time => "time",
            Reason::Start => "start",
        }
    }

    /// Whether the loser lost by misconduct and not on the board.
    pub fn is_forfeit(self) -> bool {
        matches!(self, Reason::Illegal | Reason::Crash | Reason::Time | Reason::Start)
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// What was to be played.
    pub game: Game,
    /// All moves from the empty board, the opening included.
    pub moves: Vec<Cell>,
    /// Who won; `None` for a draw.
    pub winner: Option<Player>,
    /// Why the game ended.
    pub reason: Reason,
    /// More on that, for people.
    pub detail: String,
    /// What the engines said, one for each move after the opening.
    pub thoughts: Vec<Thought>,
}

impl Record {
    /// The engine that won.
    pub fn winning_side(&self) -> Option<Side> {
        self.winner.map(|player| self.game.side(player))
    }

    /// The points of engine A in half points: 0, 1 or 2.
    pub fn half_points(&self) -> usize {
        match self.winning_side() {
            Some(Side::A) => 2,
            None => 1,
            Some(Side::B) => 0,
        }
    }

    /// The record as a line of JSON. `names` are those of the engines.
    pub fn json(&self, names: &BySide<String>) -> String {
        let game = &self.game;
        let moves: Vec<[i64; 2]> = self
            .moves
            .iter()
            .map(|&cell| game.dims.point(cell))
            .map(|point| [point.row, point.col])
            .collect();
        let result = self.winner.map_or('-', Player::symbol);
        let told = |of: fn(&Thought) -> Value| self.thoughts.iter().map(of).collect::<Value>();
        object(&[
            ("game", json!(game.number + 1)),
            ("pair", json!(game.pair + 1)),
            ("m", json!(game.dims.rows())),
            ("n", json!(game.dims.cols())),
            ("k", json!(game.dims.k())),
            ("x", json!(names[game.side(Player::First)])),
            ("o", json!(names[game.side(Player::Second)])),
            ("a", json!(if game.first == Side::A { "X" } else { "O" })),
            ("opening", json!(game.opening.len())),
            ("moves", json!(moves)),
            ("result", json!(result.to_string())),
            ("reason", json!(self.reason.word())),
            ("detail", json!(self.detail)),
            ("times", told(|thought| json!(thought.time.as_millis() as u64))),
            ("scores", told(|thought| json!(thought.report.score))),
            ("depths", told(|thought| json!(thought.report.depth))),
            ("nodes", told(|thought| json!(thought.report.nodes))),
        ])
    }
}

/// A JSON object whose fields keep their order, for readers.
fn object(fields: &[(&str, Value)]) -> String {
    let mut text = String::from("{");
    for (index, (name, value)) in fields.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(text, "{comma}\"{name}\":{value}");
    }
    text.push('}');
    text
}
