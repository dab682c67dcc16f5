//! Families of sets as bit maps, 64 sets to the word: bit i of the map says whether the set with mask i is in.
//!
//! Adding or removing one cell moves whole blocks of such a map, so a question about every set at once ("has one
//! more stone a good reply?") costs a few word operations per 64 sets. A map over n cells has 2ⁿ bits.

use crate::lab::sets::Set;

/// Words of a map over n cells.
pub fn words(n: usize) -> usize {
    1 << n.saturating_sub(6)
}

/// For each of the six lowest cells, the bits of a word whose sets lack it.
const LACKING: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Puts a single set into the map.
pub fn insert(map: &mut [u64], set: Set) {
    map[(set >> 6) as usize] |= 1 << (set & 63);
}

/// Whether a single set is in the map.
pub fn contains(map: &[u64], set: Set) -> bool {
    map[(set >> 6) as usize] >> (set & 63) & 1 == 1
}

/// The number of sets in the map.
pub fn count(map: &[u64]) -> u64 {
    map.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// The sets of size `k` over `n` cells.
pub fn of_size(n: usize, k: usize) -> Vec<u64> {
    let mut map = vec![0; words(n)];
    for set in crate::lab::sets::subsets(n, k) {
        insert(&mut map, set);
    }
    map
}

/// Adds to the map every superset of its sets.
pub fn close_upwards(map: &mut [u64], n: usize) {
    for cell in 0..n {
        if let Some(lacking) = LACKING.get(cell) {
            for word in map.iter_mut() {
                *word |= (*word & lacking) << (1 << cell);
            }
        } else {
            let half = 1 << (cell - 6);
            for block in map.chunks_exact_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                for (without, with) in low.iter().zip(high) {
                    *with |= without;
                }
            }
        }
    }
}

/// Adds to `into` every set that is one cell more than a set of `from`.
pub fn add_one(from: &[u64], into: &mut [u64], n: usize) {
    for cell in 0..n {
        if let Some(lacking) = LACKING.get(cell) {
            for (source, target) in from.iter().zip(into.iter_mut()) {
                *target |= (source & lacking) << (1 << cell);
            }
        } else {
            let half = 1 << (cell - 6);
            for (source, target) in from.chunks_exact(2 * half).zip(into.chunks_exact_mut(2 * half)) {
                or(&source[..half], &mut target[half..]);
            }
        }
    }
}

/// Adds to `into` every set that is one cell less than a set of `from`.
pub fn remove_one(from: &[u64], into: &mut [u64], n: usize) {
    for cell in 0..n {
        if let Some(lacking) = LACKING.get(cell) {
            for (source, target) in from.iter().zip(into.iter_mut()) {
                *target |= source >> (1 << cell) & lacking;
            }
        } else {
            let half = 1 << (cell - 6);
            for (source, target) in from.chunks_exact(2 * half).zip(into.chunks_exact_mut(2 * half)) {
                or(&source[half..], &mut target[..half]);
            }
        }
    }
}

/// Adds a map over n − 1 cells to one over `n`, where `cell` is the one that its sets know nothing of and lack.
pub fn or_lacking(from: &[u64], into: &mut [u64], n: usize, cell: usize) {
    if n <= 6 {
        into[0] |= spread(from[0], cell);
    } else if cell < 6 {
        for (source, target) in from.iter().zip(into.chunks_exact_mut(2)) {
            target[0] |= spread(source & u64::from(u32::MAX), cell);
            target[1] |= spread(source >> 32, cell);
        }
    } else {
        let half = 1 << (cell - 6);
        for (source, target) in from.chunks_exact(half).zip(into.chunks_exact_mut(2 * half)) {
            or(source, &mut target[..half]);
        }
    }
}

fn or(from: &[u64], into: &mut [u64]) {
    for (target, source) in into.iter_mut().zip(from) {
        *target |= source;
    }
}

/// Makes room for `cell` in the sets of the low half of a word.
fn spread(word: u64, cell: usize) -> u64 {
    // Each step parts the blocks of the step before, until they are as long as the cell's own blocks.
    let mut word = word;
    for part in (cell..5).rev() {
        word = (word | word << (1 << part)) & LACKING[part];
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::sets::{make_room, squeeze_out};

    /// A map with irregular contents.
    fn sample(n: usize) -> Vec<u64> {
        let mut map = vec![0; words(n)];
        for set in (0..1_u64 << n).filter(|set| set.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 62 == 1) {
            insert(&mut map, set);
        }
        map
    }

    fn same(map: &[u64], n: usize, wanted: impl Fn(u64) -> bool) {
        for set in 0..1 << n {
            assert_eq!(contains(map, set), wanted(set), "set {set:b} of {n} cells");
        }
    }

    #[test]
    fn whole_maps_move_as_single_sets_do() {
        for n in 1..=9 {
            let (map, all) = (sample(n), 0..n);
            let mut closed = map.clone();
            close_upwards(&mut closed, n);
            same(&closed, n, |set| {
                (0..=set).any(|sub| sub & set == sub && contains(&map, sub))
            });
            let mut more = vec![0; words(n)];
            add_one(&map, &mut more, n);
            same(&more, n, |set| {
                all.clone()
                    .any(|cell| set >> cell & 1 == 1 && contains(&map, set ^ 1 << cell))
            });
            let mut less = vec![0; words(n)];
            remove_one(&map, &mut less, n);
            same(&less, n, |set| {
                all.clone()
                    .any(|cell| set >> cell & 1 == 0 && contains(&map, set | 1 << cell))
            });
        }
    }

    #[test]
    fn room_is_made_in_whole_maps() {
        for n in 1..=9 {
            let map = sample(n - 1);
            for cell in 0..n {
                let mut wider = vec![0; words(n)];
                or_lacking(&map, &mut wider, n, cell);
                same(&wider, n, |set| {
                    let narrow = squeeze_out(set, cell);
                    make_room(narrow, cell) == set && contains(&map, narrow)
                });
            }
        }
    }

    #[test]
    fn sets_of_a_size_are_counted() {
        assert_eq!(count(&of_size(9, 4)), 126);
        assert_eq!(count(&of_size(3, 3)), 1);
        assert_eq!(count(&of_size(0, 0)), 1);
    }
}
