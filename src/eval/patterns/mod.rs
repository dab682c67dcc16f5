//! The shapes of every empty cell, direction and player, kept up to date on each stone.
//!
//! A stone touches only the cells nearer than K on the four lines through it, and each of these in one direction, so
//! the cost of a move does not depend on the board's area. Up to K = 7 what stands around a cell is looked up in a table
//! of shapes; for longer lines the counts of windows tell, less finely, the same.

mod defences;
mod sums;
mod windows;

use std::cell::RefCell;

use self::sums::Sums;
use super::levels::{CellSet, Levels};
use super::lines::{Fullest, Lines, POTENTIAL_ONE};
use super::rows::Rows;
use super::sight::Sight;
use super::weights::{self, Combination, Combinations, Level, Weights};
use crate::game::{Board, ByPlayer, Cell, Dims, Direction, Player};

/// From this length on lines take so long that shapes say little in the beginning: potential is counted too.
const LONG_LINE: usize = 6;
/// What a whole line of potential counts there.
const POTENTIAL_VALUE: i64 = 250;
/// From this length on hardly anything else tells positions apart. It counts so much that the margins of the search,
/// made for shorter lines, mean something.
const VERY_LONG_LINE: usize = 8;
const VERY_LONG_VALUE: i64 = 1_000;

/// What is known about an empty cell. Nothing of it is kept up to date while the cell is occupied: stones leave in
/// the opposite order in which they came, so that it is true again when the stone is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
struct Spot {
    /// What a stone would make in each direction, with three dead shapes besides.
    shapes: [Combinations; 4],
    /// All directions together.
    combinations: Combinations,
    is_empty: bool,
}

const BLANK: Spot = Spot {
    shapes: [Combinations::DEAD; 4],
    combinations: Combinations::DEAD,
    is_empty: true,
};

/// What a stone changed: the shapes of a cell in a direction.
#[derive(Clone, Copy, Debug)]
struct Change {
    index: u16,
    direction: u8,
    /// The shapes before.
    shapes: Combinations,
    before: Combinations,
    after: Combinations,
}

/// What a stone changed besides: the levels of a cell.
#[derive(Clone, Copy, Debug)]
struct Move {
    cell: Cell,
    before: ByPlayer<Level>,
    after: ByPlayer<Level>,
}

/// A stone on the board.
#[derive(Clone, Copy, Debug)]
struct Stone {
    cell: Cell,
    /// Where its changes begin.
    changes: usize,
    moves: usize,
}

/// Shapes for both players.
#[derive(Clone, Debug)]
pub struct Patterns {
    dims: Dims,
    /// Line length, or 0 if no line fits the board.
    k: usize,
    weights: &'static Weights,
    /// What a whole line of potential counts in the estimate.
    potential: i64,
    strides: [usize; 4],
    /// The shapes of a cell by what stands around it, where lines are short enough; else windows tell.
    sight: Option<(&'static Sight, Rows)>,
    spots: Vec<Spot>,
    /// The windows, where they are counted.
    lines: Option<Lines>,
    /// Room for counting them.
    scratch: Vec<ByPlayer<Fullest>>,
    changes: Vec<Change>,
    moves: Vec<Move>,
    stones: Vec<Stone>,
    /// The sums of the empty board and after each stone, as far as they were asked for.
    sums: RefCell<Vec<Sums>>,
    /// The threats that the empty cells make.
    levels: Levels,
}

impl Patterns {
    /// The shapes of an empty board.
    pub fn new(dims: Dims) -> Patterns {
        let k = dims.line_length().unwrap_or(0);
        let cells = dims.cells();
        let mut patterns = Patterns {
            dims,
            k,
            weights: weights::weights(k),
            potential: match k {
                VERY_LONG_LINE.. => VERY_LONG_VALUE,
                LONG_LINE.. => POTENTIAL_VALUE,
                _ => 0,
            },
            strides: Direction::ALL.map(|direction| dims.stride(direction)),
            sight: Sight::of(k).map(|sight| (sight, Rows::new(dims, sight.far()))),
            spots: vec![BLANK; cells],
            lines: Some(Lines::new(dims)),
            scratch: Vec::new(),
            changes: Vec::new(),
            moves: Vec::new(),
            stones: Vec::new(),
            sums: RefCell::default(),
            levels: Levels::new(cells),
        };
        for cell in dims.all_cells() {
            patterns.refresh(cell);
            patterns.enlist(cell);
        }
        let mut sums = Sums::ZERO;
        for player in Player::BOTH {
            let cells = dims.all_cells().map(|cell| (patterns.combination(cell, player), 0));
            sums.exchange(patterns.weights, player, cells);
        }
        patterns.sums.get_mut().push(sums);
        patterns
    }

    /// Counts windows no more, where nothing but the proof of a draw needs them.
    pub fn forget_lines(&mut self) {
        if self.potential == 0 && self.sight.is_some() {
            self.lines = None;
        }
    }

    /// The shapes of a position.
    pub fn of(board: &Board) -> Patterns {
        let mut patterns = Patterns::new(board.dims());
        for cell in board.dims().all_cells() {
            if let Some(player) = board.stone(cell) {
                patterns.place(cell, player);
            }
        }
        patterns
    }

    /// Adds a stone.
    pub fn place(&mut self, cell: Cell, player: Player) {
        self.stones.push(Stone {
            cell,
            changes: self.changes.len(),
            moves: self.moves.len(),
        });
        for player in Player::BOTH {
            self.levels.remove(cell, player, self.level(cell, player));
        }
        self.spots[cell.index()].is_empty = false;
        if let Some(lines) = &mut self.lines {
            lines.place(cell, player);
        }
        match &mut self.sight {
            Some((sight, rows)) => {
                let sight = *sight;
                rows.toggle(cell, player);
                let around = [0, 1, 2, 3].map(|direction| rows.around(cell, direction));
                self.look_around(cell, sight, around);
            }
            None => self.count_around(cell),
        }
    }

    /// Brings the neighbours of a cell up to date.
    #[inline]
    fn look_around(&mut self, cell: Cell, sight: &Sight, around: [u64; 4]) {
        for (direction, around) in around.into_iter().enumerate() {
            let stride = self.strides[direction];
            let first = cell.index().wrapping_sub(sight.far() * stride);
            for place in sight.empty_neighbours(around) {
                let index = first.wrapping_add(place / 2 * stride);
                self.see(index, direction, sight.shapes(around, place));
            }
        }
    }

    /// A cell has these shapes in a direction now.
    #[inline(always)]
    fn see(&mut self, index: usize, direction: usize, shapes: Combinations) {
        let spot = &mut self.spots[index];
        let old = std::mem::replace(&mut spot.shapes[direction], shapes);
        if old == shapes {
            return;
        }
        let before = spot.combinations;
        let after = before.exchange(old, shapes);
        spot.combinations = after;
        self.changes.push(Change {
            index: index as u16,
            direction: direction as u8,
            shapes: old,
            before,
            after,
        });
        if old.are_loud() || shapes.are_loud() {
            self.move_levels(Cell(index as u16), before, after);
        }
    }

    /// Brings the sets up to date where a cell's combinations have changed.
    #[inline(never)]
    fn move_levels(&mut self, cell: Cell, before: Combinations, after: Combinations) {
        let levels = |combinations: Combinations| {
            ByPlayer(Player::BOTH.map(|player| self.weights.level(combinations.of(player))))
        };
        let (before, after) = (levels(before), levels(after));
        for player in Player::BOTH {
            self.levels.remove(cell, player, before[player]);
            self.levels.insert(cell, player, after[player]);
        }
        self.moves.push(Move { cell, before, after });
    }

    /// Removes the stone that [`Patterns::place`] added last.
    pub fn remove(&mut self, cell: Cell, player: Player) {
        if let Some(lines) = &mut self.lines {
            lines.remove(cell, player);
        }
        if let Some((_, rows)) = &mut self.sight {
            rows.toggle(cell, player);
        }
        if let Some(stone) = self.stones.pop() {
            self.take_back(stone);
            self.sums.get_mut().truncate(self.stones.len() + 1);
        }
        self.spots[cell.index()].is_empty = true;
        self.enlist(cell);
    }

    /// Undoes what the last stone changed. Its changes are of different cells, so that their order does not matter.
    fn take_back(&mut self, stone: Stone) {
        for change in &self.changes[stone.changes..] {
            let spot = &mut self.spots[usize::from(change.index)];
            spot.shapes[usize::from(change.direction)] = change.shapes;
            spot.combinations = change.before;
        }
        for &Move { cell, before, after } in &self.moves[stone.moves..] {
            for player in Player::BOTH {
                self.levels.remove(cell, player, after[player]);
                self.levels.insert(cell, player, before[player]);
            }
        }
        self.changes.truncate(stone.changes);
        self.moves.truncate(stone.moves);
    }

    /// Makes an empty cell count.
    fn enlist(&mut self, cell: Cell) {
        for player in Player::BOTH {
            self.levels.insert(cell, player, self.level(cell, player));
        }
    }

    /// Works out the shapes of a cell of the empty board.
    fn refresh(&mut self, cell: Cell) {
        let shapes = std::array::from_fn(|direction| match &self.sight {
            _ if self.k == 0 => Combinations::DEAD,
            Some((sight, rows)) => sight.shapes(rows.around(cell, direction), sight.middle()),
            None => self.shapes_by_windows(cell, Direction::ALL[direction]),
        });
        let spot = &mut self.spots[cell.index()];
        spot.shapes = shapes;
        let add = |sum: Combinations, &shapes| sum.exchange(Combinations::DEAD, shapes);
        spot.combinations = shapes.iter().fold(Combinations::DEAD, add);
    }

    /// What a stone of `player` on an empty cell makes in a direction, with three dead shapes besides.
    #[cfg(test)]
    fn shape(&self, cell: Cell, direction: Direction, player: Player) -> Combination {
        self.spots[cell.index()].shapes[direction as usize].of(player)
    }

    /// How promising a move of `player` on an empty cell is: what it makes, and what it takes away.
    #[inline]
    pub fn promise(&self, cell: Cell, player: Player) -> i32 {
        let combinations = self.spots[cell.index()].combinations;
        let attack = self.weights.promise(combinations.of(player)).attack;
        let defence = self.weights.promise(combinations.of(!player)).defence;
        i32::from(attack) + i32::from(defence)
    }

    /// The shapes of an empty cell for a player as a number.
    #[inline]
    pub fn combination(&self, cell: Cell, player: Player) -> Combination {
        self.spots[cell.index()].combinations.of(player)
    }

    /// The threat that a stone of `player` on an empty cell makes.
    #[inline]
    pub fn level(&self, cell: Cell, player: Player) -> Level {
        self.weights.level(self.combination(cell, player))
    }

    /// Whether the cell is empty.
    #[inline]
    pub fn is_empty(&self, cell: Cell) -> bool {
        self.spots[cell.index()].is_empty
    }

    /// Whether neither player can use an empty cell for a line any more.
    #[inline]
    pub fn is_dead(&self, cell: Cell) -> bool {
        self.spots[cell.index()].combinations == Combinations::DEAD
    }

    /// The cells that complete a line of `player`.
    #[inline]
    pub fn completing(&self, player: Player) -> CellSet<'_> {
        self.levels.of([Level::Completes, Level::Completes], player)
    }

    /// The cells with which `player` threatens to complete a line in two ways, those that complete one aside.
    #[inline]
    pub fn winning(&self, player: Player) -> CellSet<'_> {
        self.levels.of([Level::Winning, Level::Winning], player)
    }

    /// The cells with which `player` threatens to complete a line in one way only.
    #[inline]
    pub fn fours(&self, player: Player) -> CellSet<'_> {
        self.levels.of([Level::Four, Level::FourThree], player)
    }

    /// The cells with which `player` threatens an open four, fours aside.
    #[inline]
    pub fn threes(&self, player: Player) -> CellSet<'_> {
        self.levels.of([Level::Three, Level::Threes], player)
    }

    /// The window counts, where they are kept.
    pub fn lines(&self) -> Option<&Lines> {
        self.lines.as_ref()
    }

    /// Which threats there are when `player` is to move: a bit for each kind of his own, then of the other's.
    #[inline]
    pub fn situation(&self, player: Player) -> usize {
        let bit = |player: Player, level: Level| usize::from(self.levels.count(player, level) > 0);
        let mut situation = 0;
        for level in weights::OTHERS_THREATS {
            situation = situation << 1 | bit(!player, level);
        }
        for level in weights::OWN_THREATS {
            situation = situation << 1 | bit(player, level);
        }
        situation
    }

    /// The estimate for `player`, who is to move.
    #[inline]
    pub fn estimate(&self, player: Player) -> i32 {
        if self.k == 0 {
            return 0;
        }
        let mut estimate = self.weights.situations[self.situation(player)];
        estimate += self.with_sums(|sums| sums.estimate(self.weights, player));
        let (Some(lines), true) = (&self.lines, self.potential > 0) else {
            return estimate;
        };
        let ahead = lines.potential(player) as i64 - lines.potential(!player) as i64;
        // The potential of a whole board stays far below the bits that are left here.
        estimate + (ahead / (POTENTIAL_ONE as i64 >> 16) * self.potential / (1 << 16)) as i32
    }
}

#[cfg(test)]
mod tests;
