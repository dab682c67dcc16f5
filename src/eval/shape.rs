//! What a stone on an empty cell makes of one line through it.
//!
//! A stone at the centre of 2K−1 cells can only be part of the K windows among them. Each of its neighbours is empty,
//! own or blocked (an opponent's stone or the wall), so that a line of neighbours is a number in base 3:
//!
//! ```text
//!   digit       0   1  …  K−2  centre  K−1 …  2K−3
//!   neighbour −K+1 −K+2 …  −1    (0)    +1  …  K−1
//! ```
//!
//! A shape follows from the shapes that one more own stone would make (seed 003's "aligned, moves needed" as dynamic
//! programming): adding a stone makes the number larger, so the table is filled from its end.

use std::sync::OnceLock;

/// What a stone makes, in the direction of one line. Named for K = 5; in general FOUR means that one stone is
/// missing to K, three that two are, and so on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Shape {
    /// No window is open any more.
    Dead,
    /// Four or more stones are missing, and no shape below grows out of it that is open.
    One,
    /// Four or more are missing, and it can grow into an open two.
    OpenOne,
    /// Three are missing.
    Two,
    /// Three are missing, and it can grow into an open three.
    OpenTwo,
    /// The same in three ways or more.
    WideTwo,
    /// Two are missing.
    Three,
    /// Two are missing, and one more stone makes an open four.
    OpenThree,
    /// The same in two ways or more.
    WideThree,
    /// One is missing, on one cell.
    Four,
    /// One is missing, on either of two cells or more: it can't be stopped.
    OpenFour,
    /// K in a row.
    Five,
}

/// Number of shapes.
pub const SHAPES: usize = 12;

impl Shape {
    /// All shapes, weakest first.
    pub const ALL: [Shape; SHAPES] = [
        Shape::Dead,
        Shape::One,
        Shape::OpenOne,
        Shape::Two,
        Shape::OpenTwo,
        Shape::WideTwo,
        Shape::Three,
        Shape::OpenThree,
        Shape::WideThree,
        Shape::Four,
        Shape::OpenFour,
        Shape::Five,
    ];

    /// The name in the file of weights.
    pub fn name(self) -> &'static str {
        [
            "dead", "one", "open1", "two", "open2", "wide2", "three", "open3", "wide3", "four", "open4", "five",
        ][self as usize]
    }

    /// Whether one more stone makes it an open four.
    #[inline]
    pub fn is_open_three(self) -> bool {
        matches!(self, Shape::OpenThree | Shape::WideThree)
    }
}

/// The longest line for which a table is kept: half a million numbers. Longer ones are judged by their windows.
pub const LONGEST_TABLE: usize = 7;

/// The shape of every line of neighbours for lines of length `k`, at most [`LONGEST_TABLE`].
pub fn table(k: usize) -> &'static [Shape] {
    static TABLES: [OnceLock<Box<[Shape]>>; LONGEST_TABLE + 1] = [const { OnceLock::new() }; LONGEST_TABLE + 1];
    TABLES[k].get_or_init(|| build(k))
}

/// The worth of the digit for the neighbour at `offset`, which is not 0 and nearer than `k`.
pub fn digit(k: usize, offset: isize) -> u32 {
    let reach = k as isize - 1;
    let place = if offset < 0 { offset + reach } else { offset + reach - 1 };
    3_u32.pow(place as u32)
}

fn build(k: usize) -> Box<[Shape]> {
    let digits = 2 * (k - 1);
    let size = 3_usize.pow(digits as u32);
    let mut table = vec![Shape::Dead; size].into_boxed_slice();
    let mut line = vec![0_u8; digits + 1];
    for number in (0..size).rev() {
        spell(number, k, &mut line);
        table[number] = judge(k, number, &line, &table);
    }
    table
}

/// Writes the digits of a number with the own stone in the middle.
fn spell(number: usize, k: usize, line: &mut [u8]) {
    let mut rest = number;
    for (place, cell) in line.iter_mut().enumerate() {
        if place == k - 1 {
            *cell = 1;
        } else {
            *cell = (rest % 3) as u8;
            rest /= 3;
        }
    }
}

/// The shape of a line, those of all larger numbers being known.
fn judge(k: usize, number: usize, line: &[u8], table: &[Shape]) -> Shape {
    let open = |start: &usize| line[*start..start + k].iter().all(|&cell| cell < 2);
    let stones = |start: usize| line[start..start + k].iter().filter(|&&cell| cell == 1).count();
    let Some(most) = (0..k).filter(open).map(stones).max() else {
        return Shape::Dead;
    };
    let ways = |wanted: &dyn Fn(Shape) -> bool| {
        let grows = |&place: &usize| {
            let before_centre = usize::from(place >= k);
            line[place] == 0 && wanted(table[number + 3_usize.pow((place - before_centre) as u32)])
        };
        (0..line.len()).filter(|&place| place != k - 1).filter(grows).count()
    };
    match k - most {
        0 => Shape::Five,
        1 if ways(&|shape| shape == Shape::Five) >= 2 => Shape::OpenFour,
        1 => Shape::Four,
        2 => match ways(&|shape| shape == Shape::OpenFour) {
            0 => Shape::Three,
            1 => Shape::OpenThree,
            _ => Shape::WideThree,
        },
        3 => match ways(&Shape::is_open_three) {
            0 => Shape::Two,
            1 | 2 => Shape::OpenTwo,
            _ => Shape::WideTwo,
        },
        _ => match ways(&|shape| matches!(shape, Shape::OpenOne | Shape::OpenTwo | Shape::WideTwo)) {
            0 => Shape::One,
            _ => Shape::OpenOne,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape that a stone at `?` makes: `x` own, `.` empty, anything else blocked.
    fn shape(k: usize, text: &str) -> Shape {
        let cells: Vec<char> = text.chars().collect();
        let centre = cells.iter().position(|&c| c == '?').unwrap() as isize;
        let mut number = 0;
        for offset in -(k as isize - 1)..k as isize {
            if offset != 0 {
                let at = usize::try_from(centre + offset).ok();
                let value = match at.and_then(|at| cells.get(at)) {
                    Some('.') => 0,
                    Some('x') => 1,
                    _ => 2,
                };
                number += value * digit(k, offset);
            }
        }
        table(k)[number as usize]
    }

    #[test]
    fn shapes_of_five() {
        assert_eq!(shape(5, "xxxx?"), Shape::Five);
        assert_eq!(shape(5, "xx?xxx"), Shape::Five);
        assert_eq!(shape(5, ".xxx?."), Shape::OpenFour);
        assert_eq!(shape(5, "oxxx?."), Shape::Four);
        assert_eq!(shape(5, ".xxx.?"), Shape::Four);
        assert_eq!(shape(5, "x.xx?.x"), Shape::OpenFour);
        assert_eq!(shape(5, "..xx?.."), Shape::WideThree);
        assert_eq!(shape(5, ".xx.?."), Shape::OpenThree);
        assert_eq!(shape(5, "o.xx?..o"), Shape::OpenThree);
        assert_eq!(shape(5, "o.xx?.o"), Shape::Three);
        assert_eq!(shape(5, "oxx?.."), Shape::Three);
        assert_eq!(shape(5, "oxx?.o"), Shape::Dead);
        assert_eq!(shape(5, "...x?..."), Shape::WideTwo);
        assert_eq!(shape(5, "ox?..."), Shape::Two);
        assert_eq!(shape(5, "....?...."), Shape::OpenOne);
        assert_eq!(shape(5, "....?"), Shape::One);
        assert_eq!(shape(5, "...?"), Shape::Dead);
    }

    #[test]
    fn shapes_of_other_lengths() {
        assert_eq!(shape(1, "?"), Shape::Five);
        assert_eq!(shape(2, "?"), Shape::Dead);
        assert_eq!(shape(2, "?."), Shape::Four);
        assert_eq!(shape(2, ".?."), Shape::OpenFour);
        assert_eq!(shape(3, ".x?."), Shape::OpenFour);
        assert_eq!(shape(3, "..?.."), Shape::WideThree);
        assert_eq!(shape(4, ".xx?"), Shape::Four);
        assert_eq!(shape(4, ".x?.."), Shape::OpenThree);
        assert_eq!(shape(7, ".xxxxx?."), Shape::OpenFour);
    }
}
