//! Sets of cells and stones by role for the checker: plain code, written to be read. Uses `game` only.

use crate::game::{Board, Dims, Direction, Player};

/// A set of up to 256 cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set(pub [u64; Set::WORDS]);

impl Set {
    /// Words of a set.
    pub const WORDS: usize = 4;
    /// How many cells a set can hold.
    pub const CAPACITY: usize = 64 * Set::WORDS;
    /// No cell.
    pub const EMPTY: Set = Set([0; Set::WORDS]);

    /// The set of these cells.
    pub fn of(cells: impl IntoIterator<Item = usize>) -> Set {
        let mut set = Set::EMPTY;
        cells.into_iter().for_each(|cell| set.add(cell));
        set
    }

    /// Whether a cell is in the set.
    pub fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    /// Adds a cell.
    pub fn add(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// The cells in either set.
    pub fn or(self, other: Set) -> Set {
        Set(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// The cells in both sets.
    pub fn and(self, other: Set) -> Set {
        Set(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// The cells of this set that are not in the other.
    pub fn minus(self, other: Set) -> Set {
        Set(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// Whether every cell of this set is in the other.
    pub fn within(self, other: Set) -> bool {
        self.minus(other) == Set::EMPTY
    }

    /// How many cells there are.
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The cells, smallest first.
    pub fn cells(self) -> impl Iterator<Item = usize> {
        (0..Set::WORDS).flat_map(move |word| {
            let mut bits = self.0[word];
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits.wrapping_sub(1);
                (bit < 64).then_some(word * 64 + bit)
            })
        })
    }
}

/// The stones of the attacker and of the defender.
#[derive(Clone, Copy, Debug)]
pub struct Stones {
    /// The attacker's stones.
    pub attacker: Set,
    /// The defender's stones.
    pub defender: Set,
}

impl Stones {
    /// The stones of a board, seen with one player attacking.
    pub fn new(board: &Board, attacker: Player) -> Stones {
        let of = |wanted: bool| {
            let is = move |cell: &crate::game::Cell| board.stone(*cell).is_some_and(|p| (p == attacker) == wanted);
            Set::of(board.dims().all_cells().filter(is).map(|cell| cell.index()))
        };
        Stones {
            attacker: of(true),
            defender: of(false),
        }
    }

    /// Whether a cell is on a board of so many cells, and empty.
    pub fn is_empty(&self, cells: usize, cell: usize) -> bool {
        cell < cells && !self.attacker.has(cell) && !self.defender.has(cell)
    }

    /// The same stones with the roles exchanged.
    pub fn exchanged(&self) -> Stones {
        Stones {
            attacker: self.defender,
            defender: self.attacker,
        }
    }

    /// For each line without a defender's stone that needs at most `reach` stones, its empty cells.
    pub fn edges(&self, lines: &[Set], reach: usize) -> Vec<Set> {
        let live = lines.iter().filter(|line| line.and(self.defender) == Set::EMPTY);
        live.map(|line| line.minus(self.attacker))
            .filter(|edge| edge.len() <= reach)
            .collect()
    }

    /// The empty cells that complete a line of the attacker.
    pub fn completing(&self, lines: &[Set]) -> Set {
        self.edges(lines, 1).into_iter().fold(Set::EMPTY, Set::or)
    }

    /// Whether the attacker has a complete line.
    pub fn complete(&self, lines: &[Set]) -> bool {
        lines.iter().any(|line| line.within(self.attacker))
    }
}

/// Every line of K cells of a board.
pub fn all_lines(dims: Dims) -> Vec<Set> {
    let Some(k) = dims.line_length() else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    for cell in dims.all_cells() {
        for direction in Direction::ALL {
            if dims.room(cell, direction, true) + 1 >= k {
                let stride = dims.stride(direction);
                lines.push(Set::of((0..k).map(|step| cell.index() + step * stride)));
            }
        }
    }
    lines
}
