//! Pairings: disjoint pairs of empty cells such that every window that is live for a player contains one. Whenever he takes
//! a cell of a pair the other takes its partner, so that he never completes a line, whoever is to move.
//!
//! One greedy pass: the open window with the fewest free cells gets the pair that serves most open windows. Not finding
//! a pairing says nothing. From nine in a row on a pattern that repeats every eight cells serves all windows of an
//! empty board at once; it is tried first, from several corners, as far as stones leave it whole.

use crate::game::{Board, Cell, Dims, Direction, Player};

/// The shortest lines that the pattern serves.
const PATTERN_LENGTH: usize = 9;
const PATTERN_SIZE: usize = 8;
/// Every cell has a partner beside it: `-=` in its row, `|!` in its column, `\:` and `/;` in its diagonals, the first
/// of each pair with the smaller row, or in a row the smaller column, counted around the edges.
const PATTERN: [&[u8; PATTERN_SIZE]; PATTERN_SIZE] = [
    b"-=!\\!|!|",
    b"|-=\\:!/!",
    b"!/-=:;//",
    b";-=\\\\;;/",
    b"=//|::;-",
    b";;\\!\\-=/",
    b"=|\\:\\:;-",
    b"=!|:|:|-",
];
/// From how many corners the pattern is tried.
const CORNERS: usize = 8;

/// Whether a pairing is found that keeps `player` from completing a line. Looked for while `may_go_on` says so.
pub fn stops(board: &Board, player: Player, may_go_on: &dyn Fn() -> bool) -> bool {
    let Some(k) = board.dims().line_length() else {
        return true;
    };
    let Some(open) = Cover::new(board, player, k, may_go_on) else {
        return false;
    };
    let patterns = if k >= PATTERN_LENGTH { CORNERS } else { 0 };
    (0..=patterns).any(|pattern| {
        let mut cover = open.clone();
        let is_begun = pattern == 0 || cover.take_pattern(pattern - 1, may_go_on);
        is_begun && cover.complete(may_go_on)
    })
}

/// Windows by the place where they start: `direction * cells + cell`.
type Id = usize;

/// A pairing on its way.
#[derive(Clone)]
struct Cover {
    dims: Dims,
    k: usize,
    /// Cells that are empty and in no pair.
    is_free: Vec<bool>,
    /// Free cells of each open window; `None` if it is dead or served, or there is none.
    free: Vec<Option<u16>>,
    /// Open windows through each cell.
    through: Vec<u16>,
    /// Windows by the number of free cells that they had when it changed last.
    by_free: Vec<Vec<Id>>,
}

impl Cover {
    fn new(board: &Board, player: Player, k: usize, may_go_on: &dyn Fn() -> bool) -> Option<Cover> {
        let dims = board.dims();
        let mut cover = Cover {
            dims,
            k,
            is_free: dims.all_cells().map(|cell| board.stone(cell).is_none()).collect(),
            free: vec![None; 4 * dims.cells()],
            through: vec![0; dims.cells()],
            by_free: vec![Vec::new(); k + 1],
        };
        for direction in Direction::ALL {
            for start in dims
                .all_cells()
                .filter(|&cell| dims.room(cell, direction, true) + 1 >= k)
            {
                if start.index().is_multiple_of(dims.cols()) && !may_go_on() {
                    return None;
                }
                let cells: Vec<Cell> = cover.cells(direction, start).collect();
                if cells.iter().all(|&cell| board.stone(cell) != Some(!player)) {
                    let free = cells.iter().filter(|&&cell| cover.is_free[cell.index()]).count();
                    let id = direction as usize * dims.cells() + start.index();
                    cover.free[id] = Some(free as u16);
                    cover.by_free[free].push(id);
                    for cell in cells {
                        cover.through[cell.index()] += 1;
                    }
                }
            }
        }
        Some(cover)
    }

    fn cells(&self, direction: Direction, start: Cell) -> impl Iterator<Item = Cell> + use<> {
        let stride = self.dims.stride(direction);
        (0..self.k).map(move |step| Cell((start.index() + step * stride) as u16))
    }

    /// The windows in a direction that contain `cell` and the one so many steps on.
    fn around(&self, direction: Direction, cell: Cell, steps: usize) -> impl Iterator<Item = Id> + use<> {
        let stride = self.dims.stride(direction);
        let base = direction as usize * self.dims.cells() + cell.index();
        let behind = self.dims.room(cell, direction, false).min(self.k - 1 - steps);
        (0..=behind).map(move |back| base - back * stride)
    }

    /// Takes the pairs of the pattern that serve a window, the pattern's corner being so far from the board's. False if
    /// a window can no longer be served.
    fn take_pattern(&mut self, corner: usize, may_go_on: &dyn Fn() -> bool) -> bool {
        let pairs = [b'-', b'|', b'\\', b'/'];
        for cell in self.dims.all_cells() {
            let (row, col) = (cell.index() / self.dims.cols(), cell.index() % self.dims.cols());
            if col == 0 && !may_go_on() {
                return false;
            }
            let mark = PATTERN[(row + corner) % PATTERN_SIZE][col % PATTERN_SIZE];
            let Some(place) = pairs.iter().position(|&pair| pair == mark) else {
                continue;
            };
            let direction = Direction::ALL[place];
            let serves = self.around(direction, cell, 1).any(|id| self.free[id].is_some());
            let partner = cell.index() + self.dims.stride(direction);
            if serves && self.is_free[cell.index()] && self.is_free[partner] && !self.take(direction, cell, 1) {
                return false;
            }
        }
        true
    }

    /// Adds pairs until every window is served; false if one cannot be.
    fn complete(&mut self, may_go_on: &dyn Fn() -> bool) -> bool {
        while let Some(id) = self.tightest() {
            if !may_go_on() {
                return false;
            }
            let Some((direction, cell, steps)) = self.best_pair(id) else {
                return false;
            };
            if !self.take(direction, cell, steps) {
                return false;
            }
        }
        true
    }

    /// An open window with the fewest free cells.
    fn tightest(&mut self) -> Option<Id> {
        for count in 0..self.by_free.len() {
            while let Some(&id) = self.by_free[count].last() {
                if self.free[id] == Some(count as u16) {
                    return Some(id);
                }
                self.by_free[count].pop();
            }
        }
        None
    }

    /// The pair of free cells of a window that serves most open windows, and of such the one with the fewest others
    /// through it.
    fn best_pair(&self, id: Id) -> Option<(Direction, Cell, usize)> {
        let direction = Direction::ALL[id / self.dims.cells()];
        let start = Cell((id % self.dims.cells()) as u16);
        let is_free = |(_, cell): &(usize, Cell)| self.is_free[cell.index()];
        let free: Vec<(usize, Cell)> = self.cells(direction, start).enumerate().filter(is_free).collect();
        let pairs = free.iter().enumerate().flat_map(|(index, &(place, cell))| {
            let later = free[index + 1..].iter();
            later.map(move |&(other_place, other)| (cell, other, other_place - place))
        });
        let worth = |&(cell, other, steps): &(Cell, Cell, usize)| {
            let served = self.around(direction, cell, steps);
            let served = served.filter(|&id| self.free[id].is_some()).count();
            let touched = self.through[cell.index()] + self.through[other.index()];
            (served, std::cmp::Reverse(touched))
        };
        pairs.max_by_key(worth).map(|(cell, _, steps)| (direction, cell, steps))
    }

    /// Makes a pair of a cell and the one so many steps on. False if a window can no longer be served.
    fn take(&mut self, direction: Direction, cell: Cell, steps: usize) -> bool {
        for id in self.around(direction, cell, steps) {
            if self.free[id].take().is_some() {
                let start = Cell((id % self.dims.cells()) as u16);
                for cell in self.cells(direction, start) {
                    self.through[cell.index()] -= 1;
                }
            }
        }
        let other = Cell((cell.index() + steps * self.dims.stride(direction)) as u16);
        let mut served = true;
        for cell in [cell, other] {
            self.is_free[cell.index()] = false;
            for direction in Direction::ALL {
                for id in self.around(direction, cell, 0) {
                    if let Some(free) = &mut self.free[id] {
                        *free -= 1;
                        served &= *free >= 2;
                        self.by_free[usize::from(*free)].push(id);
                    }
                }
            }
        }
        served
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Outcome;
    use proptest::prelude::*;

    fn board(rows: i64, cols: i64, k: i64) -> Board {
        Board::new(Dims::new(rows, cols, k).unwrap())
    }

    #[test]
    fn boards_with_a_pairing_are_known() {
        for (rows, cols, k) in [
            (2, 2, 3),
            (5, 5, 5),
            (3, 3, 3),
            (9, 9, 9),
            (9, 9, 12),
            (30, 40, 9),
            (70, 70, 10),
        ] {
            // Three in a row on three by three is a draw, but no pairing shows it.
            assert_eq!(
                stops(&board(rows, cols, k), Player::First, &|| true),
                k != 3 || rows == 2
            );
        }
        assert!(!stops(&board(15, 15, 5), Player::First, &|| true));
    }

    #[test]
    fn a_line_that_misses_one_stone_is_not_stopped() {
        let mut board = board(1, 4, 2);
        assert!(!stops(&board, Player::First, &|| true));
        board.play_unchecked(Cell(1));
        assert!(!stops(&board, Player::First, &|| true));
        assert!(stops(&board, Player::Second, &|| true));
        board.play_unchecked(Cell(2));
        assert!(!stops(&board, Player::Second, &|| true));
    }

    /// Whether `player` can complete a line against any defence.
    fn wins(board: &mut Board, player: Player) -> bool {
        match board.outcome() {
            Some(Outcome::Win(winner)) => return winner == player,
            Some(Outcome::Draw) => return false,
            None => {}
        }
        let is_his = board.turn() == player;
        let cells: Vec<Cell> = board.legal().collect();
        let mut after = |cell| {
            board.play_unchecked(cell);
            let won = wins(board, player);
            board.undo();
            won
        };
        if is_his {
            cells.into_iter().any(&mut after)
        } else {
            cells.into_iter().all(after)
        }
    }

    proptest! {
        #[test]
        fn who_is_stopped_cannot_win(
            rows in 1_i64..5, cols in 1_i64..6, k in 2_i64..5, picks in prop::collection::vec(any::<u16>(), 20)
        ) {
            let mut board = board(rows, cols, k);
            for pick in picks {
                let legal: Vec<Cell> = board.legal().collect();
                if legal.len() <= 7 || board.outcome().is_some() {
                    break;
                }
                board.play_unchecked(legal[usize::from(pick) % legal.len()]);
            }
            prop_assume!(board.outcome().is_none() && board.empties() <= 9);
            for player in Player::BOTH {
                if stops(&board, player, &|| true) {
                    prop_assert!(!wins(&mut board, player));
                }
            }
        }
    }
}
