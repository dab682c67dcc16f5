//! Shapes of lines too long for a table, from the counts of windows: exact for fours and more, else judged by the
//! number of ways to go on.

use super::Patterns;
use crate::eval::lines::{Fullest, Lines};
use crate::eval::shape::Shape;
use crate::eval::weights::{Combinations, mark};
use crate::game::{ByPlayer, Cell, Direction, Player};

impl Patterns {
    /// Brings the neighbours of a cell up to date.
    pub(super) fn count_around(&mut self, cell: Cell) {
        let Some(lines) = self.lines.take() else { return };
        let mut scratch = std::mem::take(&mut self.scratch);
        for direction in Direction::ALL {
            for forwards in [false, true] {
                lines.fullest_beside(cell, direction, forwards, &mut scratch, |index, found| {
                    if self.spots[index].is_empty {
                        let shapes = self.shapes_of(&lines, Cell(index as u16), direction, found);
                        self.see(index, direction as usize, shapes);
                    }
                });
            }
        }
        self.scratch = scratch;
        self.lines = Some(lines);
    }

    /// What a stone of either player makes where lines are too long for a table.
    pub(super) fn shapes_by_windows(&self, cell: Cell, direction: Direction) -> Combinations {
        self.lines.as_ref().map_or(Combinations::DEAD, |lines| {
            self.shapes_of(lines, cell, direction, lines.fullest(cell, direction))
        })
    }

    /// What a stone of either player makes of his fullest windows through the cell.
    fn shapes_of(&self, lines: &Lines, cell: Cell, direction: Direction, found: ByPlayer<Fullest>) -> Combinations {
        let shape = |player: Player| self.shape_by_windows(lines, cell, direction, player, found[player]);
        let [first, second] = Player::BOTH.map(|player| mark(shape(player)));
        Combinations::new(first, second)
    }

    /// The shape that a stone makes where lines are too long for a table: exact for fours and more, else judged by
    /// the number of ways to go on.
    fn shape_by_windows(
        &self,
        lines: &Lines,
        cell: Cell,
        direction: Direction,
        player: Player,
        found: Fullest,
    ) -> Shape {
        let Some((stones, ways)) = found.get() else {
            return Shape::Dead;
        };
        match (self.k - stones - 1, ways) {
            (0, _) => Shape::Five,
            (1, _) => self.four_by_windows(lines, cell, direction, player),
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
    fn four_by_windows(&self, lines: &Lines, cell: Cell, direction: Direction, player: Player) -> Shape {
        let stride = self.dims.stride(direction);
        let mut first = None;
        for start in lines.live_starts(cell, direction, player, self.k - 2) {
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
