//! Every position of an (M,N,K)-game that play can reach, counted, classified and listed.
//!
//! A position is open when nobody has a line; it is then reachable as soon as the stone counts fit, because
//! taking stones off makes no line. A won position is reachable when some stone of the winner lies on all his
//! lines (the last one played) and the loser has none. Both follow from X's set and O's set alone, so no search
//! forward is needed: [`count`] and [`classify`] go backwards from the full board, one size of X at a time.

mod estimate;
mod listing;
mod retrograde;

pub use estimate::{Bytes, estimate};
pub use listing::Book;

use std::fmt;
use std::ops::AddAssign;

use crate::game::{Dims, Player};

/// Who wins with best play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// This player.
    Win(Player),
    /// Nobody.
    Draw,
}

impl Verdict {
    /// The exercise sheet's letter: `X`, `O` or `-`.
    pub fn letter(self) -> char {
        match self {
            Verdict::Win(player) => player.symbol(),
            Verdict::Draw => '-',
        }
    }
}

/// The positions with one number of stones, or of a whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Positions.
    pub positions: u64,
    /// Positions that X wins with best play, finished games included.
    pub x_wins: u64,
    /// Positions that O wins with best play.
    pub o_wins: u64,
    /// Games just won by X.
    pub x_lines: u64,
    /// Games just won by O.
    pub o_lines: u64,
    /// Games ended by a full board.
    pub full: u64,
}

impl Tally {
    /// Positions that nobody wins.
    pub fn draws(&self) -> u64 {
        self.positions - self.x_wins - self.o_wins
    }

    /// Positions in which the game is over.
    pub fn terminal(&self) -> u64 {
        self.x_lines + self.o_lines + self.full
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.positions += other.positions;
        self.x_wins += other.x_wins;
        self.o_wins += other.o_wins;
        self.x_lines += other.x_lines;
        self.o_lines += other.o_lines;
        self.full += other.full;
    }
}

/// The figures of a whole game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Census {
    /// One tally for each number of stones, from none to a full board.
    pub by_stones: Vec<Tally>,
}

impl Census {
    /// All positions together.
    pub fn total(&self) -> Tally {
        let mut total = Tally::default();
        for &tally in &self.by_stones {
            total += tally;
        }
        total
    }
}

/// Why the positions are not counted: it would take this much memory.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TooLarge(pub Bytes);

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it would need about {} of memory", self.0)
    }
}

impl std::error::Error for TooLarge {}

/// Hears how much of the work is done, between 0 and 1.
pub type Progress<'a> = &'a mut dyn FnMut(f64);

/// Counts and classifies all positions within `memory`.
pub fn count(dims: Dims, memory: Bytes, progress: Progress<'_>) -> Result<Census, TooLarge> {
    check(estimate(dims, false), memory)?;
    Ok(retrograde::run(dims, &mut None, progress))
}

/// Counts and classifies all positions within `memory` and keeps every verdict.
pub fn classify(dims: Dims, memory: Bytes, progress: Progress<'_>) -> Result<Book, TooLarge> {
    check(estimate(dims, true), memory)?;
    let mut kept = Some(Vec::new());
    let census = retrograde::run(dims, &mut kept, progress);
    let mut levels = kept.unwrap_or_default();
    levels.reverse();
    Ok(Book::new(dims, census, levels))
}

fn check(needed: Bytes, allowed: Bytes) -> Result<(), TooLarge> {
    if needed.0 > allowed.0 {
        Err(TooLarge(needed))
    } else {
        Ok(())
    }
}
