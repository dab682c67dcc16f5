//! What the referee asks of an engine, whatever protocol it speaks.

use std::fmt;
use std::time::{Duration, Instant};

use super::control::Control;
use super::gomocup_client::GomocupClient;
use super::mnk_client::MnkClient;
use super::process::{Line, Process, Silence};
use super::spec::{Protocol, Spec};
use crate::budget::{Limits, StopFlag};
use crate::game::{Board, Dims, Point};

/// Why an engine did not do what it was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// It has ended; how, and its last words.
    Crash(String),
    /// It did not answer in time.
    Timeout,
    /// It answered something that is no answer.
    Nonsense(String),
    /// It answered that it cannot or will not.
    Refused(String),
    /// It is not the engine's fault: the match is over.
    Stopped,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Crash(how) => write!(f, "ended: {how}"),
            Trouble::Timeout => f.write_str("did not answer in time"),
            Trouble::Nonsense(line) => write!(f, "said `{line}`"),
            Trouble::Refused(line) => write!(f, "refused: `{line}`"),
            Trouble::Stopped => f.write_str("the match is over"),
        }
    }
}

/// A move, and what was said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The move, not yet known to be legal.
    pub point: Point,
    /// From the question sent to the answer received.
    pub time: Duration,
    /// What the search said last.
    pub report: SearchReport,
}

/// What an engine says about its search, where it does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchReport {
    /// The score in the engine's own words, for the side to move.
    pub score: Option<String>,
    /// Depth reached.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
}

/// An engine ready for games.
pub trait Client: Send {
    /// What the engine calls itself.
    fn name(&self) -> Option<&str>;

    /// Begins a game on an empty board.
    fn new_game(&mut self, dims: Dims, control: &Control) -> Result<(), Trouble>;

    /// Asks for a move in the position that `board`'s moves lead to; they extend those of the question before.
    fn think(&mut self, board: &Board, limits: &Limits, patience: Duration) -> Result<Thought, Trouble>;

    /// Ends the engine, politely.
    fn quit(&mut self);
}

/// Starts an engine and waits until it is ready.
pub fn start(spec: &Spec, patience: Duration, stop: &StopFlag) -> Result<Box<dyn Client>, Trouble> {
    let process = Process::start(&spec.command, stop.clone())
        .map_err(|error| Trouble::Crash(format!("does not start: {error}")))?;
    let channel = Channel { process, patience };
    Ok(match spec.protocol {
        Protocol::Mnk => Box::new(MnkClient::start(channel, &spec.options)?),
        Protocol::Gomocup => Box::new(GomocupClient::start(channel, &spec.options)?),
    })
}

/// A process, and how long it may take for what is not thinking.
#[derive(Debug)]
pub struct Channel {
    /// The engine.
    pub process: Process,
    /// The time for an answer outside of a move.
    pub patience: Duration,
}

impl Channel {
    /// The deadline of an answer outside of a move.
    pub fn deadline(&self) -> Instant {
        Instant::now() + self.patience
    }

    /// The next line that is not empty.
    pub fn line(&mut self, deadline: Instant) -> Result<Line, Trouble> {
        loop {
            match self.process.line(deadline) {
                Ok(line) if line.text.is_empty() => {}
                Ok(line) => return Ok(line),
                Err(Silence::Deadline) => return Err(Trouble::Timeout),
                Err(Silence::Stopped) => return Err(Trouble::Stopped),
                Err(Silence::Closed) => return Err(Trouble::Crash(self.process.obituary())),
            }
        }
    }
}
