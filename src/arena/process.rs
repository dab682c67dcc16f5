//! A child process with pipes of lines, none of which can block the match.
//!
//! A thread writes, a thread reads, a thread keeps the last words on standard error; whoever waits for a line
//! gives a deadline. The reader stamps every line when it comes, so a busy referee does not cost an engine time.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::budget::StopFlag;

/// Lines that may wait unread before the engine has to; bounds the memory that a flood takes.
const QUEUE: usize = 1024;
/// The longest line kept; the rest of a longer one is thrown away.
const LINE_MAX: usize = 64 * 1024;
/// How often a wait looks at the stop flag.
const GLANCE: Duration = Duration::from_millis(20);
/// The time to leave after a polite request.
const GRACE: Duration = Duration::from_millis(500);

/// A line and when it came.
#[derive(Clone, Debug)]
pub struct Line {
    /// When its end was read.
    pub at: Instant,
    /// The text without its end.
    pub text: String,
}

/// Why no line came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// The deadline passed.
    Deadline,
    /// The output is closed: the program has ended, or as good as.
    Closed,
    /// The match is over.
    Stopped,
}

/// A running program.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<Sender<String>>,
    output: Receiver<Line>,
    last_words: Arc<Mutex<String>>,
    stop: StopFlag,
}

impl Process {
    /// Starts a command by the shell. A raised `stop` ends every wait.
    pub fn start(command: &str, stop: StopFlag) -> std::io::Result<Process> {
        let mut child = shell(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (sender, output) = mpsc::sync_channel(QUEUE);
        let (input, lines) = mpsc::channel();
        let last_words = Arc::new(Mutex::new(String::new()));
        if let Some(pipe) = child.stdin.take() {
            std::thread::spawn(move || write_lines(pipe, &lines));
        }
        if let Some(pipe) = child.stdout.take() {
            std::thread::spawn(move || read_lines(pipe, &sender));
        }
        if let Some(pipe) = child.stderr.take() {
            let words = Arc::clone(&last_words);
            std::thread::spawn(move || keep_last(pipe, &words));
        }
        Ok(Process {
            child,
            input: Some(input),
            output,
            last_words,
            stop,
        })
    }

    /// Sends a line, or several with line ends between them. If the program has gone, the next wait tells.
    pub fn send(&self, text: &str) {
        log::debug!("{} < {text}", self.child.id());
        if let Some(input) = &self.input {
            let _ = input.send(format!("{text}\n"));
        }
    }

    /// The next line that came before the deadline.
    pub fn line(&self, deadline: Instant) -> Result<Line, Silence> {
        loop {
            if self.stop.is_raised() {
                return Err(Silence::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(GLANCE)) {
                // What a flood brings later does not prolong the wait.
                Ok(line) if line.at > deadline => return Err(Silence::Deadline),
                Ok(line) => {
                    log::debug!("{} > {}", self.child.id(), line.text);
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Closed),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Silence::Deadline),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How the program ended and what it said last on standard error, for a report on its crash.
    pub fn obituary(&mut self) -> String {
        // Its output closes a moment before it can be waited for, and its last words may still be on their way.
        let status = self.wait(GLANCE * 5);
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let end = status.unwrap_or_else(|| "closed its output".into());
        if words.is_empty() {
            end
        } else {
            format!("{end}: {words}")
        }
    }

    /// Asks the program to leave with `farewell`, and sees to it.
    pub fn end(&mut self, farewell: &str) {
        self.send(farewell);
        // Closing its input is the other half of the farewell; the writer does so when it has nothing left to send.
        self.input = None;
        self.wait(GRACE);
        self.kill();
    }

    /// Kills the program with all its children and reaps it.
    pub fn kill(&mut self) {
        kill_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// The exit status, if the program ends within `patience`.
    fn wait(&mut self, patience: Duration) -> Option<String> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The command as a process group of its own: an interrupt at the terminal reaches the match only, and the match
/// can end whatever the engine has started.
#[cfg(unix)]
fn shell(command: &str) -> Command {
    use std::os::unix::process::CommandExt;
    let mut shell = Command::new("sh");
    // A plain command takes the shell's place; a compound one (`cd x && ./y`, `V=1 ./y`) needs the shell.
    let compound = command.contains(['&', '|', ';', '(', ')', '{', '<', '>', '\n']);
    let assigns = command.split_whitespace().next().is_some_and(|word| word.contains('='));
    let builtin = command.starts_with("exec ");
    if compound || assigns || builtin {
        shell.args(["-c", command]);
    } else {
        shell.args(["-c", &format!("exec {command}")]);
    }
    shell.process_group(0);
    shell
}

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.args(["/C", command]);
    shell
}

#[cfg(unix)]
fn kill_group(leader: u32) {
    let killed = Command::new("sh")
        .args(["-c", &format!("kill -KILL -{leader}")])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if let Err(error) = killed {
        log::warn!("the children of process {leader} may live on: {error}");
    }
}

#[cfg(not(unix))]
fn kill_group(_leader: u32) {}

fn write_lines(mut pipe: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        // An engine that does not read any more is noticed by whoever waits for its answer.
        if pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(pipe: impl Read, sender: &SyncSender<Line>) {
    let mut input = BufReader::new(pipe);
    while let Some(text) = next_line(&mut input) {
        let at = Instant::now();
        if sender.send(Line { at, text }).is_err() {
            return;
        }
    }
}

fn keep_last(pipe: impl Read, last: &Mutex<String>) {
    let mut input = BufReader::new(pipe);
    while let Some(text) = next_line(&mut input) {
        if !text.is_empty() {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = text;
        }
    }
}

/// The next line without its end and outer blanks, cut at [`LINE_MAX`] bytes; `None` at the end.
fn next_line(input: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let mut begun = false;
    loop {
        let chunk = input.fill_buf().ok()?;
        if chunk.is_empty() {
            return begun.then(|| clean(&line));
        }
        begun = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(chunk.len(), |end| end + 1);
        let room = LINE_MAX - line.len();
        line.extend_from_slice(&chunk[..used.min(room)]);
        input.consume(used);
        if end.is_some() {
            return Some(clean(&line));
        }
    }
}

fn clean(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim().to_owned()
}
