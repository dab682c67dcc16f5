//! The memory a count takes, known before it starts.
//!
//! A set X of j cells has a row of two maps over the c − j cells it leaves free, 2^(c−j) bits each, so size j
//! takes C(c, j) · 2^(c−j) / 4 bytes. Two neighbouring sizes are in memory at once; a listing keeps them all.

use std::fmt;

use crate::game::Dims;
use crate::lab::cube::words;

/// An amount of memory. Real-valued, because the boards asked about know no limit.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Bytes(pub f64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        if self.0.is_infinite() {
            return f.write_str("more than 1e308 bytes");
        }
        let mut amount = self.0 / 1024.0;
        for unit in UNITS {
            if amount < 1024.0 {
                return write!(f, "{amount:.1} {unit}");
            }
            amount /= 1024.0;
        }
        write!(f, "{:.1e} bytes", self.0)
    }
}

/// Maps for each set of X: the positions X wins, and those O does not.
pub(super) const MAPS: usize = 2;
/// Tables and scratch space beside the rows.
const OVERHEAD: f64 = 1024.0 * 1024.0;

/// What counting takes, or counting and listing.
pub fn estimate(dims: Dims, listing: bool) -> Bytes {
    let top = dims.cells().div_ceil(2);
    let sizes: Vec<f64> = (0..=top + 1).map(|size| level(dims.cells(), size)).collect();
    let pairs = sizes.windows(2).map(|pair| pair[0] + pair[1]);
    let peak = pairs.fold(0.0, f64::max);
    let kept: f64 = if listing { sizes.iter().sum() } else { 0.0 };
    Bytes(peak + kept + OVERHEAD)
}

/// Bytes of all rows for X sets of one size.
fn level(cells: usize, size: usize) -> f64 {
    if size > cells.div_ceil(2) {
        return 0.0;
    }
    let row = if cells - size < 60 {
        words(cells - size) as f64
    } else {
        2_f64.powi((cells - size) as i32 - 6)
    };
    let rows = (0..size).fold(1.0, |rows, k| rows * (cells - k) as f64 / (k + 1) as f64);
    rows * row * (MAPS * size_of::<u64>()) as f64
}
