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

    /// For each player, his fullest live windows through `cell` in a direction.
    pub fn fullest(&self, cell: Cell, direction: Direction) -> ByPlayer<Fullest> {
        let windows = self.through(cell, direction).map(|id| self.fullness(id));
        windows.fold(ByPlayer([Fullest::NONE; 2]), both)
    }

    /// The same for every cell on one side of `cell` that shares a window with it, nearest first. Of the windows through
    /// a neighbour some contain the cell, the others lie beyond it: the former are gathered from the cell backwards, the
    /// latter forwards, so that each window is looked at once for all neighbours.
    pub fn fullest_beside(
        &self,
        cell: Cell,
        direction: Direction,
        forwards: bool,
        scratch: &mut Vec<ByPlayer<Fullest>>,
        mut tell: impl FnMut(usize, ByPlayer<Fullest>),
    ) {
        let k = self.k as isize;
        let [behind, ahead] = [!forwards, forwards].map(|on| self.dims.room(cell, direction, on) as isize);
        let stride = self.dims.stride(direction) as isize;
        let base = (direction as usize * self.dims.cells() + cell.index()) as isize;
        // Windows by how many steps towards the side their rear end is from the cell.
        let window = |steps: isize| {
            let fits = steps >= -behind && steps <= ahead - (k - 1);
            let start = if forwards { steps } else { -(k - 1) - steps };
            fits.then(|| self.fullness((base + start * stride) as usize))
        };
        let with = |found: ByPlayer<Fullest>, steps: isize| window(steps).map_or(found, |more| both(found, more));
        scratch.clear();
        let mut shared = ByPlayer([Fullest::NONE; 2]);
        for steps in 0..k - 1 {
            shared = with(shared, -steps);
            scratch.push(shared);
        }
        let mut beyond = ByPlayer([Fullest::NONE; 2]);
        for distance in 1..=ahead.min(k - 1) {
            beyond = with(beyond, distance);
            let steps = if forwards { distance } else { -distance };
            let index = cell.index() as isize + steps * stride;
            tell(index as usize, both(scratch[(k - 1 - distance) as usize], beyond));
        }
    }

    /// How full the window at a place of the counts is.
    #[inline]
    fn fullness(&self, id: usize) -> ByPlayer<Fullest> {
        let ByPlayer([first, second]) = self.counts[id];
        ByPlayer([Fullest::one(first, second), Fullest::one(second, first)])
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

/// The live windows of a player among some that have most of his stones: how many stones, and how many windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fullest(u32);

impl Fullest {
    /// No live window.
    pub const NONE: Fullest = Fullest(0);
    /// Stones stand above the number of windows, one more than there are, so that the larger of two is the fuller.
    const STONES: u32 = 16;

    /// A window with stones of the player and of the other one.
    #[inline]
    fn one(own: u8, others: u8) -> Fullest {
        let fullness = (u32::from(own) + 1) << Fullest::STONES | 1;
        Fullest(if others == 0 { fullness } else { 0 })
    }

    /// Those of both.
    #[inline]
    fn and(self, other: Fullest) -> Fullest {
        let as_full = self.0 >> Fullest::STONES == other.0 >> Fullest::STONES;
        let ways = if as_full {
            other.0 & ((1 << Fullest::STONES) - 1)
        } else {
            0
        };
        Fullest(if as_full { self.0 + ways } else { self.0.max(other.0) })
    }

    /// The stones in each, and how many windows have so many.
    #[inline]
    pub fn get(self) -> Option<(usize, usize)> {
        let stones = (self.0 >> Fullest::STONES) as usize;
        let ways = (self.0 & ((1 << Fullest::STONES) - 1)) as usize;
        (stones > 0).then(|| (stones - 1, ways))
    }
}

#[inline]
fn both(one: ByPlayer<Fullest>, other: ByPlayer<Fullest>) -> ByPlayer<Fullest> {
    ByPlayer([one.0[0].and(other.0[0]), one.0[1].and(other.0[1])])
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
                for direction in Direction::ALL {
                    for forwards in [false, true] {
                        let mut distance = 0;
                        lines.fullest_beside(stones[0].0, direction, forwards, &mut Vec::new(), |index, found| {
                            assert_eq!(found, lines.fullest(Cell(index as u16), direction));
                            distance += 1;
                        });
                        let room = dims.room(stones[0].0, direction, forwards);
                        prop_assert_eq!(distance, room.min(lines.k.saturating_sub(1)));
                    }
                }
            }
            while let Some((cell, player)) = stones.pop() {
                lines.remove(cell, player);
                board.undo();
                prop_assert_eq!(&lines, &recount(&board));
            }
        }
    }
}
