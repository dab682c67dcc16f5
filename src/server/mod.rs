//! The event loop: the only reader of input, the only writer of output, the only owner of the session.
//!
//! ```text
//!   reader thread ── bytes ──┐                     ┌── lines ──→ FrontEnd ──→ Session ──→ worker thread
//!                            ├──→ one channel ──→ loop                                       │
//!   worker thread ─ updates ─┘                     └──→ output                ←─ updates ────┘
//! ```
//!
//! Lines are understood as soon as they arrive and wait in a queue for their turn. Each search is numbered when its
//! line is *read*, so a `stop` reaches every search read before it, running or still queued: that one finds when it
//! starts that it is stopped already. The queue is bounded by [`Gate`]: when it is full the reader stops reading.

pub mod gate;
pub mod lines;

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};

use crate::budget::StopFlag;
use crate::session::{Session, Update};

use gate::Gate;
use lines::{Line, Splitter};

/// How much unanswered input is kept in memory, by the measure of [`weight`].
const QUEUE_BYTES: usize = 4 << 20;
const READ_BYTES: usize = 64 << 10;
/// What a byte that is not understood yet may come to weigh: the shortest requests have about five.
const RAW_WEIGHT: usize = 36;
/// Answers are written in one piece up to about this size.
const WRITE_BYTES: usize = 32 << 10;

/// How a request relates to the order of things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgency {
    /// Waits for its turn.
    InTurn,
    /// Is answered at once while a search runs.
    Overtakes,
    /// Ends every search read before it; answered in its turn.
    Stops,
    /// The last request; ends unbounded searches when read.
    Leaves,
    /// Starts a search.
    Searches,
    /// The last request; nothing waits for a search any more, neither one that runs nor one before it in the queue.
    EndsAll,
}

/// What a front end made of a line.
#[derive(Debug)]
pub struct Request<C> {
    /// What to do.
    pub command: C,
    /// When to do it.
    pub urgency: Urgency,
}

/// What follows from performing a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// It is answered.
    Answered,
    /// A search is running; its updates will answer.
    Searching {
        /// Whether only a stop ends it.
        unbounded: bool,
    },
    /// It is answered and nothing comes after it.
    Leave,
}

/// A language spoken over lines, in front of a session.
pub trait FrontEnd {
    /// What a line asks for.
    type Command;

    /// Whether the end of the input stops bounded searches, too; they are answered all the same.
    const STOPS_AT_END: bool = false;

    /// Whether each line is written by itself, for clients that take what arrives in one piece for one line.
    const WRITES_SINGLE_LINES: bool = false;

    /// Understands a line; `None` if it asks for nothing.
    fn read(&mut self, line: Line<'_>) -> Option<Request<Self::Command>>;

    /// Does what was asked and writes the answer to `out`.
    fn perform(&mut self, command: Self::Command, session: &mut Session, stop: StopFlag, out: &mut Vec<u8>) -> Flow;

    /// Writes what a running search has to say; true if that was its answer.
    fn update(&mut self, update: Update, session: &mut Session, out: &mut Vec<u8>) -> bool;
}

/// What the loop hears.
enum Event {
    Input(Vec<u8>),
    End,
    Task(Update),
}

/// A request that waits for its turn.
struct Pending<C> {
    command: C,
    overtakes: bool,
    /// How many searches were read up to it, itself included.
    searches: u64,
    weight: usize,
}

/// The search that runs now.
struct Running {
    stop: StopFlag,
    unbounded: bool,
}

/// Serves one client until it leaves, its input ends or its output breaks (which is an error).
pub fn serve<F: FrontEnd>(
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    front: &mut F,
    session: impl FnOnce(Box<dyn Fn(Update) + Send + Sync>) -> Session,
) -> io::Result<()> {
    let (sender, events) = mpsc::channel();
    let gate = Arc::new(Gate::new(QUEUE_BYTES));
    let tasks = sender.clone();
    let session = session(Box::new(move |update| {
        // Without a receiver nobody waits for the update any more.
        let _ = tasks.send(Event::Task(update));
    }));
    let reader_gate = Arc::clone(&gate);
    std::thread::Builder::new()
        .name("reader".into())
        .spawn(move || read_all(input, &sender, &reader_gate))?;
    let mut server = Server {
        front,
        session,
        gate,
        splitter: Splitter::default(),
        queue: VecDeque::new(),
        queued: 0,
        overtaking: 0,
        running: None,
        searches: 0,
        stopped: 0,
        unbounded_stopped: 0,
        closed: false,
        abandoned: false,
        out: Vec::new(),
    };
    server.run(&events, output)
}

fn read_all(mut input: impl Read, events: &Sender<Event>, gate: &Gate) {
    let mut buffer = vec![0; READ_BYTES];
    loop {
        gate.wait();
        match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => {
                gate.charge(length * RAW_WEIGHT);
                if events.send(Event::Input(buffer[..length].to_vec())).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                log::warn!("input ends: {error}");
                break;
            }
        }
    }
    // The loop may be gone already; then nobody needs to know.
    let _ = events.send(Event::End);
}

struct Server<'a, F: FrontEnd> {
    front: &'a mut F,
    session: Session,
    gate: Arc<Gate>,
    splitter: Splitter,
    queue: VecDeque<Pending<F::Command>>,
    /// What the requests in the queue weigh.
    queued: usize,
    /// Requests in the queue that may overtake a search.
    overtaking: usize,
    running: Option<Running>,
    /// Searches read so far.
    searches: u64,
    /// Searches up to this number are stopped.
    stopped: u64,
    /// Unbounded searches up to this number are stopped.
    unbounded_stopped: u64,
    /// Nothing more will be read.
    closed: bool,
    /// Nobody waits for a search any more.
    abandoned: bool,
    out: Vec<u8>,
}

impl<F: FrontEnd> Server<'_, F> {
    fn run(&mut self, events: &Receiver<Event>, output: &mut impl Write) -> io::Result<()> {
        loop {
            let leaving = self.perform_waiting(output)?;
            if leaving || self.abandoned || (self.closed && self.running.is_none()) {
                return self.flush(output);
            }
            match self.next_event(events, output)? {
                Event::Input(bytes) => self.take_input(&bytes),
                Event::End => self.take_end(),
                Event::Task(update) => {
                    if self.front.update(update, &mut self.session, &mut self.out) {
                        self.running = None;
                    }
                }
            }
        }
    }

    /// The next event. Answers leave before the loop goes to sleep, and always while a search is thinking.
    fn next_event(&mut self, events: &Receiver<Event>, output: &mut impl Write) -> io::Result<Event> {
        if self.running.is_some() {
            self.flush(output)?;
        }
        match events.try_recv() {
            Ok(event) => return Ok(event),
            Err(TryRecvError::Empty) => self.flush(output)?,
            Err(TryRecvError::Disconnected) => return Ok(Event::End),
        }
        Ok(events.recv().unwrap_or(Event::End))
    }

    fn flush(&mut self, output: &mut impl Write) -> io::Result<()> {
        let ends = |&byte: &u8| F::WRITES_SINGLE_LINES && byte == b'\n';
        for piece in self.out.split_inclusive(ends) {
            output.write_all(piece)?;
            output.flush()?;
        }
        self.out.clear();
        Ok(())
    }

    /// Performs queued requests until one starts a search; true if one was the last.
    fn perform_waiting(&mut self, output: &mut impl Write) -> io::Result<bool> {
        while self.running.is_none() {
            let Some(pending) = self.queue.pop_front() else { break };
            self.release(pending.weight);
            self.overtaking -= usize::from(pending.overtakes);
            let stop = StopFlag::default();
            if pending.searches <= self.stopped {
                stop.raise();
            }
            match self.perform(pending.command, stop.clone()) {
                Flow::Answered => {}
                Flow::Searching { unbounded } => self.note_running(Running { stop, unbounded }, pending.searches),
                Flow::Leave => return Ok(true),
            }
            if self.out.len() >= WRITE_BYTES {
                self.flush(output)?;
            }
        }
        Ok(false)
    }

    fn perform(&mut self, command: F::Command, stop: StopFlag) -> Flow {
        self.front.perform(command, &mut self.session, stop, &mut self.out)
    }

    /// A search has begun: what may overtake it is answered now.
    fn note_running(&mut self, running: Running, number: u64) {
        if running.unbounded && number <= self.unbounded_stopped {
            running.stop.raise();
        }
        self.running = Some(running);
        self.end_unbounded_if_full();
        if self.overtaking > 0 {
            let (ready, waiting): (VecDeque<_>, _) = std::mem::take(&mut self.queue)
                .into_iter()
                .partition(|pending| pending.overtakes);
            self.queue = waiting;
            self.overtaking = 0;
            for pending in ready {
                self.release(pending.weight);
                self.perform(pending.command, StopFlag::default());
            }
        }
    }

    fn release(&mut self, weight: usize) {
        self.queued -= weight;
        self.gate.release(weight);
    }

    /// Nobody could say `stop` behind a full queue.
    fn end_unbounded_if_full(&mut self) {
        if let Some(running) = &self.running
            && running.unbounded
            && self.queued >= QUEUE_BYTES
        {
            running.stop.raise();
        }
    }

    fn take_input(&mut self, bytes: &[u8]) {
        let mut splitter = std::mem::take(&mut self.splitter);
        splitter.feed(bytes, &mut |line| self.take_line(line));
        self.splitter = splitter;
        self.gate.release(bytes.len() * RAW_WEIGHT);
        self.end_unbounded_if_full();
    }

    fn take_end(&mut self) {
        let mut splitter = std::mem::take(&mut self.splitter);
        splitter.finish(&mut |line| self.take_line(line));
        if F::STOPS_AT_END {
            self.stop_searches();
        }
        self.close();
    }

    fn take_line(&mut self, line: Line<'_>) {
        if self.closed {
            return;
        }
        let weight = weight(&line);
        let Some(Request { command, urgency }) = self.front.read(line) else {
            return;
        };
        let overtakes = urgency == Urgency::Overtakes;
        match urgency {
            Urgency::Overtakes if self.running.is_some() => {
                self.perform(command, StopFlag::default());
                return;
            }
            Urgency::InTurn | Urgency::Overtakes => {}
            Urgency::Stops => self.stop_searches(),
            Urgency::Leaves => self.close(),
            Urgency::EndsAll => {
                self.abandoned = true;
                self.close();
            }
            Urgency::Searches => self.searches += 1,
        }
        self.gate.charge(weight);
        self.queued += weight;
        self.overtaking += usize::from(overtakes);
        let searches = self.searches;
        self.queue.push_back(Pending {
            command,
            overtakes,
            searches,
            weight,
        });
    }

    /// Stops the searches read so far.
    fn stop_searches(&mut self) {
        self.stopped = self.searches;
        if let Some(running) = &self.running {
            running.stop.raise();
        }
    }

    /// Nothing more is read: of the searches read so far, those end that would not end by themselves.
    fn close(&mut self) {
        self.closed = true;
        self.unbounded_stopped = self.searches;
        if let Some(running) = self.running.as_ref().filter(|running| running.unbounded) {
            running.stop.raise();
        }
    }
}

/// What a line costs in memory once understood: numbers take more room than their digits.
fn weight(line: &Line<'_>) -> usize {
    160 + 4 * line.bytes().len()
}
