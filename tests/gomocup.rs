//! The Gomocup front end: recorded traffic of real clients, every command, and the program itself.

mod common;

#[path = "gomocup/commands.rs"]
mod commands;
#[path = "gomocup/support.rs"]
mod support;
#[path = "gomocup/transcripts.rs"]
mod transcripts;
