//! Helpers of the match tests: fake engines, small plans, the program itself.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use tris::arena::openings::Source;
use tris::arena::schedule::{Plan, pairings};
use tris::arena::{BySide, Control, Record, Rules};
use tris::budget::StopFlag;
use tris::game::{Board, Dims, Outcome, Point};

/// The program under test.
pub const TRIS: &str = env!("CARGO_BIN_EXE_tris");

/// A board.
pub fn dims(m: i64, n: i64, k: i64) -> Dims {
    Dims::new(m, n, k).expect("a board")
}

/// Limits in words.
pub fn control(text: &str) -> Control {
    text.parse().expect("limits")
}

/// A file in the tests' own folder of the target directory, not there yet.
pub fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

fn script(name: &str) -> String {
    format!("{}/tests/arena/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The small `mnk` engine in some mode.
pub fn fake(mode: &str) -> String {
    format!("mnk:python3 '{}' {mode}", script("mnk.py"))
}

/// The small Gomocup engine in some mode; writes what it is told to a file.
pub fn pbrain(mode: &str, log: &Path) -> String {
    format!("gomocup:python3 '{}' {mode} '{}'", script("pbrain.py"), log.display())
}

/// A match of one pair on each board, from the empty board.
pub fn plan(a: &str, b: &str, boards: &[Dims], limits: &str) -> Plan {
    let source = Source {
        book: Vec::new(),
        stones: 0..=0,
        seed: 1,
    };
    Plan {
        engines: BySide([a, b].map(|text| text.parse().expect("an engine"))),
        controls: BySide([control(limits); 2]),
        games: pairings(boards, 1, &source),
        rules: Rules {
            margin: Duration::from_millis(400),
            patience: Duration::from_secs(20),
            max_moves: None,
        },
        concurrency: 1,
        patience: Duration::from_secs(20),
    }
}

/// All records of a match, in the order of the games.
pub fn play(plan: &Plan) -> Vec<Record> {
    let mut records = Vec::new();
    plan.run(&StopFlag::default(), |record| {
        records.push(record);
        ControlFlow::Continue(())
    });
    records.sort_by_key(|record| record.game.number);
    records
}

/// Runs `tris match`.
pub fn tris_match(args: &[&str]) -> Output {
    Command::new(TRIS).arg("match").args(args).output().expect("tris match")
}

/// Standard output as text, after a match that ended well.
pub fn said(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// Plays a recorded game again and checks that it ended as the record says; returns the record's JSON.
pub fn replay(line: &str) -> serde_json::Value {
    let record: serde_json::Value = serde_json::from_str(line).expect("JSON");
    let number = |name: &str| record[name].as_i64().expect("a number");
    let mut board = Board::new(dims(number("m"), number("n"), number("k")));
    let moves = record["moves"].as_array().expect("moves");
    for point in moves {
        let (row, col) = (point[0].as_i64().expect("row"), point[1].as_i64().expect("column"));
        board.play(Point { row, col }).expect("a legal move");
    }
    let played = moves.len() - record["opening"].as_u64().expect("a count") as usize;
    for list in ["times", "scores", "depths", "nodes"] {
        assert_eq!(record[list].as_array().map(Vec::len), Some(played), "{list} in {line}");
    }
    match (record["reason"].as_str().expect("a reason"), board.outcome()) {
        ("line", Some(Outcome::Win(player))) => assert_eq!(record["result"], player.to_string()),
        ("full", Some(Outcome::Draw)) | ("dead" | "length", None) => assert_eq!(record["result"], "-"),
        ("illegal" | "crash" | "time" | "start", None) => assert_ne!(record["result"], "-"),
        other => panic!("{other:?} in {line}"),
    }
    record
}
