//! `tris`: an engine server for (M,N,K)-games.
//!
//! # Layers
//!
//! Each layer uses only layers above it in this table; `tests/layering.rs` checks that.
//!
//! | module | job |
//! |---|---|
//! | [`game`] | the rules: boards, moves, outcomes, symmetries, keys |
//! | [`record`] | games as files: SGF, Piskvork, move lists |
//! | [`score`], [`budget`] | values, limits, stop flags |
//! | [`proof`] | certificates: their format and their checker |
//! | [`arena`] | engine against engine over pipes: referee, openings, statistics |
//! | [`eval`] | static judgement of a position |
//! | [`search`] | the best move under a budget |
//! | [`solver`] | proofs of a position's value |
//! | [`lab`] | every position, the sliding game, the classic algorithms; uses rules, values and limits only |
//! | [`engine`] | search and provers as one engine |
//! | [`session`] | a game in progress and at most one running task |
//! | [`server`] | the event loop: the only input, the only output |
//! | [`transcript`] | transcript files: expectations and matching |
//! | [`mnk`] | our protocol: command, parser, reply |
//! | [`gomocup`] | the protocol of five-in-a-row programs: command, parser, reply |
//! | [`cli`] | one file per subcommand of the program |

pub mod arena;
pub mod budget;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod game;
pub mod gomocup;
pub mod lab;
pub mod mnk;
pub mod proof;
pub mod record;
pub mod score;
pub mod search;
pub mod server;
pub mod session;
pub mod solver;
pub mod transcript;
