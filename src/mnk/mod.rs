//! Our own protocol, `mnk` version 1, as `protocol.md` defines it: a front end over the session.

pub mod command;
pub mod errors;
pub mod form;
pub mod front;
pub mod help;
pub mod json;
pub mod parser;
pub mod recorder;
pub mod reply;
pub mod show;
pub mod text;

pub use form::Form;
pub use front::Mnk;
