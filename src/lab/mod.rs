//! The laboratory.
pub mod cube;
pub mod positions;
pub mod sets;
pub mod sliding;
