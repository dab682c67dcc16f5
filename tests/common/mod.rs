//! What the tests of the real program share: starting it, talking to it, reading with a deadline.

// Each test file uses its own part of this module.
#![allow(dead_code)]

pub mod fuzzing;
pub mod info;
pub mod memory;
pub mod property;
pub mod rules;

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longer than anything takes on a busy machine; only a hang gets here.
pub const DEADLINE: Duration = Duration::from_secs(60);

/// The program under test.
pub fn program() -> &'static str {
    env!("CARGO_BIN_EXE_tris")
}

/// A command that runs the program with pipes and without the logging settings of whoever runs the tests.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(program());
    command
        .args(args)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A running program: lines go in, lines come out. Killed when dropped.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<JoinHandle<String>>,
}

/// How a program ended.
#[derive(Debug)]
pub struct Ended {
    /// The lines that had not been read.
    pub lines: Vec<String>,
    /// The exit status.
    pub status: ExitStatus,
    /// Everything on standard error.
    pub stderr: String,
}

impl Engine {
    /// Starts the server.
    pub fn start() -> Engine {
        Engine::with(&[])
    }

    /// Starts the program with arguments.
    pub fn with(args: &[&str]) -> Engine {
        let mut child = command(args).spawn().expect("the program starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("stdout is piped");
        let mut error = child.stderr.take().expect("stderr is piped");
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n') {
                let Ok(line) = line else { return };
                let line = String::from_utf8(line).expect("stdout is UTF-8");
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let errors = std::thread::spawn(move || {
            let mut text = String::new();
            let _ = error.read_to_string(&mut text);
            text
        });
        Engine {
            child,
            input,
            lines,
            errors: Some(errors),
        }
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes bytes in one piece.
    pub fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).expect("the program reads");
        input.flush().expect("the program reads");
    }

    /// Writes a line.
    pub fn send(&mut self, line: &str) {
        self.write(format!("{line}\n").as_bytes());
    }

    /// The writing end, for a thread of its own.
    pub fn take_input(&mut self) -> ChildStdin {
        self.input.take().expect("the input is open")
    }

    /// Ends the input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line, or `None` at the end of the output.
    pub fn next_line(&self) -> Option<String> {
        match self.lines.recv_timeout(DEADLINE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no line within {DEADLINE:?}"),
        }
    }

    /// The next line if one comes within `patience`.
    pub fn line_within(&self, patience: Duration) -> Option<String> {
        self.lines.recv_timeout(patience).ok()
    }

    /// The lines up to and including the next terminal one.
    pub fn answer(&self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self
                .next_line()
                .unwrap_or_else(|| panic!("the output ended after {lines:?}"));
            let terminal = is_terminal(&line);
            lines.push(line);
            if terminal {
                return lines;
            }
        }
    }

    /// The next terminal line.
    pub fn terminal(&self) -> String {
        self.answer().pop().expect("an answer has a last line")
    }

    /// Sends a line and returns its terminal line.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.terminal()
    }

    /// Sends a line and returns all lines of its answer.
    pub fn ask_all(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.answer()
    }

    /// Sends a line and checks its terminal line.
    #[track_caller]
    pub fn expect(&mut self, line: &str, answer: &str) {
        assert_eq!(self.ask(line), answer, "answer to {line:?}");
    }

    /// Sends a line and checks that it is refused with this code; returns the text.
    #[track_caller]
    pub fn expect_error(&mut self, line: &str, code: &str) -> String {
        let answer = self.ask(line);
        let text = answer.strip_prefix(&format!("error {code} "));
        text.unwrap_or_else(|| panic!("{line:?} gave {answer:?}, not error {code}"))
            .to_owned()
    }

    /// Waits for the end, closing the input first.
    pub fn finish(mut self) -> Ended {
        self.close_input();
        let mut lines = Vec::new();
        while let Some(line) = self.next_line() {
            lines.push(line);
        }
        let status = self.wait();
        let errors = self.errors.take().expect("finished once");
        Ended {
            lines,
            status,
            stderr: errors.join().expect("stderr is UTF-8"),
        }
    }

    /// Waits for the process to end by itself.
    pub fn wait(&mut self) -> ExitStatus {
        wait(&mut self.child)
    }

    /// Memory in use, in KiB.
    pub fn resident_kib(&self) -> u64 {
        resident_kib(self.id()).expect("the process lives")
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Already gone is just as well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Memory that a process has in use, in KiB; `None` once it is over.
pub fn resident_kib(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Waits for a child to end by itself; kills it and fails if it does not.
pub fn wait(child: &mut Child) -> ExitStatus {
    let begun = Instant::now();
    while begun.elapsed() < DEADLINE {
        if let Some(status) = child.try_wait().expect("the child can be waited for") {
            return status;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let _ = child.kill();
    panic!("the program did not end within {DEADLINE:?}");
}

/// The first word after an optional request id.
pub fn first_word(line: &str) -> &str {
    let mut words = line.split(' ');
    match words.next() {
        Some(id) if id.starts_with('@') => words.next().unwrap_or(""),
        word => word.unwrap_or(""),
    }
}

/// Whether a line ends an answer.
pub fn is_terminal(line: &str) -> bool {
    first_word(line) != "info"
}

/// Runs the program to its end with this input and these arguments.
pub fn run_with(args: &[&str], input: &[u8]) -> Output {
    let mut child = command(args).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let mut stdout = child.stdout.take().expect("stdout is piped");
    let mut stderr = child.stderr.take().expect("stderr is piped");
    let input = input.to_vec();
    // A program that leaves early does not read the rest.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let out = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        stdout.read_to_end(&mut bytes).map(|_| bytes)
    });
    let err = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        stderr.read_to_end(&mut bytes).map(|_| bytes)
    });
    let status = wait(&mut child);
    writer.join().expect("the writer ends");
    Output {
        status,
        stdout: out.join().unwrap().expect("stdout can be read"),
        stderr: err.join().unwrap().expect("stderr can be read"),
    }
}

/// Pipes a script in; the lines that come out. The program must leave with 0 and say nothing on standard error.
pub fn run(script: impl AsRef<[u8]>) -> Vec<String> {
    let output = run_with(&[], script.as_ref());
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    lines_of(&output)
}

/// The lines on standard output; every one must be whole.
pub fn lines_of(output: &Output) -> Vec<String> {
    let text = String::from_utf8(output.stdout.clone()).expect("stdout is UTF-8");
    assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
    text.lines().map(str::to_owned).collect()
}

/// Pipes a script in; the terminal lines that come out.
pub fn terminals(script: impl AsRef<[u8]>) -> Vec<String> {
    let mut lines = run(script);
    lines.retain(|line| is_terminal(line));
    lines
}

/// A directory of its own for files of a test, removed when dropped.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes the directory.
    pub fn new() -> Scratch {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("tris-test-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a temporary directory");
        Scratch(path)
    }

    /// A path inside.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file and returns its path.
    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, text).expect("a temporary file");
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A path as an argument.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// A small deterministic source of numbers, for scripts that should look random and be the same every time.
pub struct Dice(u64);

impl Dice {
    /// A source with a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(2).wrapping_add(1))
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}
