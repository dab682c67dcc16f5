//! The Gomocup front end: recorded traffic of real clients, every command, and the program itself.

mod common;

#[path = "gomocup/blocks.rs"]
mod blocks;
#[path = "gomocup/commands.rs"]
mod commands;
#[path = "gomocup/program.rs"]
mod program;
#[path = "gomocup/support.rs"]
mod support;
#[path = "gomocup/transcripts.rs"]
mod transcripts;
