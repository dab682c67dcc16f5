//! The sliding game: L stones each on an L×L board, moved one king's step at a time, until somebody has a line.
//!
//! [`Game::new`] builds all positions and moves, [`Game::survey`] counts them, their groups (strongly connected
//! components) and the largest distance within a group, and [`Game::chain`] finds a shortest chain of moves.
//! A terminal position has no moves, hence is a group of its own.

mod graph;
mod longest;
mod matrix;
mod sweep;

use std::collections::BTreeMap;
use std::fmt;

use crate::game::Dims;
use crate::lab::sets::{MAX_CELLS, Ranks, Set};

use graph::Graph;
use sweep::{FAR, Sweep};

/// Why a sliding game is not built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TooLarge {
    /// It would need this many bytes, more than allowed.
    Memory(u64),
    /// Its pairs of sets do not fit 32-bit numbers.
    Numbers,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooLarge::Memory(bytes) => write!(f, "the game would need about {bytes} bytes"),
            TooLarge::Numbers => f.write_str("more positions than 32-bit numbers can name"),
        }
    }
}

impl std::error::Error for TooLarge {}

/// The figures of the exercise sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// Placements of L stones each.
    pub positions: u64,
    /// Legal moves in all positions together.
    pub moves: u64,
    /// Number of groups of each size.
    pub groups: BTreeMap<u64, u64>,
    /// The most moves needed between two positions of one group.
    pub longest: u8,
}

/// All positions of the sliding game on one board.
#[derive(Debug)]
pub struct Game {
    graph: Graph,
}

impl Game {
    /// The game on a board of side `side`, if it fits `memory` bytes.
    pub fn new(side: usize, memory: u64) -> Result<Game, TooLarge> {
        let bytes = estimate(side).ok_or(TooLarge::Numbers)?;
        if bytes > memory {
            return Err(TooLarge::Memory(bytes));
        }
        let length = side as i64;
        let dims = Dims::new(length, length, length).map_err(|_| TooLarge::Numbers)?;
        Ok(Game {
            graph: Graph::new(dims),
        })
    }

    /// The board.
    pub fn dims(&self) -> Dims {
        self.graph.dims()
    }

    /// Counts everything; `report` hears how many classes of positions are open of how many.
    pub fn survey(&self, report: &mut dyn FnMut(usize, usize)) -> Survey {
        Survey {
            positions: self.graph.len(),
            moves: self.graph.moves(),
            groups: groups(&self.graph),
            longest: longest::longest_distance(&self.graph, report),
        }
    }

    /// A shortest chain of positions from one to another, both included; `None` if no moves lead there.
    /// Each position is X's and O's cells, L of each, apart.
    pub fn chain(&self, from: (Set, Set), to: (Set, Set)) -> Option<Vec<(Set, Set)>> {
        let graph = &self.graph;
        let mut chain = vec![from];
        if from == to {
            return Some(chain);
        }
        let (from, goal) = (graph.position(from), graph.position(to));
        // Distances count from the goal's open neighbours, because a terminal goal has no moves itself.
        let mut sweep = Sweep::new(graph);
        sweep.run(graph, &graph.neighbours(goal));
        let mut at = from;
        if sweep.distance(at) == FAR {
            return None;
        }
        while sweep.distance(at) > 0 {
            let nearer = |next: &(usize, usize)| sweep.distance(*next) < sweep.distance(at);
            at = graph.neighbours(at).into_iter().find(nearer)?;
            chain.push(graph.stones(at));
        }
        chain.push(to);
        Some(chain)
    }
}

/// The sizes of the groups: open moves go both ways, so the groups are what a search reaches.
fn groups(graph: &Graph) -> BTreeMap<u64, u64> {
    let mut sizes = BTreeMap::new();
    let terminal = graph.len() - graph.open().count();
    if terminal > 0 {
        sizes.insert(1, terminal);
    }
    let mut sweep = Sweep::new(graph);
    let mut left = graph.open().clone();
    loop {
        let Some(source) = left.ones().next() else {
            return sizes;
        };
        sweep.run(graph, &[source]);
        for (word, reached) in left.words_mut().iter_mut().zip(sweep.reached().words()) {
            *word &= !reached;
        }
        *sizes.entry(sweep.reached().count()).or_insert(0) += 1;
    }
}

/// Bits for each pair of sets: eight matrices, a distance, a class.
const BITS_PER_PAIR: u64 = 8 + 8 + 32;
/// Bytes for each set: its mask, its images, the list of its slides.
const BYTES_PER_SET: u64 = 8 + 8 * 4 + 512;

/// The bytes a game on this side needs, known before it is built; `None` if numbers of 32 bits do not suffice.
///
/// Everything large has one entry for each pair of the S = C(L², L) sets that X and O may have.
pub fn estimate(side: usize) -> Option<u64> {
    let cells = side.checked_mul(side).filter(|&cells| cells <= MAX_CELLS)?;
    let sets = Ranks::new(cells).choose(cells, side);
    // Rows are whole words.
    let padded = sets
        .checked_mul(sets.next_multiple_of(64))
        .filter(|&pairs| pairs < u64::from(u32::MAX))?;
    Some(padded * BITS_PER_PAIR / 8 + sets * BYTES_PER_SET)
}
