//! What the shapes of a cell are worth together. The figures stand in the text files beside this one, a line for every
//! combination of four shapes, whatever their directions; `scripts/tune.md` tells how they are made.

mod read;

use std::sync::OnceLock;

use super::net::Net;
use super::shape::{SHAPES, Shape};
use crate::game::Player;

/// What a stone on a cell would do at once, all directions taken together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Level {
    /// No threat.
    Quiet,
    /// Threatens an open four.
    Three,
    /// Threatens open fours in two directions.
    Threes,
    /// Threatens to complete a line.
    Four,
    /// The same, and an open four besides.
    FourThree,
    /// Threatens to complete a line in two ways: cannot be stopped.
    Winning,
    /// Completes a line.
    Completes,
}

/// Number of levels.
pub const LEVELS: usize = 7;

/// The threats of the one who is to move that make a situation; with a greater one the game is decided.
pub const OWN_THREATS: [Level; 4] = [Level::Three, Level::Threes, Level::Four, Level::FourThree];
/// Those of the other.
pub const OTHERS_THREATS: [Level; 5] = [
    Level::Three,
    Level::Threes,
    Level::Four,
    Level::FourThree,
    Level::Winning,
];

/// Number of situations: which of these threats there are.
pub const SITUATIONS: usize = 1 << (OWN_THREATS.len() + OTHERS_THREATS.len());

/// The shapes of one cell for one player as a number: the sum of what each counts.
pub type Combination = u16;

/// What each shape counts in a [`Combination`]: numbers chosen so that all sums of four differ. So the sum names the
/// shapes whatever their order, and what is common, weak shapes, lies close together in the tables.
const MARKS: [Combination; SHAPES] = [0, 1, 5, 21, 55, 153, 368, 856, 1424, 2603, 4967, 8194];

/// The combinations of a cell for both players, the first one's in the lower half of a word, so that one addition
/// changes both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Combinations(u32);

impl Combinations {
    /// Dead shapes only.
    pub const DEAD: Combinations = Combinations(0);

    /// These combinations.
    #[inline]
    pub const fn new(first: Combination, second: Combination) -> Combinations {
        Combinations(first as u32 | (second as u32) << 16)
    }

    /// The combination of a player.
    #[inline]
    pub fn of(self, player: Player) -> Combination {
        (self.0 >> (16 * player as u32)) as Combination
    }

    /// The combinations in which one shape of each player has become another.
    #[inline]
    pub fn exchange(self, old: Combinations, new: Combinations) -> Combinations {
        // What one half borrows from the other for a moment it gives back, because in the end neither is below 0.
        Combinations(self.0.wrapping_sub(old.0).wrapping_add(new.0))
    }

    /// Whether the level of a cell may change with these, which are one shape of each player.
    #[inline]
    pub fn are_loud(self) -> bool {
        const TOP: Combination = 1 << 15;
        const UP_TO_TOP: Combination = TOP - MARKS[LEAST_LOUD as usize];
        let lifted = self.0 + Combinations::new(UP_TO_TOP, UP_TO_TOP).0;
        lifted & Combinations::new(TOP, TOP).0 != 0
    }
}

/// The weakest shape that makes a threat.
const LEAST_LOUD: Shape = Shape::OpenThree;

/// Size of a table: one entry for every number, so that no look-up needs a check.
const SIZE: usize = 1 << Combination::BITS;

/// What cells are worth for a player, in two halves of one word, so that both change by one addition: below what counts
/// in the estimate if he is to move, above what counts if the other one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth(i64);

impl Worth {
    /// Nothing.
    pub const ZERO: Worth = Worth(0);

    fn new(moving: i16, waiting: i16) -> Worth {
        Worth(i64::from(moving) + (i64::from(waiting) << 32))
    }

    /// What counts if the player is to move.
    #[inline]
    pub fn moving(self) -> i32 {
        self.0 as i32
    }

    /// What counts if the other one is.
    #[inline]
    pub fn waiting(self) -> i32 {
        // The lower half may have borrowed from the upper one.
        ((self.0 - i64::from(self.moving())) >> 32) as i32
    }
}

impl std::ops::AddAssign for Worth {
    #[inline]
    fn add_assign(&mut self, other: Worth) {
        self.0 += other.0;
    }
}

impl std::ops::SubAssign for Worth {
    #[inline]
    fn sub_assign(&mut self, other: Worth) {
        self.0 -= other.0;
    }
}

/// How promising a move on a cell is, to order moves.
#[derive(Clone, Copy, Debug)]
pub struct Promise {
    /// For the player whose shapes these are.
    pub attack: i16,
    /// For the other player, who takes the cell away.
    pub defence: i16,
}

/// All figures, by combination. They stand in tables of their own because they are needed at different times: small
/// tables stay in the cache.
#[derive(Debug)]
pub struct Weights {
    worths: Box<[Worth; SIZE]>,
    levels: Box<[Level; SIZE]>,
    promises: Box<[Promise; SIZE]>,
    /// What the threats on the board are worth together to the one who is to move, by situation.
    pub situations: Box<[i32]>,
    /// What goes into the estimate besides, if there is a network.
    pub net: Option<Net>,
}

impl Weights {
    /// What goes into the estimate.
    #[inline]
    pub fn worth(&self, combination: Combination) -> Worth {
        self.worths[usize::from(combination)]
    }

    /// The threat that a stone makes.
    #[inline]
    pub fn level(&self, combination: Combination) -> Level {
        self.levels[usize::from(combination)]
    }

    /// How promising a move is.
    #[inline]
    pub fn promise(&self, combination: Combination) -> Promise {
        self.promises[usize::from(combination)]
    }
}

/// The weights for lines of this length.
pub fn weights(k: usize) -> &'static Weights {
    static GENERAL: OnceLock<Weights> = OnceLock::new();
    static FIVE: OnceLock<Weights> = OnceLock::new();
    match k {
        5 => FIVE.get_or_init(|| read::weights(include_str!("five.txt"))),
        _ => GENERAL.get_or_init(|| read::weights(include_str!("general.txt"))),
    }
}

/// What a shape counts in a combination.
#[inline]
pub const fn mark(shape: Shape) -> Combination {
    MARKS[shape as usize]
}

/// The combination of four shapes.
pub fn combine(shapes: [Shape; 4]) -> Combination {
    shapes.map(mark).iter().sum()
}

/// All sets of four shapes, each strongest first.
pub fn all_shapes() -> impl Iterator<Item = [Shape; 4]> {
    let all = || Shape::ALL.into_iter();
    all().flat_map(move |a| {
        let upto = move |top: Shape| all().filter(move |&shape| shape <= top);
        upto(a).flat_map(move |b| upto(b).flat_map(move |c| upto(c).map(move |d| [a, b, c, d])))
    })
}

/// The threat that a stone makes with these shapes.
pub fn level(shapes: [Shape; 4]) -> Level {
    let count = |wanted: fn(Shape) -> bool| shapes.iter().filter(|&&shape| wanted(shape)).count();
    let fours = count(|shape| shape == Shape::Four);
    let threes = count(Shape::is_open_three);
    if count(|shape| shape == Shape::Five) > 0 {
        Level::Completes
    } else if count(|shape| shape == Shape::OpenFour) > 0 || fours > 1 {
        Level::Winning
    } else if fours == 1 {
        if threes > 0 { Level::FourThree } else { Level::Four }
    } else {
        match threes {
            0 => Level::Quiet,
            1 => Level::Three,
            _ => Level::Threes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_of_a_worth_keep_apart() {
        let mut sum = Worth::ZERO;
        for (moving, waiting) in [(-5, 7), (300, -2), (i16::MIN, i16::MAX), (-1, -1)] {
            sum += Worth::new(moving, waiting);
        }
        sum -= Worth::new(-1, -1);
        assert_eq!((sum.moving(), sum.waiting()), (295 - 32_768, 5 + 32_767));
    }

    #[test]
    fn quiet_shapes_do_not_change_the_level() {
        for shapes in all_shapes() {
            let [a, b, c, least] = shapes;
            let one = Combinations::new(mark(least), 0);
            let other = Combinations::new(0, mark(least));
            assert_eq!(one.are_loud(), other.are_loud());
            if !one.are_loud() {
                assert_eq!(level(shapes), level([a, b, c, Shape::Dead]));
            }
        }
    }

    #[test]
    fn a_combination_names_its_shapes_in_any_order() {
        let combinations: std::collections::BTreeSet<Combination> = all_shapes().map(combine).collect();
        assert_eq!(combinations.len(), all_shapes().count());
        let [a, b] = [
            [Shape::Four, Shape::Dead, Shape::OpenThree, Shape::One],
            [Shape::One, Shape::OpenThree, Shape::Four, Shape::Dead],
        ]
        .map(combine);
        assert_eq!(a, b);
        assert_eq!(weights(5).level(a), Level::FourThree);
        let more = [Shape::One, Shape::OpenThree, Shape::Five, Shape::Dead];
        let both = Combinations::new(7, b);
        let four = Combinations::new(0, mark(Shape::Four));
        let five = Combinations::new(1, mark(Shape::Five));
        assert_eq!(both.exchange(four, five), Combinations::new(8, combine(more)));
    }
}
