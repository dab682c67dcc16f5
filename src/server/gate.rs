//! Back-pressure: how much unanswered input is in memory. When it is too much, the reader waits.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A counter of bytes with a capacity, shared by the reader and the loop.
#[derive(Debug)]
pub struct Gate {
    held: Mutex<usize>,
    changed: Condvar,
    capacity: usize,
}

impl Gate {
    /// An empty gate.
    pub fn new(capacity: usize) -> Gate {
        Gate {
            held: Mutex::new(0),
            changed: Condvar::new(),
            capacity,
        }
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        // A number cannot be left half-changed by a panic elsewhere.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Blocks while the gate is full.
    pub fn wait(&self) {
        let held = self.lock();
        let result = self.changed.wait_while(held, |held| *held >= self.capacity);
        drop(result);
    }

    /// Adds to what is held, even beyond the capacity.
    pub fn charge(&self, bytes: usize) {
        *self.lock() += bytes;
    }

    /// Gives back what was charged.
    pub fn release(&self, bytes: usize) {
        let mut held = self.lock();
        let was_full = *held >= self.capacity;
        *held = held.saturating_sub(bytes);
        if was_full && *held < self.capacity {
            self.changed.notify_all();
        }
    }
}
