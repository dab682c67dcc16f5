//! The laboratory: games as objects of study, for a teacher or a student. Uses `game`, `budget` and `score` only.
//!
//! - [`positions`]: every position that play can reach, counted, classified, listed;
//! - [`sliding`]: the game in which stones move, as a graph;
//! - [`classic`]: the classic algorithms side by side;
//! - [`levels`]: their cost by the number of empty cells;
//! - [`tree`]: game trees with minimax values, to be drawn.
//!
//! Nothing here prints: results are data.

pub mod algorithm;
pub mod classic;
pub mod cube;
pub mod field;
pub mod heuristic;
pub mod levels;
pub mod memory;
pub mod positions;
pub mod sets;
pub mod sliding;
pub mod tree;
