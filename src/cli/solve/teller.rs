//! Progress of `tris solve` for people: on a terminal one changing line, otherwise few plain lines.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use crate::game::Dims;
use crate::solver::{Method, Progress};

/// How often a line of progress is written where it cannot be overwritten, and where it can.
const QUIET: Duration = Duration::from_secs(10);
const CHANGING: Duration = Duration::from_millis(250);

/// Writes progress to standard error.
#[derive(Default)]
pub struct Teller {
    last: Duration,
    open: bool,
}

impl Teller {
    /// Shows a text unless the last one is too recent.
    pub fn tell(&mut self, time: Duration, text: &str) {
        let terminal = io::stderr().is_terminal();
        let pause = if terminal { CHANGING } else { QUIET };
        if time < self.last + pause {
            return;
        }
        self.last = time;
        self.open = terminal;
        // Nobody listening to progress is no reason to stop.
        let _ = if terminal {
            write!(io::stderr(), "\r\x1b[K{}", fitting(text))
        } else {
            writeln!(io::stderr(), "{text}")
        };
    }

    /// Takes the changing line away.
    pub fn end(&self) {
        if self.open {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// As much of a text as one line of the terminal holds: a line that wraps cannot be overwritten.
fn fitting(text: &str) -> String {
    let width = terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| usize::from(width.0));
    text.chars().take(width.saturating_sub(1)).collect()
}

/// How far the list of the player's moves is, for people.
fn first_moves(progress: &Progress, dims: Dims) -> String {
    let Some(cell) = progress.cell else {
        return String::new();
    };
    let (refuted, moves, (next, of)) = (progress.refuted, progress.moves, progress.next);
    let reply = progress.reply.map_or(String::new(), |reply| {
        format!(" answered {}: {next} of {of}", dims.point(reply))
    });
    format!("{refuted} of {moves} moves refuted, now {}{reply}", dims.point(cell))
}

/// What a solve is doing, in a line.
pub fn describe(progress: &Progress, dims: Dims) -> String {
    let (player, other) = (progress.player, !progress.player);
    let task = match progress.method {
        Method::Blocking => format!("can {other} block {player}? {}", first_moves(progress, dims)),
        Method::Defence => format!(
            "can {other} hold {player} with threats? {}",
            first_moves(progress, dims)
        ),
        Method::Attack(plies) => format!("can {player} win within {plies} plies?"),
    };
    let millis = progress.time.as_millis().max(1) as u64;
    let rate = progress.nodes / millis;
    format!(
        "{task} · effort {} · {} nodes, {rate} k/s, {} s",
        progress.effort,
        progress.nodes,
        millis / 1000
    )
}
