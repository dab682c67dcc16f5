//! The provers against values known from elsewhere, and against exhaustive search with every method on and off.

mod common_solver;

use common_solver::{board_of, exhaustive, random_board, solve_with, switch_sets, value_text};
use tris::score::Proof;
use tris::solver::known::Switches;

const POSITIONS: &str = include_str!("solver_positions.txt");

/// Wins whose shortest distance is too long to establish in a test may come as an upper bound.
fn agrees(found: Proof, expected: &str) -> bool {
    let plies = |text: &str| text.split(' ').nth(1).and_then(|word| word.parse::<u32>().ok());
    match found {
        Proof::WinAtMost(most) => expected.starts_with("win") && plies(expected) <= Some(most),
        Proof::LossAtMost(most) => expected.starts_with("loss") && plies(expected) <= Some(most),
        // Nothing claimed, nothing wrong; how many that are is counted by the caller.
        Proof::Unknown => true,
        exact => value_text(exact) == expected,
    }
}

#[test]
fn positions_with_known_values() {
    let text =
        std::env::var("SOLVER_POSITIONS").map_or(POSITIONS.to_string(), |path| std::fs::read_to_string(path).unwrap());
    let (mut all, mut exact) = (0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [dims, moves, expected] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("bad line {line}");
        };
        let found = solve_with(&board_of(dims, moves), Switches::ALL, 40_000);
        assert!(agrees(found, expected), "{line}: {found:?}");
        all += 1;
        exact += usize::from(value_text(found) == expected);
    }
    eprintln!("{exact} of {all} exact");
    assert!(exact * 10 >= all * 9, "only {exact} of {all} settled exactly");
}

#[test]
fn every_switch_on_and_off_agrees_with_exhaustive_search() {
    let mut seed = 1;
    for (rows, cols, k, least) in [
        (3, 3, 3, 0),
        (3, 4, 3, 2),
        (4, 4, 3, 5),
        (4, 4, 4, 5),
        (2, 6, 3, 2),
        (5, 3, 4, 4),
        (1, 9, 3, 0),
    ] {
        for _ in 0..60 {
            let board = random_board(rows, cols, k, least, &mut seed);
            let expected = exhaustive(&board);
            for switches in switch_sets() {
                let found = solve_with(&board, switches, u64::MAX);
                assert_eq!(found, expected, "{board:?} {switches:?}");
            }
        }
    }
}

#[test]
fn thousands_of_random_positions() {
    let mut seed = 99;
    for (rows, cols, k, least) in [
        (3, 3, 3, 0),
        (3, 4, 3, 3),
        (4, 4, 4, 6),
        (4, 4, 3, 6),
        (3, 5, 4, 5),
        (5, 4, 4, 10),
        (2, 7, 3, 4),
    ] {
        for _ in 0..400 {
            let board = random_board(rows, cols, k, least, &mut seed);
            assert_eq!(
                solve_with(&board, Switches::ALL, u64::MAX),
                exhaustive(&board),
                "{board:?}"
            );
        }
    }
}

#[test]
fn boards_of_the_literature() {
    let known = [
        ("1 1 1", "win 1"),
        ("1 2 2", "draw"),
        ("2 2 2", "win 3"),
        ("3 3 3", "draw"),
        ("3 4 3", "win 7"),
        ("4 4 3", "win 5"),
        ("4 4 4", "draw"),
        ("5 5 4", "draw"),
        ("6 4 4", "draw"),
        ("7 4 4", "draw"),
        ("6 5 4", "win 11"),
        ("6 6 4", "win 11"),
        ("5 5 5", "draw"),
        ("6 6 5", "draw"),
        ("7 7 5", "draw"),
        ("12 12 12", "draw"),
        ("9 9 20", "draw"),
    ];
    for (dims, expected) in known {
        let found = solve_with(&board_of(dims, ""), Switches::ALL, u64::MAX);
        assert_eq!(value_text(found), expected, "{dims}");
    }
}
