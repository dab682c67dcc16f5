//! What fuzzing needs: an engine in a hurry, scripts without lines that take for ever, and what every script is owed.

use std::time::Duration;

use tris::budget::{Budget, Limits, StopFlag};
use tris::mnk::command::Command;
use tris::mnk::parser;
use tris::mnk::reply::Code;
use tris::search::{AlphaBeta, Answer, Engine, Goal, Job, Report};

/// The engine of the crate with a small budget whatever is asked; only a stop ends an infinite search.
struct Hasty(AlphaBeta);

/// Work for one search, in cells looked at.
const WORK: usize = 20_000;

impl Engine for Hasty {
    fn search(&mut self, job: &Job, report: &mut dyn FnMut(Report)) -> Answer {
        if job.goal == Goal::Analyse {
            return self.0.search(job, report);
        }
        let nodes = WORK / job.board.dims().cells() + 1;
        let limits = Limits {
            nodes: Some(nodes.min(200) as u64),
            depth: job.budget.depth(),
            ..Limits::default()
        };
        let budget = Budget::new(&limits, job.board.turn(), 1, Duration::ZERO, StopFlag::default());
        self.0.search(&Job { budget, ..job.clone() }, report)
    }

    fn forget(&mut self) {
        self.0.forget();
    }

    fn set_memory(&mut self, _: usize) {
        self.0.set_memory(1);
    }
}

/// Makes one.
pub fn hasty(_: usize) -> Box<dyn Engine> {
    Box::new(Hasty(AlphaBeta::new(1)))
}

/// Whether a line keeps the server busy for longer than a test has time.
fn is_tedious(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let Ok(text) = std::str::from_utf8(line) else {
        return false;
    };
    match parser::line(text).map(|parsed| parsed.command) {
        Some(Ok(Command::Perft(depth))) => depth > 2,
        // Provers work beside the engine; only limits or a stop end them.
        Some(Ok(Command::Go(args) | Command::Solve(args))) => {
            let short = args.movetime.is_some_and(|ms| ms <= 5) || args.nodes.is_some_and(|nodes| nodes <= 1_000);
            let clocked = args.clock.0.iter().any(Option::is_some);
            !(short || args.depth.is_some_and(|depth| depth <= 3) || args.infinite && !clocked)
        }
        // Searching the largest boards takes long under a sanitizer; other tests do that.
        Some(Ok(Command::NewGame([rows, cols, _]))) => is_large(rows, cols),
        Some(Ok(Command::Position(setup))) => is_large(setup.dims[0], setup.dims[1]),
        Some(Ok(Command::Bench(depth))) => depth.is_none_or(|depth| depth > 0),
        _ => false,
    }
}

fn is_large(rows: i64, cols: i64) -> bool {
    (1..=255).contains(&rows) && (1..=255).contains(&cols) && rows * cols > 400
}

/// The script with every tedious line replaced.
pub fn without_tedium(script: &[u8]) -> Vec<u8> {
    script
        .split(|&byte| byte == b'\n')
        .map(|line| if is_tedious(line) { b"stop" } else { line })
        .collect::<Vec<_>>()
        .join(&b'\n')
}

/// What one line must be answered with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Due {
    /// The id it must carry.
    pub id: Option<String>,
    /// Whether it may overtake a search.
    pub ready: bool,
}

/// The answers that a script is owed, by the rules of the contract alone.
pub fn due(script: &[u8]) -> Vec<Due> {
    let script = script.strip_prefix(b"\xef\xbb\xbf").unwrap_or(script);
    let mut due = Vec::new();
    for line in script.split(|&byte| byte == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let Some(start) = line.iter().position(|byte| !blank(byte)) else {
            continue;
        };
        if line[start] == b'#' {
            continue;
        }
        let first = line[start..].split(blank).next().unwrap_or_default();
        let id = std::str::from_utf8(first).ok().filter(|word| is_id(word));
        let clean = std::str::from_utf8(line)
            .ok()
            .filter(|text| text.chars().all(|c| c == '\t' || !c.is_control()));
        let words: Vec<&str> = clean.map_or(Vec::new(), |text| {
            let words = text.split([' ', '\t']).filter(|word| !word.is_empty());
            words
                .take_while(|word| !word.starts_with('#'))
                .skip(usize::from(id.is_some()))
                .collect()
        });
        due.push(Due {
            id: id.map(str::to_owned),
            ready: words == ["isready"],
        });
        if words == ["quit"] {
            break;
        }
    }
    due
}

fn is_id(word: &str) -> bool {
    let id = word.strip_prefix('@').unwrap_or_default();
    let printable = |c: char| !c.is_control() && !c.is_whitespace();
    (1..=64).contains(&id.chars().count()) && id.chars().all(printable)
}

/// The request id of an answer and the rest.
pub fn split_id(line: &str) -> (Option<String>, &str) {
    match line.split_once(' ') {
        Some((id, rest)) if id.starts_with('@') => (Some(id.to_owned()), rest),
        _ => (None, line),
    }
}

/// Checks that a script got what it was owed.
pub fn check_answers(script: &[u8], lines: &[String]) {
    let shown = || String::from_utf8_lossy(script).into_owned();
    let ends: Vec<(Option<String>, &str)> = lines
        .iter()
        .map(|line| split_id(line))
        .filter(|(_, text)| text.split(' ').next() != Some("info"))
        .collect();
    let owed = due(script);
    assert_eq!(ends.len(), owed.len(), "one answer each to {:?}: {ends:?}", shown());
    let mut got_ready: Vec<_> = Vec::new();
    let mut got_others: Vec<_> = Vec::new();
    for (id, text) in ends {
        let mut words = text.split(' ');
        match words.next() {
            Some("readyok") => got_ready.push(id),
            Some("ok" | "mnkok" | "bestmove") => got_others.push(id),
            Some("error") => {
                let code = words.next().unwrap_or_default();
                assert!(Code::ALL.iter().any(|known| known.word() == code), "{text}");
                assert_ne!(code, "internal", "{:?}", shown());
                got_others.push(id);
            }
            _ => panic!("{text:?} is no answer, to {:?}", shown()),
        }
    }
    let (ready, others): (Vec<Due>, Vec<Due>) = owed.into_iter().partition(|due| due.ready);
    let ids = |due: Vec<Due>| due.into_iter().map(|due| due.id).collect::<Vec<_>>();
    assert_eq!(got_ready, ids(ready), "ready checks of {:?}", shown());
    assert_eq!(got_others, ids(others), "the order of answers to {:?}", shown());
    for line in lines {
        assert!(!line.contains(char::is_control), "{line:?}");
    }
}
