//! Sets of cells as bit masks of `64 · N` cells, with `N` fixed at compile time.
//!
//! One type serves every board: `Bits<1>` compiles to plain 64-bit arithmetic, `Bits<8>` reaches 512 cells.
//! Uses `std` only.

use std::ops::{BitAnd, BitOr, Not};

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bits<const N: usize>(pub [u64; N]);

impl<const N: usize> Bits<N> {
    /// The empty set.
    pub const EMPTY: Bits<N> = Bits([0; N]);
    /// How many cells fit.
    pub const CAPACITY: usize = 64 * N;

    /// The set of one cell.
    #[inline]
    pub fn of(cell: usize) -> Bits<N> {
        let mut bits = Bits::EMPTY;
        bits.0[cell / 64] = 1 << (cell % 64);
        bits
    }

    /// The cells below `count`.
    pub fn below(count: usize) -> Bits<N> {
        (0..count).fold(Bits::EMPTY, |bits, cell| bits | Bits::of(cell))
    }

    /// Whether a cell is in the set.
    #[inline]
    pub fn has(self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many cells are in the set.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether the two sets share a cell.
    #[inline]
    pub fn meets(self, other: Bits<N>) -> bool {
        !(self & other).is_empty()
    }

    /// Whether every cell of `self` is in `other`.
    #[inline]
    pub fn within(self, other: Bits<N>) -> bool {
        self.without(other).is_empty()
    }

    /// The cells of `self` that are not in `other`.
    #[inline]
    pub fn without(self, other: Bits<N>) -> Bits<N> {
        self & !other
    }

    /// The smallest cell.
    #[inline]
    pub fn first(self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// The cells in ascending order.
    #[inline]
    pub fn cells(self) -> Cells<N> {
        Cells(self)
    }
}

impl<const N: usize> BitAnd for Bits<N> {
    type Output = Bits<N>;

    #[inline]
    fn bitand(self, other: Bits<N>) -> Bits<N> {
        Bits(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const N: usize> BitOr for Bits<N> {
    type Output = Bits<N>;

    #[inline]
    fn bitor(self, other: Bits<N>) -> Bits<N> {
        Bits(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl<const N: usize> Not for Bits<N> {
    type Output = Bits<N>;

    #[inline]
    fn not(self) -> Bits<N> {
        Bits(std::array::from_fn(|word| !self.0[word]))
    }
}

/// The cells of a set, smallest first.
pub struct Cells<const N: usize>(Bits<N>);

impl<const N: usize> Iterator for Cells<N> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        for (index, word) in self.0.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(index * 64 + bit);
            }
        }
        None
    }
}
