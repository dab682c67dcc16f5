//! `tris`: an engine server for (M,N,K)-games.
//!
//! # Layers
//!
//! Each layer uses only those above it; `tests/layering.rs` checks that.
//!
//! | module | job |
//! |---|---|
//! | [`game`] | the rules: boards, moves, outcomes, symmetries, keys |
//! | [`score`], [`budget`] | values, limits, stop flags |
//! | [`eval`] | static judgement of a position |
//! | [`search`] | the best move under a budget |

pub mod budget;
pub mod eval;
pub mod game;
pub mod score;
pub mod search;
