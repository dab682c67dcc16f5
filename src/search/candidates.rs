//! The empty cells near stones: on a large board only these are worth a look (seed 003's interesting positions).

use crate::game::{Cell, Dims};

/// How far, in king's moves, a stone makes cells interesting.
const REACH: usize = 2;

/// The cells within reach of a stone, in the order in which they came within reach. A cell that is occupied later
/// stays on the list.
#[derive(Clone, Debug)]
pub struct Candidates {
    dims: Dims,
    listed: Vec<bool>,
    list: Vec<Cell>,
    /// How long the list was before each stone.
    lengths: Vec<usize>,
}

impl Candidates {
    /// The candidates of an empty board: none.
    pub fn new(dims: Dims) -> Candidates {
        Candidates {
            dims,
            listed: vec![false; dims.cells()],
            list: Vec::new(),
            lengths: Vec::new(),
        }
    }

    /// The cells, among them occupied ones.
    pub fn cells(&self) -> &[Cell] {
        &self.list
    }

    /// Adds a stone.
    pub fn place(&mut self, cell: Cell) {
        self.lengths.push(self.list.len());
        let (row, col) = (cell.index() / self.dims.cols(), cell.index() % self.dims.cols());
        let first = col.saturating_sub(REACH);
        let last = (col + REACH).min(self.dims.cols() - 1);
        for r in row.saturating_sub(REACH)..=(row + REACH).min(self.dims.rows() - 1) {
            let start = r * self.dims.cols();
            for (offset, listed) in self.listed[start + first..=start + last].iter_mut().enumerate() {
                if !*listed {
                    *listed = true;
                    self.list.push(Cell((start + first + offset) as u16));
                }
            }
        }
    }

    /// Removes the stone added last.
    pub fn remove(&mut self) {
        let length = self.lengths.pop().unwrap_or_default();
        for cell in self.list.drain(length..) {
            self.listed[cell.index()] = false;
        }
    }
}
