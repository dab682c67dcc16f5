//! `tris --json`: every answer says as JSON what it says as text. The text is rebuilt here from the JSON alone, by the
//! schema in `protocol.md`, and compared.

mod common;

use std::collections::BTreeSet;

use common::{Engine, Scratch, run_with, text};
use serde_json::Value;
use tris::mnk::help::ENTRIES;
use tris::mnk::reply::Code;

/// Every command, every form of answer, every error that can be had in a quiet moment.
const SCRIPT: &[&str] = &[
    "mnk",
    "move 0 0",
    "@7 newgame 3 3 3",
    "move 1 1",
    "@7 status",
    "@a move 1 1",
    "@q\"\\\u{e9}\u{1f600} move 0 0",
    "board",
    "@b board",
    "go depth 3",
    "@x go nodes 50 multipv 3",
    "solve",
    "eval",
    "history",
    "legal",
    "perft 4",
    "undo",
    "undo 5",
    "undo 0",
    "move 9 9",
    "bench 1",
    "isready",
    "@r isready",
    "options",
    "setoption name Skill value 7",
    "setoption name Skill value 70",
    "setoption name Colour value red",
    "setoption name Algorithm value minimax",
    "options",
    "setoption name Algorithm value tris",
    "setoption name Skill value 20",
    "commands",
    "version",
    "help",
    "help move",
    "help dance",
    "stop",
    "dance \"quoted\" \\ words",
    "@c",
    "move x",
    "newgame 0 1 1",
    "newgame 5000 3 3",
    "position 3 3 3 grid XXX/OO./...",
    "status",
    "go",
    "legal",
    "position 3 3 3 grid X../...",
    "position 3 3 3 moves 1 1 0 0 1 1",
    "position 1 2 2 moves 0 0 0 1",
    "status",
    "newgame 4 4 3",
    "go depth 6",
    "solve",
    "move 1 1",
    "solve",
    "newgame 9 9 5",
    "solve nodes 100",
    "go depth 2",
    "position 3 3 3 grid OX./XX./OO. turn X",
    "go depth 1",
    "position 3 3 3 grid XX./OO./... turn O",
    "go depth 2",
    "# nothing",
    "quit",
];

fn point(value: &Value) -> String {
    let point = value.as_array().expect("a point");
    assert_eq!(point.len(), 2);
    format!("{} {}", point[0], point[1])
}

fn points(value: &Value) -> String {
    let points = value.as_array().expect("points");
    points.iter().map(|each| format!(" {}", point(each))).collect()
}

fn word(value: &Value) -> &str {
    value.as_str().expect("a string")
}

/// ` name value` if there is such a member.
fn optional(object: &Value, name: &str) -> String {
    match object.get(name) {
        None => String::new(),
        Some(Value::String(text)) => format!(" {name} {text}"),
        Some(value) => format!(" {name} {value}"),
    }
}

fn outcome(line: &Value) -> String {
    match line.get("winner") {
        Some(winner) => format!("over {} {}", word(&line["over"]), word(winner)),
        None => format!("over {}", word(&line["over"])),
    }
}

fn search(line: &Value) -> String {
    let (kind, value) = line["score"].as_object().expect("a score").iter().next().expect("one");
    let score = if kind == "draw" {
        assert_eq!(*value, true);
        "draw".to_owned()
    } else {
        format!("{kind} {value}")
    };
    format!(
        "info{}{}{} score {score}{}{}{}{}{} pv{}",
        optional(line, "depth"),
        optional(line, "seldepth"),
        optional(line, "multipv"),
        optional(line, "nodes"),
        optional(line, "nps"),
        optional(line, "hashfull"),
        optional(line, "time"),
        optional(line, "stop"),
        points(&line["pv"])
    )
}

fn info(line: &Value) -> String {
    if let Some(text) = line.get("string") {
        format!("info string {}", word(text))
    } else if let Some(row) = line.get("board") {
        format!("info board {}", word(row))
    } else if let Some(engine) = line.get("engine") {
        let (name, protocol) = (optional(engine, "name"), optional(engine, "protocol"));
        format!("info id{name}{}{protocol}", optional(engine, "version"))
    } else if let Some(option) = line.get("option") {
        let words = option.get("var").and_then(Value::as_array);
        let words = words.into_iter().flatten().map(|each| format!(" var {}", word(each)));
        format!(
            "info option{}{}{}{}{}{}{}",
            optional(option, "name"),
            optional(option, "type"),
            optional(option, "default"),
            optional(option, "min"),
            optional(option, "max"),
            words.collect::<String>(),
            optional(option, "value")
        )
    } else {
        search(line)
    }
}

fn ok(line: &Value) -> String {
    let rest = if let Some(state) = line.get("state") {
        let how = match word(state) {
            "playing" => format!("playing turn {}", word(&line["turn"])),
            _ => outcome(line),
        };
        let size = line["size"].as_array().expect("three numbers");
        let size = format!("{} {} {}", size[0], size[1], size[2]);
        let run = line
            .get("line")
            .map_or(String::new(), |run| format!(" line{}", points(run)));
        format!("state {how} ply {} size {size}{run}", line["ply"])
    } else if line.get("over").is_some() {
        outcome(line)
    } else if let Some(value) = line.get("value") {
        let bound = if line.get("exact") == Some(&Value::Bool(false)) {
            " atmost"
        } else {
            ""
        };
        let plies = line
            .get("plies")
            .map_or(String::new(), |plies| format!("{bound} {plies}"));
        let best = line
            .get("move")
            .map_or(String::new(), |best| format!(" move {}", point(best)));
        format!("value {}{plies}{best}", word(value))
    } else if let Some(bench) = line.get("bench") {
        let (nodes, time) = (optional(bench, "nodes"), optional(bench, "time"));
        format!(
            "bench{nodes}{time}{}{}",
            optional(bench, "nps"),
            optional(bench, "signature")
        )
    } else if let Some(words) = line.get("commands") {
        let words: Vec<&str> = words.as_array().expect("words").iter().map(word).collect();
        format!("commands {}", words.join(" "))
    } else if let Some(name) = line.get("name") {
        format!(
            "{} {}{}",
            word(name),
            word(&line["version"]),
            optional(line, "protocol")
        )
    } else if let Some(value) = line.get("eval") {
        format!("eval{}", optional(value, "cp"))
    } else if line.get("help").is_some() {
        "help".to_owned()
    } else {
        let cells = ["legal", "history"].into_iter().find_map(|name| {
            let cells = line.get(name)?;
            Some(format!("{name}{}", points(cells)))
        });
        let counts = format!(
            "{}{}{}",
            optional(line, "perft"),
            optional(line, "nodes"),
            optional(line, "options")
        );
        cells.unwrap_or_else(|| counts.trim_start().to_owned())
    };
    format!("ok {rest}").trim_end().to_owned()
}

/// The line of text that a JSON line stands for.
fn rebuilt(line: &Value) -> String {
    let said = match word(&line["type"]) {
        "info" => info(line),
        "ok" => ok(line),
        "bestmove" => format!("bestmove {}", point(&line["move"])),
        "error" => format!("error {} {}", word(&line["code"]), word(&line["text"])),
        plain => plain.to_owned(),
    };
    match line.get("id") {
        Some(id) => format!("@{} {said}", word(id)),
        None => said,
    }
}

/// The line with a dash for what the clock decides.
fn timeless(line: &str) -> String {
    let mut hide = false;
    let words = line.split(' ').map(|word| {
        let hidden = std::mem::replace(&mut hide, ["time", "nps"].contains(&word));
        if hidden { "-" } else { word }
    });
    words.collect::<Vec<_>>().join(" ")
}

fn parse(line: &str) -> Value {
    let value: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    assert!(value.is_object(), "{line}");
    value
}

/// The answer to a line, as JSON.
fn ask(engine: &mut Engine, line: &str) -> Vec<Value> {
    engine.send(line);
    let mut lines = Vec::new();
    loop {
        let line = parse(&engine.next_line().expect("an answer"));
        let terminal = line["type"] != "info";
        lines.push(line);
        if terminal {
            return lines;
        }
    }
}

#[test]
fn every_command_says_the_same_in_both_forms() {
    let mut plain = Engine::start();
    let mut json = Engine::with(&["--json"]);
    let mut used = BTreeSet::new();
    for line in SCRIPT {
        used.insert(common::first_word(line));
        if line.starts_with('#') {
            plain.send(line);
            json.send(line);
            continue;
        }
        // How often a prover says how far it is depends on the clock.
        let kept = |line: &String| !line.contains("info string prove");
        let expected: Vec<String> = plain.ask_all(line).iter().map(|line| timeless(line)).collect();
        let answer: Vec<String> = ask(&mut json, line)
            .iter()
            .map(|line| timeless(&rebuilt(line)))
            .collect();
        let expected: Vec<&String> = expected.iter().filter(|line| kept(line)).collect();
        let answer: Vec<&String> = answer.iter().filter(|line| kept(line)).collect();
        assert_eq!(answer, expected, "{line}");
    }
    for entry in &ENTRIES {
        assert!(used.contains(entry.name), "{} is in the script", entry.name);
    }
    for engine in [plain, json] {
        let ended = engine.finish();
        assert!(ended.status.success() && ended.lines.is_empty(), "{ended:?}");
    }
}

#[test]
fn every_error_has_its_code() {
    let mut codes = BTreeSet::new();
    let mut note = |line: &str| {
        let line = parse(line);
        if line["type"] == "error" {
            assert!(!word(&line["text"]).is_empty());
            codes.insert(word(&line["code"]).to_owned());
        }
    };
    let mut script = SCRIPT[..SCRIPT.len() - 1].join("\n").into_bytes();
    script.extend(b"\nmove \xff 1\n@7 move 0\x01\n");
    script.extend(vec![b'x'; 70_000]);
    script.extend(b"\nnewgame 10 10 5\nperft 9\nstop\nquit\n");
    let output = run_with(&["--json", "--fail-on-error"], &script);
    assert_eq!(output.status.code(), Some(1));
    common::lines_of(&output).iter().for_each(|line| note(line));
    let all: BTreeSet<String> = Code::ALL.iter().map(|code| code.word().to_owned()).collect();
    let missing: Vec<_> = all.difference(&codes).collect();
    assert_eq!(missing, ["internal"]);
}

#[test]
fn an_endless_search_is_stopped_in_json_too() {
    let mut engine = Engine::with(&["--json"]);
    ask(&mut engine, "newgame 15 15 5");
    engine.send("@go go infinite");
    engine.send("@s stop");
    let mut last = parse(&engine.next_line().expect("a line"));
    while last["type"] == "info" {
        assert_eq!(last["id"], "go");
        last = parse(&engine.next_line().expect("a line"));
    }
    assert_eq!((&last["type"], &last["id"]), (&"bestmove".into(), &"go".into()));
    let stopped = parse(&engine.next_line().expect("a line"));
    assert_eq!((&stopped["type"], &stopped["id"]), (&"ok".into(), &"s".into()));
}

#[test]
fn what_is_recorded_is_text_in_either_form() {
    let scratch = Scratch::new();
    let script = "newgame 3 3 3\n@1 move 1 1\nmove 1 1\nstatus\ngo depth 2\nquit\n";
    let record = |name: &str, form: &[&str]| {
        let path = scratch.path(name);
        let mut args = vec!["--transcript", text(&path)];
        args.extend(form);
        assert!(run_with(&args, script.as_bytes()).status.success());
        std::fs::read_to_string(&path).expect("a transcript")
    };
    let plain = record("plain.mnkt", &[]);
    assert_eq!(record("json.mnkt", &["--json"]), plain);
    assert!(plain.contains("#= ok state playing turn O ply 1 size 3 3 3"), "{plain}");
}

/// The examples of `protocol.md`: what follows `> ` is sent, the rest is the answer.
#[test]
fn the_examples_of_the_schema_are_true() {
    let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/protocol.md")).expect("protocol.md");
    let block = document
        .split("```json\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    let block = block.expect("an example");
    let masked = |line: &str| {
        let mut line = parse(line);
        for name in ["time", "nps"] {
            line.as_object_mut().and_then(|line| line.remove(name));
        }
        line
    };
    let mut engine = Engine::with(&["--json"]);
    let mut answers = Vec::new();
    for line in block.lines() {
        match line.strip_prefix("> ") {
            Some(command) => {
                assert!(answers.is_empty(), "{line}: {answers:?} not in the example");
                answers = ask(&mut engine, command);
                answers
                    .iter_mut()
                    .for_each(|answer| *answer = masked(&answer.to_string()));
            }
            // Three dots stand for lines that are left out.
            None if line == "..." => drop(answers.drain(..answers.len() - 1)),
            None => assert_eq!(masked(line), answers.remove(0), "{line}"),
        }
    }
    assert!(answers.is_empty());
}
