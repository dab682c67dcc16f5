//! Every position with its verdict, in the exercise sheet's order: by number of stones, then as ASCII text.

use crate::game::{Dims, Player};
use crate::lab::cube::{contains, words};
use crate::lab::sets::{Ranks, Set, elements, lines, squeeze_out};

use super::retrograde::Verdicts;
use super::{Census, Verdict};

/// All positions of a game with their verdicts.
#[derive(Debug)]
pub struct Book {
    cells: usize,
    lines: Vec<Set>,
    ranks: Ranks,
    census: Census,
    levels: Vec<Verdicts>,
}

impl Book {
    pub(super) fn new(dims: Dims, census: Census, levels: Vec<Verdicts>) -> Book {
        Book {
            cells: dims.cells(),
            lines: lines(dims),
            ranks: Ranks::new(dims.cells()),
            census,
            levels,
        }
    }

    /// The figures.
    pub fn census(&self) -> &Census {
        &self.census
    }

    /// Who wins the position with these stones, or `None` if play cannot reach it.
    pub fn verdict(&self, x: Set, o: Set) -> Option<Verdict> {
        let (xs, os) = (x.count_ones() as usize, o.count_ones() as usize);
        if x & o != 0 || (xs != os && xs != os + 1) {
            return None;
        }
        let level = self.levels.get(xs)?;
        let start = self.ranks.rank(x) * words(self.cells - xs);
        // Each cell of X that is squeezed out moves the later ones down by one.
        let packed = elements(x)
            .enumerate()
            .fold(o, |set, (gone, cell)| squeeze_out(set, cell - gone));
        if contains(&level.x_wins[start..], packed) {
            Some(Verdict::Win(Player::First))
        } else if contains(&level.o_wins[start..], packed) {
            Some(Verdict::Win(Player::Second))
        } else {
            // Whoever has a line that can be reached has won; the rest with a line cannot be reached.
            let made = |line: &Set| x & line == *line || o & line == *line;
            (!self.lines.iter().any(made)).then_some(Verdict::Draw)
        }
    }

    /// Visits every position as text, `.`, `O` and `X` row by row, until a visit fails.
    pub fn each<E>(&self, visit: &mut dyn FnMut(&str, Verdict) -> Result<(), E>) -> Result<(), E> {
        for stones in 0..=self.cells {
            let mut walk = Walk {
                book: self,
                text: String::with_capacity(self.cells),
                visit,
            };
            walk.from(Stones { x: 0, o: 0 }, stones.div_ceil(2), stones / 2)?;
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
struct Stones {
    x: Set,
    o: Set,
}

struct Walk<'a, E> {
    book: &'a Book,
    text: String,
    visit: &'a mut dyn FnMut(&str, Verdict) -> Result<(), E>,
}

impl<E> Walk<'_, E> {
    /// Fills the cells from the text's end on with the stones left, in ASCII order of the letters.
    fn from(&mut self, stones: Stones, x_left: usize, o_left: usize) -> Result<(), E> {
        let cell = self.text.len();
        let left = self.book.cells - cell;
        if left == 0 {
            return match self.book.verdict(stones.x, stones.o) {
                Some(verdict) => (self.visit)(&self.text, verdict),
                None => Ok(()),
            };
        }
        if x_left + o_left < left {
            self.step('.', stones, x_left, o_left)?;
        }
        if o_left > 0 {
            let o = stones.o | 1 << cell;
            self.step('O', Stones { o, ..stones }, x_left, o_left - 1)?;
        }
        if x_left > 0 {
            let x = stones.x | 1 << cell;
            self.step('X', Stones { x, ..stones }, x_left - 1, o_left)?;
        }
        Ok(())
    }

    fn step(&mut self, letter: char, stones: Stones, x_left: usize, o_left: usize) -> Result<(), E> {
        self.text.push(letter);
        let result = self.from(stones, x_left, o_left);
        self.text.pop();
        result
    }
}
