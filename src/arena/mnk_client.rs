//! The client's side of the `mnk` protocol.
//!
//! A game is played with `newgame`, `move` and `go` alone, so that an engine which knows no more than these and
//! `quit` can take part. Only `go` is on the clock.

use std::time::{Duration, Instant};

use super::client::{Channel, Client, SearchReport, Thought, Trouble};
use super::control::Control;
use super::process::Line;
use super::spec::Setting;
use crate::budget::Limits;
use crate::game::{Board, Dims, Player, Point};

/// An engine that speaks `mnk`.
#[derive(Debug)]
pub struct MnkClient {
    channel: Channel,
    name: Option<String>,
    /// Moves of the game that the engine knows of.
    told: usize,
}

impl MnkClient {
    /// Greets the engine and sets its options.
    pub fn start(channel: Channel, options: &[Setting]) -> Result<MnkClient, Trouble> {
        let mut client = MnkClient {
            channel,
            name: None,
            told: 0,
        };
        client.greet()?;
        for Setting { name, value } in options {
            let command = match value {
                Some(value) => format!("setoption name {name} value {value}"),
                None => format!("setoption name {name}"),
            };
            client.expect_ok(&command)?;
        }
        Ok(client)
    }

    /// Learns the engine's name. Any answer will do: a small engine need not know the command.
    fn greet(&mut self) -> Result<(), Trouble> {
        let deadline = self.channel.deadline();
        self.channel.process.send("mnk");
        let (mut name, mut version) = (None, None);
        loop {
            let line = self.channel.line(deadline)?;
            match line.text.strip_prefix("info id ").and_then(|id| id.split_once(' ')) {
                Some(("name", text)) => name = Some(text.to_owned()),
                Some(("version", text)) => version = Some(text.to_owned()),
                Some(_) => {}
                None if is_info(&line.text) => {}
                None => break,
            }
        }
        self.name = match (name, version) {
            (Some(name), Some(version)) => Some(format!("{name} {version}")),
            (name, _) => name,
        };
        Ok(())
    }

    /// Sends a command; hands its `info` lines to `note` and returns its terminal line.
    fn ask(&mut self, command: &str, deadline: Instant, mut note: impl FnMut(&str)) -> Result<Line, Trouble> {
        self.channel.process.send(command);
        loop {
            let line = self.channel.line(deadline)?;
            if !is_info(&line.text) {
                return Ok(line);
            }
            note(&line.text);
        }
    }

    fn expect_ok(&mut self, command: &str) -> Result<(), Trouble> {
        let deadline = self.channel.deadline();
        let line = self.ask(command, deadline, |_| {})?;
        match line.text.split_whitespace().next() {
            Some("ok") => Ok(()),
            Some("error") => Err(Trouble::Refused(format!("{command}: {}", line.text))),
            _ => Err(Trouble::Nonsense(line.text)),
        }
    }
}

impl Client for MnkClient {
    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn new_game(&mut self, dims: Dims, _control: &Control) -> Result<(), Trouble> {
        self.told = 0;
        self.expect_ok(&format!("newgame {dims}"))
    }

    fn think(&mut self, board: &Board, limits: &Limits, patience: Duration) -> Result<Thought, Trouble> {
        for &cell in &board.moves()[self.told..] {
            self.expect_ok(&format!("move {}", board.dims().point(cell)))?;
            self.told += 1;
        }
        let mut report = SearchReport::default();
        let asked = Instant::now();
        let line = self.ask(&go(limits), asked + patience, |info| note_info(&mut report, info))?;
        let point = best_move(&line.text).ok_or_else(|| match line.text.split_whitespace().next() {
            Some("error") => Trouble::Refused(line.text.clone()),
            _ => Trouble::Nonsense(line.text.clone()),
        })?;
        Ok(Thought {
            point,
            time: line.at.saturating_duration_since(asked),
            report,
        })
    }

    fn quit(&mut self) {
        self.channel.process.end("quit");
    }
}

fn is_info(line: &str) -> bool {
    line.split_whitespace().next() == Some("info")
}

/// The `go` command for some limits.
fn go(limits: &Limits) -> String {
    let mut words = vec!["go".to_owned()];
    words.extend(limits.movetime.map(|time| format!("movetime {}", time.as_millis())));
    words.extend(limits.depth.map(|depth| format!("depth {depth}")));
    words.extend(limits.nodes.map(|nodes| format!("nodes {nodes}")));
    for (player, letter) in Player::BOTH.into_iter().zip(['x', 'o']) {
        if let Some(left) = limits.clock[player] {
            words.push(format!("{letter}time {}", left.as_millis()));
            words.push(format!("{letter}inc {}", limits.increment[player].as_millis()));
        }
    }
    words.join(" ")
}

fn best_move(line: &str) -> Option<Point> {
    let mut words = line.split_whitespace();
    if words.next() != Some("bestmove") {
        return None;
    }
    let row = words.next()?.parse().ok()?;
    let col = words.next()?.parse().ok()?;
    // More after the move is not the protocol's form.
    words.next().is_none().then_some(Point { row, col })
}

/// Takes what an `info` line of the best variation says.
fn note_info(report: &mut SearchReport, line: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    // What follows `string` is free text, what follows `pv` are moves.
    let end = words
        .iter()
        .position(|&word| word == "string" || word == "pv")
        .unwrap_or(words.len());
    let words = &words[..end];
    let after = |name: &str| {
        let at = words.iter().position(|&word| word == name)?;
        words.get(at + 1).copied()
    };
    if after("multipv").is_some_and(|rank| rank != "1") {
        return;
    }
    let number = |name: &str| after(name)?.parse::<u64>().ok();
    report.nodes = number("nodes").or(report.nodes);
    report.depth = number("depth")
        .and_then(|depth| u32::try_from(depth).ok())
        .or(report.depth);
    if let Some(kind) = after("score") {
        report.score = match (kind, after(kind)) {
            ("draw", _) => Some("draw".to_owned()),
            (kind @ ("cp" | "win" | "loss"), Some(number)) => Some(format!("{kind} {number}")),
            _ => report.score.take(),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::control::Clocks;
    use crate::game::ByPlayer;

    #[test]
    fn limits_become_words() {
        let control = |text: &str| text.parse::<Control>().unwrap();
        let clocks = |x: &str, o: &str| Clocks::new(ByPlayer([control(x), control(o)]));
        assert_eq!(
            go(&clocks("movetime 50 nodes 9 depth 3", "nodes 1").limits(Player::First)),
            "go movetime 50 depth 3 nodes 9"
        );
        assert_eq!(
            go(&clocks("clock 900 inc 5", "clock 800").limits(Player::Second)),
            "go xtime 900 xinc 5 otime 800 oinc 0"
        );
    }

    #[test]
    fn answers_are_read_strictly() {
        assert_eq!(best_move("bestmove 3 14"), Some(Point { row: 3, col: 14 }));
        for bad in [
            "bestmove",
            "bestmove 1",
            "bestmove 1 x",
            "bestmove 1 2 3",
            "move 1 2",
            "bestmove 1,2",
        ] {
            assert_eq!(best_move(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_last_word_on_the_best_line_counts() {
        let mut report = SearchReport::default();
        for line in [
            "info depth 3 seldepth 5 multipv 1 score cp -12 nodes 100 nps 5 hashfull 0 time 1 pv 1 1",
            "info depth 4 seldepth 5 multipv 1 score win 7 nodes 900 nps 5 hashfull 0 time 2 pv 1 1",
            "info depth 4 seldepth 5 multipv 2 score cp 3 nodes 950 nps 5 hashfull 0 time 2 pv 1 2",
            "info string depth 99 score cp 1",
        ] {
            note_info(&mut report, line);
        }
        assert_eq!(report.score.as_deref(), Some("win 7"));
        assert_eq!((report.depth, report.nodes), (Some(4), Some(900)));
    }
}
