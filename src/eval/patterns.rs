//! The shapes of every empty cell, direction and player, kept up to date on each stone.
//!
//! A stone touches only the cells nearer than K on the four lines through it, and each of these in one direction, so
//! the cost of a move does not depend on the board's area. Up to K = 7 the neighbours of a cell in a direction are a
//! number that indexes a table of shapes; for longer lines the counts of windows tell, less finely, the same.

use super::cellset::CellSet;
use super::lines::{Lines, POTENTIAL_ONE};
use super::shape::{self, LONGEST_TABLE, Shape};
use super::weights::{self, Combination, LEVELS, Level, PLACE, Weights};
use crate::game::{Board, ByPlayer, Cell, Dims, Direction, Player};

/// From this length on lines take so long that shapes say little in the beginning: potential is counted too.
const LONG_LINE: usize = 6;
/// What a whole line of potential counts there.
const POTENTIAL_VALUE: i64 = 250;

/// What is known about one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spot {
    /// The neighbours in each direction as each player sees them: numbers of base 3, kept for occupied cells too.
    keys: [ByPlayer<u32>; 4],
    /// What a stone would make in each direction; out of date while the cell is occupied.
    shapes: [ByPlayer<Shape>; 4],
    combinations: ByPlayer<Combination>,
    stone: Option<Player>,
}

/// Sums over all empty cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Sums {
    moving: i32,
    waiting: i32,
}

/// What a stone changed: the shape of a cell in a direction for a player.
#[derive(Clone, Copy, Debug)]
struct Change {
    index: u16,
    direction: u8,
    player: Player,
    shape: Shape,
    combination: Combination,
}

/// What takes a stone back.
#[derive(Clone, Copy, Debug)]
struct Before {
    changes: usize,
    sums: ByPlayer<Sums>,
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
    /// What a neighbour counts in a key, by its distance, before and behind.
    digits: Vec<[u32; 2]>,
    strides: [usize; 4],
    /// How far the lines through a cell reach, backwards and forwards, K−1 at most.
    rooms: Vec<[[u8; 2]; 4]>,
    spots: Vec<Spot>,
    /// The windows, where they are counted.
    lines: Option<Lines>,
    sums: ByPlayer<Sums>,
    changes: Vec<Change>,
    stones: Vec<Before>,
    completing: ByPlayer<CellSet>,
    winning: ByPlayer<CellSet>,
    fours: ByPlayer<CellSet>,
    threes: ByPlayer<CellSet>,
    /// How many cells there are of each level.
    levels: ByPlayer<[u16; LEVELS]>,
}

impl Patterns {
    /// The shapes of an empty board.
    pub fn new(dims: Dims) -> Patterns {
        let k = dims.line_length().unwrap_or(0);
        let reach = k.saturating_sub(1);
        let cells = dims.cells();
        let near = |cell, direction, forwards| dims.room(cell, direction, forwards).min(reach) as u8;
        let sets = || ByPlayer([CellSet::new(cells), CellSet::new(cells)]);
        let mut patterns = Patterns {
            dims,
            k,
            shapes: if (1..=LONGEST_TABLE).contains(&k) {
                shape::table(k)
            } else {
                &[]
            },
            weights: weights::weights(),
            potential: if k >= LONG_LINE { POTENTIAL_VALUE } else { 0 },
            digits: (0..k).map(|distance| digits(k, distance)).collect(),
            strides: Direction::ALL.map(|direction| dims.stride(direction)),
            rooms: dims
                .all_cells()
                .map(|cell| Direction::ALL.map(|direction| [near(cell, direction, false), near(cell, direction, true)]))
                .collect(),
            spots: vec![BLANK; cells],
            lines: Some(Lines::new(dims)),
            sums: ByPlayer([Sums::default(); 2]),
            changes: Vec::new(),
            stones: Vec::new(),
            completing: sets(),
            winning: sets(),
            fours: sets(),
            threes: sets(),
            levels: ByPlayer([[0; LEVELS]; 2]),
        };
        for cell in dims.all_cells() {
            patterns.wall_in(cell);
            patterns.refresh(cell);
            patterns.enlist(cell);
        }
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
                    let digit = self.digits[distance][side];
                    for player in Player::BOTH {
                        self.spots[cell.index()].keys[direction][player] += 2 * digit;
                    }
                }
            }
        }
    }

    /// Adds a stone.
    pub fn place(&mut self, cell: Cell, player: Player) {
        self.stones.push(Before {
            changes: self.changes.len(),
            sums: self.sums,
        });
        self.retire(cell);
        self.spots[cell.index()].stone = Some(player);
        if let Some(lines) = &mut self.lines {
            lines.place(cell, player);
        }
        self.for_neighbours(cell, |patterns, index, direction, digit| {
            let keys = &mut patterns.spots[index].keys[direction];
            keys[player] += digit;
            keys[!player] += 2 * digit;
            patterns.see(index, direction);
        });
    }

    /// Removes the stone that [`Patterns::place`] added last.
    pub fn remove(&mut self, cell: Cell, player: Player) {
        if let Some(lines) = &mut self.lines {
            lines.remove(cell, player);
        }
        self.for_neighbours(cell, |patterns, index, direction, digit| {
            let keys = &mut patterns.spots[index].keys[direction];
            keys[player] -= digit;
            keys[!player] -= 2 * digit;
        });
        if let Some(before) = self.stones.pop() {
            while self.changes.len() > before.changes {
                self.take_back();
            }
            self.sums = before.sums;
        }
        self.spots[cell.index()].stone = None;
        self.enlist_levels(cell);
    }

    /// Undoes the last change of a shape but for the sums.
    fn take_back(&mut self) {
        let Some(change) = self.changes.pop() else { return };
        let spot = &mut self.spots[usize::from(change.index)];
        spot.shapes[usize::from(change.direction)][change.player] = change.shape;
        let after = std::mem::replace(&mut spot.combinations[change.player], change.combination);
        let levels = &self.weights.levels;
        let (old, new) = (levels[usize::from(change.combination)], levels[usize::from(after)]);
        if old != new {
            self.delist_level(Cell(change.index), change.player, new);
            self.enlist_level(Cell(change.index), change.player, old);
        }
    }

    /// Calls `visit` for every cell that sees `cell`, with the direction and what a stone on `cell` counts in the
    /// key there.
    #[inline]
    fn for_neighbours(&mut self, cell: Cell, visit: impl Fn(&mut Patterns, usize, usize, u32)) {
        for direction in 0..4 {
            let stride = self.strides[direction];
            let [behind, ahead] = self.rooms[cell.index()][direction];
            for distance in 1..=usize::from(behind) {
                // Seen from the neighbour behind, the stone lies ahead.
                let digit = self.digits[distance][1];
                visit(self, cell.index() - distance * stride, direction, digit);
            }
            for distance in 1..=usize::from(ahead) {
                let digit = self.digits[distance][0];
                visit(self, cell.index() + distance * stride, direction, digit);
            }
        }
    }

    /// Brings the shapes of a cell in a direction up to date.
    #[inline]
    fn see(&mut self, index: usize, direction: usize) {
        let spot = &self.spots[index];
        if spot.stone.is_some() {
            return;
        }
        let keys = spot.keys[direction];
        let old = spot.shapes[direction];
        let new = if self.shapes.is_empty() {
            self.shapes_by_windows(Cell(index as u16), Direction::ALL[direction])
        } else {
            ByPlayer(Player::BOTH.map(|player| self.shapes[keys[player] as usize]))
        };
        for player in Player::BOTH {
            let shape = new[player];
            if shape != old[player] {
                self.change(index, direction, player, old[player], shape);
            }
        }
    }

    fn change(&mut self, index: usize, direction: usize, player: Player, old: Shape, shape: Shape) {
        let spot = &mut self.spots[index];
        spot.shapes[direction][player] = shape;
        let before = spot.combinations[player];
        let step = (shape as u16).wrapping_sub(old as u16).wrapping_mul(PLACE[direction]);
        let after = before.wrapping_add(step);
        spot.combinations[player] = after;
        self.changes.push(Change {
            index: index as u16,
            direction: direction as u8,
            player,
            shape: old,
            combination: before,
        });
        self.replace(Cell(index as u16), player, before, after);
    }

    /// A cell's combination has changed.
    #[inline]
    fn replace(&mut self, cell: Cell, player: Player, before: Combination, after: Combination) {
        let (before, after) = (usize::from(before), usize::from(after));
        let (old, new) = (self.weights.values[before], self.weights.values[after]);
        let sums = &mut self.sums[player];
        sums.moving += i32::from(new.moving) - i32::from(old.moving);
        sums.waiting += i32::from(new.waiting) - i32::from(old.waiting);
        let (old, new) = (self.weights.levels[before], self.weights.levels[after]);
        if old != new {
            self.delist_level(cell, player, old);
            self.enlist_level(cell, player, new);
        }
    }

    /// The set of cells of a level.
    #[inline]
    fn set(&mut self, player: Player, level: Level) -> Option<&mut CellSet> {
        match level {
            Level::Quiet => None,
            Level::Three | Level::Threes => Some(&mut self.threes[player]),
            Level::Four | Level::FourThree => Some(&mut self.fours[player]),
            Level::Winning => Some(&mut self.winning[player]),
            Level::Completes => Some(&mut self.completing[player]),
        }
    }

    #[inline]
    fn enlist_level(&mut self, cell: Cell, player: Player, level: Level) {
        self.levels[player][level as usize] += 1;
        if let Some(set) = self.set(player, level) {
            set.insert(cell);
        }
    }

    #[inline]
    fn delist_level(&mut self, cell: Cell, player: Player, level: Level) {
        self.levels[player][level as usize] -= 1;
        if let Some(set) = self.set(player, level) {
            set.remove(cell);
        }
    }

    /// Makes an empty cell count.
    fn enlist(&mut self, cell: Cell) {
        for player in Player::BOTH {
            let value = self.weights.values[usize::from(self.combination(cell, player))];
            self.sums[player].moving += i32::from(value.moving);
            self.sums[player].waiting += i32::from(value.waiting);
        }
        self.enlist_levels(cell);
    }

    fn enlist_levels(&mut self, cell: Cell) {
        for player in Player::BOTH {
            self.enlist_level(cell, player, self.level(cell, player));
        }
    }

    /// Makes a cell that will be occupied count no more.
    fn retire(&mut self, cell: Cell) {
        for player in Player::BOTH {
            let value = self.weights.values[usize::from(self.combination(cell, player))];
            self.sums[player].moving -= i32::from(value.moving);
            self.sums[player].waiting -= i32::from(value.waiting);
            self.delist_level(cell, player, self.level(cell, player));
        }
    }

    /// Brings the shapes of an empty cell up to date.
    fn refresh(&mut self, cell: Cell) {
        for player in Player::BOTH {
            let mut shapes = [Shape::Dead; 4];
            for direction in Direction::ALL {
                let at = direction as usize;
                shapes[at] = if self.k == 0 {
                    Shape::Dead
                } else if self.shapes.is_empty() {
                    self.shapes_by_windows(cell, direction)[player]
                } else {
                    self.shapes[self.spots[cell.index()].keys[at][player] as usize]
                };
                self.spots[cell.index()].shapes[at][player] = shapes[at];
            }
            self.spots[cell.index()].combinations[player] = weights::combine(shapes);
        }
    }

    /// What a stone of either player makes where lines are too long for a table.
    fn shapes_by_windows(&self, cell: Cell, direction: Direction) -> ByPlayer<Shape> {
        let Some(lines) = &self.lines else {
            return ByPlayer([Shape::Dead; 2]);
        };
        let found = lines.fullest(cell, direction);
        ByPlayer(Player::BOTH.map(|player| self.shape_by_windows(cell, direction, player, found[player])))
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
                .find(|&index| self.spots[index].stone.is_none());
            if first.is_some() && first != hole {
                return Shape::OpenFour;
            }
            first = hole;
        }
        Shape::Four
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
        let promises = &self.weights.promises;
        let attack = promises[usize::from(combinations[player])].attack;
        let defence = promises[usize::from(combinations[!player])].defence;
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
        self.weights.levels[usize::from(self.combination(cell, player))]
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
    pub fn completing(&self, player: Player) -> &CellSet {
        &self.completing[player]
    }

    /// The cells with which `player` threatens to complete a line in two ways, those that complete one aside.
    #[inline]
    pub fn winning(&self, player: Player) -> &CellSet {
        &self.winning[player]
    }

    /// The cells with which `player` threatens to complete a line in one way only.
    #[inline]
    pub fn fours(&self, player: Player) -> &CellSet {
        &self.fours[player]
    }

    /// The cells with which `player` threatens an open four, fours aside.
    #[inline]
    pub fn threes(&self, player: Player) -> &CellSet {
        &self.threes[player]
    }

    /// The window counts, where they are kept.
    pub fn lines(&self) -> Option<&Lines> {
        self.lines.as_ref()
    }

    /// Which threats there are when `player` is to move: a bit for each kind of his own, then of the other's.
    #[inline]
    pub fn situation(&self, player: Player) -> usize {
        let bit = |player: Player, level: Level| usize::from(self.levels[player][level as usize] > 0);
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
        let estimate =
            self.weights.situations[self.situation(player)] + self.sums[player].moving - self.sums[!player].waiting;
        let (Some(lines), true) = (&self.lines, self.potential > 0) else {
            return estimate;
        };
        let ahead = lines.potential(player) as i64 - lines.potential(!player) as i64;
        // The potential of a whole board stays far below the bits that are left here.
        estimate + (ahead / (POTENTIAL_ONE as i64 >> 16) * self.potential / (1 << 16)) as i32
    }

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
                    let key = spot.keys[direction][player] + 2 * self.digits[distance][side];
                    let mut shapes = spot.shapes.map(|shapes| shapes[player]);
                    shapes[direction] = self.shapes[key as usize];
                    if self.weights.levels[usize::from(weights::combine(shapes))] < Level::Winning {
                        found.push(Cell(index as u16));
                    }
                }
            }
        }
        true
    }
}

const BLANK: Spot = Spot {
    keys: [ByPlayer([0, 0]); 4],
    shapes: [ByPlayer([Shape::Dead; 2]); 4],
    combinations: ByPlayer([0, 0]),
    stone: None,
};

/// What a neighbour at this distance counts in a key, behind and ahead.
fn digits(k: usize, distance: usize) -> [u32; 2] {
    if distance == 0 || k > LONGEST_TABLE {
        return [0, 0];
    }
    [
        shape::digit(k, -(distance as isize)),
        shape::digit(k, distance as isize),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The shape by looking at the board alone.
    fn shape_by_sight(board: &Board, cell: Cell, direction: Direction, player: Player) -> Shape {
        let dims = board.dims();
        let Some(k) = dims.line_length() else {
            return Shape::Dead;
        };
        let mut key = 0;
        for (forwards, sign) in [(false, -1_isize), (true, 1)] {
            for distance in 1..k {
                let value = if distance > dims.room(cell, direction, forwards) {
                    2
                } else {
                    let index = cell.index() as isize + sign * (distance * dims.stride(direction)) as isize;
                    match board.stone(Cell(index as u16)) {
                        None => 0,
                        Some(stone) if stone == player => 1,
                        Some(_) => 2,
                    }
                };
                key += value * shape::digit(k, sign * distance as isize);
            }
        }
        shape::table(k)[key as usize]
    }

    fn check(patterns: &Patterns, board: &Board) -> Result<(), TestCaseError> {
        let fresh = Patterns::of(board);
        prop_assert_eq!(patterns.sums, fresh.sums);
        prop_assert_eq!(patterns.levels, fresh.levels);
        for player in Player::BOTH {
            prop_assert_eq!(patterns.completing(player), fresh.completing(player));
            prop_assert_eq!(patterns.winning(player), fresh.winning(player));
            prop_assert_eq!(patterns.fours(player), fresh.fours(player));
            prop_assert_eq!(patterns.threes(player), fresh.threes(player));
            for cell in board.legal() {
                prop_assert_eq!(patterns.combination(cell, player), fresh.combination(cell, player));
                if board.dims().line_length().unwrap_or(1) <= LONGEST_TABLE {
                    for direction in Direction::ALL {
                        let seen = shape_by_sight(board, cell, direction, player);
                        prop_assert_eq!(patterns.shape(cell, direction, player), seen);
                    }
                }
                let mut next = board.clone();
                if next.turn() == player && next.outcome().is_none() {
                    next.play_unchecked(cell);
                    let wins = next.outcome() == Some(crate::game::Outcome::Win(player));
                    prop_assert_eq!(patterns.completing(player).contains(cell), wins);
                }
            }
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn shapes_equal_a_fresh_look(
            rows in 1_i64..10, cols in 1_i64..10, k in 1_i64..10, picks in prop::collection::vec(any::<u16>(), 0..50)
        ) {
            let dims = Dims::new(rows, cols, k).unwrap();
            let mut board = Board::new(dims);
            let mut patterns = Patterns::new(dims);
            let mut stones = Vec::new();
            for pick in picks {
                let legal: Vec<Cell> = board.legal().collect();
                if legal.is_empty() || board.outcome().is_some() {
                    break;
                }
                let cell = legal[usize::from(pick) % legal.len()];
                stones.push((cell, board.turn()));
                patterns.place(cell, board.turn());
                board.play_unchecked(cell);
                check(&patterns, &board)?;
            }
            while let Some((cell, player)) = stones.pop() {
                patterns.remove(cell, player);
                board.undo();
                check(&patterns, &board)?;
            }
        }

        /// Whoever neither threatens himself nor takes a defence cannot stop the winning cell.
        #[test]
        fn what_is_no_defence_leaves_the_threat(
            rows in 3_i64..9, cols in 3_i64..9, k in 3_i64..6, picks in prop::collection::vec(any::<u16>(), 4..40)
        ) {
            let mut board = Board::new(Dims::new(rows, cols, k).unwrap());
            for pick in picks {
                let legal: Vec<Cell> = board.legal().collect();
                if legal.is_empty() || board.outcome().is_some() {
                    break;
                }
                board.play_unchecked(legal[usize::from(pick) % legal.len()]);
            }
            prop_assume!(board.outcome().is_none());
            let patterns = Patterns::of(&board);
            for player in Player::BOTH {
                for target in patterns.winning(player).iter() {
                    let mut defences = Vec::new();
                    prop_assert!(patterns.defences(target, player, &mut defences));
                    for cell in board.legal() {
                        let mut after = patterns.clone();
                        after.place(cell, !player);
                        let stopped = cell == target || after.level(target, player) < Level::Winning;
                        prop_assert_eq!(stopped, defences.contains(&cell));
                    }
                }
            }
        }
    }
}
