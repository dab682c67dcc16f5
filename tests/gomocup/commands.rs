//! Every command on its own, what is wrong with it, and what must never be answered.

use crate::common::Dice;
use crate::support::{burst, hopeful};

const NO_BOARD: &str = "ERROR there is no board yet, begin with START";
const OVER: &str = "ERROR the game is over";

/// The answers to lines that arrive at once; the engine plays on the first free cell.
#[track_caller]
pub fn check(lines: &str, expected: &[&str]) {
    let answered = burst(lines.as_bytes(), hopeful);
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
fn everything_but_start_needs_a_board() {
    for line in [
        "TURN 0,0",
        "PLAY 0,0",
        "BEGIN",
        "RESTART",
        "TAKEBACK 0,0",
        "YXNBEST 2",
        "BOARD\nDONE",
        "YXBOARD\nDONE",
        "SWAP2BOARD\nDONE",
    ] {
        check(line, &[NO_BOARD]);
    }
    check("YXSTOP\nYXHASHCLEAR\nYXSHOWINFO\nINFO rule 1", &[]);
}

#[test]
fn boards_have_columns_before_rows() {
    check(
        "START 3\nTURN 2,2\nTURN 3,2",
        &["OK", "0,0", "ERROR 3,2: off the board"],
    );
    for start in ["START 7 2", "START 7,2", "RECTSTART 7,2", "rectstart 7, 2"] {
        let lines = format!("{start}\nTURN 6,1\nTURN 1,6");
        check(&lines, &["OK", "0,0", "ERROR 1,6: off the board"]);
    }
}

#[test]
fn boards_that_cannot_be_are_refused_and_leave_the_old_one() {
    for start in [
        "START 0",
        "START -5",
        "START 256",
        "START",
        "START x",
        "RECTSTART 5",
        "START 15.5",
    ] {
        let answered = burst(format!("START 4\nBEGIN\n{start}\nTURN 1,0").as_bytes(), hopeful);
        let mut answers = answered.lines().filter(|line| !line.starts_with("MESSAGE "));
        let refused = answers.nth(2).unwrap_or_default();
        assert!(refused.starts_with("ERROR "), "{start}: {answered}");
        assert_eq!(answers.collect::<Vec<_>>(), ["2,0"], "{start}");
    }
}

#[test]
fn bad_moves_are_refused_and_change_nothing() {
    check(
        "START 5\nTURN 5,0\nTURN 0,0\nTURN 0,0\nTURN -1,0\nTURN 2\nTURN\nTURN 2,0",
        &[
            "OK",
            "ERROR 5,0: off the board",
            "1,0",
            "ERROR 0,0: occupied",
            "ERROR -1,0: off the board",
            "ERROR expected TURN x,y",
            "ERROR expected TURN x,y",
            "3,0",
        ],
    );
}

#[test]
fn nothing_is_played_after_the_end() {
    // The engine has won.
    check(
        "START 5\nINFO k 2\nBEGIN\nTURN 4,4\nTURN 3,3\nBEGIN\nYXNBEST 1",
        &["OK", "0,0", "1,0", OVER, "ERROR BEGIN is for an empty board", OVER],
    );
    // A stone that leaves nothing to answer is not played.
    check(
        "START 2\nINFO k 2\nTURN 1,1\nTURN 0,1\nTURN 0,1",
        &[
            "OK",
            "0,0",
            "ERROR the game is over with 0,1",
            "ERROR the game is over with 0,1",
        ],
    );
    check(
        "START 1\nBEGIN\nTURN 0,0\nTAKEBACK 0,0\nBEGIN",
        &["OK", "0,0", OVER, "OK", "0,0"],
    );
}

#[test]
fn stones_are_taken_back_one_by_one() {
    check(
        "START 5\nTAKEBACK 0,0\nTURN 1,0\nTAKEBACK 0,0\nTAKEBACK 1,0\nTAKEBACK 9,9\nTAKEBACK\nTURN 0,0",
        &[
            "OK",
            "ERROR no stone stands on 0,0",
            "0,0",
            "OK",
            "OK",
            "ERROR 9,9: off the board",
            "ERROR expected TAKEBACK x,y",
            "1,0",
        ],
    );
}

#[test]
fn the_client_may_choose_the_move_of_the_engine() {
    check(
        "START 5\nPLAY 3,3\nTURN 3,3\nTURN 4,4",
        &["OK", "3,3", "ERROR 3,3: occupied", "0,0"],
    );
}

#[test]
fn info_is_never_answered() {
    let keys = [
        "timeout_turn",
        "timeout_match",
        "time_left",
        "time_increment",
        "max_memory",
        "game_type",
        "rule",
        "folder",
        "evaluate",
        "max_depth",
        "max_node",
        "thread_num",
        "hash_size",
        "show_detail",
        "k",
        "skill",
        "never_heard_of",
    ];
    let values = [
        "",
        "0",
        "1",
        "-1",
        "2147483647",
        "99999999999999999999",
        "x",
        "3,4",
        "C:\\My Games\\x y",
    ];
    let mut lines = String::from("INFO\nINFO  \n");
    for (key, value) in keys.iter().flat_map(|key| values.map(|value| (key, value))) {
        lines += &format!("INFO {key} {value}\r\ninfo {} {value}\n", key.to_uppercase());
    }
    assert_eq!(burst(lines.as_bytes(), hopeful), "");
    assert_eq!(burst(b"INFO folder \xff\n \tInfo folder \x01\xe9\r\n", hopeful), "");
}

#[test]
fn rules_that_are_not_supported_are_refused_when_a_move_is_wanted() {
    for (rule, name) in [
        ("1", "rule 1 is not supported: exactly five in a row"),
        ("2", "rule 2 is not supported: continuous games"),
        ("4", "rule 4 is not supported: renju"),
        ("8", "rule 8 is not supported: caro"),
        ("9", "rule 9 is not supported: exactly five in a row"),
    ] {
        let refused = format!("ERROR {name}; only rule 0 is");
        let lines = format!("START 5\nINFO rule {rule}\nBEGIN\nTURN 0,0\nBOARD\n1,1,2\nDONE\nINFO rule 0\nBEGIN");
        check(&lines, &["OK", &refused, &refused, &refused, "0,0"]);
    }
}

#[test]
fn another_k_counts_from_the_next_move_on() {
    check(
        "START 5\nBEGIN\nTURN 0,1\nTURN 1,1\nINFO k 3\nTURN 2,1",
        &["OK", "0,0", "1,0", "2,0", OVER],
    );
    check(
        "INFO K 2\nSTART 2\nBEGIN\nTURN 1,1\nTURN 0,1",
        &["OK", "0,0", "1,0", OVER],
    );
    check(
        "START 5\nINFO k none\nBEGIN\nINFO k 6\nBEGIN",
        &["OK", "ERROR INFO k takes a whole number from 1", "0,0"],
    );
}

#[test]
fn the_best_lines_are_told_in_messages() {
    assert_eq!(
        burst(b"START 5\nYXNBEST 2\nYXNBEST 0\nYXNBEST\n", hopeful),
        "OK\n\
         MESSAGE depth 1-1 ev 0 n 7 tm 3 pv 0,0\n\
         MESSAGE depth 1-1 ev 0 n 7 tm 3 line 2 pv 0,0\n\
         0,0\n\
         ERROR expected YXNBEST and a number from 1\n\
         ERROR expected YXNBEST and a number from 1\n"
    );
    assert_eq!(burst(b"INFO show_detail 0\nSTART 5\nYXNBEST 2\n", hopeful), "OK\n0,0\n");
}

#[test]
fn the_state_is_shown_in_messages() {
    assert_eq!(
        burst(
            b"RECTSTART 7,4\nINFO k 4\nINFO hash_size 32768\nYXSHOWINFO\nINFO rule 4\nyxshowinfo\n",
            hopeful
        ),
        "OK\n\
         MESSAGE rule 0 (free style), 4 in a row win\n\
         MESSAGE board 7 x 4, 0 stones\n\
         MESSAGE table 32 MiB\n\
         MESSAGE rule 4 is not supported: renju; only rule 0 is, 4 in a row win\n\
         MESSAGE board 7 x 4, 0 stones\n\
         MESSAGE table 32 MiB\n"
    );
}

#[test]
fn unknown_words_are_named_and_their_arguments_are_no_commands() {
    check(
        "FOO 1\nSTART 5\n7,7\nABOUTS\nBEGIN now\nDONE",
        &[
            "UNKNOWN command FOO",
            "OK",
            "UNKNOWN command 7,7",
            "UNKNOWN command ABOUTS",
            "ERROR expected nothing after the command",
            "ERROR DONE without BOARD",
        ],
    );
    let long = ["\u{1}".to_owned(), "x".repeat(70_000)];
    for line in long {
        let lines = format!("{line}\nSTART 5");
        check(&lines, &["UNKNOWN a line that is too long or no text", "OK"]);
    }
}

/// Lines of all kinds in any order: each answer has one of the known forms, and at the end the engine still answers.
#[test]
fn garbage_gets_answers_of_the_known_forms() {
    const PIECES: [&str; 24] = [
        "START 5",
        "RECTSTART 3,9",
        "RESTART",
        "BEGIN",
        "TURN 1,1",
        "turn 0,2",
        "TURN x",
        "BOARD",
        "YXBOARD",
        "SWAP2BOARD",
        "1,1,1",
        "2,2,2",
        "3,3,3",
        "4,4",
        "DONE",
        "INFO k 3",
        "INFO rule 1",
        "INFO rule 0",
        "TAKEBACK 1,1",
        "YXNBEST 2",
        "YXSTOP",
        "\u{7f}\u{0}",
        "",
        "?",
    ];
    for seed in 0..200 {
        let mut dice = Dice::new(seed);
        let mut lines = String::new();
        for _ in 0..40 {
            lines += PIECES[dice.below(PIECES.len())];
            lines += ["\n", "\r\n"][dice.below(2)];
        }
        lines += "START 5\nINFO rule 0\nINFO k 5\nBEGIN\n";
        let answered = burst(lines.as_bytes(), hopeful);
        assert!(answered.ends_with(" pv 0,0\n0,0\n"), "{lines}\n{answered}");
        for line in answered.lines() {
            let word = line.split(' ').next().unwrap_or_default();
            let known = ["OK", "SWAP", "ERROR", "UNKNOWN", "MESSAGE"].contains(&word);
            assert!(
                known || line.starts_with(|first: char| first.is_ascii_digit()),
                "{line:?}"
            );
        }
    }
}
