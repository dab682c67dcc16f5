//! The game as a dialogue that touches nothing outside: it says what it needs next, is given it, and writes what
//! people should see. The terminal, files and the engine are behind [`Need`]; tests give the answers themselves.

mod commands;
mod say;

use std::path::PathBuf;

use super::draw::Screen;
use super::entry::entry;
use super::palette::Palette;
use super::record::{self, Game};
use super::words;
use crate::game::{Board, ByPlayer, Cell, Player};
use crate::search::Report;

/// Who makes the moves of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// Somebody at the keyboard.
    Person,
    /// The engine.
    Engine,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A move of the engine, at its level.
    Play,
    /// A good move for a person.
    Hint,
    /// So many best lines, for as long as somebody looks at them.
    Analyse(usize),
}

/// What the dialogue waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Need {
    /// A line of a person, after this prompt.
    Line(String),
    /// A search of the current position; the level counts for a move only.
    Search(Purpose, u32),
    /// A file with this text; whether it may replace another one.
    Write(PathBuf, String, bool),
    /// The text of a file.
    Read(PathBuf),
    /// Nothing: the game is left.
    Leave,
}

/// What comes from the keyboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Given {
    /// A line.
    Text(String),
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-D, or the end of a file.
    End,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The move.
    pub best: Cell,
    /// The last report on it.
    pub report: Report,
    /// Whether somebody interrupted it.
    pub interrupted: bool,
}

/// A game in progress and the talk about it.
#[derive(Debug)]
pub struct Dialogue {
    board: Board,
    seats: ByPlayer<Seat>,
    level: u32,
    resigned: Option<Player>,
    /// A game between engines waits for a person's word.
    paused: bool,
    /// Ctrl-C was the last thing said.
    interrupted: bool,
    /// What a command asked for.
    asked: Option<Need>,
    /// The file that holds this game already and may be written again.
    file: Option<PathBuf>,
    palette: Palette,
    screen: Screen,
    said: String,
}

impl Dialogue {
    /// A game that goes on from here.
    pub fn new(game: Game, seats: ByPlayer<Seat>, level: u32, palette: Palette, screen: Screen) -> Dialogue {
        let mut dialogue = Dialogue {
            board: game.board,
            seats,
            level,
            resigned: game.resigned,
            paused: false,
            interrupted: false,
            asked: None,
            file: None,
            palette,
            screen,
            said: String::new(),
        };
        dialogue.introduce();
        dialogue
    }

    /// The current position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Tells how large the screen is now.
    pub fn resize(&mut self, screen: Screen) {
        self.screen = screen;
    }

    /// What people should see and have not seen yet.
    pub fn take_said(&mut self) -> String {
        std::mem::take(&mut self.said)
    }

    /// What the dialogue needs to go on.
    pub fn need(&mut self) -> Need {
        if let Some(asked) = self.asked.take() {
            return asked;
        }
        let player = self.board.turn();
        match self.result() {
            Some(_) => Need::Line("game over> ".to_owned()),
            None if self.paused => Need::Line("paused> ".to_owned()),
            None if self.seats[player] == Seat::Engine => Need::Search(Purpose::Play, self.level),
            None => Need::Line(format!("{player}, your move> ")),
        }
    }

    /// Takes what came from the keyboard.
    pub fn hear(&mut self, given: &Given) {
        let again = std::mem::replace(&mut self.interrupted, *given == Given::Interrupt);
        match given {
            Given::Text(text) => match entry(text, self.board.dims()) {
                Ok(entry) => self.obey(entry),
                Err(wrong) => self.complain(&wrong.to_string()),
            },
            Given::Interrupt if again => self.asked = Some(Need::Leave),
            Given::Interrupt => self.remark("Ctrl-C again, Ctrl-D or `quit` leaves."),
            Given::End => self.asked = Some(Need::Leave),
        }
    }

    /// Takes what a search found; nothing if it failed.
    pub fn hear_thought(&mut self, purpose: Purpose, thought: Option<Thought>) {
        let Some(thought) = thought else {
            // A game between engines must not try again and again.
            self.paused = true;
            return self.complain("the engine failed; the game is as it was");
        };
        let player = self.board.turn();
        let place = words::place(self.board.dims(), thought.best);
        let effort = words::effort(&thought.report, player);
        match purpose {
            Purpose::Play => {
                let words = format!("{player} plays {place}   ({effort})");
                self.say(&words);
                self.paused |= thought.interrupted && self.person().is_none();
                self.play(thought.best);
            }
            Purpose::Hint => self.say(&format!("Try {place}   ({effort})")),
            // The table has said it all.
            Purpose::Analyse(_) => {}
        }
    }

    /// Takes how writing a file went.
    pub fn hear_written(&mut self, path: PathBuf, written: Result<(), String>) {
        match written {
            Ok(()) => {
                self.say(&format!("Saved to {}.", path.display()));
                self.file = Some(path);
            }
            Err(error) => self.complain(&error),
        }
    }

    /// Takes what a file holds.
    pub fn hear_read(&mut self, path: PathBuf, text: Result<Vec<u8>, String>) {
        let read = text.and_then(|text| {
            let file = path.display();
            record::read(&path, &text).map_err(|error| format!("{file}: {error}"))
        });
        match read {
            Ok(game) => {
                self.begin(game);
                // Between engines a finished or unfinished game is looked at first.
                self.paused = self.person().is_none();
                self.file = Some(path);
            }
            Err(error) => self.complain(&error),
        }
    }
}
