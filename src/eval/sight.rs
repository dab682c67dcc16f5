//! What a stone on an empty cell would make of one line, looked up by what stands there.
//!
//! A *view* is what stands on one side of a cell, K−1 cells wide. Nobody looks beyond a wall or past stones of both
//! colours, so that there are few views that differ: 57 for K = 5. A table of all pairs of views stays in the cache.

use std::sync::OnceLock;

use super::rows::{WALL, stone};
use super::shape::{self, LONGEST_TABLE};
use super::weights::{Combinations, mark};
use crate::game::Player;

/// The tables for one length of lines.
#[derive(Debug)]
pub struct Sight {
    /// K−1.
    reach: usize,
    /// The number of the view behind, by its bits, times the number of views.
    behind: Box<[u16]>,
    /// The number of the view ahead, by its bits.
    ahead: Box<[u16]>,
    /// What a stone of either player would make, by both numbers.
    shapes: Box<[Combinations]>,
    /// The lower bit of every cell that sees the one in the middle.
    neighbours: u64,
}

impl Sight {
    /// The tables for lines of length `k`, unless they are too long.
    pub fn of(k: usize) -> Option<&'static Sight> {
        static TABLES: [OnceLock<Sight>; LONGEST_TABLE] = [const { OnceLock::new() }; LONGEST_TABLE];
        let table = TABLES.get(k.checked_sub(1)?)?;
        Some(table.get_or_init(|| Sight::new(k)))
    }

    fn new(k: usize) -> Sight {
        let reach = k - 1;
        let views: Vec<u64> = (0..1 << (2 * reach))
            .filter(|&view| seen(view, reach) == view)
            .collect();
        let number = |view: u64| views.partition_point(|&other| other < seen(view, reach));
        let all = || 0..1 << (2 * reach);
        let pairs = views
            .iter()
            .flat_map(|&behind| views.iter().map(move |&ahead| (behind, ahead)));
        let near = (0..=2 * reach).filter(|&place| place != reach);
        Sight {
            reach,
            behind: all()
                .map(|view| (number(turned(view, reach)) * views.len()) as u16)
                .collect(),
            ahead: all().map(|view| number(view) as u16).collect(),
            shapes: pairs.map(|(behind, ahead)| shapes(k, behind, ahead)).collect(),
            neighbours: near.map(|place| 1 << (2 * (reach + place))).sum(),
        }
    }

    /// How far one must see from a cell to know what all its neighbours see.
    pub fn far(&self) -> usize {
        2 * self.reach
    }

    /// The place of the cell in the middle.
    #[inline]
    pub fn middle(&self) -> usize {
        4 * self.reach
    }

    /// The places of the empty cells that see the one in the middle of what is `around` it.
    #[inline]
    pub fn empty_neighbours(&self, around: u64) -> impl Iterator<Item = usize> + use<> {
        let mut rest = !(around | around >> 1) & self.neighbours;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let place = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                place
            })
        })
    }

    /// What a stone at this place would make, with three dead shapes besides.
    #[inline]
    pub fn shapes(&self, around: u64, place: usize) -> Combinations {
        let width = 2 * self.reach;
        let mask = (1 << width) - 1;
        let behind = self.behind[(around >> (place - width) & mask) as usize];
        let ahead = self.ahead[(around >> (place + 2) & mask) as usize];
        self.shapes[usize::from(behind) + usize::from(ahead)]
    }
}

/// The nearest cell of a view stands in its lowest bits.
fn cell(view: u64, distance: usize) -> u64 {
    view >> (2 * (distance - 1)) & 3
}

/// The same view the other way round.
fn turned(view: u64, reach: usize) -> u64 {
    (1..=reach)
        .map(|distance| cell(view, distance) << (2 * (reach - distance)))
        .sum()
}

/// The view with walls for all that cannot be seen, the first such cell included.
fn seen(view: u64, reach: usize) -> u64 {
    let mut colour = 0;
    for distance in 1..=reach {
        let there = cell(view, distance);
        if there == WALL || there != 0 && colour != 0 && there != colour {
            let walls = (1_u64 << (2 * reach)) - (1 << (2 * (distance - 1)));
            return view | walls;
        }
        colour |= there;
    }
    view
}

/// What a stone of either player makes between two views.
fn shapes(k: usize, behind: u64, ahead: u64) -> Combinations {
    let digit = |view: u64, distance: usize, player: Player| match cell(view, distance) {
        0 => 0,
        there if there == stone(player) => 1,
        _ => 2,
    };
    let made = |player: Player| {
        let number: u32 = (1..k)
            .map(|distance| {
                let offset = distance as isize;
                digit(behind, distance, player) * shape::digit(k, -offset)
                    + digit(ahead, distance, player) * shape::digit(k, offset)
            })
            .sum();
        mark(shape::table(k)[number as usize])
    };
    Combinations::new(made(Player::First), made(Player::Second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_few_views() {
        for (k, views) in [(1, 1_usize), (2, 4), (3, 11), (5, 57)] {
            assert_eq!(Sight::of(k).unwrap().shapes.len(), views * views, "{k}");
        }
        assert!(Sight::of(0).is_none() && Sight::of(LONGEST_TABLE + 1).is_none());
    }

    /// A view shortened to what can be seen stands for the view itself.
    #[test]
    fn what_cannot_be_seen_does_not_matter() {
        for k in 1..=4 {
            let all = 0..1_u64 << (2 * (k - 1));
            let sight = Sight::of(k).unwrap();
            let width = 2 * (k - 1);
            for behind in all.clone() {
                for ahead in all.clone() {
                    let around = turned(behind, k - 1) | ahead << (width + 2);
                    assert_eq!(sight.shapes(around, width), shapes(k, behind, ahead));
                }
            }
        }
    }
}
