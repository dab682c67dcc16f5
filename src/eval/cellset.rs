//! A set of cells as bits, with a second level of bits over its words: a walk over the set looks at its members and
//! at one word per 4096 cells of the board.

use crate::game::Cell;

/// A set of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellSet {
    words: Box<[u64]>,
    /// A bit for every word that is not 0.
    used: Box<[u64]>,
    len: u32,
}

impl CellSet {
    /// No cell, of a board of this many.
    pub fn new(cells: usize) -> CellSet {
        let words = cells.div_ceil(64);
        CellSet {
            words: vec![0; words].into(),
            used: vec![0; words.div_ceil(64)].into(),
            len: 0,
        }
    }

    /// Adds a cell that is not in the set.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        let word = cell.index() / 64;
        debug_assert!(!self.contains(cell));
        self.words[word] |= 1 << (cell.index() % 64);
        self.used[word / 64] |= 1 << (word % 64);
        self.len += 1;
    }

    /// Removes a cell that is in the set.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        let word = cell.index() / 64;
        debug_assert!(self.contains(cell));
        self.words[word] &= !(1 << (cell.index() % 64));
        if self.words[word] == 0 {
            self.used[word / 64] &= !(1 << (word % 64));
        }
        self.len -= 1;
    }

    /// Whether the cell is in the set.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.words[cell.index() / 64] >> (cell.index() % 64) & 1 == 1
    }

    /// Number of cells.
    #[inline]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The cells, smallest first.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        let words = self.used.iter().enumerate().flat_map(|(at, &used)| bits(used, at));
        words.flat_map(|word| bits(self.words[word], word).map(|index| Cell(index as u16)))
    }

    /// The smallest cell.
    #[inline]
    pub fn first(&self) -> Option<Cell> {
        self.iter().next()
    }
}

/// The numbers of the bits set in the word at this place of a row of words.
#[inline]
fn bits(word: u64, at: usize) -> impl Iterator<Item = usize> {
    let mut rest = word;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            at * 64 + bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn behaves_like_a_set(cells in 1_usize..9_000, picks in prop::collection::vec(any::<u16>(), 0..200)) {
            let mut set = CellSet::new(cells);
            let mut model = BTreeSet::new();
            for pick in picks {
                let cell = Cell(pick % cells as u16);
                if model.insert(cell) {
                    set.insert(cell);
                } else {
                    model.remove(&cell);
                    set.remove(cell);
                }
                prop_assert_eq!(set.len(), model.len());
                prop_assert_eq!(set.contains(cell), model.contains(&cell));
                prop_assert_eq!(set.first(), model.first().copied());
            }
            prop_assert!(set.iter().eq(model));
        }
    }
}
