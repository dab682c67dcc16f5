//! What the `mnk` protocol answers, as types. How an answer looks is decided in [`super::text`] and
//! [`super::json`] and nowhere else: both write the same [`Reply`] and [`Info`].

use crate::game::{Board, Cell, Dims, Outcome, Player, Point};
use crate::score::Proof;
use crate::search::Report;
use crate::session::options::Spec;

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

/// Cells of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    /// The board's dimensions, to name the cells.
    pub dims: Dims,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Places {
    /// The cells as points.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        self.cells.iter().map(|&cell| self.dims.point(cell))
    }
}

/// How a game stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Status {
    /// The board's dimensions.
    pub dims: Dims,
    /// Stones on the board.
    pub ply: usize,
    /// The side to move.
    pub turn: Player,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
    /// The winner's run.
    pub line: Option<Places>,
}

impl Status {
    /// How the game on this board stands.
    pub fn of(board: &Board) -> Status {
        let dims = board.dims();
        Status {
            dims,
            ply: board.ply(),
            turn: board.turn(),
            outcome: board.outcome(),
            line: board.winning_run().map(|cells| Places { dims, cells }),
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
    /// `ok state …`
    Status(Box<Status>),
    /// `ok legal R C …`
    Legal(Places),
    /// `ok history R C …`
    History(Places),
    /// `ok eval cp X`
    Eval(i32),
    /// `ok value … [move R C]`
    Value(Proof, Option<Point>),
    /// `ok perft D nodes N`
    Perft {
        /// Length of the paths.
        depth: u64,
        /// Their number.
        nodes: u64,
    },
    /// `ok bench nodes N time MS nps N signature HEX8`
    Bench {
        /// Nodes searched.
        nodes: u64,
        /// Milliseconds.
        time: u128,
        /// Nodes per second.
        nps: u128,
        /// What the search did, in one number.
        signature: u32,
    },
    /// `ok options N`
    Options(usize),
    /// `ok commands …`
    Commands(Vec<&'static str>),
    /// `ok NAME VERSION protocol N`
    Version(Identity),
    /// `ok help`
    Help,
    /// `readyok`
    Ready,
    /// `mnkok`
    MnkOk,
    /// `bestmove R C`
    BestMove(Point),
    /// `error CODE text`
    Error(Code, String),
}

impl From<Option<Outcome>> for Reply {
    fn from(outcome: Option<Outcome>) -> Reply {
        outcome.map_or(Reply::Ok, Reply::Over)
    }
}

/// Who the engine is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Identity {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The version of the protocol.
    pub protocol: u32,
}

/// A line before the terminal one.
#[derive(Clone, Debug)]
pub enum Info<'a> {
    /// A search reports a line of play.
    Search {
        /// What it reports.
        report: &'a Report,
        /// The board's dimensions, to name cells.
        dims: Dims,
    },
    /// `info string …`
    Text(String),
    /// `info board …`, one row for people.
    Board(String),
    /// `info id name …`
    Name(&'static str),
    /// `info id version …`
    Version(&'static str),
    /// `info id protocol …`
    Protocol(u32),
    /// `info option …`
    Option {
        /// The option.
        spec: &'static Spec,
        /// Its current value, unless it is a button.
        value: Option<String>,
    },
}

/// A rate, without dividing by nothing.
pub fn per_second(count: u64, micros: u128) -> u128 {
    u128::from(count) * 1_000_000 / micros.max(1)
}
