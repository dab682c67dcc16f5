//! The lecture's static value in its oldest form: lines still open to X minus lines still open to O.
//!
//! A line is a run of exactly K cells; it is open to a player while the other has no stone on it. Deliberately
//! simple: a tree on paper must be checkable by hand.

use crate::game::{Cell, Dims, Direction, Player};

/// Open lines of X minus open lines of O.
pub fn open_lines(dims: Dims, stone: impl Fn(Cell) -> Option<Player>) -> i32 {
    let Some(k) = dims.line_length() else { return 0 };
    let mut balance = 0;
    for direction in Direction::ALL {
        let stride = dims.stride(direction);
        for start in dims.all_cells() {
            if dims.room(start, direction, true) + 1 >= k {
                let cells = (0..k).map(|step| Cell(start.0 + (step * stride) as u16));
                let (mut x, mut o) = (false, false);
                for owner in cells.filter_map(&stone) {
                    x |= owner == Player::First;
                    o |= owner == Player::Second;
                }
                balance += i32::from(!o) - i32::from(!x);
            }
        }
    }
    balance
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Board, Point};

    fn value(board: &Board) -> i32 {
        open_lines(board.dims(), |cell| board.stone(cell))
    }

    #[test]
    fn the_centre_of_three_by_three_closes_four_lines() {
        let mut board = Board::new(Dims::new(3, 3, 3).unwrap());
        assert_eq!(value(&board), 0);
        board.play(Point { row: 1, col: 1 }).unwrap();
        assert_eq!(value(&board), 4);
        board.play(Point { row: 0, col: 0 }).unwrap();
        // X loses the corner's row, column and diagonal.
        assert_eq!(value(&board), 1);
    }
}
