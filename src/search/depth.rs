//! Depths, counted in parts of a ply, so that a move can cost a little more or less than one.

/// The parts of a ply.
pub const PLY: i32 = 16;
/// The parts that the table tells apart.
const KEPT: i32 = 4;

/// So many plies, rounded to parts.
pub fn plies(number: f32) -> i32 {
    (number * PLY as f32).round() as i32
}

/// A depth as the table keeps it; what is deeper than it can tell counts as the deepest.
pub fn kept(depth: i32) -> u8 {
    (depth / (PLY / KEPT)).clamp(0, i32::from(u8::MAX)) as u8
}

/// The depth that the table has kept.
pub fn unkept(kept: u8) -> i32 {
    i32::from(kept) * (PLY / KEPT)
}
