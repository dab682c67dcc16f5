//! The moves at the root: which of them are considered, and what is known of each.

use super::searcher::Search;
use super::value::{Bounds, INFINITE};
use super::{Goal, Job};
use crate::game::Cell;

/// Boards up to this many cells are proven from the start in no time.
const PROVABLE_CELLS: usize = 25;

/// A root move with the best line after it.
#[derive(Clone, Debug)]
pub struct Line {
    /// The move.
    pub cell: Cell,
    /// Its estimate, for the side to move at the root.
    pub value: i32,
    /// What is proven about it.
    pub bounds: Bounds,
    /// The whole line, the move first.
    pub moves: Vec<Cell>,
    /// The iteration that found it.
    pub depth: u32,
}

impl Line {
    /// A move that was not looked at yet.
    pub fn unsearched(cell: Cell) -> Line {
        Line {
            cell,
            value: -INFINITE,
            bounds: Bounds::OPEN,
            moves: vec![cell],
            depth: 0,
        }
    }
}

/// The root moves, best-ranked first, and whether they leave out only moves that are no better.
pub(super) fn cells(job: &Job, search: &Search<'_>, wanted: usize) -> (Vec<Cell>, bool) {
    let patterns = search.state.patterns();
    let turn = search.state.turn();
    let (rows, cols) = (job.board.dims().rows() as i64, job.board.dims().cols() as i64);
    let is_empty = job.board.empties() == job.board.dims().cells();
    let rank = |cell: &Cell| {
        let urgent = if patterns.completing(turn).contains(*cell) {
            2
        } else {
            i32::from(patterns.completing(!turn).contains(*cell))
        };
        let point = job.board.dims().point(*cell);
        let off_centre = (2 * point.row - rows + 1).abs() + (2 * point.col - cols + 1).abs();
        let worth = patterns.promise(*cell, turn);
        // Nothing else tells cells of an empty board apart.
        let first = if is_empty { off_centre } else { 0 };
        (-urgent, first, -worth, off_centre, *cell)
    };
    let ranked = |mut cells: Vec<Cell>| {
        cells.sort_by_cached_key(rank);
        cells
    };
    if !job.only.is_empty() {
        let mut cells = ranked(job.only.clone());
        cells.dedup();
        // The moves asked for are all that the answer speaks about.
        return (cells, true);
    }
    let live = |cells: &[Cell]| -> Vec<Cell> {
        cells
            .iter()
            .copied()
            .filter(|&cell| patterns.is_empty(cell) && !patterns.is_dead(cell))
            .collect()
    };
    // With an extra stone nobody is worse off, so that no first move loses; and the centre wins in the shortest way
    // wherever the value is known (docs/solved.md). Where the search may prove that itself, it is left to do so.
    let is_small = job.board.dims().cells() <= PROVABLE_CELLS;
    if is_empty && !is_small && job.goal == Goal::Play && wanted == 1 {
        return (vec![job.board.dims().centre()], false);
    }
    if !search.is_full_width() {
        let near = live(search.state.candidates());
        if near.len() >= wanted {
            return (ranked(near), false);
        }
    }
    let legal: Vec<Cell> = job.board.legal().collect();
    let useful = live(&legal);
    (ranked(if useful.len() >= wanted { useful } else { legal }), true)
}
