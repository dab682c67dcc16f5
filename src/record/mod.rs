//! Games as files: SGF, Piskvork `.psq` and plain move lists. Uses the rules only; text in, text out, no files.
//!
//! [`load`] reads, [`save`] writes, [`Format::of`] tells a format by a file's name. A file that cannot be read gives
//! the line and column of the trouble; a record that a format cannot hold in full is refused with the reason.

mod cursor;
mod error;
mod psq;
mod sgf;
mod text;

use std::fmt;

use cursor::Cursor;
pub use error::{BrokenRecord, Loss, Problem};

use crate::game::{Board, ByPlayer, Cell, Dims, Outcome, Player};

/// The longest text that is read: several times what the fullest board needs. Longer ones would only cost memory.
pub const MOST_BYTES: usize = 4 << 20;

/// A game from the empty board, with what people note beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The position at the end, with all its moves.
    board: Board,
    /// Names of the players.
    pub players: ByPlayer<Option<String>>,
    /// Who gave up, if the game ended so.
    pub resigned: Option<Player>,
    /// A remark on the game.
    pub comment: Option<String>,
}

impl GameRecord {
    /// The record of a game played from an empty board; `None` if it began with stones.
    pub fn of(board: &Board) -> Option<GameRecord> {
        (board.moves().len() == board.ply()).then(|| GameRecord {
            board: board.clone(),
            players: ByPlayer([None, None]),
            resigned: None,
            comment: None,
        })
    }

    /// A game in which nothing has been played.
    pub fn new(dims: Dims) -> GameRecord {
        GameRecord {
            board: Board::new(dims),
            players: ByPlayer([None, None]),
            resigned: None,
            comment: None,
        }
    }

    /// The board's dimensions.
    pub fn dims(&self) -> Dims {
        self.board.dims()
    }

    /// The moves in order.
    pub fn moves(&self) -> &[Cell] {
        self.board.moves()
    }

    /// The position at the end.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How the game ended, on the board or by giving up.
    pub fn outcome(&self) -> Option<Outcome> {
        let given_up = self.resigned.map(|player| Outcome::Win(!player));
        self.board.outcome().or(given_up)
    }
}

/// A way to write a game down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Smart Game Format, `.sgf`.
    Sgf,
    /// Piskvork's format, `.psq`.
    Psq,
    /// A plain list of moves, `.txt` and every other name.
    Text,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 3] = [Format::Sgf, Format::Psq, Format::Text];

    /// The format that a file's name asks for; `None` if its ending says nothing.
    pub fn of(name: &str) -> Option<Format> {
        let (_, ending) = name.rsplit_once('.')?;
        Format::ALL
            .into_iter()
            .find(|format| ending.eq_ignore_ascii_case(format.ending()))
    }

    /// The ending of such files.
    pub fn ending(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Psq => "psq",
            Format::Text => "txt",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.ending())
    }
}

/// The game in a text; `name` is the file's name and tells the format, a move list if its ending says nothing.
pub fn load(name: &str, text: &str) -> Result<GameRecord, BrokenRecord> {
    load_as(Format::of(name).unwrap_or(Format::Text), text)
}

/// The game in a text of a given format.
pub fn load_as(format: Format, text: &str) -> Result<GameRecord, BrokenRecord> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() > MOST_BYTES {
        return Err(Cursor::at_limit(text).broken(Problem::TooLong));
    }
    match format {
        Format::Sgf => sgf::read(text),
        Format::Psq => psq::read(text),
        Format::Text => text::read(text),
    }
}

/// The text of a record, or what the format cannot hold of it.
pub fn save(format: Format, record: &GameRecord) -> Result<String, Loss> {
    if record.players.0.iter().flatten().any(|name| !is_plain(name)) {
        return Err(Loss::Name);
    }
    let remark = record.comment.as_ref();
    if remark.is_some_and(|comment| tidy(comment, true).as_ref() != Some(comment)) {
        return Err(Loss::Remark);
    }
    match format {
        Format::Sgf => Ok(sgf::write(record)),
        Format::Psq => psq::write(record),
        Format::Text => Ok(text::write(record)),
    }
}

/// Whether a name survives every format: one line, not empty, no blanks around it.
fn is_plain(name: &str) -> bool {
    tidy(name, false).as_deref() == Some(name)
}

/// A name or remark without control characters and outer blanks; `None` if nothing is left.
fn tidy(text: &str, lines: bool) -> Option<String> {
    let plain = |c: char| {
        if c.is_control() && !(lines && c == '\n') {
            ' '
        } else {
            c
        }
    };
    let text: String = text.chars().map(plain).collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
