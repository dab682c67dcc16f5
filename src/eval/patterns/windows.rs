//! Shapes of lines too long for a table, from the counts of windows: exact for fours and more, else judged by the
//! number of ways to go on.

use super::Patterns;
use crate::eval::shape::Shape;
use crate::eval::weights::{Combinations, mark};
use crate::game::{Cell, Direction, Player};

impl Patterns {
    /// Brings the neighbours of a cell up to date, nearest first, those behind before those ahead.
    pub(super) fn count_around(&mut self, cell: Cell) {
        for direction in Direction::ALL {
            let stride = self.strides[direction as usize];
            let [behind, ahead] = [false, true].map(|forwards| {
                let room = self.dims.room(cell, direction, forwards);
                room.min(self.k.saturating_sub(1))
            });
            let behind = (1..=behind).map(|distance| cell.index() - distance * stride);
            let ahead = (1..=ahead).map(|distance| cell.index() + distance * stride);
            for index in behind.chain(ahead) {
                if self.spots[index].is_empty {
                    let shapes = self.shapes_by_windows(Cell(index as u16), direction);
                    self.see(index, direction as usize, shapes);
                }
            }
        }
    }

    /// What a stone of either player makes where lines are too long for a table.
    pub(super) fn shapes_by_windows(&self, cell: Cell, direction: Direction) -> Combinations {
        let Some(lines) = &self.lines else {
            return Combinations::DEAD;
        };
        let found = lines.fullest(cell, direction);
        let [first, second] =
            Player::BOTH.map(|player| mark(self.shape_by_windows(cell, direction, player, found[player])));
        Combinations::new(first, second)
    }

    /// The shape that a stone makes where lines are too long for a table: exact for fours and more, else judged by
    /// the number of ways to go on.
    fn shape_by_windows(
        &self,
        cell: Cell,
        direction: Direction,
        player: Player,
        found: Option<(usize, usize)>,
    ) -> Shape {
        let Some((stones, ways)) = found else {
            return Shape::Dead;
        };
        match (self.k - stones - 1, ways) {
            (0, _) => Shape::Five,
            (1, _) => self.four_by_windows(cell, direction, player),
            (2, 1) => Shape::Three,
            (2, 2) => Shape::OpenThree,
            (2, _) => Shape::WideThree,
            (3 | 4, 1 | 2) => Shape::Two,
            (3 | 4, 3) => Shape::OpenTwo,
            (3 | 4, _) => Shape::WideTwo,
            _ if stones == 0 => Shape::One,
            _ => Shape::OpenOne,
        }
    }

    /// Whether the windows that would miss one stone miss the same one.
    fn four_by_windows(&self, cell: Cell, direction: Direction, player: Player) -> Shape {
        let stride = self.dims.stride(direction);
        let mut first = None;
        let lines = self.lines.iter();
        for start in lines.flat_map(|lines| lines.live_starts(cell, direction, player, self.k - 2)) {
            let holes = (0..self.k).map(|step| start.index() + step * stride);
            let hole = holes
                .filter(|&index| index != cell.index())
                .find(|&index| self.spots[index].is_empty);
            if first.is_some() && first != hole {
                return Shape::OpenFour;
            }
            first = hole;
        }
        Shape::Four
    }
}
