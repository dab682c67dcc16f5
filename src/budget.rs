//! What a long task may spend, and how it is told to stop. Every long task asks the same [`Budget`].
//!
//! A [`StopFlag`] belongs to one task for its whole life, from the moment its command is read. It is never
//! reset, so a stop that comes before the task has started is not lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::game::{ByPlayer, Player};

/// The limits of a search as asked for; all optional, the first one reached ends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Deepest iteration.
    pub depth: Option<u32>,
    /// Number of nodes.
    pub nodes: Option<u64>,
    /// Time left on each clock.
    pub clock: ByPlayer<Option<Duration>>,
    /// Increment per move.
    pub increment: ByPlayer<Duration>,
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// Search until told to stop.
    pub infinite: bool,
}

impl Limits {
    /// Whether a limit is given that ends the search of `player`.
    pub fn bounds(&self, player: Player) -> bool {
        self.infinite
            || self.movetime.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.clock[player].is_some()
    }
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// Its time was over.
    Time,
    /// It reached the depth asked for.
    Depth,
    /// It spent the nodes asked for.
    Nodes,
    /// The value is proven.
    Proven,
    /// Only one move is legal.
    Forced,
    /// Somebody said stop.
    User,
}

/// Raised once to end one task.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Tells the task to end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the task should end.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Moves a game is taken to last when the clock does not say.
const EXPECTED_MOVES: u32 = 25;
/// The share of the remaining time that one move may take at most, as a divisor.
const LARGEST_SHARE: u32 = 3;
/// How far an unclear position may stretch its share.
const STRETCH: u32 = 4;
/// Time that nobody wants to wait for a move that is not in doubt.
const LONG_TIME: Duration = Duration::from_millis(900);
/// Kept back from `movetime` for handing the answer over, at most.
const HANDOVER: Duration = Duration::from_millis(1);

/// The limits made concrete: deadlines, a node count, a stop flag.
#[derive(Clone, Debug)]
pub struct Budget {
    start: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
    stop: StopFlag,
}

impl Budget {
    /// A budget without limits but the flag.
    pub fn unlimited(stop: StopFlag) -> Budget {
        Budget {
            start: Instant::now(),
            soft: None,
            hard: None,
            nodes: None,
            depth: None,
            stop,
        }
    }

    /// The budget of `player` who has at most `moves_left` moves to make; counts from now.
    pub fn new(limits: &Limits, player: Player, moves_left: usize, overhead: Duration, stop: StopFlag) -> Budget {
        let mut budget = Budget {
            nodes: limits.nodes,
            depth: limits.depth,
            ..Budget::unlimited(stop)
        };
        if let Some(movetime) = limits.movetime {
            budget.hard = Some(movetime.saturating_sub(HANDOVER.min(movetime / 20)));
        }
        if let Some(left) = limits.clock[player] {
            let (soft, hard) = clock_share(limits, player, left.saturating_sub(overhead), moves_left);
            budget.soft = Some(soft);
            budget.hard = Some(budget.hard.map_or(hard, |movetime| movetime.min(hard)));
        }
        budget
    }

    /// Whether nothing but the flag ends the task.
    pub fn is_unbounded(&self) -> bool {
        self.hard.is_none() && self.nodes.is_none() && self.depth.is_none()
    }

    /// A part of the budget for a task inside the task: its share of time and nodes, and at most `cap` of time since
    /// the task began. What stops the whole stops the part.
    pub fn part(&self, divisor: u32, cap: Duration) -> Budget {
        let divisor = divisor.max(1);
        Budget {
            hard: Some(self.hard.map_or(cap, |hard| (hard / divisor).min(cap))),
            soft: None,
            nodes: self.nodes.map(|nodes| (nodes / u64::from(divisor)).max(1)),
            ..self.clone()
        }
    }

    /// Whether an answer at once is welcome where there is nothing to think about: under a clock, or if much time was
    /// given and nothing else. A short `movetime` is used as asked.
    pub fn may_be_left(&self) -> bool {
        let is_long = self.soft.is_some() || self.hard.is_some_and(|hard| hard >= LONG_TIME);
        is_long && self.nodes.is_none() && self.depth.is_none()
    }

    /// Whether this share of the time, as a divisor, is over, or all must end. Never by time where none is set.
    pub fn has_used(&self, divisor: u32) -> bool {
        self.stop.is_raised() || self.hard.is_some_and(|hard| self.elapsed() >= hard / divisor.max(1))
    }

    /// A share of the nodes, as a divisor, if their number is limited.
    pub fn nodes_share(&self, divisor: u64) -> Option<u64> {
        self.nodes.map(|nodes| nodes / divisor.max(1))
    }

    /// Whether a number of nodes is a limit.
    pub fn counts_nodes(&self) -> bool {
        self.nodes.is_some()
    }

    /// The time since the task began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The deepest iteration allowed.
    pub fn depth(&self) -> Option<u32> {
        self.depth
    }

    /// Why the task must end now, if it must.
    pub fn spent(&self, nodes: u64) -> Option<StopReason> {
        if self.stop.is_raised() {
            Some(StopReason::User)
        } else if self.nodes.is_some_and(|limit| nodes >= limit) {
            Some(StopReason::Nodes)
        } else if self.hard.is_some_and(|hard| self.elapsed() >= hard) {
            Some(StopReason::Time)
        } else {
            None
        }
    }

    /// Whether the node limit is reached; cheap enough to ask at every node.
    pub fn nodes_spent(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|limit| nodes >= limit)
    }

    /// Whether starting another iteration is not worth it under a clock.
    pub fn is_soft_over(&self) -> bool {
        self.soft.is_some_and(|soft| self.elapsed() >= soft)
    }

    /// How long the task may still sleep before it has to look again, at most `nap`.
    pub fn nap(&self, nap: Duration) -> Duration {
        self.hard
            .map_or(nap, |hard| hard.saturating_sub(self.elapsed()).min(nap))
    }
}

/// The time to aim at and the time never to exceed, for one move under a clock.
fn clock_share(limits: &Limits, player: Player, usable: Duration, moves_left: usize) -> (Duration, Duration) {
    let moves_left = u32::try_from(moves_left).unwrap_or(u32::MAX);
    let to_go = limits.moves_to_go.filter(|&moves| moves > 0);
    let moves = to_go.unwrap_or(EXPECTED_MOVES).min(moves_left).max(1);
    // The increment comes after the move, so it may only be spent out of what is there already.
    let share = usable / moves + limits.increment[player] * 3 / 4;
    let cap = if moves == 1 {
        usable
    } else {
        usable / LARGEST_SHARE.min(moves)
    };
    let hard = share.saturating_mul(STRETCH).min(cap);
    // A new iteration costs a few times the last one: beginning it after half of the share overshoots.
    ((share / 2).min(hard), hard)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> Limits {
        Limits {
            clock: ByPlayer([Some(Duration::from_millis(left_ms)), None]),
            increment: ByPlayer([Duration::from_millis(increment_ms), Duration::ZERO]),
            moves_to_go,
            ..Limits::default()
        }
    }

    #[test]
    fn a_clock_is_never_overspent() {
        for left in [0, 1, 9, 10, 11, 100, 5_000, 3_600_000] {
            for increment in [0, 10, 10_000] {
                for to_go in [None, Some(0), Some(1), Some(40)] {
                    for moves_left in [1, 2, 30, 40_000] {
                        let limits = clock(left, increment, to_go);
                        let usable = Duration::from_millis(left.saturating_sub(10));
                        let (soft, hard) = clock_share(&limits, Player::First, usable, moves_left);
                        assert!(soft <= hard && hard <= usable);
                    }
                }
            }
        }
    }

    #[test]
    fn a_raised_flag_stays_raised() {
        let flag = StopFlag::default();
        let budget = Budget::unlimited(flag.clone());
        assert_eq!(budget.spent(0), None);
        flag.raise();
        assert_eq!(budget.spent(0), Some(StopReason::User));
    }

    #[test]
    fn infinite_is_bounded_by_what_else_is_said() {
        let budget = |limits: &Limits, player| Budget::new(limits, player, 9, Duration::ZERO, StopFlag::default());
        let infinite = Limits {
            infinite: true,
            ..Limits::default()
        };
        assert!(budget(&infinite, Player::First).is_unbounded());
        let deep = Limits {
            depth: Some(3),
            ..infinite.clone()
        };
        assert!(!budget(&deep, Player::First).is_unbounded());
        // A clock bounds the search of its owner only.
        let timed = Limits {
            infinite: true,
            ..clock(1_000, 0, None)
        };
        assert!(!budget(&timed, Player::First).is_unbounded());
        assert!(budget(&timed, Player::Second).is_unbounded());
    }
}
