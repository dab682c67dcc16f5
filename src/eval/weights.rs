//! What the shapes of a cell are worth together. The figures stand in `weights.txt`, one line for every combination of
//! four shapes, whatever their directions; `scripts/tune.md` tells how they are made.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::shape::{SHAPES, Shape};

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

/// The shapes of one cell for one player as a number: the digits of base [`SHAPES`], a direction each.
pub type Combination = u16;

/// Number of combinations.
pub const COMBINATIONS: usize = SHAPES * SHAPES * SHAPES * SHAPES;

/// What one direction counts in a [`Combination`].
pub const PLACE: [u16; 4] = [
    1,
    SHAPES as u16,
    (SHAPES * SHAPES) as u16,
    (SHAPES * SHAPES * SHAPES) as u16,
];

/// What a cell is worth for a player.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// If he is to move.
    pub moving: i16,
    /// If the other one is.
    pub waiting: i16,
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
    /// What goes into the estimate.
    pub values: Box<[Value]>,
    /// What orders moves.
    pub promises: Box<[Promise]>,
    /// The threat a stone would make.
    pub levels: Box<[Level]>,
    /// What the threats on the board are worth together to the one who is to move, by situation.
    pub situations: Box<[i32]>,
}

/// The weights of the program.
pub fn weights() -> &'static Weights {
    static WEIGHTS: OnceLock<Weights> = OnceLock::new();
    WEIGHTS.get_or_init(|| read(include_str!("weights.txt")))
}

/// The combination of four shapes.
pub fn combine(shapes: [Shape; 4]) -> Combination {
    shapes
        .iter()
        .zip(PLACE)
        .map(|(&shape, place)| shape as u16 * place)
        .sum()
}

/// The shapes of a combination, strongest first: what all orders of the same shapes have in common.
pub fn sorted(combination: usize) -> [Shape; 4] {
    let mut shapes = PLACE.map(|place| Shape::ALL[combination / usize::from(place) % SHAPES]);
    shapes.sort_by(|a, b| b.cmp(a));
    shapes
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

/// Reads the file of weights: comments after `#`, else `situation`, its bits and its figure or
/// four shapes and their four figures. What is not there is 0.
fn read(text: &str) -> Weights {
    let mut figures = HashMap::new();
    let mut situations = vec![0; SITUATIONS];
    for line in text.lines() {
        let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        let number = |word: &str| word.parse::<i16>().unwrap_or(0);
        match words[..] {
            ["situation", bits, figure] => {
                if let Some(place) = usize::from_str_radix(bits, 2)
                    .ok()
                    .and_then(|bits| situations.get_mut(bits))
                {
                    *place = i32::from(number(figure));
                }
            }
            [a, b, c, d, moving, waiting, attack, defence] => {
                figures.insert([a, b, c, d], [moving, waiting, attack, defence].map(number));
            }
            _ => {}
        }
    }
    let shapes = (0..COMBINATIONS).map(sorted);
    let all: Vec<[i16; 4]> = shapes
        .clone()
        .map(|shapes| figures.get(&shapes.map(Shape::name)).copied().unwrap_or([0; 4]))
        .collect();
    Weights {
        values: all
            .iter()
            .map(|&[moving, waiting, ..]| Value { moving, waiting })
            .collect(),
        promises: all
            .iter()
            .map(|&[.., attack, defence]| Promise { attack, defence })
            .collect(),
        levels: shapes.map(level).collect(),
        situations: situations.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_a_line_for_every_combination() {
        let text = include_str!("weights.txt");
        let is_combination = |line: &&str| !line.starts_with('#') && !line.starts_with("situation");
        let lines = || text.lines().filter(is_combination);
        let names: std::collections::BTreeSet<String> = lines()
            .map(|line| line.split_whitespace().take(4).collect::<Vec<_>>().join(" "))
            .collect();
        let wanted: std::collections::BTreeSet<String> = (0..COMBINATIONS)
            .map(|combination| sorted(combination).map(Shape::name).join(" "))
            .collect();
        assert_eq!(names, wanted);
        assert!(lines().all(|line| line.split_whitespace().count() == 8));
    }

    #[test]
    fn the_order_of_directions_does_not_matter() {
        let [a, b] = [
            [Shape::Four, Shape::Dead, Shape::OpenThree, Shape::One],
            [Shape::One, Shape::OpenThree, Shape::Four, Shape::Dead],
        ]
        .map(|shapes| usize::from(combine(shapes)));
        let Weights {
            values,
            promises,
            levels,
            ..
        } = weights();
        assert_eq!(
            (values[a].moving, values[a].waiting),
            (values[b].moving, values[b].waiting)
        );
        assert_eq!(promises[a].attack, promises[b].attack);
        assert_eq!(levels[a], levels[b]);
        assert_eq!(levels[a], Level::FourThree);
    }
}
