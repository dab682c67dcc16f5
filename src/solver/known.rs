//! What the tables of the two provers hold, and the switches that turn their methods off one by one.
//!
//! Every switch is about speed: with any of them off the answers are the same, which the tests check.

use super::bits::Bits;
use super::table::Worth;

/// Methods that can be turned off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switches {
    /// Drop edges that contain another edge.
    pub supersets: bool,
    /// Cut off by the potential of the edges.
    pub potential: bool,
    /// Cut off by pairings.
    pub pairing: bool,
    /// Skip Maker moves outside a refutation's zone.
    pub zones: bool,
    /// Share results between symmetric positions.
    pub symmetry: bool,
    /// Share results between equal positions.
    pub table: bool,
    /// Look for wins by forcing moves alone first.
    pub forcing: bool,
    /// Give up a win that the defender prevents by passing.
    pub passing: bool,
}

impl Switches {
    /// Everything on.
    pub const ALL: Switches = Switches {
        supersets: true,
        potential: true,
        pairing: true,
        zones: true,
        symmetry: true,
        table: true,
        forcing: true,
        passing: true,
    };
}

/// The answer to "can Maker complete an edge?".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict<const N: usize> {
    /// No, and Breaker needs only the cells of this zone: Maker may own all others.
    Breaker(Bits<N>),
    /// Yes.
    Maker,
    /// Not found out within the effort allowed.
    Open,
}

/// What is known of a residual hypergraph with one side to move.
#[derive(Clone, Copy, Debug)]
pub struct Known<const N: usize> {
    /// The answer, its zone in the orientation that the key belongs to.
    pub verdict: Verdict<N>,
    /// The effort it took.
    pub work: u32,
    /// Breaker's answer, or the Maker move that was not refuted, in the same orientation.
    pub cell: Option<u16>,
}

impl<const N: usize> Default for Known<N> {
    fn default() -> Known<N> {
        Known {
            verdict: Verdict::Open,
            work: 0,
            cell: None,
        }
    }
}

impl<const N: usize> Worth for Known<N> {
    fn worth(&self) -> u32 {
        match self.verdict {
            // An open verdict only saves time; a proof is also needed when the certificate is written.
            Verdict::Open => self.work / 4,
            _ => self.work,
        }
    }
}
