//! `tris draw`: what stands in the picture, the same picture every time, all ways to name a position, clear errors.

mod common;

use common::run_with;

/// The picture of a position, by the real program.
fn draw(args: &[&str]) -> String {
    draw_from(args, "")
}

fn draw_from(args: &[&str], input: &str) -> String {
    let command: Vec<&str> = ["draw"].iter().chain(args).copied().collect();
    let output = run_with(&command, input.as_bytes());
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn complaint(args: &[&str], input: &str) -> String {
    let command: Vec<&str> = ["draw"].iter().chain(args).copied().collect();
    let output = run_with(&command, input.as_bytes());
    assert_eq!(output.status.code(), Some(1), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

/// The texts of a class, in order.
fn texts(picture: &str, class: &str) -> Vec<String> {
    let sign = format!("class=\"{class}\"");
    let lines = picture.lines().filter(|line| line.contains(&sign));
    lines
        .map(|line| {
            let rest = line.split_once('>').map_or("", |(_, rest)| rest);
            rest.split('<').next().unwrap_or_default().to_owned()
        })
        .collect()
}

fn count(picture: &str, class: &str) -> usize {
    picture.matches(&format!("class=\"{class}\"")).count()
}

/// The number of an attribute in the only line of a class.
fn number(picture: &str, class: &str, attribute: &str) -> f64 {
    let sign = format!("class=\"{class}\"");
    let line = picture.lines().find(|line| line.contains(&sign)).expect(class);
    let (_, rest) = line.split_once(&format!(" {attribute}=\"")).expect(attribute);
    rest.split('"')
        .next()
        .and_then(|text| text.parse().ok())
        .expect("a number")
}

fn scratch(name: &str) -> String {
    format!("{}/draw-{name}", env!("CARGO_TARGET_TMPDIR"))
}

const DIAGONAL: [&str; 13] = ["3", "3", "3", "1", "1", "0", "0", "0", "2", "0", "1", "2", "0"];

#[test]
fn a_finished_game_shows_stones_numbers_the_last_move_and_the_line() {
    let picture = draw(&DIAGONAL);
    assert_eq!(texts(&picture, "number"), ["1", "2", "3", "4", "5"]);
    assert_eq!(texts(&picture, "label"), ["1", "2", "3", "1", "2", "3"]);
    // One more of each explains the colours.
    assert_eq!((count(&picture, "X"), count(&picture, "O")), (4, 3));
    assert_eq!((count(&picture, "last"), count(&picture, "victory")), (1, 1));
    assert!(picture.contains("3 × 3, 3 in a row: X wins"));
    // The last move ends the line in the lower left corner.
    assert_eq!(number(&picture, "last", "cx"), number(&picture, "victory", "x2"));
    assert_eq!(number(&picture, "last", "cy"), number(&picture, "victory", "y2"));
    assert!(number(&picture, "victory", "x1") > number(&picture, "victory", "x2"));
}

#[test]
fn an_earlier_move_of_the_same_game() {
    let mut args = DIAGONAL.to_vec();
    args.extend(["--ply", "3"]);
    let picture = draw(&args);
    assert_eq!(texts(&picture, "number"), ["1", "2", "3"]);
    assert_eq!((count(&picture, "last"), count(&picture, "victory")), (1, 0));
    assert!(picture.contains("O to move"));
    assert_eq!(picture, draw(&DIAGONAL[..9]));
}

#[test]
fn a_position_has_many_names() {
    let list = draw(&["4", "7", "4", "1", "3", "2", "6"]);
    assert_eq!(draw(&["4 7 4 1 3 2 6"]), list);
    assert_eq!(draw(&["4 7 4 moves 1 3 2 6"]), list);
    assert_eq!(draw(&["position 4 7 4 moves 1 3 2 6"]), list);
    assert_eq!(draw_from(&["-"], "4 7 4\n1 3\n2 6\n"), list);
    let (text, sgf) = (scratch("4x7.txt"), scratch("4x7.sgf"));
    std::fs::write(&text, "4 7 4\n1 3\n2 6\n").expect("a file");
    assert!(run_with(&["convert", &text, &sgf], b"").status.success());
    assert_eq!(draw(&[&text]), list);
    assert_eq!(draw(&[&sgf]), list);
    assert_eq!(texts(&list, "label").len(), 4 + 7);
}

#[test]
fn stones_of_a_grid_have_no_numbers() {
    let picture = draw(&["3 3 3 grid X.O/.X./..O turn X moves 1 0"]);
    assert_eq!((count(&picture, "X"), count(&picture, "O")), (4, 3));
    assert_eq!(texts(&picture, "number"), ["1"]);
    assert_eq!(count(&picture, "last"), 1);
}

#[test]
fn names_are_shown_and_never_break_the_file() {
    let picture = draw_from(
        &["-"],
        "3 3 3\n# X: <b>&\"\n# O: a very long name that nobody could ever show in so small a picture\n1 1\n# resigned: O\n",
    );
    assert!(picture.contains("X: &lt;b>&amp;\""), "{picture}");
    assert!(picture.contains("O: a very") && picture.contains('…') && !picture.contains("small"));
    assert!(picture.contains("O resigns"));
}

#[test]
fn the_heat_map_tells_the_truth_and_the_same_every_time() {
    // Beside the middle: only the far side does not win.
    let args = ["3 3 3 1 1 0 1", "--heat"];
    let picture = draw(&args);
    assert_eq!(draw(&args), picture);
    let mut scores = texts(&picture, "score");
    scores.sort();
    assert_eq!(scores, ["draw", "win 5", "win 5", "win 5", "win 5", "win 5", "win 5"]);
    assert_eq!((count(&picture, "heat"), count(&picture, "best")), (7, 1));
    assert!(picture.contains("for X, proven"));
}

#[test]
fn the_heat_map_compares_moves_at_one_depth() {
    let args = ["15 15 5 7 7 6 8", "--heat", "--nodes", "30000", "--candidates", "12"];
    let picture = draw(&args);
    assert_eq!(draw(&args), picture);
    let scores = texts(&picture, "score");
    let values: Vec<i32> = scores.iter().filter_map(|score| score.parse().ok()).collect();
    assert_eq!(values.len(), 12, "{scores:?}");
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    assert!(picture.contains("for X, depth "));
    // The frame stands around the first of them.
    let inset = 2.0;
    assert_eq!(number(&picture, "best", "x"), number(&picture, "heat", "x") + inset);
    assert_eq!(number(&picture, "best", "y"), number(&picture, "heat", "y") + inset);
    // Hardly any nodes are enough for something.
    assert_eq!(count(&draw(&["15 15 5 7 7", "--heat", "--nodes", "1"]), "best"), 1);
}

#[test]
fn the_largest_board_is_drawn() {
    let picture = draw(&["255 255 9 254 254"]);
    assert_eq!(texts(&picture, "label").len(), 510);
    assert_eq!(count(&picture, "last"), 1);
}

#[test]
fn complaints_are_clear_and_leave_the_target_alone() {
    let target = scratch("kept.svg");
    std::fs::write(&target, "mine").expect("a file");
    for (args, input, message) in [
        (
            vec!["3 3 3 1 1 1 1"],
            "",
            "line 1, column 11: move to row 1 column 1: occupied",
        ),
        (vec!["3 3 3 1 x"], "", "line 1, column 9: expected a column"),
        (vec!["3 3 3 grid XX/O moves"], "", "the grid"),
        (vec!["3 3 3 moves 1 1 1 1"], "", "move 2 (1 1): occupied"),
        (vec!["3 3 3 moves 1"], "", "column 14: expected"),
        (vec!["nowhere.sgf"], "", "nowhere.sgf: "),
        (
            vec!["-"],
            "3 3 3\n7 7\n",
            "-: line 2, column 1: move to row 7 column 7: off the board",
        ),
        (
            vec!["3 3 3 1 1", "--ply", "2"],
            "",
            "--ply 2: the game ends with move 1",
        ),
        (vec!["1 1 1 0 0", "--heat"], "", "--heat: the game is over"),
        (
            vec!["3 3 3", "--heat", "--time", "1e30"],
            "",
            "--time: not a number of seconds",
        ),
    ] {
        let mut args = args;
        args.extend(["--svg", &target]);
        let said = complaint(&args, input);
        assert!(said.contains(message), "{args:?}: {said}");
    }
    assert_eq!(std::fs::read_to_string(&target).expect("still there"), "mine");
    let said = complaint(&["3 3 3", "--svg", "/nonexistent/a.svg"], "");
    assert!(said.contains("/nonexistent/a.svg: "), "{said}");
}
