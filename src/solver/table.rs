//! A shared table from 128-bit keys to what is known about a position.
//!
//! Keys are stored whole, all 127 bits that they have: a wrong answer needs two positions with equal sums, not equal slots.
//! 2^40 questions to 2^30 entries meet such a pair once in 2^57 solves, and a certificate, which is checked without a
//! table, does not depend on even that.
//!
//! The table is cut into shards with a lock each, so that threads rarely meet and an entry is never torn. Shards start
//! small and double up to the memory limit; from then on the entry that cost least gives way. Uses `std` only.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What can be kept in a table.
pub trait Worth: Copy + Default + Send {
    /// What it cost to find out; the cheapest entry of a full bucket is replaced.
    fn worth(&self) -> u32;
}

const SHARDS: usize = 256;
const BUCKET: usize = 4;
const FIRST_SLOTS: usize = 64;

#[derive(Clone, Copy, Default)]
struct Slot<V> {
    key: u128,
    value: V,
}

/// The table.
pub struct Table<V> {
    shards: Vec<Mutex<Vec<Slot<V>>>>,
    limit: usize,
}

impl<V: Worth> Table<V> {
    /// A table of at most this many MiB.
    pub fn new(megabytes: usize) -> Table<V> {
        let slots = (megabytes.max(1) << 20) / size_of::<Slot<V>>() / SHARDS;
        Table {
            shards: (0..SHARDS).map(|_| Mutex::new(Vec::new())).collect(),
            limit: (slots + 1).next_power_of_two() / 2,
        }
    }

    fn shard(&self, key: u128) -> MutexGuard<'_, Vec<Slot<V>>> {
        let shard = &self.shards[(key >> 120) as usize % SHARDS];
        // A panic elsewhere cannot leave a slot half written: slots are plain copies.
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known under a key.
    pub fn get(&self, key: u128) -> Option<V> {
        let slots = self.shard(key);
        bucket(&slots, key)?
            .iter()
            .find(|slot| slot.key == key)
            .map(|slot| slot.value)
    }

    /// Keeps what is known under a key, in place of what was known before.
    pub fn put(&self, key: u128, value: V) {
        let mut slots = self.shard(key);
        loop {
            let full = slots_full(&slots, self.limit);
            if place(&mut slots, key, value, full) {
                return;
            }
            grow(&mut slots);
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for shard in &self.shards {
            shard.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }

    /// Calls `visit` with every entry.
    pub fn each(&self, visit: &mut dyn FnMut(u128, V)) {
        for shard in &self.shards {
            let slots = shard.lock().unwrap_or_else(PoisonError::into_inner);
            for slot in slots.iter().filter(|slot| slot.key != 0) {
                visit(slot.key, slot.value);
            }
        }
    }
}

fn slots_full<V>(slots: &[Slot<V>], limit: usize) -> bool {
    slots.len() >= limit.max(FIRST_SLOTS)
}

fn start(slots: usize, key: u128) -> usize {
    (key as usize & (slots / BUCKET - 1)) * BUCKET
}

fn bucket<V>(slots: &[Slot<V>], key: u128) -> Option<&[Slot<V>]> {
    if slots.is_empty() {
        return None;
    }
    let from = start(slots.len(), key);
    Some(&slots[from..from + BUCKET])
}

/// Puts an entry into its bucket; without `force` only where there is room.
fn place<V: Worth>(slots: &mut [Slot<V>], key: u128, value: V, force: bool) -> bool {
    if slots.is_empty() {
        return false;
    }
    let from = start(slots.len(), key);
    let bucket = &mut slots[from..from + BUCKET];
    let own = bucket.iter().position(|slot| slot.key == key || slot.key == 0);
    let cheapest = (0..BUCKET).min_by_key(|&index| bucket[index].value.worth());
    match own.or(cheapest.filter(|_| force)) {
        Some(index) => {
            bucket[index] = Slot { key, value };
            true
        }
        None => false,
    }
}

fn grow<V: Worth>(slots: &mut Vec<Slot<V>>) {
    let size = (slots.len() * 2).max(FIRST_SLOTS);
    let old = std::mem::replace(slots, vec![Slot::default(); size]);
    for slot in old.into_iter().filter(|slot| slot.key != 0) {
        place(slots, slot.key, slot.value, true);
    }
}
