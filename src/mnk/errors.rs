//! Refusals: which code and text each kind of failure gets.

use super::command::OutOfRange;
use super::help;
use super::parser;
use super::reply::{Code, Reply};
use crate::game::{DimsError, IllegalMove};
use crate::server::lines::{Fault, MAX_LINE};
use crate::session::{OptionError, SessionError};

/// How much of a wrong word an error repeats.
const QUOTED: usize = 40;

fn unknown(word: &str) -> Reply {
    let quoted: String = word.chars().take(QUOTED).collect();
    let more = if quoted.len() < word.len() { "..." } else { "" };
    let hint = help::guess(word).map_or("try help".to_owned(), |name| format!("did you mean {name}?"));
    Reply::Error(Code::UnknownCommand, format!("{quoted}{more}, {hint}"))
}

/// The answer to a line that cannot be read at all.
pub fn bad_line(fault: Fault) -> Reply {
    match fault {
        Fault::TooLong => Reply::Error(Code::LineTooLong, format!("a line has at most {MAX_LINE} bytes")),
        Fault::Encoding => Reply::Error(
            Code::Encoding,
            "a line is UTF-8 without control characters other than TAB".into(),
        ),
    }
}

impl From<parser::Fault> for Reply {
    fn from(fault: parser::Fault) -> Reply {
        match fault {
            parser::Fault::Unknown(word) => unknown(&word),
            parser::Fault::Syntax { column, expected } => {
                Reply::Error(Code::Syntax, format!("col {column} expected {expected}"))
            }
        }
    }
}

impl From<OutOfRange> for Reply {
    fn from(range: OutOfRange) -> Reply {
        Reply::Error(
            Code::OutOfRange,
            format!("{} must be at least {}", range.what, range.least),
        )
    }
}

impl From<SessionError> for Reply {
    fn from(error: SessionError) -> Reply {
        let code = match &error {
            SessionError::NoGame => Code::NoGame,
            SessionError::GameOver => Code::GameOver,
            SessionError::NoHistory { .. } => Code::NoHistory,
            SessionError::Dims(DimsError::BelowOne) => Code::OutOfRange,
            SessionError::Dims(DimsError::TooLarge) => Code::Unsupported,
            SessionError::Position(_) => Code::BadPosition,
            SessionError::Illegal { why, .. } => match why {
                IllegalMove::GameOver => Code::GameOver,
                IllegalMove::OffBoard => Code::OffBoard,
                IllegalMove::Occupied => Code::Occupied,
            },
        };
        Reply::Error(code, error.to_string())
    }
}

impl From<OptionError> for Reply {
    fn from(error: OptionError) -> Reply {
        let code = match &error {
            OptionError::Unknown(_) => Code::UnknownOption,
            OptionError::BadValue(_) => Code::BadValue,
        };
        Reply::Error(code, error.to_string())
    }
}
