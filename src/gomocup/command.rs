//! What a Gomocup client may ask for.

use crate::game::Point;

/// Whose stone a line of a block puts down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// The engine's.
    Own,
    /// The opponent's.
    Opponent,
}

/// One command; a block such as `BOARD` … `DONE` is one, too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `START n`, `START w h`, `RECTSTART w,h`: rows and columns.
    Start {
        /// Height of the board.
        rows: i64,
        /// Width of the board.
        cols: i64,
    },
    /// `RESTART`
    Restart,
    /// `BEGIN`
    Begin,
    /// `TURN x,y`
    Turn(Point),
    /// `PLAY x,y`: the engine's own move, chosen by the client.
    Play(Point),
    /// `BOARD` … `DONE`, or `YXBOARD` … `DONE`, which does not ask for a move.
    Board {
        /// The stones in the order given.
        stones: Vec<(Point, Owner)>,
        /// Whether a move is wanted.
        think: bool,
    },
    /// `SWAP2BOARD` … `DONE`: the stones in the order in which they were put down.
    SwapBoard(Vec<Point>),
    /// `TAKEBACK x,y`
    TakeBack(Point),
    /// `INFO key value`; the key in lower case.
    Info {
        /// What is told.
        key: String,
        /// The rest of the line.
        value: String,
    },
    /// `YXNBEST n`
    BestLines(usize),
    /// `YXSTOP`
    Stop,
    /// `YXHASHCLEAR`
    ClearHash,
    /// `YXSHOWINFO`
    ShowInfo,
    /// `ABOUT`
    About,
    /// `END`
    End,
}

/// Why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The first word is none of ours; answered with `UNKNOWN`.
    Unknown(String),
    /// The arguments are wrong; the text says what was expected.
    Expected(&'static str),
    /// A block whose line, counted from 1, is wrong.
    BlockLine {
        /// Which line.
        line: usize,
        /// What was expected.
        expected: &'static str,
    },
    /// `DONE` without a block.
    NoBlock,
    /// A line that cannot be read.
    Unreadable,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Unknown(word) => write!(f, "command {word}"),
            Fault::Expected(what) => write!(f, "expected {what}"),
            Fault::BlockLine { line, expected } => write!(f, "line {line} of the block: expected {expected}"),
            Fault::NoBlock => f.write_str("DONE without BOARD"),
            Fault::Unreadable => f.write_str("a line that is too long or no text"),
        }
    }
}

impl std::error::Error for Fault {}
