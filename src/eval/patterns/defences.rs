//! What can be done about a cell that would win.

use super::Patterns;
use crate::eval::shape::Shape;
use crate::eval::weights::{self, Level};
use crate::game::{Cell, Player};

impl Patterns {
    /// Collects the cells that would keep `player` from making the cell `target`, where he threatens to win, a
    /// winning one: that cell itself and those without which its shapes are no longer enough. False if the lines are
    /// too long to tell.
    pub fn defences(&self, target: Cell, player: Player, found: &mut Vec<Cell>) -> bool {
        if self.shapes.is_empty() {
            return false;
        }
        found.push(target);
        let spot = &self.spots[target.index()];
        for direction in 0..4 {
            if spot.shapes[direction][player] < Shape::Four {
                continue;
            }
            let stride = self.strides[direction];
            for (side, room) in self.rooms[target.index()][direction].into_iter().enumerate() {
                for distance in 1..=usize::from(room) {
                    let index = if side == 0 {
                        target.index() - distance * stride
                    } else {
                        target.index() + distance * stride
                    };
                    if self.spots[index].stone.is_some() {
                        continue;
                    }
                    // The cell taken counts as the opponent's stone.
                    let keys = spot.keys[direction] + self.steps[!player][distance][side];
                    let mut shapes = spot.shapes.map(|shapes| shapes[player]);
                    shapes[direction] = self.shapes_of(keys)[player];
                    if self.weights.level(weights::combine(shapes)) < Level::Winning {
                        found.push(Cell(index as u16));
                    }
                }
            }
        }
        true
    }
}
