//! General pairings: disjoint pairs of empty cells such that every edge contains one. Breaker answers one cell of a pair
//! with the other, and Maker never completes anything.
//!
//! The search takes the open edge with the fewest free cells, tries the pairs in it that serve most open edges, and
//! gives up after a small number of nodes: not finding a pairing says nothing. It runs on the transposed hypergraph, a
//! set of edges for each cell, with the numbers of free cells kept as bit planes, so that one step costs a few words
//! however many edges there are. Uses `solver::{bits, residual}`.

use super::bits::Bits;
use super::residual::Residual;

/// How many pairs are tried for one edge.
const BRANCHES: usize = 2;
/// Bits of the number of free cells of an edge; longer edges count as 15, which can only make the search give up.
const PLANES: usize = 4;

/// The pairs of a pairing.
pub type Pairs = Vec<(u16, u16)>;

/// Looks for a pairing with at most `effort` nodes. Fills in the pairs and returns whether they serve every edge.
pub fn find<const N: usize>(residual: &Residual<N>, effort: u32, pairs: &mut Pairs) -> bool {
    match residual.edges.len() {
        0..=64 => Search::<N, 1>::new(residual, effort, pairs).run(),
        65..=128 => Search::<N, 2>::new(residual, effort, pairs).run(),
        129..=256 => Search::<N, 4>::new(residual, effort, pairs).run(),
        257..=1024 => Search::<N, 16>::new(residual, effort, pairs).run(),
        _ => false,
    }
}

/// `N` words for a set of cells, `E` words for a set of edges.
struct Search<'a, const N: usize, const E: usize> {
    residual: &'a Residual<N>,
    through: Vec<Bits<E>>,
    effort: u32,
    pairs: &'a mut Pairs,
}

/// The open edges and how many free cells each edge has, bit by bit.
#[derive(Clone, Copy)]
struct State<const E: usize> {
    open: Bits<E>,
    free: [Bits<E>; PLANES],
}

impl<const E: usize> State<E> {
    /// One free cell less for each of these edges.
    fn take(&mut self, edges: Bits<E>) {
        let mut borrow = edges;
        for plane in &mut self.free {
            let before = *plane;
            *plane = (before & !borrow) | (borrow & !before);
            borrow = borrow & !before;
        }
    }

    /// The open edges with exactly this many free cells.
    fn with_free(&self, count: usize) -> Bits<E> {
        self.free.iter().enumerate().fold(self.open, |edges, (bit, plane)| {
            edges & if count >> bit & 1 != 0 { *plane } else { !*plane }
        })
    }
}

type Choice = (u32, u16, u16);

impl<'a, const N: usize, const E: usize> Search<'a, N, E> {
    fn new(residual: &'a Residual<N>, effort: u32, pairs: &'a mut Pairs) -> Search<'a, N, E> {
        pairs.clear();
        let mut through = vec![Bits::EMPTY; Bits::<N>::CAPACITY];
        for (index, edge) in residual.edges.iter().enumerate() {
            for cell in edge.cells.cells() {
                through[cell] = through[cell] | Bits::of(index);
            }
        }
        Search {
            residual,
            through,
            effort,
            pairs,
        }
    }

    fn run(&mut self) -> bool {
        let mut state = State {
            open: Bits::EMPTY,
            free: [Bits::EMPTY; PLANES],
        };
        for (index, edge) in self.residual.edges.iter().enumerate() {
            let bit = Bits::of(index);
            state.open = state.open | bit;
            let size = edge.size.min((1 << PLANES) - 1);
            for (place, plane) in state.free.iter_mut().enumerate() {
                if size >> place & 1 != 0 {
                    *plane = *plane | bit;
                }
            }
        }
        self.cover(state, Bits::EMPTY)
    }

    fn cover(&mut self, state: State<E>, used: Bits<N>) -> bool {
        if state.open.is_empty() {
            return true;
        }
        let lost = !(state.with_free(0) | state.with_free(1)).is_empty();
        if lost || self.effort == 0 {
            return false;
        }
        self.effort -= 1;
        let tightest = (2..1 << PLANES).find_map(|count| state.with_free(count).first());
        let Some(edge) = tightest else {
            return false;
        };
        let free = self.residual.edges[edge].cells.without(used);
        for (_, first, second) in self
            .best_pairs(state.open, free)
            .into_iter()
            .filter(|choice| choice.0 > 0)
        {
            let (one, other) = (self.through[usize::from(first)], self.through[usize::from(second)]);
            let mut next = state;
            next.open = state.open.without(one & other);
            next.take(one);
            next.take(other);
            self.pairs.push((first, second));
            if self.cover(
                next,
                used | Bits::of(usize::from(first)) | Bits::of(usize::from(second)),
            ) {
                return true;
            }
            self.pairs.pop();
        }
        false
    }

    /// The pairs within `free` that serve most open edges, best first.
    fn best_pairs(&self, open: Bits<E>, free: Bits<N>) -> [Choice; BRANCHES] {
        let mut best = [(0, 0, 0); BRANCHES];
        let mut rest = free;
        while let Some(first) = rest.first() {
            rest = rest.without(Bits::of(first));
            for second in rest.cells() {
                let (one, other) = (self.through[first] & open, self.through[second] & open);
                // Between pairs that serve as many edges, the one that takes fewer cells from the others.
                let score = (((one & other).len() + 1) << 12) - (one | other).len();
                insert(&mut best, (score, first as u16, second as u16));
            }
        }
        best
    }
}

fn insert(best: &mut [Choice; BRANCHES], choice: Choice) {
    if choice.0 > best[0].0 {
        (best[0], best[1]) = (choice, best[0]);
    } else if choice.0 > best[1].0 {
        best[1] = choice;
    }
}
