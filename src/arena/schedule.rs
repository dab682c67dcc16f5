//! All games of a match, several at a time.
//!
//! The games are fixed before the first one: pair by pair, board after board, so that a match which ends early has
//! seen all boards alike. Each table has its own two engines; no engine ever thinks beside its opponent.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::time::Duration;

use super::client::Trouble;
use super::control::Control;
use super::openings::Source;
use super::record::Record;
use super::referee::{self, Game, Rules};
use super::seat::Seat;
use super::spec::Spec;
use super::{BySide, Side};
use crate::budget::StopFlag;
use crate::game::Dims;

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The engines.
    pub engines: BySide<Spec>,
    /// Their limits.
    pub controls: BySide<Control>,
    /// All games, in order.
    pub games: Vec<Game>,
    /// How they are judged.
    pub rules: Rules,
    /// Games at a time.
    pub concurrency: usize,
    /// The time an engine has for what is not thinking, its start above all.
    pub patience: Duration,
}

impl Plan {
    /// A new seat for an engine.
    fn seat(&self, side: Side, stop: &StopFlag) -> Seat {
        Seat::new(
            self.engines[side].clone(),
            self.controls[side],
            self.patience,
            stop.clone(),
        )
    }

    /// Starts both engines once and shows them every board, so that a wrong command or a board that an engine cannot
    /// play is told before the match. Returns what the engines call themselves.
    pub fn rehearse(&self, boards: &[Dims], stop: &StopFlag) -> Result<BySide<Option<String>>, (Side, Trouble)> {
        let mut names = BySide::default();
        for side in Side::BOTH {
            let mut seat = self.seat(side, stop);
            for &dims in boards {
                seat.new_game(dims).map_err(|trouble| (side, trouble))?;
            }
            names[side] = seat.name().map(str::to_owned);
        }
        Ok(names)
    }

    /// Plays the games and hands over each result, until `watch` breaks or `stop` is raised. Games under way are then
    /// dropped. When this returns, all engines have ended.
    pub fn run(&self, stop: &StopFlag, mut watch: impl FnMut(Record) -> ControlFlow<()>) {
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            let (sender, results) = mpsc::channel();
            for _ in 0..self.concurrency.clamp(1, self.games.len().max(1)) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.table(next, stop, &sender));
            }
            drop(sender);
            for record in results {
                if watch(record).is_break() {
                    stop.raise();
                    break;
                }
            }
        });
    }

    /// Plays games one after another.
    fn table(&self, next: &AtomicUsize, stop: &StopFlag, results: &Sender<Record>) {
        let mut seats = BySide(Side::BOTH.map(|side| self.seat(side, stop)));
        while let Some(game) = self.games.get(next.fetch_add(1, Ordering::Relaxed)) {
            if stop.is_raised() {
                return;
            }
            let Ok(record) = referee::play(game, &mut seats, &self.rules) else {
                return;
            };
            if results.send(record).is_err() {
                return;
            }
        }
    }
}

/// The games of a match: `pairs` openings on each board, each played with both colours.
pub fn pairings(boards: &[Dims], pairs: usize, openings: &Source) -> Vec<Game> {
    let drawn: Vec<_> = boards.iter().map(|&dims| openings.draw(dims, pairs)).collect();
    let mut games = Vec::new();
    for round in 0..pairs {
        for (&dims, openings) in boards.iter().zip(&drawn) {
            let pair = games.len() / 2;
            for first in Side::BOTH {
                games.push(Game {
                    number: games.len(),
                    pair,
                    dims,
                    opening: openings[round].clone(),
                    first,
                });
            }
        }
    }
    games
}
