//! Shapes, sets and sums against a fresh look at the board.

use super::*;
use crate::eval::shape::{self, LONGEST_TABLE, Shape};
use proptest::prelude::*;

/// The shape by looking at the board alone.
fn shape_by_sight(board: &Board, cell: Cell, direction: Direction, player: Player) -> Shape {
    let dims = board.dims();
    let Some(k) = dims.line_length() else {
        return Shape::Dead;
    };
    let mut key = 0;
    for (forwards, sign) in [(false, -1_isize), (true, 1)] {
        for distance in 1..k {
            let value = if distance > dims.room(cell, direction, forwards) {
                2
            } else {
                let index = cell.index() as isize + sign * (distance * dims.stride(direction)) as isize;
                match board.stone(Cell(index as u16)) {
                    None => 0,
                    Some(stone) if stone == player => 1,
                    Some(_) => 2,
                }
            };
            key += value * shape::digit(k, sign * distance as isize);
        }
    }
    shape::table(k)[key as usize]
}

/// The sums are brought up to date where they are asked for, which is not everywhere.
fn check_sums(patterns: &Patterns, board: &Board) -> Result<(), TestCaseError> {
    prop_assert_eq!(
        patterns.with_sums(Sums::clone),
        Patterns::of(board).with_sums(Sums::clone)
    );
    Ok(())
}

fn check(patterns: &Patterns, board: &Board) -> Result<(), TestCaseError> {
    let fresh = Patterns::of(board);
    prop_assert_eq!(&patterns.levels, &fresh.levels);
    for player in Player::BOTH {
        for cell in board.legal() {
            prop_assert_eq!(patterns.combination(cell, player), fresh.combination(cell, player));
            if board.dims().line_length().unwrap_or(1) <= LONGEST_TABLE {
                for direction in Direction::ALL {
                    let seen = shape_by_sight(board, cell, direction, player);
                    prop_assert_eq!(patterns.shape(cell, direction, player), weights::mark(seen));
                }
            }
            let mut next = board.clone();
            if next.turn() == player && next.outcome().is_none() {
                next.play_unchecked(cell);
                let wins = next.outcome() == Some(crate::game::Outcome::Win(player));
                prop_assert_eq!(patterns.completing(player).contains(cell), wins);
            }
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn shapes_equal_a_fresh_look(
        rows in 1_i64..10, cols in 1_i64..10, k in 1_i64..10, picks in prop::collection::vec(any::<u16>(), 0..50)
    ) {
        let dims = Dims::new(rows, cols, k).unwrap();
        let mut board = Board::new(dims);
        let mut patterns = Patterns::new(dims);
        let mut stones = Vec::new();
        for pick in picks {
            let legal: Vec<Cell> = board.legal().collect();
            if legal.is_empty() || board.outcome().is_some() {
                break;
            }
            let cell = legal[usize::from(pick) % legal.len()];
            stones.push((cell, board.turn()));
            patterns.place(cell, board.turn());
            board.play_unchecked(cell);
            check(&patterns, &board)?;
            if pick % 5 == 0 {
                check_sums(&patterns, &board)?;
            }
        }
        while let Some((cell, player)) = stones.pop() {
            patterns.remove(cell, player);
            board.undo();
            check(&patterns, &board)?;
            if stones.len() % 3 == 0 {
                check_sums(&patterns, &board)?;
            }
        }
    }

    /// Whoever neither threatens himself nor takes a defence cannot stop the winning cell.
    #[test]
    fn what_is_no_defence_leaves_the_threat(
        rows in 3_i64..9, cols in 3_i64..9, k in 3_i64..6, picks in prop::collection::vec(any::<u16>(), 4..40)
    ) {
        let mut board = Board::new(Dims::new(rows, cols, k).unwrap());
        for pick in picks {
            let legal: Vec<Cell> = board.legal().collect();
            if legal.is_empty() || board.outcome().is_some() {
                break;
            }
            board.play_unchecked(legal[usize::from(pick) % legal.len()]);
        }
        prop_assume!(board.outcome().is_none());
        let patterns = Patterns::of(&board);
        for player in Player::BOTH {
            for target in patterns.winning(player).iter() {
                let mut defences = Vec::new();
                prop_assert!(patterns.defences(target, player, &mut defences));
                for cell in board.legal() {
                    let mut after = patterns.clone();
                    after.place(cell, !player);
                    let stopped = cell == target || after.level(target, player) < Level::Winning;
                    prop_assert_eq!(stopped, defences.contains(&cell));
                }
            }
        }
    }
}
