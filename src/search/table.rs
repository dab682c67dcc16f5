//! The transposition table: what earlier searches learnt about positions, under a fixed amount of memory.
//!
//! Proven bounds and estimates are kept side by side in one entry. The bounds hold at any depth and only ever get
//! tighter; the estimate holds for the depth it was searched to. An entry with a settled result gives way to an
//! estimate only when its whole bucket is settled.
//!
//! Slots are three atomic words, the first one mixed with the other two: a torn or foreign slot fails the check
//! and counts as empty, so no lock is needed.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::allocation::try_zeroed_slice_box;

use super::value::{Bounds, INFINITE, from_root, to_root};
use crate::game::Cell;

/// How the estimate of an entry relates to the true value at that depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The value itself.
    Exact,
    /// At least this.
    AtLeast,
    /// At most this.
    AtMost,
}

impl Kind {
    /// Whether a value of this kind tells more than an estimate.
    pub fn holds(self, value: i32, estimate: i32) -> bool {
        match self {
            Kind::Exact => true,
            Kind::AtLeast => value > estimate,
            Kind::AtMost => value < estimate,
        }
    }
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move found.
    pub best: Option<Cell>,
    /// The estimate, seen from the position itself.
    pub value: i32,
    /// How to read the estimate.
    pub kind: Kind,
    /// Depth behind the estimate.
    pub depth: u8,
    /// What is proven, seen from the position itself.
    pub bounds: Bounds,
}

impl Entry {
    /// The entry as seen from the root of a search that is `ply` plies away.
    pub fn seen_from_root(self, ply: u32) -> Entry {
        self.shifted(|value| to_root(value, ply))
    }

    /// The entry as it is stored, made from one seen from the root.
    pub fn seen_from_here(self, ply: u32) -> Entry {
        self.shifted(|value| from_root(value, ply))
    }

    fn shifted(self, shift: impl Fn(i32) -> i32) -> Entry {
        Entry {
            value: shift(self.value),
            bounds: Bounds {
                low: shift(self.bounds.low),
                high: shift(self.bounds.high),
            },
            ..self
        }
    }
}

type Slot = [AtomicU64; 3];

const SLOT_BYTES: usize = size_of::<Slot>();
const BUCKET: usize = 4;
/// Stands for "no move"; no board has so many cells.
const NO_MOVE: u16 = u16::MAX;
/// How much an entry of an earlier search is worth less, in plies of depth.
const AGE_PENALTY: i32 = 16;
const SETTLED_BONUS: i32 = 1_000;
const GENERATIONS: u8 = 64;

/// A transposition table that is allocated when it is first written.
pub struct Table {
    slots: Box<[Slot]>,
    megabytes: usize,
    generation: u8,
}

impl Table {
    /// A table of at most this many MiB. Takes no memory yet.
    pub fn new(megabytes: usize) -> Table {
        Table {
            slots: Box::default(),
            megabytes,
            generation: 1,
        }
    }

    /// Takes the memory if it was not taken yet, less if there is not enough, and begins a new search.
    pub fn begin(&mut self) {
        self.generation = if self.generation + 1 < GENERATIONS {
            self.generation + 1
        } else {
            1
        };
        if !self.slots.is_empty() {
            return;
        }
        let mut buckets = (self.megabytes << 20) / (SLOT_BYTES * BUCKET);
        while buckets > 0 {
            // Zeroed pages come from the system untouched: what is never written costs nothing.
            if let Ok(slots) = try_zeroed_slice_box(buckets * BUCKET) {
                take_large_pages(&slots);
                self.slots = slots;
                return;
            }
            buckets /= 2;
        }
    }

    /// Forgets everything and gives the memory back.
    pub fn clear(&mut self) {
        *self = Table::new(self.megabytes);
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        let buckets = self.slots.len() / BUCKET;
        if buckets == 0 {
            return &[];
        }
        // The high half of the product spreads the key over any number of buckets without a division.
        let index = ((u128::from(key) * buckets as u128) >> 64) as usize;
        &self.slots[index * BUCKET..(index + 1) * BUCKET]
    }

    /// Has the memory that a position's entry lies in fetched, while there is something else to do: waiting for it
    /// would take a sixth of the search's time.
    #[inline]
    pub fn fetch(&self, key: u64) {
        let bucket = self.bucket(key);
        for slot in [bucket.first(), bucket.last()].into_iter().flatten() {
            prefetch(slot);
        }
    }

    /// What is known about the position with this key.
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key)
            .iter()
            .find_map(|slot| read(slot, key))
            .map(|(entry, _)| entry)
    }

    /// Adds what is known about a position. Proven bounds already there are kept.
    pub fn put(&self, key: u64, entry: Entry) {
        let bucket = self.bucket(key);
        let mut entry = entry;
        let known = bucket.iter().find(|slot| {
            read(slot, key).is_some_and(|(old, _)| {
                entry.bounds = entry.bounds.and(old.bounds);
                entry.best = entry.best.or(old.best);
                true
            })
        });
        let slot = known.or_else(|| bucket.iter().min_by_key(|slot| self.priority(slot)));
        if let Some(slot) = slot {
            write(slot, key, entry, self.generation);
        }
    }

    fn priority(&self, slot: &Slot) -> i32 {
        let words = load(slot);
        if words == [0, 0, 0] {
            return i32::MIN;
        }
        let (entry, generation) = unpack(words);
        let settled = i32::from(entry.bounds.score().is_some()) * SETTLED_BONUS;
        let age = i32::from(generation != self.generation) * AGE_PENALTY;
        settled + i32::from(entry.depth) - age
    }

    /// Used slots in thousandths, from a sample.
    pub fn permille_full(&self) -> u32 {
        let sample = self.slots.len().min(1000);
        let used = self.slots[..sample]
            .iter()
            .filter(|slot| load(slot) != [0, 0, 0] && unpack(load(slot)).1 == self.generation)
            .count();
        (used * 1000).checked_div(sample).unwrap_or(0) as u32
    }
}

/// Asks for few large pages instead of many small ones: every look at the table goes to another page, and finding out
/// where small ones lie would take a tenth of the search's time.
fn take_large_pages(slots: &[Slot]) {
    #[cfg(target_os = "linux")]
    {
        let pages = slots.as_ptr_range();
        let start = (pages.start as usize).next_multiple_of(rustix::param::page_size());
        let length = (pages.end as usize).saturating_sub(start);
        #[allow(unsafe_code)]
        // SAFETY: the range lies within memory that this table owns, and this advice changes nothing of what stands
        // there.
        let advised = unsafe { rustix::mm::madvise(start as *mut _, length, rustix::mm::Advice::LinuxHugepage) };
        if let Err(error) = advised {
            log::debug!("no large pages for the table: {error}");
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = slots;
}

/// Begins to bring memory into the cache. An ordinary load would do so too, but hold up what comes after it.
#[inline]
fn prefetch(slot: &Slot) {
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    // SAFETY: a prefetch is a hint that neither faults nor changes anything the program can see, whatever the address.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(std::ptr::from_ref(slot).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = slot;
}

fn load(slot: &Slot) -> [u64; 3] {
    [0, 1, 2].map(|word| slot[word].load(Ordering::Relaxed))
}

fn read(slot: &Slot, key: u64) -> Option<(Entry, u8)> {
    let words = load(slot);
    (words[0] ^ words[1] ^ words[2] == key && words != [0, 0, 0]).then(|| unpack(words))
}

fn write(slot: &Slot, key: u64, entry: Entry, generation: u8) {
    let kind = match entry.kind {
        Kind::Exact => 0,
        Kind::AtLeast => 1,
        Kind::AtMost => 2,
    };
    let best = entry.best.map_or(NO_MOVE, |cell| cell.0);
    let estimate = u64::from(entry.value as u32)
        | u64::from(best) << 32
        | u64::from(entry.depth) << 48
        | u64::from(generation << 2 | kind) << 56;
    let bounds = u64::from(entry.bounds.low as u32) | u64::from(entry.bounds.high as u32) << 32;
    slot[0].store(key ^ estimate ^ bounds, Ordering::Relaxed);
    slot[1].store(estimate, Ordering::Relaxed);
    slot[2].store(bounds, Ordering::Relaxed);
}

fn unpack(words: [u64; 3]) -> (Entry, u8) {
    let [_, estimate, bounds] = words;
    let meta = (estimate >> 56) as u8;
    let best = (estimate >> 32) as u16;
    let entry = Entry {
        best: (best != NO_MOVE).then_some(Cell(best)),
        value: estimate as u32 as i32,
        kind: match meta & 3 {
            0 => Kind::Exact,
            1 => Kind::AtLeast,
            _ => Kind::AtMost,
        },
        depth: (estimate >> 48) as u8,
        bounds: Bounds {
            low: bounds as u32 as i32,
            high: (bounds >> 32) as u32 as i32,
        },
    };
    debug_assert!(entry.bounds.low >= -INFINITE && entry.bounds.high <= INFINITE);
    (entry, meta >> 2)
}

#[cfg(test)]
mod tests {
    use super::super::value::{DRAW, loss_at, win_at};
    use super::*;

    fn entry(value: i32, depth: u8, bounds: Bounds) -> Entry {
        Entry {
            best: Some(Cell(7)),
            value,
            kind: Kind::AtMost,
            depth,
            bounds,
        }
    }

    #[test]
    fn what_is_put_is_got_back() {
        let mut table = Table::new(1);
        assert_eq!(table.get(42), None);
        table.begin();
        for (key, value) in [(1, -77), (2, 0), (u64::MAX, 500_000)] {
            let stored = entry(
                value,
                9,
                Bounds {
                    low: loss_at(8),
                    high: win_at(3),
                },
            );
            table.put(key, stored);
            assert_eq!(table.get(key), Some(stored));
        }
        table.clear();
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn bounds_only_get_tighter() {
        let mut table = Table::new(1);
        table.begin();
        table.put(
            5,
            entry(
                3,
                4,
                Bounds {
                    low: DRAW,
                    high: INFINITE,
                },
            ),
        );
        table.put(
            5,
            entry(
                -9,
                6,
                Bounds {
                    low: -INFINITE,
                    high: DRAW,
                },
            ),
        );
        let merged = table.get(5).unwrap();
        assert_eq!(merged.bounds, Bounds::exactly(DRAW));
        assert_eq!((merged.value, merged.depth), (-9, 6));
    }

    #[test]
    fn an_estimate_does_not_push_out_a_proof() {
        let mut table = Table::new(1);
        table.begin();
        table.put(1, entry(0, 1, Bounds::exactly(DRAW)));
        // Keys that differ only in their low bits share the bucket.
        for key in 2..200 {
            table.put(key, entry(5, 60, Bounds::OPEN));
        }
        assert_eq!(table.get(1).unwrap().bounds, Bounds::exactly(DRAW));
    }

    #[test]
    fn memory_stays_within_the_limit() {
        let mut table = Table::new(3);
        assert_eq!(table.slots.len(), 0);
        table.begin();
        let bytes = table.slots.len() * SLOT_BYTES;
        assert!(bytes <= 3 << 20 && bytes > 2 << 20);
    }
}
