//! The positions of the sliding game and the moves between them.
//!
//! A position is a pair of sets, X's and O's, each named by its rank among the sets of L cells. A slide changes
//! one of the two, so the moves of a whole family of positions follow from one short list per set. Moves between
//! open positions (no line yet) go both ways; a terminal position has none.

use super::matrix::Matrix;
use crate::game::{Cell, Dims, Symmetry};
use crate::lab::sets::{Ranks, Set, elements, lines, subsets};

/// The sliding game on one board.
#[derive(Debug)]
pub struct Graph {
    dims: Dims,
    ranks: Ranks,
    sets: Vec<Set>,
    /// For each set, the sets one king's step of one stone away.
    slides: Vec<Vec<u32>>,
    /// For each symmetry, where it takes each set.
    symmetries: Vec<Vec<u32>>,
    /// Pairs of sets without a common cell: the positions.
    apart: Matrix,
    /// Those in which nobody has a line.
    open: Matrix,
}

impl Graph {
    /// All positions with L stones each on a square board of side L.
    pub(super) fn new(dims: Dims) -> Graph {
        let ranks = Ranks::new(dims.cells());
        let sets: Vec<Set> = subsets(dims.cells(), dims.rows()).collect();
        let steps = king_steps(dims);
        let rank = |set: Set| ranks.rank(set) as u32;
        let slides = sets
            .iter()
            .map(|&set| slides(set, &steps).map(rank).collect())
            .collect();
        let image = |symmetry| {
            let turn = move |cell: usize| 1 << Symmetry::apply(symmetry, dims, Cell(cell as u16)).index();
            sets.iter()
                .map(|&set| rank(elements(set).map(turn).fold(0, |all, bit: Set| all | bit)))
                .collect()
        };
        let symmetries = Symmetry::all(dims).map(image).collect();
        let lines = lines(dims);
        let has_line: Vec<bool> = sets
            .iter()
            .map(|set| lines.iter().any(|line| set & line == *line))
            .collect();
        let (mut apart, mut open) = (Matrix::new(sets.len()), Matrix::new(sets.len()));
        for (x, x_set) in sets.iter().enumerate() {
            for (o, _) in sets.iter().enumerate().filter(|(_, o_set)| x_set & **o_set == 0) {
                apart.set(x, o);
                if !has_line[x] && !has_line[o] {
                    open.set(x, o);
                }
            }
        }
        Graph {
            dims,
            ranks,
            sets,
            slides,
            symmetries,
            apart,
            open,
        }
    }

    /// The board.
    pub fn dims(&self) -> Dims {
        self.dims
    }

    /// Number of sets of L cells: the matrices' side.
    pub fn side(&self) -> usize {
        self.sets.len()
    }

    /// Number of positions.
    pub fn len(&self) -> u64 {
        self.apart.count()
    }

    /// The positions in which nobody has a line.
    pub fn open(&self) -> &Matrix {
        &self.open
    }

    /// Number of legal moves in all positions together.
    pub fn moves(&self) -> u64 {
        let mut moves = 0;
        for (x, slides) in self.slides.iter().enumerate() {
            for &target in slides {
                let free = self.open.row(x).iter().zip(self.apart.row(target as usize));
                moves += free.map(|(from, to)| u64::from((from & to).count_ones())).sum::<u64>();
            }
        }
        // O's slides are X's with the colours exchanged.
        2 * moves
    }

    /// The pairs that one slide of the row's set makes of a family of pairs, whether positions or not.
    pub fn slide_rows(&self, from: &Matrix, into: &mut Matrix) {
        let busy: Vec<bool> = (0..self.side())
            .map(|row| from.row(row).iter().any(|&word| word != 0))
            .collect();
        for (row, slides) in self.slides.iter().enumerate() {
            let target = into.row_mut(row);
            target.fill(0);
            for &source in slides.iter().filter(|&&source| busy[source as usize]) {
                for (word, more) in target.iter_mut().zip(from.row(source as usize)) {
                    *word |= more;
                }
            }
        }
    }

    /// The open positions one slide away from a position, which may be terminal itself.
    pub fn neighbours(&self, (x, o): (usize, usize)) -> Vec<(usize, usize)> {
        let by_x = self.slides[x].iter().map(|&moved| (moved as usize, o));
        let by_o = self.slides[o].iter().map(|&moved| (x, moved as usize));
        by_x.chain(by_o).filter(|&(x, o)| self.open.get(x, o)).collect()
    }

    /// The positions that board symmetries and the exchange of colours make of this one, itself included.
    pub fn images(&self, (x, o): (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
        self.symmetries.iter().flat_map(move |image| {
            let (x, o) = (image[x] as usize, image[o] as usize);
            [(x, o), (o, x)]
        })
    }

    /// X's and O's cells.
    pub fn stones(&self, (x, o): (usize, usize)) -> (Set, Set) {
        (self.sets[x], self.sets[o])
    }

    /// The position with these stones, L each.
    pub fn position(&self, (x, o): (Set, Set)) -> (usize, usize) {
        (self.ranks.rank(x), self.ranks.rank(o))
    }
}

/// The sets that one king's step of one stone makes.
fn slides(set: Set, steps: &[Set]) -> impl Iterator<Item = Set> {
    elements(set).flat_map(move |from| elements(steps[from] & !set).map(move |to| set ^ (1 << from) ^ (1 << to)))
}

/// For each cell, the cells a king's step away.
fn king_steps(dims: Dims) -> Vec<Set> {
    let near = |a: usize, b: usize| {
        let (rows, cols) = (a / dims.cols(), a % dims.cols());
        let (row, col) = (b / dims.cols(), b % dims.cols());
        a != b && rows.abs_diff(row) <= 1 && cols.abs_diff(col) <= 1
    };
    let cells = 0..dims.cells();
    let around = |a| cells.clone().filter(|&b| near(a, b)).fold(0, |set, b| set | 1 << b);
    cells.clone().map(around).collect()
}
