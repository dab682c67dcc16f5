//! The shapes of every empty cell, direction and player, kept up to date on each stone.
//!
//! A stone touches only the cells nearer than K on the four lines through it, and each of these in one direction, so
//! the cost of a move does not depend on the board's area. Up to K = 7 the neighbours of a cell in a direction are a
//! number that indexes a table of shapes; for longer lines the counts of windows tell, less finely, the same.

mod defences;
mod sums;
mod windows;

use std::cell::RefCell;

use self::sums::Sums;
use super::levels::{CellSet, Levels};
use super::lines::{Lines, POTENTIAL_ONE};
use super::shape::{self, LONGEST_TABLE, Shape};
use super::weights::{self, Combination, Level, Weights};
use crate::game::{Board, ByPlayer, Cell, Dims, Direction, Player};

/// From this length on lines take so long that shapes say little in the beginning: potential is counted too.
const LONG_LINE: usize = 6;
/// What a whole line of potential counts there.
const POTENTIAL_VALUE: i64 = 250;

/// What both players see from a cell in one direction: a number of base 3 for each, the first player's in the low
/// half. One word, so that a stone changes both at once.
type Keys = u64;

/// What is known about an empty cell. Nothing of it is kept up to date while the cell is occupied: stones leave in
/// the opposite order in which they came, so that it is true again when the stone is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Spot {
    /// The neighbours in each direction.
    keys: [Keys; 4],
    /// What a stone would make in each direction.
    shapes: [ByPlayer<Shape>; 4],
    combinations: ByPlayer<Combination>,
    stone: Option<Player>,
}

/// What a stone changed: the shapes of a cell in a direction.
#[derive(Clone, Copy, Debug)]
struct Change {
    index: u16,
    direction: u8,
    /// Whether the cell may have changed its level.
    level: bool,
    /// The shapes before.
    shapes: ByPlayer<Shape>,
    before: ByPlayer<Combination>,
    after: ByPlayer<Combination>,
}

/// A stone on the board.
#[derive(Clone, Copy, Debug)]
struct Stone {
    cell: Cell,
    /// Where its changes begin.
    changes: usize,
}

/// Shapes for both players.
#[derive(Clone, Debug)]
pub struct Patterns {
    dims: Dims,
    /// Line length, or 0 if no line fits the board.
    k: usize,
    /// The shape of every line of neighbours; empty where windows are counted instead.
    shapes: &'static [Shape],
    weights: &'static Weights,
    /// What a whole line of potential counts in the estimate.
    potential: i64,
    /// What a neighbour's stone counts in the keys, by its owner, its distance, before and behind.
    steps: ByPlayer<[[Keys; 2]; LONGEST_TABLE]>,
    /// What a wall counts.
    walls: [[Keys; 2]; LONGEST_TABLE],
    strides: [usize; 4],
    /// How far the lines through a cell reach, backwards and forwards, K−1 at most.
    rooms: Vec<[[u8; 2]; 4]>,
    spots: Vec<Spot>,
    /// The windows, where they are counted.
    lines: Option<Lines>,
    changes: Vec<Change>,
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
        let reach = k.saturating_sub(1);
        let cells = dims.cells();
        let near = |cell, direction, forwards| dims.room(cell, direction, forwards).min(reach) as u8;
        let mut patterns = Patterns {
            dims,
            k,
            shapes: if (1..=LONGEST_TABLE).contains(&k) {
                shape::table(k)
            } else {
                &[]
            },
            weights: weights::weights(k),
            potential: if k >= LONG_LINE { POTENTIAL_VALUE } else { 0 },
            steps: ByPlayer([steps(k, 1, 2), steps(k, 2, 1)]),
            walls: steps(k, 2, 2),
            strides: Direction::ALL.map(|direction| dims.stride(direction)),
            rooms: dims
                .all_cells()
                .map(|cell| Direction::ALL.map(|direction| [near(cell, direction, false), near(cell, direction, true)]))
                .collect(),
            spots: vec![BLANK; cells],
            lines: Some(Lines::new(dims)),
            changes: Vec::new(),
            stones: Vec::new(),
            sums: RefCell::default(),
            levels: Levels::new(cells),
        };
        for cell in dims.all_cells() {
            patterns.wall_in(cell);
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
        if self.potential == 0 && !self.shapes.is_empty() {
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

    /// Enters the cells beyond the edge as blocked.
    fn wall_in(&mut self, cell: Cell) {
        if self.shapes.is_empty() {
            return;
        }
        for direction in 0..4 {
            for (side, room) in self.rooms[cell.index()][direction].into_iter().enumerate() {
                for distance in usize::from(room) + 1..self.k {
                    self.spots[cell.index()].keys[direction] += self.walls[distance][side];
                }
            }
        }
    }

    /// Adds a stone.
    pub fn place(&mut self, cell: Cell, player: Player) {
        self.stones.push(Stone {
            cell,
            changes: self.changes.len(),
        });
        self.retire(cell);
        self.spots[cell.index()].stone = Some(player);
        if let Some(lines) = &mut self.lines {
            lines.place(cell, player);
        }
        if self.shapes.is_empty() {
            self.for_neighbours(cell, |patterns, index, direction, _, _| {
                if patterns.spots[index].stone.is_none() {
                    let shapes = patterns.shapes_by_windows(Cell(index as u16), Direction::ALL[direction]);
                    patterns.see(index, direction, shapes);
                }
            });
        } else {
            self.for_neighbours(cell, |patterns, index, direction, distance, side| {
                let step = patterns.steps[player][distance][side];
                let spot = &mut patterns.spots[index];
                if spot.stone.is_none() {
                    let keys = spot.keys[direction] + step;
                    spot.keys[direction] = keys;
                    let shapes = patterns.shapes_of(keys);
                    patterns.see(index, direction, shapes);
                }
            });
        }
    }

    /// Removes the stone that [`Patterns::place`] added last.
    pub fn remove(&mut self, cell: Cell, player: Player) {
        if let Some(lines) = &mut self.lines {
            lines.remove(cell, player);
        }
        if !self.shapes.is_empty() {
            self.for_neighbours(cell, |patterns, index, direction, distance, side| {
                let step = patterns.steps[player][distance][side];
                let spot = &mut patterns.spots[index];
                if spot.stone.is_none() {
                    spot.keys[direction] -= step;
                }
            });
        }
        if let Some(stone) = self.stones.pop() {
            self.take_back(stone.changes);
            self.sums.get_mut().truncate(self.stones.len() + 1);
        }
        self.spots[cell.index()].stone = None;
        self.enlist(cell);
    }

    /// Undoes all but the first so many changes of shapes. Those of one stone are of different cells, so that their
    /// order does not matter.
    fn take_back(&mut self, from: usize) {
        for at in from..self.changes.len() {
            let change = self.changes[at];
            let spot = &mut self.spots[usize::from(change.index)];
            spot.shapes[usize::from(change.direction)] = change.shapes;
            spot.combinations = change.before;
            if change.level {
                self.move_levels(change.index, change.after, change.before);
            }
        }
        self.changes.truncate(from);
    }

    /// Calls `visit` for every cell that sees `cell`, with the direction, the distance, and the side on which it sees
    /// it.
    #[inline(always)]
    fn for_neighbours(&mut self, cell: Cell, visit: impl Fn(&mut Patterns, usize, usize, usize, usize)) {
        for direction in 0..4 {
            let stride = self.strides[direction];
            let [behind, ahead] = self.rooms[cell.index()][direction];
            for distance in 1..=usize::from(behind) {
                // Seen from the neighbour behind, the stone lies ahead.
                visit(self, cell.index() - distance * stride, direction, distance, 1);
            }
            for distance in 1..=usize::from(ahead) {
                visit(self, cell.index() + distance * stride, direction, distance, 0);
            }
        }
    }

    /// The shapes that the keys of a direction stand for.
    #[inline(always)]
    fn shapes_of(&self, keys: Keys) -> ByPlayer<Shape> {
        ByPlayer([self.shapes[keys as u32 as usize], self.shapes[(keys >> 32) as usize]])
    }

    /// A cell has these shapes in a direction now.
    #[inline(always)]
    fn see(&mut self, index: usize, direction: usize, shapes: ByPlayer<Shape>) {
        if self.spots[index].shapes[direction] != shapes {
            self.change(index, direction, shapes);
        }
    }

    fn change(&mut self, index: usize, direction: usize, shapes: ByPlayer<Shape>) {
        let spot = &mut self.spots[index];
        let old = std::mem::replace(&mut spot.shapes[direction], shapes);
        let before = spot.combinations;
        let after = ByPlayer(Player::BOTH.map(|player| weights::exchange(before[player], old[player], shapes[player])));
        spot.combinations = after;
        let moves = |player| {
            let (old, new) = (old[player], shapes[player]);
            old != new && !(weights::is_quiet(old) && weights::is_quiet(new))
        };
        let level = moves(Player::First) || moves(Player::Second);
        if level {
            self.move_levels(index as u16, before, after);
        }
        self.changes.push(Change {
            index: index as u16,
            direction: direction as u8,
            level,
            shapes: old,
            before,
            after,
        });
    }

    /// Brings the sets up to date where a cell's combinations have changed. Seldom needed, so kept out of the way.
    #[inline(never)]
    fn move_levels(&mut self, index: u16, before: ByPlayer<Combination>, after: ByPlayer<Combination>) {
        for player in Player::BOTH {
            self.levels
                .remove(Cell(index), player, self.weights.level(before[player]));
            self.levels
                .insert(Cell(index), player, self.weights.level(after[player]));
        }
    }

    /// Makes an empty cell count.
    fn enlist(&mut self, cell: Cell) {
        for player in Player::BOTH {
            self.levels.insert(cell, player, self.level(cell, player));
        }
    }

    /// Makes a cell that will be occupied count no more.
    fn retire(&mut self, cell: Cell) {
        for player in Player::BOTH {
            self.levels.remove(cell, player, self.level(cell, player));
        }
    }

    /// Works out the shapes of a cell of the empty board.
    fn refresh(&mut self, cell: Cell) {
        for direction in Direction::ALL {
            let shapes = if self.k == 0 {
                ByPlayer([Shape::Dead; 2])
            } else if self.shapes.is_empty() {
                self.shapes_by_windows(cell, direction)
            } else {
                self.shapes_of(self.spots[cell.index()].keys[direction as usize])
            };
            self.spots[cell.index()].shapes[direction as usize] = shapes;
        }
        let spot = &mut self.spots[cell.index()];
        for player in Player::BOTH {
            spot.combinations[player] = weights::combine(spot.shapes.map(|shapes| shapes[player]));
        }
    }

    /// What a stone of `player` on an empty cell makes in a direction.
    #[inline]
    pub fn shape(&self, cell: Cell, direction: Direction, player: Player) -> Shape {
        self.spots[cell.index()].shapes[direction as usize][player]
    }

    /// How promising a move of `player` on an empty cell is: what it makes, and what it takes away.
    #[inline]
    pub fn promise(&self, cell: Cell, player: Player) -> i32 {
        let combinations = &self.spots[cell.index()].combinations;
        let attack = self.weights.promise(combinations[player]).attack;
        let defence = self.weights.promise(combinations[!player]).defence;
        i32::from(attack) + i32::from(defence)
    }

    /// The shapes of an empty cell for a player as a number.
    #[inline]
    pub fn combination(&self, cell: Cell, player: Player) -> Combination {
        self.spots[cell.index()].combinations[player]
    }

    /// The threat that a stone of `player` on an empty cell makes.
    #[inline]
    pub fn level(&self, cell: Cell, player: Player) -> Level {
        self.weights.level(self.combination(cell, player))
    }

    /// Whether the cell is empty.
    #[inline]
    pub fn is_empty(&self, cell: Cell) -> bool {
        self.spots[cell.index()].stone.is_none()
    }

    /// Whether neither player can use an empty cell for a line any more.
    #[inline]
    pub fn is_dead(&self, cell: Cell) -> bool {
        self.spots[cell.index()].combinations == ByPlayer([0, 0])
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

const BLANK: Spot = Spot {
    keys: [0; 4],
    shapes: [ByPlayer([Shape::Dead; 2]); 4],
    combinations: ByPlayer([0, 0]),
    stone: None,
};

/// What a neighbour counts in the keys, behind and ahead, by its distance, if its digit is `first` for the first player
/// and `second` for the second.
fn steps(k: usize, first: Keys, second: Keys) -> [[Keys; 2]; LONGEST_TABLE] {
    let mut steps = [[0; 2]; LONGEST_TABLE];
    if k <= LONGEST_TABLE {
        for (distance, sides) in steps.iter_mut().enumerate().take(k).skip(1) {
            let offset = distance as isize;
            *sides = [-offset, offset].map(|offset| {
                let digit = Keys::from(shape::digit(k, offset));
                (first * digit) | ((second * digit) << 32)
            });
        }
    }
    steps
}

#[cfg(test)]
mod tests;
