//! Just enough knowledge of lines to judge a starting position and a dead one. Slow and plain on purpose: it must
//! be right without help from the engines' own code, and is asked a few times per game only.

use crate::game::{Board, Cell, Direction, Grid, Player};

/// Whether some line of K cells can still be completed by somebody. Without one the game is a draw.
pub fn has_open_line(board: &Board) -> bool {
    windows(board).any(|window| Player::BOTH.iter().any(|&player| window.stones(!player) == 0))
}

/// Threats in a row that are looked for, for the side to move.
const OWN_DEPTH: usize = 4;
/// The same for the other side, who has to wait: one double threat is hard to meet, a longer plan is not.
const OTHER_DEPTH: usize = 1;

/// Whether nothing decides the position in a few moves: the side to move has no win by threats alone, and the other
/// side would not have a quick one.
pub fn is_balanced(board: &Board) -> bool {
    board.outcome().is_none() && has_open_line(board) && !forces_win(board, OWN_DEPTH) && !threatens_win(board)
}

/// Whether the player who is not to move would win by threats if he were.
fn threatens_win(board: &Board) -> bool {
    let dims = board.dims();
    let mut grid: Grid = vec![Vec::with_capacity(dims.cols()); dims.rows()];
    for cell in dims.all_cells() {
        grid[cell.index() / dims.cols()].push(board.stone(cell));
    }
    Board::from_grid(dims, &grid, Some(!board.turn())).is_ok_and(|other| forces_win(&other, OTHER_DEPTH))
}

/// Whether the side to move wins by at most `depth` moves each of which threatens to complete a line at once.
pub fn forces_win(board: &Board, depth: usize) -> bool {
    let attacker = board.turn();
    // The first threat makes K − 1 in a line. Asking this first spares the scan of a large, nearly empty board.
    let has_stones = |length: usize| board.counts()[attacker] + 2 >= length;
    if !board.dims().line_length().is_some_and(has_stones) {
        return false;
    }
    if !completions(board, attacker).is_empty() {
        return true;
    }
    let forced = completions(board, !attacker);
    if depth == 0 || forced.len() > 1 {
        return false;
    }
    let candidates = match forced.first() {
        Some(&cell) => vec![cell],
        None => empties_of(board, attacker, 2),
    };
    candidates.into_iter().any(|cell| threat_wins(board, cell, depth))
}

/// Whether the threat made on `cell` wins, at once or after the one defence.
fn threat_wins(board: &Board, cell: Cell, depth: usize) -> bool {
    let attacker = board.turn();
    let mut after = board.clone();
    after.play_unchecked(cell);
    if after.outcome().is_some() {
        return false;
    }
    match completions(&after, attacker)[..] {
        [] => false,
        [defence] => {
            after.play_unchecked(defence);
            after.outcome().is_none() && forces_win(&after, depth - 1)
        }
        // Two lines at once cannot both be stopped, and the opponent has none of his own to complete first.
        _ => completions(&after, !attacker).is_empty(),
    }
}

/// The empty cells on which `player` completes a line.
fn completions(board: &Board, player: Player) -> Vec<Cell> {
    empties_of(board, player, 1)
}

/// The empty cells of lines in which `player` misses so many stones and the opponent has none.
fn empties_of(board: &Board, player: Player, missing: usize) -> Vec<Cell> {
    let mut cells: Vec<Cell> = windows(board)
        .filter(|window| window.stones(!player) == 0 && window.stones(player) + missing == window.length)
        .flat_map(|window| {
            window
                .cells()
                .filter(|&cell| board.stone(cell).is_none())
                .collect::<Vec<_>>()
        })
        .collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// K cells in a line.
struct Window<'a> {
    board: &'a Board,
    start: Cell,
    stride: usize,
    length: usize,
}

impl Window<'_> {
    fn cells(&self) -> impl Iterator<Item = Cell> {
        // The last cell is on the board, so its index fits.
        (0..self.length).map(|step| Cell((self.start.index() + step * self.stride) as u16))
    }

    fn stones(&self, player: Player) -> usize {
        self.cells()
            .filter(|&cell| self.board.stone(cell) == Some(player))
            .count()
    }
}

/// All lines of K cells on the board.
fn windows(board: &Board) -> impl Iterator<Item = Window<'_>> {
    let dims = board.dims();
    dims.line_length().into_iter().flat_map(move |length| {
        dims.all_cells().flat_map(move |start| {
            Direction::ALL
                .into_iter()
                // A single cell is the same line in all four directions.
                .take(if length == 1 { 1 } else { 4 })
                .filter(move |&direction| dims.room(start, direction, true) + 1 >= length)
                .map(move |direction| Window {
                    board,
                    start,
                    stride: dims.stride(direction),
                    length,
                })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Dims, Point};

    fn board(size: (i64, i64, i64), moves: &[(i64, i64)]) -> Board {
        let mut board = Board::new(Dims::new(size.0, size.1, size.2).unwrap());
        for &(row, col) in moves {
            board.play(Point { row, col }).unwrap();
        }
        board
    }

    #[test]
    fn dead_boards_are_known() {
        assert!(has_open_line(&board((3, 3, 3), &[])));
        assert!(!has_open_line(&board((3, 3, 4), &[])));
        // X O X / . O . / O X O leaves nothing to either side.
        let moves = [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1), (2, 0)];
        let nearly = board((3, 3, 3), &moves);
        assert!(has_open_line(&nearly));
        let dead = board((1, 6, 3), &[(0, 1), (0, 2), (0, 4), (0, 3)]);
        assert!(!has_open_line(&dead));
    }

    #[test]
    fn wins_by_threats_are_found() {
        // An open three of X, X to move: an open four next.
        let moves = [(7, 6), (0, 0), (7, 7), (0, 5), (7, 8), (14, 14)];
        assert!(forces_win(&board((15, 15, 5), &moves), 1));
        assert!(!is_balanced(&board((15, 15, 5), &moves)));
        // The same with O to move: X threatens it.
        assert!(!is_balanced(&board((15, 15, 5), &moves[..5])));
        assert!(is_balanced(&board((15, 15, 5), &moves[..4])));
        // In tic-tac-toe an edge in answer to the centre loses, a corner does not.
        assert!(!is_balanced(&board((3, 3, 3), &[(1, 1), (0, 1)])));
        assert!(is_balanced(&board((3, 3, 3), &[(1, 1)])));
    }

    #[test]
    fn a_defence_that_wins_refutes_the_threat() {
        // X's only threats on this strip are answered by a stone that completes O's own line.
        let strip = board((2, 5, 3), &[(0, 0), (1, 1), (1, 4), (1, 2)]);
        assert!(!forces_win(&strip, 4));
    }
}
