//! The options of `tris match`, and how their values are read.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use crate::arena::spec::Setting;
use crate::arena::sprt::Sprt;
use crate::arena::{BySide, Control, Rules, Spec};
use crate::game::Dims;

/// Options of `tris match`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  Two versions on three boards, a tenth of a second a move:
    tris match mnk:./tris-new mnk:./tris-old --movetime 100 --games 100 --boards '15 15 5, 7 7 4, 5 5 4'
  Against a Gomocup engine, one game per core, until it is clear whether A is stronger by 10 Elo:
    tris match mnk:tris 'gomocup:cd rapfi && ./pbrain-rapfi' --concurrency 2 --games 2000 --sprt 0,10
  A handicap, other settings, game records:
    tris match mnk:tris mnk:tris --limits-b 'movetime 50' --option-b Skill=10 --record games.jsonl

The report goes to standard output, progress to standard error. docs/match.md explains how to read it.")]
pub struct Args {
    /// First engine, `mnk:CMD` or `gomocup:CMD`; the shell runs CMD
    #[arg(value_name = "A")]
    pub(super) a: Spec,
    /// Second engine, likewise
    #[arg(value_name = "B")]
    pub(super) b: Spec,

    /// Boards to play on: M N K, separated by commas
    #[arg(long, value_name = "LIST", default_value = "15 15 5", value_parser = parse_boards)]
    pub(super) boards: Boards,
    /// Games on each board; made even, as each opening is played with both colours
    #[arg(long, short, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) games: u32,
    /// Games played at a time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) concurrency: u16,

    #[command(flatten)]
    pub(super) limits: LimitArgs,

    /// Set an option of both engines (`INFO` key of a Gomocup engine); may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub(super) option: Vec<Setting>,
    /// Set an option of engine A
    #[arg(long, value_name = "NAME=VALUE")]
    pub(super) option_a: Vec<Setting>,
    /// Set an option of engine B
    #[arg(long, value_name = "NAME=VALUE")]
    pub(super) option_b: Vec<Setting>,
    /// Call engine A so in report and records
    #[arg(long, value_name = "NAME")]
    pub(super) name_a: Option<String>,
    /// Call engine B so in report and records
    #[arg(long, value_name = "NAME")]
    pub(super) name_b: Option<String>,

    /// Openings to start from: JSON lines with `m n k moves`; boards that it lacks get random ones
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// Stones of a random opening, as N or LOW-HIGH; fewer on small boards, 0 for the empty board
    #[arg(long, value_name = "RANGE", default_value = "2-6", value_parser = parse_range)]
    pub(super) stones: RangeInclusive<usize>,
    /// Seed of random openings, and of the order of those in a file
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// Stop when the sequential test is decided: elo0,elo1[,alpha[,beta]]
    #[arg(long, value_name = "BOUNDS", allow_hyphen_values = true)]
    pub(super) sprt: Option<Sprt>,
    /// Append a line of JSON for each game
    #[arg(long, value_name = "FILE")]
    pub(super) record: Option<PathBuf>,
}

/// What limits the engines' thinking.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Limits")]
pub(super) struct LimitArgs {
    /// Time for each move, ms; 1000 if no limit is given
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Time for a whole game and engine, ms
    #[arg(long, value_name = "MS")]
    clock: Option<u64>,
    /// Time that each move adds to the clock, ms
    #[arg(long, value_name = "MS", requires = "clock")]
    inc: Option<u64>,
    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth of each search
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Other limits for engine A, such as 'movetime 50' or 'clock 60000 inc 500'
    #[arg(long, value_name = "LIMITS")]
    limits_a: Option<Control>,
    /// Other limits for engine B
    #[arg(long, value_name = "LIMITS")]
    limits_b: Option<Control>,
    /// A move may take so much longer than its time before it loses, ms
    #[arg(long, value_name = "MS", default_value_t = 250)]
    margin: u64,
    /// A move without a time limit may take so long before the engine counts as hung, ms
    #[arg(long, value_name = "MS", default_value_t = 120_000)]
    patience: u64,
    /// The start of an engine or of a game may take so long, ms
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    pub(super) startup: u64,
    /// Break a game off as a draw when so many stones are on the board
    #[arg(long, value_name = "N")]
    max_moves: Option<usize>,
}

impl LimitArgs {
    pub(super) fn controls(&self) -> BySide<Control> {
        let millis = Duration::from_millis;
        let mut common = Control {
            movetime: self.movetime.map(millis),
            clock: self.clock.map(|time| (millis(time), millis(self.inc.unwrap_or(0)))),
            nodes: self.nodes,
            depth: self.depth,
        };
        if !common.is_limited() {
            common.movetime = Some(millis(1000));
        }
        BySide([self.limits_a.unwrap_or(common), self.limits_b.unwrap_or(common)])
    }

    pub(super) fn rules(&self) -> Rules {
        Rules {
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_millis(self.patience),
            max_moves: self.max_moves,
        }
    }
}

/// The boards of a match, a type of its own so that the list is one argument.
#[derive(Clone, Debug)]
pub(super) struct Boards(pub(super) Vec<Dims>);

fn parse_boards(text: &str) -> Result<Boards, String> {
    let mut boards = Vec::new();
    for board in text.split(',').map(str::trim).filter(|board| !board.is_empty()) {
        let numbers: Vec<i64> = board
            .split_whitespace()
            .map(|word| word.parse().map_err(|_| format!("`{word}` is no number")))
            .collect::<Result<_, _>>()?;
        let &[m, n, k] = &numbers[..] else {
            return Err(format!("`{board}` is not M N K"));
        };
        let dims = Dims::new(m, n, k).map_err(|error| format!("{board}: {error}"))?;
        if !boards.contains(&dims) {
            boards.push(dims);
        }
    }
    if boards.is_empty() {
        Err("no board".into())
    } else {
        Ok(Boards(boards))
    }
}

fn parse_range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    match (low.trim().parse(), high.trim().parse()) {
        (Ok(low), Ok(high)) if low <= high => Ok(low..=high),
        _ => Err("expected N or LOW-HIGH".into()),
    }
}
