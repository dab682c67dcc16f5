//! Every place where K in a row could still stand, counted, and kept up to date on each stone.
//!
//! A *window* is K consecutive cells in one direction. It is *live* for a player while the opponent has no stone
//! in it, and *misses* as many stones as it has empty cells. From these counts follow
//!
//! - the estimate of a position (seed 001's win counters: the nearer to completion, the more),
//! - the worth of each cell for each player, which orders moves,
//! - the cells that complete a line at once,
//! - facts: a player without a live window cannot win, and one who misses m stones everywhere cannot win sooner
//!   than with m more moves,
//! - the Erdős–Selfridge potential, the sum of 2^−missing, which proves that a player can be held.
//!
//! A stone touches at most 4·K windows of K cells each, so the cost of a move does not depend on the board's area.

use crate::game::{Board, ByPlayer, Cell, Dims, Direction, Player};

/// The potential of one complete line; smaller fractions are this shifted right.
pub const POTENTIAL_ONE: u64 = 1 << 40;

/// Worth of a live window by the number of stones it misses, index 0 unused: for the estimate of a position.
const LINE_VALUE: [i32; 8] = [0, 260, 90, 26, 8, 3, 1, 0];
/// The same for the worth of one of its cells. Never 0, so that a cell without worth is a dead one.
const CELL_VALUE: [i32; 8] = [0, 12_000, 1_600, 240, 40, 10, 4, 1];

fn by_missing(values: &[i32; 8], missing: usize) -> i32 {
    values[missing.min(values.len() - 1)]
}

/// Window counts for both players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Windows {
    dims: Dims,
    /// Window length, or 0 if no line fits the board.
    k: usize,
    occupied: Vec<bool>,
    /// Stones of each player in the window that starts at a cell in a direction: `direction * cells + cell`.
    counts: Vec<ByPlayer<u8>>,
    /// Number of live windows by stones in them.
    live: ByPlayer<Vec<u32>>,
    /// Sum of the values of the live windows through each cell.
    worth: ByPlayer<Vec<i32>>,
    /// Sum of the values of all live windows.
    total: ByPlayer<i32>,
    /// Number of live windows through each cell that miss two stones: a stone there threatens to complete them.
    threats: ByPlayer<Vec<u16>>,
    /// Number of windows that each empty cell would complete.
    completing: ByPlayer<Vec<u16>>,
    /// The cells for which that number is not 0.
    wins: ByPlayer<Vec<Cell>>,
    potential: ByPlayer<u64>,
}

impl Windows {
    /// The windows of an empty board.
    pub fn new(dims: Dims) -> Windows {
        let k = dims.line_length().unwrap_or(0);
        let cells = dims.cells();
        let mut windows = Windows {
            dims,
            k,
            occupied: vec![false; cells],
            counts: vec![ByPlayer([0, 0]); 4 * cells],
            live: ByPlayer([vec![0; k + 1], vec![0; k + 1]]),
            worth: ByPlayer([vec![0; cells], vec![0; cells]]),
            total: ByPlayer([0, 0]),
            threats: ByPlayer([vec![0; cells], vec![0; cells]]),
            completing: ByPlayer([vec![0; cells], vec![0; cells]]),
            wins: ByPlayer([Vec::new(), Vec::new()]),
            potential: ByPlayer([0, 0]),
        };
        if k > 0 {
            windows.open_all();
        }
        windows
    }

    /// The windows of a position.
    pub fn of(board: &Board) -> Windows {
        let mut windows = Windows::new(board.dims());
        for cell in board.dims().all_cells() {
            if let Some(player) = board.stone(cell) {
                windows.place(cell, player);
            }
        }
        windows
    }

    /// Makes every window live with no stone in it. Counted, not entered one by one: that would cost K times as much,
    /// which is felt on large boards with long lines.
    fn open_all(&mut self) {
        let value = by_missing(&CELL_VALUE, self.k);
        let mut windows = 0;
        for cell in self.dims.all_cells() {
            let through: usize = Direction::ALL
                .map(|direction| self.steps_back(cell, direction).len())
                .iter()
                .sum();
            let fits = |&direction: &Direction| self.dims.room(cell, direction, true) + 1 >= self.k;
            windows += Direction::ALL.iter().filter(|direction| fits(direction)).count();
            for player in Player::BOTH {
                self.worth[player][cell.index()] = value * through as i32;
                if self.k == 2 {
                    self.threats[player][cell.index()] = through as u16;
                }
                if self.k == 1 {
                    self.completing[player][cell.index()] = through as u16;
                    self.wins[player].push(cell);
                }
            }
        }
        for player in Player::BOTH {
            self.live[player][0] = windows as u32;
            self.total[player] = by_missing(&LINE_VALUE, self.k) * windows as i32;
            self.potential[player] = potential(self.k) * windows as u64;
        }
    }

    /// Adds a stone.
    pub fn place(&mut self, cell: Cell, player: Player) {
        self.occupied[cell.index()] = true;
        for direction in Direction::ALL {
            for start in self.starts(cell, direction) {
                let window = Window::new(self.dims, self.k, direction, start);
                let before = self.counts[window.id];
                self.counts[window.id][player] += 1;
                if before[!player] == 0 {
                    let stones = usize::from(before[player]);
                    self.leave(window, player, stones, Some(cell));
                    self.enter(window, player, stones + 1, None);
                }
                if before[player] == 0 {
                    self.leave(window, !player, usize::from(before[!player]), Some(cell));
                }
            }
        }
    }

    /// Removes a stone that [`Windows::place`] added.
    pub fn remove(&mut self, cell: Cell, player: Player) {
        for direction in Direction::ALL {
            for start in self.starts(cell, direction) {
                let window = Window::new(self.dims, self.k, direction, start);
                self.counts[window.id][player] -= 1;
                let after = self.counts[window.id];
                if after[!player] == 0 {
                    let stones = usize::from(after[player]);
                    self.leave(window, player, stones + 1, None);
                    self.enter(window, player, stones, Some(cell));
                }
                if after[player] == 0 {
                    self.enter(window, !player, usize::from(after[!player]), Some(cell));
                }
            }
        }
        self.occupied[cell.index()] = false;
    }

    /// How many steps back from `cell` the windows in `direction` start that contain it.
    fn steps_back(&self, cell: Cell, direction: Direction) -> std::ops::Range<usize> {
        let ahead = self.dims.room(cell, direction, true);
        let behind = self.dims.room(cell, direction, false);
        // The window must reach the cell and still fit ahead.
        let nearest = self.k.saturating_sub(1 + ahead);
        let end = if self.k == 0 { 0 } else { behind.min(self.k - 1) + 1 };
        nearest..end.max(nearest)
    }

    /// The starts of the windows in `direction` that contain `cell`.
    fn starts(&self, cell: Cell, direction: Direction) -> impl Iterator<Item = Cell> + use<> {
        let stride = self.dims.stride(direction);
        self.steps_back(cell, direction)
            .map(move |steps| Cell((cell.index() - steps * stride) as u16))
    }

    /// A window becomes live for `player` with this many stones. If it misses one, `hole` is where, if known.
    fn enter(&mut self, window: Window, player: Player, stones: usize, hole: Option<Cell>) {
        let missing = self.k - stones;
        self.live[player][stones] += 1;
        self.total[player] += by_missing(&LINE_VALUE, missing);
        self.potential[player] += potential(missing);
        let value = by_missing(&CELL_VALUE, missing);
        for index in window.cells() {
            self.worth[player][index] += value;
        }
        if missing == 2 {
            for index in window.cells() {
                self.threats[player][index] += 1;
            }
        }
        if missing == 1 {
            let cell = hole.unwrap_or_else(|| self.hole(window));
            self.completing[player][cell.index()] += 1;
            if self.completing[player][cell.index()] == 1 {
                self.wins[player].push(cell);
            }
        }
    }

    /// The reverse of [`Windows::enter`].
    fn leave(&mut self, window: Window, player: Player, stones: usize, hole: Option<Cell>) {
        let missing = self.k - stones;
        self.live[player][stones] -= 1;
        self.total[player] -= by_missing(&LINE_VALUE, missing);
        self.potential[player] -= potential(missing);
        let value = by_missing(&CELL_VALUE, missing);
        for index in window.cells() {
            self.worth[player][index] -= value;
        }
        if missing == 2 {
            for index in window.cells() {
                self.threats[player][index] -= 1;
            }
        }
        if missing == 1 {
            let cell = hole.unwrap_or_else(|| self.hole(window));
            self.completing[player][cell.index()] -= 1;
            if self.completing[player][cell.index()] == 0 {
                self.wins[player].retain(|&win| win != cell);
            }
        }
    }

    /// The one cell without a stone in a window that misses one.
    fn hole(&self, window: Window) -> Cell {
        let index = window.cells().find(|&index| !self.occupied[index]);
        debug_assert!(index.is_some(), "a window that misses a stone has an empty cell");
        Cell(index.unwrap_or(window.start) as u16)
    }

    /// The cells that complete a line of `player` at once, in no particular order.
    pub fn wins(&self, player: Player) -> &[Cell] {
        &self.wins[player]
    }

    /// Whether a stone of `player` on the cell completes a line.
    pub fn completes(&self, cell: Cell, player: Player) -> bool {
        self.completing[player][cell.index()] > 0
    }

    /// Puts the lists whose order is free in order, so that two states can be compared.
    #[cfg(test)]
    pub fn sort_wins(&mut self) {
        for player in Player::BOTH {
            self.wins[player].sort();
        }
    }

    /// Whether `player` has K in a row.
    pub fn has_won(&self, player: Player) -> bool {
        self.k > 0 && self.live[player][self.k] > 0
    }

    /// The fewest stones that `player` needs to complete some line; `None` if no line is left.
    pub fn missing(&self, player: Player) -> Option<usize> {
        (0..=self.k).find(|missing| self.k > 0 && self.live[player][self.k - missing] > 0)
    }

    /// The worth of a cell for a player; 0 if no live window passes through it.
    #[inline]
    pub fn worth(&self, cell: Cell, player: Player) -> i32 {
        self.worth[player][cell.index()]
    }

    /// Whether a stone of `player` on the cell would threaten to complete a line.
    #[inline]
    pub fn is_threat(&self, cell: Cell, player: Player) -> bool {
        self.threats[player][cell.index()] > 0
    }

    /// Number of windows that miss two stones of `player`.
    pub fn threat_windows(&self, player: Player) -> u32 {
        if self.k < 2 { 0 } else { self.live[player][self.k - 2] }
    }

    /// Whether neither player can use the cell for a line any more.
    #[inline]
    pub fn is_dead(&self, cell: Cell) -> bool {
        self.worth(cell, Player::First) == 0 && self.worth(cell, Player::Second) == 0
    }

    /// The estimate for `player`.
    pub fn estimate(&self, player: Player) -> i32 {
        self.total[player] - self.total[!player]
    }

    /// The Erdős–Selfridge potential of `player`, in units of [`POTENTIAL_ONE`], rounded up.
    pub fn potential(&self, player: Player) -> u64 {
        self.potential[player]
    }
}

/// 2^−missing in units of [`POTENTIAL_ONE`], never rounded down to nothing.
fn potential(missing: usize) -> u64 {
    POTENTIAL_ONE.checked_shr(missing as u32).unwrap_or(0).max(1)
}

/// One window: where its counts are and which cells it has.
#[derive(Clone, Copy)]
struct Window {
    id: usize,
    start: usize,
    stride: usize,
    length: usize,
}

impl Window {
    fn new(dims: Dims, length: usize, direction: Direction, start: Cell) -> Window {
        Window {
            id: direction as usize * dims.cells() + start.index(),
            start: start.index(),
            stride: dims.stride(direction),
            length,
        }
    }

    fn cells(self) -> impl Iterator<Item = usize> {
        (0..self.length).map(move |step| self.start + step * self.stride)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same figures by looking at every window of the board.
    fn recount(board: &Board) -> Windows {
        let dims = board.dims();
        let mut windows = Windows::new(dims);
        windows.occupied = dims.all_cells().map(|cell| board.stone(cell).is_some()).collect();
        let Some(k) = dims.line_length() else { return windows };
        for player in Player::BOTH {
            windows.live[player].fill(0);
            windows.worth[player].fill(0);
            windows.completing[player].fill(0);
            windows.threats[player].fill(0);
        }
        windows.total = ByPlayer([0, 0]);
        windows.potential = ByPlayer([0, 0]);
        for direction in Direction::ALL {
            for start in dims
                .all_cells()
                .filter(|&start| dims.room(start, direction, true) + 1 >= k)
            {
                let window = Window::new(dims, k, direction, start);
                let stone = |index: usize| board.stone(Cell(index as u16));
                for player in Player::BOTH {
                    let stones = window.cells().filter(|&index| stone(index) == Some(player)).count();
                    windows.counts[window.id][player] = stones as u8;
                    if window.cells().any(|index| stone(index) == Some(!player)) {
                        continue;
                    }
                    windows.live[player][stones] += 1;
                    windows.total[player] += by_missing(&LINE_VALUE, k - stones);
                    windows.potential[player] += potential(k - stones);
                    for index in window.cells() {
                        windows.worth[player][index] += by_missing(&CELL_VALUE, k - stones);
                        windows.threats[player][index] += u16::from(k - stones == 2);
                        if k - stones == 1 && stone(index).is_none() {
                            windows.completing[player][index] += 1;
                        }
                    }
                }
            }
        }
        for player in Player::BOTH {
            let completing = &windows.completing[player];
            windows.wins[player] = dims.all_cells().filter(|cell| completing[cell.index()] > 0).collect();
        }
        windows
    }

    proptest! {
        #[test]
        fn kept_figures_equal_counted_ones(
            rows in 1_i64..9, cols in 1_i64..9, k in 1_i64..10, picks in prop::collection::vec(any::<u16>(), 0..50)
        ) {
            let mut board = Board::new(Dims::new(rows, cols, k).unwrap());
            let mut windows = Windows::new(board.dims());
            prop_assert_eq!(&windows, &recount(&board));
            for pick in picks {
                let legal: Vec<Cell> = board.legal().collect();
                // One pick in four takes a stone back instead.
                if pick % 4 == 0 && let Some(cell) = board.undo() {
                    windows.remove(cell, board.turn());
                } else if let Some(&cell) = legal.get(usize::from(pick) % legal.len().max(1)) {
                    windows.place(cell, board.turn());
                    board.play_unchecked(cell);
                }
                windows.sort_wins();
                prop_assert_eq!(&windows, &recount(&board));
            }
        }
    }
}
