//! The empty cells near stones: on a large board only these are worth a look (seed 003's interesting positions).

use crate::game::{Cell, Dims};

/// How far, in king's moves, a stone makes cells interesting.
const REACH: usize = 2;
const ABSENT: u16 = u16::MAX;

/// The set of empty cells within reach of a stone, listed without order.
#[derive(Clone, Debug)]
pub struct Candidates {
    dims: Dims,
    /// Number of stones within reach of each cell.
    near: Vec<u8>,
    occupied: Vec<bool>,
    list: Vec<Cell>,
    /// Where each cell stands in the list.
    place_of: Vec<u16>,
}

impl Candidates {
    /// The candidates of an empty board: none.
    pub fn new(dims: Dims) -> Candidates {
        Candidates {
            dims,
            near: vec![0; dims.cells()],
            occupied: vec![false; dims.cells()],
            list: Vec::new(),
            place_of: vec![ABSENT; dims.cells()],
        }
    }

    /// The cells, in no particular order.
    pub fn cells(&self) -> &[Cell] {
        &self.list
    }

    /// Adds a stone.
    pub fn place(&mut self, cell: Cell) {
        self.occupied[cell.index()] = true;
        self.delist(cell);
        self.around(cell, |candidates, near| {
            candidates.near[near.index()] += 1;
            candidates.enlist(near);
        });
    }

    /// Removes a stone.
    pub fn remove(&mut self, cell: Cell) {
        self.occupied[cell.index()] = false;
        self.enlist(cell);
        self.around(cell, |candidates, near| {
            candidates.near[near.index()] -= 1;
            if candidates.near[near.index()] == 0 {
                candidates.delist(near);
            }
        });
    }

    fn around(&mut self, cell: Cell, mut change: impl FnMut(&mut Candidates, Cell)) {
        let (row, col) = (cell.index() / self.dims.cols(), cell.index() % self.dims.cols());
        for r in row.saturating_sub(REACH)..=(row + REACH).min(self.dims.rows() - 1) {
            for c in col.saturating_sub(REACH)..=(col + REACH).min(self.dims.cols() - 1) {
                if (r, c) != (row, col) {
                    change(self, self.dims.cell_at(r, c));
                }
            }
        }
    }

    fn enlist(&mut self, cell: Cell) {
        let index = cell.index();
        if self.near[index] > 0 && !self.occupied[index] && self.place_of[index] == ABSENT {
            self.place_of[index] = self.list.len() as u16;
            self.list.push(cell);
        }
    }

    fn delist(&mut self, cell: Cell) {
        let place = self.place_of[cell.index()];
        if place != ABSENT {
            self.list.swap_remove(usize::from(place));
            if let Some(moved) = self.list.get(usize::from(place)) {
                self.place_of[moved.index()] = place;
            }
            self.place_of[cell.index()] = ABSENT;
        }
    }
}
