//! One question to the AND/OR search, on one thread or several, or a search for a win, while the caller's thread tells of
//! progress.
//!
//! The threads work on the same positions, every second one from the other end of Maker's moves, and find each other's
//! results in the table. Uses `solver::{breaker, shared, state}`.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::breaker::Prover;
use super::known::Verdict;
use super::shared::{First, Shared};
use super::state::State;

/// The provers recurse once a ply.
const STACK: usize = 256 << 20;
/// How often progress is told.
const TICK: Duration = Duration::from_millis(250);

/// How a question is put.
#[derive(Clone, Copy)]
pub struct Query {
    /// Whether the attacker moves first.
    pub attacker_moves: bool,
    /// The effort allowed to each thread.
    pub effort: u64,
    /// How many threads.
    pub threads: usize,
}

impl Query {
    /// The answer, if one is found within the effort.
    pub fn run<const N: usize, S: State<N> + Sync>(
        self,
        shared: &Shared<N>,
        state: &S,
        tell: &mut dyn FnMut(),
    ) -> Verdict<N> {
        shared.cancel(false);
        shared.note_first(First::default());
        let (send, receive) = channel();
        thread::scope(|scope| {
            for index in 0..self.threads {
                let send = send.clone();
                let work = move || send.send(self.search(shared, state, index));
                // Without a thread its share of the work is not done, and the verdict stays open.
                let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            }
            drop(send);
            let verdict = collect(shared, &receive, tell);
            shared.cancel(false);
            verdict
        })
    }

    fn search<const N: usize, S: State<N>>(self, shared: &Shared<N>, state: &S, index: usize) -> Verdict<N> {
        let reversed = (self.threads > 1).then_some(index % 2 == 1);
        let mut prover = Prover::new(shared, reversed);
        prover.tell_at(u32::from(!self.attacker_moves));
        if self.attacker_moves {
            prover.maker(state, self.effort, 0)
        } else {
            prover.breaker(state, self.effort, 0)
        }
    }
}

/// Does one piece of work on a thread of its own while the caller's tells of progress; `None` if there is no thread to be had.
pub fn watch<R: Send>(work: impl FnOnce() -> R + Send, tell: &mut dyn FnMut()) -> Option<R> {
    let (send, receive) = channel();
    thread::scope(|scope| {
        let work = move || send.send(work());
        let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        loop {
            match receive.recv_timeout(TICK) {
                Ok(result) => return Some(result),
                Err(RecvTimeoutError::Timeout) => tell(),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    })
}

/// Waits for all threads; the first answer ends the work of the others.
fn collect<const N: usize>(shared: &Shared<N>, receive: &Receiver<Verdict<N>>, tell: &mut dyn FnMut()) -> Verdict<N> {
    let mut settled = Verdict::Open;
    loop {
        match receive.recv_timeout(TICK) {
            Ok(Verdict::Open) => {}
            Ok(verdict) => {
                settled = verdict;
                shared.cancel(true);
            }
            Err(RecvTimeoutError::Timeout) => tell(),
            Err(RecvTimeoutError::Disconnected) => return settled,
        }
    }
}
