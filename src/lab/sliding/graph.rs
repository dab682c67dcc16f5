//! The positions of the sliding game and the moves between them, as a compact graph.
//!
//! A position's number is `rank(X) · C(L²−L, L) + rank(O)`, where O is ranked among the cells that X leaves
//! free. Only moves between open positions (no line yet) are kept, because only they can lie on a cycle;
//! moves into a terminal position are just counted. Open moves go both ways, so the graph is undirected.

use crate::game::{Cell, Dims, Symmetry};
use crate::lab::sets::{Ranks, Set, elements, first_cells, lines, make_room, squeeze_out, subsets};

/// The sliding game on an L×L board.
#[derive(Debug)]
pub struct Graph {
    dims: Dims,
    ranks: Ranks,
    /// For each cell, the cells a king's step away.
    steps: Vec<Set>,
    x_sets: Vec<Set>,
    o_sets: Vec<Set>,
    terminal: Vec<bool>,
    /// Where each position's open neighbours begin in `targets`; one entry more than positions.
    starts: Vec<u32>,
    targets: Vec<u32>,
    moves: u64,
}

impl Graph {
    /// All positions with L stones each on a square board of side L, and their moves.
    pub(super) fn new(dims: Dims) -> Graph {
        let (side, cells) = (dims.rows(), dims.cells());
        let mut graph = Graph {
            dims,
            ranks: Ranks::new(cells),
            steps: king_steps(dims),
            x_sets: subsets(cells, side).collect(),
            o_sets: subsets(cells - side, side).collect(),
            terminal: Vec::new(),
            starts: vec![0],
            targets: Vec::new(),
            moves: 0,
        };
        let lines = lines(dims);
        let has_line = |set: Set| lines.iter().any(|line| set & line == *line);
        for position in 0..graph.x_sets.len() * graph.o_sets.len() {
            let (x, o) = graph.stones(position);
            graph.terminal.push(has_line(x) || has_line(o));
        }
        graph.add_moves();
        graph
    }

    fn add_moves(&mut self) {
        let mut found = Vec::new();
        for position in 0..self.len() {
            if !self.is_terminal(position) {
                found.clear();
                self.slides(position, &mut found);
                self.moves += found.len() as u64;
                found.retain(|&target| !self.is_terminal(target as usize));
                self.targets.extend_from_slice(&found);
            }
            self.starts.push(self.targets.len() as u32);
        }
    }

    /// The positions one slide away, whether or not the rules let the game go on.
    fn slides(&self, position: usize, found: &mut Vec<u32>) {
        let (x, o) = self.stones(position);
        let x_base = position - position % self.o_sets.len();
        let o_packed = self.o_sets[position % self.o_sets.len()];
        let places = !x & first_cells(self.steps.len());
        let place = |cell: usize| (places & first_cells(cell)).count_ones() as usize;
        for from in elements(o) {
            for to in elements(self.steps[from] & !(x | o)) {
                let moved = o_packed ^ (1 << place(from)) ^ (1 << place(to));
                found.push((x_base + self.ranks.rank(moved)) as u32);
            }
        }
        for from in elements(x) {
            for to in elements(self.steps[from] & !(x | o)) {
                let moved = x ^ (1 << from) ^ (1 << to);
                // `to` leaves the cells free of X and `from` joins them.
                let without = squeeze_out(o_packed, place(to));
                let at = place(from) - usize::from(to < from);
                let o_rank = self.ranks.rank(make_room(without, at));
                found.push((self.ranks.rank(moved) * self.o_sets.len() + o_rank) as u32);
            }
        }
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.terminal.len()
    }

    /// Number of legal moves in all positions together.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Whether somebody has a line.
    pub fn is_terminal(&self, position: usize) -> bool {
        self.terminal[position]
    }

    /// The open positions that one move leads to.
    pub fn neighbours(&self, position: usize) -> &[u32] {
        let (start, end) = (self.starts[position], self.starts[position + 1]);
        &self.targets[start as usize..end as usize]
    }

    /// The open positions from which one move leads here. A slide can be undone, so they are one slide away.
    pub fn predecessors(&self, position: usize) -> Vec<u32> {
        let mut found = Vec::new();
        self.slides(position, &mut found);
        found.retain(|&source| !self.is_terminal(source as usize));
        found
    }

    /// The positions that board symmetries and the exchange of colours make of this one, itself included.
    pub fn images(&self, position: usize) -> impl Iterator<Item = usize> {
        let (x, o) = self.stones(position);
        Symmetry::all(self.dims).flat_map(move |symmetry| {
            let image = |set| {
                let cells = elements(set).map(|cell| symmetry.apply(self.dims, Cell(cell as u16)));
                cells.fold(0, |image: Set, cell| image | 1 << cell.index())
            };
            let (x, o) = (image(x), image(o));
            [self.number(x, o), self.number(o, x)]
        })
    }

    /// The board.
    pub fn dims(&self) -> Dims {
        self.dims
    }

    /// X's and O's cells.
    pub fn stones(&self, position: usize) -> (Set, Set) {
        let x = self.x_sets[position / self.o_sets.len()];
        let mut o = self.o_sets[position % self.o_sets.len()];
        for cell in elements(x) {
            o = make_room(o, cell);
        }
        (x, o)
    }

    /// The number of the position with these stones, L each and apart.
    pub fn number(&self, x: Set, o: Set) -> usize {
        let mut packed = o;
        // From the highest cell down, so that lower ones keep their place.
        for cell in (0..self.dims.cells()).rev().filter(|cell| x >> cell & 1 == 1) {
            packed = squeeze_out(packed, cell);
        }
        self.ranks.rank(x) * self.o_sets.len() + self.ranks.rank(packed)
    }
}

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
