//! Boards from a drawn grid: what can be checked about a position whose moves are not known.

use std::fmt;

use super::board::{Board, Outcome};
use super::geometry::Dims;
use super::player::Player;

/// Stones as somebody drew them, row by row, possibly ragged.
pub type Grid = Vec<Vec<Option<Player>>>;

/// Why a drawn grid is no position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadPosition {
    /// The grid has another number of rows than the board.
    Rows {
        /// Rows drawn.
        found: usize,
        /// Rows of the board.
        wanted: usize,
    },
    /// A row has another number of cells than the board.
    Columns {
        /// The row, counted from 0.
        row: usize,
        /// Cells drawn.
        found: usize,
        /// Columns of the board.
        wanted: usize,
    },
    /// The numbers of stones fit no game.
    Counts {
        /// Stones of X.
        first: usize,
        /// Stones of O.
        second: usize,
    },
    /// Both players have a line.
    TwoWinners,
    /// The player to move has a line already.
    WinnerToMove(Player),
}

impl fmt::Display for BadPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadPosition::Rows { found, wanted } => {
                write!(f, "the grid has {found} rows, the board {wanted}")
            }
            BadPosition::Columns { row, found, wanted } => {
                write!(f, "row {row} has {found} cells, the board {wanted} columns")
            }
            BadPosition::Counts { first, second } => {
                write!(f, "{first} X and {second} O cannot stand on one board")
            }
            BadPosition::TwoWinners => f.write_str("both players have a line"),
            BadPosition::WinnerToMove(player) => {
                write!(f, "{player} has a line but did not move last")
            }
        }
    }
}

impl std::error::Error for BadPosition {}

impl Board {
    /// The position drawn in `grid`. Without `turn` the side to move follows from the stone counts.
    pub fn from_grid(dims: Dims, grid: &Grid, turn: Option<Player>) -> Result<Board, BadPosition> {
        check_shape(dims, grid)?;
        let stones: Vec<_> = grid.iter().flatten().copied().collect();
        let count = |player| stones.iter().filter(|&&stone| stone == Some(player)).count();
        let (first, second) = (count(Player::First), count(Player::Second));
        let turn = match turn {
            Some(player) if first.abs_diff(second) <= 1 => player,
            None if first == second => Player::First,
            None if first == second + 1 => Player::Second,
            _ => return Err(BadPosition::Counts { first, second }),
        };
        let full = first + second == dims.cells();
        let drawn = Board::with_stones(dims, stones, turn);
        let outcome = match (drawn.has_run(turn), drawn.has_run(!turn)) {
            (true, true) => return Err(BadPosition::TwoWinners),
            (true, false) => return Err(BadPosition::WinnerToMove(turn)),
            (false, true) => Some(Outcome::Win(!turn)),
            (false, false) if full => Some(Outcome::Draw),
            (false, false) => None,
        };
        Ok(drawn.with_outcome(outcome))
    }

    fn has_run(&self, player: Player) -> bool {
        self.run_of(player).is_some()
    }
}

fn check_shape(dims: Dims, grid: &Grid) -> Result<(), BadPosition> {
    if grid.len() != dims.rows() {
        return Err(BadPosition::Rows {
            found: grid.len(),
            wanted: dims.rows(),
        });
    }
    match grid.iter().position(|row| row.len() != dims.cols()) {
        None => Ok(()),
        Some(row) => Err(BadPosition::Columns {
            row,
            found: grid[row].len(),
            wanted: dims.cols(),
        }),
    }
}
