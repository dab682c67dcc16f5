//! Game records: round trips through every format and between them, tolerance, broken files, `tris convert`.

mod common;

use common::property::cases;
use common::run_with;
use proptest::prelude::*;
use tris::game::{Board, Dims, Player};
use tris::record::{self, Format, GameRecord, Loss};

/// A random game on a random board; `five` keeps K at 5, as one format demands.
fn games(five: bool) -> impl Strategy<Value = GameRecord> {
    let k = if five { 5..6_i64 } else { 1..9 };
    let side = || prop_oneof![1..20_i64, 50..60_i64];
    (side(), side(), k, proptest::collection::vec(any::<u16>(), 0..60)).prop_map(|(rows, cols, k, choices)| {
        let mut board = Board::new(Dims::new(rows, cols, k).expect("a board"));
        for choice in choices {
            let legal: Vec<_> = board.legal().collect();
            if !legal.is_empty() {
                board.play_unchecked(legal[usize::from(choice) % legal.len()]);
            }
        }
        GameRecord::of(&board).expect("from the empty board")
    })
}

/// A game with names, a remark and perhaps a resignation.
fn noted() -> impl Strategy<Value = GameRecord> {
    let name = || proptest::option::of(r"[!-~é木]([ -~é木]{0,8}[!-~é木])?");
    let remark = proptest::option::of(r"[!-~木]([ -~\n木]{0,30}[!-~木])?");
    let resigned = proptest::option::of(any::<bool>());
    (games(false), name(), name(), remark, resigned).prop_map(|(mut game, first, second, remark, resigned)| {
        game.players[Player::First] = first;
        game.players[Player::Second] = second;
        game.comment = remark;
        if game.board().outcome().is_none() {
            game.resigned = resigned.map(|first| if first { Player::First } else { Player::Second });
        }
        game
    })
}

fn there_and_back(format: Format, game: &GameRecord) -> GameRecord {
    let text = record::save(format, game).expect("nothing is lost");
    record::load_as(format, &text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn sgf_and_lists_hold_everything(game in noted()) {
        prop_assert_eq!(&there_and_back(Format::Sgf, &game), &game);
        prop_assert_eq!(&there_and_back(Format::Text, &game), &game);
        prop_assert_eq!(&there_and_back(Format::Text, &there_and_back(Format::Sgf, &game)), &game);
    }

    #[test]
    fn fives_pass_through_all_formats(game in games(true), names in any::<bool>()) {
        let mut game = game;
        if names {
            game.players.0 = [Some("alpha".into()), Some("pbrain b.zip".into())];
        }
        let passed = Format::ALL.iter().fold(game.clone(), |game, &format| there_and_back(format, &game));
        prop_assert_eq!(&passed, &game);
    }

    #[test]
    fn whatever_psq_takes_it_gives_back(game in noted()) {
        if let Ok(text) = record::save(Format::Psq, &game) {
            prop_assert_eq!(record::load_as(Format::Psq, &text).expect(&text), game);
        }
    }

    #[test]
    fn garbage_is_an_error_inside_the_text_and_never_a_panic(text in "[-(;)\\[\\]BWSZGM0-9a-z,:x#\\\\ \r\n]{0,60}", head in 0..4_usize) {
        let head = ["", "(;GM[4]SZ[5:4]", "Piskvorky 9x8, 0:0, 0\n", "3 3 3\n"][head];
        let text = format!("{head}{text}");
        for format in Format::ALL {
            if let Err(error) = record::load_as(format, &text) {
                let lines: Vec<&str> = text.split('\n').collect();
                prop_assert!((1..=lines.len()).contains(&error.line), "{error}");
                let width = lines[error.line - 1].chars().count();
                prop_assert!((1..=width + 1).contains(&error.column), "{error}");
            }
        }
    }
}

fn points(game: &GameRecord) -> Vec<(i64, i64)> {
    let point = |&cell| game.dims().point(cell);
    game.moves()
        .iter()
        .map(point)
        .map(|point| (point.row, point.col))
        .collect()
}

#[test]
fn sgf_is_read_with_all_its_freedoms() {
    let text = "\u{feff} (;FF[4]GM[4]SZ[7:9]\r\nPB[A \\] B]PW [white]XY[a][b] INROW[4] C[two\nlines \\\njoined]\n\
                ;B[ab]C[no] (;W[ba];B[cc](;W[dd])(;W[ee]))(;W[gg]))";
    let game = record::load("game.SGF", text).expect("a game");
    assert_eq!(game.dims().to_string(), "9 7 4");
    assert_eq!(points(&game), [(1, 0), (0, 1), (2, 2), (3, 3)]);
    assert_eq!(game.players.0, [Some("A ] B".into()), Some("white".into())]);
    assert_eq!(game.comment.as_deref(), Some("two\nlines joined"));
    let usual = record::load_as(Format::Sgf, "(;GM[4];B[hh])").expect("defaults");
    assert_eq!(usual.dims().to_string(), "15 15 5");
    let given_up = record::load_as(Format::Sgf, "(;SZ[3]RE[W+Resign];B[aa])").expect("a game");
    assert_eq!(given_up.resigned, Some(Player::First));
}

#[test]
fn files_of_piskvork_are_read_as_it_writes_them() {
    let text = "Piskvorky 20x15, 11:11, 1\r\n8,8,0\r\n9,7,3\r\n20,15\r\npbrain-one.exe\r\ntwo.zip\r\n0\r\n";
    let game = record::load("a.psq", text).expect("a game");
    assert_eq!(game.dims().to_string(), "15 20 5");
    assert_eq!(points(&game), [(7, 7), (6, 8), (14, 19)]);
    // The second player began.
    assert_eq!(game.players.0, [Some("two.zip".into()), Some("pbrain-one.exe".into())]);
    let bare = record::load("a.psq", "Piskvorky 15x15, 0:4, 0\n1,1,5\n-1\n").expect("a game");
    assert_eq!(bare.players.0, [None, None]);
    assert_eq!(bare.moves().len(), 1);
}

#[test]
fn lists_may_stand_on_one_line_or_many() {
    let one = record::load("a.txt", "3 4 3 0 0 2 3").expect("a game");
    let many = record::load("a.txt", "# a game\n3 4 3 # size\r\n\r\n0 0\r\n\t2 3\n").expect("a game");
    assert_eq!(one, many);
    assert_eq!(points(&one), [(0, 0), (2, 3)]);
}

#[test]
fn broken_files_say_where_and_what() {
    for (format, text, message) in [
        (Format::Text, "", "line 1, column 1: expected a number of rows M"),
        (Format::Text, "3 3 3\n0 0\n1 x\n", "line 3, column 3: expected a column"),
        (
            Format::Text,
            "3 3 3\n0 0\n 0 0\n",
            "line 3, column 2: move to row 0 column 0: occupied",
        ),
        (
            Format::Text,
            "3 3 3 9 9",
            "line 1, column 7: move to row 9 column 9: off the board",
        ),
        (Format::Text, "0 3 3", "line 1, column 1: M, N and K must be at least 1"),
        (
            Format::Text,
            "1 3 1 0 0 0 1",
            "line 1, column 11: move to row 0 column 1: the game is over",
        ),
        (
            Format::Psq,
            "Piskvorka",
            "line 1, column 1: expected the header \"Piskvorky COLSxROWS, A:B, H\"",
        ),
        (
            Format::Psq,
            "Piskvorky 15y15",
            "line 1, column 13: expected x between columns and rows",
        ),
        (
            Format::Psq,
            "Piskvorky 15x15, 0:0, 0\n1,1,0\n1,z\n",
            "line 3, column 3: expected a row",
        ),
        (
            Format::Psq,
            "Piskvorky 9x9, 0:0, 0\n10,1,0\n",
            "line 2, column 1: move to row 0 column 9: off the board",
        ),
        (
            Format::Psq,
            "Piskvorky 9x9, 0:0, 0\n1,1,0 a\n",
            "line 2, column 7: expected the end of the line",
        ),
        (
            Format::Sgf,
            "B[aa]",
            "line 1, column 1: expected ( at the start of a game",
        ),
        (
            Format::Sgf,
            "(;GM[1])",
            "line 1, column 6: not a five-in-a-row game: GM is not 4",
        ),
        (
            Format::Sgf,
            "(;SZ[x])",
            "line 1, column 6: expected columns:rows, or one number",
        ),
        (
            Format::Sgf,
            "(;SZ[3]\n;B[aa]\n;B[bb])",
            "line 3, column 2: expected B and W in turn, B first",
        ),
        (
            Format::Sgf,
            "(;SZ[3];B[a])",
            "line 1, column 11: expected two letters, or column,row",
        ),
        (
            Format::Sgf,
            "(;SZ[3];B[aa]",
            "line 1, column 14: expected ) before the end of the file",
        ),
        (
            Format::Sgf,
            "(;C[never",
            "line 1, column 10: expected ] before the end of the file",
        ),
        (
            Format::Sgf,
            "(;SZ[3];B[aa](;W[bb])\n(;W[cc]",
            "line 2, column 8: expected ) before the end of the file",
        ),
        (
            Format::Sgf,
            "(;SZ[3];B[aa]\n;W)",
            "line 2, column 3: expected [ after a property's name",
        ),
        (
            Format::Sgf,
            "(;SZ[3]\n!;B[aa])",
            "line 2, column 1: expected a property, ; or )",
        ),
        (
            Format::Sgf,
            "(;SZ[3]INROW[many])",
            "line 1, column 14: expected a line length K",
        ),
        (
            Format::Sgf,
            "(;SZ[300])",
            "line 1, column 6: boards go up to 255 by 255, with any K below 9223372036854775807",
        ),
        (
            Format::Psq,
            "Piskvorky 9x9, 0:0, 0\n1,1,0\n2;2;0\n",
            "line 3, column 1: expected a move x,y,ms, a player's name or a number at the end",
        ),
        (
            Format::Psq,
            "Piskvorky 9x9, 0:0, 0\n1,1,0\nonly one\n",
            "line 4, column 1: expected a move x,y,ms, a player's name or a number at the end",
        ),
        (
            Format::Psq,
            "Piskvorky 9x9, 0:0, 0\n1,1,0\n\n1,1,0\n",
            "line 4, column 1: move to row 0 column 0: occupied",
        ),
        (
            Format::Sgf,
            "(;AB[aa])",
            "line 1, column 3: set-up stones are not supported, only moves from the empty board",
        ),
    ] {
        let error = record::load_as(format, text).expect_err(text);
        assert_eq!(error.to_string(), message, "{text:?}");
    }
}

#[test]
fn what_a_format_cannot_hold_is_refused() {
    let game = |k| GameRecord::new(Dims::new(9, 9, k).expect("a board"));
    let refused = |change: fn(&mut GameRecord)| {
        let mut game = game(5);
        change(&mut game);
        record::save(Format::Psq, &game).expect_err("a loss")
    };
    assert_eq!(record::save(Format::Psq, &game(4)), Err(Loss::LineLength));
    assert_eq!(refused(|game| game.players.0[0] = Some("x".into())), Loss::OneName);
    assert_eq!(
        refused(|game| game.players.0 = [Some("1".into()), Some("b".into())]),
        Loss::Name
    );
    assert_eq!(refused(|game| game.resigned = Some(Player::First)), Loss::Resignation);
    assert_eq!(refused(|game| game.comment = Some("c".into())), Loss::Remark);
    let mut named = game(5);
    named.players.0[0] = Some("two\nlines".into());
    assert_eq!(record::save(Format::Sgf, &named), Err(Loss::Name));
}

#[test]
fn huge_and_hostile_texts_are_refused_or_read_soon() {
    let many = |text: &str| text.repeat((record::MOST_BYTES - 100) / text.len());
    for text in [
        many("("),
        format!("(;{}", many("(;")),
        format!("(;{}", many("B[]")),
        format!("(;SZ[9]C[{}", many("\\")),
        format!("(;{}", many("XX[a]")),
        format!("Piskvorky 9x9, 0:0, 0\n{}", many("1,")),
        format!("Piskvorky 9x9, 0:0, 0\n{}", many("\n")),
        format!("Piskvorky {}", many("9")),
        many("9"),
        many("-"),
        many("#\n"),
        format!("255 255 9 {}", many("0 0 ")),
        format!("9 9 5\n{}", many("# remark: x\n")),
        "\0".repeat(record::MOST_BYTES * 2),
        "é\n".repeat(record::MOST_BYTES),
    ] {
        for format in Format::ALL {
            let read = record::load_as(format, &text);
            let fine = match format {
                Format::Text => text.starts_with("9 9 5"),
                Format::Psq => text.ends_with("\n\n\n"),
                Format::Sgf => false,
            };
            assert_eq!(read.is_ok(), fine, "{format}: {}", &text[..20]);
        }
    }
    let error = record::load_as(Format::Text, &"1 \n ".repeat(record::MOST_BYTES / 2)).expect_err("too long");
    assert_eq!(error.problem, record::Problem::TooLong);
    assert_eq!((error.line, error.column), (record::MOST_BYTES / 4 + 1, 2));
}

#[test]
fn the_fullest_board_fits_every_format() {
    let mut board = Board::new(Dims::new(255, 255, 256).expect("a board"));
    for cell in board.dims().all_cells() {
        board.play_unchecked(cell);
    }
    let game = GameRecord::of(&board).expect("from the empty board");
    for format in [Format::Sgf, Format::Text] {
        assert_eq!(there_and_back(format, &game), game);
    }
}

/// A scratch file of this test.
fn scratch(name: &str) -> String {
    format!("{}/records-{name}", env!("CARGO_TARGET_TMPDIR"))
}

#[test]
fn convert_goes_between_files_and_through_pipes() {
    let (list, sgf, psq) = (scratch("a.txt"), scratch("a.sgf"), scratch("a.psq"));
    std::fs::write(&list, "15 15 5\n7 7\n7 8\n").expect("a file");
    for (from, to) in [(&list, &sgf), (&sgf, &psq)] {
        let output = run_with(&["convert", from, to], b"");
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    }
    let output = run_with(&["convert", &psq, "-", "--to", "txt"], b"");
    assert_eq!(output.stdout, b"15 15 5\n7 7\n7 8\n");
    let output = run_with(&["convert", "-", "-", "--from", "txt", "--to", "psq"], b"15 15 5 7 8");
    assert_eq!(output.stdout, b"Piskvorky 15x15, 0:0, 0\n9,8,0\n-1\n");
}

#[test]
fn convert_complains_and_leaves_the_target_alone() {
    let target = scratch("kept.psq");
    std::fs::write(&target, "mine").expect("a file");
    for (args, text, message) in [
        (["-", &target, "--from", "txt"], "3 3 3", "would lose K"),
        (
            ["-", &target, "--from", "txt"],
            "9 9 5 1",
            "line 1, column 8: expected a column",
        ),
        (["-", "-", "--from", "txt"], "3 3 3", "the name tells no format"),
        (["/nonexistent.sgf", &target, "--from", "sgf"], "", "/nonexistent.sgf: "),
    ] {
        let mut command = vec!["convert"];
        command.extend(args);
        let output = run_with(&command, text.as_bytes());
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(message) && output.stdout.is_empty(), "{said}");
    }
    assert_eq!(std::fs::read_to_string(&target).expect("still there"), "mine");
}

/// The fenced blocks of the document on records that are marked with a language.
fn documented(language: &str) -> Vec<String> {
    let path = format!("{}/docs/records.md", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the document");
    let blocks = text.split("\n```").collect::<Vec<_>>();
    let inside = blocks.iter().skip(1).step_by(2);
    inside
        .filter_map(|block| block.strip_prefix(language)?.strip_prefix('\n'))
        .map(|block| format!("{block}\n"))
        .collect()
}

#[test]
fn the_records_of_the_document_are_one_game() {
    let samples = documented("text");
    let sample = |start: &str, format| {
        let text = samples.iter().find(|text| text.starts_with(start)).expect(start);
        record::load_as(format, text).expect(start)
    };
    let (list, sgf) = (sample("15 15 5", Format::Text), sample("(;", Format::Sgf));
    let mut psq = sample("Piskvorky", Format::Psq);
    assert_eq!(list, sgf);
    assert_eq!(list.resigned, Some(Player::Second));
    assert_eq!(list.moves().len(), 3);
    (psq.resigned, psq.comment) = (list.resigned, list.comment.clone());
    assert_eq!(psq, list);
    let written = record::save(Format::Sgf, &list).expect("nothing is lost");
    assert!(samples.contains(&written), "{written}");
}

#[cfg(unix)]
#[test]
fn the_commands_of_the_document_work() {
    let directory = scratch("commands");
    std::fs::create_dir_all(&directory).expect("a directory");
    let bin = std::path::Path::new(common::program()).parent().expect("a directory");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let commands = documented("sh").concat();
    assert!(commands.contains("tris draw") && commands.contains("tris convert"));
    let mut shell = std::process::Command::new("sh");
    let shell = shell.args(["-ec", &commands]).current_dir(&directory).env("PATH", path);
    let output = shell.output().expect("a shell");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    for name in ["game.svg", "win.svg", "heat.svg", "grid.svg", "start.svg"] {
        let picture = std::fs::read_to_string(format!("{directory}/{name}")).expect(name);
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{name}");
    }
}
