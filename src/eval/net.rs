//! A small network over the shapes of all empty cells: what their plain sum cannot say, such as that two threats are
//! more than twice one.
//!
//! Every combination of shapes has a vector; those of a player's cells are added up, stone by stone, as the plain
//! figures are. Half of a player's sum counts if he is to move, the other half if he is not:
//!
//! ```text
//!   mover's sum, first half ──┐ clipped      hidden, not below 0
//!                             ├──────▶ 32 ──────────▶ 16 ──────▶ estimate
//!   other's sum, second half ─┘
//! ```
//!
//! Whole numbers throughout, so that the same position has the same estimate on every machine.

use super::weights::Combination;

/// Numbers of a vector that count in one role.
pub const WIDTH: usize = 16;
/// Numbers of a vector: those for the one who is to move, then those for the other.
pub const INPUTS: usize = 2 * WIDTH;
/// Number of hidden units.
pub const HIDDEN: usize = 16;

/// A vector's unit: this many make 1.
pub const VECTOR_UNIT: f64 = 128.0;
/// Sums are clipped to what lies between 0 and this.
pub const LARGEST_INPUT: f64 = 4.0;
/// The unit of the weights between inputs and hidden units.
pub const HIDDEN_UNIT: f64 = 512.0;
/// The unit of the weights between hidden units and estimate, whose own unit is the estimate's.
pub const OUTPUT_UNIT: f64 = 16.0;

const CLIP: i16 = (VECTOR_UNIT * LARGEST_INPUT) as i16;
/// What the sums of the hidden units are made smaller by, to leave room for the rest.
const HIDDEN_SHIFT: u32 = 6;
/// The binary logarithm of what the three units make together after that shift.
const OUTPUT_SHIFT: u32 = 7 + 9 - HIDDEN_SHIFT + 4;

/// A vector, or a sum of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Vector(pub [i16; INPUTS]);

impl Vector {
    /// Nothing.
    pub const ZERO: Vector = Vector([0; INPUTS]);

    /// One vector more, another less. Sums on boards with thousands of stones may run over; they come back as they
    /// were when the stones do.
    #[inline(always)]
    pub fn exchange(&mut self, more: &Vector, less: &Vector) {
        for ((sum, more), less) in self.0.iter_mut().zip(more.0).zip(less.0) {
            *sum = sum.wrapping_add(more).wrapping_sub(less);
        }
    }
}

/// A unit between inputs and estimate.
#[derive(Clone, Debug)]
pub struct Hidden {
    /// What it holds before any input, in units of input times weight.
    pub bias: i32,
    /// What it counts in the estimate.
    pub output: i32,
    /// The weight of every input.
    pub weights: [i16; INPUTS],
}

/// The network.
#[derive(Debug)]
pub struct Net {
    vectors: Box<[Vector; Net::SIZE]>,
    hidden: Vec<Hidden>,
}

impl Net {
    const SIZE: usize = 1 << Combination::BITS;

    /// A network of these vectors, one for each combination named, and hidden units.
    pub fn new(vectors: impl Iterator<Item = (Combination, Vector)>, hidden: Vec<Hidden>) -> Option<Net> {
        // Not by way of the stack, where four MiB may not fit.
        let mut table: Box<[Vector; Net::SIZE]> = vec![Vector::ZERO; Net::SIZE].try_into().ok()?;
        for (combination, vector) in vectors {
            table[usize::from(combination)] = vector;
        }
        Some(Net { vectors: table, hidden })
    }

    /// The vector of a combination.
    #[inline(always)]
    pub fn vector(&self, combination: Combination) -> &Vector {
        &self.vectors[usize::from(combination)]
    }

    /// The estimate for the player who is to move, from both players' sums.
    pub fn estimate(&self, mover: &Vector, other: &Vector) -> i32 {
        let mut inputs = [0; INPUTS];
        for index in 0..WIDTH {
            inputs[index] = mover.0[index].clamp(0, CLIP);
            inputs[WIDTH + index] = other.0[WIDTH + index].clamp(0, CLIP);
        }
        let mut estimate = 0;
        for unit in &self.hidden {
            let products = inputs.iter().zip(&unit.weights);
            let sum: i32 = unit.bias
                + products
                    .map(|(&input, &weight)| i32::from(input) * i32::from(weight))
                    .sum::<i32>();
            estimate += i64::from(sum.max(0) >> HIDDEN_SHIFT) * i64::from(unit.output);
        }
        (estimate >> OUTPUT_SHIFT) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_counts_what_its_inputs_say() {
        let mut weights = [0; INPUTS];
        weights[0] = 512;
        weights[INPUTS - 1] = -256;
        let unit = Hidden {
            bias: 65_536,
            output: 16 * 100,
            weights,
        };
        let net = Net::new(std::iter::empty(), vec![unit]).unwrap();
        let of = |first: i16, last: i16| {
            let (mut mover, mut other) = (Vector::ZERO, Vector::ZERO);
            mover.0[0] = first;
            other.0[INPUTS - 1] = last;
            net.estimate(&mover, &other)
        };
        assert_eq!(of(0, 0), 100);
        assert_eq!(of(128, 0), 200);
        assert_eq!(of(128, 128), 150);
        assert_eq!((of(-500, -500), of(30_000, 0)), (100, 500));
        assert_eq!(of(0, 512), 0);
    }

    #[test]
    fn what_is_taken_back_leaves_nothing() {
        let [a, b] = [Vector([30_000; INPUTS]), Vector([-30_000; INPUTS])];
        let mut sum = a;
        sum.exchange(&a, &b);
        sum.exchange(&b, &a);
        assert_eq!(sum, a);
    }
}
