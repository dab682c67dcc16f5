//! Reads a file of weights. After `#` comes a comment; else a line is one of
//!
//! ```text
//!   situation BITS FIGURE
//!   SHAPE SHAPE SHAPE SHAPE MOVING WAITING ATTACK DEFENCE [32 numbers of a vector]
//!   hidden BIAS OUTPUT 32 weights
//! ```
//!
//! What is not there is 0. With a `hidden` line there is a network.

use std::collections::HashMap;

use super::{Level, Promise, SITUATIONS, SIZE, Weights, Worth, all_shapes, combine, level};
use crate::eval::net::{Hidden, Net, Vector};
use crate::eval::shape::Shape;

/// Numbers of a combination before its vector.
const FIGURES: usize = 4;

/// The weights of a file.
pub fn weights(text: &str) -> Weights {
    let mut file = File::default();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default();
        file.take(&line.split_whitespace().collect::<Vec<&str>>());
    }
    file.weights()
}

/// What was read.
#[derive(Default)]
struct File<'a> {
    situations: Vec<(usize, i32)>,
    combinations: HashMap<[&'a str; 4], Vec<i16>>,
    hidden: Vec<Hidden>,
}

impl<'a> File<'a> {
    fn take(&mut self, words: &[&'a str]) {
        match words {
            ["situation", bits, figure] => {
                let place = usize::from_str_radix(bits, 2).ok().filter(|&place| place < SITUATIONS);
                self.situations
                    .extend(place.map(|place| (place, figure.parse().unwrap_or(0))));
            }
            ["hidden", bias, output, weights @ ..] => self.hidden.push(Hidden {
                bias: bias.parse().unwrap_or(0),
                output: output.parse().unwrap_or(0),
                weights: array(&numbers(weights)),
            }),
            [a, b, c, d, rest @ ..] => {
                self.combinations.insert([*a, *b, *c, *d], numbers(rest));
            }
            _ => {}
        }
    }

    fn weights(self) -> Weights {
        let mut weights = Weights {
            worths: Box::new([Worth::ZERO; SIZE]),
            levels: Box::new([Level::Quiet; SIZE]),
            promises: Box::new([Promise { attack: 0, defence: 0 }; SIZE]),
            situations: vec![0; SITUATIONS].into(),
            net: None,
        };
        for &(place, figure) in &self.situations {
            weights.situations[place] = figure;
        }
        let mut vectors = Vec::new();
        for shapes in all_shapes() {
            let combination = combine(shapes);
            let at = usize::from(combination);
            weights.levels[at] = level(shapes);
            let Some(numbers) = self.combinations.get(&shapes.map(Shape::name)) else {
                continue;
            };
            let [moving, waiting, attack, defence] = array(numbers);
            weights.worths[at] = Worth::new(moving, waiting);
            weights.promises[at] = Promise { attack, defence };
            vectors.push((combination, Vector(array(numbers.get(FIGURES..).unwrap_or_default()))));
        }
        if !self.hidden.is_empty() {
            weights.net = Net::new(vectors.into_iter(), self.hidden);
        }
        weights
    }
}

fn numbers(words: &[&str]) -> Vec<i16> {
    words.iter().map(|word| word.parse().unwrap_or(0)).collect()
}

/// The first numbers, with 0 for what is missing.
fn array<const N: usize>(numbers: &[i16]) -> [i16; N] {
    std::array::from_fn(|index| numbers.get(index).copied().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::net::{HIDDEN, INPUTS};
    use std::collections::BTreeSet;

    /// Every line is well formed, and every combination is there once.
    fn check(text: &str, vector: usize, hidden: usize) {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let words: Vec<Vec<&str>> = lines.map(|line| line.split_whitespace().collect()).collect();
        let count = |word: &str| words.iter().filter(|words| words[0] == word).count();
        assert_eq!((count("situation"), count("hidden")), (SITUATIONS, hidden));
        let mut found = Vec::new();
        for words in &words {
            let names = match words[0] {
                "situation" => 2,
                "hidden" => {
                    assert_eq!(words.len(), 3 + INPUTS);
                    1
                }
                _ => {
                    assert_eq!(words.len(), 4 + FIGURES + vector);
                    found.push(words[..4].join(" "));
                    4
                }
            };
            assert!(
                words[names..].iter().all(|word| word.parse::<i32>().is_ok()),
                "{words:?}"
            );
            let wide = usize::from(words[0] == "hidden") * 2;
            assert!(
                words[names + wide..].iter().all(|word| word.parse::<i16>().is_ok()),
                "{words:?}"
            );
        }
        let wanted: BTreeSet<String> = all_shapes().map(|shapes| shapes.map(Shape::name).join(" ")).collect();
        assert_eq!(found.len(), wanted.len());
        assert_eq!(found.into_iter().collect::<BTreeSet<String>>(), wanted);
    }

    #[test]
    fn the_files_have_a_line_for_everything() {
        check(include_str!("general.txt"), 0, 0);
        check(include_str!("five.txt"), INPUTS, HIDDEN);
    }

    #[test]
    fn what_is_read_is_what_stands_there() {
        let weights = weights("# none\nsituation 000000101 -7\nfour one dead dead 1 -2 3 -4 5 6\nhidden 9 8 7");
        let combination = combine([Shape::Four, Shape::One, Shape::Dead, Shape::Dead]);
        assert_eq!(weights.situations[5], -7);
        let worth = weights.worth(combination);
        assert_eq!((worth.moving(), worth.waiting()), (1, -2));
        let promise = weights.promise(combination);
        assert_eq!((promise.attack, promise.defence), (3, -4));
        let vector = weights.net.unwrap().vector(combination).0;
        assert_eq!(vector[..3], [5, 6, 0]);
    }
}
