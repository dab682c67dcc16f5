//! The program as managers start it.

use std::process::{Command, Stdio};

use crate::common::{Engine, run_with};

/// Far longer than any test waits.
const LONG: &str = "START 20\r\nINFO timeout_turn 3600000\r\nBOARD\n10,10,2\nDONE\r\n";

fn thinking() -> Engine {
    let mut engine = Engine::with(&["gomocup"]);
    engine.write(LONG.as_bytes());
    assert_eq!(engine.next_line().as_deref(), Some("OK"));
    let thought = engine.next_line().expect("a thought");
    assert!(thought.starts_with("MESSAGE depth "), "{thought}");
    engine
}

#[test]
fn end_leaves_at_once_out_of_a_search() {
    let mut engine = thinking();
    // What waits behind the search waits in vain.
    engine.write(b"TURN 0,0\r\nABOUT\r\nEND\r\n");
    assert_eq!(engine.wait().code(), Some(0));
    let ended = engine.finish();
    assert_eq!(ended.stderr, "");
    assert!(ended.lines.iter().all(|line| line.starts_with("MESSAGE ")), "{ended:?}");
}

#[test]
fn the_end_of_input_is_enough() {
    let ended = thinking().finish();
    assert_eq!((ended.status.code(), ended.stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_search_that_is_stopped_answers() {
    let mut engine = thinking();
    engine.send("YXSTOP");
    let answer = loop {
        let line = engine.next_line().expect("a move");
        if !line.starts_with("MESSAGE ") {
            break line;
        }
    };
    assert!(answer.contains(',') && answer != "10,10", "{answer}");
    engine.send("TURN 10,10");
    assert_eq!(engine.next_line().as_deref(), Some("ERROR 10,10: occupied"));
}

#[test]
fn nothing_is_said_unasked() {
    let output = run_with(&["gomocup"], b"INFO folder /\nYXSTOP\nYXHASHCLEAR\n");
    assert_eq!((output.stdout, output.stderr), (Vec::new(), Vec::new()));
}

/// Managers start it without arguments, from any folder.
#[test]
fn the_second_binary_needs_no_arguments() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-tris"))
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut input, b"about\r\nSTART 5\r\nEND\r\n").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let version = env!("TRIS_VERSION");
    let about = format!("name=\"tris\", version=\"{version}\", author=\"the authors of tris\", country=\"\"");
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{about}\nOK\n"));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_second_binary_tells_people_what_it_is() {
    let said = |argument: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_pbrain-tris"))
            .arg(argument)
            .stdin(Stdio::null())
            .output()
            .expect("it runs");
        String::from_utf8(output.stdout).expect("text")
    };
    assert_eq!(said("--version"), format!("pbrain-tris {}\n", env!("TRIS_VERSION")));
    assert!(said("--help").ends_with("\n\nUsage: pbrain-tris\n"));
    assert_eq!(said("--rule=0"), "");
}

fn document() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/gomocup.md");
    std::fs::read_to_string(path).expect("a document")
}

#[test]
fn the_game_of_the_document_is_true() {
    let document = document();
    let (_, rest) = document.split_once("```gomocup\n").expect("an example");
    let (example, _) = rest.split_once("```").expect("its end");
    let mut engine = Engine::with(&["gomocup"]);
    for line in example.lines() {
        match line.split_at(2) {
            ("> ", sent) => engine.send(sent),
            (_, thought) if thought.starts_with("MESSAGE ") => {}
            (_, answer) => {
                let answered = std::iter::from_fn(|| engine.next_line()).find(|line| !line.starts_with("MESSAGE "));
                assert_eq!(answered.as_deref(), Some(answer));
            }
        }
    }
    assert_eq!(engine.wait().code(), Some(0));
}

#[test]
fn the_document_names_every_command_and_key() {
    let document = document();
    let words = [
        "START n",
        "START w h",
        "RECTSTART w,h",
        "RESTART",
        "BEGIN",
        "TURN x,y",
        "PLAY x,y",
        "BOARD",
        "YXBOARD",
        "SWAP2BOARD",
        "TAKEBACK x,y",
        "YXNBEST n",
        "YXSTOP",
        "YXHASHCLEAR",
        "YXSHOWINFO",
        "ABOUT",
        "INFO key value",
        "END",
        "timeout_turn",
        "timeout_match",
        "time_left",
        "time_increment",
        "max_memory",
        "hash_size",
        "max_depth",
        "max_node",
        "thread_num",
        "show_detail",
        "rule",
        "k",
        "game_type",
        "folder",
        "evaluate",
    ];
    for word in words {
        assert!(document.contains(&format!("`{word}`")), "{word}");
    }
}
