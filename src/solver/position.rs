//! A position of the real game as the win prover sees it: an attacker who wants a line, a defender whose own line ends
//! the game too. Counts per line and keys under all symmetries are kept up to date move by move.
//! Uses `solver::{bits, lines}` and `game`.

use super::bits::Bits;
use super::lines::{Keys, Lines, SYMMETRIES};
use crate::game::hash::mix;
use crate::game::{Board, Player};

/// Attacker or defender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Wants to complete a line.
    Attacker,
    /// Wants to prevent it, if need be by a line of his own.
    Defender,
}

/// Stones by role, with everything that is derived from them.
#[derive(Clone)]
pub struct Position<'a, const N: usize> {
    lines: &'a Lines<N>,
    stones: [Bits<N>; 2],
    counts: [Vec<u16>; 2],
    keys: Keys,
}

impl<'a, const N: usize> Position<'a, N> {
    /// The stones of a board with `attacker` attacking.
    pub fn new(lines: &'a Lines<N>, board: &Board, attacker: Player) -> Position<'a, N> {
        let count = lines.lines.len();
        let mut position = Position {
            lines,
            stones: [Bits::EMPTY; 2],
            counts: [vec![0; count], vec![0; count]],
            keys: [0; SYMMETRIES],
        };
        for cell in board.dims().all_cells() {
            if let Some(player) = board.stone(cell) {
                let role = if player == attacker {
                    Role::Attacker
                } else {
                    Role::Defender
                };
                position.play(role, cell.index());
            }
        }
        position
    }

    /// The stones of one side.
    pub fn stones(&self, role: Role) -> Bits<N> {
        self.stones[role as usize]
    }

    /// The empty cells.
    pub fn empty(&self) -> Bits<N> {
        self.lines.board.without(self.stones[0] | self.stones[1])
    }

    /// Puts a stone on an empty cell.
    pub fn play(&mut self, role: Role, cell: usize) {
        self.stones[role as usize] = self.stones[role as usize] | Bits::of(cell);
        for &line in &self.lines.through[cell] {
            self.counts[role as usize][line as usize] += 1;
        }
        for (key, image) in self.keys.iter_mut().zip(&self.lines.images) {
            *key = key.wrapping_add(stone_key(role, image[cell]));
        }
    }

    /// Takes a stone away again.
    pub fn undo(&mut self, role: Role, cell: usize) {
        self.stones[role as usize] = self.stones[role as usize].without(Bits::of(cell));
        for &line in &self.lines.through[cell] {
            self.counts[role as usize][line as usize] -= 1;
        }
        for (key, image) in self.keys.iter_mut().zip(&self.lines.images) {
            *key = key.wrapping_sub(stone_key(role, image[cell]));
        }
    }

    /// The empty cells that complete a line for one side.
    pub fn completing(&self, role: Role) -> Bits<N> {
        let (mine, theirs) = (&self.counts[role as usize], &self.counts[1 - role as usize]);
        let almost = self.lines.k().wrapping_sub(1) as u16;
        let mut cells = Bits::EMPTY;
        for ((line, &own), &other) in self.lines.lines.iter().zip(mine).zip(theirs) {
            if own == almost && other == 0 {
                cells = cells | line.without(self.stones[role as usize]);
            }
        }
        cells
    }

    /// The key with `turn` to move, the same for symmetric positions, and the symmetry that leads to its image.
    pub fn key(&self, turn: Role, symmetric: bool) -> (u128, usize) {
        let side = match turn {
            Role::Attacker => 0,
            Role::Defender => DEFENDER_TURN,
        };
        let (key, symmetry) = if symmetric {
            self.lines.smallest(&self.keys)
        } else {
            (self.keys[0], 0)
        };
        // Never 0, which marks a free slot of the table.
        (key.wrapping_add(side) | 1, symmetry)
    }
}

const DEFENDER_TURN: u128 = 0x243f_6a88_85a3_08d3_1319_8a2e_0370_7344;

fn stone_key(role: Role, cell: u16) -> u128 {
    let seed = u64::from(cell) << 1 | role as u64;
    u128::from(mix(seed ^ 0x9216_d5d9_8979_fb1b)) << 64 | u128::from(mix(seed ^ 0xd131_0ba6_98df_b5ac))
}
