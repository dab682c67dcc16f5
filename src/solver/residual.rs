//! The residual hypergraph: for every line without a Breaker stone, the set of its empty cells.
//!
//! This is all that matters when Maker wants a line and Breaker only blocks. Edges that contain another edge are
//! dropped: who completes the larger has completed the smaller. The property survives moves of both sides, so only the
//! edges that a Maker stone has just shortened need looking at. Uses `solver::lines`.

use super::bits::Bits;
use super::lines::{Keys, Lines, SYMMETRIES};

/// The value 1 of a potential. Sets of more than 40 cells count as if they had 40: too much, never too little.
pub const ONE: u64 = 1 << 40;

/// The potential of an edge of this size: 2 to the minus size.
#[inline]
pub fn weight(size: u32) -> u64 {
    ONE >> size.min(40)
}

/// What is left of one line.
#[derive(Clone, Copy, Debug)]
pub struct Edge<const N: usize> {
    /// Its empty cells.
    pub cells: Bits<N>,
    /// How many they are.
    pub size: u32,
    /// The line it is left of.
    pub line: u32,
}

/// The residual hypergraph of a position.
#[derive(Clone, Debug)]
pub struct Residual<const N: usize> {
    /// The edges, none containing another if superset removal is on.
    pub edges: Vec<Edge<N>>,
    /// The sums of the edges' keys, if they are kept up to date from move to move.
    sums: Option<Keys>,
}

impl<const N: usize> Residual<N> {
    /// The residual of a position with these stones, lines needing more than `reach` stones left out.
    pub fn new(lines: &Lines<N>, maker: Bits<N>, breaker: Bits<N>, reach: u32) -> Residual<N> {
        let mut edges: Vec<Edge<N>> = Vec::new();
        for (index, &line) in lines.lines.iter().enumerate() {
            let cells = line.without(maker);
            let size = cells.len();
            if !line.meets(breaker) && size <= reach {
                edges.push(Edge {
                    cells,
                    size,
                    line: index as u32,
                });
            }
        }
        Residual { edges, sums: None }
    }

    /// From here on the sums of the keys are kept up to date.
    pub fn track(&mut self, lines: &Lines<N>) {
        self.sums = Some(self.sum_up(lines));
    }

    /// Drops every edge that contains another.
    pub fn minimise(&mut self) {
        self.edges.sort_by_key(|edge| edge.size);
        let mut kept: Vec<Edge<N>> = Vec::with_capacity(self.edges.len());
        for edge in &self.edges {
            if !kept.iter().any(|small| small.cells.within(edge.cells)) {
                kept.push(*edge);
            }
        }
        self.edges = kept;
        self.sums = None;
    }

    /// After a stone of Maker.
    pub fn after_maker(&self, cell: usize, minimise: bool, lines: &Lines<N>) -> Residual<N> {
        let stone = Bits::of(cell);
        let mut edges: Vec<Edge<N>> = Vec::with_capacity(self.edges.len());
        let mut short: Vec<Edge<N>> = Vec::new();
        let mut sums = self.sums;
        for edge in &self.edges {
            if edge.cells.has(cell) {
                let rest = edge.cells.without(stone);
                if let Some(sums) = &mut sums {
                    lines.drop_keys(edge.line, edge.cells, sums);
                    lines.add_keys(edge.line, rest, sums);
                }
                short.push(Edge {
                    cells: rest,
                    size: edge.size - 1,
                    line: edge.line,
                });
            } else {
                edges.push(*edge);
            }
        }
        if minimise {
            edges.retain(|edge| {
                let dropped = short.iter().any(|small| small.cells.within(edge.cells));
                if let (true, Some(sums)) = (dropped, &mut sums) {
                    lines.drop_keys(edge.line, edge.cells, sums);
                }
                !dropped
            });
        }
        edges.append(&mut short);
        Residual { edges, sums }
    }

    /// After a stone of Breaker.
    pub fn after_breaker(&self, cell: usize, lines: &Lines<N>) -> Residual<N> {
        let mut edges: Vec<Edge<N>> = Vec::with_capacity(self.edges.len());
        let mut sums = self.sums;
        for edge in &self.edges {
            if !edge.cells.has(cell) {
                edges.push(*edge);
            } else if let Some(sums) = &mut sums {
                lines.drop_keys(edge.line, edge.cells, sums);
            }
        }
        Residual { edges, sums }
    }

    /// The cells on edges.
    pub fn support(&self) -> Bits<N> {
        self.edges.iter().fold(Bits::EMPTY, |cells, edge| cells | edge.cells)
    }

    /// The cells of edges with one cell: Maker's immediate wins.
    pub fn singles(&self) -> Bits<N> {
        let singles = self.edges.iter().filter(|edge| edge.size == 1);
        singles.fold(Bits::EMPTY, |cells, edge| cells | edge.cells)
    }

    /// Whether Maker to move wins at once or by a double threat.
    pub fn maker_wins_soon(&self) -> bool {
        let mut seen = Bits::EMPTY;
        for (index, edge) in self.edges.iter().enumerate().filter(|(_, edge)| edge.size <= 2) {
            // Two lines that lack the same two cells are one threat, not two.
            let twice = || self.edges[..index].iter().any(|other| other.cells == edge.cells);
            if edge.size <= 1 || edge.cells.meets(seen) && !twice() {
                return true;
            }
            seen = seen | edge.cells;
        }
        false
    }

    /// The whole potential.
    pub fn potential(&self) -> u64 {
        self.edges.iter().map(|edge| weight(edge.size)).sum()
    }

    /// The potential of each cell: of the edges through it.
    pub fn weights(&self, cells: usize) -> Vec<u64> {
        let mut weights = vec![0; cells];
        for edge in &self.edges {
            for cell in edge.cells.cells() {
                weights[cell] += weight(edge.size);
            }
        }
        weights
    }

    /// Whether the potential alone shows that Maker, to move, cannot complete an edge.
    pub fn potential_holds(&self, cells: usize) -> bool {
        let whole = self.potential();
        whole < ONE && whole + self.weights(cells).into_iter().max().unwrap_or(0) < ONE
    }

    /// The cells on edges, heaviest first.
    pub fn by_weight(&self, cells: usize) -> Vec<usize> {
        let weights = self.weights(cells);
        let mut order: Vec<usize> = self.support().cells().collect();
        order.sort_by_key(|&cell| std::cmp::Reverse(weights[cell]));
        order
    }

    /// The sums of the edges' keys, one for each symmetry.
    pub fn sums(&self, lines: &Lines<N>) -> Keys {
        self.sums.unwrap_or_else(|| self.sum_up(lines))
    }

    fn sum_up(&self, lines: &Lines<N>) -> Keys {
        let mut sums = [0; SYMMETRIES];
        for edge in &self.edges {
            lines.add_keys(edge.line, edge.cells, &mut sums);
        }
        sums
    }
}
