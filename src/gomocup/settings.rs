//! What `INFO` has told: time, limits, rule. It is never answered, so what cannot be done is remembered here and
//! refused when a move is wanted.

use std::time::Duration;

use crate::budget::Limits;
use crate::game::{ByPlayer, Player};

/// The K that the protocol takes for granted.
const FIVE: i64 = 5;
/// What stands for "no limit" in `time_left`.
const UNLIMITED: i64 = i32::MAX as i64;
/// The time for a move that is wanted as fast as possible.
const FASTEST: Duration = Duration::from_millis(10);

/// What the client has told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// ms per move.
    turn: Option<i64>,
    /// ms per game, 0 for no limit.
    game: Option<i64>,
    /// ms left in this game.
    left: Option<i64>,
    /// ms added after each move.
    increment: i64,
    depth: Option<u32>,
    nodes: Option<u64>,
    rule: i64,
    /// K as told; it may make no sense.
    k: Option<i64>,
    /// bytes, 0 for no limit.
    memory: i64,
    /// KiB for the table, 0 if not told.
    hash: i64,
    /// Whether to tell what is thought.
    pub detail: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            turn: None,
            game: None,
            left: None,
            increment: 0,
            depth: None,
            nodes: None,
            rule: 0,
            k: Some(FIVE),
            memory: 0,
            hash: 0,
            detail: true,
        }
    }
}

impl Settings {
    /// Takes what was told; false if the key is none of these.
    pub fn tell(&mut self, key: &str, value: &str) -> bool {
        let number = value.parse::<i64>().ok();
        let or = |old: Option<i64>| number.or(old);
        match key {
            "timeout_turn" => self.turn = or(self.turn),
            "timeout_match" => self.game = or(self.game),
            "time_left" => self.left = or(self.left),
            "time_increment" => self.increment = number.unwrap_or(self.increment),
            "max_depth" => self.depth = number.filter(|&n| n > 0).map(|n| u32::try_from(n).unwrap_or(u32::MAX)),
            "max_node" => self.nodes = number.filter(|&n| n > 0).map(i64::unsigned_abs),
            "rule" => self.rule = number.unwrap_or(-1),
            "k" => self.k = number.filter(|&k| (1..i64::MAX).contains(&k)),
            "max_memory" => self.memory = number.unwrap_or(self.memory),
            "hash_size" => self.hash = number.unwrap_or(self.hash),
            "show_detail" => self.detail = number != Some(0),
            _ => return false,
        }
        true
    }

    /// A new game begins: its clock is full.
    pub fn new_game(&mut self) {
        self.left = None;
    }

    /// A move has taken this long; the client may correct that by `time_left`.
    pub fn spend(&mut self, time: Duration) {
        let spent = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        if let Some(left) = self.left.or(self.game).filter(|&left| left != UNLIMITED) {
            self.left = Some(left.saturating_sub(spent).saturating_add(self.increment.max(0)));
        }
    }

    /// Stones in a row that win.
    pub fn k(&self) -> i64 {
        self.k.unwrap_or(FIVE)
    }

    /// Why no move can be found under what was told.
    pub fn refusal(&self) -> Option<String> {
        let rules = [
            (1, "exactly five in a row"),
            (2, "continuous games"),
            (4, "renju"),
            (8, "caro"),
        ];
        if let Some((_, name)) = rules.iter().find(|(bit, _)| self.rule > 0 && self.rule & bit != 0) {
            return Some(format!("rule {} is not supported: {name}; only rule 0 is", self.rule));
        }
        if self.rule != 0 {
            return Some("this rule is not known; only rule 0 is supported".to_owned());
        }
        if self.k.is_none() {
            return Some("INFO k takes a whole number from 1".to_owned());
        }
        None
    }

    /// MiB for the table, if the client cares: the process must stay within its memory.
    pub fn table(&self) -> Option<i64> {
        let asked = (self.hash > 0).then(|| (self.hash >> 10).max(1));
        // The provers have a table as large for a while, and the program needs some room itself.
        let fitting = (self.memory > 0).then(|| ((self.memory >> 20) * 2 / 5).max(1));
        match (asked, fitting) {
            (Some(asked), Some(fitting)) => Some(asked.min(fitting)),
            (Some(asked), None) => Some(asked),
            (None, Some(fitting)) => Some(fitting.min(LARGEST_TABLE)),
            (None, None) => None,
        }
    }

    /// The limits of a search of `player` that begins now.
    pub fn limits(&self, player: Player) -> Limits {
        let mut clock = ByPlayer::default();
        let mut increment = ByPlayer::default();
        if let Some(left) = self.clock() {
            clock[player] = Some(left.saturating_sub(handover(left)));
            increment[player] = millis(self.increment);
        }
        Limits {
            movetime: self.turn.map(|turn| match turn {
                ..=0 => FASTEST,
                turn => millis(turn).saturating_sub(handover(millis(turn))),
            }),
            depth: self.depth,
            nodes: self.nodes,
            clock,
            increment,
            ..Limits::default()
        }
    }

    /// The time left in the game, if that is limited.
    fn clock(&self) -> Option<Duration> {
        let left = match self.game {
            Some(..=0) => None,
            Some(game) => Some(self.left.unwrap_or(game)),
            None => self.left,
        };
        left.filter(|&left| left < UNLIMITED).map(millis)
    }
}

/// The largest table taken unasked, in MiB.
const LARGEST_TABLE: i64 = 256;

fn millis(number: i64) -> Duration {
    Duration::from_millis(u64::try_from(number).unwrap_or(0))
}

/// Kept back for the way of the move through pipes and schedulers.
fn handover(time: Duration) -> Duration {
    let margin = Duration::from_millis(20) + time / 50;
    margin.min(time / 5).min(Duration::from_millis(200))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, StopFlag};

    fn told(pairs: &[(&str, &str)]) -> Settings {
        let mut settings = Settings::default();
        for (key, value) in pairs {
            assert!(settings.tell(key, value), "{key}");
        }
        settings
    }

    fn movetime(pairs: &[(&str, &str)]) -> Option<u128> {
        let limits = told(pairs).limits(Player::First);
        limits.movetime.map(|time| time.as_millis())
    }

    fn clock(pairs: &[(&str, &str)]) -> Option<u128> {
        let limits = told(pairs).limits(Player::Second);
        limits.clock[Player::Second].map(|time| time.as_millis())
    }

    #[test]
    fn a_turn_keeps_a_margin() {
        assert_eq!(movetime(&[]), None);
        assert_eq!(movetime(&[("timeout_turn", "1000")]), Some(960));
        assert_eq!(movetime(&[("timeout_turn", "30000")]), Some(29_800));
        assert_eq!(movetime(&[("timeout_turn", "50")]), Some(40));
        assert_eq!(movetime(&[("timeout_turn", "0")]), Some(10));
        assert_eq!(movetime(&[("timeout_turn", "-7")]), Some(10));
        assert_eq!(movetime(&[("timeout_turn", "100"), ("timeout_turn", "soon")]), Some(80));
    }

    #[test]
    fn a_clock_counts_only_if_the_game_is_limited() {
        assert_eq!(clock(&[("time_left", "1000")]), Some(960));
        assert_eq!(clock(&[("time_left", "2147483647")]), None);
        assert_eq!(clock(&[("timeout_match", "0"), ("time_left", "-5")]), None);
        assert_eq!(clock(&[("timeout_match", "9000"), ("time_left", "-5")]), Some(0));
        assert_eq!(clock(&[("timeout_match", "10000")]), Some(9_800));
        let mut settings = told(&[("timeout_match", "10000")]);
        settings.spend(Duration::from_millis(9_000));
        assert_eq!(settings.clock(), Some(Duration::from_millis(1_000)));
        settings.new_game();
        assert_eq!(settings.clock(), Some(Duration::from_millis(10_000)));
    }

    #[test]
    fn no_budget_oversteps_what_was_told() {
        for turn in [1_i64, 5, 100, 1_000, 60_000] {
            for left in [-1_i64, 0, 1, 30, 500, 5_000, 600_000] {
                let pairs = [("timeout_turn", turn), ("timeout_match", 900_000), ("time_left", left)];
                let mut settings = Settings::default();
                for (key, value) in pairs {
                    settings.tell(key, &value.to_string());
                }
                let limits = settings.limits(Player::First);
                let budget = Budget::new(&limits, Player::First, 100, Duration::ZERO, StopFlag::default());
                let most = budget.nap(Duration::from_secs(3_600)).as_millis();
                assert!(
                    most < u128::from(turn.unsigned_abs()) && most <= left.max(0) as u128,
                    "{turn} {left} {most}"
                );
            }
        }
    }

    #[test]
    fn what_is_not_supported_is_refused_until_it_is_taken_back() {
        for rule in ["1", "2", "4", "8", "9", "16", "-1", "x"] {
            let mut settings = told(&[("rule", rule)]);
            assert!(settings.refusal().is_some(), "{rule}");
            settings.tell("rule", "0");
            assert_eq!(settings.refusal(), None);
        }
        for k in ["0", "-3", "x", "9223372036854775807"] {
            assert!(told(&[("k", k)]).refusal().is_some(), "{k}");
        }
        assert_eq!(told(&[("k", "4")]).k(), 4);
    }

    #[test]
    fn memory_bounds_the_table() {
        assert_eq!(told(&[]).table(), None);
        assert_eq!(told(&[("max_memory", "0")]).table(), None);
        assert_eq!(told(&[("max_memory", "367001600")]).table(), Some(140));
        assert_eq!(told(&[("max_memory", "1")]).table(), Some(1));
        assert_eq!(told(&[("max_memory", "99999999999")]).table(), Some(256));
        assert_eq!(told(&[("hash_size", "65536")]).table(), Some(64));
        assert_eq!(
            told(&[("hash_size", "999999"), ("max_memory", "83886080")]).table(),
            Some(32)
        );
    }
}
