//! What can be wrong with a file, and what a format cannot hold.

use std::fmt;

use crate::game::{DimsError, IllegalMove, Point};

/// A file that cannot be read, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenRecord {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// Something else should stand here.
    Expected(&'static str),
    /// The numbers make no board.
    Dims(DimsError),
    /// The move cannot be played.
    Move(Point, IllegalMove),
    /// Set-up stones; only games from the empty board are read.
    Stones,
    /// Another game than this one.
    OtherGame,
    /// More text than any game needs.
    TooLong,
}

impl fmt::Display for BrokenRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Expected(what) => write!(f, "expected {what}"),
            Problem::Dims(error) => error.fmt(f),
            Problem::Move(point, error) => write!(f, "move to row {} column {}: {error}", point.row, point.col),
            Problem::Stones => f.write_str("set-up stones are not supported, only moves from the empty board"),
            Problem::OtherGame => f.write_str("not a five-in-a-row game: GM is not 4"),
            Problem::TooLong => write!(f, "the file goes on beyond {} bytes", super::MOST_BYTES),
        }
    }
}

impl std::error::Error for BrokenRecord {}

/// What a format cannot hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loss {
    /// The format knows only K = 5.
    LineLength,
    /// A name that is empty, has outer blanks or control characters, or looks like something else in the format.
    Name,
    /// The format has both players' names or none.
    OneName,
    /// Who gave up.
    Resignation,
    /// The remark, or a remark with control characters or outer blanks.
    Remark,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Loss::LineLength => "the format knows only five in a row and would lose K",
            Loss::Name => "a player's name cannot be written in this format",
            Loss::OneName => "the format has both players' names or none",
            Loss::Resignation => "the format cannot say who resigned",
            Loss::Remark => "the remark cannot be written in this format",
        })
    }
}

impl std::error::Error for Loss {}
