//! The limits of one engine in a match, and the clocks of a game under way.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::budget::Limits;
use crate::game::{ByPlayer, Player};

/// What an engine may spend; of several limits each holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Control {
    /// Time for each move.
    pub movetime: Option<Duration>,
    /// Time for the whole game, and what each move adds to it.
    pub clock: Option<(Duration, Duration)>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Depth of each search.
    pub depth: Option<u32>,
}

impl Control {
    /// Whether anything is limited at all.
    pub fn is_limited(&self) -> bool {
        *self != Control::default()
    }

    /// Whether the engine's time is limited, by move or by game.
    pub fn is_timed(&self) -> bool {
        self.movetime.is_some() || self.clock.is_some()
    }
}

impl FromStr for Control {
    type Err = String;

    /// Pairs of a word and a number, as in `movetime 100` or `clock 60000 inc 500`.
    fn from_str(text: &str) -> Result<Control, String> {
        let mut control = Control::default();
        let mut increment = None;
        let words: Vec<&str> = text.split_whitespace().collect();
        for pair in words.chunks(2) {
            let &[word, number] = pair else {
                return Err(format!("`{}` lacks a number", pair[0]));
            };
            let value: u64 = number.parse().map_err(|_| format!("`{number}` is no number"))?;
            let time = Duration::from_millis(value);
            match word {
                "movetime" => control.movetime = Some(time),
                "clock" => control.clock = Some((time, Duration::ZERO)),
                "inc" => increment = Some(time),
                "nodes" if value > 0 => control.nodes = Some(value),
                "depth" if value > 0 => control.depth = Some(u32::try_from(value).unwrap_or(u32::MAX)),
                _ => {
                    return Err(format!(
                        "`{word} {number}` is none of movetime, clock, inc, nodes, depth"
                    ));
                }
            }
        }
        match (&mut control.clock, increment) {
            (Some(clock), Some(increment)) => clock.1 = increment,
            (None, Some(_)) => return Err("`inc` needs `clock`".into()),
            (_, None) => {}
        }
        if !control.is_limited() {
            return Err("no limit is given".into());
        }
        Ok(control)
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.movetime.map(|time| format!("movetime {}", time.as_millis())));
        parts.extend(
            self.clock
                .map(|(time, inc)| format!("clock {} inc {}", time.as_millis(), inc.as_millis())),
        );
        parts.extend(self.nodes.map(|nodes| format!("nodes {nodes}")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        f.write_str(&parts.join(" "))
    }
}

/// The clocks of a game.
#[derive(Clone, Debug)]
pub struct Clocks {
    controls: ByPlayer<Control>,
    left: ByPlayer<Option<Duration>>,
}

impl Clocks {
    /// Full clocks.
    pub fn new(controls: ByPlayer<Control>) -> Clocks {
        let left = ByPlayer(Player::BOTH.map(|player| controls[player].clock.map(|(time, _)| time)));
        Clocks { controls, left }
    }

    /// The limits of the move that `player` is about to make.
    pub fn limits(&self, player: Player) -> Limits {
        let control = self.controls[player];
        let increment = |player: Player| self.controls[player].clock.map_or(Duration::ZERO, |(_, inc)| inc);
        Limits {
            movetime: control.movetime,
            depth: control.depth,
            nodes: control.nodes,
            clock: self.left,
            increment: ByPlayer(Player::BOTH.map(increment)),
            ..Limits::default()
        }
    }

    /// The time that `player` has for the next move, if time is limited.
    pub fn allowance(&self, player: Player) -> Option<Duration> {
        let movetime = self.controls[player].movetime;
        match (movetime, self.left[player]) {
            (Some(movetime), Some(left)) => Some(movetime.min(left)),
            (movetime, left) => movetime.or(left),
        }
    }

    /// Books the time of a move.
    pub fn spend(&mut self, player: Player, time: Duration) {
        if let (Some(left), Some((_, increment))) = (&mut self.left[player], self.controls[player].clock) {
            *left = left.saturating_sub(time) + increment;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn controls_are_read_and_printed() {
        for text in [
            "movetime 100",
            "clock 60000 inc 500",
            "nodes 10",
            "movetime 9 nodes 3 depth 2",
        ] {
            assert_eq!(text.parse::<Control>().unwrap().to_string(), text);
        }
        assert_eq!("clock 50".parse::<Control>().unwrap().to_string(), "clock 50 inc 0");
        for bad in [
            "",
            "movetime",
            "movetime x",
            "inc 5",
            "nodes 0",
            "speed 3",
            "movetime -1",
        ] {
            assert!(bad.parse::<Control>().is_err(), "{bad}");
        }
    }

    #[test]
    fn clocks_run_down_and_are_topped_up() {
        let timed: Control = "clock 1000 inc 10".parse().unwrap();
        let mut clocks = Clocks::new(ByPlayer([timed, Control::default()]));
        assert_eq!(clocks.allowance(Player::First), Some(MS * 1000));
        assert_eq!(clocks.allowance(Player::Second), None);
        clocks.spend(Player::First, MS * 300);
        clocks.spend(Player::Second, MS * 300);
        assert_eq!(clocks.limits(Player::First).clock, ByPlayer([Some(MS * 710), None]));
        clocks.spend(Player::First, MS * 5000);
        assert_eq!(clocks.allowance(Player::First), Some(MS * 10));
    }
}
