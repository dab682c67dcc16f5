//! Breadth-first search over the open positions, a whole distance at a time.

use super::graph::Graph;
use super::matrix::Matrix;

/// Farther than anything: not reached.
pub const FAR: u8 = u8::MAX;

/// Distances from one set of sources; its memory serves one search after the other.
#[derive(Debug)]
pub struct Sweep {
    side: usize,
    distances: Vec<u8>,
    reached: Matrix,
    frontier: Matrix,
    next: Matrix,
    turned: Matrix,
    turned_next: Matrix,
}

impl Sweep {
    /// Room for the positions of a graph.
    pub fn new(graph: &Graph) -> Sweep {
        let side = graph.side();
        Sweep {
            side,
            distances: vec![FAR; side * side],
            reached: Matrix::new(side),
            frontier: Matrix::new(side),
            next: Matrix::new(side),
            turned: Matrix::new(side),
            turned_next: Matrix::new(side),
        }
    }

    /// Measures the distances from open positions and returns the largest.
    pub fn run(&mut self, graph: &Graph, sources: &[(usize, usize)]) -> u8 {
        self.distances.fill(FAR);
        self.reached.clear();
        self.next.clear();
        for &(x, o) in sources {
            self.next.set(x, o);
        }
        let mut distance = 0;
        loop {
            let mut any = false;
            for (reached, next) in self.reached.words_mut().iter_mut().zip(self.next.words()) {
                *reached |= next;
            }
            for (x, o) in self.next.ones() {
                self.distances[x * self.side + o] = distance;
                any = true;
            }
            if !any {
                return distance.saturating_sub(1);
            }
            std::mem::swap(&mut self.frontier, &mut self.next);
            self.step(graph);
            distance += 1;
        }
    }

    /// Fills `next` with the open positions that the frontier leads to and that were not reached before.
    fn step(&mut self, graph: &Graph) {
        graph.slide_rows(&self.frontier, &mut self.next);
        self.frontier.transpose_into(&mut self.turned);
        graph.slide_rows(&self.turned, &mut self.turned_next);
        self.turned_next.transpose_into(&mut self.turned);
        let others = self
            .turned
            .words()
            .iter()
            .zip(graph.open().words())
            .zip(self.reached.words());
        for (word, ((by_o, open), reached)) in self.next.words_mut().iter_mut().zip(others) {
            *word = (*word | by_o) & open & !reached;
        }
    }

    /// The distance of a position, [`FAR`] if it was not reached.
    pub fn distance(&self, (x, o): (usize, usize)) -> u8 {
        self.distances[x * self.side + o]
    }

    /// The positions reached.
    pub fn reached(&self) -> &Matrix {
        &self.reached
    }
}
