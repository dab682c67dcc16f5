//! The stones once more, along every line of the board: two bits a cell, so that one word holds all that stands near a
//! cell on a line.
//!
//! ```text
//!   bits   00     01            10             11
//!   cell   empty  first's stone second's stone beyond the edge
//! ```
//!
//! The lines of a direction stand one behind the other, with walls between them.

use crate::game::{Cell, Dims, Direction, Player};

/// The bits of a cell beyond the edge.
pub const WALL: u64 = 3;

/// The bits of a stone.
#[inline]
pub const fn stone(player: Player) -> u64 {
    player as u64 + 1
}

/// All lines of a board.
#[derive(Clone, Debug)]
pub struct Rows {
    words: Box<[u64]>,
    /// By cell and direction: the first bit of what [`Rows::around`] tells.
    starts: Box<[[u32; 4]]>,
    /// The bit of the cell itself, from there.
    centre: usize,
}

impl Rows {
    /// The lines of an empty board, to be seen from a cell as far as `far` cells, and that from cells half as far away.
    pub fn new(dims: Dims, far: usize) -> Rows {
        let centre = 2 * far;
        let mut starts = vec![[0; 4]; dims.cells()].into_boxed_slice();
        let mut cells = Vec::new();
        // Far enough from the beginning for what is around the first cell.
        let mut next = centre;
        for direction in Direction::ALL {
            for first in dims.all_cells().filter(|&cell| dims.room(cell, direction, false) == 0) {
                for step in 0..=dims.room(first, direction, true) {
                    let index = first.index() + step * dims.stride(direction);
                    starts[index][direction as usize] = (next - centre) as u32;
                    cells.push(next);
                    next += 2;
                }
                next += far;
            }
        }
        let mut words = vec![!0; (next + centre) / 64 + 2].into_boxed_slice();
        for bit in cells {
            words[bit / 64] ^= WALL << (bit % 64);
        }
        Rows { words, starts, centre }
    }

    /// Adds a stone, or removes it.
    #[inline]
    pub fn toggle(&mut self, cell: Cell, player: Player) {
        for start in self.starts[cell.index()] {
            let bit = start as usize + self.centre;
            self.words[bit / 64] ^= stone(player) << (bit % 64);
        }
    }

    /// What stands around a cell in a direction, the farthest behind in the lowest bits.
    #[inline]
    pub fn around(&self, cell: Cell, direction: usize) -> u64 {
        let start = self.starts[cell.index()][direction] as usize;
        let words = &self.words[start / 64..][..2];
        words[0] >> (start % 64) | words[1] << 1 << (63 - start % 64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Board;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn tell_what_the_board_tells(
            rows in 1_i64..20, cols in 1_i64..20, reach in 0_usize..7, picks in prop::collection::vec(any::<u16>(), 0..60)
        ) {
            let dims = Dims::new(rows, cols, 20).unwrap();
            let mut board = Board::new(dims);
            let mut lines = Rows::new(dims, 2 * reach);
            for pick in picks {
                let cell = Cell(pick % dims.cells() as u16);
                if board.stone(cell).is_none() {
                    lines.toggle(cell, board.turn());
                    board.play_unchecked(cell);
                }
            }
            for cell in dims.all_cells() {
                for direction in Direction::ALL {
                    let around = lines.around(cell, direction as usize);
                    let (behind, ahead) = (dims.room(cell, direction, false), dims.room(cell, direction, true));
                    // From the edge on one sees no farther than half of it.
                    let (first, last) = (behind + reach, ahead + reach);
                    for place in 2 * reach - first.min(2 * reach)..=2 * reach + last.min(2 * reach) {
                        let steps = place as isize - 2 * reach as isize;
                        let seen = around >> (2 * place) & 3;
                        if -steps > behind as isize || steps > ahead as isize {
                            prop_assert_eq!(seen, WALL);
                        } else {
                            let index = cell.index() as isize + steps * dims.stride(direction) as isize;
                            prop_assert_eq!(seen, board.stone(Cell(index as u16)).map_or(0, stone));
                        }
                    }
                }
            }
        }
    }
}
