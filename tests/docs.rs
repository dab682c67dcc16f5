//! The documents tell the truth: their examples run, and they name every command, option and error code.

use std::path::{Path, PathBuf};
use std::process::Command;

use tris::mnk::help::ENTRIES;
use tris::mnk::reply::Code;
use tris::session::options::{Kind, SPECS};

fn read(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect(name)
}

/// The fenced blocks of a document that are marked with a language.
fn blocks(document: &str, language: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut open: Option<String> = None;
    for line in document.lines() {
        match &mut open {
            None if line == format!("```{language}") => open = Some(String::new()),
            Some(_) if line == "```" => blocks.extend(open.take()),
            Some(block) => *block += &format!("{line}\n"),
            None => {}
        }
    }
    blocks
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn run_transcripts(document: &str) {
    let blocks = blocks(&read(document), "mnkt");
    assert!(!blocks.is_empty(), "{document} has examples");
    let files: Vec<PathBuf> = blocks
        .iter()
        .enumerate()
        .map(|(index, block)| {
            let path = scratch(&format!("{document}-{index}.mnkt"));
            std::fs::write(&path, block).expect("a file");
            path
        })
        .collect();
    let checked = Command::new(env!("CARGO_BIN_EXE_tris"))
        .arg("check")
        .args(&files)
        .output()
        .expect("tris check");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
}

#[test]
fn the_examples_of_the_protocol_are_true() {
    run_transcripts("protocol.md");
}

#[test]
fn the_example_of_the_readme_is_true() {
    run_transcripts("README.md");
}

#[test]
fn every_command_option_and_error_code_is_documented() {
    let (protocol, readme) = (read("protocol.md"), read("README.md"));
    for entry in &ENTRIES {
        assert!(
            protocol.contains(&format!("`{}", entry.name)),
            "protocol.md: {}",
            entry.name
        );
        assert!(
            readme.contains(&format!("`{}", entry.name)),
            "README.md: {}",
            entry.name
        );
    }
    for code in Code::ALL {
        assert!(
            protocol.contains(&format!("| `{}` |", code.word())),
            "protocol.md: {}",
            code.word()
        );
    }
    for spec in &SPECS {
        let row = match spec.kind {
            Kind::Spin { min, max, default } => format!("| `{}` | spin | {default} | {min}–{max} |", spec.name),
            Kind::Combo { words } => format!("| `{}` | combo | `{}` |", spec.name, words[0]),
            Kind::Button => format!("| `{}` | button |", spec.name),
        };
        assert!(protocol.contains(&row), "protocol.md: {row}");
        assert!(
            readme.contains(&format!("| `{}` |", spec.name)),
            "README.md: {}",
            spec.name
        );
    }
}

#[test]
fn the_client_of_the_protocol_plays() {
    let client = blocks(&read("protocol.md"), "python").remove(0);
    let client = client.replace("[\"tris\"]", &format!("[{:?}]", env!("CARGO_BIN_EXE_tris")));
    let path = scratch("client.py");
    std::fs::write(&path, client).expect("a file");
    let played = Command::new("python3").arg(&path).output().expect("python3");
    let said = String::from_utf8_lossy(&played.stdout);
    assert!(
        said.starts_with("bestmove "),
        "{said}{}",
        String::from_utf8_lossy(&played.stderr)
    );
}

#[test]
fn the_grader_grades() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/grade.py");
    for (size, result) in [(["3", "3", "3"], "draw\n"), (["4", "4", "3"], "win X\n")] {
        let graded = Command::new("python3")
            .arg(&script)
            .arg(env!("CARGO_BIN_EXE_tris"))
            .args(size)
            .output()
            .expect("python3");
        assert_eq!(String::from_utf8_lossy(&graded.stdout), result);
    }
}
