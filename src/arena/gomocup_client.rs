//! The client's side of the Gomocup (Piskvork) protocol. Coordinates are `x,y`: column first.
//!
//! Every game begins with `START`, as tournament managers do it; the settings follow, because some engines forget
//! them at `START`. The protocol cannot express a K other than five: `INFO k K` is our extension, sent whenever
//! an engine might believe otherwise.

use std::time::{Duration, Instant};

use super::client::{Channel, Client, SearchReport, Thought, Trouble};
use super::control::Control;
use super::spec::Setting;
use crate::budget::Limits;
use crate::game::{Board, Dims, Point};

/// The K that the protocol takes for granted.
const FIVE: u64 = 5;
/// What stands for "no limit" in `time_left`.
const UNLIMITED: u128 = 2_147_483_647;
/// Milliseconds a move may take where only nodes or depth are limited: more than any engine will use.
const UNTIMED_TURN: u128 = 3_600_000;
/// The time for `ABOUT`, which not every engine answers.
const ABOUT_PATIENCE: Duration = Duration::from_secs(2);
/// Some engines drop what reaches them right behind their answer, while they still count as thinking: the time
/// between an engine's answer and the next line to it is at least this.
const BREATH: Duration = Duration::from_millis(20);

/// An engine that speaks the Gomocup protocol.
#[derive(Debug)]
pub struct GomocupClient {
    channel: Channel,
    name: Option<String>,
    options: Vec<Setting>,
    /// Moves of the game that the engine knows of.
    told: usize,
    /// When the engine answered last.
    answered: Option<Instant>,
    /// The K that the engine was told last.
    k: u64,
}

impl GomocupClient {
    /// Greets the engine.
    pub fn start(channel: Channel, options: &[Setting]) -> Result<GomocupClient, Trouble> {
        let mut client = GomocupClient {
            channel,
            name: None,
            options: options.to_vec(),
            told: 0,
            answered: None,
            k: FIVE,
        };
        client.greet()?;
        Ok(client)
    }

    /// Learns the engine's name. An engine that does not tell may play all the same.
    fn greet(&mut self) -> Result<(), Trouble> {
        let deadline = Instant::now() + ABOUT_PATIENCE.min(self.channel.patience);
        self.channel.process.send("ABOUT");
        loop {
            match self.channel.line(deadline) {
                Err(Trouble::Timeout) => return Ok(()),
                Err(trouble) => return Err(trouble),
                Ok(line) if is_chatter(&line.text) => {}
                Ok(line) => {
                    self.name = about_name(&line.text);
                    return Ok(());
                }
            }
        }
    }

    /// Waits for `OK`. Other lines are passed over: a late answer to `ABOUT`, or a banner.
    fn expect_ok(&mut self) -> Result<(), Trouble> {
        let deadline = self.channel.deadline();
        loop {
            let line = self.channel.line(deadline)?;
            if line.text.eq_ignore_ascii_case("OK") {
                return Ok(());
            }
            if is_refusal(&line.text) {
                return Err(Trouble::Refused(line.text));
            }
        }
    }

    /// Waits until the engine may be spoken to.
    fn let_breathe(&self) {
        let rest = self
            .answered
            .map_or(Duration::ZERO, |at| BREATH.saturating_sub(at.elapsed()));
        std::thread::sleep(rest);
    }

    fn info(&self, key: &str, value: impl std::fmt::Display) {
        self.channel.process.send(&format!("INFO {key} {value}"));
    }

    /// Tells the rules, the limits and the user's settings; the settings last, so that they prevail.
    fn introduce(&mut self, dims: Dims, control: &Control) {
        let millis = |time: Duration| time.as_millis().min(UNLIMITED);
        let clock = control.clock.map(|(time, _)| millis(time));
        let turn = control.movetime.map(millis).or(clock).unwrap_or(UNTIMED_TURN);
        self.info("rule", 0);
        self.info("game_type", 1);
        self.info("timeout_turn", turn);
        self.info("timeout_match", clock.unwrap_or(0));
        self.info("max_memory", 0);
        if let Some((_, increment)) = control.clock.filter(|(_, increment)| !increment.is_zero()) {
            self.info("time_increment", millis(increment));
        }
        if let Some(nodes) = control.nodes {
            self.info("max_node", nodes);
        }
        if let Some(depth) = control.depth {
            self.info("max_depth", depth);
        }
        if dims.k() != FIVE || self.k != FIVE {
            self.info("k", dims.k());
            self.k = dims.k();
        }
        for Setting { name, value } in &self.options {
            self.info(name, value.as_deref().unwrap_or_default());
        }
    }

    /// The question for a move in the position of `board`.
    fn question(&self, board: &Board) -> String {
        let point = |index: usize| comma(board.dims().point(board.moves()[index]));
        let ply = board.moves().len();
        if ply == 0 {
            return "BEGIN".into();
        }
        if ply == self.told + 1 {
            return format!("TURN {}", point(ply - 1));
        }
        let mut lines = vec!["BOARD".to_owned()];
        for index in 0..ply {
            // The last stone is the opponent's.
            let owner = if (ply - index).is_multiple_of(2) { 1 } else { 2 };
            lines.push(format!("{},{owner}", point(index)));
        }
        lines.push("DONE".into());
        lines.join("\n")
    }
}

impl Client for GomocupClient {
    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn new_game(&mut self, dims: Dims, control: &Control) -> Result<(), Trouble> {
        self.told = 0;
        self.let_breathe();
        self.channel.process.send(&if dims.rows() == dims.cols() {
            format!("START {}", dims.rows())
        } else {
            format!("RECTSTART {},{}", dims.cols(), dims.rows())
        });
        self.expect_ok()?;
        self.introduce(dims, control);
        Ok(())
    }

    fn think(&mut self, board: &Board, limits: &Limits, patience: Duration) -> Result<Thought, Trouble> {
        self.let_breathe();
        let left = limits.clock[board.turn()].map_or(UNLIMITED, |left| left.as_millis().min(UNLIMITED));
        self.info("time_left", left);
        let question = self.question(board);
        let mut report = SearchReport::default();
        let asked = Instant::now();
        self.channel.process.send(&question);
        loop {
            let line = self.channel.line(asked + patience)?;
            if is_chatter(&line.text) {
                note_message(&mut report, &line.text);
                continue;
            }
            let point = match parse_comma(&line.text) {
                Some(point) => point,
                None if is_refusal(&line.text) => return Err(Trouble::Refused(line.text)),
                None => return Err(Trouble::Nonsense(line.text)),
            };
            // The engine has played its own stone, too.
            self.told = board.moves().len() + 1;
            self.answered = Some(line.at);
            let time = line.at.saturating_duration_since(asked);
            return Ok(Thought { point, time, report });
        }
    }

    fn quit(&mut self) {
        self.channel.process.end("END");
    }
}

fn comma(point: Point) -> String {
    format!("{},{}", point.col, point.row)
}

fn parse_comma(line: &str) -> Option<Point> {
    let (x, y) = line.split_once(',')?;
    Some(Point {
        row: y.trim().parse().ok()?,
        col: x.trim().parse().ok()?,
    })
}

fn starts_with(line: &str, word: &str) -> bool {
    let start = line.as_bytes().get(..word.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

fn is_chatter(line: &str) -> bool {
    starts_with(line, "MESSAGE") || starts_with(line, "DEBUG")
}

fn is_refusal(line: &str) -> bool {
    starts_with(line, "ERROR") || starts_with(line, "UNKNOWN")
}

/// Name and version out of `name="…", version="…", …`.
fn about_name(line: &str) -> Option<String> {
    let field = |key: &str| {
        let (_, rest) = line.split_once(&format!("{key}=\""))?;
        rest.split_once('"').map(|(value, _)| value.to_owned())
    };
    let name = field("name")?;
    Some(field("version").map_or(name.clone(), |version| format!("{name} {version}")))
}

/// Messages are for people, but strong engines agree on words such as `depth` and `ev`.
fn note_message(report: &mut SearchReport, line: &str) {
    let words: Vec<String> = line
        .split(|c: char| c.is_whitespace() || "|=:,".contains(c))
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    for pair in words.windows(2) {
        let digits: String = pair[1].chars().take_while(char::is_ascii_digit).collect();
        match pair[0].as_str() {
            "depth" => report.depth = digits.parse().ok().or(report.depth),
            "ev" | "eval" if pair[1].contains(|c: char| c.is_ascii_digit()) => report.score = Some(pair[1].clone()),
            "n" | "node" | "nodes" => report.nodes = count(&pair[1]).or(report.nodes),
            _ => {}
        }
    }
}

/// A count such as `12345`, `12K` or `3M`.
fn count(word: &str) -> Option<u64> {
    let (digits, unit) = match word.strip_suffix('k') {
        Some(digits) => (digits, 1_000),
        None => word.strip_suffix('m').map_or((word, 1), |digits| (digits, 1_000_000)),
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_column_first() {
        assert_eq!(parse_comma("3,14"), Some(Point { row: 14, col: 3 }));
        assert_eq!(parse_comma("3, 14"), Some(Point { row: 14, col: 3 }));
        for bad in ["", "3", "3 14", "3,14,1", "a,b", "OK"] {
            assert_eq!(parse_comma(bad), None, "{bad}");
        }
    }

    #[test]
    fn messages_may_tell_of_the_search() {
        let mut report = SearchReport::default();
        note_message(
            &mut report,
            "MESSAGE Speed 1200K | Depth 15-22 | Eval -31 | Node 812K | Time 650ms",
        );
        assert_eq!(report.score.as_deref(), Some("-31"));
        assert_eq!((report.depth, report.nodes), (Some(15), Some(812_000)));
        note_message(&mut report, "MESSAGE depth 16 ev +M9 n 3M");
        assert_eq!(report.score.as_deref(), Some("+m9"));
        assert_eq!((report.depth, report.nodes), (Some(16), Some(3_000_000)));
    }

    #[test]
    fn about_lines_name_the_engine() {
        let line = "name=\"Pela\", version=\"7.9\", author=\"Petr Lastovicka\", country=\"CZ\"";
        assert_eq!(about_name(line).as_deref(), Some("Pela 7.9"));
        assert_eq!(about_name("name=\"X\"").as_deref(), Some("X"));
        assert_eq!(about_name("UNKNOWN command"), None);
    }
}
