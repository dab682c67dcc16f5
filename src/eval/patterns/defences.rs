//! What can be done about a cell that would win.

use super::Patterns;
use crate::eval::rows::stone;
use crate::eval::shape::Shape;
use crate::eval::weights::{self, Level};
use crate::game::{Cell, Player};

impl Patterns {
    /// Collects the cells that would keep `player` from making the cell `target`, where he threatens to win, a
    /// winning one: that cell itself and those without which its shapes are no longer enough. False if the lines are
    /// too long to tell.
    pub fn defences(&self, target: Cell, player: Player, found: &mut Vec<Cell>) -> bool {
        let Some((sight, rows)) = &self.sight else {
            return false;
        };
        found.push(target);
        let spot = &self.spots[target.index()];
        for direction in 0..4 {
            let old = spot.shapes[direction];
            if old.of(player) < weights::mark(Shape::Four) {
                continue;
            }
            let around = rows.around(target, direction);
            for (forwards, distance) in [false, true]
                .into_iter()
                .flat_map(|side| (1..self.k).map(move |d| (side, d)))
            {
                let (index, place) = if forwards {
                    (
                        target.index() + distance * self.strides[direction],
                        sight.middle() + 2 * distance,
                    )
                } else {
                    (
                        target.index().wrapping_sub(distance * self.strides[direction]),
                        sight.middle() - 2 * distance,
                    )
                };
                if around >> place & 3 != 0 {
                    continue;
                }
                // The cell taken counts as the opponent's stone.
                let new = sight.shapes(around | stone(!player) << place, sight.middle());
                let after = spot.combinations.exchange(old, new).of(player);
                if self.weights.level(after) < Level::Winning {
                    found.push(Cell(index as u16));
                }
            }
        }
        true
    }
}
