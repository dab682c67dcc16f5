//! The sliding game: L stones each on an L×L board, moved one king's step at a time, until somebody has a line.
//!
//! [`Game::new`] builds all positions and moves, [`Game::survey`] counts them, their groups (strongly connected
//! components) and the largest distance within a group, and [`Game::chain`] finds a shortest chain of moves.
//! A terminal position has no moves, hence is a group of its own.

mod graph;
mod longest;
mod sweep;

use std::collections::BTreeMap;
use std::fmt;

use crate::game::Dims;
use crate::lab::sets::{MAX_CELLS, Ranks, Set};

use graph::Graph;
use sweep::Sweep;

/// Why a sliding game is not built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TooLarge {
    /// It would need this many bytes, more than allowed.
    Memory(u64),
    /// Its positions or moves do not fit 32-bit numbers.
    Numbers,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooLarge::Memory(bytes) => write!(f, "the graph would need about {bytes} bytes"),
            TooLarge::Numbers => f.write_str("more positions or moves than 32-bit numbers can name"),
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
    /// The game on a board of side `side`, if its graph fits `memory` bytes.
    pub fn new(side: usize, memory: u64) -> Result<Game, TooLarge> {
        let (bytes, moves) = estimate(side).ok_or(TooLarge::Numbers)?;
        if bytes > memory {
            return Err(TooLarge::Memory(bytes));
        }
        if moves >= u64::from(u32::MAX) {
            return Err(TooLarge::Numbers);
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
            positions: self.graph.len() as u64,
            moves: self.graph.moves(),
            groups: groups(&self.graph),
            longest: longest::longest_distance(&self.graph, report),
        }
    }

    /// A shortest chain of positions from one to another, both included; `None` if no moves lead there.
    /// Each position is X's and O's cells, L of each, apart.
    pub fn chain(&self, from: (Set, Set), to: (Set, Set)) -> Option<Vec<(Set, Set)>> {
        let graph = &self.graph;
        let (from, to) = (graph.number(from.0, from.1), graph.number(to.0, to.1));
        if from == to {
            return Some(vec![graph.stones(from)]);
        }
        if graph.is_terminal(from) {
            return None;
        }
        // Distances count from the goal's open predecessors, because a terminal goal has no moves itself.
        let mut sweep = Sweep::new(graph);
        sweep.run(graph, &graph.predecessors(to));
        let mut at = from;
        let mut chain = vec![graph.stones(at)];
        while sweep.distance(at) > 0 {
            let nearer = |&&next: &&u32| sweep.distance(next as usize) < sweep.distance(at);
            at = *graph.neighbours(at).iter().find(nearer)? as usize;
            chain.push(graph.stones(at));
        }
        chain.push(graph.stones(to));
        Some(chain)
    }
}

/// The sizes of the groups: open moves go both ways, so the groups are what a search reaches.
fn groups(graph: &Graph) -> BTreeMap<u64, u64> {
    let mut sizes = BTreeMap::new();
    let mut seen = vec![false; graph.len()];
    let mut stack = Vec::new();
    for position in 0..graph.len() {
        if std::mem::replace(&mut seen[position], true) {
            continue;
        }
        let mut size = 0;
        stack.push(position as u32);
        while let Some(member) = stack.pop() {
            size += 1;
            for &next in graph.neighbours(member as usize) {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    stack.push(next);
                }
            }
        }
        *sizes.entry(size).or_insert(0) += 1;
    }
    sizes
}

/// Bytes per position: whether it is terminal, its first move, its class and bounds, the searches' arrays.
const BYTES_PER_POSITION: u64 = 1 + 4 + 4 + 1 + 2 + 3 * 4;
const BYTES_PER_MOVE: u64 = 4;

/// The bytes a game on this side needs and the moves it may have at most, known before it is built.
///
/// A stone moves along each of the king's steps in C(n−2, L−1) · C(n−L−1, L) placements, n = L².
pub fn estimate(side: usize) -> Option<(u64, u64)> {
    let cells = side.checked_mul(side).filter(|&cells| cells <= MAX_CELLS)?;
    let ranks = Ranks::new(cells);
    let positions = ranks
        .choose(cells, side)
        .checked_mul(ranks.choose(cells - side, side))?;
    if positions == 0 {
        return Some((0, 0));
    }
    let across = (side * (side - 1) + (side - 1) * (side - 1)) as u64;
    let steps = 4 * across;
    let each = ranks
        .choose(cells - 2, side - 1)
        .checked_mul(ranks.choose(cells - side - 1, side))?;
    let moves = each.checked_mul(2 * steps)?;
    // A growing array may hold room for as much again as it uses.
    let bytes = positions.checked_mul(BYTES_PER_POSITION)?;
    Some((bytes.checked_add(moves.checked_mul(2 * BYTES_PER_MOVE)?)?, moves))
}
