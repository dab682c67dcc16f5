//! Rows of figures, one for every combination of shapes, that are sums of parts: one for each shape, one for the two
//! strongest and one of its own. Parts of their own are kept small, so that rare combinations take after their shapes.

use tris::eval::shape::{SHAPES, Shape};

use crate::adam::Adam;
use crate::games::Kinds;

/// How strongly parts are pulled to 0: those of one combination, and those of the two strongest shapes.
const OWN_PULL: f32 = 3.0;
const PAIR_PULL: f32 = 0.5;
/// Combinations of shapes up to this count nothing: there are as many of them as the board is large.
const NOTHING: Shape = Shape::OpenOne;

/// Figures for all combinations.
pub struct Table {
    columns: usize,
    /// The parts of each combination.
    parts: Vec<Vec<usize>>,
    values: Vec<f32>,
    adam: Adam,
    /// The sums of the parts, and how the error changes with them.
    rows: Vec<f32>,
    slopes: Vec<f32>,
}

impl Table {
    /// A table of so many columns that begin near 0. `pull` multiplies the pull on all but the first column.
    pub fn new(kinds: &Kinds, columns: usize, pull: f32, random: &mut impl FnMut() -> f32) -> Table {
        let count = kinds.shapes.len();
        let size = count + SHAPES + SHAPES * SHAPES;
        let parts = kinds.shapes.iter().enumerate().map(|(kind, shapes)| {
            let counting = shapes.iter().filter(|&&shape| shape > NOTHING);
            let mut parts: Vec<usize> = counting.map(|&shape| count + shape as usize).collect();
            if !parts.is_empty() {
                let [first, second, ..] = shapes.map(|shape| shape as usize);
                parts.extend([kind, count + SHAPES + first * SHAPES + second]);
            }
            parts
        });
        let pull_of = |index: usize| {
            let part = index / columns;
            let by_part = if part < count {
                OWN_PULL
            } else if part < count + SHAPES {
                0.0
            } else {
                PAIR_PULL
            };
            by_part * if index.is_multiple_of(columns) { 1.0 } else { pull }
        };
        let pulls = (0..size * columns).map(pull_of).collect();
        let start = |index: usize| if index.is_multiple_of(columns) { 0.0 } else { random() };
        let mut table = Table {
            columns,
            parts: parts.collect(),
            values: (0..size * columns).map(start).collect(),
            adam: Adam::new(pulls),
            rows: vec![0.0; count * columns],
            slopes: vec![0.0; count * columns],
        };
        table.add_up();
        table
    }

    /// The figures of a combination.
    pub fn row(&self, kind: u16) -> &[f32] {
        let start = usize::from(kind) * self.columns;
        &self.rows[start..start + self.columns]
    }

    /// Notes how the error changes with a combination that is there `count` times.
    pub fn push(&mut self, kind: u16, count: f32, slopes: &[f32]) {
        let start = usize::from(kind) * self.columns;
        for (sum, slope) in self.slopes[start..start + self.columns].iter_mut().zip(slopes) {
            *sum += count * slope;
        }
    }

    /// Moves all parts against the slopes noted.
    pub fn step(&mut self, rate: f32) {
        let mut slopes = vec![0.0; self.values.len()];
        for (kind, parts) in self.parts.iter().enumerate() {
            let own = &self.slopes[kind * self.columns..(kind + 1) * self.columns];
            for part in parts {
                for (sum, slope) in slopes[part * self.columns..].iter_mut().zip(own) {
                    *sum += slope;
                }
            }
        }
        self.adam.step(rate, &mut self.values, &slopes);
        self.slopes.fill(0.0);
        self.add_up();
    }

    fn add_up(&mut self) {
        self.rows.fill(0.0);
        for (kind, parts) in self.parts.iter().enumerate() {
            let row = &mut self.rows[kind * self.columns..(kind + 1) * self.columns];
            for part in parts {
                for (sum, value) in row.iter_mut().zip(&self.values[part * self.columns..]) {
                    *sum += value;
                }
            }
        }
    }
}
