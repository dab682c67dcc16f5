//! Engine against engine: programs played over pipes, a referee of its own, openings, statistics.
//!
//! Nothing here knows how any engine thinks: a program is a command line that speaks `mnk` or the Gomocup protocol.
//! Whatever an engine does (crash, hang, flood, cheat), the match goes on: every wait has a deadline, every child
//! is killed and reaped. Uses `game` and `budget` only.
//!
//! | module | job |
//! |---|---|
//! | [`spec`], [`control`] | what the user asks for: the engines and their limits |
//! | [`process`] | a child process with line pipes and deadlines |
//! | [`client`], [`mnk_client`], [`gomocup_client`] | the two protocols from the client's side |
//! | [`seat`] | an engine that is started, restarted and ended as games need it |
//! | [`referee`], [`record`] | one game, and what is kept of it |
//! | [`openings`], [`threats`], [`random`] | starting positions that are not decided yet |
//! | [`stats`], [`sprt`], [`standing`] | what the results say |
//! | [`schedule`] | all games, several at a time |

pub mod client;
pub mod control;
pub mod gomocup_client;
pub mod mnk_client;
pub mod openings;
pub mod process;
pub mod random;
pub mod record;
pub mod referee;
pub mod schedule;
pub mod seat;
pub mod spec;
pub mod sprt;
pub mod standing;
pub mod stats;
pub mod threats;

pub use control::Control;
pub use record::{Reason, Record};
pub use referee::{Game, Rules};
pub use spec::{Protocol, Spec};

use std::ops::{Index, IndexMut, Not};

/// One of the two engines of a match, whatever colour it has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The engine named first.
    A,
    /// The engine named second.
    B,
}

impl Side {
    /// Both engines.
    pub const BOTH: [Side; 2] = [Side::A, Side::B];
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }
}

/// One value for each engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BySide<T>(pub [T; 2]);

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        &self.0[side as usize]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side as usize]
    }
}
