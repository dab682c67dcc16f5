//! What cut before and may cut again: killer moves by ply, answers by the move they answered, and a score for every
//! cell and player.

use crate::game::{ByPlayer, Cell, Player};

/// Scores stay within this.
pub const LARGEST_SCORE: i32 = 512;
const KILLERS: usize = 2;

/// The memory of good moves of one search.
#[derive(Clone, Debug)]
pub struct History {
    scores: Vec<ByPlayer<i16>>,
    answers: Vec<ByPlayer<Option<Cell>>>,
    killers: Vec<[Option<Cell>; KILLERS]>,
}

impl History {
    /// Nothing remembered, for a board of so many cells and lines of so many plies.
    pub fn new(cells: usize, plies: usize) -> History {
        History {
            scores: vec![ByPlayer([0, 0]); cells],
            answers: vec![ByPlayer([None, None]); cells],
            killers: vec![[None; KILLERS]; plies],
        }
    }

    /// How a move of `player` did so far.
    #[inline]
    pub fn score(&self, cell: Cell, player: Player) -> i32 {
        i32::from(self.scores[cell.index()][player])
    }

    /// Whether a move cut at this ply, or in answer to the same move.
    #[inline]
    pub fn is_known(&self, cell: Cell, player: Player, ply: u32, previous: Option<Cell>) -> bool {
        self.killers[ply as usize].contains(&Some(cell))
            || previous.is_some_and(|previous| self.answers[previous.index()][player] == Some(cell))
    }

    /// A move of `player` cut, those before it did not.
    pub fn note_cut(
        &mut self,
        cell: Cell,
        player: Player,
        (depth, ply): (i32, u32),
        previous: Option<Cell>,
        before: impl Iterator<Item = Cell>,
    ) {
        let bonus = (4 * depth * depth).min(LARGEST_SCORE / 2);
        self.adjust(cell, player, bonus);
        for cell in before {
            self.adjust(cell, player, -bonus);
        }
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(cell) {
            killers.rotate_right(1);
            killers[0] = Some(cell);
        }
        if let Some(previous) = previous {
            self.answers[previous.index()][player] = Some(cell);
        }
    }

    /// Moves a score towards its end of the scale, the slower the nearer it is.
    fn adjust(&mut self, cell: Cell, player: Player, bonus: i32) {
        let score = &mut self.scores[cell.index()][player];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / LARGEST_SCORE) as i16;
    }
}
