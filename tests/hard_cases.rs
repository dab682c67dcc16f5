//! What scripts, crashes and impatient people do to a server, with the real program.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::info::{check_go, parse};
use common::rules::Referee;
use common::{Dice, Ended, Engine, command, is_terminal, resident_kib, run, run_with, terminals, wait};

/// A search that is still running has not answered within this time.
const A_WHILE: Duration = Duration::from_millis(300);
/// Memory that the program may take with a small table, in KiB; waiting lines included.
const MODEST_KIB: u64 = 48 << 10;

#[track_caller]
fn leaves_quietly(ended: &Ended, code: i32) {
    assert_eq!(ended.stderr, "");
    assert_eq!(ended.status.code(), Some(code));
}

// ---- stop ----

#[test]
fn go_infinite_and_stop_written_together_a_thousand_times() {
    let mut engine = Engine::start();
    let referee = Referee::new(15, 15, 5);
    engine.expect("newgame 15 15 5", "ok");
    for _ in 0..1_000 {
        engine.write(b"go infinite\nstop\n");
        let found = check_go(&referee, &engine.answer());
        assert_eq!(found.reason(), "user");
        assert_eq!(engine.answer(), ["ok"]);
    }
    leaves_quietly(&engine.finish(), 0);
}

#[test]
fn a_thousand_infinite_searches_piped_in_at_once() {
    let script = "newgame 15 15 5\n".to_owned() + &"go infinite\nstop\n".repeat(1_000);
    let answers = terminals(&script);
    assert_eq!(answers.len(), 2_001);
    for pair in answers[1..].chunks(2) {
        assert!(pair[0].starts_with("bestmove ") && pair[1] == "ok", "{pair:?}");
    }
}

#[test]
fn stop_at_random_moments() {
    let mut engine = Engine::start();
    let referee = Referee::new(15, 15, 5);
    engine.expect("newgame 15 15 5", "ok");
    let mut dice = Dice::new(5);
    for _ in 0..150 {
        engine.send("go infinite");
        std::thread::sleep(Duration::from_micros(dice.below(20_000) as u64));
        engine.send("stop");
        assert_eq!(check_go(&referee, &engine.answer()).reason(), "user");
        assert_eq!(engine.answer(), ["ok"]);
    }
}

#[test]
fn one_stop_ends_every_search_read_before_it() {
    let mut engine = Engine::start();
    engine.write(
        b"newgame 15 15 5\n@1 go infinite\n@2 go infinite\n@3 solve infinite\n@4 go infinite\n@5 stop\n@6 stop\n",
    );
    let ends: Vec<String> = (0..7).map(|_| engine.terminal()).collect();
    let firsts: Vec<&str> = ends
        .iter()
        .map(|end| end.split(' ').next().unwrap_or_default())
        .collect();
    assert_eq!(firsts, ["ok", "@1", "@2", "@3", "@4", "@5", "@6"]);
    for (end, word) in ends[1..]
        .iter()
        .zip(["bestmove", "bestmove", "ok", "bestmove", "ok", "ok"])
    {
        assert_eq!(end.split(' ').nth(1), Some(word));
    }
}

#[test]
fn a_stop_does_not_reach_searches_read_after_it() {
    let mut engine = Engine::start();
    engine.write(b"newgame 15 15 5\n@1 go infinite\nstop\n@2 go infinite\n");
    assert_eq!(engine.terminal(), "ok");
    assert!(engine.terminal().starts_with("@1 bestmove "));
    assert_eq!(engine.terminal(), "ok");
    let begun = Instant::now();
    while begun.elapsed() < A_WHILE {
        if let Some(line) = engine.line_within(A_WHILE) {
            assert!(line.starts_with("@2 info "), "the second one goes on: {line}");
        }
    }
    engine.send("stop");
    assert!(engine.terminal().starts_with("@2 bestmove "));
}

#[test]
fn stop_without_a_search_is_just_ok() {
    assert_eq!(terminals("stop\nstop\nnewgame 3 3 3\nstop\n"), ["ok"; 4]);
    // It leaves nothing behind that would end a later search.
    let answers = run("newgame 15 15 5\nstop\ngo depth 3\n");
    let info = &answers[answers.len() - 2];
    assert_eq!(parse(info).expect("an info line").stop.as_deref(), Some("depth"));
}

#[test]
fn stop_ends_perft_and_bench() {
    let mut engine = Engine::start();
    engine.expect("newgame 15 15 5", "ok");
    for task in ["perft 20", "bench 60"] {
        engine.send(task);
        std::thread::sleep(A_WHILE);
        engine.send("stop");
        let end = engine.terminal();
        assert!(end.starts_with("error stopped "), "{task}: {end}");
        assert_eq!(engine.terminal(), "ok");
        // Read together, too.
        engine.write(format!("{task}\nstop\n").as_bytes());
        let end = engine.terminal();
        assert!(end.starts_with("error stopped "), "{task}: {end}");
        assert_eq!(engine.terminal(), "ok");
    }
    engine.expect("status", "ok state playing turn X ply 0 size 15 15 5");
}

#[test]
fn stop_ends_a_perft_that_no_path_is_long_enough_for() {
    let mut engine = Engine::start();
    for (size, depth) in [("4 4 5", 17), ("6 6 2", 36)] {
        engine.expect(&format!("newgame {size}"), "ok");
        engine.send(&format!("perft {depth}"));
        std::thread::sleep(A_WHILE);
        engine.send("stop");
        let end = engine.terminal();
        let known = format!("ok perft {depth} nodes 0");
        assert!(end.starts_with("error stopped ") || end == known, "{size}: {end}");
        assert_eq!(engine.terminal(), "ok");
    }
}

#[test]
fn perft_as_deep_as_the_largest_board_is_no_trouble() {
    let mut engine = Engine::start();
    engine.expect("newgame 255 255 300", "ok");
    engine.send("perft 65025");
    std::thread::sleep(Duration::from_secs(1));
    engine.send("stop");
    assert!(engine.terminal().starts_with("error stopped "));
    assert_eq!(engine.terminal(), "ok");
}

// ---- isready ----

#[test]
fn isready_is_answered_at_once_during_a_search() {
    let mut engine = Engine::start();
    engine.expect("newgame 15 15 5", "ok");
    for task in ["go infinite", "solve infinite", "perft 20", "bench 60"] {
        engine.send(task);
        std::thread::sleep(Duration::from_millis(50));
        engine.send("@r isready");
        assert_eq!(engine.terminal(), "@r readyok", "{task}");
        engine.send("stop");
        assert_ne!(engine.terminal(), "ok", "the search answers first");
        assert_eq!(engine.terminal(), "ok");
    }
    engine.expect("isready", "readyok");
}

#[test]
fn isready_written_together_with_the_search_is_answered_during_it() {
    let mut engine = Engine::start();
    engine.write(b"newgame 15 15 5\ngo infinite\nmove 0 0\n@r isready\n");
    assert_eq!(engine.terminal(), "ok");
    assert_eq!(engine.terminal(), "@r readyok");
    engine.send("stop");
    assert!(engine.terminal().starts_with("bestmove "));
    assert_eq!(engine.terminal(), "ok");
    assert_eq!(engine.terminal(), "ok");
}

#[test]
fn isready_overtakes_nothing_but_searches() {
    let script = "newgame 3 3 3\n@1 move 0 0\n@2 isready\n@3 move 1 1\n@4 isready\n@5 status\n";
    let answers = terminals(script.repeat(200));
    for answers in answers.chunks(6) {
        let ids: Vec<&str> = answers.iter().map(|line| &line[..2]).collect();
        assert_eq!(ids, ["ok", "@1", "@2", "@3", "@4", "@5"]);
    }
}

#[test]
fn lines_that_arrive_during_a_search_are_answered_in_order_after_it() {
    let mut engine = Engine::start();
    engine.expect("newgame 15 15 5", "ok");
    engine.send("@g go infinite");
    std::thread::sleep(Duration::from_millis(50));
    engine.write(b"@1 move 7 7\n@2 status\n@3 nonsense\n@4 undo\n@5 stop\n@6 status\n");
    let ends: Vec<String> = (0..7).map(|_| engine.terminal()).collect();
    assert!(ends[0].starts_with("@g bestmove "), "{ends:?}");
    assert_eq!(ends[1], "@1 ok");
    assert_eq!(ends[2], "@2 ok state playing turn O ply 1 size 15 15 5");
    assert!(ends[3].starts_with("@3 error unknown-command "));
    assert_eq!(ends[4..6], ["@4 ok", "@5 ok"]);
    assert_eq!(ends[6], "@6 ok state playing turn X ply 0 size 15 15 5");
}

// ---- back-pressure ----

/// Writes from a thread of its own, since the program may stop reading; true if everything was taken.
fn write_beside(engine: &mut Engine, bytes: Vec<u8>) -> std::thread::JoinHandle<bool> {
    let mut input = engine.take_input();
    std::thread::spawn(move || input.write_all(&bytes).is_ok())
}

#[test]
fn half_a_million_lines_behind_a_search_are_all_answered_in_order() {
    const LINES: usize = 500_000;
    let mut engine = Engine::start();
    engine.expect("setoption name Hash value 1", "ok");
    // On an empty board the answer would come at once.
    engine.expect("position 15 15 5 moves 7 7 8 8", "ok");
    engine.send("@go go movetime 1500");
    let lines: String = (0..LINES)
        .map(|index| match index % 3 {
            0 => format!("@{index} move 0 0\n"),
            1 => format!("@{index} undo\n"),
            _ => format!("@{index} nonsense\n"),
        })
        .collect();
    let writer = write_beside(&mut engine, lines.into_bytes());
    // While the search thinks, the reader has taken all it will take.
    std::thread::sleep(Duration::from_millis(800));
    let thinking = engine.resident_kib();
    assert!(engine.terminal().starts_with("@go bestmove "));
    let mut largest = thinking;
    for index in 0..LINES {
        let line = engine.next_line().expect("all are answered");
        let expected = if index % 3 == 2 { "error" } else { "ok" };
        let (id, rest) = line.split_once(' ').expect("an id");
        assert_eq!(id[1..].parse(), Ok(index), "in order");
        assert_eq!(rest.split(' ').next(), Some(expected));
        if index % 100_000 == 50_000 {
            largest = largest.max(engine.resident_kib());
        }
    }
    assert!(writer.join().expect("the writer ends"), "nothing was refused");
    assert!(largest < MODEST_KIB, "{largest} KiB");
    leaves_quietly(&engine.finish(), 0);
}

#[test]
fn lines_read_while_the_answers_were_blocked_take_no_more_memory_behind_a_search() {
    const LINES: usize = 700_000;
    let mut child = command(&[]).spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("stdin is piped");
    // Long answers that nobody reads hold the program up, while its reader takes what it will take.
    let mut script = b"setoption name Hash value 1\nnewgame 255 255 5\n".to_vec();
    script.extend(b"legal\n".repeat(6));
    script.extend(b"position 15 15 5 moves 7 7 8 8\ngo movetime 1500\n");
    script.extend(b"stat\n".repeat(LINES));
    let writer = std::thread::spawn(move || input.write_all(&script).is_ok());
    std::thread::sleep(Duration::from_secs(1));
    let output = child.stdout.take().expect("stdout is piped");
    let reader = std::thread::spawn(move || {
        let lines = BufReader::new(output).lines();
        lines.map_while(Result::ok).filter(|line| is_terminal(line)).count()
    });
    let mut largest = 0;
    while let Some(kib) = resident_kib(child.id()) {
        largest = largest.max(kib);
        std::thread::sleep(Duration::from_millis(50));
        if child.try_wait().expect("the child can be waited for").is_some() {
            break;
        }
    }
    assert!(wait(&mut child).success());
    assert!(writer.join().expect("the writer ends"), "nothing was refused");
    assert_eq!(reader.join().expect("the reader ends"), LINES + 10);
    assert!(largest < MODEST_KIB, "{largest} KiB");
}

#[test]
fn a_queue_that_fills_behind_an_infinite_search_ends_it() {
    const LINES: usize = 500_000;
    for search in ["go infinite", "go infinite multipv 2", "go infinite xinc 5"] {
        let mut engine = Engine::start();
        engine.expect("setoption name Hash value 1", "ok");
        engine.expect("newgame 15 15 5", "ok");
        engine.send(search);
        let writer = write_beside(&mut engine, b"stat\n".repeat(LINES));
        let end = engine.terminal();
        assert!(end.starts_with("bestmove "), "{search}: {end}");
        for _ in 0..LINES {
            assert!(engine.terminal().starts_with("error unknown-command "));
        }
        assert!(writer.join().expect("the writer ends"));
        leaves_quietly(&engine.finish(), 0);
    }
}

#[test]
fn an_infinite_search_that_starts_in_front_of_a_full_queue_ends_too() {
    let mut script = b"newgame 15 15 5\ngo movetime 300\ngo infinite\n".to_vec();
    script.extend(b"stat\n".repeat(400_000));
    let answers = terminals(&script);
    assert_eq!(answers.len(), 400_003);
    assert!(answers[1].starts_with("bestmove ") && answers[2].starts_with("bestmove "));
}

#[test]
fn half_a_million_stops_take_no_longer_than_other_lines() {
    let begun = Instant::now();
    assert_eq!(
        run("go depth 1\n".repeat(20) + &"stop\n".repeat(500_000)).len(),
        500_020
    );
    assert!(begun.elapsed() < Duration::from_secs(30));
}

// ---- odd lines ----

#[test]
fn lines_of_300_kb_and_far_more_are_refused_in_little_memory() {
    let mut script = vec![b'x'; 300_000];
    script.extend(b"\nnewgame 3 3 3\n");
    assert_eq!(
        terminals(&script),
        ["error line-too-long a line has at most 65536 bytes", "ok"]
    );
    let mut engine = Engine::start();
    let chunk = vec![b'y'; 1 << 20];
    for _ in 0..64 {
        engine.write(&chunk);
    }
    assert!(engine.resident_kib() < MODEST_KIB, "{} KiB", engine.resident_kib());
    engine.write(b"\nversion\n");
    assert!(engine.terminal().starts_with("error line-too-long "));
    assert!(engine.terminal().starts_with("ok "));
}

#[test]
fn nul_bytes_are_refused_and_do_no_harm() {
    let mut script = vec![0; 1_000];
    script.extend(b"\nnewgame 3 3 3\0\nnewgame 3 3 3\n\0\n");
    let answers = terminals(&script);
    let words: Vec<&str> = answers
        .iter()
        .map(|line| line.split(' ').next().unwrap_or_default())
        .collect();
    assert_eq!(words, ["error", "error", "ok", "error"]);
    assert!(answers[0].starts_with("error encoding "));
}

#[test]
fn input_may_come_in_pieces_of_one_byte() {
    let mut engine = Engine::start();
    for byte in b"newgame 3 3 3\r\nmove 1 1\n@7 st" {
        engine.write(&[*byte]);
    }
    assert_eq!(engine.terminal(), "ok");
    assert_eq!(engine.terminal(), "ok");
    engine.write(b"atus\r");
    engine.write(b"\n");
    assert_eq!(engine.terminal(), "@7 ok state playing turn O ply 1 size 3 3 3");
}

// ---- leaving ----

#[test]
fn quit_is_answered_and_nothing_behind_it_is_read() {
    let answers = run("newgame 3 3 3\n@q quit\nmove 1 1\nnonsense\nquit\n");
    assert_eq!(answers, ["ok", "@q ok"]);
    let mut engine = Engine::start();
    engine.expect("quit", "ok");
    // The input is still open; the program leaves all the same.
    assert_eq!(engine.wait().code(), Some(0));
    assert_eq!(terminals("quit now\nquit\n").len(), 2, "only the right form leaves");
}

#[test]
fn end_of_input_leaves_with_zero() {
    for script in ["", "\n", "# nothing\n", "newgame 3 3 3\n", "newgame 3 3 3", "nonsense"] {
        let output = run_with(&[], script.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{script:?}");
        assert!(output.stderr.is_empty());
    }
}

#[test]
fn quit_and_end_of_input_end_an_infinite_search() {
    for ending in ["quit\n", "", "@q quit"] {
        for search in [
            "go infinite",
            "solve infinite",
            "go infinite multipv 2",
            "go infinite searchmoves 0 0 1 1",
            "go infinite xinc 100",
            "go infinite movestogo 3",
            "go infinite otime 600000",
        ] {
            let answers = terminals(format!("newgame 15 15 5\n{search}\n{ending}"));
            let expected = if search.starts_with("go") {
                "bestmove "
            } else {
                "ok value "
            };
            assert!(answers[1].starts_with(expected), "{search} {ending:?}: {answers:?}");
            assert_eq!(answers.len(), 2 + usize::from(!ending.is_empty()));
        }
    }
}

#[test]
fn quit_and_end_of_input_end_queued_infinite_searches() {
    for ending in ["quit\n", ""] {
        let answers = terminals(format!(
            "newgame 15 15 5\ngo infinite\ngo infinite\ngo infinite\n{ending}"
        ));
        assert_eq!(answers.len(), 4 + usize::from(!ending.is_empty()));
    }
}

#[test]
fn quit_and_end_of_input_let_a_bounded_search_finish() {
    for ending in ["quit\n", ""] {
        for (search, reason) in [
            ("go movetime 400", "time"),
            ("go depth 3", "depth"),
            ("go nodes 5000", "nodes"),
            ("go infinite depth 3", "depth"),
        ] {
            let lines = run(format!("newgame 15 15 5\n{search}\n{ending}"));
            let infos: Vec<_> = lines.iter().filter(|line| !is_terminal(line)).collect();
            let last = parse(infos.last().expect("info lines")).expect("an info line");
            assert_eq!(last.stop.as_deref(), Some(reason), "{search} {ending:?}");
            if reason == "time" {
                assert!(last.time >= 360, "the whole time is used: {last:?}");
            }
        }
        let ends = terminals(format!("newgame 3 3 3\nperft 9\nbench 1\n{ending}"));
        assert_eq!(ends[1], "ok perft 9 nodes 127872");
        assert!(ends[2].starts_with("ok bench "));
    }
}

#[test]
fn two_searches_piped_one_behind_the_other_get_their_time_each() {
    let begun = Instant::now();
    let lines = run("newgame 15 15 5\n@1 go movetime 400\n@2 go movetime 400\nquit\n");
    let elapsed = begun.elapsed();
    for id in ["@1 ", "@2 "] {
        let mut infos = lines.iter().filter_map(|line| line.strip_prefix(id));
        let last = infos.rfind(|line| line.starts_with("info ")).expect("info lines");
        let last = parse(last).expect("an info line");
        assert_eq!(last.stop.as_deref(), Some("time"));
        assert!((360..4_000).contains(&last.time), "{id}: {last:?}");
    }
    assert!(elapsed >= Duration::from_millis(720), "{elapsed:?}");
}

#[test]
fn a_closed_output_ends_the_program_silently() {
    for script in [
        "newgame 15 15 5\ngo infinite\n",
        "newgame 15 15 5\nperft 30\n",
        "newgame 15 15 5\nbench 100\n",
        "newgame 3 3 3\ngo infinite\n",
    ] {
        let mut child = command(&[]).spawn().expect("the program starts");
        let mut input = child.stdin.take().expect("stdin is piped");
        input.write_all(script.as_bytes()).expect("the program reads");
        let mut output = child.stdout.take().expect("stdout is piped");
        let mut first = [0; 2];
        output.read_exact(&mut first).expect("a first answer");
        drop(output);
        let status = wait(&mut child);
        let mut stderr = String::new();
        let mut error = child.stderr.take().expect("stderr is piped");
        error.read_to_string(&mut stderr).expect("UTF-8");
        assert_eq!(stderr, "", "{script:?}");
        assert_eq!(status.code(), Some(0), "{script:?}: no panic, no signal");
        drop(input);
    }
}

#[test]
fn an_output_closed_before_the_first_answer_ends_the_program_silently() {
    let mut child = command(&[]).spawn().expect("the program starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("stdin is piped");
    // The program may be gone before everything is written.
    let _ = input.write_all(&b"newgame 3 3 3\n".repeat(100_000));
    let status = wait(&mut child);
    let mut stderr = String::new();
    let mut error = child.stderr.take().expect("stderr is piped");
    error.read_to_string(&mut stderr).expect("UTF-8");
    assert_eq!((stderr.as_str(), status.code()), ("", Some(0)));
}

#[cfg(unix)]
#[test]
fn signals_end_the_program_at_once_and_silently() {
    for (signal, code) in [("-TERM", 143), ("-INT", 130)] {
        for script in [
            "newgame 15 15 5\ngo infinite\n",
            "newgame 15 15 5\nperft 30\n",
            "newgame 3 3 3\n",
        ] {
            let mut engine = Engine::start();
            engine.write(script.as_bytes());
            assert_eq!(engine.terminal(), "ok");
            std::thread::sleep(Duration::from_millis(100));
            let kill = Command::new("kill").args([signal, &engine.id().to_string()]).status();
            assert!(kill.expect("kill runs").success());
            let begun = Instant::now();
            assert_eq!(engine.wait().code(), Some(code), "{signal} {script:?}");
            assert!(begun.elapsed() < Duration::from_secs(10));
            let ended = engine.finish();
            assert!(ended.lines.iter().all(|line| !is_terminal(line)), "{:?}", ended.lines);
            assert_eq!(ended.stderr, "");
        }
    }
}

#[test]
fn fail_on_error_tells_errors_by_the_exit_code() {
    for (script, code) in [
        ("newgame 3 3 3\nmove 1 1\nquit\n", 0),
        ("newgame 3 3 3\nmove 1 1\nmove 1 1\nquit\n", 1),
        ("nonsense\n", 1),
        ("\u{1}\n", 1),
        ("# nonsense\n", 0),
        ("", 0),
    ] {
        let output = run_with(&["--fail-on-error"], script.as_bytes());
        assert_eq!(output.status.code(), Some(code), "{script:?}");
        assert!(output.stderr.is_empty());
        assert_eq!(run_with(&[], script.as_bytes()).status.code(), Some(0));
    }
}

#[test]
fn standard_output_is_protocol_only_whatever_is_logged() {
    let script = "newgame 3 3 3\nmove 9 9\nnonsense\ngo depth 2\nquit\n";
    let strip = |output: std::process::Output| -> Vec<String> {
        let lines = common::lines_of(&output);
        lines.iter().map(|line| common::info::timeless(line)).collect()
    };
    let quiet = run_with(&[], script.as_bytes());
    assert!(quiet.stderr.is_empty(), "nothing by default");
    let loud = run_with(&["--log", "trace"], script.as_bytes());
    assert!(!loud.stderr.is_empty(), "logs go to standard error");
    let by_variable = command(&[])
        .env("RUST_LOG", "debug")
        .stdin(Stdio::piped())
        .spawn()
        .and_then(|mut child| {
            let mut input = child.stdin.take().expect("stdin is piped");
            input.write_all(script.as_bytes())?;
            drop(input);
            child.wait_with_output()
        })
        .expect("the program runs");
    assert!(!by_variable.stderr.is_empty(), "RUST_LOG is heard");
    let expected = strip(quiet);
    assert_eq!(strip(loud), expected);
    assert_eq!(strip(by_variable), expected);
}

#[test]
fn a_table_larger_than_the_machine_is_survived() {
    let answers = terminals("setoption name Hash value 65536\nnewgame 3 3 3\ngo movetime 50\nstatus\n");
    assert_eq!(answers[..2], ["ok", "ok"]);
    assert!(
        answers[2].starts_with("bestmove ") || answers[2].starts_with("error internal "),
        "{answers:?}"
    );
    assert_eq!(answers[3], "ok state playing turn X ply 0 size 3 3 3");
}

#[test]
fn an_idle_server_takes_little_memory() {
    let mut engine = Engine::start();
    engine.expect("newgame 100 100 5", "ok");
    engine.expect("move 1 1", "ok");
    let idle = engine.resident_kib();
    assert!(idle < 20 << 10, "{idle} KiB");
    // The table is taken when it is needed, and no more than allowed.
    engine.expect("setoption name Hash value 16", "ok");
    engine.ask("go movetime 1000");
    let after = engine.resident_kib();
    assert!(after < (20 + 16) << 10, "{after} KiB");
}

#[test]
fn the_number_and_order_of_answers_never_depend_on_timing() {
    let script = "newgame 15 15 5\n@1 go movetime 30\n@2 move 7 7\n@3 go infinite\n@4 stop\n@5 perft 2\n@6 bad\n\
                  @7 solve movetime 20\n@8 bench 1\n@9 undo\n@10 status\n";
    let ids = |lines: &[String]| -> Vec<String> {
        let firsts = lines.iter().filter(|line| is_terminal(line));
        firsts
            .map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "))
            .collect()
    };
    let piped = ids(&run(script));
    let mut engine = Engine::start();
    let mut dice = Dice::new(3);
    for line in script.lines() {
        engine.send(line);
        std::thread::sleep(Duration::from_millis(dice.below(40) as u64));
    }
    let ended = engine.finish();
    assert_eq!(ids(&ended.lines), piped);
    assert_eq!(piped.len(), script.lines().count());
}
