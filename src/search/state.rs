//! A position made for searching: stones, shapes, candidate cells and keys, changed together on play and undo.

use super::candidates::Candidates;
use super::value::{Bounds, DRAW, loss_at, win_at};
use crate::eval::Patterns;
use crate::eval::lines::POTENTIAL_ONE;
use crate::game::hash::{TURN_KEY, stone_key};
use crate::game::{Board, Cell, Dims, Player, Symmetry};

/// Boards up to this many cells share table entries between symmetric positions: there the same position comes
/// up in all its images, while on large boards the other keys would only cost time.
const SYMMETRIC_CELLS: usize = 64;

/// With more empty cells than this no search comes near the end of the game, where counting windows proves draws.
const COUNTED_EMPTIES: usize = 150;

/// A position in search.
#[derive(Clone)]
pub struct State {
    dims: Dims,
    turn: Player,
    empties: usize,
    patterns: Patterns,
    candidates: Candidates,
    /// One key per symmetry in use, the identity's first.
    keys: Vec<u64>,
    /// For each symmetry in use, where it takes every cell. Empty for the identity.
    images: Vec<Vec<Cell>>,
}

impl State {
    /// The state of a position. It depends on the stones and the side to move only, not on the way there.
    pub fn new(board: &Board) -> State {
        let dims = board.dims();
        let symmetries = if dims.cells() <= SYMMETRIC_CELLS {
            Symmetry::count(dims)
        } else {
            1
        };
        let images: Vec<Vec<Cell>> = Symmetry::all(dims)
            .take(symmetries)
            .map(|symmetry| dims.all_cells().map(|cell| symmetry.apply(dims, cell)).collect())
            .collect();
        let mut state = State {
            dims,
            turn: board.turn(),
            empties: dims.cells(),
            patterns: Patterns::new(dims),
            candidates: Candidates::new(dims),
            keys: vec![if board.turn() == Player::Second { TURN_KEY } else { 0 }; images.len()],
            images,
        };
        if board.empties() > COUNTED_EMPTIES {
            state.patterns.forget_lines();
        }
        for cell in dims.all_cells() {
            if let Some(player) = board.stone(cell) {
                state.put(cell, player);
            }
        }
        state
    }

    fn put(&mut self, cell: Cell, player: Player) {
        self.empties -= 1;
        self.patterns.place(cell, player);
        self.candidates.place(cell);
        self.toggle(cell, player);
    }

    fn toggle(&mut self, cell: Cell, player: Player) {
        for (key, image) in self.keys.iter_mut().zip(&self.images) {
            *key ^= stone_key(image[cell.index()], player);
        }
    }

    /// Plays for the side to move.
    pub fn play(&mut self, cell: Cell) {
        let player = self.turn;
        self.put(cell, player);
        self.pass();
    }

    /// Takes the move on `cell`, the last one, back.
    pub fn undo(&mut self, cell: Cell) {
        self.pass();
        let player = self.turn;
        self.toggle(cell, player);
        self.candidates.remove();
        self.patterns.remove(cell, player);
        self.empties += 1;
    }

    /// Gives the move to the other side, or back.
    pub fn pass(&mut self) {
        self.turn = !self.turn;
        for key in &mut self.keys {
            *key ^= TURN_KEY;
        }
    }

    /// The side to move.
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// Number of empty cells.
    pub fn empties(&self) -> usize {
        self.empties
    }

    /// The dimensions.
    pub fn dims(&self) -> Dims {
        self.dims
    }

    /// What every empty cell would make.
    #[inline]
    pub fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// Whether the side to move completes a line on the cell.
    pub fn completes(&self, cell: Cell) -> bool {
        self.patterns.completing(self.turn).contains(cell)
    }

    /// The cells near stones, occupied ones among them.
    pub fn candidates(&self) -> &[Cell] {
        self.candidates.cells()
    }

    /// Whether the cell is empty.
    pub fn is_empty(&self, cell: Cell) -> bool {
        self.patterns.is_empty(cell)
    }

    /// The key of the position itself.
    #[inline]
    pub fn plain_key(&self) -> u64 {
        self.keys[0]
    }

    /// The key of the position after a move, where no symmetries are in use.
    #[inline]
    pub fn key_after(&self, cell: Cell) -> Option<u64> {
        (self.keys.len() == 1).then(|| self.keys[0] ^ stone_key(cell, self.turn) ^ TURN_KEY)
    }

    /// The key under which the position and its images are known, and the symmetry that leads there.
    pub fn key(&self) -> (u64, usize) {
        let mut best = (self.keys[0], 0);
        for (index, &key) in self.keys.iter().enumerate().skip(1) {
            if key < best.0 {
                best = (key, index);
            }
        }
        best
    }

    /// Where a symmetry in use takes a cell.
    pub fn image(&self, cell: Cell, symmetry: usize) -> Cell {
        self.images[symmetry][cell.index()]
    }

    /// The cell that a symmetry in use takes to `image`.
    pub fn preimage(&self, image: Cell, symmetry: usize) -> Option<Cell> {
        let inverse = Symmetry::all(self.dims).nth(symmetry)?.inverse();
        (image.index() < self.dims.cells()).then(|| inverse.apply(self.dims, image))
    }

    /// What the lines alone prove about the position, at `ply` plies from the root, nobody having won yet.
    pub fn facts(&self, ply: u32) -> Bounds {
        let (me, other) = (self.turn, !self.turn);
        let patterns = &self.patterns;
        if !patterns.completing(me).is_empty() {
            return Bounds::exactly(win_at(ply + 1));
        }
        match patterns.completing(other).len() {
            0 if !patterns.winning(me).is_empty() => return Bounds::exactly(win_at(ply + 3)),
            0 | 1 => {}
            _ => return Bounds::exactly(loss_at(ply + 2)),
        }
        let Some(lines) = patterns.lines() else {
            return Bounds::OPEN;
        };
        let my_moves = self.empties.div_ceil(2);
        let other_moves = self.empties / 2;
        // Erdős–Selfridge: whoever answers can hold a total below one, or below a half if the attacker moves first.
        let high = match lines.missing(me) {
            Some(missing) if missing <= my_moves && 2 * lines.potential(me) >= POTENTIAL_ONE => {
                win_at(ply + 2 * missing as u32 - 1)
            }
            _ => DRAW,
        };
        let low = match lines.missing(other) {
            Some(missing) if missing <= other_moves && lines.potential(other) >= POTENTIAL_ONE => {
                loss_at(ply + 2 * missing as u32)
            }
            _ => DRAW,
        };
        Bounds { low, high }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Point;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn play_and_undo_keep_everything_in_step(
            rows in 1_i64..8, cols in 1_i64..8, k in 1_i64..7, picks in prop::collection::vec(any::<u16>(), 0..40)
        ) {
            let dims = Dims::new(rows, cols, k).unwrap();
            let mut board = Board::new(dims);
            let mut state = State::new(&board);
            let mut played = Vec::new();
            for pick in picks {
                let legal: Vec<Cell> = board.legal().collect();
                if legal.is_empty() {
                    break;
                }
                let cell = legal[usize::from(pick) % legal.len()];
                let point: Point = dims.point(cell);
                let outcome = board.play(point).unwrap();
                state.play(cell);
                played.push(cell);
                let fresh = State::new(&board);
                prop_assert_eq!(sorted(&state), sorted(&fresh));
                prop_assert_eq!(state.keys[0], board.key());
                let won = matches!(outcome, Some(crate::game::Outcome::Win(_)));
                prop_assert_eq!(state.patterns.lines().unwrap().has_won(!state.turn()), won);
            }
            while let Some(cell) = played.pop() {
                state.undo(cell);
                board.undo();
                prop_assert_eq!(sorted(&state), sorted(&State::new(&board)));
            }
        }

        #[test]
        fn images_of_a_position_share_their_key(picks in prop::collection::vec(any::<u16>(), 0..12)) {
            let dims = Dims::new(4, 4, 4).unwrap();
            let mut boards: Vec<Board> = Symmetry::all(dims).map(|_| Board::new(dims)).collect();
            for pick in picks {
                let legal: Vec<Cell> = boards[0].legal().collect();
                if legal.is_empty() {
                    break;
                }
                let cell = legal[usize::from(pick) % legal.len()];
                for (board, symmetry) in boards.iter_mut().zip(Symmetry::all(dims)) {
                    board.play_unchecked(symmetry.apply(dims, cell));
                }
            }
            let key = State::new(&boards[0]).key().0;
            for board in &boards {
                prop_assert_eq!(State::new(board).key().0, key);
            }
        }
    }

    type Snapshot = (Player, usize, Vec<bool>, [i32; 2], Vec<Cell>, Vec<u64>);

    /// Everything about a state, with the lists whose order is free put in order.
    fn sorted(state: &State) -> Snapshot {
        let mut candidates = state.candidates().to_vec();
        candidates.sort();
        (
            state.turn,
            state.empties,
            state.dims.all_cells().map(|cell| state.is_empty(cell)).collect(),
            Player::BOTH.map(|player| state.patterns.estimate(player)),
            candidates,
            state.keys.clone(),
        )
    }
}
