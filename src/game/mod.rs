//! The rules of (M,N,K)-games, and nothing else: no search, no text. Uses `std` only.

pub mod board;
pub mod geometry;
pub mod hash;
pub mod player;
pub mod setup;
pub mod symmetry;

pub use board::{Board, IllegalMove, Outcome};
pub use geometry::{Cell, Dims, DimsError, Direction, Point};
pub use player::{ByPlayer, Player};
pub use setup::{BadPosition, Grid};
pub use symmetry::Symmetry;
