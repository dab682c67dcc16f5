//! A memory of bounded size for the algorithms that keep one: the newest position takes its place.
//!
//! Positions are told apart by their 64-bit key alone; that two of the few million in one search share a key
//! is as likely as a fault of the machine.

use crate::lab::classic::WIN;

/// Entries at the start.
const SMALLEST: usize = 1 << 10;
/// The most entries: 64 MiB.
const LARGEST: usize = 1 << 22;
/// A place that nothing was stored in; it says nothing about the position with this key.
const EMPTY: (u64, Bounds) = (0, Bounds::NONE);

/// What is known about a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// It is not smaller.
    pub lower: i32,
    /// It is not larger.
    pub upper: i32,
}

impl Bounds {
    /// Nothing is known.
    const NONE: Bounds = Bounds {
        lower: -WIN,
        upper: WIN,
    };
}

/// Bounds by position.
#[derive(Debug)]
pub struct Memory {
    /// As many as a power of two.
    entries: Vec<(u64, Bounds)>,
    stored: usize,
}

impl Memory {
    /// An empty memory.
    pub fn new() -> Memory {
        Memory {
            entries: vec![EMPTY; SMALLEST],
            stored: 0,
        }
    }

    /// What is known about the position with this key.
    pub fn recall(&self, key: u64) -> Bounds {
        match self.entries[self.place(key)] {
            (owner, bounds) if owner == key => bounds,
            _ => Bounds::NONE,
        }
    }

    /// Remembers bounds in the place of whatever was there.
    pub fn store(&mut self, key: u64, bounds: Bounds) {
        if self.stored > self.entries.len() && self.entries.len() < LARGEST {
            self.grow();
        }
        let place = self.place(key);
        self.entries[place] = (key, bounds);
        self.stored += 1;
    }

    fn grow(&mut self) {
        let larger = vec![EMPTY; 4 * self.entries.len()];
        let old = std::mem::replace(&mut self.entries, larger);
        for entry in old {
            let place = self.place(entry.0);
            self.entries[place] = entry;
        }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }
}

impl Default for Memory {
    fn default() -> Memory {
        Memory::new()
    }
}
