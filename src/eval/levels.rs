//! Which empty cells make threats: for each player and level the set of its cells, as bits, and how many there are.
//!
//! Levels change with every stone, in ways that a processor cannot guess. So a cell is moved from one set to another
//! without asking whether the two are the same.

use super::weights::{LEVELS, Level};
use crate::game::{ByPlayer, Cell, Player};

/// The cells of each level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    /// Words of a set.
    width: usize,
    /// The sets of the first player by level, then those of the second.
    words: Box<[u64]>,
    counts: ByPlayer<[u16; LEVELS]>,
}

impl Levels {
    /// No cell has a level yet, on a board of so many.
    pub fn new(cells: usize) -> Levels {
        let width = cells.div_ceil(64);
        Levels {
            width,
            words: vec![0; 2 * LEVELS * width].into(),
            counts: ByPlayer([[0; LEVELS]; 2]),
        }
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: Cell, player: Player, level: Level) {
        debug_assert!(!self.of([level; 2], player).contains(cell));
        self.counts[player][level as usize] += 1;
        self.toggle(cell, player, level);
    }

    /// Removes a cell that has this level.
    #[inline]
    pub fn remove(&mut self, cell: Cell, player: Player, level: Level) {
        debug_assert!(self.of([level; 2], player).contains(cell));
        self.counts[player][level as usize] -= 1;
        self.toggle(cell, player, level);
    }

    #[inline]
    fn toggle(&mut self, cell: Cell, player: Player, level: Level) {
        let word = self.start(player, level) + cell.index() / 64;
        self.words[word] ^= 1 << (cell.index() % 64);
    }

    /// Where the words of a set start.
    #[inline]
    fn start(&self, player: Player, level: Level) -> usize {
        (player as usize * LEVELS + level as usize) * self.width
    }

    /// Number of cells of a level.
    #[inline]
    pub fn count(&self, player: Player, level: Level) -> usize {
        usize::from(self.counts[player][level as usize])
    }

    /// The cells of two levels, which may be the same.
    #[inline]
    pub fn of(&self, levels: [Level; 2], player: Player) -> CellSet<'_> {
        let counts = levels.map(|level| self.count(player, level));
        CellSet {
            words: levels.map(|level| &self.words[self.start(player, level)..][..self.width]),
            len: if levels[0] == levels[1] {
                counts[0]
            } else {
                counts[0] + counts[1]
            },
        }
    }
}

/// A set of cells.
#[derive(Clone, Copy, Debug)]
pub struct CellSet<'a> {
    /// What the set is the union of.
    words: [&'a [u64]; 2],
    len: usize,
}

impl<'a> CellSet<'a> {
    /// Whether the cell is in the set.
    #[inline]
    pub fn contains(self, cell: Cell) -> bool {
        let [one, other] = self.words.map(|words| words[cell.index() / 64]);
        (one | other) >> (cell.index() % 64) & 1 == 1
    }

    /// Number of cells.
    #[inline]
    pub fn len(self) -> usize {
        self.len
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The cells, smallest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Cell> + 'a {
        let [one, other] = self.words;
        let words = one.iter().zip(other).enumerate();
        // Most sets are empty or have few cells, so that looking for one more would take the longest.
        words
            .flat_map(|(at, (one, other))| bits(one | other, at))
            .take(self.len)
    }

    /// The smallest cell.
    #[inline]
    pub fn first(self) -> Option<Cell> {
        self.iter().next()
    }
}

/// The cells of the bits set in the word at this place of a row of words.
#[inline]
fn bits(word: u64, at: usize) -> impl Iterator<Item = Cell> {
    let mut rest = word;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Cell((at * 64 + bit) as u16)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    const ALL: [Level; LEVELS] = [
        Level::Quiet,
        Level::Three,
        Level::Threes,
        Level::Four,
        Level::FourThree,
        Level::Winning,
        Level::Completes,
    ];

    proptest! {
        #[test]
        fn behave_like_sets(cells in 1_usize..9_000, picks in prop::collection::vec(any::<(u16, bool, u8)>(), 0..200)) {
            let mut levels = Levels::new(cells);
            let mut model = BTreeMap::new();
            for (pick, second, level) in picks {
                let cell = Cell(pick % cells as u16);
                let player = Player::BOTH[usize::from(second)];
                let level = ALL[usize::from(level) % LEVELS];
                if let Some(old) = model.insert((second, cell), level) {
                    levels.remove(cell, player, old);
                }
                levels.insert(cell, player, level);
                for other in ALL {
                    let wanted: BTreeSet<Cell> = model
                        .iter()
                        .filter(|&(&(of, _), &is)| of == second && (is == level || is == other))
                        .map(|(&(_, cell), _)| cell)
                        .collect();
                    let set = levels.of([level, other], player);
                    prop_assert_eq!((set.len(), set.is_empty()), (wanted.len(), wanted.is_empty()));
                    prop_assert_eq!(set.contains(cell), wanted.contains(&cell));
                    prop_assert_eq!(set.first(), wanted.first().copied());
                    prop_assert!(set.iter().eq(wanted));
                }
            }
        }
    }
}
