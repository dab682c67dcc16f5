//! The commands of the `mnk` protocol as the parser reads them: right in form, not yet checked for range or state.

use std::time::Duration;

use crate::budget::Limits;
use crate::game::{ByPlayer, Point};
use crate::session::{Go, Setup};

/// One command with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `newgame M N K`
    NewGame([i64; 3]),
    /// `position M N K …`
    Position(Box<Setup>),
    /// `move R C`
    Move(Point),
    /// `undo [n]`
    Undo(i64),
    /// `go …`
    Go(Box<GoArgs>),
    /// `solve …`
    Solve(Box<GoArgs>),
    /// `stop`
    Stop,
    /// `quit`
    Quit,
    /// `isready`
    IsReady,
    /// `mnk`
    Mnk,
    /// `status`
    Status,
    /// `legal`
    Legal,
    /// `history`
    History,
    /// `board`
    Board,
    /// `eval`
    Eval,
    /// `perft D`
    Perft(i64),
    /// `bench [depth]`
    Bench(Option<i64>),
    /// `setoption name NAME [value V]`
    SetOption {
        /// The option.
        name: String,
        /// Its new value.
        value: Option<String>,
    },
    /// `options`
    Options,
    /// `commands`
    Commands,
    /// `version`
    Version,
    /// `help [command]`
    Help(Option<String>),
}

/// The limits of `go` and `solve` as written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoArgs {
    /// `movetime MS`
    pub movetime: Option<i64>,
    /// `depth D`
    pub depth: Option<i64>,
    /// `nodes N`
    pub nodes: Option<i64>,
    /// `xtime MS`, `otime MS`
    pub clock: ByPlayer<Option<i64>>,
    /// `xinc MS`, `oinc MS`
    pub increment: ByPlayer<Option<i64>>,
    /// `movestogo N`
    pub moves_to_go: Option<i64>,
    /// `infinite`
    pub infinite: bool,
    /// `multipv N`
    pub multi_pv: Option<i64>,
    /// `searchmoves R C …`
    pub only: Vec<Point>,
}

/// A number outside its range: what it is called and the least it may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfRange {
    /// The argument.
    pub what: &'static str,
    /// Its least value.
    pub least: u64,
}

/// The number if it is at least `least`.
pub fn at_least(what: &'static str, least: u64, number: i64) -> Result<u64, OutOfRange> {
    u64::try_from(number)
        .ok()
        .filter(|&number| number >= least)
        .ok_or(OutOfRange { what, least })
}

impl GoArgs {
    /// The search that is asked for, if all numbers are in range.
    pub fn check(self) -> Result<Go, OutOfRange> {
        let optional =
            |what, least, number: Option<i64>| number.map(|number| at_least(what, least, number)).transpose();
        let millis = |what, number| Ok(optional(what, 0, number)?.map(Duration::from_millis));
        let limits = Limits {
            movetime: millis("movetime", self.movetime)?,
            // Beyond 32 bits the exact depth makes no difference.
            depth: optional("depth", 1, self.depth)?.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
            nodes: optional("nodes", 1, self.nodes)?,
            clock: ByPlayer([millis("xtime", self.clock.0[0])?, millis("otime", self.clock.0[1])?]),
            increment: ByPlayer([
                millis("xinc", self.increment.0[0])?.unwrap_or_default(),
                millis("oinc", self.increment.0[1])?.unwrap_or_default(),
            ]),
            moves_to_go: optional("movestogo", 0, self.moves_to_go)?
                .map(|moves| u32::try_from(moves).unwrap_or(u32::MAX)),
            infinite: self.infinite,
        };
        let multi_pv = optional("multipv", 1, self.multi_pv)?;
        Ok(Go {
            limits,
            multi_pv: multi_pv.map(|lines| usize::try_from(lines).unwrap_or(usize::MAX)),
            only: self.only,
        })
    }
}
