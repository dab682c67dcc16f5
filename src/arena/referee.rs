//! One game between two engines, by the rules of [`crate::game`] and nobody else's word.

use std::time::Duration;

use super::client::{Thought, Trouble};
use super::control::Clocks;
use super::record::{Reason, Record};
use super::seat::Seat;
use super::threats;
use super::{BySide, Side};
use crate::game::{Board, ByPlayer, Cell, Dims, Outcome, Player};

/// A game to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Its number in the match, from 0.
    pub number: usize,
    /// The pair that it belongs to: one opening, played with both colours.
    pub pair: usize,
    /// The board.
    pub dims: Dims,
    /// The moves already made, X first.
    pub opening: Vec<Cell>,
    /// The engine that has X.
    pub first: Side,
}

impl Game {
    /// The engine that plays a colour.
    pub fn side(&self, player: Player) -> Side {
        match player {
            Player::First => self.first,
            Player::Second => !self.first,
        }
    }

    /// The position after the opening.
    pub fn start(&self) -> Board {
        let mut board = Board::new(self.dims);
        for &cell in &self.opening {
            board.play_unchecked(cell);
        }
        board
    }
}

/// How games are judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// How far a move may exceed its time.
    pub margin: Duration,
    /// How long a move may take where time is not limited: then the engine counts as hung.
    pub patience: Duration,
    /// Stones on the board at which a game is broken off as a draw.
    pub max_moves: Option<usize>,
}

/// The match ended before the game did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unfinished;

/// How a game ended: the winner, and why.
type Verdict = (Option<Player>, Reason, String);

/// Plays a game to its end.
pub fn play(game: &Game, seats: &mut BySide<Seat>, rules: &Rules) -> Result<Record, Unfinished> {
    let mut board = game.start();
    let mut thoughts = Vec::new();
    let (winner, reason, detail) = match seat_players(game, seats)? {
        Some(verdict) => verdict,
        None => alternate(game, seats, rules, &mut board, &mut thoughts)?,
    };
    Ok(Record {
        game: game.clone(),
        moves: board.moves().to_vec(),
        winner,
        reason,
        detail,
        thoughts,
    })
}

/// Makes both engines ready; the verdict if one is not.
fn seat_players(game: &Game, seats: &mut BySide<Seat>) -> Result<Option<Verdict>, Unfinished> {
    for player in Player::BOTH {
        match seats[game.side(player)].new_game(game.dims) {
            Ok(()) => {}
            Err(Trouble::Stopped) => return Err(Unfinished),
            Err(trouble) => return Ok(Some((Some(!player), Reason::Start, trouble.to_string()))),
        }
    }
    Ok(None)
}

/// Lets the engines move in turn until the game is over.
fn alternate(
    game: &Game,
    seats: &mut BySide<Seat>,
    rules: &Rules,
    board: &mut Board,
    thoughts: &mut Vec<Thought>,
) -> Result<Verdict, Unfinished> {
    let mut clocks = Clocks::new(ByPlayer(Player::BOTH.map(|player| seats[game.side(player)].control())));
    loop {
        if let Some(verdict) = end_of(board, rules) {
            return Ok(verdict);
        }
        let player = board.turn();
        let seat = &mut seats[game.side(player)];
        let allowance = clocks.allowance(player);
        let patience = allowance.map_or(rules.patience, |time| time + rules.margin);
        let thought = match seat.think(board, &clocks.limits(player), patience) {
            Ok(thought) => thought,
            Err(Trouble::Stopped) => return Err(Unfinished),
            Err(trouble) => return Ok(forfeit(player, &trouble, allowance, rules)),
        };
        if let Err(illegal) = board.play(thought.point) {
            // An engine whose board differs from ours is not asked again.
            seat.dismiss();
            return Ok((
                Some(!player),
                Reason::Illegal,
                format!("{player} at {}: {illegal}", thought.point),
            ));
        }
        clocks.spend(player, thought.time);
        thoughts.push(thought);
    }
}

/// Whether the game is over on the board.
fn end_of(board: &Board, rules: &Rules) -> Option<Verdict> {
    let draw = |reason| Some((None, reason, String::new()));
    match board.outcome() {
        Some(Outcome::Win(player)) => Some((Some(player), Reason::Line, String::new())),
        Some(Outcome::Draw) => draw(Reason::Full),
        None if !threats::has_open_line(board) => draw(Reason::Dead),
        None if rules.max_moves.is_some_and(|max| board.ply() >= max) => draw(Reason::Length),
        None => None,
    }
}

/// The verdict on a player who did not move.
fn forfeit(player: Player, trouble: &Trouble, allowance: Option<Duration>, rules: &Rules) -> Verdict {
    let (reason, detail) = match (trouble, allowance) {
        (Trouble::Timeout, Some(time)) => (
            Reason::Time,
            format!("no move within {} + {} ms", time.as_millis(), rules.margin.as_millis()),
        ),
        (Trouble::Timeout, None) => (
            Reason::Time,
            format!("no move within {} ms", rules.patience.as_millis()),
        ),
        (Trouble::Crash(_), _) => (Reason::Crash, trouble.to_string()),
        _ => (Reason::Illegal, trouble.to_string()),
    };
    (Some(!player), reason, format!("{player} {detail}"))
}
