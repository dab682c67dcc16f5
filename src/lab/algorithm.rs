//! The names of the classic algorithms; [`classic`](crate::lab::classic) holds the algorithms themselves.

use std::fmt;
use std::str::FromStr;

/// One of the algorithms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Algorithm {
    /// X takes the largest value, O the smallest.
    Minimax,
    /// The same with one player: each takes the largest of the replies' values with the sign changed.
    Negamax,
    /// Negamax that leaves a position once it is too good for the opponent to allow it.
    AlphaBeta,
    /// Alpha-beta that remembers what it found out about a position.
    Memo,
    /// Alpha-beta that only asks of later moves whether they are better, and searches again if so.
    NegaScout,
    /// Halves the range of possible values with searches that ask "more than this?", remembering as `Memo`.
    NegaCStar,
}

impl Algorithm {
    /// All of them, from the simplest on.
    pub const ALL: [Algorithm; 6] = [
        Algorithm::Minimax,
        Algorithm::Negamax,
        Algorithm::AlphaBeta,
        Algorithm::Memo,
        Algorithm::NegaScout,
        Algorithm::NegaCStar,
    ];

    /// The name by which the options call it.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Minimax => "minimax",
            Algorithm::Negamax => "negamax",
            Algorithm::AlphaBeta => "alphabeta",
            Algorithm::Memo => "memo",
            Algorithm::NegaScout => "negascout",
            Algorithm::NegaCStar => "negacstar",
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No algorithm has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownAlgorithm(pub String);

impl fmt::Display for UnknownAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no algorithm is called `{}`", self.0)
    }
}

impl std::error::Error for UnknownAlgorithm {}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Algorithm, UnknownAlgorithm> {
        let mut all = Algorithm::ALL.into_iter();
        all.find(|algorithm| algorithm.name() == name)
            .ok_or_else(|| UnknownAlgorithm(name.to_owned()))
    }
}
