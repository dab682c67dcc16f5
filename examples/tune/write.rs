//! The file of weights: what `src/eval/weights/read.rs` reads.

use std::fmt::Write as _;

use tris::eval::net::{HIDDEN_UNIT, OUTPUT_UNIT, VECTOR_UNIT};
use tris::eval::shape::Shape;
use tris::eval::weights::SITUATIONS;

use crate::games::{Kinds, SCALE};
use crate::promise::Fit;
use crate::values::Values;

/// Figures of promise per unit of log-likelihood.
const PROMISE_UNIT: f64 = 100.0;
/// Figures stay within this.
const LARGEST: f64 = 9_999.0;

const HEAD: &str = "\
# Made by examples/tune from judged games; scripts/tune.md tells how, src/eval/weights how it is read. A line for
# each combination of four shapes, strongest first: the value of such a cell for a player if he is to move, if he is
# not, the promise of a move there for him and for the other, and the vector that goes into the network if there is
# one. What the threats on the board are worth together to the one to move: `situation`, a bit for each kind there is
# (the other's three, threes, four, four-three, winning; his own but the last), the figure. `hidden`: a unit of the
# network with its bias, what it counts, and its weights.
";

/// The file.
pub fn file(kinds: &Kinds, values: &Values, promises: [&Fit; 2]) -> String {
    let mut text = String::from(HEAD);
    let last = values.situations[SITUATIONS];
    for (situation, value) in values.situations[..SITUATIONS].iter().enumerate() {
        let _ = writeln!(text, "situation {situation:09b} {}", round(value + last, SCALE));
    }
    for (weights, bias, output) in values.hidden() {
        let bias = f64::from(bias) * VECTOR_UNIT * HIDDEN_UNIT;
        let output = f64::from(output) * SCALE * OUTPUT_UNIT;
        let _ = writeln!(
            text,
            "hidden {bias:.0} {output:.0} {}",
            join(weights.iter().map(|weight| round(*weight, HIDDEN_UNIT)))
        );
    }
    let mut order: Vec<usize> = (0..kinds.shapes.len()).collect();
    order.sort_by_key(|&kind| std::cmp::Reverse(kinds.shapes[kind]));
    for kind in order {
        let names = kinds.shapes[kind].map(Shape::name).join(" ");
        let rows = [0, 1].map(|role| values.tables[role].row(kind as u16));
        let figures = rows.iter().map(|row| round(row[0], SCALE));
        let promised = promises.iter().map(|fit| round(fit.value(kind) as f32, PROMISE_UNIT));
        let vector = rows
            .iter()
            .flat_map(|row| row[1..].iter().map(|value| round(*value, VECTOR_UNIT)));
        let _ = writeln!(text, "{names} {}", join(figures.chain(promised).chain(vector)));
    }
    text
}

fn round(value: f32, unit: f64) -> i32 {
    (f64::from(value) * unit).round().clamp(-LARGEST, LARGEST) as i32
}

fn join(numbers: impl Iterator<Item = i32>) -> String {
    numbers
        .map(|number| number.to_string())
        .collect::<Vec<String>>()
        .join(" ")
}
