//! The search's numbers. One `i32` holds estimates and proven results on one scale, seen from a node at some
//! distance (ply) from the root; [`Bounds`] says which of it is proven.
//!
//! ```text
//!   −WIN+p  lost p plies from the root        0  draw or even          WIN−p  won p plies from the root
//!   |–––––––––––|–––––––––––––––––––– estimates ––––––––––––––––––––|–––––––––––|
//!             −WORST_WIN                                        WORST_WIN
//! ```

use crate::score::Score;

/// More than any value.
pub const INFINITE: i32 = 2_000_000;
/// A win without delay.
const WIN: i32 = 1_000_000;
/// No win is worth less, however far: a board has fewer cells than the difference.
const WORST_WIN: i32 = WIN - 100_000;
/// Estimates stay within this.
pub const LARGEST_ESTIMATE: i32 = 500_000;
/// The value of a draw.
pub const DRAW: i32 = 0;

/// The value of a win `ply` plies from the root.
pub fn win_at(ply: u32) -> i32 {
    WIN - ply as i32
}

/// The value of a loss `ply` plies from the root.
pub fn loss_at(ply: u32) -> i32 {
    -win_at(ply)
}

/// Whether the value is a win at some distance.
pub fn is_win(value: i32) -> bool {
    value >= WORST_WIN
}

/// Whether the value is a loss at some distance.
pub fn is_loss(value: i32) -> bool {
    value <= -WORST_WIN
}

/// Plies from the root to the end of the game, for a win or a loss.
pub fn distance(value: i32) -> u32 {
    WIN.abs_diff(value.abs())
}

/// Takes a value seen from the root to one seen from a node at `ply`.
pub fn from_root(value: i32, ply: u32) -> i32 {
    shift(value, ply as i32)
}

/// The reverse of [`from_root`].
pub fn to_root(value: i32, ply: u32) -> i32 {
    shift(value, -(ply as i32))
}

fn shift(value: i32, by: i32) -> i32 {
    if value.abs() >= INFINITE {
        value
    } else if is_win(value) {
        value + by
    } else if is_loss(value) {
        value - by
    } else {
        value
    }
}

/// What is proven of a value: it lies between these two, whatever the estimate says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The side to move gets at least this.
    pub low: i32,
    /// The side to move gets at most this.
    pub high: i32,
}

impl Bounds {
    /// Nothing is known.
    pub const OPEN: Bounds = Bounds {
        low: -INFINITE,
        high: INFINITE,
    };

    /// The value is known exactly.
    pub fn exactly(value: i32) -> Bounds {
        Bounds {
            low: value,
            high: value,
        }
    }

    /// What both say together.
    pub fn and(self, other: Bounds) -> Bounds {
        Bounds {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
    }

    /// The same seen by the other side.
    pub fn reversed(self) -> Bounds {
        Bounds {
            low: -self.high,
            high: -self.low,
        }
    }

    /// Whether the value itself is known.
    pub fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// The proven result, if win, loss or draw is settled (the distance of a win or loss may be an upper bound).
    pub fn score(self) -> Option<Score> {
        if is_win(self.low) {
            Some(Score::Win(distance(self.low)))
        } else if is_loss(self.high) {
            Some(Score::Loss(distance(self.high)))
        } else {
            (self.low >= DRAW && self.high <= DRAW).then_some(Score::Draw)
        }
    }

    /// The estimate, corrected to what is proven.
    pub fn clamp(self, value: i32) -> i32 {
        value.max(self.low).min(self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_survive_a_change_of_viewpoint() {
        for ply in [0, 1, 7, 60_000] {
            for value in [win_at(ply + 3), loss_at(ply + 4), DRAW, 123, -INFINITE, INFINITE] {
                assert_eq!(to_root(from_root(value, ply), ply), value);
            }
            assert_eq!(distance(from_root(win_at(ply + 3), ply)), 3);
            assert_eq!(distance(from_root(loss_at(ply + 4), ply)), 4);
        }
    }

    #[test]
    fn only_settled_bounds_give_a_score() {
        assert_eq!(Bounds::OPEN.score(), None);
        assert_eq!(Bounds { low: 0, high: INFINITE }.score(), None);
        assert_eq!(Bounds::exactly(DRAW).score(), Some(Score::Draw));
        assert_eq!(
            Bounds {
                low: win_at(5),
                high: win_at(3)
            }
            .score(),
            Some(Score::Win(5))
        );
        assert_eq!(
            Bounds {
                low: loss_at(2),
                high: loss_at(6)
            }
            .score(),
            Some(Score::Loss(6))
        );
    }
}
