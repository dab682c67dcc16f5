//! A board for searches that visit millions of positions: the same rules as [`Board`], stripped to the bone.
//!
//! The cells stand in a frame of walls, so a run of stones is followed in any direction without asking for the
//! edge. The board keeps no history: whoever played a move takes it back.
//!
//! ```text
//!   # # # # #      index of a cell = (row + 1) * (columns + 2) + column + 1
//!   # . X . #
//!   # . . O #
//!   # # # # #
//! ```

use crate::game::hash::{TURN_KEY, stone_key};
use crate::game::{Board, Cell, Dims, Player};

/// What stands on a place: a stone's owner as a number, or one of these. Plain bytes compare fastest.
const FREE: u8 = 2;
const WALL: u8 = 3;

/// A position under search.
#[derive(Clone, Debug)]
pub struct Field {
    dims: Dims,
    /// Stones that win; more than there are cells if no line is long enough.
    k: usize,
    places: Vec<u8>,
    /// The index of each cell among the places.
    index: Vec<u32>,
    /// The keys of the two stones that may stand on each cell.
    keys: Vec<[u64; 2]>,
    strides: [usize; 4],
    turn: Player,
    stones: usize,
    won: bool,
    key: u64,
}

impl Field {
    /// A board's position.
    pub fn new(board: &Board) -> Field {
        let dims = board.dims();
        let width = dims.cols() + 2;
        let mut field = Field {
            dims,
            k: dims.line_length().unwrap_or(usize::MAX),
            places: vec![WALL; width * (dims.rows() + 2)],
            index: Vec::with_capacity(dims.cells()),
            keys: Vec::with_capacity(dims.cells()),
            strides: [1, width, width + 1, width - 1],
            turn: board.turn(),
            stones: board.ply(),
            won: matches!(board.outcome(), Some(crate::game::Outcome::Win(_))),
            key: board.key(),
        };
        for cell in dims.all_cells() {
            let index = (cell.index() / dims.cols() + 1) * width + cell.index() % dims.cols() + 1;
            field.places[index] = board.stone(cell).map_or(FREE, |player| player as u8);
            field.index.push(index as u32);
            field.keys.push(Player::BOTH.map(|player| stone_key(cell, player)));
        }
        field
    }

    /// The dimensions.
    pub fn dims(&self) -> Dims {
        self.dims
    }

    /// The player to move.
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// Number of stones.
    pub fn stones(&self) -> usize {
        self.stones
    }

    /// Whether the player who moved last has a line.
    pub fn is_won(&self) -> bool {
        self.won
    }

    /// Whether no cell is free.
    pub fn is_full(&self) -> bool {
        self.stones == self.index.len()
    }

    /// The position's key, the same as the board's.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Whether a cell is free.
    #[inline]
    pub fn is_free(&self, cell: Cell) -> bool {
        self.places[self.index[cell.index()] as usize] == FREE
    }

    /// The stone on a cell.
    pub fn stone(&self, cell: Cell) -> Option<Player> {
        let owner = usize::from(self.places[self.index[cell.index()] as usize]);
        Player::BOTH.get(owner).copied()
    }

    /// Plays on a free cell of a game that is not over.
    #[inline]
    pub fn play(&mut self, cell: Cell) {
        let index = self.index[cell.index()] as usize;
        self.places[index] = self.turn as u8;
        self.stones += 1;
        self.key ^= self.keys[cell.index()][self.turn as usize] ^ TURN_KEY;
        self.won = self.makes_line(index);
        self.turn = !self.turn;
    }

    /// Takes the last move back, which was on this cell.
    #[inline]
    pub fn take_back(&mut self, cell: Cell) {
        self.turn = !self.turn;
        self.places[self.index[cell.index()] as usize] = FREE;
        self.stones -= 1;
        self.key ^= self.keys[cell.index()][self.turn as usize] ^ TURN_KEY;
        self.won = false;
    }

    fn makes_line(&self, index: usize) -> bool {
        let stone = self.places[index];
        self.strides.into_iter().any(|stride| {
            let (mut first, mut last) = (index - stride, index + stride);
            while self.places[first] == stone {
                first -= stride;
            }
            while self.places[last] == stone {
                last += stride;
            }
            // Both ends lie one step beyond the run.
            last - first > self.k.saturating_mul(stride)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Outcome;

    /// Plays through the whole game tree on both boards side by side.
    fn compare(board: &mut Board, field: &mut Field, depth: usize) {
        assert_eq!(
            (field.key(), field.stones(), field.turn()),
            (board.key(), board.ply(), board.turn())
        );
        assert_eq!(field.is_won(), matches!(board.outcome(), Some(Outcome::Win(_))));
        assert_eq!(field.is_full(), board.empties() == 0);
        if depth == 0 || board.outcome().is_some() {
            return;
        }
        for cell in board.dims().all_cells() {
            assert_eq!(field.is_free(cell), board.stone(cell).is_none());
            assert_eq!(field.stone(cell), board.stone(cell));
            if field.is_free(cell) {
                board.play_unchecked(cell);
                field.play(cell);
                compare(board, field, depth - 1);
                board.undo();
                field.take_back(cell);
            }
        }
    }

    #[test]
    fn it_plays_as_the_board_does() {
        for (m, n, k, depth) in [
            (3, 3, 3, 9),
            (1, 5, 2, 5),
            (5, 1, 3, 5),
            (2, 4, 2, 8),
            (3, 3, 4, 5),
            (2, 3, 1, 6),
            (4, 4, 3, 5),
        ] {
            let mut board = Board::new(Dims::new(m, n, k).unwrap());
            let mut field = Field::new(&board);
            compare(&mut board, &mut field, depth);
        }
    }
}
