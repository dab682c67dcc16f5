//! What people are told.

use super::super::draw::draw;
use super::super::entry::{COMMANDS, TOP_LEVEL};
use super::super::palette::Ink;
use super::{Dialogue, Seat};
use crate::game::{ByPlayer, Player};

impl Dialogue {
    pub(super) fn introduce(&mut self) {
        let dims = self.board.dims();
        let who = |player: Player| match self.seats[player] {
            Seat::Person => format!("{player} is you"),
            Seat::Engine => format!("{player} is the engine"),
        };
        let level = match self.seats {
            ByPlayer([Seat::Person, Seat::Person]) => String::new(),
            _ => format!(" (level {} of {TOP_LEVEL})", self.level),
        };
        let (rows, cols, k) = (dims.rows(), dims.cols(), dims.k());
        let sides = format!("{}, {}{level}.", who(Player::First), who(Player::Second));
        self.say(&format!("{rows} x {cols}, {k} in a row win. {sides}"));
        if self.person().is_some() {
            self.remark("A move is `row column` or the number of a cell; `help` lists the rest.");
        }
        self.show();
        self.announce();
    }

    pub(super) fn show(&mut self) {
        let board = draw(&self.board, self.palette, self.screen);
        self.said += &format!("\n{board}\n");
    }

    pub(super) fn help(&mut self) {
        let dims = self.board.dims();
        self.say(&format!(
            "{:<14} play on that row and column, or on that cell (1 to {}, row by row)",
            "R C, or a cell",
            dims.cells()
        ));
        for usage in &COMMANDS {
            self.say(&format!("{:<14} {}", usage.form, usage.purpose));
        }
        self.say("Words may be shortened. Ctrl-C makes a thinking engine move, Ctrl-D leaves.");
    }

    pub(super) fn say(&mut self, text: &str) {
        self.said += text;
        self.said += "\n";
    }

    pub(super) fn remark(&mut self, text: &str) {
        self.say(&self.palette.paint(Ink::Quiet, text));
    }

    pub(super) fn complain(&mut self, text: &str) {
        let mut letters = text.chars();
        // What ends with a colon is the name of a file, and stays as it is.
        let is_name = text.split(' ').next().is_some_and(|word| word.ends_with(':'));
        let first = letters.next().filter(|_| !is_name).map(|letter| letter.to_uppercase());
        let sentence = match first {
            Some(first) => format!("{first}{}.", letters.as_str()),
            None => format!("{text}."),
        };
        self.say(&self.palette.paint(Ink::Wrong, &sentence));
    }
}
