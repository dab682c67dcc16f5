//! Static judgement of a position: what every empty cell would make for each player, kept up to date stone by stone.
//!
//! | file | job |
//! |---|---|
//! | `rows` | the stones along every line |
//! | `shape` | what a stone makes of one line: from nothing to K in a row |
//! | `lines` | how many windows of K cells are still open, and how full |
//! | `sight` | the shapes of a cell by what stands around it |
//! | `levels` | which cells make threats |
//! | `pairing` | pairs of cells that keep a player from ever completing a line |
//! | `patterns` | the shapes of every cell, direction and player |
//! | `weights` | what combinations of shapes are worth; the figures stand in text files beside it |
//! | `net` | what the sum of all figures cannot say |

pub mod levels;
pub mod lines;
pub mod net;
pub mod pairing;
pub mod patterns;
pub mod rows;
pub mod shape;
pub mod sight;
pub mod weights;

pub use patterns::Patterns;
