//! Matches between engines that behave and engines that do not.

#[path = "arena/support.rs"]
mod support;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use support::{TRIS, control, dims, fake, pbrain, plan, play, replay, said, scratch, tris_match};
use tris::arena::{Reason, Side};
use tris::budget::StopFlag;

/// Whoever misbehaves loses both games of the pair, for the reason given, and the match goes on.
fn assert_loses(mode: &str, limits: &str, reason: Reason, words: &str) {
    let begun = Instant::now();
    let records = play(&plan(&fake(mode), &fake("good"), &[dims(6, 6, 5)], limits));
    assert_eq!(records.len(), 2, "{mode}");
    for record in records {
        assert_eq!(
            (record.winning_side(), record.reason),
            (Some(Side::B), reason),
            "{mode}"
        );
        assert!(record.detail.contains(words), "{mode}: {}", record.detail);
    }
    assert!(begun.elapsed() < Duration::from_secs(30), "{mode}");
}

#[test]
fn illegal_moves_lose() {
    assert_loses("occupied", "depth 1", Reason::Illegal, "occupied");
    assert_loses("outside", "depth 1", Reason::Illegal, "off the board");
    assert_loses("garbage", "depth 1", Reason::Illegal, "I would rather not");
    assert_loses("error", "depth 1", Reason::Illegal, "lost my mind");
}

#[test]
fn a_crash_loses_and_the_record_has_the_last_words() {
    assert_loses("crash", "depth 1", Reason::Crash, "out of cheese");
    assert_loses("stillborn", "depth 1", Reason::Start, "no weights");
}

#[test]
fn silence_and_floods_lose_on_time() {
    assert_loses("silent", "movetime 100", Reason::Time, "no move within 100 + 400 ms");
    assert_loses("flood", "movetime 100", Reason::Time, "no move within");
    assert_loses("endless", "movetime 100", Reason::Time, "no move within");
}

#[test]
fn a_clock_runs_down() {
    // 0.12 s a move after the first: 0.3 s do not last for ten moves.
    let mut plan = plan(&fake("slow"), &fake("good"), &[dims(6, 6, 6)], "clock 300");
    plan.rules.margin = Duration::from_millis(0);
    plan.controls[Side::B] = control("clock 60000 inc 10");
    for record in play(&plan) {
        assert_eq!((record.winning_side(), record.reason), (Some(Side::B), Reason::Time));
        assert!(record.thoughts.len() < 10);
    }
    // An increment that covers the moves does.
    plan.controls[Side::A] = control("clock 5000 inc 5000");
    assert!(play(&plan).iter().all(|record| record.reason != Reason::Time));
}

#[test]
fn a_slow_start_is_waited_for_but_not_for_ever() {
    let mut plan = plan(&fake("slowstart"), &fake("good"), &[dims(3, 3, 3)], "movetime 100");
    assert!(play(&plan).iter().all(|record| record.reason == Reason::Line));
    plan.patience = Duration::from_millis(100);
    let trouble = plan.rehearse(&[dims(3, 3, 3)], &StopFlag::default());
    assert!(matches!(trouble, Err((Side::A, _))));
}

#[test]
fn no_process_is_left_behind() {
    // An engine that starts a program of its own, never ends, and does not leave when asked to.
    let file = scratch("pids");
    let command = format!(
        "mnk:sleep 987 & echo $! >> {0}; echo $$ >> {0}; {1}",
        file.display(),
        fake("stubborn").trim_start_matches("mnk:")
    );
    for record in play(&plan(&command, &fake("good"), &[dims(5, 5, 5)], "movetime 50")) {
        assert_eq!(record.reason, Reason::Time);
    }
    let pids = std::fs::read_to_string(&file).expect("the engine ran");
    assert_eq!(pids.lines().count(), 4);
    for pid in pids.lines() {
        // What was killed but not by us reaped belongs to init, which may take its time.
        let gone = (0..100).any(|_| {
            std::thread::sleep(Duration::from_millis(20));
            let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            state.is_empty() || state.contains(") Z ")
        });
        assert!(gone, "process {pid} lives on");
    }
}

#[test]
fn a_real_match_is_recorded_and_reproducible() {
    let run = |name: &str| {
        let file = scratch(name);
        let engine = format!("mnk:'{TRIS}'");
        let path = file.to_str().expect("a path");
        let boards = "15 15 5, 7 7 4, 3 3 3, 6 8 9";
        let args = [
            "--nodes", "300", "--games", "3", "--boards", boards, "-c", "2", "--record", path,
        ];
        let output = tris_match(&[&[engine.as_str(); 2][..], &args].concat());
        let report = said(&output);
        assert!(report.contains("15 15 5             4"), "{report}");
        assert!(report.contains("total              16"), "{report}");
        let text = std::fs::read_to_string(file).expect("records");
        let mut games: Vec<_> = text.lines().map(replay).collect();
        games.sort_by_key(|game| game["game"].as_u64());
        games
    };
    let (once, again) = (run("once.jsonl"), run("again.jsonl"));
    assert_eq!(once.len(), 16);
    for (one, other) in once.iter().zip(&again) {
        assert_eq!(one["moves"], other["moves"]);
        assert_eq!(one["scores"], other["scores"]);
    }
    for pair in once.chunks(2) {
        let opening = pair[0]["opening"].as_u64().expect("a count") as usize;
        let stones = |game: &serde_json::Value| game["moves"].as_array().expect("moves")[..opening].to_vec();
        assert_eq!(stones(&pair[0]), stones(&pair[1]));
        assert_eq!((&pair[0]["a"], &pair[1]["a"]), (&"X".into(), &"O".into()));
    }
    // No line of nine fits on 6 by 8.
    assert!(
        once.iter()
            .filter(|game| game["k"] == 9)
            .all(|game| game["reason"] == "dead")
    );
}

#[test]
fn the_gomocup_client_keeps_to_the_protocol() {
    let log = scratch("pbrain.log");
    let boards = [dims(7, 7, 5), dims(5, 8, 4), dims(6, 6, 5)];
    let mut plan = plan(&pbrain("good", &log), &fake("good"), &boards, "movetime 5000");
    plan.engines[Side::A].options = vec!["max_memory=1000000".parse().expect("a setting")];
    for game in plan.games.iter_mut().filter(|game| game.dims == boards[0]) {
        game.opening = [10, 11, 12].map(tris::game::Cell).to_vec();
    }
    let records = play(&plan);
    assert!(records.iter().all(|record| !record.reason.is_forfeit()), "{records:?}");
    let report = &records[0].thoughts[1].report;
    assert_eq!(
        (report.score.as_deref(), report.depth, report.nodes),
        (Some("12"), Some(3), Some(4000))
    );
    let heard = std::fs::read_to_string(&log).expect("a log");
    let start = "INFO rule 0\nINFO game_type 1\nINFO timeout_turn 5000\nINFO timeout_match 0\nINFO max_memory 0\n";
    let own = "INFO max_memory 1000000\n";
    for expected in [
        format!("ABOUT\nSTART 7\n{start}{own}INFO time_left 2147483647\nBOARD\n"),
        "BOARD\n3,1,2\n4,1,1\n5,1,2\nDONE\nINFO time_left 2147483647\nTURN ".into(),
        format!("RECTSTART 8,5\n{start}INFO k 4\n{own}INFO time_left 2147483647\nBEGIN\n"),
        format!("START 6\n{start}INFO k 5\n{own}"),
    ] {
        assert!(heard.contains(&expected), "{expected}\n--- in ---\n{heard}");
    }
    assert!(heard.ends_with("END\n"));
}

#[test]
fn gomocup_engines_are_judged_too() {
    let nowhere = std::path::Path::new("/dev/null");
    for (mode, words) in [("suicide", "occupied"), ("chatty", "let me see")] {
        let records = play(&plan(
            &pbrain(mode, nowhere),
            &fake("good"),
            &[dims(6, 6, 6)],
            "nodes 10",
        ));
        for record in records {
            assert_eq!(
                (record.winning_side(), record.reason),
                (Some(Side::B), Reason::Illegal),
                "{mode}"
            );
            assert!(record.detail.contains(words), "{}", record.detail);
        }
    }
    // What is said before the first question is nobody's business.
    let banner = play(&plan(
        &pbrain("banner", nowhere),
        &fake("good"),
        &[dims(6, 6, 6)],
        "nodes 10",
    ));
    assert!(banner.iter().all(|record| !record.reason.is_forfeit()));
}

#[test]
fn the_sequential_test_ends_the_match() {
    let (good, bad) = (fake("good"), fake("occupied"));
    let args = [
        &good, &bad, "--boards", "5 5 5", "--depth", "1", "--games", "100000", "--sprt", "0,200",
    ];
    let report = said(&tris_match(&args));
    assert!(report.contains("SPRT  H1 accepted"), "{report}");
    assert!(report.contains("lost by illegal"), "{report}");
}

#[test]
fn what_cannot_work_is_told_before_the_match() {
    let (good, squares) = (fake("good"), fake("squares"));
    let nowhere = pbrain("picky", std::path::Path::new("/dev/null"));
    for (args, words) in [
        (vec!["mnk:/nowhere/engine", &good], "engine A, `/nowhere/engine`"),
        (vec![&good, &good, "--option-b", "Colour=red"], "engine B"),
        (vec![&squares, &good, "--boards", "3 3 3, 3 4 3"], "only squares"),
        (vec![&nowhere, &good, "--boards", "5 5 5"], "ERROR size"),
        (vec!["tris", &good], "mnk:CMD"),
        (vec![&good, &good, "--boards", "3 3"], "is not M N K"),
        (vec![&good, &good, "--openings", "/nowhere/book"], "/nowhere/book"),
        (vec![&good, &good, "--sprt", "5,0"], "elo0 must be below elo1"),
    ] {
        let output = tris_match(&args);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && errors.contains(words),
            "{words} in {errors}"
        );
        assert!(output.stdout.is_empty());
    }
    let played = tris_match(&[&good, &good, "--option", "Style=1", "--boards", "3 3 3", "--games", "2"]);
    assert!(said(&played).contains("total"));
}

#[test]
fn an_interrupt_prints_the_standing() {
    let (slow, good) = (fake("slow"), fake("good"));
    let mut child = Command::new(TRIS)
        .args(["match", &slow, &good, "--boards", "9 9 9", "--movetime", "5000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("tris match");
    std::thread::sleep(Duration::from_millis(700));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill").success());
    let begun = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        assert!(begun.elapsed() < Duration::from_secs(10), "the match does not end");
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().expect("output");
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stdout).contains("Elo"));
}
