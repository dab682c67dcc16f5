//! Random input for the parser and the whole session: no panic, and exactly one terminal line for every line that
//! asks for one. The number of cases is small enough for every run; `PROPTEST_CASES` raises it.

mod common;

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use common::fuzzing::{check_answers, due, hasty, split_id, without_tedium};
use common::is_terminal;
use common::memory::serve_with;
use common::property::cases;
use proptest::prelude::*;
use tris::mnk::Mnk;
use tris::mnk::help::ENTRIES;
use tris::mnk::parser::{self, Fault};
use tris::mnk::recorder::Recorder;
use tris::session::options::SPECS;
use tris::transcript::{Kind, Script, matches};

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
        without_tedium(&[start.as_bytes(), &lines.join(&b'\n'), end.as_bytes()].concat())
    })
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
    #![proptest_config(cases(60_000))]

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
    #![proptest_config(cases(3_000))]

    #[test]
    fn a_session_answers_every_line_once_and_in_order(script in script()) {
        let lines = serve_with(&mut Mnk::default(), hasty, &script);
        check_answers(&script, &lines);
    }
}

proptest! {
    #![proptest_config(cases(1_200))]

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
