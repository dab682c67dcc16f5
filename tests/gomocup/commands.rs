//! Every command on its own, and what is wrong with it.

use crate::support::burst;

fn check(lines: &str, expected: &[&str]) {
    let answered = burst(lines);
    let answers: Vec<&str> = answered.lines().filter(|line| !line.starts_with("MESSAGE ")).collect();
    assert_eq!(answers, expected, "{lines}");
}

#[test]
fn a_game_is_started_and_played() {
    check(
        "START 5\nBEGIN\nTURN 1,0\nTURN 3,0\nRESTART\nBEGIN",
        &["OK", "0,0", "2,0", "4,0", "OK", "0,0"],
    );
}

#[test]
fn bad_moves_are_refused_and_change_nothing() {
    check(
        "TURN 0,0\nSTART 5\nTURN 5,0\nTURN 0,0\nTURN 0,0\nTURN 2,0",
        &[
            "ERROR there is no board yet, begin with START",
            "OK",
            "ERROR 5,0: off the board",
            "1,0",
            "ERROR 0,0: occupied",
            "3,0",
        ],
    );
}

#[test]
fn unknown_words_are_named() {
    check(
        "FOO 1\nSTART 5\n7,7",
        &["UNKNOWN command FOO", "OK", "UNKNOWN command 7,7"],
    );
}
