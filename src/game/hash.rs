//! Keys of positions: the exclusive or of one random-looking value per stone, so that a move changes the key in
//! constant time (seed 001's differential hash) and undoing it changes the key back.
//!
//! The values are mixed on the fly instead of being kept in a table: it costs a nanosecond, and a 255×255 board
//! would otherwise need a megabyte before its first move.

use super::geometry::Cell;
use super::player::Player;

/// Toggled with every change of the side to move.
pub const TURN_KEY: u64 = 0x9d39_247e_3377_6d41;

/// The value of one stone.
#[inline]
pub fn stone_key(cell: Cell, player: Player) -> u64 {
    mix((u64::from(cell.0) << 1) | player as u64)
}

/// SplitMix64's finaliser: a bijection whose outputs pass for independent random numbers.
#[inline]
pub fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
