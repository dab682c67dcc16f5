//! `tris play`: whole dialogues through the real program, piped, with limits that make every run the same; and the
//! dialogue itself, without any terminal.

mod common;

use common::{Scratch, command, run_with, text, wait};
use tris::cli::play::dialogue::{Dialogue, Given, Need, Purpose, Seat, Thought};
use tris::cli::play::draw::{Screen, draw};
use tris::cli::play::palette::Palette;
use tris::game::{Board, ByPlayer, Cell, Dims, Point};
use tris::score::Score;
use tris::search::Report;

const PLAIN: Palette = Palette { colour: false };
const PEOPLE: ByPlayer<Seat> = ByPlayer([Seat::Person, Seat::Person]);
const AGAINST_ENGINE: ByPlayer<Seat> = ByPlayer([Seat::Person, Seat::Engine]);
const ENGINES: ByPlayer<Seat> = ByPlayer([Seat::Engine, Seat::Engine]);

/// Plays a piped dialogue that must end well; what was shown.
fn play(args: &[&str], input: &str) -> String {
    let mut all = vec!["play"];
    all.extend(args);
    let output = run_with(&all, input.as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The parts of a text stand in it in this order.
#[track_caller]
fn in_order(whole: &str, parts: &[&str]) {
    let mut rest = whole;
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => panic!("{part:?} is not in the rest of\n{whole}"),
        }
    }
}

#[test]
fn two_people_play_as_in_the_thesis() {
    let shown = play(&["--x", "person", "--o", "person"], "1 1\n1 2\n5\n1,3\n3 3\n");
    let end = "\
   1   2   3
1 [X]| O | O
  ---+---+---
2    |[X]|
  ---+---+---
3    |   |[X]

X wins!
";
    in_order(
        &shown,
        &[
            "X, your move> 1 1\n",
            "O, your move> 1 2\n",
            "X, your move> 5\n",
            end,
            "game over> ",
        ],
    );
}

#[test]
fn wrong_input_asks_again_and_loses_nothing() {
    let wrong = "2 2\n5\n0 1\n4 1\n10\n0\nfoo\n1 2 3\n1 x\nundo 7\nnew 0 1 1\nsave\nload /no/such/file\nlevel 99\n\u{1b}[A\n\u{e9}\n\n   \n";
    let shown = play(
        &["--x", "person", "--o", "person"],
        &format!("2 2\n{wrong}1 1\nboard\n"),
    );
    in_order(
        &shown,
        &[
            "2 2 is occupied.",
            "2 2 is occupied.",
            "0 1 is off the board: rows go from 1 to 3, columns from 1 to 3.",
            "4 1 is off the board",
            "There is no cell 10: they go from 1 to 9.",
            "There is no cell 0",
            "`foo` is neither a move nor a command",
            "A move is `row column`, or the number of a cell.",
            "A move is `row column`",
            "There are not so many moves to take back.",
            "M, N and K must be at least 1.",
            "The form is `save FILE`.",
            "/no/such/file: ",
            "The form is `level N`.",
            "O, your move> 1 1\n",
            "X, your move> board\n",
            "1 (O)|   |",
            "2    | X |",
        ],
    );
    assert!(!shown.contains('\x1b'), "control characters are not repeated");
}

#[test]
fn the_engine_plays_either_side_and_says_what_it_thinks() {
    // Whoever plays tic-tac-toe like this loses to nobody, and so does the engine.
    let shown = play(&["--nodes", "20000"], "5\n");
    in_order(
        &shown,
        &[
            "X is you, O is the engine (level 20 of 20).",
            "O plays ",
            " s, depth ",
            "a draw)",
        ],
    );
    let shown = play(&["4", "4", "3", "--x", "engine", "--nodes", "20000"], "1 1\n4 4\n4 1\n");
    in_order(
        &shown,
        &[
            "X is the engine, O is you",
            "X plays ",
            "X wins in 3 moves)",
            "X wins!",
            "game over> ",
        ],
    );
    assert_eq!(shown.matches("X plays").count(), 3);
}

#[test]
fn engines_play_each_other_to_the_end() {
    let args = ["5", "5", "4", "--x", "engine", "--o", "engine", "--nodes", "2000"];
    let shown = play(&args, "");
    in_order(
        &shown,
        &[
            "X is the engine, O is the engine",
            "X plays ",
            "O plays ",
            "game over> ",
        ],
    );
    let timeless = |text: &str| {
        let words = text
            .split(' ')
            .filter(|word| !word.starts_with("(0.") && !word.starts_with("(1."));
        words.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(timeless(&play(&args, "")), timeless(&shown), "the same game every time");
}

#[test]
fn levels_are_quick_and_the_same_with_the_same_seed() {
    let args = ["9", "9", "5", "--level", "2", "--seed", "5", "--time", "3600"];
    let moves = |text: &str| {
        let plays = text.lines().filter_map(|line| line.split_once(" plays "));
        plays.map(|(_, rest)| rest[..3].to_owned()).collect::<Vec<_>>()
    };
    let shown = play(&args, "5 5\n5 6\n");
    assert!(shown.contains("level 2 of 20"));
    assert_eq!(moves(&shown).len(), 2);
    assert_eq!(moves(&play(&args, "5 5\n5 6\n")), moves(&shown));
}

#[test]
fn hints_analyses_and_moves_of_the_engine_for_a_person() {
    let shown = play(
        &["4", "4", "3", "--x", "person", "--o", "person", "--nodes", "20000"],
        "hint\nanalyse 2\ngo\ngo\n",
    );
    in_order(
        &shown,
        &[
            "Try ",
            "X wins in 3 moves)\n",
            " #  score              depth  line (X to move)\n 1  X wins in 3 moves ",
            "\n 2  ",
            " nodes\n",
            "X plays ",
            "O plays ",
            "X, your move> ",
        ],
    );
    assert!(!shown.contains('\x1b'), "a pipe gets no control characters");
}

#[test]
fn colour_is_used_where_it_is_asked_for() {
    let shown = play(&["--x", "person", "--o", "person", "--color", "always"], "5\n");
    assert!(shown.contains("\x1b[1;36mX\x1b[0m"), "{shown:?}");
    assert!(!play(&["--color", "never"], "quit\n").contains('\x1b'));
}

#[test]
fn undo_gives_the_turn_back_to_the_person() {
    let shown = play(&["--nodes", "5000"], "5\nundo\nundo\n1 1\nresign\n2 2\nundo\nquit\n");
    in_order(
        &shown,
        &[
            "O plays ",
            "X, your move> undo\n\n   1   2   3\n1    |   |\n  ---+---+---\n2    |   |\n",
            "X, your move> undo\nThere are not so many moves to take back.\n",
            "X, your move> 1 1\n",
            "O plays ",
            "X, your move> resign\nX resigns.\nO wins!\n",
            "game over> 2 2\nThe game is over",
            "game over> undo\nThe game goes on.\n",
            "X, your move> quit\n",
        ],
    );
}

#[test]
fn a_game_is_saved_loaded_and_never_written_over_another_file() {
    let scratch = Scratch::new();
    let (file, other) = (scratch.path("game.txt"), scratch.file("other.txt", "precious"));
    let (file, other) = (text(&file), text(&other));
    let input =
        format!("5\n1\nsave {file}\n9\nsave {file}\nsave {other}\nnew 4 5 3\nload {file}\nload {other}\nboard\nquit\n");
    let people = ["--x", "person", "--o", "person"];
    let shown = play(&people, &input);
    in_order(
        &shown,
        &[
            &format!("Saved to {file}."),
            &format!("Saved to {file}."),
            &format!("{other} exists already; `save! {other}` replaces it."),
            "4 x 5, 3 in a row win.",
            "3 x 3, 3 in a row win.",
            "3    |   |(X)",
            &format!("{other}: "),
            "O, your move> board\n",
            "3    |   |(X)",
        ],
    );
    assert_eq!(std::fs::read_to_string(other).expect("the other file"), "precious");
    let shown = play(
        &["--load", file, "--x", "person", "--o", "person"],
        &format!("2\nsave! {other}\n"),
    );
    in_order(
        &shown,
        &[
            "1  O |   |",
            "3    |   |(X)",
            "O, your move> 2",
            &format!("Saved to {other}."),
        ],
    );
}

#[test]
fn the_name_of_a_file_chooses_its_format() {
    let scratch = Scratch::new();
    let people = ["6", "7", "5", "--x", "person", "--o", "person"];
    for (name, start) in [
        ("game.sgf", "(;FF[4]GM[4]CA[UTF-8]AP[tris]SZ[7:6]INROW[5]\n;B[ba];W[gf]"),
        ("game.psq", "Piskvorky 7x6, 0:0, 0\n2,1,0\n7,6,0\n"),
        ("game.txt", "6 7 5\n0 1\n5 6\n"),
        ("game", "6 7 5\n0 1\n5 6\n"),
    ] {
        let file = scratch.path(name);
        let file = text(&file);
        let shown = play(
            &people,
            &format!("1 2\n6 7\nsave {file}\nnew 3 3 3\nload {file}\n1 1\n"),
        );
        in_order(
            &shown,
            &[
                &format!("Saved to {file}."),
                "3 x 3, 3 in a row win.",
                "6 x 7, 5 in a row win.",
                "X, your move> 1 1",
            ],
        );
        let written = std::fs::read_to_string(file).expect("the file");
        assert!(written.starts_with(start), "{written}");
        in_order(&play(&["--load", file], "quit\n"), &["6 x 7, 5 in a row win."]);
    }
    let lost = scratch.path("lost.psq");
    let shown = play(
        &["--x", "person", "--o", "person"],
        &format!("5\nsave {}\n1\n", text(&lost)),
    );
    in_order(&shown, &["The format knows only five in a row", "O, your move> 1\n"]);
    assert!(!lost.exists());
    let broken = scratch.file("broken.sgf", "(;SZ[3]\n;B[zz])");
    let shown = play(&[], &format!("load {}\n", text(&broken)));
    in_order(&shown, &["line 2, column 4: move to row 25 column 25: off the board"]);
}

#[test]
fn wrong_usage_is_refused() {
    for args in [
        &["play", "3", "3"][..],
        &["play", "x", "3", "3"],
        &["play", "--level", "21"],
        &["play", "--x", "nobody"],
        &["play", "--nodes", "0"],
    ] {
        assert_eq!(run_with(args, b"").status.code(), Some(2), "{args:?}");
    }
    for args in [
        &["play", "0", "3", "3"][..],
        &["play", "3", "300", "3"],
        &["play", "--time=-1"],
        &["play", "--load", "/no/such/file"],
    ] {
        let output = run_with(args, b"");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn a_reader_who_leaves_ends_the_game_quietly() {
    let mut child = command(&[
        "play", "9", "9", "5", "--x", "engine", "--o", "engine", "--nodes", "500",
    ])
    .spawn()
    .expect("the program starts");
    drop(child.stdout.take());
    assert!(wait(&mut child).code().is_some());
    let mut errors = String::new();
    let mut stderr = child.stderr.take().expect("stderr is piped");
    std::io::Read::read_to_string(&mut stderr, &mut errors).expect("UTF-8");
    assert_eq!(errors, "");
}

// The dialogue without a terminal.

fn dialogue(dims: [i64; 3], seats: ByPlayer<Seat>) -> Dialogue {
    let [m, n, k] = dims;
    let board = Board::new(Dims::new(m, n, k).expect("a board"));
    let mut dialogue = Dialogue::new(board.into(), seats, 20, PLAIN, Screen::USUAL);
    dialogue.take_said();
    dialogue
}

fn say(dialogue: &mut Dialogue, line: &str) -> String {
    assert!(matches!(dialogue.need(), Need::Line(_)));
    dialogue.hear(&Given::Text(line.to_owned()));
    dialogue.take_said()
}

fn thought(best: u16, interrupted: bool) -> Option<Thought> {
    let report = Report {
        depth: 4,
        seldepth: 4,
        rank: 1,
        score: Score::Estimate(-12),
        nodes: 1,
        permille_full: 0,
        time: std::time::Duration::from_millis(250),
        stop: None,
        line: vec![Cell(best)],
    };
    Some(Thought {
        best: Cell(best),
        report,
        interrupted,
    })
}

#[test]
fn the_engine_is_asked_when_it_is_its_turn() {
    let mut dialogue = dialogue([3, 3, 3], AGAINST_ENGINE);
    say(&mut dialogue, "1");
    assert_eq!(dialogue.need(), Need::Search(Purpose::Play, 20));
    dialogue.hear_thought(Purpose::Play, thought(4, false));
    let said = dialogue.take_said();
    assert!(
        said.starts_with("O plays 2 2   (0.25 s, depth 4, score -12)\n"),
        "{said}"
    );
    say(&mut dialogue, "level 3");
    say(&mut dialogue, "2");
    assert_eq!(dialogue.need(), Need::Search(Purpose::Play, 3));
    // A failure is told, and the person decides what to do.
    dialogue.hear_thought(Purpose::Play, None);
    assert!(dialogue.take_said().contains("The engine failed"));
    assert_eq!(dialogue.need(), Need::Line("paused> ".into()));
}

#[test]
fn an_interrupted_game_of_engines_waits_for_a_word() {
    let mut dialogue = dialogue([3, 3, 3], ENGINES);
    assert_eq!(dialogue.need(), Need::Search(Purpose::Play, 20));
    dialogue.hear_thought(Purpose::Play, thought(0, true));
    assert_eq!(dialogue.need(), Need::Line("paused> ".into()));
    say(&mut dialogue, "undo");
    assert_eq!(dialogue.board().ply(), 0);
    assert!(say(&mut dialogue, "resign").contains("Only a person can resign"));
    say(&mut dialogue, "");
    assert_eq!(dialogue.need(), Need::Search(Purpose::Play, 20));
}

#[test]
fn ctrl_c_twice_and_ctrl_d_leave() {
    let mut dialogue = dialogue([3, 3, 3], PEOPLE);
    dialogue.hear(&Given::Interrupt);
    assert!(matches!(dialogue.need(), Need::Line(_)));
    say(&mut dialogue, "1");
    dialogue.hear(&Given::Interrupt);
    assert!(matches!(dialogue.need(), Need::Line(_)), "a line between starts anew");
    dialogue.hear(&Given::Interrupt);
    assert_eq!(dialogue.need(), Need::Leave);
    dialogue.hear(&Given::End);
    assert_eq!(dialogue.need(), Need::Leave);
}

fn drawn(dims: [i64; 3], moves: &[[i64; 2]], width: usize, height: usize) -> String {
    let [m, n, k] = dims;
    let mut board = Board::new(Dims::new(m, n, k).expect("a board"));
    for &[row, col] in moves {
        board.play(Point { row, col }).expect("a move");
    }
    draw(&board, PLAIN, Screen { width, height })
}

#[test]
fn boards_fit_the_screen_they_are_drawn_on() {
    for dims in [
        [1, 1, 1],
        [3, 3, 3],
        [9, 10, 5],
        [15, 15, 5],
        [1, 40, 3],
        [40, 1, 3],
        [19, 25, 5],
        [100, 100, 5],
        [255, 255, 9],
    ] {
        for (width, height) in [(80, 24), (40, 50), (200, 60), (1100, 600), (20, 10)] {
            let text = drawn(dims, &[], width, height);
            let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            // A word on what is left out may be longer than a very small screen.
            assert!(widest <= width.max(60), "{dims:?} on {width} by {height}: {widest}");
            assert!(
                text.lines().count() <= height.max(8),
                "{dims:?} on {width} by {height}\n{text}"
            );
        }
    }
}

#[test]
fn large_boards_are_drawn_closer_and_at_last_in_part() {
    let moves = [[0, 9], [0, 0], [1, 9]];
    let close = "    1  2  3  4  5  6  7  8  9 10
 1  O  .  .  .  .  .  .  .  . *X
 2  .  .  .  .  .  .  .  .  . *X
";
    let text = drawn([10, 10, 2], &moves, 80, 20);
    assert!(text.starts_with(close), "{text}");
    let narrow = "                    1\n  1 2 3 4 5 6 7 8 9 0\n1 . . . . . . . . . .\n2 . . . .>X . . . . .\n";
    assert_eq!(drawn([2, 10, 3], &[[1, 4]], 25, 24), narrow);
    let part = drawn([200, 200, 5], &[[149, 199]], 80, 24);
    assert!(part.contains("\n150 ") && part.contains(">X\n"), "{part}");
    assert!(
        part.ends_with("(rows 142 to 157 of 200, columns 163 to 200 of 200)\n"),
        "{part}"
    );
}
