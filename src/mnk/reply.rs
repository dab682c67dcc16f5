//! What the `mnk` protocol answers, as types; how it looks is decided here and nowhere else.

use std::fmt;

use crate::budget::StopReason;
use crate::game::{Cell, Dims, Outcome, Point};
use crate::score::{Proof, Score};
use crate::search::Report;

/// The stable names of errors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Code {
    /// The first word is no command.
    UnknownCommand,
    /// The arguments have the wrong form.
    Syntax,
    /// A number is too small.
    OutOfRange,
    /// Beyond what this build can do.
    Unsupported,
    /// Over 65,536 bytes.
    LineTooLong,
    /// Not UTF-8, or control characters.
    Encoding,
    /// No game yet.
    NoGame,
    /// The game has ended.
    GameOver,
    /// No such cell.
    OffBoard,
    /// A stone stands there.
    Occupied,
    /// Nothing to take back.
    NoHistory,
    /// The grid is no position.
    BadPosition,
    /// No such option.
    UnknownOption,
    /// The option does not take that value.
    BadValue,
    /// The task was stopped before it had a result.
    Stopped,
    /// Something went wrong inside.
    Internal,
}

impl Code {
    /// All codes.
    pub const ALL: [Code; 16] = [
        Code::UnknownCommand,
        Code::Syntax,
        Code::OutOfRange,
        Code::Unsupported,
        Code::LineTooLong,
        Code::Encoding,
        Code::NoGame,
        Code::GameOver,
        Code::OffBoard,
        Code::Occupied,
        Code::NoHistory,
        Code::BadPosition,
        Code::UnknownOption,
        Code::BadValue,
        Code::Stopped,
        Code::Internal,
    ];

    /// The word of the protocol.
    pub const fn word(self) -> &'static str {
        match self {
            Code::UnknownCommand => "unknown-command",
            Code::Syntax => "syntax",
            Code::OutOfRange => "out-of-range",
            Code::Unsupported => "unsupported",
            Code::LineTooLong => "line-too-long",
            Code::Encoding => "encoding",
            Code::NoGame => "no-game",
            Code::GameOver => "game-over",
            Code::OffBoard => "off-board",
            Code::Occupied => "occupied",
            Code::NoHistory => "no-history",
            Code::BadPosition => "bad-position",
            Code::UnknownOption => "unknown-option",
            Code::BadValue => "bad-value",
            Code::Stopped => "stopped",
            Code::Internal => "internal",
        }
    }
}

/// A terminal line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `ok`
    Ok,
    /// `ok over …`
    Over(Outcome),
    /// `ok` and text of the command's own form.
    Tell(String),
    /// `readyok`
    Ready,
    /// `mnkok`
    MnkOk,
    /// `bestmove R C`
    BestMove(Point),
    /// `ok value … [move R C]`
    Value(Proof, Option<Point>),
    /// `error CODE text`
    Error(Code, String),
}

impl From<Option<Outcome>> for Reply {
    fn from(outcome: Option<Outcome>) -> Reply {
        outcome.map_or(Reply::Ok, Reply::Over)
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Ok => f.write_str("ok"),
            Reply::Over(outcome) => write!(f, "ok over {outcome}"),
            Reply::Tell(text) => write!(f, "ok {text}"),
            Reply::Ready => f.write_str("readyok"),
            Reply::MnkOk => f.write_str("mnkok"),
            Reply::BestMove(point) => write!(f, "bestmove {point}"),
            Reply::Value(proof, best) => {
                f.write_str("ok value ")?;
                match proof {
                    Proof::Win(plies) => write!(f, "win {plies}"),
                    Proof::WinAtMost(plies) => write!(f, "win atmost {plies}"),
                    Proof::Loss(plies) => write!(f, "loss {plies}"),
                    Proof::LossAtMost(plies) => write!(f, "loss atmost {plies}"),
                    Proof::Draw => f.write_str("draw"),
                    Proof::Unknown => f.write_str("unknown"),
                }?;
                best.map_or(Ok(()), |point| write!(f, " move {point}"))
            }
            Reply::Error(code, text) => write!(f, "error {} {text}", code.word()),
        }
    }
}

/// An `info` line about a search, in the protocol's fixed order.
pub struct SearchInfo<'a> {
    /// What the search reports.
    pub report: &'a Report,
    /// The board's dimensions, to name cells.
    pub dims: Dims,
}

impl fmt::Display for SearchInfo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.report;
        write!(
            f,
            "info depth {} seldepth {} multipv {} score ",
            report.depth, report.seldepth, report.rank
        )?;
        match report.score {
            Score::Estimate(value) => write!(f, "cp {value}"),
            Score::Win(plies) => write!(f, "win {plies}"),
            Score::Loss(plies) => write!(f, "loss {plies}"),
            Score::Draw => f.write_str("draw"),
        }?;
        let nps = per_second(report.nodes, report.time.as_micros());
        write!(
            f,
            " nodes {} nps {nps} hashfull {} time {}",
            report.nodes,
            report.permille_full,
            report.time.as_millis()
        )?;
        if let Some(reason) = report.stop {
            write!(f, " stop {}", reason_word(reason))?;
        }
        f.write_str(" pv")?;
        write_cells(f, self.dims, &report.line)
    }
}

/// A rate, without dividing by nothing.
pub fn per_second(count: u64, micros: u128) -> u128 {
    u128::from(count) * 1_000_000 / micros.max(1)
}

fn reason_word(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "time",
        StopReason::Depth => "depth",
        StopReason::Nodes => "nodes",
        StopReason::Proven => "proven",
        StopReason::Forced => "forced",
        StopReason::User => "user",
    }
}

/// Cells as `R C R C …`, each preceded by a blank.
pub fn write_cells(f: &mut dyn fmt::Write, dims: Dims, cells: &[Cell]) -> fmt::Result {
    for &cell in cells {
        write!(f, " {}", dims.point(cell))?;
    }
    Ok(())
}
