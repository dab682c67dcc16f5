//! The laboratory's tools: the classic algorithms per node, counting positions, the sliding game.
//!
//! Run with `cargo bench --bench lab`. The algorithms' rate is in positions visited ("items") per second.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use tris::budget::{Budget, StopFlag};
use tris::game::{Board, Dims, Player};
use tris::lab::classic::{Algorithm, solve};
use tris::lab::positions::{Bytes, classify, count};
use tris::lab::sliding::Game;

fn main() {
    divan::main();
}

fn dims(m: i64, n: i64, k: i64) -> Dims {
    Dims::new(m, n, k).expect("a board")
}

/// A quiet position with eleven empty cells.
fn middle_game() -> Board {
    let rows = "X.O../.O.X./.X.X./O.XO.";
    let grid = rows
        .split('/')
        .map(|row| row.chars().map(Player::from_symbol).collect())
        .collect();
    Board::from_grid(dims(4, 5, 4), &grid, Some(Player::Second)).expect("a position")
}

#[divan::bench(args = ["alphabeta", "negascout", "memo", "negacstar"])]
fn solve_eleven_empty_cells(bencher: Bencher, name: &str) {
    let algorithm: Algorithm = name.parse().expect("an algorithm");
    let board = middle_game();
    let budget = Budget::unlimited(StopFlag::default());
    let run = || solve(algorithm, &board, None, &budget);
    let nodes = run().map_or(0, |solution| solution.nodes);
    bencher.counter(ItemsCount::new(nodes)).bench(run);
}

#[divan::bench(args = [[3, 3, 3], [3, 4, 3], [4, 4, 4]])]
fn count_positions(board: [i64; 3]) -> u64 {
    let [m, n, k] = black_box(board);
    let census = count(dims(m, n, k), Bytes(1e9), &mut |_| {});
    census.map_or(0, |census| census.total().positions)
}

#[divan::bench]
fn list_three_by_three() -> usize {
    let mut length = 0;
    if let Ok(book) = classify(dims(3, 3, 3), Bytes(1e9), &mut |_| {}) {
        let _ = book.each::<()>(&mut |text, _| {
            length += text.len();
            Ok(())
        });
    }
    length
}

#[divan::bench]
fn sliding_three_by_three() -> u8 {
    let game = Game::new(3, 1 << 30);
    game.map_or(0, |game| game.survey(&mut |_, _| {}).longest)
}
