//! The symmetries of a board: eight if it is square, four if it is not.
//!
//! A symmetry is up to three steps, done in this order: mirror the columns, mirror the rows, transpose.

use super::geometry::{Cell, Dims};

/// One of the board's symmetries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry(u8);

const MIRROR_COLUMNS: u8 = 1;
const MIRROR_ROWS: u8 = 2;
const TRANSPOSE: u8 = 4;

impl Symmetry {
    /// The symmetry that moves nothing.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// How many symmetries a board has.
    pub fn count(dims: Dims) -> usize {
        if dims.rows() == dims.cols() { 8 } else { 4 }
    }

    /// The symmetries of a board, the identity first.
    pub fn all(dims: Dims) -> impl Iterator<Item = Symmetry> {
        (0..Symmetry::count(dims) as u8).map(Symmetry)
    }

    /// Where a cell comes to lie. The symmetry must be one of the board's own.
    pub fn apply(self, dims: Dims, cell: Cell) -> Cell {
        let (mut row, mut col) = (cell.index() / dims.cols(), cell.index() % dims.cols());
        if self.0 & MIRROR_COLUMNS != 0 {
            col = dims.cols() - 1 - col;
        }
        if self.0 & MIRROR_ROWS != 0 {
            row = dims.rows() - 1 - row;
        }
        if self.0 & TRANSPOSE != 0 {
            (row, col) = (col, row);
        }
        dims.cell_at(row, col)
    }

    /// The symmetry that takes every cell back to where it came from.
    pub fn inverse(self) -> Symmetry {
        let mirrors = self.0 & (MIRROR_COLUMNS | MIRROR_ROWS);
        // Undoing the transposition first swaps the roles of the two mirrors.
        if self.0 & TRANSPOSE != 0 && mirrors.count_ones() == 1 {
            Symmetry(TRANSPOSE | (mirrors ^ (MIRROR_COLUMNS | MIRROR_ROWS)))
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn symmetries_are_distinct_bijections_with_inverses() {
        for (rows, cols, expected) in [(3, 3, 8), (4, 4, 8), (3, 5, 4), (7, 2, 4)] {
            let dims = Dims::new(rows, cols, 3).unwrap();
            let mut images = HashSet::new();
            for symmetry in Symmetry::all(dims) {
                let image: Vec<Cell> = dims.all_cells().map(|c| symmetry.apply(dims, c)).collect();
                assert_eq!(image.iter().collect::<HashSet<_>>().len(), dims.cells());
                for cell in dims.all_cells() {
                    let there = symmetry.apply(dims, cell);
                    assert_eq!(symmetry.inverse().apply(dims, there), cell);
                }
                images.insert(image);
            }
            assert_eq!(images.len(), expected);
        }
    }
}
