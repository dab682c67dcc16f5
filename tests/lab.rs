//! `tris lab` from the outside: what it prints, and how it refuses.

use std::path::PathBuf;
use std::process::{Command, Output};

fn lab(arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tris"))
        .arg("lab")
        .args(arguments.split_whitespace())
        .output()
        .expect("the program runs")
}

fn printed(arguments: &str) -> String {
    let output = lab(arguments);
    assert!(
        output.status.success(),
        "{arguments}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

/// Exit code and message of a refusal, which must be one line.
fn refused(arguments: &str) -> (i32, String) {
    let output = lab(arguments);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.stdout.is_empty(), "{arguments}");
    (output.status.code().unwrap(), text)
}

fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn positions_print_the_sheet() {
    let sheet = printed("positions");
    let lines: Vec<&str> = sheet.lines().collect();
    assert_eq!(
        lines[..4],
        [
            "5478 posizioni",
            "2936 vincenti per X",
            "1474 vincenti per O",
            "......... -"
        ]
    );
    assert_eq!(lines.len(), 3 + 5478);
    assert!(lines.contains(&"XO..XO..X X"));
    assert_eq!(sheet, printed("positions 3 3 3"));
    assert_eq!(printed("positions --count"), lines[..3].join("\n") + "\n");
    assert_eq!(
        printed("positions 2 2 2 --count"),
        "29 posizioni\n29 vincenti per X\n0 vincenti per O\n"
    );
}

#[test]
fn positions_print_json() {
    let json = printed("positions 3 3 3 --json");
    assert!(
        json.contains(r#""total": {"positions": 5478, "x_wins": 2936, "o_wins": 1474, "draws": 1068, "terminal": 958"#)
    );
    assert!(json.contains(r#"{"stones": 9, "positions": 78,"#));
    assert!(json.contains("[\".........\", \"-\"],"));
    assert_eq!(json.matches("\n    [").count(), 5478);
    let figures = printed("positions --json --count");
    assert_eq!(figures.matches("\"stones\"").count(), 10);
    assert!(!figures.contains("list"));
    for text in [json, figures] {
        assert_eq!(text.matches(['{', '[']).count(), text.matches(['}', ']']).count());
        assert!(!text.contains(",\n  ]") && !text.contains(",\n}"));
    }
}

#[test]
fn sliding_prints_the_sheet() {
    let sheet = "1680 posizioni\n13760 mosse\n309 gruppi\n1 posizioni: 308 gruppi\n1372 posizioni: 1 gruppi\nMosse massime: 11\n";
    assert_eq!(printed("sliding"), sheet);
    assert_eq!(printed("sliding 3"), sheet);
    assert_eq!(printed("sliding 2").lines().last(), Some("Mosse massime: 0"));
}

#[test]
fn sliding_plays_a_shortest_chain() {
    let chain = printed("sliding --play XXO/OOX/... .../XXO/OOX");
    let lines: Vec<&str> = chain.lines().collect();
    assert_eq!((lines[0], lines[1], lines.len()), ("6 mosse", "XXO/OOX/...", 8));
    assert!(lines[7].starts_with(".../XXO/OOX "));
    assert_eq!(
        printed("sliding --play XXOOOX... XXO/OOX/..."),
        "0 mosse\nXXO/OOX/...\n"
    );
    let (code, text) = refused("sliding --play XXX/OO./O.. XX./OO./OX.");
    assert_eq!((code, text.lines().count()), (1, 1));
}

#[test]
fn levels_measure_all_algorithms_alike() {
    let names = "minimax,negamax,alphabeta,negascout,memo,negacstar,tris";
    let csv = printed(&format!(
        "levels --board 3 4 3 --from 6 --to 7 --positions 2 --seconds 60 --algorithms {names} --csv"
    ));
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0], ["empties", "algorithm", "nodes", "seconds"]);
    assert_eq!(rows.len(), 1 + 2 * 7);
    let nodes = |empties: &str, name: &str| -> f64 {
        rows.iter().find(|row| row[0] == empties && row[1] == name).unwrap()[2]
            .parse()
            .unwrap()
    };
    assert_eq!(nodes("7", "minimax"), nodes("7", "negamax"));
    assert!(nodes("7", "alphabeta") < nodes("7", "minimax"));
    let table = printed("levels --from 4 --to 5 --algorithms memo,alphabeta");
    assert!(table.starts_with("Nodes\nempty        memo   alphabeta\n    4 ") && table.contains("Milliseconds"));
    let json = printed("levels --from 4 --to 4 --algorithms memo --json");
    assert!(json.contains(r#"{"empties": 4, "algorithm": "memo", "nodes": "#));
}

#[test]
fn levels_draw_a_curve_for_each_algorithm() {
    let file = scratch("levels.svg");
    printed(&format!(
        "levels --from 4 --to 7 --algorithms negamax,alphabeta,memo --svg {}",
        file.display()
    ));
    let svg = std::fs::read_to_string(file).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<polyline").count(), 3);
    for name in [">negamax<", ">alphabeta<", ">memo<", ">empty cells<"] {
        assert!(svg.contains(name), "{name}");
    }
}

#[test]
fn trees_come_as_text_picture_and_graph() {
    let text = printed("tree 3 3 3 --depth 2 --merge");
    assert_eq!(text.lines().count(), 16);
    assert_eq!(text.lines().next(), Some("* .../.../... +1"));
    assert!(text.contains("\n*     O 0 0: O../.X./... +1 (x4)\n"));
    assert_eq!(printed("tree 3 3 3 --depth 1").lines().count(), 10);
    assert_eq!(printed("tree 3 3 3 --moves 1 1 0 0 --depth 0"), "* O../.X./... +1\n");
    let (svg, dot) = (scratch("tree.svg"), scratch("tree.dot"));
    printed(&format!("tree 3 3 3 --grid XOX/OO./.X. --svg {}", svg.display()));
    let svg = std::fs::read_to_string(svg).unwrap();
    // Fourteen boards, and the page itself.
    assert_eq!(svg.matches("<rect").count(), 15);
    printed(&format!("tree 3 3 3 --grid XOX/OO./.X. --dot {}", dot.display()));
    let dot = std::fs::read_to_string(dot).unwrap();
    assert_eq!((dot.matches(" -> ").count(), dot.matches("[label=").count()), (13, 14));
}

#[test]
fn bad_input_is_refused_in_one_line() {
    for arguments in [
        "positions 0 3 3",
        "positions 300 3 3",
        "sliding --play XXO/OOX/... XXX",
        "sliding --play XXO/OOX/... XXX/XOO/O..",
        "sliding --play XXO/OOX/... ZXO/OOX/...",
        "levels --from 9 --to 8",
        "levels --board 2 2 2 --from 5",
        "tree 3 3 3 --moves 1",
        "tree 3 3 3 --moves 1 1 1 1",
        "tree 3 3 3 --moves 3 0",
        "tree 3 3 3 --grid XX./.../...",
    ] {
        let (code, text) = refused(arguments);
        assert_eq!((code, text.lines().count()), (2, 1), "{arguments}: {text}");
        assert!(text.starts_with("tris: "), "{arguments}: {text}");
    }
    for arguments in [
        "positions 3 3",
        "positions x 3 3",
        "positions --memory 1Z",
        "sliding 0",
        "levels --algorithms best",
        "tree",
    ] {
        assert_eq!(refused(arguments).0, 2, "{arguments}");
    }
    for arguments in [
        "positions 5 5 4 --count",
        "positions 4 4 4 --memory 1M",
        "sliding 5",
        "sliding 99",
        "tree 3 3 3",
    ] {
        let (code, text) = refused(arguments);
        assert_eq!((code, text.lines().count()), (1, 1), "{arguments}: {text}");
    }
    assert!(refused("positions 15 15 5").1.contains("--memory allows 2.0 GiB"));
}
