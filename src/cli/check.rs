//! `tris check`: runs transcripts against an engine and compares.
//!
//! The whole file is written without waiting, as a script would be piped in, and the answers are paired with its
//! lines in order; only `readyok` belongs to the oldest open `isready`.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitCode, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use super::Failure;
use crate::transcript::{Expectation, Kind, Script, Step, expectation_for, info_expectation_for, matches};

/// Options of `tris check`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tris check tests/transcripts/*.mnkt
  tris check --update game.mnkt
  tris check --engine './other-engine --fast' game.mnkt")]
pub struct Args {
    /// Transcripts to run
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Rewrite the expectations that fail to what was answered
    #[arg(long)]
    update: bool,

    /// Command that starts the engine to check, run by the shell; this program if not given
    #[arg(long, value_name = "CMD")]
    engine: Option<String>,

    /// Give up on an engine that says nothing for so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    timeout: u64,
}

/// An answer: the `info` lines and the terminal line, request ids taken off.
#[derive(Debug, Default)]
struct Answer {
    infos: Vec<String>,
    id: Option<String>,
    terminal: Option<String>,
}

/// An expectation that is not met.
struct Miss<'a> {
    line: usize,
    expected: String,
    got: String,
    /// What to write in its place, if that can be said.
    repair: Option<(&'a Expectation, String)>,
}

/// Runs all files.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut out = io::stdout();
    let (mut checked, mut missed) = (0, 0);
    for path in &args.files {
        let named = |error: io::Error| Failure::Message(format!("{}: {error}", path.display()));
        let bytes = std::fs::read(path).map_err(named)?;
        let script = Script::parse(&bytes);
        let (answers, trouble) = converse(args, &bytes, &script).map_err(named)?;
        let misses = compare(&script, &answers);
        checked += script.steps.iter().map(|step| step.expectations.len()).sum::<usize>();
        for miss in &misses {
            writeln!(out, "{}:{}: expected {}", path.display(), miss.line, miss.expected)?;
            writeln!(out, "{}:{}:      got {}", path.display(), miss.line, miss.got)?;
        }
        if let Some(trouble) = &trouble {
            writeln!(out, "{}: {trouble}", path.display())?;
        }
        let mut left = misses.len();
        if args.update {
            let repaired = repair(path, &bytes, &misses).map_err(named)?;
            writeln!(out, "{}: {repaired} expectations rewritten", path.display())?;
            left -= repaired;
        }
        missed += left + usize::from(trouble.is_some());
    }
    let verdict = if missed == 0 {
        "all met".to_owned()
    } else {
        format!("{missed} not met")
    };
    writeln!(out, "{} files, {checked} expectations, {verdict}", args.files.len())?;
    Ok(if missed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn spawn(engine: Option<&str>) -> io::Result<Child> {
    let mut command = match engine {
        None => Command::new(std::env::current_exe()?),
        Some(text) if cfg!(windows) => {
            let mut shell = Command::new("cmd");
            shell.args(["/C", text]);
            shell
        }
        Some(text) => {
            let mut shell = Command::new("sh");
            shell.args(["-c", text]);
            shell
        }
    };
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
}

/// Sends the file and collects the answers; also says what went wrong on the way, if anything.
fn converse(args: &Args, bytes: &[u8], script: &Script) -> io::Result<(Vec<Answer>, Option<String>)> {
    let mut child = spawn(args.engine.as_deref())?;
    let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(io::Error::other("the engine has no pipes"));
    };
    let bytes = bytes.to_vec();
    let writer = std::thread::spawn(move || {
        // An engine that has left does not read the rest; that is its right after `quit`.
        let _ = input.write_all(&bytes);
    });
    let lines = read_lines(output);
    let (answers, trouble) = collect(&lines, script, Duration::from_secs(args.timeout));
    if trouble.is_some() {
        child.kill()?;
    }
    child.wait()?;
    // The writer ends by itself once the engine has.
    drop(writer);
    Ok((answers, trouble))
}

fn read_lines(output: ChildStdout) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).split(b'\n') {
            let Ok(line) = line else { return };
            let line = String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned();
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// Pairs lines with steps until the engine leaves.
fn collect(lines: &Receiver<String>, script: &Script, timeout: Duration) -> (Vec<Answer>, Option<String>) {
    let mut answers: Vec<Answer> = script.steps.iter().map(|_| Answer::default()).collect();
    let (mut ready, mut others): (VecDeque<usize>, VecDeque<usize>) =
        (0..script.steps.len()).partition(|&index| script.steps[index].is_ready_check());
    loop {
        let line = match lines.recv_timeout(timeout) {
            Ok(line) => line,
            Err(RecvTimeoutError::Disconnected) => return (answers, None),
            Err(RecvTimeoutError::Timeout) => {
                return (answers, Some(format!("nothing was said for {} s", timeout.as_secs())));
            }
        };
        let (id, text) = split_id(&line);
        let is_info = text.split(' ').next() == Some("info");
        let queue = if text == "readyok" { &mut ready } else { &mut others };
        let next = if is_info {
            queue.front().copied()
        } else {
            queue.pop_front()
        };
        let Some(index) = next else {
            return (answers, Some(format!("an answer too many: {line}")));
        };
        if is_info {
            answers[index].infos.push(text.to_owned());
        } else {
            answers[index].terminal = Some(text.to_owned());
            answers[index].id = id.map(str::to_owned);
        }
    }
}

fn split_id(line: &str) -> (Option<&str>, &str) {
    match line.split_once(' ') {
        Some((id, rest)) if id.starts_with('@') => (Some(id), rest),
        _ => (None, line),
    }
}

/// Everything that is not as expected. Lines behind an answered `quit` are not read, so they owe no answer.
fn compare<'a>(script: &'a Script, answers: &[Answer]) -> Vec<Miss<'a>> {
    let mut misses = Vec::new();
    let mut left = false;
    for (step, answer) in script.steps.iter().zip(answers) {
        match &answer.terminal {
            Some(terminal) => {
                misses.extend(compare_id(step, answer));
                let met = |expectation: &&Expectation| !is_met(expectation, step, answer, terminal);
                misses.extend(
                    step.expectations
                        .iter()
                        .filter(met)
                        .map(|expectation| missed(expectation, answer, terminal)),
                );
                left |= step.is_quit();
            }
            None if left && step.expectations.is_empty() => {}
            None => misses.push(Miss {
                line: step.line,
                expected: format!("an answer to {}", step.command),
                got: if left { "none, it stands behind quit" } else { "none" }.to_owned(),
                repair: None,
            }),
        }
    }
    misses
}

fn compare_id<'a>(step: &Step, answer: &Answer) -> Option<Miss<'a>> {
    (step.id != answer.id).then(|| Miss {
        line: step.line,
        expected: format!("the id {}", step.id.as_deref().unwrap_or("(none)")),
        got: answer.id.clone().unwrap_or("(none)".to_owned()),
        repair: None,
    })
}

/// A pattern that begins with `@` speaks about the whole line, any other one about the line without its id.
fn is_met(expectation: &Expectation, step: &Step, answer: &Answer, terminal: &str) -> bool {
    let meets = |line: &str| match &step.id {
        Some(id) if expectation.pattern.starts_with('@') => matches(&expectation.pattern, &format!("{id} {line}")),
        _ => matches(&expectation.pattern, line),
    };
    match expectation.kind {
        Kind::Is => meets(terminal),
        Kind::IsNot => !meets(terminal),
        Kind::Info => answer.infos.iter().any(|info| meets(info)),
    }
}

fn missed<'a>(expectation: &'a Expectation, answer: &Answer, terminal: &str) -> Miss<'a> {
    let last_info = answer.infos.last();
    let (mark, got) = match expectation.kind {
        Kind::Is => ("#=", terminal),
        Kind::IsNot => ("#!", terminal),
        Kind::Info => ("#~", last_info.map_or("no info line", String::as_str)),
    };
    let repair = match expectation.kind {
        Kind::Is | Kind::IsNot => Some(expectation_for(terminal)),
        Kind::Info => last_info.map(|info| info_expectation_for(info)),
    };
    Miss {
        line: expectation.line,
        expected: format!("{mark} {}", expectation.pattern),
        got: got.to_owned(),
        repair: repair.map(|text| (expectation, text)),
    }
}

/// Rewrites the failed expectations in the file; returns how many.
fn repair(path: &Path, bytes: &[u8], misses: &[Miss<'_>]) -> io::Result<usize> {
    let mut repairs: Vec<_> = misses.iter().filter_map(|miss| miss.repair.as_ref()).collect();
    if repairs.is_empty() {
        return Ok(0);
    }
    // From the end, so that the places of the others stay true.
    repairs.sort_by_key(|(expectation, _)| std::cmp::Reverse(expectation.span.start));
    let mut text = bytes.to_vec();
    for (expectation, replacement) in &repairs {
        text.splice(expectation.span.clone(), replacement.bytes());
    }
    // A new file takes the old one's place in one step: an interruption loses nothing.
    let beside = path.with_extension("mnkt.new");
    std::fs::write(&beside, text)?;
    std::fs::rename(&beside, path)?;
    Ok(repairs.len())
}
