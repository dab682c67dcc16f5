//! Random numbers that are the same on every machine for the same seed.

use crate::game::hash::mix;

/// A sequence of numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed and a stream: different pairs give unrelated sequences.
    pub fn new(seed: u64, stream: u64) -> Random {
        Random(mix(mix(seed).wrapping_add(mix(!stream))))
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        mix(self.0)
    }

    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The bias of the remainder is far below what a choice among a few hundred things could show.
        (self.draw() % bound as u64) as usize
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}
