//! Every place where K in a row could still stand, counted, and kept up to date on each stone.
//!
//! A *window* is K consecutive cells in one direction. It is *live* for a player while the opponent has no stone
//! in it, and *misses* as many stones as it has empty cells. From these counts follow facts: a player without a live
//! window cannot win, one who misses m stones everywhere cannot win sooner than with m more moves, and the
//! Erdős–Selfridge potential, the sum of 2^−missing, proves that a player can be held.
//!
//! A stone touches at most 4·K windows, so the cost of a move does not depend on the board's area.

use crate::game::{ByPlayer, Cell, Dims, Direction, Player};

/// The potential of one complete line; smaller fractions are this shifted right.
pub const POTENTIAL_ONE: u64 = 1 << 40;

/// Window counts for both players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    dims: Dims,
    /// Window length, or 0 if no line fits the board.
    k: usize,
    /// Stones of each player in the window that starts at a cell in a direction: `direction * cells + cell`.
    counts: Vec<ByPlayer<u8>>,
    /// How many steps back from a cell the windows through it start, from and up to: `direction * cells + cell`.
    spans: Vec<[u16; 2]>,
    /// Number of live windows by stones in them.
    live: ByPlayer<Vec<u32>>,
    potential: ByPlayer<u64>,
    /// 2^−missing by stones in a window.
    potentials: Vec<u64>,
}

impl Lines {
    /// The windows of an empty board.
    pub fn new(dims: Dims) -> Lines {
        let k = dims.line_length().unwrap_or(0);
        let windows = if k == 0 { 0 } else { windows(dims, k) };
        let mut live = vec![0; k + 1];
        live[0] = windows as u32;
        Lines {
            dims,
            k,
            counts: vec![ByPlayer([0, 0]); 4 * dims.cells()],
            spans: spans(dims, k),
            live: ByPlayer([live.clone(), live]),
            potential: ByPlayer([potential(k) * windows as u64; 2]),
            potentials: (0..=k).map(|stones| potential(k - stones)).collect(),
        }
    }

    /// Adds a stone.
    pub fn place(&mut self, cell: Cell, player: Player) {
        for direction in Direction::ALL {
            for id in self.through(cell, direction) {
                let before = self.counts[id];
                self.counts[id][player] += 1;
                if before[!player] == 0 {
                    self.leave(player, before[player]);
                    self.enter(player, before[player] + 1);
                }
                if before[player] == 0 {
                    self.leave(!player, before[!player]);
                }
            }
        }
    }

    /// Removes a stone that [`Lines::place`] added.
    pub fn remove(&mut self, cell: Cell, player: Player) {
        for direction in Direction::ALL {
            for id in self.through(cell, direction) {
                self.counts[id][player] -= 1;
                let after = self.counts[id];
                if after[!player] == 0 {
                    self.leave(player, after[player] + 1);
                    self.enter(player, after[player]);
                }
                if after[player] == 0 {
                    self.enter(!player, after[!player]);
                }
            }
        }
    }

    #[inline]
    fn enter(&mut self, player: Player, stones: u8) {
        self.live[player][usize::from(stones)] += 1;
        self.potential[player] += self.potentials[usize::from(stones)];
    }

    #[inline]
    fn leave(&mut self, player: Player, stones: u8) {
        self.live[player][usize::from(stones)] -= 1;
        self.potential[player] -= self.potentials[usize::from(stones)];
    }

    /// Where the counts of the windows in `direction` stand that contain `cell`.
    #[inline]
    fn through(&self, cell: Cell, direction: Direction) -> impl Iterator<Item = usize> + use<> {
        let stride = self.dims.stride(direction);
        let base = direction as usize * self.dims.cells() + cell.index();
        let [from, to] = self.spans[base];
        (usize::from(from)..usize::from(to)).map(move |steps| base - steps * stride)
    }

    /// For each player, the stones in his fullest live windows through `cell` in a direction, and how many are so full.
    pub fn fullest(&self, cell: Cell, direction: Direction) -> ByPlayer<Option<(usize, usize)>> {
        // One more than the stones, so that 0 stands for no live window.
        let (mut most, mut ways) = ([0_u8; 2], [0_u8; 2]);
        for id in self.through(cell, direction) {
            let ByPlayer(counts) = self.counts[id];
            for player in 0..2 {
                let full = if counts[1 - player] == 0 { counts[player] + 1 } else { 0 };
                if full > most[player] {
                    (most[player], ways[player]) = (full, 1);
                } else {
                    ways[player] += u8::from(full == most[player]);
                }
            }
        }
        let found =
            |player: usize| (most[player] > 0).then(|| (usize::from(most[player]) - 1, usize::from(ways[player])));
        ByPlayer([found(0), found(1)])
    }

    /// The starts of the live windows through `cell` in a direction in which `player` has `stones` stones.
    pub fn live_starts(
        &self,
        cell: Cell,
        direction: Direction,
        player: Player,
        stones: usize,
    ) -> impl Iterator<Item = Cell> + '_ {
        let offset = direction as usize * self.dims.cells();
        self.through(cell, direction)
            .filter(move |&id| {
                let counts = self.counts[id];
                counts[!player] == 0 && usize::from(counts[player]) == stones
            })
            .map(move |id| Cell((id - offset) as u16))
    }

    /// Whether `player` has K in a row.
    pub fn has_won(&self, player: Player) -> bool {
        self.k > 0 && self.live[player][self.k] > 0
    }

    /// The fewest stones that `player` needs to complete some line; `None` if no line is left.
    pub fn missing(&self, player: Player) -> Option<usize> {
        (0..=self.k).find(|missing| self.k > 0 && self.live[player][self.k - missing] > 0)
    }

    /// The Erdős–Selfridge potential of `player`, in units of [`POTENTIAL_ONE`], rounded up.
    pub fn potential(&self, player: Player) -> u64 {
        self.potential[player]
    }
}

/// For each direction and cell, how many steps back the windows start that contain it: they must reach the cell and
/// still fit ahead.
fn spans(dims: Dims, k: usize) -> Vec<[u16; 2]> {
    let span = |direction: Direction, cell: Cell| {
        let ahead = dims.room(cell, direction, true);
        let behind = dims.room(cell, direction, false);
        let nearest = k.saturating_sub(1 + ahead);
        let end = if k == 0 { 0 } else { behind.min(k - 1) + 1 };
        [nearest as u16, end.max(nearest) as u16]
    };
    let directions = Direction::ALL.into_iter();
    directions
        .flat_map(|direction| dims.all_cells().map(move |cell| span(direction, cell)))
        .collect()
}

/// Number of windows on a board.
fn windows(dims: Dims, k: usize) -> usize {
    let fits = |&(cell, direction): &(Cell, Direction)| dims.room(cell, direction, true) + 1 >= k;
    let starts = dims
        .all_cells()
        .flat_map(|cell| Direction::ALL.map(|direction| (cell, direction)));
    starts.filter(fits).count()
}

/// 2^−missing in units of [`POTENTIAL_ONE`], never rounded down to nothing.
fn potential(missing: usize) -> u64 {
    POTENTIAL_ONE.checked_shr(missing as u32).unwrap_or(0).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Board;
    use proptest::prelude::*;

    /// The same figures by looking at every window of the board.
    fn recount(board: &Board) -> Lines {
        let dims = board.dims();
        let mut lines = Lines::new(dims);
        let Some(k) = dims.line_length() else { return lines };
        for player in Player::BOTH {
            lines.live[player].fill(0);
        }
        lines.potential = ByPlayer([0, 0]);
        for direction in Direction::ALL {
            let fits = |start: &Cell| dims.room(*start, direction, true) + 1 >= k;
            for start in dims.all_cells().filter(fits) {
                let cells = (0..k).map(|step| Cell((start.index() + step * dims.stride(direction)) as u16));
                let stones = |player| cells.clone().filter(|&cell| board.stone(cell) == Some(player)).count();
                for player in Player::BOTH {
                    let id = direction as usize * dims.cells() + start.index();
                    lines.counts[id][player] = stones(player) as u8;
                    if stones(!player) == 0 {
                        lines.live[player][stones(player)] += 1;
                        lines.potential[player] += potential(k - stones(player));
                    }
                }
            }
        }
        lines
    }

    proptest! {
        #[test]
        fn counts_equal_a_recount(
            rows in 1_i64..9, cols in 1_i64..9, k in 1_i64..7, picks in prop::collection::vec(any::<u16>(), 0..50)
        ) {
            let dims = Dims::new(rows, cols, k).unwrap();
            let mut board = Board::new(dims);
            let mut lines = Lines::new(dims);
            let mut stones = Vec::new();
            for pick in picks {
                let legal: Vec<Cell> = board.legal().collect();
                if legal.is_empty() {
                    break;
                }
                let cell = legal[usize::from(pick) % legal.len()];
                stones.push((cell, board.turn()));
                lines.place(cell, board.turn());
                board.play_unchecked(cell);
                prop_assert_eq!(&lines, &recount(&board));
            }
            while let Some((cell, player)) = stones.pop() {
                lines.remove(cell, player);
                board.undo();
                prop_assert_eq!(&lines, &recount(&board));
            }
        }
    }
}
