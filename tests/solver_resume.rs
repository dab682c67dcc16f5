//! The program itself: the result line, a solve that is killed and goes on, certificates on disk, refusals.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn tris(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tris")).args(args).output().unwrap()
}

fn last_line(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .last()
        .unwrap_or("")
        .to_string()
}

fn nodes(line: &str) -> u64 {
    line.split(' ')
        .skip_while(|word| *word != "nodes")
        .nth(1)
        .unwrap()
        .parse()
        .unwrap()
}

fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tris-{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn a_killed_solve_goes_on_where_it_was() {
    let journal = scratch("journal");
    let path = journal.to_str().unwrap();
    let args = ["solve", "8", "7", "5", "--resume", path];
    let fresh = nodes(&last_line(&tris(&["solve", "8", "7", "5"])));
    let mut child = Command::new(env!("CARGO_BIN_EXE_tris"))
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The journal's size is the clock, so that the test does not depend on the machine's speed.
    while std::fs::metadata(&journal).map_or(0, |file| file.len()) < 16_000 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // As if the end had come in the middle of a record.
    let bytes = std::fs::read(&journal).unwrap();
    std::fs::write(&journal, &bytes[..bytes.len() - 5]).unwrap();
    let line = last_line(&tris(&args));
    assert!(line.starts_with("8 7 5 value draw nodes "), "{line}");
    assert!(nodes(&line) < fresh, "{line}: a fresh solve took {fresh}");
    // Once more, from the complete journal: next to nothing is left to do.
    let again = last_line(&tris(&args));
    assert!(nodes(&again) < fresh / 4, "{again}");
    let other = tris(&["solve", "7", "7", "5", "--resume", path]);
    assert!(!other.status.success(), "a journal of another position was accepted");
    std::fs::remove_file(&journal).unwrap();
}

#[test]
fn two_threads_write_a_certificate_that_holds() {
    let proof = scratch("proof");
    let path = proof.to_str().unwrap();
    let line = last_line(&tris(&["solve", "7", "7", "5", "--threads", "2", "--proof", path]));
    assert!(line.starts_with("7 7 5 value draw nodes "), "{line}");
    let checked = tris(&["verify", path]);
    assert!(checked.status.success());
    assert!(last_line(&checked).starts_with("proof ok 7 7 5 value draw"));
    let mut bytes = std::fs::read(&proof).unwrap();
    let middle = bytes.len() / 2;
    bytes.truncate(middle);
    std::fs::write(&proof, bytes).unwrap();
    let refused = tris(&["verify", path]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(last_line(&refused).starts_with("proof failed"));
    std::fs::remove_file(&proof).unwrap();
}

#[test]
fn positions_limits_and_refusals() {
    assert!(last_line(&tris(&["solve", "3", "3", "3", "--moves", "0 0 0 1"])).starts_with("3 3 3 value win 5 nodes "));
    let unknown = last_line(&tris(&["solve", "12", "12", "5", "--time", "0.3"]));
    assert!(unknown.starts_with("12 12 5 value unknown nodes "), "{unknown}");
    for bad in [
        &["solve", "3", "3", "3", "--moves", "0 0 0 0"][..],
        &["solve", "3", "3", "3", "--moves", "0 0 0"],
        &["solve", "0", "3", "3"],
        &["solve", "3", "3", "3", "--moves", "0 0 1 0 0 1 1 1 0 2"],
        &["solve", "3", "3", "3", "--time", "-1"],
        &["verify", "no-such-file"],
    ] {
        let output = tris(bad);
        assert!(!output.status.success() && output.stdout.is_empty(), "{bad:?}");
    }
}

#[test]
fn what_cannot_be_written_is_refused_before_the_work() {
    let folder = scratch("folder");
    std::fs::create_dir(&folder).unwrap();
    let beyond = folder.join("no/such.proof");
    let journal = scratch("garbage");
    std::fs::write(&journal, [7_u8; 500]).unwrap();
    // A board that would take for ever: an answer shows that no work was begun.
    for (option, path) in [
        ("--proof", &folder),
        ("--proof", &beyond),
        ("--resume", &folder),
        ("--resume", &beyond),
        ("--resume", &journal),
    ] {
        let path = path.to_str().unwrap();
        let output = tris(&["solve", "15", "15", "5", option, path]);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && output.stdout.is_empty(), "{option} {path}");
        assert!(complaint.contains(path), "{option} {path}: {complaint}");
    }
    assert_eq!(
        std::fs::read(&journal).unwrap(),
        [7; 500],
        "a file that is no journal was changed"
    );
    std::fs::remove_file(&journal).unwrap();
    std::fs::remove_dir(&folder).unwrap();
}

#[test]
#[cfg(target_os = "linux")]
fn a_value_outlives_its_certificate() {
    let output = tris(&["solve", "3", "3", "3", "--proof", "/dev/full"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(last_line(&output).starts_with("3 3 3 value draw nodes "));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("tris: /dev/full: "));
}

#[test]
fn an_unproven_value_leaves_no_certificate() {
    let proof = scratch("unproven");
    let line = last_line(&tris(&[
        "solve",
        "12",
        "12",
        "5",
        "--time",
        "0.2",
        "--proof",
        proof.to_str().unwrap(),
    ]));
    assert!(line.starts_with("12 12 5 value unknown nodes "), "{line}");
    assert!(!proof.exists() && !proof.with_extension("part").exists());
}

#[test]
fn a_damaged_journal_does_no_harm() {
    let journal = scratch("damaged");
    let args = ["solve", "8", "6", "5", "--resume", journal.to_str().unwrap()];
    tris(&args);
    let bytes = std::fs::read(&journal).unwrap();
    let header = bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'\n')
        .nth(1)
        .unwrap()
        .0
        + 1;
    assert!(bytes.len() > header, "nothing was written down");
    for at in (header..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x11;
        std::fs::write(&journal, &damaged).unwrap();
        assert!(last_line(&tris(&args)).starts_with("8 6 5 value draw nodes "));
    }
    std::fs::remove_file(&journal).unwrap();
}
