//! The two sides. `First` is X and moves first, `Second` is O.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// One of the two sides of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// X, who moves first on an empty board.
    First,
    /// O, who answers.
    Second,
}

impl Player {
    /// Both players, first one first.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The letter by which people know the player.
    pub const fn symbol(self) -> char {
        match self {
            Player::First => 'X',
            Player::Second => 'O',
        }
    }

    /// The player behind a letter, if it is `X` or `O`.
    pub const fn from_symbol(symbol: char) -> Option<Player> {
        match symbol {
            'X' => Some(Player::First),
            'O' => Some(Player::Second),
            _ => None,
        }
    }
}

impl Not for Player {
    type Output = Player;

    fn not(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.symbol())
    }
}

/// One value for each player, so that no code has to branch on the colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ByPlayer<T>(pub [T; 2]);

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    #[inline]
    fn index(&self, player: Player) -> &T {
        &self.0[player as usize]
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player as usize]
    }
}
