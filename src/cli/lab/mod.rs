//! `tris lab`: the laboratory's tools, one file each. What they share stands here: boards, amounts of memory,
//! signs of progress.

mod chart;
mod contestant;
mod levels;
mod positions;
mod sliding;
mod tree;
mod tree_svg;
mod tree_text;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Subcommand;

use super::Failure;
use crate::game::{Dims, Player};
use crate::lab::positions::Bytes;

/// Options of `tris lab`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand, Debug)]
enum Tool {
    /// Count, classify and list every position that play can reach
    Positions(positions::Args),
    /// The game in which stones slide: positions, moves, groups, longest way
    Sliding(sliding::Args),
    /// Nodes and time of the classic algorithms by the number of empty cells
    Levels(levels::Args),
    /// Draw a game tree with minimax values and the best line
    Tree(tree::Args),
}

/// Runs one of the tools.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    match &args.tool {
        Tool::Positions(args) => positions::run(args),
        Tool::Sliding(args) => sliding::run(args),
        Tool::Levels(args) => levels::run(args),
        Tool::Tree(args) => tree::run(args),
    }
}

/// Says what is wrong with the arguments; exit code 2, as the argument parser itself does.
fn usage(text: &str) -> Result<ExitCode, Failure> {
    eprintln!("tris: {text}");
    Ok(ExitCode::from(2))
}

fn dims(board: &[i64]) -> Result<Dims, String> {
    let &[m, n, k] = board else {
        return Err("a board is three numbers: M N K".into());
    };
    Dims::new(m, n, k).map_err(|error| error.to_string())
}

/// Reads rows of `X`, `O` and `.`, with or without slashes between them.
fn stones(dims: Dims, text: &str) -> Result<Vec<Option<Player>>, String> {
    let rows: Vec<&str> = text.split('/').collect();
    let fits = rows.len() == 1 || (rows.len() == dims.rows() && rows.iter().all(|row| row.len() == dims.cols()));
    let letters: Vec<char> = rows.concat().chars().collect();
    if !fits || letters.len() != dims.cells() {
        let (rows, cols) = (dims.rows(), dims.cols());
        return Err(format!("`{text}` is no board of {rows} rows and {cols} columns"));
    }
    let stone = |letter| match letter {
        '.' => Ok(None),
        _ => Player::from_symbol(letter)
            .map(Some)
            .ok_or_else(|| format!("`{text}` may only hold X, O and `.`")),
    };
    letters.into_iter().map(stone).collect()
}

/// Reads an amount of memory: bytes, or with K, M, G or T in binary units.
fn memory(text: &str) -> Result<Bytes, String> {
    let (number, unit) = match text.char_indices().last() {
        Some((end, letter)) if letter.is_ascii_alphabetic() => (&text[..end], letter.to_ascii_uppercase()),
        _ => (text, 'B'),
    };
    let power = match unit {
        'B' => 0,
        'K' => 1,
        'M' => 2,
        'G' => 3,
        'T' => 4,
        _ => return Err("use a number of bytes, or one with K, M, G or T".into()),
    };
    match number.parse::<f64>() {
        Ok(amount) if amount.is_finite() && amount >= 0.0 => Ok(Bytes(amount * 1024_f64.powi(power))),
        _ => Err("use a number of bytes, or one with K, M, G or T".into()),
    }
}

/// Before this, progress is not worth a word.
const PATIENCE: Duration = Duration::from_secs(1);

/// Tells a waiting person how far a long task is: one line that changes on a terminal, few lines elsewhere.
struct Waiting {
    what: &'static str,
    began: Instant,
    told: Option<Instant>,
    interval: Duration,
    terminal: bool,
}

impl Waiting {
    fn new(what: &'static str) -> Waiting {
        let terminal = io::stderr().is_terminal();
        Waiting {
            what,
            began: Instant::now(),
            told: None,
            interval: Duration::from_millis(if terminal { 200 } else { 5000 }),
            terminal,
        }
    }

    /// Says how far it is, if it is time to.
    fn tell(&mut self, state: impl FnOnce() -> String) {
        let since = self.told.map_or_else(|| self.began.elapsed(), |told| told.elapsed());
        let due = if self.told.is_none() {
            PATIENCE.max(self.interval)
        } else {
            self.interval
        };
        if since < due {
            return;
        }
        self.told = Some(Instant::now());
        let (start, end) = if self.terminal { ("\r\x1b[K", "") } else { ("", "\n") };
        // Nobody can be told that progress cannot be told.
        let _ = write!(io::stderr(), "{start}{}: {}{end}", self.what, state());
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if self.terminal && self.told.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
