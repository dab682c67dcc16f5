//! The layers of the crate: who may use whom, who may know nom, who may touch the standard streams, who may write
//! protocol text. The table in `src/lib.rs` says it for people, this one for the compiler's sake.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A layer and what it may use. A row may stand here before its module does.
const LAYERS: [(&str, &[&str]); 17] = [
    ("game", &[]),
    ("record", &["game"]),
    ("score", &[]),
    ("budget", &["game"]),
    ("arena", &["game", "score", "budget"]),
    ("eval", &["game", "score"]),
    ("search", &["game", "score", "budget", "eval"]),
    ("proof", &["game"]),
    ("solver", &["game", "score", "budget", "eval", "proof"]),
    ("lab", &["game", "score", "budget", "eval"]),
    ("engine", &["game", "score", "budget", "eval", "search", "solver"]),
    ("session", &["game", "score", "budget", "search", "lab"]),
    ("server", &["budget", "session"]),
    ("transcript", &[]),
    (
        "mnk",
        &[
            "game",
            "score",
            "budget",
            "eval",
            "search",
            "solver",
            "proof",
            "lab",
            "session",
            "server",
            "transcript",
        ],
    ),
    (
        "gomocup",
        &[
            "game", "score", "budget", "eval", "search", "solver", "proof", "lab", "session", "server",
        ],
    ),
    (
        "cli",
        &[
            "game",
            "record",
            "score",
            "budget",
            "arena",
            "eval",
            "search",
            "solver",
            "proof",
            "lab",
            "engine",
            "session",
            "server",
            "transcript",
            "mnk",
            "gomocup",
        ],
    ),
];

/// One source file.
struct Source {
    path: PathBuf,
    /// The top module it belongs to, or the name of a file at the root.
    layer: String,
    /// Its text without comments.
    code: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    let mut open = vec![root()];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(&directory).expect("the sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                sources.push(source(path));
            }
        }
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    sources
}

fn source(path: PathBuf) -> Source {
    let text = std::fs::read_to_string(&path).expect("a source file");
    let path = path.strip_prefix(root()).expect("inside src").to_path_buf();
    let first = path.iter().next().and_then(|name| name.to_str()).expect("a name");
    Source {
        layer: first.trim_end_matches(".rs").to_owned(),
        code: without_comments(&text),
        path,
    }
}

/// The text without `//` comments; a `//` inside a string does no harm here.
fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The code that is not only for tests: the house puts tests last.
fn without_tests(code: &str) -> &str {
    code.split("#[cfg(test)]\nmod").next().unwrap_or_default()
}

fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

/// The names that follow `prefix` in the code, inside braces too.
fn names_after(prefix: &str, code: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let rest = &code[at + prefix.len()..];
        match rest.strip_prefix('{') {
            None => drop(names.insert(word(rest).to_owned())),
            Some(group) => names.extend(top_names(group)),
        }
    }
    names
}

/// The first words of the items of a `use` group, of which only the start is known.
fn top_names(group: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut depth = 0;
    let mut fresh = true;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => fresh = true,
            c if c.is_whitespace() => {}
            _ if fresh => {
                names.push(word(&group[at..]).to_owned());
                fresh = false;
            }
            _ => {}
        }
    }
    names
}

fn layer(name: &str) -> Option<&'static [&'static str]> {
    LAYERS.iter().find(|(layer, _)| *layer == name).map(|(_, uses)| *uses)
}

/// The other layers that a file uses, by whatever path.
fn uses(source: &Source) -> BTreeSet<String> {
    let mut names = names_after("crate::", &source.code);
    // So many steps up lead to the crate; fewer stay inside the layer, whose modules may have the name of another layer.
    let depth = source
        .path
        .with_extension("")
        .iter()
        .filter(|name| *name != "mod")
        .count();
    names.extend(names_after(&"super::".repeat(depth), &source.code));
    names.extend(names_after("tris::", &source.code));
    names.retain(|name| layer(name).is_some() && *name != source.layer);
    names
}

#[test]
fn the_reader_of_imports_sees_them_all() {
    let code = "use crate::game::{Board, Cell};\nuse crate::{score::Score, eval::{a, b}, cli};\nlet x = crate::mnk::y; mycrate::no";
    let names: Vec<String> = names_after("crate::", code).into_iter().collect();
    assert_eq!(names, ["cli", "eval", "game", "mnk", "score"]);
    assert_eq!(without_comments("a // use crate::cli\n/// b\nc"), "a \n\nc");
}

#[test]
fn every_layer_uses_only_what_it_may() {
    for source in sources() {
        if source.path == Path::new("lib.rs") {
            continue;
        }
        // The program itself is a door to the command line and nothing else.
        let allowed = match source.layer.as_str() {
            "main" | "bin" => &["cli"][..],
            name => layer(name).unwrap_or_else(|| panic!("{name} has a row in the table")),
        };
        for used in uses(&source) {
            assert!(
                allowed.contains(&used.as_str()),
                "{} uses {used}",
                source.path.display()
            );
        }
    }
}

#[test]
fn every_module_of_the_crate_has_a_row_and_stands_in_its_documentation() {
    let text = std::fs::read_to_string(root().join("lib.rs")).expect("lib.rs");
    let modules: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ").or(line.strip_prefix("mod ")))
        .map(|line| line.trim_end_matches(';'))
        .collect();
    assert!(modules.len() >= 10);
    for module in modules {
        assert!(layer(module).is_some(), "{module} has a row");
        assert!(
            text.contains(&format!("[`{module}`]")),
            "{module} is in the map of layers"
        );
    }
}

#[test]
fn the_table_has_no_circles() {
    for (place, (name, uses)) in LAYERS.iter().enumerate() {
        for used in *uses {
            let before = LAYERS[..place].iter().any(|(layer, _)| layer == used);
            assert!(before, "{name} uses {used}, which must stand above it");
        }
    }
}

#[test]
fn only_the_parser_knows_nom() {
    for source in sources() {
        let parser = source.path.starts_with("mnk/parser") || source.path == Path::new("mnk/parser.rs");
        let knows = !names_after("nom::", &source.code).is_empty() || source.code.contains("use nom");
        assert!(parser || !knows, "{} uses nom", source.path.display());
    }
}

#[test]
fn only_the_command_line_touches_the_standard_streams() {
    let streams = ["stdout", "stdin", "stderr"];
    // The pipes of a child process are methods and fields of those names; they are no streams of ours.
    let calls = [
        "stdout()",
        "stdin()",
        "stderr()",
        "print!",
        "println!",
        "eprint!",
        "eprintln!",
        "Stdio::inherit",
    ];
    for source in sources() {
        if source.layer == "cli" {
            continue;
        }
        let imported = names_after("io::", &source.code);
        for name in streams {
            assert!(!imported.contains(name), "{} imports {name}", source.path.display());
        }
        for call in calls {
            assert!(!source.code.contains(call), "{} uses {call}", source.path.display());
        }
    }
}

#[test]
fn only_the_command_line_ends_the_process_or_reads_its_surroundings() {
    for source in sources() {
        if ["cli", "main", "bin"].contains(&source.layer.as_str()) {
            continue;
        }
        for name in ["process::exit", "process::abort", "env::args", "env::var"] {
            assert!(!source.code.contains(name), "{} uses {name}", source.path.display());
        }
    }
}

#[test]
fn only_front_ends_write_protocol_text() {
    // Transcripts are about that text and the arena is a client of it, so they may know it too.
    let may = ["mnk", "gomocup", "cli", "transcript", "arena"];
    for source in sources() {
        if may.contains(&source.layer.as_str()) || source.path.ends_with("tests.rs") {
            continue;
        }
        let code = without_tests(&source.code);
        for text in [
            "\"info ",
            "\"bestmove",
            "\"readyok",
            "\"mnkok",
            "\"error ",
            "\"ok\"",
            "\"ok ",
        ] {
            assert!(!code.contains(text), "{} writes {text}", source.path.display());
        }
    }
}
