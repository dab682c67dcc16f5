//! Certificates: proofs of a position's value that anybody can check. `docs/certificates.md` describes the format.
//!
//! [`mod@format`] reads and writes bytes, [`verify`] checks what they claim. Both know the rules of the game and nothing
//! else: no search, no table, no trust in whoever wrote the file.

pub mod format;
mod hold;
mod stones;
pub mod verify;
mod win;
