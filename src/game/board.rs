//! The board: stones, whose turn it is, playing and taking back, and how a game ends.
//!
//! A win is looked for only on the four lines through the last stone; K or more in a row win; a full board
//! without a winner is a draw. Nothing else ends a game.

use std::fmt;

use super::geometry::{Cell, Dims, Direction, Point};
use super::hash::{TURN_KEY, stone_key};
use super::player::{ByPlayer, Player};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The player has K or more in a row.
    Win(Player),
    /// The board is full and nobody has won.
    Draw,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(player) => write!(f, "win {player}"),
            Outcome::Draw => f.write_str("draw"),
        }
    }
}

/// Why a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalMove {
    /// The game has ended.
    GameOver,
    /// There is no such cell.
    OffBoard,
    /// A stone stands there.
    Occupied,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IllegalMove::GameOver => "the game is over",
            IllegalMove::OffBoard => "off the board",
            IllegalMove::Occupied => "occupied",
        })
    }
}

impl std::error::Error for IllegalMove {}

/// A position of an (M,N,K)-game with the moves that led to it from its starting grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    dims: Dims,
    stones: Vec<Option<Player>>,
    empties: usize,
    turn: Player,
    moves: Vec<Cell>,
    key: u64,
    outcome: Option<Outcome>,
}

impl Board {
    /// An empty board, X to move.
    pub fn new(dims: Dims) -> Board {
        Board {
            dims,
            stones: vec![None; dims.cells()],
            empties: dims.cells(),
            turn: Player::First,
            moves: Vec::new(),
            key: 0,
            outcome: None,
        }
    }

    /// A board with stones on it and no moves to take back, taken for unfinished.
    pub(super) fn with_stones(dims: Dims, stones: Vec<Option<Player>>, turn: Player) -> Board {
        let empties = stones.iter().filter(|stone| stone.is_none()).count();
        let mut board = Board {
            dims,
            stones,
            empties,
            turn,
            moves: Vec::new(),
            key: 0,
            outcome: None,
        };
        board.key = board.recomputed_key();
        board
    }

    /// The same board with the outcome that its stones make.
    pub(super) fn with_outcome(self, outcome: Option<Outcome>) -> Board {
        Board { outcome, ..self }
    }

    /// The board's dimensions.
    pub fn dims(&self) -> Dims {
        self.dims
    }

    /// The player to move; after the end, the one who would have been.
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The stone on a cell.
    #[inline]
    pub fn stone(&self, cell: Cell) -> Option<Player> {
        self.stones[cell.index()]
    }

    /// Number of stones on the board.
    pub fn ply(&self) -> usize {
        self.dims.cells() - self.empties
    }

    /// Number of empty cells.
    pub fn empties(&self) -> usize {
        self.empties
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The moves since the starting grid.
    pub fn moves(&self) -> &[Cell] {
        &self.moves
    }

    /// The position's key: equal stones and side to move give equal keys.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key computed from nothing, which the incremental one must always equal.
    pub fn recomputed_key(&self) -> u64 {
        let side = match self.turn {
            Player::First => 0,
            Player::Second => TURN_KEY,
        };
        self.dims.all_cells().fold(side, |key, cell| {
            key ^ self.stone(cell).map_or(0, |player| stone_key(cell, player))
        })
    }

    /// The empty cells row by row, or none once the game is over.
    pub fn legal(&self) -> impl Iterator<Item = Cell> {
        let playing = self.outcome.is_none();
        self.dims
            .all_cells()
            .filter(move |&cell| playing && self.stone(cell).is_none())
    }

    /// The cell of a move that may be played now.
    pub fn check(&self, point: Point) -> Result<Cell, IllegalMove> {
        if self.outcome.is_some() {
            return Err(IllegalMove::GameOver);
        }
        let cell = self.dims.cell(point).ok_or(IllegalMove::OffBoard)?;
        match self.stone(cell) {
            Some(_) => Err(IllegalMove::Occupied),
            None => Ok(cell),
        }
    }

    /// Plays a move for the side to move, or changes nothing.
    pub fn play(&mut self, point: Point) -> Result<Option<Outcome>, IllegalMove> {
        let cell = self.check(point)?;
        self.play_unchecked(cell);
        Ok(self.outcome)
    }

    /// Plays on a cell that is known to be legal.
    pub fn play_unchecked(&mut self, cell: Cell) {
        debug_assert!(self.outcome.is_none() && self.stone(cell).is_none());
        let player = self.turn;
        self.stones[cell.index()] = Some(player);
        self.empties -= 1;
        self.moves.push(cell);
        self.key ^= stone_key(cell, player) ^ TURN_KEY;
        self.turn = !player;
        self.outcome = if self.run_through(cell).is_some() {
            Some(Outcome::Win(player))
        } else if self.empties == 0 {
            Some(Outcome::Draw)
        } else {
            None
        };
    }

    /// Takes the last move back and returns its cell; `None` if only the starting grid is left.
    pub fn undo(&mut self) -> Option<Cell> {
        let cell = self.moves.pop()?;
        let player = !self.turn;
        self.stones[cell.index()] = None;
        self.empties += 1;
        self.key ^= stone_key(cell, player) ^ TURN_KEY;
        self.turn = player;
        self.outcome = None;
        Some(cell)
    }

    /// The whole winning run, smallest cell first; of several the first in the order of [`Direction::ALL`].
    pub fn winning_run(&self) -> Option<Vec<Cell>> {
        match (self.outcome?, self.moves.last()) {
            (Outcome::Draw, _) => None,
            (Outcome::Win(_), Some(&last)) => self.run_through(last),
            (Outcome::Win(player), None) => self.run_of(player),
        }
    }

    /// A run of K or more through the stone on `cell`.
    fn run_through(&self, cell: Cell) -> Option<Vec<Cell>> {
        let k = self.dims.line_length()?;
        Direction::ALL
            .into_iter()
            .find_map(|direction| self.run_in(cell, direction, k))
    }

    fn run_in(&self, cell: Cell, direction: Direction, k: usize) -> Option<Vec<Cell>> {
        let player = self.stone(cell)?;
        let stride = self.dims.stride(direction);
        let same = |index: usize| self.stones[index] == Some(player);
        let ahead = (1..=self.dims.room(cell, direction, true))
            .take_while(|step| same(cell.index() + step * stride))
            .count();
        let behind = (1..=self.dims.room(cell, direction, false))
            .take_while(|step| same(cell.index() - step * stride))
            .count();
        (ahead + behind + 1 >= k).then(|| {
            let start = cell.index() - behind * stride;
            (0..=ahead + behind)
                .map(|step| Cell((start + step * stride) as u16))
                .collect()
        })
    }

    /// The first run of K or more of a player, in the order of [`Direction::ALL`].
    pub(super) fn run_of(&self, player: Player) -> Option<Vec<Cell>> {
        let k = self.dims.line_length()?;
        Direction::ALL.into_iter().find_map(|direction| {
            self.dims
                .all_cells()
                .filter(|&cell| self.stone(cell) == Some(player))
                .find_map(|cell| self.run_in(cell, direction, k))
        })
    }

    /// Number of stones of each player.
    pub fn counts(&self) -> ByPlayer<usize> {
        let mut counts = ByPlayer::default();
        for player in self.stones.iter().flatten() {
            counts[*player] += 1;
        }
        counts
    }

    /// Number of move paths of length `depth`; a finished game ends its path. `stop` is asked at every node, with
    /// the paths that it adds; `None` when it says so.
    pub fn perft(&mut self, depth: u64, stop: &mut dyn FnMut(u64) -> bool) -> Option<u64> {
        match (depth, self.outcome) {
            (0, _) => Some(1),
            (_, Some(_)) => Some(0),
            (_, None) if depth > self.empties as u64 => Some(0),
            // Every legal move makes a path of length one, whatever it leads to.
            (1, None) => {
                let leaves = self.empties as u64;
                (!stop(leaves)).then_some(leaves)
            }
            (_, None) if stop(0) => None,
            (_, None) => {
                let mut total = 0_u64;
                for cell in self.dims.all_cells() {
                    if self.stone(cell).is_none() {
                        self.play_unchecked(cell);
                        let below = self.perft(depth - 1, stop);
                        self.undo();
                        total = total.saturating_add(below?);
                    }
                }
                Some(total)
            }
        }
    }
}
