//! The protocol, sentence by sentence, with the real program.

mod common;

use std::collections::HashMap;
use std::time::Duration;

use common::info::{Score, check_go, check_infos, check_told, parse, timeless};
use common::rules::Referee;
use common::{Dice, Engine, is_terminal, run, terminals};
use tris::mnk::help::ENTRIES;

const MAX_LINE: usize = 65_536;

/// A line of exactly `length` bytes that asks for the status.
fn padded(length: usize) -> Vec<u8> {
    let mut line = b"status".to_vec();
    line.resize(length, b' ');
    line
}

fn code(line: &str) -> &str {
    let mut words = line.split(' ').skip_while(|word| word.starts_with('@'));
    match words.next() {
        Some("error") => words.next().unwrap_or_default(),
        _ => "",
    }
}

// ---- lines ----

#[test]
fn every_kind_of_line_end_is_understood() {
    let answers = terminals("newgame 3 3 3\r\nmove 1 1\nmove 0 0\r\nstatus");
    assert_eq!(answers, ["ok", "ok", "ok", "ok state playing turn X ply 2 size 3 3 3"]);
    assert_eq!(terminals("quit\r"), ["ok"]);
}

#[test]
fn a_byte_order_mark_is_skipped_at_the_start_only() {
    let answers = terminals("\u{feff}newgame 3 3 3\n\u{feff}status\nstatus\n");
    assert_eq!(answers[0], "ok");
    assert_eq!(code(&answers[1]), "unknown-command");
    assert_eq!(code(&answers[2]), "");
    assert_eq!(answers.len(), 3);
}

#[test]
fn a_byte_order_mark_alone_is_an_empty_line() {
    assert!(run("\u{feff}").is_empty());
    assert!(run("\u{feff}\r\n").is_empty());
    assert_eq!(terminals("\u{feff}# comment\nquit\n"), ["ok"]);
}

#[test]
fn empty_lines_and_comments_are_not_answered() {
    let script = "\n\r\n   \n\t\t\n# comment\n  # comment\n\t#x\n#\n#= ok\n";
    assert!(run(script).is_empty());
}

#[test]
fn a_comment_begins_at_the_start_or_after_a_blank() {
    let answers =
        terminals("newgame 3 3 3 # three\nmove 1 1\t#x\nmove#1 1\nmove 0 0#\nhelp go#on\nstatus #= ok # more\n");
    assert_eq!(answers[..2], ["ok", "ok"]);
    let codes: Vec<&str> = answers[2..].iter().map(|line| code(line)).collect();
    assert_eq!(codes, ["unknown-command", "syntax", "unknown-command", ""]);
}

#[test]
fn blanks_and_tabs_separate_words_and_runs_of_them_count_as_one() {
    let script = "  newgame\t3   3\t \t3  \n\t@7\t move \t 1  1\t\n";
    assert_eq!(terminals(script), ["ok", "@7 ok"]);
}

#[test]
fn control_characters_and_invalid_utf8_are_encoding_errors() {
    let bad: [&[u8]; 12] = [
        b"status\x00",
        b"\x00",
        b"sta\x07tus",
        b"\x1b[A",
        b"status\x7f",
        b"status\x0b",
        b"status\x0c",
        b"status\rstatus",
        b"\xff\xfe",
        b"status \xc3\x28",
        b"status \xed\xa0\x80",
        b"status \xc2\x85",
    ];
    for line in bad {
        let mut script = line.to_vec();
        script.extend(b"\nversion\n");
        let answers = terminals(&script);
        assert_eq!(answers.len(), 2, "{line:?}");
        assert_eq!(code(&answers[0]), "encoding", "{line:?}: {answers:?}");
        assert!(answers[1].starts_with("ok "));
    }
}

#[test]
fn text_beyond_ascii_is_no_encoding_error() {
    let answers = terminals("größe\n@ключ status\n# 囲碁\nhelp 囲碁\n");
    let codes: Vec<&str> = answers.iter().map(|line| code(line)).collect();
    assert_eq!(codes, ["unknown-command", "no-game", "unknown-command"]);
    assert!(answers[1].starts_with("@ключ "));
}

#[test]
fn a_line_may_have_65536_bytes_and_not_one_more() {
    for end in ["\n", "\r\n", ""] {
        for (length, expected) in [(MAX_LINE, "no-game"), (MAX_LINE + 1, "line-too-long")] {
            let mut script = padded(length);
            script.extend(end.as_bytes());
            let answers = terminals(&script);
            assert_eq!(answers.len(), 1, "{length} {end:?}");
            assert_eq!(code(&answers[0]), expected, "{length} {end:?}");
        }
    }
}

#[test]
fn a_byte_order_mark_does_not_count_as_part_of_the_line() {
    let mut script = b"\xef\xbb\xbf".to_vec();
    script.extend(padded(MAX_LINE));
    script.extend(b"\n\xef\xbb\xbf");
    script.extend(padded(MAX_LINE - 2));
    let answers = terminals(&script);
    let codes: Vec<&str> = answers.iter().map(|line| code(line)).collect();
    assert_eq!(codes, ["no-game", "line-too-long"]);
}

#[test]
fn the_rest_of_an_over_long_line_is_skipped() {
    let mut script = b"@7 newgame 3 3 3 ".to_vec();
    script.resize(200_000, b'x');
    script.extend(b" newgame 4 4 4\nstatus\n");
    let answers = terminals(&script);
    assert_eq!(answers.len(), 2);
    assert_eq!(code(&answers[0]), "line-too-long");
    assert!(answers[0].contains("65536"), "{}", answers[0]);
    assert_eq!(code(&answers[1]), "no-game");
}

#[test]
fn the_whole_first_word_is_read_and_case_matters() {
    let mut engine = Engine::start();
    engine.expect("newgame 3 3 3", "ok");
    for line in [
        "moveX 1 1",
        "Move 1 1",
        "MOVE 1 1",
        "mov 1 1",
        "move1 1",
        "newgame3 3 3",
        "go! depth 1",
        "x-private",
        "ok",
        "position3",
        "-",
    ] {
        engine.expect_error(line, "unknown-command");
    }
    engine.expect("history", "ok history");
}

#[test]
fn extra_arguments_are_never_ignored() {
    let mut engine = Engine::start();
    engine.expect("newgame 3 3 3", "ok");
    engine.expect("move 1 1", "ok");
    for line in [
        "newgame 3 3 3 3",
        "newgame 3 3 3 x",
        "move 0 0 0",
        "go depth 1 junk",
        "go infinite now",
        "go searchmoves 0 0 depth 1",
        "stop it",
        "quit now",
        "isready x",
        "mnk 1",
        "position 3 3 3 x",
        "position 3 3 3 grid ../.. turn X x",
        "position 3 3 3 moves 0 0 x",
        "undo 1 1",
        "status x",
        "legal x",
        "history x",
        "board x",
        "eval x",
        "solve depth 1 x",
        "perft 1 1",
        "bench 1 1",
        "options x",
        "commands x",
        "version x",
        "help go on",
    ] {
        let text = engine.expect_error(line, "syntax");
        assert!(text.starts_with("col ") && text.contains(" expected "), "{text}");
    }
    engine.expect("history", "ok history 1 1");
}

#[test]
fn missing_and_malformed_arguments_name_their_column() {
    let mut engine = Engine::start();
    for (line, column) in [
        ("newgame", 8),
        ("newgame 3 3", 12),
        ("newgame 3 x 3", 11),
        ("newgame 3 3 3.0", 13),
        ("newgame 3 +3 3", 11),
        ("newgame 3 0x3 3", 11),
        ("newgame 3 3 3 3", 15),
        ("move", 5),
        ("move 1", 7),
        ("move 1 y", 8),
        ("move a1", 6),
        ("  move 1 y", 10),
        ("@7 move 1 y", 11),
        ("@é move 1 y", 11),
        ("undo x", 6),
        ("perft", 6),
        ("perft x", 7),
        ("bench x", 7),
        ("go depth", 9),
        ("go depth x", 10),
        ("go depth 1 depth 2", 12),
        ("go infinite infinite", 13),
        ("go fast", 4),
        ("go movetime -", 13),
        ("go searchmoves", 15),
        ("go searchmoves 1", 17),
        ("solve depth", 12),
        ("position", 9),
        ("position 3 3 3 grid", 20),
        ("position 3 3 3 grid ab", 21),
        ("position 3 3 3 grid .../x../...", 25),
        ("position 3 3 3 grid .../.../... turn", 37),
        ("position 3 3 3 grid .../.../... turn x", 38),
        ("position 3 3 3 turn X", 16),
        ("position 3 3 3 moves 1", 23),
        ("position 3 3 3 moves 1 1 2", 27),
        ("setoption", 10),
        ("setoption Hash", 11),
        ("setoption name", 15),
        ("setoption name Hash value", 26),
    ] {
        let answer = engine.ask(line);
        let wanted = format!("error syntax col {column} expected ");
        assert!(answer.contains(&wanted), "{line:?} gave {answer:?}");
        let expected = answer.split_once(" expected ").map_or("", |(_, text)| text.trim());
        assert!(!expected.is_empty(), "{line:?} gave {answer:?}");
    }
}

// ---- request ids ----

#[test]
fn every_line_that_a_request_causes_carries_its_id() {
    let mut engine = Engine::start();
    for line in [
        "newgame 3 3 3",
        "mnk",
        "options",
        "help",
        "help go",
        "board",
        "move 1 1",
        "go depth 4 multipv 3",
        "solve depth 3",
        "perft 3",
        "bench 1",
        "isready",
        "stop",
        "move 1 1",
        "nonsense",
        "move x",
        "setoption name Nothing",
    ] {
        let lines = engine.ask_all(&format!("@id-{} {line}", line.len()));
        for answer in lines {
            assert!(answer.starts_with(&format!("@id-{} ", line.len())), "{line}: {answer}");
        }
    }
}

#[test]
fn an_id_does_not_stick_to_later_lines() {
    assert_eq!(
        terminals("@1 newgame 3 3 3\nmove 1 1\n@2 move 0 0\n"),
        ["@1 ok", "ok", "@2 ok"]
    );
}

#[test]
fn an_id_has_1_to_64_printable_characters() {
    let longest = "x".repeat(64);
    let wide = "é".repeat(64);
    let mut engine = Engine::start();
    for id in ["7", "a-b_c", "@", "@@x", "#1", "é", "!", &longest, &wide] {
        engine.expect(&format!("@{id} stop"), &format!("@{id} ok"));
    }
    engine.expect_error(&format!("@{longest}x stop"), "syntax");
    engine.expect_error("@ stop", "syntax");
    engine.expect_error("@", "syntax");
    engine.expect_error("@\u{a0} stop", "syntax");
}

#[test]
fn a_bare_id_is_a_syntax_error_with_that_id() {
    for line in ["@7", "@7 ", "@7\t", "@7 # only a comment"] {
        let answers = terminals(format!("{line}\n"));
        assert_eq!(answers.len(), 1);
        assert!(answers[0].starts_with("@7 error syntax col 3 expected "), "{answers:?}");
    }
}

#[test]
fn lines_that_cannot_be_read_keep_their_id_where_it_is_plain() {
    let mut script = b"@7 \xff\n@8 stop\x01\n@9 ".to_vec();
    script.resize(100_000, b'x');
    let answers = terminals(&script);
    assert!(answers[0].starts_with("@7 error encoding "), "{answers:?}");
    assert!(answers[1].starts_with("@8 error encoding "), "{answers:?}");
    assert!(answers[2].starts_with("@9 error line-too-long "), "{answers:?}");
}

// ---- five rules ----

#[test]
fn one_command_gives_one_terminal_line_and_only_some_give_info() {
    let mut engine = Engine::start();
    engine.expect("newgame 3 3 3", "ok");
    let talkative = ["go", "solve", "bench", "perft", "mnk", "options", "board", "help"];
    for line in [
        "newgame 4 4 4",
        "move 1 1",
        "go depth 2",
        "stop",
        "isready",
        "mnk",
        "position 3 3 3 moves 1 1",
        "undo",
        "status",
        "legal",
        "history",
        "board",
        "eval",
        "solve depth 2",
        "perft 2",
        "bench 1",
        "setoption name Hash value 8",
        "options",
        "commands",
        "version",
        "help",
        "help move",
        "nonsense",
        "move 9 9",
    ] {
        // The stop behind each line shows where its answer ends.
        engine.send(&format!("{line}\n@end stop"));
        let answer = engine.answer();
        assert_eq!(engine.answer(), ["@end ok"], "{line}");
        let word = line.split(' ').next().unwrap_or_default();
        if !talkative.contains(&word) {
            assert_eq!(answer.len(), 1, "{line}: {answer:?}");
        }
    }
}

#[test]
fn errors_change_nothing() {
    let mut engine = Engine::start();
    for line in [
        "position 4 5 3 grid X.../....O moves 0 0",
        "position 3 3 3 moves 1 1 1 1",
    ] {
        engine.ask(line);
        engine.expect_error("status", "no-game");
    }
    engine.expect("position 3 3 3 grid XO./.../... moves 1 1 2 2", "ok");
    let state = |engine: &mut Engine| {
        let lines = ["status", "legal", "history", "board", "options", "eval"];
        lines.map(|line| engine.ask_all(line))
    };
    let before = state(&mut engine);
    for (line, expected) in [
        ("newgame 0 3 3", "out-of-range"),
        ("newgame 3 -1 3", "out-of-range"),
        ("newgame 256 3 3", "unsupported"),
        ("move 3 0", "off-board"),
        ("move 0 -1", "off-board"),
        ("move 1 1", "occupied"),
        ("undo 3", "no-history"),
        ("undo 0", "out-of-range"),
        ("position 3 3 3 moves 0 0 0 0", "occupied"),
        ("position 3 3 3 moves 0 0 1 1 0 1 1 2 0 2 2 2", "game-over"),
        ("position 3 3 3 moves 0 0 7 7", "off-board"),
        ("position 3 3 3 grid XX./.../...", "bad-position"),
        ("position 4 4 4 moves 0 0 0", "syntax"),
        ("position 300 4 4", "unsupported"),
        ("go searchmoves 0 2 1 1", "occupied"),
        ("go searchmoves 0 2 1 9", "off-board"),
        ("go depth 0", "out-of-range"),
        ("setoption name Hash value 0", "bad-value"),
        ("setoption name Haste value 1", "unknown-option"),
        ("frobnicate", "unknown-command"),
    ] {
        engine.expect_error(line, expected);
        assert_eq!(state(&mut engine), before, "after {line}");
    }
}

#[test]
fn checks_are_made_in_their_order() {
    let mut engine = Engine::start();
    // Without a game: word, syntax and range come before the game state.
    for (line, expected) in [
        ("moveX -1 -1", "unknown-command"),
        ("move x 1", "syntax"),
        ("move -1 -1", "no-game"),
        ("undo 0 0", "syntax"),
        ("undo 0", "out-of-range"),
        ("undo", "no-game"),
        ("undo 5", "no-game"),
        ("go depth 0 junk", "syntax"),
        ("go depth 0", "out-of-range"),
        ("go depth 1", "no-game"),
        ("go searchmoves 9 9", "no-game"),
        ("solve nodes 0", "out-of-range"),
        ("solve", "no-game"),
        ("perft -1", "out-of-range"),
        ("perft 1", "no-game"),
        ("status", "no-game"),
        ("legal", "no-game"),
        ("history", "no-game"),
        ("board", "no-game"),
        ("eval", "no-game"),
        ("bench 0", "out-of-range"),
        ("newgame 0 999 1", "out-of-range"),
        ("newgame 999 1 0", "out-of-range"),
        ("newgame 999 1 1", "unsupported"),
        ("position 0 3 3 grid ...", "out-of-range"),
        ("position 999 3 3 grid ...", "unsupported"),
        ("position 3 3 3 grid ... moves 9 9", "bad-position"),
    ] {
        engine.expect_error(line, expected);
    }
    // A finished game: its end comes before the cell.
    engine.expect("position 1 1 1 moves 0 0", "ok over win X");
    for (line, expected) in [
        ("move 0 0", "game-over"),
        ("move 9 9", "game-over"),
        ("move x 9", "syntax"),
        ("go", "game-over"),
        ("go nodes 0", "out-of-range"),
        ("go searchmoves 9 9", "game-over"),
        ("solve", "game-over"),
    ] {
        engine.expect_error(line, expected);
    }
    // Both wrong: off the board comes with the cell, never before the syntax.
    engine.expect("newgame 3 3 3", "ok");
    engine.expect_error("move 9 9 9", "syntax");
    engine.expect_error("move 9 9", "off-board");
    engine.expect_error(
        "move 99999999999999999999999999 -99999999999999999999999999",
        "off-board",
    );
}

#[test]
fn answers_come_without_waiting_for_more_input() {
    let mut engine = Engine::start();
    for _ in 0..50 {
        engine.expect("newgame 3 3 3", "ok");
        engine.expect("move 1 1", "ok");
    }
}

#[test]
fn answers_before_a_search_are_not_held_back_by_it() {
    let mut engine = Engine::start();
    engine.write(b"newgame 15 15 5\nmove 7 7\n@g go infinite\n");
    assert_eq!(engine.next_line().as_deref(), Some("ok"));
    assert_eq!(engine.next_line().as_deref(), Some("ok"));
    let info = engine.next_line().expect("the search talks");
    assert!(info.starts_with("@g info "), "{info}");
    engine.send("stop");
    assert!(engine.terminal().starts_with("@g bestmove "));
    assert_eq!(engine.terminal(), "ok");
}

// ---- newgame, move, undo, position, status, legal, history ----

#[test]
fn newgame_takes_every_size_up_to_the_limit() {
    let mut engine = Engine::start();
    for line in [
        "newgame 1 1 1",
        "newgame 1 1 5",
        "newgame 3 3 3",
        "newgame 100 100 1",
        "newgame 100 100 100",
        "newgame 100 1 50",
        "newgame 100 100 1000000",
        "newgame 255 255 255",
        "newgame 3 3 4000000000000",
    ] {
        engine.expect(line, "ok");
        let size = line.strip_prefix("newgame ").unwrap_or_default();
        engine.expect("status", &format!("ok state playing turn X ply 0 size {size}"));
    }
    for line in ["newgame 256 1 1", "newgame 1 256 1", "newgame 99999999999999999999 1 1"] {
        let text = engine.expect_error(line, "unsupported");
        assert!(text.contains("255"), "the text names the limit: {text}");
    }
    for line in [
        "newgame 0 1 1",
        "newgame 1 0 1",
        "newgame 1 1 0",
        "newgame -3 3 3",
        "newgame 1 1 -99999999999999999999",
    ] {
        engine.expect_error(line, "out-of-range");
    }
}

#[test]
fn move_tells_how_the_game_ends() {
    let mut engine = Engine::start();
    engine.expect_error("move 0 0", "no-game");
    engine.expect("newgame 3 3 3", "ok");
    for (line, answer) in [
        ("move 0 0", "ok"),
        ("move 1 0", "ok"),
        ("move 0 1", "ok"),
        ("move 1 1", "ok"),
        ("move 0 2", "ok over win X"),
        ("status", "ok state over win X ply 5 size 3 3 3 line 0 0 0 1 0 2"),
        ("legal", "ok legal"),
        ("history", "ok history 0 0 1 0 0 1 1 1 0 2"),
    ] {
        engine.expect(line, answer);
    }
    engine.expect_error("move 2 2", "game-over");
    engine.expect_error("go depth 1", "game-over");
    engine.expect_error("solve", "game-over");
    engine.expect("undo", "ok");
    engine.expect("status", "ok state playing turn X ply 4 size 3 3 3");
    engine.expect("move 2 2", "ok");
    engine.expect("move 1 2", "ok over win O");
    engine.expect("newgame 1 2 2", "ok");
    engine.expect("move 0 0", "ok");
    engine.expect("move 0 1", "ok over draw");
    engine.expect("status", "ok state over draw ply 2 size 1 2 2");
}

#[test]
fn whole_games_agree_with_the_referee() {
    let mut dice = Dice::new(11);
    for (rows, cols, k) in [(3, 3, 3), (4, 6, 3), (5, 5, 4), (1, 9, 2), (7, 2, 9), (6, 6, 4)] {
        let mut engine = Engine::start();
        engine.expect(&format!("newgame {rows} {cols} {k}"), "ok");
        let mut referee = Referee::new(rows, cols, k);
        let mut history = String::new();
        loop {
            let legal = referee.legal();
            let cells = |cells: &[(usize, usize)]| -> String {
                cells.iter().map(|(row, col)| format!(" {row} {col}")).collect()
            };
            engine.expect("legal", &format!("ok legal{}", cells(&legal)));
            engine.expect("history", &format!("ok history{history}"));
            if legal.is_empty() {
                break;
            }
            let chosen = legal[dice.below(legal.len())];
            referee.play(chosen.0, chosen.1);
            history += &cells(&[chosen]);
            let expected = match referee.result() {
                None => "ok".to_owned(),
                Some('=') => "ok over draw".to_owned(),
                Some(winner) => format!("ok over win {winner}"),
            };
            engine.expect(&format!("move {} {}", chosen.0, chosen.1), &expected);
            engine.expect("status", &referee.status(Some(chosen)));
        }
    }
}

#[test]
fn undo_takes_back_all_or_nothing_and_never_the_grid() {
    let mut engine = Engine::start();
    engine.expect("position 3 3 3 grid XO./.../... moves 1 1 2 2 0 2", "ok");
    engine.expect_error("undo 4", "no-history");
    engine.expect("history", "ok history 1 1 2 2 0 2");
    engine.expect("undo", "ok");
    engine.expect("history", "ok history 1 1 2 2");
    engine.expect("undo 2", "ok");
    engine.expect("status", "ok state playing turn X ply 2 size 3 3 3");
    engine.expect_error("undo", "no-history");
    engine.expect_error("undo 99999999999999999999", "no-history");
    engine.expect("legal", "ok legal 0 2 1 0 1 1 1 2 2 0 2 1 2 2");
}

#[test]
fn position_in_all_its_forms() {
    let mut engine = Engine::start();
    for (line, answer, status) in [
        ("position 3 4 3", "ok", "ok state playing turn X ply 0 size 3 4 3"),
        (
            "position 3 4 3 moves 0 0 2 3",
            "ok",
            "ok state playing turn X ply 2 size 3 4 3",
        ),
        (
            "position 2 2 3 grid ../..",
            "ok",
            "ok state playing turn X ply 0 size 2 2 3",
        ),
        (
            "position 2 2 3 grid X./..",
            "ok",
            "ok state playing turn O ply 1 size 2 2 3",
        ),
        (
            "position 2 2 3 grid XO/..",
            "ok",
            "ok state playing turn X ply 2 size 2 2 3",
        ),
        (
            "position 2 2 3 grid XO/.. turn O",
            "ok",
            "ok state playing turn O ply 2 size 2 2 3",
        ),
        (
            "position 2 2 3 grid ../.. turn O",
            "ok",
            "ok state playing turn O ply 0 size 2 2 3",
        ),
        (
            "position 2 2 3 grid X./.. turn X",
            "ok",
            "ok state playing turn X ply 1 size 2 2 3",
        ),
        (
            "position 2 2 3 grid .O/.. turn X",
            "ok",
            "ok state playing turn X ply 1 size 2 2 3",
        ),
        (
            "position 2 2 3 grid .O/.. turn O",
            "ok",
            "ok state playing turn O ply 1 size 2 2 3",
        ),
        (
            "position 2 2 3 grid .O/.. turn O moves 0 0 1 1",
            "ok",
            "ok state playing turn O ply 3 size 2 2 3",
        ),
        (
            "position 3 3 3 grid XXX/OO./...",
            "ok over win X",
            "ok state over win X ply 5 size 3 3 3 line 0 0 0 1 0 2",
        ),
        (
            "position 3 3 3 grid XX./OOO/..X",
            "ok over win O",
            "ok state over win O ply 6 size 3 3 3 line 1 0 1 1 1 2",
        ),
        (
            "position 3 3 3 grid XOX/XOO/OXX",
            "ok over draw",
            "ok state over draw ply 9 size 3 3 3",
        ),
        (
            "position 3 3 3 grid X.O/.X./... moves 0 1 2 2",
            "ok over win X",
            "ok state over win X ply 5 size 3 3 3 line 0 0 1 1 2 2",
        ),
        (
            "position 1 3 9 grid XOX",
            "ok over draw",
            "ok state over draw ply 3 size 1 3 9",
        ),
    ] {
        engine.expect(line, answer);
        engine.expect("status", status);
    }
    engine.expect("position 3 3 3 grid X.O/.X./...", "ok");
    engine.expect("history", "ok history");
}

#[test]
fn impossible_positions_are_refused() {
    let mut engine = Engine::start();
    for line in [
        "position 3 3 3 grid .../...",
        "position 3 3 3 grid .../.../.../...",
        "position 3 3 3 grid .../..../...",
        "position 3 3 3 grid .../../...",
        "position 3 3 3 grid //",
        "position 1 1 1 grid /",
        "position 3 3 3 grid XX./.../...",
        "position 3 3 3 grid .O./.../...",
        "position 3 3 3 grid XX./.../... turn O",
        "position 3 3 3 grid OO./.../... turn X",
        "position 3 3 3 grid XXX/OOO/...",
        "position 3 3 3 grid XXX/OOO/... turn O",
        // The winner is to move.
        "position 3 3 3 grid XXX/OO./O..",
        "position 3 3 3 grid OOO/XX./X.X",
        "position 3 3 3 grid XXX/OO./... turn X",
    ] {
        engine.expect_error(line, "bad-position");
    }
    engine.expect_error("status", "no-game");
}

#[test]
fn errors_in_a_list_of_moves_name_the_bad_one() {
    let mut engine = Engine::start();
    for (line, expected, index) in [
        ("position 3 3 3 moves 9 9", "off-board", "1"),
        ("position 3 3 3 moves 0 0 1 1 0 0 2 2", "occupied", "3"),
        ("position 1 2 1 moves 0 0 0 1", "game-over", "2"),
        ("position 3 3 3 grid XXX/OO./... moves 2 2", "game-over", "1"),
    ] {
        let text = engine.expect_error(line, expected);
        assert!(
            text.split(|c: char| !c.is_ascii_digit()).any(|word| word == index),
            "{text} names {index}"
        );
    }
}

#[test]
fn the_named_line_is_the_whole_run_and_the_first_of_several() {
    let mut engine = Engine::start();
    // Five in a row where four win; the missing stone is the middle one.
    engine.expect(
        "position 5 7 4 grid X.XXX../OOO..../......./......./....... turn X moves 0 1",
        "ok over win X",
    );
    engine.expect(
        "status",
        "ok state over win X ply 8 size 5 7 4 line 0 0 0 1 0 2 0 3 0 4",
    );
    for (grid, line) in [
        // Row before column.
        ("XX./OO./XO. turn X moves 0 2", "line 0 0 0 1 0 2"),
        (".XX/X.O/XOO turn X moves 0 0", "line 0 0 0 1 0 2"),
        // Column before diagonal.
        (".O./XXO/XOX turn X moves 0 0", "line 0 0 1 0 2 0"),
        // Diagonal before anti-diagonal.
        ("XOX/O.O/XOX turn X moves 1 1", "line 0 0 1 1 2 2"),
        // An anti-diagonal is named from its top.
        ("..X/OX./.O. moves 2 0", "line 0 2 1 1 2 0"),
    ] {
        let answer = engine.ask(&format!("position 3 3 3 grid {grid}"));
        assert!(answer.starts_with("ok over win X"), "{grid}: {answer}");
        let status = engine.ask("status");
        assert!(status.ends_with(line), "{grid}: {status}");
    }
}

#[test]
fn board_shows_every_row() {
    let mut engine = Engine::start();
    engine.expect("position 2 3 3 grid X.O/.X.", "ok");
    let answer = engine.ask_all("board");
    let (last, rows) = answer.split_last().expect("an answer");
    assert_eq!(last, "ok");
    assert!(rows.iter().all(|row| row.starts_with("info board ")));
    let drawn: Vec<String> = rows
        .iter()
        .map(|row| row.chars().filter(|c| "XO.".contains(*c)).collect())
        .filter(|row: &String| !row.is_empty())
        .collect();
    assert_eq!(drawn, ["X.O", ".X."]);
}

#[test]
fn eval_is_a_number_for_the_side_to_move() {
    let mut engine = Engine::start();
    engine.expect("newgame 3 3 3", "ok");
    let value = |engine: &mut Engine| -> i64 {
        let answer = engine.ask("eval");
        let number = answer.strip_prefix("ok eval cp ");
        number.expect("a value").parse().expect("a number")
    };
    value(&mut engine);
    // Three of X together, three of O scattered.
    let grid = "O......../........./..XXX..../........./........./........./........O/........./.O.......";
    engine.expect(&format!("position 9 9 5 grid {grid} turn X"), "ok");
    let for_x = value(&mut engine);
    engine.expect(&format!("position 9 9 5 grid {grid} turn O"), "ok");
    let for_o = value(&mut engine);
    assert!(for_x > for_o, "three together are worth more: {for_x} {for_o}");
}

#[test]
fn perft_counts_paths() {
    let mut engine = Engine::start();
    engine.expect("newgame 3 3 3", "ok");
    for (depth, nodes) in [(0, 1), (1, 9), (7, 148_176), (9, 127_872), (10, 0)] {
        engine.expect(&format!("perft {depth}"), &format!("ok perft {depth} nodes {nodes}"));
    }
    engine.expect("move 1 1", "ok");
    engine.expect("perft 2", "ok perft 2 nodes 56");
    engine.expect("history", "ok history 1 1");
    engine.expect("position 1 1 1 moves 0 0", "ok over win X");
    engine.expect("perft 0", "ok perft 0 nodes 1");
    engine.expect("perft 1", "ok perft 1 nodes 0");
    engine.expect_error("perft -1", "out-of-range");
    engine.expect("newgame 100 100 5", "ok");
    engine.expect("perft 2", "ok perft 2 nodes 99990000");
}

// ---- search ----

/// Sets a position up in an engine and the referee.
fn set_up(engine: &mut Engine, size: (usize, usize, usize), moves: &[(usize, usize)]) -> Referee {
    let (rows, cols, k) = size;
    engine.expect(&format!("newgame {rows} {cols} {k}"), "ok");
    let mut referee = Referee::new(rows, cols, k);
    for &(row, col) in moves {
        engine.expect(&format!("move {row} {col}"), "ok");
        referee.play(row, col);
    }
    referee
}

/// A board's M, N, K and the moves that lead to a position.
type Opening = ((usize, usize, usize), &'static [(usize, usize)]);

const POSITIONS: [Opening; 14] = [
    ((1, 1, 1), &[]),
    ((1, 1, 2), &[]),
    ((1, 2, 2), &[(0, 1)]),
    ((3, 3, 3), &[]),
    ((3, 3, 3), &[(0, 0), (1, 1), (2, 2)]),
    ((3, 3, 3), &[(0, 0), (1, 0), (0, 1)]),
    ((4, 4, 4), &[(1, 1)]),
    ((5, 4, 3), &[]),
    ((6, 6, 9), &[(0, 0)]),
    ((7, 7, 5), &[(3, 3), (2, 2), (3, 4), (3, 2)]),
    ((15, 15, 5), &[(7, 7), (6, 8)]),
    ((10, 3, 1), &[]),
    ((20, 20, 20), &[(9, 9)]),
    ((30, 40, 6), &[(0, 0), (29, 39)]),
];

#[test]
fn every_search_keeps_its_promises() {
    let limits = [
        "movetime 0",
        "movetime 30",
        "depth 1",
        "depth 4",
        "nodes 1",
        "nodes 2000",
        "depth 3 nodes 500 movetime 5000",
        "depth 3 multipv 4",
        "nodes 3000 multipv 300",
        "infinite depth 2",
        "infinite nodes 100",
        "xtime 0 otime 0",
        "xtime 200 otime 200 xinc 0 oinc 0",
    ];
    for (size, moves) in POSITIONS {
        let mut engine = Engine::start();
        let referee = set_up(&mut engine, size, moves);
        for limit in limits {
            let answer = engine.ask_all(&format!("go {limit}"));
            let found = check_go(&referee, &answer);
            match limit {
                "depth 4" | "depth 1" => assert!(
                    ["depth", "proven", "forced"].contains(&found.reason()),
                    "{size:?} {limit}: {}",
                    found.reason()
                ),
                "nodes 1" | "nodes 2000" => assert!(
                    ["nodes", "proven", "forced"].contains(&found.reason()),
                    "{size:?} {limit}: {}",
                    found.reason()
                ),
                _ => {}
            }
            if referee.legal().len() > 1 {
                assert_ne!(found.reason(), "forced", "{size:?} {limit}");
            }
        }
        engine.expect("status", &referee.status(None));
    }
}

#[test]
fn a_search_stays_within_its_depth_and_nodes() {
    let mut engine = Engine::start();
    let referee = set_up(&mut engine, (15, 15, 5), &[(7, 7), (6, 8)]);
    for depth in 1..=4 {
        let found = check_go(&referee, &engine.ask_all(&format!("go depth {depth}")));
        assert_eq!(found.last().depth, depth);
        assert_eq!(found.reason(), "depth");
    }
    for nodes in [1, 10, 100, 1000, 10_000] {
        engine.expect("newgame 15 15 5", "ok");
        let answer = engine.ask_all(&format!("go nodes {nodes}"));
        let found = check_go(&Referee::new(15, 15, 5), &answer);
        assert_eq!(found.reason(), "nodes");
        assert!(found.last().nodes <= nodes + 1, "{nodes}: {:?}", found.last());
    }
}

#[test]
fn the_first_limit_that_is_reached_ends_the_search() {
    let mut engine = Engine::start();
    let referee = set_up(&mut engine, (15, 15, 5), &[(7, 7)]);
    for (limits, reason) in [
        ("depth 2 nodes 100000000 movetime 600000", "depth"),
        ("depth 100 nodes 3000 movetime 600000", "nodes"),
        ("movetime 100 depth 100 nodes 100000000000", "time"),
        ("infinite movetime 100", "time"),
        ("infinite depth 2", "depth"),
        ("infinite nodes 3000", "nodes"),
        ("xtime 600000 otime 600000 depth 2", "depth"),
    ] {
        let found = check_go(&referee, &engine.ask_all(&format!("go {limits}")));
        assert_eq!(found.reason(), reason, "{limits}");
    }
}

#[test]
fn one_legal_move_or_a_proof_ends_a_search_early() {
    let mut engine = Engine::start();
    let referee = set_up(&mut engine, (1, 3, 3), &[(0, 0), (0, 1)]);
    let found = check_go(&referee, &engine.ask_all("go movetime 600000"));
    assert!(["forced", "proven"].contains(&found.reason()));
    let referee = set_up(&mut engine, (3, 3, 3), &[(0, 0), (1, 0), (0, 1), (1, 1)]);
    let found = check_go(&referee, &engine.ask_all("go movetime 600000"));
    assert_eq!((found.best, found.reason()), ((0, 2), "proven"));
    assert_eq!(found.last().score, Score::Win(1));
}

#[test]
fn go_does_not_play_the_move() {
    let mut engine = Engine::start();
    engine.expect("newgame 3 3 3", "ok");
    engine.ask("go depth 3");
    engine.expect("history", "ok history");
    engine.expect("status", "ok state playing turn X ply 0 size 3 3 3");
}

#[test]
fn searchmoves_are_the_only_moves_considered() {
    let mut engine = Engine::start();
    let referee = set_up(&mut engine, (3, 3, 3), &[(0, 0), (1, 0), (0, 1), (1, 1)]);
    for only in ["2 2", "2 2 2 2", "2 0 2 1 2 2", "1 2 2 0"] {
        for limit in ["movetime 20", "depth 3", "nodes 50"] {
            let answer = engine.ask_all(&format!("go {limit} multipv 9 searchmoves {only}"));
            let found = check_go(&referee, &answer);
            let allowed: Vec<usize> = only.split(' ').map(|n| n.parse().expect("a number")).collect();
            for info in &found.infos {
                let (row, col) = info.pv[0];
                assert!(allowed.chunks(2).any(|cell| cell == [row, col]), "{only}: {info:?}");
            }
        }
    }
    let wanted = check_go(&referee, &engine.ask_all("go depth 4 searchmoves 0 2 2 2"));
    assert_eq!(wanted.best, (0, 2));
    engine.expect_error("go searchmoves 0 0", "occupied");
    engine.expect_error("go searchmoves 0 2 3 3", "off-board");
}

#[test]
fn multipv_reports_that_many_different_lines_best_first() {
    let mut engine = Engine::start();
    let referee = set_up(&mut engine, (3, 3, 3), &[(1, 1)]);
    let number = |score: Score| match score {
        Score::Win(plies) => 1_000_000 - plies as i64,
        Score::Loss(plies) => -1_000_000 + plies as i64,
        Score::Draw => 0,
        Score::Cp(value) | Score::Lower(value) | Score::Upper(value) => value,
    };
    for lines in [1, 2, 3, 8, 9, 200] {
        engine.expect("newgame 3 3 3", "ok");
        engine.expect("move 1 1", "ok");
        let answer = engine.ask_all(&format!("go depth 9 multipv {lines}"));
        let found = check_go(&referee, &answer);
        let ranks = lines.min(8);
        assert_eq!(found.infos.iter().map(|info| info.multipv).max(), Some(ranks));
        let last: Vec<_> = (1..=ranks)
            .map(|rank| {
                let of_rank = found.infos.iter().rev().find(|info| info.multipv == rank);
                of_rank.expect("every rank is told")
            })
            .collect();
        for pair in last.windows(2) {
            assert!(number(pair[0].score) >= number(pair[1].score), "{pair:?}");
        }
        let mut first: Vec<_> = last.iter().map(|info| info.pv[0]).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len() as u64, ranks, "the lines differ");
    }
    engine.expect("setoption name multipv value 3", "ok");
    let found = check_go(&referee, &engine.ask_all("go depth 3"));
    assert_eq!(found.infos.iter().map(|info| info.multipv).max(), Some(3));
    let found = check_go(&referee, &engine.ask_all("go depth 3 multipv 1"));
    assert_eq!(found.infos.iter().map(|info| info.multipv).max(), Some(1));
}

#[test]
fn zero_is_out_of_range_where_it_makes_no_sense() {
    let mut engine = Engine::start();
    engine.expect("newgame 3 3 3", "ok");
    for line in [
        "go depth 0",
        "go nodes 0",
        "go multipv 0",
        "go depth -1",
        "go movetime -1",
        "go xtime -5",
        "go depth 3 nodes 0",
        "solve depth 0",
        "solve nodes 0",
        "bench 0",
        "undo 0",
        "perft -1",
    ] {
        engine.expect_error(line, "out-of-range");
    }
    engine.expect("perft 0", "ok perft 0 nodes 1");
    assert!(engine.ask("go movetime 0").starts_with("bestmove "));
}

#[test]
fn huge_limits_are_taken() {
    let mut engine = Engine::start();
    engine.expect("newgame 3 3 3", "ok");
    let huge = "99999999999999999999999";
    for name in ["movetime", "depth", "nodes", "xtime", "xinc", "multipv"] {
        let answer = engine.ask(&format!("go {name} {huge}"));
        assert!(answer.starts_with("bestmove "), "{name}: {answer}");
    }
    let answer = engine.ask(&format!(
        "go xtime {huge} otime {huge} xinc {huge} oinc {huge} movestogo {huge}"
    ));
    assert!(answer.starts_with("bestmove "), "{answer}");
}

#[test]
fn depth_and_nodes_are_reproducible_after_newgame() {
    let script = "\
newgame 15 15 5\nmove 7 7\nmove 6 6\n@a go depth 5\n@b go nodes 20000\nmove 8 8\n@c go depth 4 multipv 3\n\
newgame 5 5 4\n@d go depth 7\nsetoption name Skill value 5\nsetoption name Seed value 9\n@e go depth 5\n";
    let strip = |lines: Vec<String>| -> Vec<String> { lines.iter().map(|line| timeless(line)).collect() };
    let first = strip(run(script));
    assert_eq!(strip(run(script)), first, "two processes");
    // The same again in one process, after something else entirely.
    let other = "newgame 9 9 5\ngo nodes 5000\nbench 1\nsetoption name Skill value 20\nsetoption name Seed value 0\n";
    let both = strip(run(format!("{other}{script}")));
    let skipped = both.len() - first.len();
    assert_eq!(both[skipped..], first, "after another game");
}

#[test]
fn the_table_is_kept_by_position_and_cleared_by_newgame_and_clearhash() {
    let mut engine = Engine::start();
    let nodes = |engine: &mut Engine, set_up: &str| -> u64 {
        engine.ask(set_up);
        let answer = engine.ask_all("go depth 5");
        let infos = check_infos(&Referee::new(15, 15, 5), &answer[..answer.len() - 1]);
        infos.last().expect("an info line").nodes
    };
    let fresh = nodes(&mut engine, "newgame 15 15 5");
    let kept = nodes(&mut engine, "position 15 15 5");
    assert!(kept < fresh, "what is known saves work: {kept} {fresh}");
    engine.ask("bench 1");
    engine.ask("perft 2");
    assert_eq!(nodes(&mut engine, "newgame 15 15 5"), fresh);
    engine.expect("setoption name ClearHash", "ok");
    assert_eq!(nodes(&mut engine, "position 15 15 5"), fresh);
    engine.expect("position 14 14 5", "ok");
    assert_eq!(nodes(&mut engine, "position 15 15 5"), fresh);
}

#[test]
fn a_running_search_speaks_at_least_once_a_second() {
    let mut engine = Engine::start();
    engine.expect("newgame 15 15 5", "ok");
    for task in ["go infinite", "go infinite multipv 3", "perft 6"] {
        engine.send(task);
        for _ in 0..6 {
            // Twice the promise and more, for busy machines.
            let line = engine.line_within(Duration::from_secs(4));
            let line = line.unwrap_or_else(|| panic!("{task} is silent"));
            assert!(line.starts_with("info "), "{line}");
        }
        engine.send("stop");
        let end = engine.terminal();
        assert!(end.starts_with("bestmove ") || code(&end) == "stopped", "{end}");
        assert_eq!(engine.terminal(), "ok");
    }
}

#[test]
fn an_infinite_search_goes_on_after_a_proof_until_it_is_stopped() {
    let mut engine = Engine::start();
    for size in ["3 3 3", "1 1 1", "2 2 9", "1 4 2"] {
        engine.expect(&format!("newgame {size}"), "ok");
        engine.send("go infinite");
        let silent = Duration::from_millis(300);
        while let Some(line) = engine.line_within(silent) {
            assert!(line.starts_with("info "), "{size}: {line}");
        }
        engine.send("stop");
        let numbers: Vec<usize> = size.split(' ').map(|n| n.parse().expect("a number")).collect();
        let mut answer = engine.answer();
        let best = answer.pop().expect("an answer");
        assert!(best.starts_with("bestmove "), "{size}: {best}");
        let last = parse(answer.last().expect("a last word")).expect("an info line");
        assert_eq!(last.stop.as_deref(), Some("user"), "{size}");
        assert!(last.score.is_proven(), "{size}: {last:?}");
        assert_eq!(numbers.len(), 3);
        assert_eq!(engine.terminal(), "ok");
    }
}

#[test]
fn a_bare_go_uses_the_default_time() {
    let mut engine = Engine::start();
    let referee = set_up(&mut engine, (15, 15, 5), &[(7, 7)]);
    engine.expect("setoption name DefaultMovetime value 300", "ok");
    // The other side's clock, or a number of lines, is no limit of its own.
    for line in [
        "go",
        "go multipv 2",
        "go xtime 5",
        "go movestogo 3",
        "go searchmoves 0 0 1 1",
    ] {
        let found = check_go(&referee, &engine.ask_all(line));
        assert_eq!(found.reason(), "time", "{line}");
        let time = found.last().time;
        assert!((250..5_000).contains(&time), "{line}: {time} ms");
    }
}

#[test]
fn movetime_is_used_and_kept() {
    let mut engine = Engine::start();
    let referee = set_up(&mut engine, (15, 15, 5), &[(7, 7)]);
    for movetime in [0, 1, 50, 300] {
        let found = check_go(&referee, &engine.ask_all(&format!("go movetime {movetime}")));
        assert_eq!(found.reason(), "time");
        let time = found.last().time;
        let least = movetime * 9 / 10;
        assert!((least..movetime + 3_000).contains(&time), "{movetime}: {time} ms");
    }
}

#[test]
fn a_clock_is_shared_out_and_never_overrun() {
    let mut engine = Engine::start();
    let referee = set_up(&mut engine, (15, 15, 5), &[(7, 7)]);
    for clock in [
        "xtime 1 otime 1000",
        "otime 1000",
        "xtime 1000 otime 1000 xinc 10 oinc 10",
        "otime 1000 movestogo 1",
        "otime 1000 movestogo 10 oinc 100",
        "xtime 0 otime 1000 xinc 0 oinc 1000 movestogo 40",
    ] {
        let found = check_go(&referee, &engine.ask_all(&format!("go {clock}")));
        let time = found.last().time;
        assert!(time < 1_500, "{clock}: {time} ms");
        assert!(["time", "proven"].contains(&found.reason()), "{clock}");
    }
    // The side to move is what counts.
    let found = check_go(&referee, &engine.ask_all("go xtime 600000 otime 60"));
    assert!(found.last().time < 3_000);
    // An overhead larger than the clock leaves no time at all.
    engine.expect("setoption name MoveOverhead value 60000", "ok");
    let found = check_go(&referee, &engine.ask_all("go xtime 30000 otime 30000"));
    assert!(found.last().time < 3_000);
    // It is for clocks only.
    let found = check_go(&referee, &engine.ask_all("go movetime 200"));
    assert!(found.last().time >= 180);
}

/// Values of positions for the side to move, by trying everything: a win in P plies is 1000 - P, a loss -1000 + P.
#[derive(Default)]
struct Truth(HashMap<String, i32>);

impl Truth {
    fn of(&mut self, position: &Referee) -> i32 {
        match position.result() {
            Some('=') => return 0,
            Some(_) => return -1000,
            None => {}
        }
        // Stone counts do not tell the turn of positions with a `turn` of their own.
        let key = format!("{}{}", position.drawing(), position.turn);
        if let Some(&value) = self.0.get(&key) {
            return value;
        }
        let next = |(row, col)| {
            let mut next = position.clone();
            next.play(row, col);
            let value = -self.of(&next);
            value - value.signum()
        };
        let best = position.legal().into_iter().map(next).max();
        let best = best.expect("an open game has moves");
        self.0.insert(key, best);
        best
    }

    /// As `solve` says it.
    fn text(&mut self, position: &Referee) -> String {
        match self.of(position) {
            0 => "draw".to_owned(),
            value if value > 0 => format!("win {}", 1000 - value),
            value => format!("loss {}", 1000 + value),
        }
    }
}

/// Open positions after `stones` random moves.
fn random_positions(size: (usize, usize, usize), stones: usize, count: usize) -> Vec<Referee> {
    let mut dice = Dice::new((size.0 * 100 + size.1 * 10 + size.2 + stones) as u64);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Referee::new(size.0, size.1, size.2);
        for _ in 0..stones {
            let legal = position.legal();
            if !legal.is_empty() {
                let (row, col) = legal[dice.below(legal.len())];
                position.play(row, col);
            }
        }
        if position.result().is_none() {
            positions.push(position);
        }
    }
    positions
}

fn set_grid(engine: &mut Engine, position: &Referee) {
    let Referee {
        rows, cols, k, turn, ..
    } = position;
    let grid = position.drawing();
    engine.expect(&format!("position {rows} {cols} {k} grid {grid} turn {turn}"), "ok");
}

#[test]
fn solve_gives_the_true_value_and_distance() {
    let mut engine = Engine::start();
    for (size, stones, count) in [
        ((1, 1, 1), 0, 1),
        ((1, 1, 2), 0, 1),
        ((2, 2, 2), 0, 1),
        ((3, 3, 1), 0, 1),
        ((3, 3, 4), 0, 1),
        ((3, 3, 3), 0, 1),
        ((3, 3, 3), 2, 10),
        ((3, 3, 3), 4, 20),
        ((4, 3, 3), 4, 20),
        ((4, 4, 3), 8, 20),
        ((4, 4, 4), 8, 20),
        ((2, 5, 3), 3, 10),
    ] {
        let mut truth = Truth::default();
        for position in random_positions(size, stones, count) {
            set_grid(&mut engine, &position);
            let answer = engine.ask_all("solve");
            let (last, infos) = answer.split_last().expect("an answer");
            check_told(&position, infos);
            let (value, cell) = match last.split_once(" move ") {
                Some((value, cell)) => (value, Some(cell)),
                None => (last.as_str(), None),
            };
            assert_eq!(value, format!("ok value {}", truth.text(&position)), "{position:?}");
            // Whoever knows a win knows how to win.
            assert!(
                cell.is_some() || !value.starts_with("ok value win"),
                "{last}: {position:?}"
            );
            if let Some(cell) = cell {
                let cell: Vec<usize> = cell.split(' ').map(|n| n.parse().expect("a number")).collect();
                let before = truth.of(&position);
                let mut after = position.clone();
                after.play(cell[0], cell[1]);
                let after = -truth.of(&after);
                assert_eq!(after - after.signum(), before, "{last} keeps the value: {position:?}");
            }
        }
    }
}

#[test]
fn small_boards_are_played_perfectly() {
    let mut engine = Engine::start();
    for (size, stones, count) in [
        ((4, 3, 3), 3, 30),
        ((4, 4, 3), 7, 30),
        ((4, 4, 4), 7, 30),
        ((4, 4, 4), 10, 30),
    ] {
        let mut truth = Truth::default();
        for position in random_positions(size, stones, count) {
            set_grid(&mut engine, &position);
            let found = check_go(&position, &engine.ask_all("go movetime 1000"));
            let mut after = position.clone();
            after.play(found.best.0, found.best.1);
            let (before, after) = (truth.of(&position), -truth.of(&after));
            assert_eq!(before.signum(), after.signum(), "{:?}: {position:?}", found.best);
            let bound = match found.last().score {
                Score::Win(plies) => before >= 1000 - plies as i32,
                Score::Loss(plies) => before >= -1000 && before <= -1000 + plies as i32,
                Score::Draw => before == 0,
                _ => true,
            };
            assert!(bound, "a proven score is true: {:?} {before}", found.last());
        }
    }
}

#[test]
fn solve_says_unknown_rather_than_guess() {
    let mut engine = Engine::start();
    engine.expect("newgame 15 15 5", "ok");
    for line in ["solve nodes 500", "solve movetime 0", "solve depth 1"] {
        let answer = engine.ask(line);
        let known = answer.strip_prefix("ok value unknown");
        let known = known.unwrap_or_else(|| panic!("{line}: {answer}"));
        assert!(known.is_empty() || known.starts_with(" move "), "{answer}");
    }
    engine.expect("setoption name DefaultSolvetime value 50", "ok");
    assert!(engine.ask("solve").starts_with("ok value unknown"));
    engine.send("solve infinite");
    engine.send("stop");
    assert!(engine.terminal().starts_with("ok value "));
    assert_eq!(engine.terminal(), "ok");
    engine.expect("status", "ok state playing turn X ply 0 size 15 15 5");
}

#[test]
fn tic_tac_toe_is_played_perfectly_from_every_position() {
    let mut truth = Truth::default();
    truth.of(&Referee::new(3, 3, 3));
    let mut grids: Vec<String> = truth.0.keys().map(|key| key[..11].to_owned()).collect();
    grids.sort();
    let ask = |grid: &String| format!("position 3 3 3 grid {grid}\ngo movetime 1000\n");
    let answers = terminals(grids.iter().map(ask).collect::<String>());
    assert_eq!(answers.len(), 2 * grids.len());
    for (grid, answers) in grids.iter().zip(answers.chunks(2)) {
        let mut position = Referee::new(3, 3, 3);
        position.grid = grid.split('/').map(|row| row.chars().collect()).collect();
        position.turn = if position.stones().is_multiple_of(2) { 'X' } else { 'O' };
        let value = truth.of(&position).signum();
        let cell: Vec<usize> = answers[1].split(' ').filter_map(|word| word.parse().ok()).collect();
        position.play(cell[0], cell[1]);
        assert_eq!(-truth.of(&position).signum(), value, "{grid} {answers:?}");
    }
}

// ---- skill and seed ----

/// The moves of a game that the engine plays against itself.
fn self_play(options: &str, moves: usize) -> Vec<String> {
    let mut engine = Engine::start();
    for option in options.split(',') {
        engine.expect(&format!("setoption name {option}"), "ok");
    }
    engine.expect("newgame 7 7 4", "ok");
    let mut played = Vec::new();
    for _ in 0..moves {
        let best = engine.ask("go depth 3");
        let cell = best.strip_prefix("bestmove ").expect("a move").to_owned();
        let over = engine.ask(&format!("move {cell}")).contains("over");
        played.push(cell);
        if over {
            break;
        }
    }
    played
}

#[test]
fn skill_and_seed_vary_play_and_are_reproducible() {
    let games: Vec<Vec<String>> = (1..=6)
        .map(|seed| self_play(&format!("Skill value 2,Seed value {seed}"), 8))
        .collect();
    assert_eq!(self_play("Skill value 2,Seed value 3", 8), games[2]);
    assert!(games.iter().any(|game| *game != games[0]), "seeds differ");
    let full = self_play("Skill value 20,Seed value 0", 8);
    assert_eq!(self_play("Seed value 0", 8), full);
    assert!(games.iter().any(|game| *game != full), "weak play differs");
}

#[test]
fn every_skill_level_answers_legally() {
    for skill in 0..=20 {
        let mut engine = Engine::start();
        engine.expect(&format!("setoption name Skill value {skill}"), "ok");
        engine.expect("setoption name Seed value 77", "ok");
        for (size, moves) in POSITIONS {
            let referee = set_up(&mut engine, size, moves);
            for limit in ["movetime 0", "nodes 300", "depth 2"] {
                check_go(&referee, &engine.ask_all(&format!("go {limit}")));
            }
        }
    }
}

#[test]
fn a_weak_player_loses_to_a_strong_one() {
    let mut points = 0;
    for seed in 1..=4 {
        let mut engine = Engine::start();
        engine.expect(&format!("setoption name Seed value {seed}"), "ok");
        engine.expect("newgame 8 8 4", "ok");
        let mut turn = seed % 2;
        loop {
            let skill = if turn == 0 { 20 } else { 0 };
            engine.expect(&format!("setoption name Skill value {skill}"), "ok");
            let best = engine.ask("go depth 4");
            let cell = best.strip_prefix("bestmove ").expect("a move");
            let answer = engine.ask(&format!("move {cell}"));
            if answer.starts_with("ok over win") {
                points += if turn == 0 { 1 } else { -1 };
            }
            if answer != "ok" {
                break;
            }
            turn = 1 - turn;
        }
    }
    assert!(points > 0, "the strong one wins more games: {points}");
}

// ---- options, identity, help ----

const OPTIONS: [&str; 10] = [
    "Hash",
    "Threads",
    "MultiPV",
    "MoveOverhead",
    "DefaultMovetime",
    "DefaultSolvetime",
    "Skill",
    "Seed",
    "Algorithm",
    "ClearHash",
];

/// The fields of an `info option` line, checked against the grammar of the contract.
fn option_line(line: &str) -> (String, String, String) {
    let words: Vec<&str> = line.split(' ').collect();
    let ["info", "option", "name", name, "type", kind, rest @ ..] = words.as_slice() else {
        panic!("an option expected: {line}");
    };
    let value = match (*kind, rest) {
        ("spin", ["default", default, "min", min, "max", max, "value", value]) => {
            let number = |word: &str| word.parse::<i64>().expect("a number");
            let range = number(min)..=number(max);
            assert!(
                range.contains(&number(default)) && range.contains(&number(value)),
                "{line}"
            );
            value
        }
        ("combo", ["default", default, vars @ .., "value", value]) => {
            let words: Vec<&str> = vars.chunks(2).map(|var| var[1]).collect();
            assert!(vars.chunks(2).all(|var| var[0] == "var"), "{line}");
            assert!(words.contains(default) && words.contains(value), "{line}");
            value
        }
        ("check", ["default", "true" | "false", "value", value]) => value,
        // A button has nothing to remember.
        ("button", _) => &"",
        _ => panic!("not the form of an option: {line}"),
    };
    ((*name).to_owned(), (*kind).to_owned(), (*value).to_owned())
}

#[test]
fn mnk_tells_identity_and_options() {
    let mut engine = Engine::start();
    let answer = engine.ask_all("mnk");
    let (last, infos) = answer.split_last().expect("an answer");
    assert_eq!(last, "mnkok");
    assert!(infos[0].starts_with("info id name "));
    assert!(infos[1].starts_with("info id version "));
    assert_eq!(infos[2], "info id protocol 1");
    let named: Vec<String> = infos[3..].iter().map(|line| option_line(line).0).collect();
    for option in OPTIONS {
        assert!(named.iter().any(|name| name == option), "{option}: {named:?}");
    }
    let listed = engine.ask_all("options");
    assert_eq!(listed[..listed.len() - 1], infos[3..]);
    assert!(listed.last().is_some_and(|line| line.starts_with("ok")));
}

#[test]
fn options_are_set_without_case_and_survive_newgame() {
    let mut engine = Engine::start();
    let value = |engine: &mut Engine, wanted: &str| -> String {
        let lines = engine.ask_all("options");
        let options = lines[..lines.len() - 1].iter().map(|line| option_line(line));
        let mut found = options.filter(|(name, _, _)| name == wanted);
        found.next().expect("the option is listed").2
    };
    for (line, name, expected) in [
        ("setoption name Hash value 1", "Hash", "1"),
        ("setoption name HASH value 8", "Hash", "8"),
        ("setoption name multipv value 3", "MultiPV", "3"),
        ("setoption  name\tskill  value 0", "Skill", "0"),
        ("setoption name seed value 12345678901", "Seed", "12345678901"),
        ("setoption name threads value 1", "Threads", "1"),
        ("setoption name MoveOverhead value 0", "MoveOverhead", "0"),
        ("setoption name DefaultMovetime value 0", "DefaultMovetime", "0"),
        ("setoption name DefaultSolvetime value 100", "DefaultSolvetime", "100"),
    ] {
        engine.expect(line, "ok");
        assert_eq!(value(&mut engine, name), expected, "{line}");
    }
    engine.expect("newgame 3 3 3", "ok");
    assert_eq!(value(&mut engine, "Hash"), "8");
    assert_eq!(value(&mut engine, "Skill"), "0");
    engine.expect("setoption name clearhash", "ok");
    let algorithm = value(&mut engine, "Algorithm");
    engine.expect(&format!("setoption name algorithm value {algorithm}"), "ok");
}

#[test]
fn wrong_options_and_values_are_refused_with_the_range() {
    let mut engine = Engine::start();
    for line in [
        "setoption name Nothing",
        "setoption name Nothing value 1",
        "setoption name Ha sh value 1",
    ] {
        engine.expect_error(line, "unknown-option");
    }
    let listed = engine.ask_all("options");
    for line in &listed[..listed.len() - 1] {
        let words: Vec<&str> = line.split(' ').collect();
        let name = words[3];
        if words[5] == "spin" {
            let (min, max) = (words[9], words[11]);
            let below = min.parse::<i64>().expect("a number") - 1;
            for value in [
                below.to_string(),
                format!("{max}0"),
                "x".into(),
                "1.5".into(),
                "1 1".into(),
            ] {
                let text = engine.expect_error(&format!("setoption name {name} value {value}"), "bad-value");
                assert!(text.contains(min) && text.contains(max), "{text} gives the range");
            }
            engine.expect_error(&format!("setoption name {name}"), "bad-value");
        }
    }
    engine.expect_error("setoption name Algorithm value nonsense", "bad-value");
    engine.expect_error("setoption name ClearHash value 1", "bad-value");
    assert_eq!(engine.ask_all("options"), listed, "nothing has changed");
}

#[test]
fn help_and_commands_know_every_command() {
    let mut engine = Engine::start();
    let commands = engine.ask("commands");
    let words: Vec<&str> = commands.split(' ').collect();
    assert_eq!(words[..2], ["ok", "commands"]);
    let expected = [
        "newgame",
        "move",
        "go",
        "stop",
        "quit",
        "isready",
        "mnk",
        "position",
        "undo",
        "status",
        "legal",
        "history",
        "board",
        "eval",
        "solve",
        "perft",
        "bench",
        "setoption",
        "options",
        "commands",
        "version",
        "help",
    ];
    for command in expected {
        assert!(words[2..].contains(&command), "{command} is listed");
        let answer = engine.ask_all(&format!("help {command}"));
        assert!(answer.len() >= 2 && answer[0].contains(command), "{answer:?}");
        assert!(answer.last().is_some_and(|line| line.starts_with("ok")));
    }
    assert_eq!(words[2..].len(), ENTRIES.len());
    let all = engine.ask_all("help");
    assert!(all.len() > expected.len());
    engine.expect_error("help nonsense", "unknown-command");
    let version = engine.ask("version");
    assert!(version.starts_with("ok ") && version.contains(env!("CARGO_PKG_VERSION")));
}

#[test]
fn bench_is_the_same_every_time_and_leaves_the_session_alone() {
    let mut engine = Engine::start();
    engine.expect("newgame 3 3 3", "ok");
    engine.expect("move 1 1", "ok");
    let parse = |line: String| {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let shape: Vec<&str> = words.iter().map(String::as_str).collect();
        let [
            "ok",
            "bench",
            "nodes",
            nodes,
            "time",
            time,
            "nps",
            nps,
            "signature",
            hex,
        ] = shape[..]
        else {
            panic!("not the form of a bench: {line}");
        };
        assert!(time.parse::<u64>().is_ok() && nps.parse::<u64>().is_ok(), "{line}");
        assert!(hex.len() == 8 && hex.bytes().all(|b| b.is_ascii_hexdigit()), "{line}");
        (nodes.parse::<u64>().expect("a number"), hex.to_owned())
    };
    let first = parse(engine.ask("bench 2"));
    assert!(first.0 > 0);
    engine.expect("status", "ok state playing turn O ply 1 size 3 3 3");
    engine.expect("setoption name Hash value 1", "ok");
    engine.expect("setoption name Skill value 0", "ok");
    assert_eq!(parse(engine.ask("bench 2")), first);
    assert_eq!(parse(Engine::start().ask("bench 2")), first, "without a game too");
    assert_ne!(parse(engine.ask("bench 3")).1, first.1);
}

// ---- sizes ----

#[test]
fn one_by_one_boards_work() {
    let mut engine = Engine::start();
    for (k, end) in [(1, "win X"), (2, "draw")] {
        engine.expect(&format!("newgame 1 1 {k}"), "ok");
        let found = check_go(&Referee::new(1, 1, k), &engine.ask_all("go movetime 100"));
        assert_eq!(found.best, (0, 0));
        engine.expect("legal", "ok legal 0 0");
        engine.expect("move 0 0", &format!("ok over {end}"));
        engine.expect("legal", "ok legal");
        engine.ask("board");
    }
}

#[test]
fn large_boards_work() {
    let mut engine = Engine::start();
    for side in [100, 255] {
        for k in [5, 50, side, side + 1] {
            let referee = set_up(&mut engine, (side, side, k), &[]);
            for limit in ["movetime 0", "movetime 50", "nodes 500", "depth 1"] {
                check_go(&referee, &engine.ask_all(&format!("go {limit}")));
            }
            engine.ask("eval");
            let legal = engine.ask("legal");
            assert_eq!(legal.split(' ').count(), 2 + 2 * side * side);
        }
    }
    // A full grid fits one line.
    let row = "XXOO".repeat(64)[..255].to_owned();
    let shifted = "OOXX".repeat(64)[..255].to_owned();
    let rows: Vec<&str> = (0..255)
        .map(|index| if index % 2 == 0 { row.as_str() } else { shifted.as_str() })
        .collect();
    let answer = engine.ask(&format!("position 255 255 5 grid {}", rows.join("/")));
    assert_eq!(answer, "ok over draw");
}

#[test]
fn a_large_board_full_of_winning_moves_is_no_harder_than_others() {
    let mut engine = Engine::start();
    for side in [100, 255] {
        let referee = set_up(&mut engine, (side, side, 1), &[]);
        for limit in ["movetime 0", "nodes 500", "depth 1", "nodes 500 multipv 3"] {
            let found = check_go(&referee, &engine.ask_all(&format!("go {limit}")));
            assert_eq!(found.last().score, Score::Win(1), "{side} {limit}");
            assert!(found.last().time < 5_000, "{side} {limit}: {:?}", found.last());
        }
    }
}

#[test]
fn a_70_70_10_game_goes_well_at_50_ms_a_move() {
    let mut engine = Engine::start();
    let mut referee = set_up(&mut engine, (70, 70, 10), &[]);
    for _ in 0..40 {
        let answer = engine.ask_all("go movetime 50");
        let found = check_go(&referee, &answer);
        assert!(found.last().time < 3_000, "{:?}", found.last());
        let (row, col) = found.best;
        let over = engine.ask(&format!("move {row} {col}"));
        referee.play(row, col);
        if over != "ok" {
            break;
        }
    }
    let status = engine.ask("status");
    assert!(status.starts_with("ok state "), "{status}");
}

#[test]
fn a_game_that_no_line_can_win_is_known_to_be_a_draw() {
    let mut engine = Engine::start();
    for (rows, cols, k) in [(4, 4, 5), (6, 6, 7), (3, 3, 1000)] {
        let referee = set_up(&mut engine, (rows, cols, k), &[]);
        let found = check_go(&referee, &engine.ask_all("go movetime 600000"));
        assert_eq!((found.last().score, found.reason()), (Score::Draw, "proven"));
    }
}

#[test]
fn every_info_line_is_terminal_or_not_by_its_first_word_alone() {
    for line in run("newgame 3 3 3\nmnk\noptions\nhelp\nboard\ngo depth 3\nbench 1\n") {
        let first = line.split(' ').next().unwrap_or_default();
        let known = ["info", "ok", "mnkok", "readyok", "bestmove", "error"];
        assert!(known.contains(&first), "{line}");
        assert_eq!(is_terminal(&line), first != "info");
    }
}
