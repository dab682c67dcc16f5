//! The laboratory.
pub mod sets;
pub mod sliding;
