//! A place in a text that knows its line and column, for the readers.

use super::error::{BrokenRecord, Problem};
use super::{GameRecord, MOST_BYTES};
use crate::game::{Dims, Point};

/// What is left of a text, and where that is.
#[derive(Clone, Copy)]
pub struct Cursor<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Cursor<'a> {
        Cursor {
            rest: text,
            line: 1,
            column: 1,
        }
    }

    /// The place where a text becomes too long to be read.
    pub fn at_limit(text: &'a str) -> Cursor<'a> {
        let mut cursor = Cursor::new(text);
        while text.len() - cursor.rest.len() < MOST_BYTES && cursor.next().is_some() {}
        cursor
    }

    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
        Some(c)
    }

    pub fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let start = self.rest;
        while self.peek().is_some_and(&fits) {
            self.next();
        }
        &start[..start.len() - self.rest.len()]
    }

    pub fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// The rest of the line, with its end consumed.
    pub fn take_line(&mut self) -> &'a str {
        let line = self.take_while(|c| c != '\n');
        self.next();
        line.trim_end_matches('\r')
    }

    pub fn expect(&mut self, wanted: char, what: &'static str) -> Result<(), BrokenRecord> {
        if self.peek() != Some(wanted) {
            return Err(self.wrong(what));
        }
        self.next();
        Ok(())
    }

    /// A word, such as the start of a header, whole.
    pub fn expect_text(&mut self, wanted: &'static str, what: &'static str) -> Result<(), BrokenRecord> {
        let start = *self;
        for c in wanted.chars() {
            if self.next() != Some(c) {
                return Err(start.wrong(what));
            }
        }
        Ok(())
    }

    /// `["-"] 1*DIGIT`; what does not fit 64 bits counts as the largest number.
    pub fn number(&mut self, what: &'static str) -> Result<i64, BrokenRecord> {
        let start = *self;
        let negative = self.peek() == Some('-');
        if negative {
            self.next();
        }
        let digits = self.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Err(start.wrong(what));
        }
        let number = digits.parse().unwrap_or(i64::MAX);
        Ok(if negative { -number } else { number })
    }

    /// Something else should stand here.
    pub fn wrong(&self, what: &'static str) -> BrokenRecord {
        self.broken(Problem::Expected(what))
    }

    pub fn broken(&self, problem: Problem) -> BrokenRecord {
        BrokenRecord {
            line: self.line,
            column: self.column,
            problem,
        }
    }

    /// An empty record of these dimensions, which stand here.
    pub fn start(&self, rows: i64, cols: i64, k: i64) -> Result<GameRecord, BrokenRecord> {
        let dims = Dims::new(rows, cols, k).map_err(|error| self.broken(Problem::Dims(error)))?;
        Ok(GameRecord::new(dims))
    }

    /// Plays the move that stands here.
    pub fn play(&self, record: &mut GameRecord, point: Point) -> Result<(), BrokenRecord> {
        let played = record.board.play(point);
        played
            .map(drop)
            .map_err(|error| self.broken(Problem::Move(point, error)))
    }
}

/// The K of formats that do not say it.
pub const USUAL_K: i64 = 5;
