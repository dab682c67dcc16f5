//! `tris play`: the game in a terminal, for people. [`dialogue`] is the game and the talk about it, without any
//! terminal; [`console`], [`keys`] and [`think`] are its hands; this file joins them.

pub mod console;
pub mod dialogue;
pub mod draw;
pub mod entry;
pub mod keys;
pub mod palette;
pub mod record;
pub mod table;
pub mod think;
mod watch;
pub mod words;

use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::ValueEnum;

use super::Failure;
use super::convert::some_bytes;
use crate::budget::Limits;
use crate::game::{Board, ByPlayer, Dims};
use console::Console;
use dialogue::{Dialogue, Need, Purpose, Seat};
use entry::TOP_LEVEL;
use palette::Palette;
use record::Game;
use think::Thinker;

/// Options of `tris play`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Inside, a move is `row column` or the number of a cell, both from 1; `help` lists the commands.\n\n\
Examples:\n  tris play                      tic-tac-toe, you begin\n  tris play 15 15 5 --x engine   gomoku, the engine begins\n  \
tris play 7 7 4 --level 5      against a weaker engine\n  tris play --x person --o person"
)]
pub struct Args {
    /// Rows
    #[arg(default_value_t = 3, requires = "k")]
    m: i64,
    /// Columns
    #[arg(default_value_t = 3)]
    n: i64,
    /// Stones in a row that win
    #[arg(default_value_t = 3)]
    k: i64,
    /// Who plays X and begins; the other side is the opposite unless it is said
    #[arg(long, value_name = "WHO")]
    x: Option<Who>,
    /// Who plays O
    #[arg(long, value_name = "WHO")]
    o: Option<Who>,
    /// How well the engine plays; 20 is full strength
    #[arg(long, value_name = "0-20", default_value_t = TOP_LEVEL, value_parser = clap::value_parser!(u32).range(0..=i64::from(TOP_LEVEL)))]
    level: u32,
    /// Seconds that the engine thinks about a move [default: 1]
    #[arg(long, value_name = "S")]
    time: Option<f64>,
    /// Nodes that the engine searches for a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth that the engine searches to
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Makes play vary; 0 for none [default: 0 at full strength, else another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Go on with the game in this file
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// When to use colour
    #[arg(long, alias = "colour", value_name = "WHEN", default_value = "auto")]
    color: When,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Who {
    Person,
    Engine,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum When {
    /// On a terminal that has it, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

/// Plays.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let dims = Dims::new(args.m, args.n, args.k).map_err(|error| Failure::Message(error.to_string()))?;
    let mut console = Console::open();
    let mut thinker = Thinker::new(limits(args)?, seed(args));
    let palette = Palette {
        colour: colour(args.color),
    };
    let game = match &args.load {
        None => Board::new(dims).into(),
        Some(path) => load(path)?,
    };
    let mut dialogue = Dialogue::new(game, seats(args), args.level, palette, console.screen());
    loop {
        console.write(&dialogue.take_said())?;
        dialogue.resize(console.screen());
        match dialogue.need() {
            Need::Line(prompt) => dialogue.hear(&console.read(&prompt)?),
            Need::Search(purpose, skill) => search(&mut dialogue, purpose, skill, &mut thinker, &console)?,
            Need::Write(path, text, replace) => {
                let written = write(&path, &text, replace);
                dialogue.hear_written(path, written);
            }
            Need::Read(path) => {
                let text = bytes_of(&path).map_err(|error| format!("{}: {error}", path.display()));
                dialogue.hear_read(path, text);
            }
            Need::Leave => return Ok(ExitCode::SUCCESS),
        }
    }
}

fn search(
    dialogue: &mut Dialogue,
    purpose: Purpose,
    skill: u32,
    thinker: &mut Thinker,
    console: &Console,
) -> io::Result<()> {
    let board = dialogue.board().clone();
    let mut watcher = watch::Watch::new(&board, purpose, console);
    let thought = thinker.search(&board, purpose, skill, watcher.sees_keys(), &mut watcher);
    watcher.finish()?;
    dialogue.hear_thought(purpose, thought);
    Ok(())
}

fn load(path: &Path) -> Result<Game, Failure> {
    let failure = |error: String| Failure::Message(format!("{}: {error}", path.display()));
    let text = bytes_of(path).map_err(|error| failure(error.to_string()))?;
    record::read(path, &text).map_err(failure)
}

fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    File::open(path).and_then(some_bytes)
}

fn opened(path: &Path, replace: bool) -> io::Result<File> {
    if replace {
        File::create(path)
    } else {
        OpenOptions::new().write(true).create_new(true).open(path)
    }
}

fn write(path: &Path, text: &str, replace: bool) -> Result<(), String> {
    let file = path.display();
    opened(path, replace)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => format!("{file} exists already; `save! {file}` replaces it"),
            _ => format!("{file}: {error}"),
        })
}

fn limits(args: &Args) -> Result<Limits, Failure> {
    let seconds = match args.time {
        None if args.nodes.is_some() || args.depth.is_some() => None,
        time => Some(time.unwrap_or(1.0)),
    };
    let movetime = seconds.map(Duration::try_from_secs_f64).transpose();
    Ok(Limits {
        movetime: movetime.map_err(|_| Failure::Message("--time: not a number of seconds".into()))?,
        nodes: args.nodes,
        depth: args.depth,
        ..Limits::default()
    })
}

fn seed(args: &Args) -> u64 {
    let now = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
            .as_nanos() as u64
    };
    args.seed
        .unwrap_or_else(|| if args.level == TOP_LEVEL { 0 } else { now() })
}

fn seats(args: &Args) -> ByPlayer<Seat> {
    let seat = |who: Who| match who {
        Who::Person => Seat::Person,
        Who::Engine => Seat::Engine,
    };
    let opposite = |who: Who| match who {
        Who::Person => Seat::Engine,
        Who::Engine => Seat::Person,
    };
    ByPlayer(match (args.x, args.o) {
        (None, None) => [Seat::Person, Seat::Engine],
        (Some(x), None) => [seat(x), opposite(x)],
        (None, Some(o)) => [opposite(o), seat(o)],
        (Some(x), Some(o)) => [seat(x), seat(o)],
    })
}

fn colour(when: When) -> bool {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto => {
            io::stdout().is_terminal() && set("NO_COLOR").is_none() && set("TERM").is_none_or(|term| term != "dumb")
        }
    }
}
