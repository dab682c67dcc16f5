//! Sets of cells as bit masks: the lines of a board, subsets of one size, and their ranks.
//!
//! The enumerations name a position by two sets, X's cells and O's. Subsets of one size come in rising order of
//! their masks, and [`Ranks::rank`] is a set's place in that order, so arrays indexed by it have no holes.

use crate::game::{Dims, Direction};

/// A set of cells; bit i is the cell with index i.
pub type Set = u64;

/// The most cells a [`Set`] holds.
pub const MAX_CELLS: usize = 64;

/// The cells of a set, smallest first.
pub fn elements(set: Set) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let first = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(first)
    })
}

/// The set of the first `n` cells.
pub fn first_cells(n: usize) -> Set {
    debug_assert!(n <= MAX_CELLS);
    if n == MAX_CELLS { Set::MAX } else { (1 << n) - 1 }
}

/// The subsets of size `k` of the first `n` cells, in rising order of their masks.
pub fn subsets(n: usize, k: usize) -> impl Iterator<Item = Set> {
    let last = first_cells(n);
    let mut next = (k <= n).then(|| first_cells(k));
    std::iter::from_fn(move || {
        let current = next?;
        next = successor(current).filter(|set| set & !last == 0);
        Some(current)
    })
}

/// The next larger mask with as many bits: the lowest run's top bit goes up, the others fall to the bottom.
fn successor(set: Set) -> Option<Set> {
    let lowest = set & set.wrapping_neg();
    let carried = set.checked_add(lowest).filter(|_| set != 0)?;
    Some(carried | (((set ^ carried) >> 2) / lowest))
}

/// The set without its bit `index` place: the bits above move down.
pub fn squeeze_out(set: Set, index: usize) -> Set {
    let low = set & first_cells(index);
    low | (set ^ low) >> 1 & !first_cells(index)
}

/// The set with a place inserted at `index`, empty; the bits from there on move up.
pub fn make_room(set: Set, index: usize) -> Set {
    let low = set & first_cells(index);
    low | (set ^ low) << 1
}

/// Binomial coefficients, saturating, for ranks and for estimates.
#[derive(Clone, Debug)]
pub struct Ranks {
    /// Row n holds C(n, k) for k from 0 to n.
    rows: Vec<Vec<u64>>,
}

impl Ranks {
    /// The coefficients up to C(n, ·).
    pub fn new(n: usize) -> Ranks {
        let mut rows: Vec<Vec<u64>> = vec![vec![1]];
        for i in 1..=n {
            let above = &rows[i - 1];
            let row = (0..=i).map(|k| {
                let left = k.checked_sub(1).map_or(0, |k| above[k]);
                left.saturating_add(above.get(k).copied().unwrap_or(0))
            });
            let row = row.collect();
            rows.push(row);
        }
        Ranks { rows }
    }

    /// The number of subsets of size `k` of `n` things.
    pub fn choose(&self, n: usize, k: usize) -> u64 {
        self.rows[n].get(k).copied().unwrap_or(0)
    }

    /// A set's place among the sets of its size, in rising order of the masks.
    pub fn rank(&self, set: Set) -> usize {
        let places = elements(set).zip(1..);
        places.map(|(cell, k)| self.choose(cell, k) as usize).sum()
    }
}

/// Every run of exactly K cells on the board, as sets; none if K is too long for it.
pub fn lines(dims: Dims) -> Vec<Set> {
    debug_assert!(dims.cells() <= MAX_CELLS);
    let Some(k) = dims.line_length() else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    for direction in Direction::ALL {
        for cell in dims.all_cells() {
            if dims.room(cell, direction, true) + 1 >= k {
                let stride = dims.stride(direction);
                let run = (0..k).map(|step| 1 << (cell.index() + step * stride));
                lines.push(run.fold(0, |set: Set, bit: Set| set | bit));
            }
        }
    }
    // With K = 1 every direction gives the same single cells.
    lines.sort_unstable();
    lines.dedup();
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_come_in_order_of_their_ranks() {
        let ranks = Ranks::new(MAX_CELLS);
        for n in 0..=9 {
            for k in 0..=n + 1 {
                let all: Vec<Set> = subsets(n, k).collect();
                assert_eq!(all.len() as u64, ranks.choose(n, k));
                for (place, &set) in all.iter().enumerate() {
                    assert_eq!((ranks.rank(set), set.count_ones() as usize), (place, k));
                }
            }
        }
        assert_eq!(subsets(64, 64).collect::<Vec<_>>(), [Set::MAX]);
        assert_eq!(subsets(64, 1).count(), 64);
    }

    #[test]
    fn room_made_is_squeezed_out_again() {
        assert_eq!(make_room(0b1011, 2), 0b10011);
        for set in 0..64 {
            for index in 0..7 {
                assert_eq!(squeeze_out(make_room(set, index), index), set);
            }
        }
    }

    #[test]
    fn lines_are_counted() {
        let count = |m, n, k| lines(Dims::new(m, n, k).unwrap()).len();
        assert_eq!(count(3, 3, 3), 8);
        assert_eq!(count(4, 4, 4), 10);
        assert_eq!(count(4, 5, 4), 8 + 5 + 4);
        assert_eq!(count(2, 3, 1), 6);
        assert_eq!(count(3, 3, 4), 0);
    }
}
