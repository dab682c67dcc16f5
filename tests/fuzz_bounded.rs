//! Random input for the parser and the whole session: no panic, and exactly one terminal line for every line that
//! asks for one. The number of cases is small enough for every run; `PROPTEST_CASES` raises it.

mod common;

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::memory::serve_with;
use common::{first_word, is_terminal};
use proptest::prelude::*;
use proptest::test_runner::Config;
use tris::budget::{Budget, Limits, StopFlag};
use tris::mnk::Mnk;
use tris::mnk::command::Command;
use tris::mnk::help::ENTRIES;
use tris::mnk::parser::{self, Fault};
use tris::mnk::recorder::Recorder;
use tris::mnk::reply::Code;
use tris::search::{AlphaBeta, Answer, Engine, Goal, Job, Report};
use tris::session::options::SPECS;
use tris::transcript::{Kind, Script, matches};

/// So many cases unless the environment says otherwise.
fn cases(usual: u32) -> Config {
    let mut config = Config::default();
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = usual;
    }
    config.failure_persistence = None;
    config
}

/// The engine of the crate with a small budget whatever is asked; only a stop ends an infinite search.
struct Hasty(AlphaBeta);

const NODES: u64 = 200;

impl Engine for Hasty {
    fn search(&mut self, job: &Job, report: &mut dyn FnMut(Report)) -> Answer {
        if job.goal == Goal::Analyse {
            return self.0.search(job, report);
        }
        let limits = Limits {
            nodes: Some(NODES),
            depth: job.budget.depth(),
            ..Limits::default()
        };
        let budget = Budget::new(&limits, job.board.turn(), 1, Duration::ZERO, StopFlag::default());
        self.0.search(&Job { budget, ..job.clone() }, report)
    }

    fn forget(&mut self) {
        self.0.forget();
    }

    fn set_memory(&mut self, _: usize) {
        self.0.set_memory(1);
    }
}

fn hasty(_: usize) -> Box<dyn Engine> {
    Box::new(Hasty(AlphaBeta::new(1)))
}

// ---- what to send ----

fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => (0..6_i64).prop_map(|n| n.to_string()),
        2 => (-3..300_i64).prop_map(|n| n.to_string()),
        1 => any::<i64>().prop_map(|n| n.to_string()),
        1 => prop::sample::select(vec!["99999999999999999999", "-0", "007", "+1", "1e3", "x", "-"]).prop_map(str::to_owned),
    ]
}

fn numbers(count: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = String> {
    prop::collection::vec(number(), count).prop_map(|words| words.join(" "))
}

fn limits() -> impl Strategy<Value = String> {
    let names = vec![
        "movetime",
        "depth",
        "nodes",
        "xtime",
        "otime",
        "xinc",
        "oinc",
        "movestogo",
        "multipv",
    ];
    let limit = (prop::sample::select(names), number()).prop_map(|(name, number)| format!(" {name} {number}"));
    let infinite = prop::sample::select(vec!["", "", "", " infinite"]);
    let only = prop_oneof![
        3 => Just(String::new()),
        1 => numbers(2..6).prop_map(|cells| format!(" searchmoves {cells}")),
    ];
    (prop::collection::vec(limit, 0..3), infinite, only)
        .prop_map(|(limits, infinite, only)| limits.concat() + infinite + &only)
}

fn position() -> impl Strategy<Value = String> {
    let row = "[XO.]{0,4}";
    let grid = prop::collection::vec(row, 1..5).prop_map(|rows| format!(" grid {}", rows.join("/")));
    let turn = prop::sample::select(vec!["", "", " turn X", " turn O", " turn x"]);
    let moves = numbers(0..8).prop_map(|cells| format!(" moves {cells}"));
    (numbers(3), prop::option::of((grid, turn)), prop::option::of(moves)).prop_map(|(size, grid, moves)| {
        let grid = grid.map_or(String::new(), |(grid, turn)| grid + turn);
        format!("position {size}{grid}{}", moves.unwrap_or_default())
    })
}

fn set_option() -> impl Strategy<Value = String> {
    let names: Vec<&str> = SPECS.iter().map(|spec| spec.name).chain(["Nothing"]).collect();
    (prop::sample::select(names), prop::option::of(number())).prop_map(|(name, value)| {
        let value = value.map_or(String::new(), |value| format!(" value {value}"));
        format!("setoption name {name}{value}")
    })
}

/// A command in about the right form.
fn command() -> impl Strategy<Value = String> {
    let words: Vec<&str> = ENTRIES
        .iter()
        .map(|entry| entry.name)
        .filter(|&name| name != "quit")
        .collect();
    prop_oneof![
        4 => (1..8_u8, 1..8_u8, 1..6_u8).prop_map(|(m, n, k)| format!("newgame {m} {n} {k}")),
        1 => numbers(3).prop_map(|size| format!("newgame {size}")),
        8 => (0..6_u8, 0..6_u8).prop_map(|(row, col)| format!("move {row} {col}")),
        2 => numbers(0..4).prop_map(|cell| format!("move {cell}")),
        4 => limits().prop_map(|limits| format!("go{limits}")),
        2 => limits().prop_map(|limits| format!("solve{limits}")),
        2 => Just("stop".to_owned()),
        2 => Just("isready".to_owned()),
        3 => position(),
        2 => numbers(0..2).prop_map(|count| format!("undo {count}")),
        1 => numbers(0..2).prop_map(|depth| format!("perft {depth}")),
        2 => set_option(),
        3 => prop::sample::select(words).prop_map(str::to_owned),
        1 => Just("quit".to_owned()),
    ]
}

/// A line: a command, maybe with an id, a comment, odd blanks, a wrong letter; or just bytes.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let id = prop::option::weighted(0.3, "@[!-~é]{0,70}");
    let tail = prop::sample::select(vec!["", "", "", " ", "\t", " # comment", "#", "\r", " x", "\u{1}"]);
    let wrong = prop::option::weighted(0.15, (any::<prop::sample::Index>(), any::<u8>()));
    let almost = (id, command(), tail, wrong).prop_map(|(id, command, tail, wrong)| {
        let id = id.map_or(String::new(), |id| id + " ");
        let mut bytes = format!("{id}{command}{tail}").into_bytes();
        if let Some((place, byte)) = wrong {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        bytes
    });
    prop_oneof![
        20 => almost,
        1 => prop::collection::vec(any::<u8>(), 0..40),
        1 => ".{0,30}".prop_map(String::into_bytes),
        1 => Just(Vec::new()),
        1 => "[ \t]{0,3}#.{0,9}".prop_map(String::into_bytes),
    ]
}

/// Whether a line keeps the server busy for longer than a test has time.
fn is_tedious(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let Ok(text) = std::str::from_utf8(line) else {
        return false;
    };
    match parser::line(text).map(|parsed| parsed.command) {
        Some(Ok(Command::Perft(depth))) => depth > 2,
        Some(Ok(Command::Bench(depth))) => depth.is_none_or(|depth| depth > 0),
        _ => false,
    }
}

fn script() -> impl Strategy<Value = Vec<u8>> {
    let start = prop::sample::select(vec![
        "",
        "\u{feff}",
        "newgame 3 3 3\n",
        "newgame 6 7 4\n",
        "position 3 3 3\r\n",
    ]);
    let end = prop::sample::select(vec!["", "\n", "\r\n", "\nquit\n", "\r"]);
    (start, prop::collection::vec(line(), 0..40), end).prop_map(|(start, lines, end)| {
        // A byte of a line may have become a line end, so the whole script is looked at again.
        let mut script = [start.as_bytes(), &lines.join(&b'\n'), end.as_bytes()].concat();
        script = script
            .split(|&byte| byte == b'\n')
            .map(|line| if is_tedious(line) { b"stop" } else { line })
            .collect::<Vec<_>>()
            .join(&b'\n');
        script
    })
}

// ---- what must come back ----

/// What one line must be answered with.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Due {
    id: Option<String>,
    ready: bool,
}

/// The answers that a script is owed, by the rules of the contract alone.
fn due(script: &[u8]) -> Vec<Due> {
    let script = script.strip_prefix(b"\xef\xbb\xbf").unwrap_or(script);
    let mut due = Vec::new();
    for line in script.split(|&byte| byte == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let Some(start) = line.iter().position(|byte| !blank(byte)) else {
            continue;
        };
        if line[start] == b'#' {
            continue;
        }
        let first = line[start..].split(blank).next().unwrap_or_default();
        let id = std::str::from_utf8(first).ok().filter(|word| is_id(word));
        let clean = std::str::from_utf8(line)
            .ok()
            .filter(|text| text.chars().all(|c| c == '\t' || !c.is_control()));
        let words: Vec<&str> = clean.map_or(Vec::new(), |text| {
            let words = text.split([' ', '\t']).filter(|word| !word.is_empty());
            words
                .take_while(|word| !word.starts_with('#'))
                .skip(usize::from(id.is_some()))
                .collect()
        });
        due.push(Due {
            id: id.map(str::to_owned),
            ready: words == ["isready"],
        });
        if words == ["quit"] {
            break;
        }
    }
    due
}

fn is_id(word: &str) -> bool {
    let id = word.strip_prefix('@').unwrap_or_default();
    let printable = |c: char| !c.is_control() && !c.is_whitespace();
    (1..=64).contains(&id.chars().count()) && id.chars().all(printable)
}

fn split_id(line: &str) -> (Option<String>, &str) {
    match line.split_once(' ') {
        Some((id, rest)) if id.starts_with('@') => (Some(id.to_owned()), rest),
        _ => (None, line),
    }
}

fn check_answers(script: &[u8], lines: &[String]) {
    let shown = || String::from_utf8_lossy(script).into_owned();
    let ends: Vec<(Option<String>, &str)> = lines
        .iter()
        .filter(|line| is_terminal(line))
        .map(|line| split_id(line))
        .collect();
    let owed = due(script);
    assert_eq!(ends.len(), owed.len(), "one answer each to {:?}: {ends:?}", shown());
    let mut got_ready: Vec<_> = Vec::new();
    let mut got_others: Vec<_> = Vec::new();
    for (id, text) in ends {
        let mut words = text.split(' ');
        match words.next() {
            Some("readyok") => got_ready.push(id),
            Some("ok" | "mnkok" | "bestmove") => got_others.push(id),
            Some("error") => {
                let code = words.next().unwrap_or_default();
                assert!(Code::ALL.iter().any(|known| known.word() == code), "{text}");
                assert_ne!(code, "internal", "{:?}", shown());
                got_others.push(id);
            }
            _ => panic!("{text:?} is no answer, to {:?}", shown()),
        }
    }
    let (ready, others): (Vec<Due>, Vec<Due>) = owed.into_iter().partition(|due| due.ready);
    let ids = |due: Vec<Due>| due.into_iter().map(|due| due.id).collect::<Vec<_>>();
    assert_eq!(got_ready, ids(ready), "ready checks of {:?}", shown());
    assert_eq!(got_others, ids(others), "the order of answers to {:?}", shown());
    for line in lines {
        assert!(!line.contains(char::is_control), "{line:?}");
        assert!(!first_word(line).is_empty(), "{line:?}");
    }
}

/// Memory that can be looked at while somebody else writes to it.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic while writing").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

proptest! {
    #![proptest_config(cases(20_000))]

    #[test]
    fn the_parser_takes_any_text(text in prop_oneof![".{0,60}", command(), "[ -~\t]{0,60}"]) {
        let parsed = parser::line(&text);
        let body = parser::without_comment(&text);
        prop_assert!(text.starts_with(body));
        prop_assert_eq!(parsed.is_none(), body.trim_matches([' ', '\t']).is_empty());
        if let Some(Err(Fault::Syntax { column, expected })) = parsed.map(|parsed| parsed.command) {
            prop_assert!((1..=text.chars().count() + 1).contains(&column), "column {column} of {text:?}");
            prop_assert!(!expected.is_empty());
        }
    }

    #[test]
    fn the_parser_takes_mutated_commands(bytes in line()) {
        let _ = parser::id_of_bad_line(&bytes);
        let _ = parser::is_comment(&bytes);
        if let Ok(text) = std::str::from_utf8(&bytes) {
            let _ = parser::line(text);
        }
    }

    #[test]
    fn transcripts_take_any_text(bytes in prop::collection::vec(any::<u8>(), 0..80), text in "[ a#=!~|*@\n]{0,40}") {
        for bytes in [bytes.as_slice(), text.as_bytes()] {
            for step in Script::parse(bytes).steps {
                for expectation in step.expectations {
                    prop_assert_eq!(bytes.get(expectation.span.start), Some(&b'#'));
                    prop_assert!(expectation.span.end <= bytes.len());
                    matches(&expectation.pattern, &step.command);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(1_500))]

    #[test]
    fn a_session_answers_every_line_once_and_in_order(script in script()) {
        let lines = serve_with(&mut Mnk::default(), hasty, &script);
        check_answers(&script, &lines);
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn random_bytes_are_answered_too(
        bytes in prop::collection::vec(prop_oneof![3 => any::<u8>(), 1 => Just(b'\n'), 1 => Just(b' ')], 0..2_000),
    ) {
        let lines = serve_with(&mut Mnk::default(), hasty, &bytes);
        check_answers(&bytes, &lines);
    }

    #[test]
    fn what_is_recorded_is_answered_the_same_again(script in script()) {
        let file = Shared::default();
        let mut front = Mnk::recording(Recorder::new(Box::new(file.clone())));
        serve_with(&mut front, hasty, &script);
        let recorded = file.0.lock().expect("nobody writes any more").clone();
        let lines = serve_with(&mut Mnk::default(), hasty, &recorded);
        check_answers(&recorded, &lines);
        let steps = Script::parse(&recorded).steps;
        let (mut ready, mut others): (Vec<_>, Vec<_>) =
            lines.iter().filter(|line| is_terminal(line)).partition(|line| line.ends_with("readyok"));
        ready.reverse();
        others.reverse();
        prop_assert_eq!(steps.len(), due(&recorded).len(), "{:?}", String::from_utf8_lossy(&recorded));
        for step in steps {
            let answer = if step.is_ready_check() { ready.pop() } else { others.pop() };
            let (id, text) = split_id(answer.expect("as many answers as steps"));
            prop_assert_eq!(&id, &step.id);
            prop_assert_eq!(step.expectations.len(), 1);
            let expectation = &step.expectations[0];
            prop_assert_eq!(expectation.kind, Kind::Is);
            // How far a search comes before it is stopped is a matter of time.
            let timed = ["bestmove", "ok value", "error stopped"];
            if !timed.iter().any(|start| expectation.pattern.starts_with(start)) {
                prop_assert!(matches(&expectation.pattern, text), "{expectation:?} {text:?}");
            }
        }
    }
}
