//! The Python client and what is built on it, driven by its own tests: with this very engine, and with engines that
//! misbehave. The examples of its document run, too.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Output};

const TRIS: &str = env!("CARGO_BIN_EXE_tris");

/// A Python that finds the client and, as a user's would, `tris` on the path. None where there is no Python.
fn python(arguments: &[&str]) -> Option<Output> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut path = OsString::from(Path::new(TRIS).parent().expect("a folder"));
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let run = Command::new("python3")
        .args(["-B", "-W", "error::ResourceWarning"])
        .args(arguments)
        .current_dir(root)
        .env("PATH", path)
        .env("PYTHONPATH", root.join("scripts"))
        .env("TRIS", TRIS)
        .output();
    match run {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("no python3 here: {arguments:?} was not run");
            None
        }
        run => Some(run.expect("python3 runs")),
    }
}

/// Runs a test file of `tests/python`.
fn passes(file: &str) {
    let Some(run) = python(&[&format!("tests/python/{file}"), "--verbose"]) else {
        return;
    };
    // Python's unittest reports on standard error; what was skipped, and why, stands there, too.
    let report = String::from_utf8_lossy(&run.stderr);
    eprintln!("{report}");
    assert!(run.status.success(), "{file}: {report}");
    assert!(report.contains("\nRan "), "{file} has run tests: {report}");
}

#[test]
fn the_examples_of_the_document_run() {
    let document =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/clients.md")).expect("a document");
    let examples: Vec<&str> = document
        .split("```python\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert!(examples.len() >= 3, "there are examples");
    for example in examples {
        let Some(run) = python(&["-c", example]) else { return };
        assert!(
            run.status.success(),
            "{example}{}",
            String::from_utf8_lossy(&run.stderr)
        );
    }
}

#[test]
fn the_client_drives_the_engine() {
    passes("test_mnk.py");
}

#[test]
fn the_client_survives_bad_engines() {
    passes("test_mnk_faults.py");
}

#[test]
fn the_bot_plays_under_open_spiel() {
    passes("test_openspiel.py");
}
