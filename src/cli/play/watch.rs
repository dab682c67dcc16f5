//! What people see while the engine thinks: a changing line, or the live table of an analysis. Through pipes there is
//! nothing to see before the end, and an analysis ends as a move does.

use std::io;
use std::time::{Duration, Instant};

use super::console::Console;
use super::dialogue::Purpose;
use super::keys::Keys;
use super::table::Table;
use super::think::Watcher;
use super::words;
use crate::game::Board;
use crate::search::Report;

/// How often what is seen changes.
const PAUSE: Duration = Duration::from_millis(100);
/// Back to the start of the line and clear it.
const CLEAR: &str = "\r\x1b[K";

/// Somebody who watches a search.
pub struct Watch<'a> {
    board: &'a Board,
    purpose: Purpose,
    console: &'a Console,
    keys: Option<Keys>,
    table: Table,
    /// The newest report of the best line.
    latest: Option<Report>,
    begun: Instant,
    drawn: Option<Instant>,
    /// Lines of the table on the screen.
    lines: usize,
    failure: io::Result<()>,
}

impl<'a> Watch<'a> {
    /// Watches a search of a position.
    pub fn new(board: &'a Board, purpose: Purpose, console: &'a Console) -> Watch<'a> {
        // A Ctrl-C from before is about something else.
        console.interrupted();
        let live = console.is_terminal() && matches!(purpose, Purpose::Analyse(_));
        Watch {
            board,
            purpose,
            console,
            keys: if live { Keys::listen() } else { None },
            table: Table::default(),
            latest: None,
            begun: Instant::now(),
            drawn: None,
            lines: 0,
            failure: Ok(()),
        }
    }

    /// Whether a key can end the search.
    pub fn sees_keys(&self) -> bool {
        self.keys.is_some()
    }

    /// Cleans up: a thinking line disappears, a table stays as it was last.
    pub fn finish(mut self) -> io::Result<()> {
        match self.purpose {
            Purpose::Analyse(_) => self.draw_table(false),
            Purpose::Play | Purpose::Hint if self.drawn.is_some() => self.write(CLEAR),
            Purpose::Play | Purpose::Hint => {}
        }
        self.failure
    }

    fn write(&mut self, text: &str) {
        if self.failure.is_ok() {
            self.failure = self.console.write(text);
        }
    }

    fn draw(&mut self) {
        // What is over in a moment does not flicker.
        if self.drawn.unwrap_or(self.begun).elapsed() < PAUSE {
            return;
        }
        self.drawn = Some(Instant::now());
        match self.purpose {
            Purpose::Analyse(_) => self.draw_table(true),
            Purpose::Play | Purpose::Hint => self.draw_thinking(),
        }
    }

    fn draw_thinking(&mut self) {
        let Some(report) = &mut self.latest else { return };
        report.time = self.begun.elapsed();
        let player = self.board.turn();
        let effort = words::effort(report, player);
        let best = report.line.first().map(|&cell| words::place(self.board.dims(), cell));
        let text = format!("{player} thinks about {}   ({effort})", best.unwrap_or_default());
        let width = self.console.screen().width.saturating_sub(1);
        let text: String = text.chars().take(width).collect();
        self.write(&format!("{CLEAR}{text}"));
    }

    fn draw_table(&mut self, live: bool) {
        if live {
            self.table.tick(self.begun.elapsed());
        }
        let width = self.console.screen().width.saturating_sub(1);
        let mut lines = self.table.lines(self.board, width);
        if let (true, Some(foot)) = (live, lines.last_mut()) {
            *foot += "; any key ends the analysis";
        }
        let up = match self.lines {
            0 => String::new(),
            lines => format!("\x1b[{lines}A"),
        };
        // Only a terminal is told to clear lines; on it the table may have stood there before.
        let clear = if self.console.is_terminal() { CLEAR } else { "" };
        let text: String = lines.iter().map(|line| format!("{clear}{line}\n")).collect();
        self.lines = lines.len();
        self.write(&format!("{up}{text}"));
    }
}

impl Watcher for Watch<'_> {
    fn see(&mut self, report: &Report) {
        self.table.take(report.clone());
        if report.rank == 1 {
            self.latest = Some(report.clone());
        }
    }

    fn interrupts(&mut self) -> bool {
        if self.console.is_terminal() {
            self.draw();
        }
        let key = self.keys.as_ref().is_some_and(Keys::pressed);
        key || self.console.interrupted() || self.failure.is_err()
    }
}
