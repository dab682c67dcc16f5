//! What the commands of a person do to the game.

use std::path::PathBuf;

use super::super::entry::{Entry, TOP_LEVEL};
use super::super::palette::Ink;
use super::super::record::{self, Game};
use super::super::words;
use super::{Dialogue, Need, Purpose, Seat};
use crate::game::{Board, Cell, Dims, IllegalMove, Outcome, Player, Point};

impl Dialogue {
    pub(super) fn obey(&mut self, entry: Entry) {
        match entry {
            Entry::Nothing => self.paused = false,
            Entry::Move(point) => self.move_to(point),
            Entry::Go => self.go(),
            Entry::Hint => self.search(Purpose::Hint),
            Entry::Analyse(lines) => self.search(Purpose::Analyse(lines)),
            Entry::Undo(count) => self.undo(count),
            Entry::Resign => self.resign(),
            Entry::Save(name, replace) => self.save(&name, replace),
            Entry::Load(name) => self.asked = Some(Need::Read(PathBuf::from(name))),
            Entry::New(dims) => self.new_game(dims),
            Entry::Level(level) => {
                self.level = level;
                self.remark(&format!("The engine plays at level {level} of {TOP_LEVEL} now."));
            }
            Entry::Board => self.show(),
            Entry::Help => self.help(),
            Entry::Quit => self.asked = Some(Need::Leave),
        }
    }

    /// How the game ended, by the board or by word.
    pub(super) fn result(&self) -> Option<Outcome> {
        let given_up = self.resigned.map(|loser| Outcome::Win(!loser));
        given_up.or(self.board.outcome())
    }

    pub(super) fn still_playing(&mut self) -> bool {
        let playing = self.result().is_none();
        if !playing {
            self.complain("the game is over; `new` begins another one, `undo` goes back");
        }
        playing
    }

    fn move_to(&mut self, point: Point) {
        if !self.still_playing() {
            return;
        }
        let (row, col) = (point.row.saturating_add(1), point.col.saturating_add(1));
        match self.board.check(point) {
            Ok(cell) => self.play(cell),
            Err(IllegalMove::Occupied) => self.complain(&format!("{row} {col} is occupied")),
            Err(IllegalMove::OffBoard) => {
                let dims = self.board.dims();
                let (rows, cols) = (dims.rows(), dims.cols());
                self.complain(&format!(
                    "{row} {col} is off the board: rows go from 1 to {rows}, columns from 1 to {cols}"
                ));
            }
            Err(IllegalMove::GameOver) => self.complain("the game is over"),
        }
    }

    pub(super) fn play(&mut self, cell: Cell) {
        self.board.play_unchecked(cell);
        self.show();
        self.announce();
    }

    pub(super) fn announce(&mut self) {
        if let Some(outcome) = self.result() {
            let words = words::outcome(outcome);
            self.say(&self.palette.paint(Ink::Loud, &words));
        }
    }

    fn go(&mut self) {
        let playing = self.still_playing();
        self.paused &= !playing;
        if playing {
            self.asked = Some(Need::Search(Purpose::Play, self.level));
        }
    }

    fn search(&mut self, purpose: Purpose) {
        if self.still_playing() {
            self.asked = Some(Need::Search(purpose, TOP_LEVEL));
        }
    }

    /// A side that a person plays.
    pub(super) fn person(&self) -> Option<Player> {
        Player::BOTH
            .into_iter()
            .find(|&player| self.seats[player] == Seat::Person)
    }

    /// Goes back to the turn of a person, so many times, or changes nothing.
    fn undo(&mut self, count: u32) {
        if self.resigned.take().is_some() {
            self.say("The game goes on.");
            return self.show();
        }
        let engines_only = self.person().is_none();
        let mut board = self.board.clone();
        for _ in 0..count {
            let mut gone_back = false;
            while board.undo().is_some() {
                gone_back = engines_only || self.seats[board.turn()] == Seat::Person;
                if gone_back {
                    break;
                }
            }
            if !gone_back {
                return self.complain("there are not so many moves to take back");
            }
        }
        self.board = board;
        self.paused = engines_only;
        self.show();
    }

    fn resign(&mut self) {
        if !self.still_playing() {
            return;
        }
        let player = self.board.turn();
        if self.seats[player] == Seat::Engine {
            return self.complain("only a person can resign");
        }
        self.resigned = Some(player);
        self.say(&format!("{player} resigns."));
        self.announce();
    }

    fn new_game(&mut self, dims: Option<[i64; 3]>) {
        let dims = match dims {
            None => Ok(self.board.dims()),
            Some([rows, cols, k]) => Dims::new(rows, cols, k),
        };
        match dims {
            Ok(dims) => self.begin(Board::new(dims).into()),
            Err(error) => self.complain(&error.to_string()),
        }
    }

    pub(super) fn begin(&mut self, game: Game) {
        self.board = game.board;
        self.resigned = game.resigned;
        self.paused = false;
        self.file = None;
        self.introduce();
    }

    fn save(&mut self, name: &str, replace: bool) {
        let path = PathBuf::from(name);
        let game = Game {
            board: self.board.clone(),
            resigned: self.resigned,
        };
        match record::write(&path, &game) {
            Ok(text) => {
                let own = self.file.as_ref() == Some(&path);
                self.asked = Some(Need::Write(path, text, replace || own));
            }
            Err(error) => self.complain(&error),
        }
    }
}
