//! Why a session refuses. Whatever it refuses, nothing has changed.

use std::fmt;

use crate::game::{BadPosition, DimsError, IllegalMove, Point};

/// A refusal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SessionError {
    /// There is no game yet.
    NoGame,
    /// The game has ended.
    GameOver,
    /// A move cannot be played; `index` counts from 1 in a list of moves.
    Illegal {
        /// Why not.
        why: IllegalMove,
        /// Where.
        point: Point,
        /// Which one of a list.
        index: Option<usize>,
    },
    /// There are not so many moves to take back.
    NoHistory {
        /// How many there are.
        moves: usize,
    },
    /// The numbers make no board.
    Dims(DimsError),
    /// The grid makes no position.
    Position(BadPosition),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::NoGame => f.write_str("there is no game yet, begin with newgame or position"),
            SessionError::GameOver => f.write_str("the game is over"),
            SessionError::Illegal { why, point, index } => {
                if let Some(index) = index {
                    write!(f, "move {index} of the list: ")?;
                }
                match why {
                    IllegalMove::GameOver => {
                        write!(f, "the game is over, {point} cannot be played")
                    }
                    IllegalMove::OffBoard => write!(f, "{point} is off the board"),
                    IllegalMove::Occupied => write!(f, "{point} is occupied"),
                }
            }
            SessionError::NoHistory { moves } => write!(f, "only {moves} moves can be taken back"),
            SessionError::Dims(error) => error.fmt(f),
            SessionError::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SessionError {}

impl From<DimsError> for SessionError {
    fn from(error: DimsError) -> SessionError {
        SessionError::Dims(error)
    }
}

impl SessionError {
    /// A single move that cannot be played.
    pub fn illegal(why: IllegalMove, point: Point) -> SessionError {
        match why {
            IllegalMove::GameOver => SessionError::GameOver,
            IllegalMove::OffBoard | IllegalMove::Occupied => SessionError::Illegal {
                why,
                point,
                index: None,
            },
        }
    }

    /// The move at `place` of a list, counted from 0, that cannot be played.
    pub fn illegal_at(place: usize, why: IllegalMove, point: Point) -> SessionError {
        SessionError::Illegal {
            why,
            point,
            index: Some(place + 1),
        }
    }
}
