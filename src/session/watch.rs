//! Keeps an eye on a task that only counts.

use std::time::{Duration, Instant};

use super::Update;
use crate::budget::StopFlag;

/// How often a counting task says how far it is.
pub const PROGRESS_INTERVAL: Duration = Duration::from_millis(600);
/// Calls between two looks at the clock.
const CALLS: u32 = 1 << 12;

/// Looks at the clock and the flag now and then while perft counts.
pub struct PerftWatch {
    nodes: u64,
    calls: u32,
    last_told: Instant,
}

impl PerftWatch {
    /// Begins to watch.
    pub fn new() -> PerftWatch {
        PerftWatch {
            nodes: 0,
            calls: 0,
            last_told: Instant::now(),
        }
    }

    /// Counts leaves; true if perft must stop.
    pub fn count(&mut self, leaves: u64, stop: &StopFlag, tell: &mut dyn FnMut(Update)) -> bool {
        self.nodes = self.nodes.saturating_add(leaves);
        self.calls = self.calls.wrapping_add(1);
        if !self.calls.is_multiple_of(CALLS) {
            return false;
        }
        if self.last_told.elapsed() >= PROGRESS_INTERVAL {
            self.last_told = Instant::now();
            tell(Update::Progress {
                what: "perft",
                nodes: self.nodes,
            });
        }
        stop.is_raised()
    }
}
