//! Blocks: `BOARD`, `YXBOARD` and `SWAP2BOARD` with their lines up to `DONE`. Bounded, whatever comes.

use super::command::{Command, Fault, Owner};
use super::parser::{numbers, point};
use crate::game::{Dims, Point};

/// No board has more cells.
const MOST_STONES: usize = Dims::MAX_SIDE as usize * Dims::MAX_SIDE as usize;

/// What a block is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A position, and a move is wanted.
    Board,
    /// A position only.
    Position,
    /// The stones of the opening rule.
    Swap,
}

impl Kind {
    /// The kind of block that a word opens.
    pub fn of(word: &str) -> Option<Kind> {
        match word {
            "BOARD" => Some(Kind::Board),
            "YXBOARD" => Some(Kind::Position),
            "SWAP2BOARD" => Some(Kind::Swap),
            _ => None,
        }
    }
}

/// What became of a line inside a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// The block goes on.
    More,
    /// It is complete.
    Done,
    /// The line is a command of its own, and the block goes on.
    Aside,
    /// The line is a command that ends the block.
    Abandoned,
}

/// A block that is being read.
#[derive(Debug)]
pub struct Block {
    kind: Kind,
    stones: Vec<(Point, Owner)>,
    lines: usize,
    fault: Option<Fault>,
}

impl Block {
    /// An empty block.
    pub fn new(kind: Kind) -> Block {
        Block {
            kind,
            stones: Vec::new(),
            lines: 0,
            fault: None,
        }
    }

    /// Takes the next line, of which `word` is the first word in upper case.
    pub fn take(&mut self, word: &str, text: &str) -> Taken {
        match word {
            "DONE" => return Taken::Done,
            "INFO" => return Taken::Aside,
            "END" | "START" | "RECTSTART" | "RESTART" => return Taken::Abandoned,
            _ if Kind::of(word).is_some() => return Taken::Abandoned,
            _ => {}
        }
        self.lines += 1;
        match self.stone(text) {
            Ok(_) if self.fault.is_some() => {}
            Ok(_) if self.stones.len() == MOST_STONES => self.blame("no more stones than a board has cells"),
            Ok(stone) => self.stones.push(stone),
            Err(expected) => self.blame(expected),
        }
        Taken::More
    }

    /// A line came that cannot be read.
    pub fn spoil(&mut self) {
        self.lines += 1;
        self.blame("text");
    }

    fn blame(&mut self, expected: &'static str) {
        let line = self.lines;
        self.fault.get_or_insert(Fault::BlockLine { line, expected });
    }

    fn stone(&self, text: &str) -> Result<(Point, Owner), &'static str> {
        if self.kind == Kind::Swap {
            return point(text).map(|at| (at, Owner::Own)).ok_or("x,y");
        }
        match numbers(text).as_deref() {
            Some(&[col, row, 1]) => Ok((Point { row, col }, Owner::Own)),
            Some(&[col, row, 2]) => Ok((Point { row, col }, Owner::Opponent)),
            Some(&[_, _, 3]) => Err("1 or 2 (blocked cells are not supported)"),
            _ => Err("x,y,1 or x,y,2"),
        }
    }

    /// The command that the block is.
    pub fn finish(self) -> Result<Command, Fault> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        Ok(match self.kind {
            Kind::Swap => Command::SwapBoard(self.stones.into_iter().map(|(at, _)| at).collect()),
            kind => Command::Board {
                stones: self.stones,
                think: kind == Kind::Board,
            },
        })
    }
}
