//! The thread of a long task. It reports while it runs and sends exactly one [`Update::Done`], even if it panics.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::update::{Done, Update};
use crate::search::Engine;

/// Room for the deepest recursion on the largest board, with a wide margin; only what is used is taken.
const STACK_BYTES: usize = 16 << 20;

/// Where updates go.
pub type Sink = Arc<dyn Fn(Update) + Send + Sync>;

/// A task: gets the engine and a way to report, returns the result.
pub type Task = Box<dyn FnOnce(&mut dyn Engine, &mut dyn FnMut(Update)) -> Done + Send>;

/// Runs a task on a thread of its own. The engine comes back with the result, unless the task panicked.
pub fn start(task: Task, engine: Box<dyn Engine>, sink: &Sink) {
    let worker_sink = Arc::clone(sink);
    let spawned = std::thread::Builder::new()
        .name("search".into())
        .stack_size(STACK_BYTES)
        .spawn(move || run(task, engine, &worker_sink));
    if let Err(error) = spawned {
        sink(Update::Done(Done::Failed(format!("no thread: {error}")), None));
    }
}

fn run(task: Task, mut engine: Box<dyn Engine>, sink: &Sink) {
    // After a panic the engine is dropped, so nothing half-changed is ever seen again.
    let result = catch_unwind(AssertUnwindSafe(|| task(engine.as_mut(), &mut |update| sink(update))));
    match result {
        Ok(done) => sink(Update::Done(done, Some(engine))),
        Err(panic) => sink(Update::Done(Done::Failed(message(panic.as_ref())), None)),
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "unknown cause".to_owned())
}
