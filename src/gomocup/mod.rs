//! The Gomocup (Piskvork) protocol, which five-in-a-row programs speak: a second front end over the session.
//!
//! Points are `x,y`, column first. `TURN` plays the opponent's stone, and the answer is played too. Only a few
//! commands are answered at once; `INFO` never is, so what it asks for in vain is refused when a move is wanted.
//! `docs/gomocup.md` is for users.

mod block;
pub mod command;
pub mod front;
pub mod parser;
mod position;
pub mod reply;
pub mod settings;

pub use front::Gomocup;
