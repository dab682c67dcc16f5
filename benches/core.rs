//! The inner loops: board, windows, search. `cargo bench --bench core`.

use divan::Bencher;
use tris::eval::Patterns;
use tris::game::{Board, Cell, Dims, Point};
use tris::search::state::State;

fn main() {
    divan::main();
}

const BOARDS: [(i64, i64, i64); 4] = [(3, 3, 3), (7, 7, 5), (15, 15, 5), (70, 70, 10)];

fn middle(&(rows, cols, k): &(i64, i64, i64)) -> Board {
    let mut board = Board::new(Dims::new(rows, cols, k).expect("a board"));
    for step in 0..rows.min(6) {
        let point = Point {
            row: rows / 2 + step % 2 - step / 3,
            col: cols / 2 - step % 3 + step / 4,
        };
        // A cell taken twice is no matter here: the stones only have to stand near each other.
        let _ = board.play(point);
        if board.outcome().is_some() {
            board.undo();
            break;
        }
    }
    board
}

fn legal(board: &Board) -> Vec<Cell> {
    board.legal().take(64).collect()
}

/// Play and undo on the rules' board, with its win check.
#[divan::bench(args = &BOARDS)]
fn board_play_undo(bencher: Bencher, dims: &(i64, i64, i64)) {
    let mut board = middle(dims);
    let cells = legal(&board);
    bencher.counter(cells.len()).bench_local(|| {
        for &cell in &cells {
            board.play_unchecked(cell);
            board.undo();
        }
    });
}

/// Play and undo of the search's state: windows, candidates, keys.
#[divan::bench(args = &BOARDS)]
fn state_play_undo(bencher: Bencher, dims: &(i64, i64, i64)) {
    let board = middle(dims);
    let cells = legal(&board);
    let mut state = State::new(&board);
    bencher.counter(cells.len()).bench_local(|| {
        for &cell in &cells {
            state.play(cell);
            state.undo(cell);
        }
    });
}

/// All windows of a position from nothing.
#[divan::bench(args = &BOARDS)]
fn windows_of(bencher: Bencher, dims: &(i64, i64, i64)) {
    let board = middle(dims);
    bencher.bench_local(|| Patterns::of(&board));
}
