//! Every position, against a plain search forward from the empty board.

use std::collections::HashMap;

use tris::game::{Board, Cell, Dims, Outcome, Player};
use tris::lab::positions::{Bytes, Census, Tally, Verdict, classify, count, estimate};

const MEMORY: Bytes = Bytes(1e9);

fn dims(m: i64, n: i64, k: i64) -> Dims {
    Dims::new(m, n, k).unwrap()
}

fn text(board: &Board) -> String {
    let letter = |cell| board.stone(cell).map_or('.', Player::symbol);
    board.dims().all_cells().map(letter).collect()
}

/// Every position met by playing on, with its winner under best play.
fn explore(board: &mut Board, found: &mut HashMap<String, Verdict>) -> Verdict {
    let name = text(board);
    if let Some(&known) = found.get(&name) {
        return known;
    }
    let verdict = match board.outcome() {
        Some(Outcome::Win(player)) => Verdict::Win(player),
        Some(Outcome::Draw) => Verdict::Draw,
        None => {
            let replies: Vec<Cell> = board.legal().collect();
            let mut verdicts = Vec::new();
            for cell in replies {
                board.play_unchecked(cell);
                verdicts.push(explore(board, found));
                board.undo();
            }
            let wishes = [Verdict::Win(board.turn()), Verdict::Draw, Verdict::Win(!board.turn())];
            wishes.into_iter().find(|wish| verdicts.contains(wish)).unwrap()
        }
    };
    found.insert(name, verdict);
    verdict
}

/// Counts what the search forward found.
fn tally(dims: Dims, found: &HashMap<String, Verdict>) -> Census {
    let mut by_stones = vec![Tally::default(); dims.cells() + 1];
    for (name, verdict) in found {
        let stones = name.chars().filter(|&letter| letter != '.').count();
        let grid = name.as_bytes().chunks(dims.cols());
        let grid = grid.map(|row| row.iter().map(|&letter| Player::from_symbol(letter.into())).collect());
        let outcome = Board::from_grid(dims, &grid.collect(), None).unwrap().outcome();
        by_stones[stones] += Tally {
            positions: 1,
            x_wins: u64::from(*verdict == Verdict::Win(Player::First)),
            o_wins: u64::from(*verdict == Verdict::Win(Player::Second)),
            x_lines: u64::from(outcome == Some(Outcome::Win(Player::First))),
            o_lines: u64::from(outcome == Some(Outcome::Win(Player::Second))),
            full: u64::from(outcome == Some(Outcome::Draw)),
        };
    }
    Census { by_stones }
}

#[test]
fn small_boards_agree_with_a_search_forward() {
    let boards = [
        (1, 1, 1),
        (1, 1, 2),
        (1, 2, 2),
        (1, 6, 2),
        (2, 1, 1),
        (2, 2, 2),
        (2, 3, 2),
        (2, 3, 3),
        (3, 2, 4),
        (1, 9, 3),
        (9, 1, 4),
        (2, 5, 3),
        (3, 3, 1),
        (3, 3, 2),
        (3, 3, 3),
        (3, 3, 4),
        (3, 4, 3),
        (4, 3, 4),
        (2, 6, 4),
    ];
    for (m, n, k) in boards {
        let dims = dims(m, n, k);
        let mut found = HashMap::new();
        explore(&mut Board::new(dims), &mut found);
        assert_eq!(count(dims, MEMORY, &mut |_| {}).unwrap(), tally(dims, &found), "{dims}");
        let book = classify(dims, MEMORY, &mut |_| {}).unwrap();
        let mut listed = HashMap::new();
        let mut last = (0, String::new());
        book.each::<()>(&mut |name, verdict| {
            let place = (name.chars().filter(|&letter| letter != '.').count(), name.to_owned());
            assert!(listed.is_empty() || last < place, "{last:?} before {place:?}");
            last = place;
            listed.insert(name.to_owned(), verdict);
            Ok(())
        })
        .unwrap();
        assert_eq!(listed, found, "{dims}");
    }
}

#[test]
fn known_counts() {
    let total = |m, n, k| count(dims(m, n, k), MEMORY, &mut |_| {}).unwrap().total();
    let three = total(3, 3, 3);
    assert_eq!((three.positions, three.x_wins, three.o_wins), (5478, 2936, 1474));
    assert_eq!((three.x_lines, three.o_lines, three.full), (626, 316, 16));
    assert_eq!(total(4, 4, 4).positions, 9_722_011);
    // A transposed board is the same game.
    assert_eq!(total(3, 5, 3), total(5, 3, 3));
}

#[test]
fn impossible_positions_have_no_verdict() {
    let book = classify(dims(3, 3, 3), MEMORY, &mut |_| {}).unwrap();
    assert_eq!(book.verdict(0, 0), Some(Verdict::Draw));
    assert_eq!(book.verdict(0b111, 0b11000), Some(Verdict::Win(Player::First)));
    // Counts that no game has, a shared cell, a line of each, play after a win, two lines without a common stone.
    assert_eq!(book.verdict(0b11, 0), None);
    assert_eq!(book.verdict(0b1, 0b1), None);
    assert_eq!(book.verdict(0b111, 0b111000), None);
    assert_eq!(book.verdict(0b111, 0b1011000), None);
    assert_eq!(book.verdict(0b111, 0b111_000_000), None);
}

#[test]
fn memory_is_bounded_and_said_in_advance() {
    let board = dims(4, 5, 4);
    let needed = estimate(board, false);
    assert!(needed < Bytes(2.0 * 1024_f64.powi(3)) && estimate(board, true) > needed);
    let refused = count(board, Bytes(needed.0 - 1.0), &mut |_| {}).unwrap_err();
    assert_eq!(refused.0, needed);
    assert!(refused.to_string().contains("303.8 MiB"));
    for (m, n) in [(5, 5), (8, 8), (15, 15), (255, 255)] {
        assert!(count(dims(m, n, 5), MEMORY, &mut |_| {}).is_err());
        assert!(classify(dims(m, n, 5), MEMORY, &mut |_| {}).is_err());
    }
}

#[test]
fn progress_goes_from_nothing_to_all() {
    let mut parts = Vec::new();
    count(dims(4, 4, 4), MEMORY, &mut |part| parts.push(part)).unwrap();
    assert!(parts.len() > 10);
    assert!(parts.windows(2).all(|pair| pair[0] <= pair[1]));
    assert!(parts.iter().all(|part| (0.0..=1.0).contains(part)));
}
