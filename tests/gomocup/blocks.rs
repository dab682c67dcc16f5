//! `BOARD`, `YXBOARD` and `SWAP2BOARD`: whose stone is whose, and what is no position.

use crate::commands::check;
use crate::support::{burst, gloomy, hopeful};

/// The engine's stones and the opponent's are told apart by completing a line of three with the opponent's.
#[test]
fn stones_belong_to_whom_the_block_says() {
    // As many of each, one more of the opponent's, one more of the engine's; in any order.
    let stones = "4,3,1\n0,4,2\n3,3,1\n1,4,2\n";
    for more in ["", "4,0,2\n", "4,0,1\n"] {
        for block in [format!("{stones}{more}"), format!("{more}{stones}")] {
            let lines = format!("START 5\nINFO k 3\nBOARD\n{block}DONE\nTURN 2,3\nTURN 2,4");
            check(&lines, &["OK", "0,0", "1,0", "ERROR the game is over with 2,4"]);
        }
    }
    check("START 5\nBOARD\nDONE\nTURN 1,0", &["OK", "0,0", "2,0"]);
}

#[test]
fn blocks_that_are_no_position_change_nothing() {
    let occupied = "ERROR 4,4: occupied";
    for (block, refused) in [
        ("4,4,1\n4,4,2\n", occupied),
        ("4,4,1\n4,4,1\n", occupied),
        ("5,0,1\n", "ERROR 5,0: off the board"),
        ("0,-1,2\n", "ERROR 0,-1: off the board"),
        ("4,4,1\n3,3,1\n", "ERROR 2 X and 0 O cannot stand on one board"),
        (
            "4,4,1\n3,3,2\n2,2,3\n",
            "ERROR line 3 of the block: expected 1 or 2 (blocked cells are not supported)",
        ),
        (
            "4,4,1\nTURN 1,1\n",
            "ERROR line 2 of the block: expected x,y,1 or x,y,2",
        ),
        ("4,4\n", "ERROR line 1 of the block: expected x,y,1 or x,y,2"),
        (
            "0,0,1\n1,0,1\n2,0,1\n0,1,2\n1,1,2\n2,1,2\n",
            "ERROR both players have a line",
        ),
        ("0,0,2\n1,0,2\n2,0,2\n0,1,1\n1,1,1\n", "ERROR the game is over"),
    ] {
        let lines = format!("START 5\nINFO k 3\nBEGIN\nBOARD\n{block}DONE\nTURN 1,0");
        check(&lines, &["OK", "0,0", refused, "2,0"]);
    }
}

#[test]
fn a_position_may_come_without_a_question() {
    check(
        "START 5\nYXBOARD\n0,0,1\n1,0,2\nDONE\nYXNBEST 1\nTURN 3,0",
        &["OK", "2,0", "4,0"],
    );
    check("START 5\nYXBOARD\n0,0,1\n0,0,2\nDONE", &["OK", "ERROR 0,0: occupied"]);
}

#[test]
fn what_arrives_inside_a_block() {
    // INFO belongs to no block; a new game ends it; everything else spoils it.
    check("START 5\nBOARD\n0,0,2\nINFO time_left 100\nDONE", &["OK", "1,0"]);
    check("START 5\nBOARD\n0,0,2\nSTART 4\nBEGIN", &["OK", "OK", "0,0"]);
    check("START 5\nBOARD\n0,0,2\nEND\nABOUT", &["OK"]);
    check("START 5\nBOARD\n0,0,2", &["OK"]);
}

#[test]
fn the_opening_rule() {
    check("START 15\nSWAP2BOARD\nDONE\nTURN 0,0", &["OK", "2,0 4,1 1,4", "1,0"]);
    let three = "START 15\nSWAP2BOARD\n7,7\n8,7\n6,6\nDONE";
    let five = "START 15\nSWAP2BOARD\n7,7\n8,7\n6,6\n9,9\n3,3\nDONE";
    check(three, &["OK", "0,0"]);
    check(five, &["OK", "0,0"]);
    for lines in [three, five] {
        let answered = burst(lines.as_bytes(), gloomy);
        assert_eq!(answered.lines().last(), Some("SWAP"));
    }
    // After SWAP the other side moves with the colour that the engine had.
    let lines = format!("{three}\nTURN 0,0");
    assert_eq!(burst(lines.as_bytes(), gloomy).lines().last(), Some("1,0"));
}

#[test]
fn openings_that_are_none() {
    for stones in ["7,7\n", "7,7\n8,8\n", "1,1\n2,2\n3,3\n4,4\n"] {
        let lines = format!("START 15\nSWAP2BOARD\n{stones}DONE");
        check(&lines, &["OK", "ERROR SWAP2BOARD takes 0, 3 or 5 stones"]);
    }
    check(
        "START 15\nSWAP2BOARD\n1,1\n1,1\n2,2\nDONE",
        &["OK", "ERROR 1,1: occupied"],
    );
    check(
        "START 15\nSWAP2BOARD\n1,1,1\nDONE",
        &["OK", "ERROR line 1 of the block: expected x,y"],
    );
    let answered = burst(b"START 1\nSWAP2BOARD\nDONE\n", hopeful);
    assert_eq!(answered, "OK\nERROR SWAP2BOARD takes 0, 3 or 5 stones\n");
}
