//! The suite of transcripts, `tris check` itself, and the recording of transcripts.

mod common;

use std::path::{Path, PathBuf};
use std::process::Output;

use common::{Engine, Scratch, command, program, run_with, text};
use tris::mnk::help::ENTRIES;
use tris::mnk::reply::Code;
use tris::transcript::{Kind, Script};

fn suite() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let entries = std::fs::read_dir(directory).expect("the suite");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "mnkt"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

fn check(args: &[&str]) -> (Option<i32>, String) {
    let args: Vec<&str> = std::iter::once("check").chain(args.iter().copied()).collect();
    let output = run_with(&args, b"");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    (output.status.code(), stdout(&output))
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

// ---- the suite ----

#[test]
fn the_suite_passes() {
    let files = suite();
    let args: Vec<&str> = files.iter().map(|path| text(path)).collect();
    let (code, out) = check(&args);
    assert_eq!(code, Some(0), "{out}");
    assert!(out.ends_with("all met\n"), "{out}");
}

#[test]
fn the_suite_covers_every_command_and_every_error_code() {
    let steps: Vec<_> = suite()
        .iter()
        .flat_map(|path| Script::parse(&std::fs::read(path).expect("a transcript")).steps)
        .collect();
    for entry in &ENTRIES {
        let succeeds = steps.iter().any(|step| {
            let is = |kind| move |e: &&tris::transcript::Expectation| e.kind == kind;
            let mut expected = step.expectations.iter().filter(is(Kind::Is));
            step.words().next() == Some(entry.name) && expected.next().is_some_and(|e| !e.pattern.starts_with("error"))
        });
        assert!(succeeds, "a transcript shows {} at work", entry.name);
    }
    for code in Code::ALL {
        // No input can cause this one: it tells of a fault in the engine itself. tests/panic.rs shows it.
        if code == Code::Internal {
            continue;
        }
        let wanted = format!("error {}", code.word());
        let expected = |pattern: &str| pattern == wanted || pattern.starts_with(&format!("{wanted} "));
        let shown = steps.iter().any(|step| {
            let mut expectations = step.expectations.iter();
            expectations.any(|e| e.kind == Kind::Is && expected(&e.pattern))
        });
        assert!(shown, "a transcript shows {wanted}");
    }
}

#[test]
fn every_line_of_the_suite_is_expected_to_do_something() {
    for path in suite() {
        let mut left = false;
        for step in Script::parse(&std::fs::read(&path).expect("a transcript")).steps {
            let expected = step.expectations.iter().any(|e| e.kind != Kind::Info);
            assert!(expected || left, "{}:{}", path.display(), step.line);
            left |= step.words().eq(["quit"]);
        }
    }
}

#[test]
fn a_transcript_is_plain_input() {
    for path in suite() {
        let bytes = std::fs::read(&path).expect("a transcript");
        let output = run_with(&[], &bytes);
        assert_eq!(output.status.code(), Some(0), "{}", path.display());
        assert!(output.stderr.is_empty());
    }
}

#[test]
fn the_program_passes_as_an_engine_of_its_own_check() {
    let files = suite();
    let args: Vec<&str> = ["--engine", program()]
        .into_iter()
        .chain(files.iter().map(|path| text(path)))
        .collect();
    let (code, out) = check(&args);
    assert_eq!(code, Some(0), "{out}");
}

// ---- tris check ----

#[test]
fn a_failed_expectation_names_its_line_what_was_expected_and_what_came() {
    let scratch = Scratch::new();
    for (script, line, expected, got) in [
        (
            "newgame 3 3 3 #= ok\n\n# x\nmove 1 1 #= error occupied **\n",
            4,
            "#= error occupied **",
            "ok",
        ),
        ("newgame 3 3 3 #! ok\n", 1, "#! ok", "ok"),
        ("newgame 3 3 3\n#= ok\n#= nothing\n", 3, "#= nothing", "ok"),
        (
            "newgame 3 3 3\ngo depth 1 #~ info ** score loss * **\n",
            2,
            "#~ info ** score loss * **",
            "info depth ",
        ),
        ("stop #~ info **\n", 1, "#~ info **", "no info line"),
        ("stop #= o\n", 1, "#= o", "ok"),
        ("stop #= ok *\n", 1, "#= ok *", "ok"),
        ("quit #= ok\nstop #= ok\n", 2, "stop", "none"),
    ] {
        let file = scratch.file("wrong.mnkt", script);
        let (code, out) = check(&[text(&file)]);
        assert_eq!(code, Some(1), "{script:?}: {out}");
        let place = format!("{}:{line}:", file.display());
        let told = |words: &str| out.lines().any(|told| told.starts_with(&place) && told.contains(words));
        assert!(told(expected), "{script:?}: {out}");
        assert!(told(got), "{script:?}: {out}");
    }
}

#[test]
fn patterns_match_words_and_alternatives() {
    let scratch = Scratch::new();
    let file = scratch.file(
        "right.mnkt",
        "newgame 3 3 3 #= error ** | ok #! okay #! ok * #= ok ** #= *\n\
         status #= ok state * turn X ** #= ** #= ok state playing turn X ply 0 size 3 3 3 ** #! state **\n\
         @7 go depth 2 #~ info depth 1 ** #~ info ** pv ** #~ info ** score * ** #= bestmove * * #= @7 bestmove * * #! @8 **\n",
    );
    let (code, out) = check(&[text(&file)]);
    assert_eq!(code, Some(0), "{out}");
}

#[test]
fn files_are_checked_one_by_one_each_from_the_start() {
    let scratch = Scratch::new();
    let first = scratch.file("a.mnkt", "status #= error no-game **\nnewgame 3 3 3 #= ok\n");
    let wrong = scratch.file("b.mnkt", "status #= ok\n");
    let (code, out) = check(&[text(&first), text(&first)]);
    assert_eq!(code, Some(0), "{out}");
    let (code, out) = check(&[text(&first), text(&wrong), text(&first)]);
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("b.mnkt:1:") && !out.contains("a.mnkt:"), "{out}");
}

#[test]
fn update_rewrites_only_what_fails() {
    let scratch = Scratch::new();
    let script = "# title #= kept\r\n\
        newgame 3 3 3   #= ok   # why\r\n\
        move 1 1 \t #= error ** # wrong\n\
        move 1 1        #= ok\n\
        go depth 2      #~ info ** score win 1 ** #= bestmove * *\n\
        \n\
        stop            #! ok\n\
        move 0 0";
    let file = scratch.file("update.mnkt", script);
    let (_, out) = check(&["--update", text(&file)]);
    let updated = std::fs::read_to_string(&file).expect("the file");
    let (code, after) = check(&[text(&file)]);
    assert_eq!(code, Some(0), "{out}{updated}{after}");
    let lines: Vec<&str> = updated.split('\n').collect();
    let before: Vec<&str> = script.split('\n').collect();
    for kept in [0, 1, 5, 7] {
        assert_eq!(lines[kept], before[kept]);
    }
    assert_eq!(lines[2], "move 1 1 \t #= ok # wrong");
    assert_eq!(lines[3], "move 1 1        #= error occupied **");
    assert!(
        lines[4].starts_with("go depth 2      #~ info ** score "),
        "{}",
        lines[4]
    );
    assert!(lines[4].ends_with(" #= bestmove * *"), "{}", lines[4]);
    assert_eq!(lines[6], "stop            #= ok");
    let names: Vec<_> = std::fs::read_dir(scratch.path("")).expect("files").collect();
    assert_eq!(names.len(), 1, "nothing is left beside the file");
}

#[test]
fn update_leaves_a_passing_file_alone() {
    let scratch = Scratch::new();
    let script = "newgame 3 3 3\t\t#=   ok \r\nmove 9 9 #= error off-board **";
    let file = scratch.file("right.mnkt", script);
    let (code, out) = check(&["--update", text(&file)]);
    assert_eq!(code, Some(0), "{out}");
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), script);
}

#[cfg(unix)]
#[test]
fn another_engine_is_checked_by_its_answers() {
    let scratch = Scratch::new();
    // Answers every line with its own words, and says something before.
    let engine = scratch.file(
        "echo.sh",
        "while read -r first rest; do\n\
           case \"$first\" in\n\
             ''|'#'*) continue ;;\n\
             isready) echo readyok ;;\n\
             quit) echo ok; exit 0 ;;\n\
             *) echo \"info string $first\"; echo \"ok $first ${rest%% #*}\" ;;\n\
           esac\n\
         done\n",
    );
    let by = format!("sh {}", text(&engine));
    let right = scratch.file(
        "right.mnkt",
        "# x\nhello 1 2 #= ok hello 1 2 #~ info string hello\nisready #= readyok\nquit #= ok\n",
    );
    let (code, out) = check(&["--engine", &by, text(&right)]);
    assert_eq!(code, Some(0), "{out}");
    let wrong = scratch.file("wrong.mnkt", "hello 1 2 #= error unknown-command **\n");
    let (code, out) = check(&["--engine", &by, text(&wrong)]);
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("wrong.mnkt:1:") && out.contains("ok hello 1 2"), "{out}");
}

#[cfg(unix)]
#[test]
fn an_engine_that_says_too_much_too_little_or_nothing_fails() {
    let scratch = Scratch::new();
    let file = scratch.file("stop.mnkt", "stop #= ok\nstop #= ok\n");
    for (engine, timeout) in [
        ("printf 'ok\\nok\\nok\\n'", "60"),
        ("printf 'ok\\n'", "60"),
        ("true", "60"),
        ("no-such-engine-anywhere 2>&1", "60"),
        ("exec sleep 30", "1"),
    ] {
        let (code, out) = check(&["--engine", engine, "--timeout", timeout, text(&file)]);
        assert_eq!(code, Some(1), "{engine}: {out}");
        assert!(out.contains("stop.mnkt"), "{engine}: {out}");
    }
}

#[cfg(unix)]
#[test]
fn readyok_belongs_to_the_oldest_open_isready() {
    let scratch = Scratch::new();
    let file = scratch.file(
        "ready.mnkt",
        "@1 go infinite #= bestmove * *\n@2 isready #= readyok\n@3 stop #= ok\n@4 isready #= readyok\n",
    );
    for order in [
        "@2 readyok|@1 bestmove 0 0|@3 ok|@4 readyok",
        "@2 readyok|@4 readyok|@1 bestmove 0 0|@3 ok",
        "@1 bestmove 0 0|@2 readyok|@3 ok|@4 readyok",
    ] {
        let engine = format!("cat >/dev/null; echo '{order}' | tr '|' '\\n'");
        let (code, out) = check(&["--engine", &engine, text(&file)]);
        assert_eq!(code, Some(0), "{order}: {out}");
    }
    // The ids tell that the pairs are wrong.
    let engine = "cat >/dev/null; printf '@4 readyok\\n@1 bestmove 0 0\\n@3 ok\\n@2 readyok\\n'";
    assert_eq!(check(&["--engine", engine, text(&file)]).0, Some(1));
}

#[test]
fn a_ready_check_or_quit_that_cannot_be_read_is_answered_like_any_bad_line() {
    let scratch = Scratch::new();
    let long = format!(
        "isready #{}\n#= error line-too-long **\nstop #= ok\n",
        "x".repeat(70_000)
    );
    let scripts: [&[u8]; 3] = [
        b"isready # \x01 #= error encoding **\nstop #= ok\n",
        b"quit # \xff #= error encoding **\nstop #= ok\nquit #= ok\n",
        long.as_bytes(),
    ];
    for script in scripts {
        let file = scratch.file("bad.mnkt", script);
        let (code, out) = check(&[text(&file)]);
        assert_eq!(code, Some(0), "{out}");
    }
}

#[cfg(unix)]
#[test]
fn an_answer_with_the_wrong_id_fails() {
    let scratch = Scratch::new();
    for (script, answer) in [
        ("@1 stop #= ok\n", "ok"),
        ("@1 stop #= ok\n", "@2 ok"),
        ("stop #= ok\n", "@1 ok"),
    ] {
        let file = scratch.file("id.mnkt", script);
        let engine = format!("cat >/dev/null; echo '{answer}'");
        let (code, out) = check(&["--engine", &engine, text(&file)]);
        assert_eq!(code, Some(1), "{script:?} {answer}: {out}");
    }
}

#[test]
fn the_file_is_written_without_waiting_for_answers() {
    let scratch = Scratch::new();
    let many = "go infinite #= bestmove * *\nstop #= ok\n".repeat(200);
    let file = scratch.file("many.mnkt", format!("newgame 15 15 5 #= ok\n{many}"));
    let (code, out) = check(&[text(&file)]);
    assert_eq!(code, Some(0), "{out}");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let output = run_with(&["check", "no-such-file.mnkt"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no-such-file.mnkt"));
}

// ---- recording ----

/// Records a session and returns the file, after checking that the answers are the same as without recording.
fn record(scratch: &Scratch, script: &[u8]) -> PathBuf {
    let file = scratch.path("recorded.mnkt");
    let output = run_with(&["--transcript", text(&file)], script);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    file
}

#[test]
fn what_was_recorded_passes_the_check() {
    let scratch = Scratch::new();
    let long = [b"@l ".to_vec(), b"y".repeat(65_533), b"\n".to_vec()].concat();
    let longer = [b"@m ".to_vec(), b"y".repeat(90_000), b"\n".to_vec()].concat();
    let scripts: [&[u8]; 12] = [
        b"newgame 3 3 3\nmove 1 1\nmove 1 1\nstatus\nquit\n",
        b"newgame 3 3 3\r\nmove 1 1\r\n\r\nlegal\r\n",
        b"\xef\xbb\xbfnewgame 3 3 3\n# a comment\nmove 1 1 # another\n\n   # third\nhistory",
        b"@1 newgame 3 3 3\n@two move 1 1\n@3 nonsense\n@\n@7\n\t@8\tboard\t\nmnk\noptions\nhelp\n",
        b"newgame 15 15 5\n@1 go depth 2\n@2 isready\n@3 move 1 1\n@4 isready\n@5 stop\n",
        b"newgame 3 3 3\ngo depth 3\ngo nodes 50 multipv 3\nsolve\nperft 4\nbench 1\neval\n",
        b"bad \x01 line\n\xff\xfe\n@7 \xff\n@\xff move\n@a\x01b move\n\x00\nstatus\n",
        b"newgame 3 3 3\n#= bestmove 0 0\nmove 1 1\n# note #= error ** #! ok\nstatus #= wrong\n",
        b"mov\x01e #= ok\nstatus # \x01 #= ok\nquit",
        b"quit\nnot read\n",
        &long,
        &longer,
    ];
    for script in scripts {
        let file = record(&scratch, script);
        let (code, out) = check(&[text(&file)]);
        let recorded = String::from_utf8_lossy(&std::fs::read(&file).expect("the file")).into_owned();
        let shown: String = recorded.chars().take(600).collect();
        assert_eq!(code, Some(0), "{out}\n{shown}");
    }
}

#[test]
fn the_record_shows_what_was_sent_and_answered() {
    let scratch = Scratch::new();
    let file = record(
        &scratch,
        b"# a game\nnewgame 3 3 3\r\n@7 move 1 1 # centre\nmove 1 1\nquit\n",
    );
    let recorded = std::fs::read_to_string(file).expect("the file");
    let squeezed: Vec<String> = recorded
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(
        squeezed,
        [
            "# a game",
            "newgame 3 3 3 #= ok",
            "@7 move 1 1 #= ok",
            "move 1 1 #= error occupied **",
            "quit #= ok"
        ]
    );
}

#[test]
fn requests_are_recorded_in_the_order_in_which_they_were_read() {
    let scratch = Scratch::new();
    let file = scratch.path("live.mnkt");
    let mut engine = Engine::with(&["--transcript", text(&file)]);
    engine.expect("newgame 15 15 5", "ok");
    engine.send("go infinite");
    engine.send("@r isready");
    assert_eq!(engine.terminal(), "@r readyok");
    engine.send("stop");
    engine.terminal();
    engine.terminal();
    assert_eq!(engine.ask("quit"), "ok");
    engine.wait();
    let recorded = std::fs::read_to_string(&file).expect("the file");
    let words: Vec<&str> = recorded.lines().filter_map(|line| line.split("  ").next()).collect();
    assert_eq!(words, ["newgame 15 15 5", "go infinite", "@r isready", "stop", "quit"]);
}

#[test]
fn the_suite_can_be_recorded_and_checked_again() {
    let scratch = Scratch::new();
    for path in suite() {
        let script = std::fs::read(&path).expect("a transcript");
        let file = record(&scratch, &script);
        let bytes = std::fs::read(&file).expect("the file");
        let (sent, recorded) = (Script::parse(&script), Script::parse(&bytes));
        let quit = sent.steps.iter().position(|step| step.words().eq(["quit"]));
        let read = quit.map_or(sent.steps.len(), |quit| quit + 1);
        // Some lines cannot be written down with their answers; a comment mentions them.
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let mentioned = text
            .lines()
            .filter(|line| line.starts_with('#') && line.contains(" error "));
        assert_eq!(recorded.steps.len() + mentioned.count(), read, "{}", path.display());
        for step in &recorded.steps {
            assert_eq!(step.expectations.len(), 1, "{}:{}", path.display(), step.line);
        }
    }
}

#[test]
fn a_transcript_that_cannot_be_written_is_no_start() {
    let output = run_with(&["--transcript", "/no/such/directory/x.mnkt"], b"stop\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("/no/such/directory/x.mnkt"));
}

#[test]
fn check_that_is_cut_off_says_nothing() {
    use std::io::Read;
    let files = suite();
    let args: Vec<&str> = std::iter::once("check")
        .chain(files.iter().map(|path| text(path)))
        .collect();
    let mut child = command(&args).spawn().expect("the program starts");
    drop(child.stdout.take());
    drop(child.stdin.take());
    common::wait(&mut child);
    let mut stderr = String::new();
    let mut error = child.stderr.take().expect("stderr is piped");
    error.read_to_string(&mut stderr).expect("UTF-8");
    assert_eq!(stderr, "");
}
