//! Positions for measuring how the cost of a search grows with the number of empty cells.
//!
//! As the thesis did for its table, positions in which somebody could end the game at once are avoided: they say
//! nothing about depth. The same seed gives the same positions on every machine.

use crate::game::hash::mix;
use crate::game::{Board, Cell, Dims, Outcome};

/// Random games tried before a position with a threat on the board is good enough, and before giving up.
const PATIENCE: u64 = 2_000;

/// A position with so many empty cells, reached by random moves; `None` if no game gets there.
pub fn position(dims: Dims, empties: usize, seed: u64) -> Option<Board> {
    let mut second_best = None;
    for attempt in 0..PATIENCE {
        let Some(board) = random_game(dims, empties, mix(seed ^ mix(attempt))) else {
            continue;
        };
        if is_quiet(&board) {
            return Some(board);
        }
        second_best.get_or_insert(board);
    }
    second_best
}

/// Random moves until so many cells are empty, unless the game ends before.
fn random_game(dims: Dims, empties: usize, seed: u64) -> Option<Board> {
    let mut board = Board::new(dims);
    let mut state = seed;
    while board.outcome().is_none() && board.empties() > empties {
        state = mix(state);
        let choice = (state % board.empties() as u64) as usize;
        let cell = board.legal().nth(choice)?;
        board.play_unchecked(cell);
    }
    (board.outcome().is_none() && board.empties() == empties).then_some(board)
}

/// Whether neither player could complete a line with one stone.
fn is_quiet(board: &Board) -> bool {
    let mut board = board.clone();
    let replies: Vec<Cell> = board.legal().collect();
    let mover = board.turn();
    for &cell in &replies {
        board.play_unchecked(cell);
        let mut threat = board.outcome() == Some(Outcome::Win(mover));
        if board.outcome().is_none() {
            // The opponent's threats stand whatever cell is played elsewhere.
            for &answer in replies.iter().filter(|&&answer| answer != cell) {
                board.play_unchecked(answer);
                threat |= board.outcome() == Some(Outcome::Win(!mover));
                board.undo();
            }
        }
        board.undo();
        if threat {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_reproducible_quiet_and_open() {
        let dims = Dims::new(5, 4, 4).unwrap();
        for empties in 8..=19 {
            let board = position(dims, empties, 7).unwrap();
            assert_eq!(board.empties(), empties);
            assert_eq!(position(dims, empties, 7).unwrap(), board);
            assert!(board.outcome().is_none() && is_quiet(&board));
        }
        assert_ne!(position(dims, 12, 1), position(dims, 12, 2));
    }

    #[test]
    fn impossible_wishes_are_refused() {
        let dims = Dims::new(3, 3, 3).unwrap();
        assert_eq!(position(dims, 10, 1), None);
        assert_eq!(position(dims, 0, 1), None);
        assert_eq!(position(Dims::new(3, 3, 1).unwrap(), 5, 1), None);
    }
}
