//! The command line: help, versions, generated files, the bench, wrong usage.

mod common;

use std::io::Read;
use std::process::{Command, Stdio};

use common::{command, run_with, wait};

/// Runs a subcommand that must succeed silently; what it prints.
fn succeed(args: &[&str]) -> String {
    let output = run_with(args, b"");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn help_explains_everything_with_examples() {
    let help = succeed(&["--help"]);
    for word in [
        "Usage",
        "Examples:",
        "newgame 3 3 3",
        "check",
        "bench",
        "completions",
        "man",
        "--transcript",
        "--fail-on-error",
        "--log",
        "RUST_LOG",
    ] {
        assert!(help.contains(word), "{word}: {help}");
    }
    for subcommand in ["check", "bench", "completions"] {
        let help = succeed(&[subcommand, "--help"]);
        assert!(help.contains("Example") && help.contains("tris "), "{help}");
    }
    assert!(succeed(&["-h"]).contains("Usage"));
    assert!(succeed(&["check", "--help"]).contains("--update"));
    assert!(succeed(&["check", "--help"]).contains("--engine"));
}

/// The line that the help offers for pasting plays indeed.
#[cfg(unix)]
#[test]
fn the_first_example_of_the_help_plays() {
    let help = succeed(&["--help"]);
    let line = help
        .lines()
        .find(|line| line.trim_start().starts_with("printf "))
        .expect("an example");
    let line = line.trim().replace("| tris", &format!("| {}", common::program()));
    let output = Command::new("sh").args(["-c", &line]).output().expect("a shell");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.lines().any(|line| line.starts_with("bestmove ")), "{line}: {text}");
    assert!(output.status.success() && output.stderr.is_empty());
}

/// The version is the package's, and behind a `+` the commit if the build knew it.
#[test]
fn the_version_is_that_of_the_package_and_the_build() {
    let line = succeed(&["--version"]);
    let version = line
        .strip_prefix("tris ")
        .and_then(|rest| rest.strip_suffix('\n'))
        .expect("a name");
    let build = version
        .strip_prefix(env!("CARGO_PKG_VERSION"))
        .expect("the package's version");
    let commit = build.strip_prefix('+').unwrap_or("none");
    assert!(
        build.is_empty() || commit.len() >= 9 && commit.chars().all(|c| c.is_ascii_hexdigit()),
        "{line}"
    );
    assert_eq!(succeed(&["-V"]), line);
    let answers = common::run_with(&[], b"version\nmnk\nquit\n");
    let answers = String::from_utf8(answers.stdout).expect("UTF-8");
    assert!(
        answers.starts_with(&format!("ok tris {version} protocol 1\n")),
        "{answers}"
    );
    assert!(answers.contains(&format!("\ninfo id version {version}\n")), "{answers}");
}

#[test]
fn completions_are_made_for_the_usual_shells() {
    for (shell, sign) in [
        ("bash", "complete "),
        ("zsh", "#compdef tris"),
        ("fish", "complete -c tris"),
    ] {
        let script = succeed(&["completions", shell]);
        assert!(script.contains(sign), "{shell}");
        for word in [
            "check",
            "bench",
            "completions",
            "man",
            "fail-on-error",
            "transcript",
            "update",
            "engine",
        ] {
            assert!(script.contains(word), "{shell} completes {word}");
        }
    }
}

#[cfg(unix)]
#[test]
fn the_bash_completion_is_valid_shell() {
    let script = succeed(&["completions", "bash"]);
    let Ok(mut bash) = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn() else {
        return; // No bash here, nothing to check it with.
    };
    std::io::Write::write_all(&mut bash.stdin.take().expect("piped"), script.as_bytes()).expect("bash reads");
    assert!(wait(&mut bash).success());
}

#[test]
fn the_manual_page_is_roff_and_names_the_options() {
    let page = succeed(&["man"]);
    assert!(page.contains(".TH tris"), "{page}");
    for word in ["transcript", "completions", "RUST_LOG"] {
        assert!(page.contains(word), "{word}");
    }
}

#[test]
fn the_bench_gives_the_same_nodes_and_signature_every_time() {
    let result = |args: &[&str]| {
        let output = run_with(args, b"");
        assert_eq!(output.status.code(), Some(0));
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let words: Vec<String> = text
            .lines()
            .last()
            .expect("a result")
            .split(' ')
            .map(str::to_owned)
            .collect();
        let at = |name: &str| {
            let place = words.iter().position(|word| word == name).expect(name);
            words[place + 1].clone()
        };
        (at("nodes"), at("signature"))
    };
    let first = result(&["bench", "--depth", "3"]);
    assert_eq!(result(&["bench", "--depth", "3"]), first);
    assert_ne!(result(&["bench", "--depth", "2"]), first);
    // The protocol's bench is the same.
    let lines = common::run("bench 3\n");
    let answer = lines.last().expect("an answer");
    assert!(
        answer.contains(&format!("nodes {} ", first.0)) && answer.ends_with(&first.1),
        "{answer} {first:?}"
    );
}

#[test]
fn wrong_usage_exits_with_two_and_explains_on_standard_error() {
    for args in [
        &["--nonsense"][..],
        &["nonsense"],
        &["check"],
        &["check", "--nonsense", "x.mnkt"],
        &["bench", "--depth"],
        &["bench", "--depth", "0"],
        &["bench", "--depth", "x"],
        &["bench", "extra"],
        &["completions"],
        &["completions", "nonsense"],
        &["man", "extra"],
        &["--log", "nonsense"],
        &["--transcript"],
        &["--fail-on-error", "check", "x.mnkt"],
    ] {
        let output = run_with(args, b"newgame 3 3 3\n");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn a_reader_who_has_seen_enough_causes_no_panic() {
    for args in [
        &["completions", "zsh"][..],
        &["man"],
        &["--help"],
        &["bench", "--depth", "1"],
    ] {
        let mut child = command(args).spawn().expect("the program starts");
        drop(child.stdout.take());
        let status = wait(&mut child);
        let mut errors = String::new();
        let mut stderr = child.stderr.take().expect("stderr is piped");
        stderr.read_to_string(&mut errors).expect("UTF-8");
        assert!(!errors.contains("panicked"), "{args:?}: {errors}");
        assert!(status.code().is_some(), "{args:?} was not ended by a signal");
    }
}

#[test]
fn nothing_greets_a_program_that_pipes() {
    let output = run_with(&[], b"quit\n");
    assert_eq!(
        (output.stdout.as_slice(), output.stderr.as_slice()),
        (&b"ok\n"[..], &b""[..])
    );
}

#[test]
fn every_subcommand_has_a_manual_page() {
    let directory = format!("{}/manual", env!("CARGO_TARGET_TMPDIR"));
    assert_eq!(succeed(&["man", "--dir", &directory]), "");
    for (page, word) in [
        ("tris.1", "tris-draw(1)"),
        ("tris-draw.1", "heat"),
        ("tris-convert.1", "psq"),
        ("tris-play.1", "level"),
        ("tris-lab-tree.1", "svg"),
    ] {
        let text = std::fs::read_to_string(format!("{directory}/{page}")).expect(page);
        assert!(text.replace("\\-", "-").contains(word), "{page} has {word}");
    }
}
