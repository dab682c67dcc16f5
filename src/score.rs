//! Scores as the world sees them: an estimate, or a proven result. The two never mix.

/// The value of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// An estimate, in hundredths of a nominal unit.
    Estimate(i32),
    /// Proven: the side to move wins within this many plies, counted to the last stone.
    Win(u32),
    /// Proven: the side to move loses within this many plies.
    Loss(u32),
    /// Proven: neither side can win against best play.
    Draw,
}

impl Score {
    /// Whether the score is a fact.
    pub fn is_proven(self) -> bool {
        !matches!(self, Score::Estimate(_))
    }
}

/// What a proof attempt established.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The side to move wins in exactly this many plies.
    Win(u32),
    /// The side to move wins in at most this many plies.
    WinAtMost(u32),
    /// The side to move loses in exactly this many plies.
    Loss(u32),
    /// The side to move loses in at most this many plies.
    LossAtMost(u32),
    /// A draw.
    Draw,
    /// The attempt ended without a proof.
    Unknown,
}
