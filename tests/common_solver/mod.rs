//! What the solver's tests share: boards, exhaustive search, switches.
#![allow(dead_code)]

use std::collections::HashMap;
use std::time::Duration;

use tris::budget::{Budget, Limits, StopFlag};
use tris::game::hash::mix;
use tris::game::{Board, Cell, Dims, Outcome, Point};
use tris::score::Proof;
use tris::solver::known::Switches;
use tris::solver::{Options, solve};

/// The board after moves written as "r c r c …".
pub fn board_of(dims: &str, moves: &str) -> Board {
    let numbers = |text: &str| {
        text.split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect::<Vec<i64>>()
    };
    let size = numbers(dims);
    let mut board = Board::new(Dims::new(size[0], size[1], size[2]).unwrap());
    for pair in numbers(moves).chunks(2) {
        board
            .play(Point {
                row: pair[0],
                col: pair[1],
            })
            .unwrap();
    }
    board
}

/// A value as the result line has it.
pub fn value_text(proof: Proof) -> String {
    match proof {
        Proof::Win(plies) => format!("win {plies}"),
        Proof::Loss(plies) => format!("loss {plies}"),
        Proof::Draw => "draw".into(),
        other => format!("{other:?}"),
    }
}

/// Solves with some methods and a number of nodes.
pub fn solve_with(board: &Board, switches: Switches, nodes: u64) -> Proof {
    let options = Options {
        switches,
        megabytes: 64,
        ..Options::default()
    };
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let budget = Budget::new(
        &limits,
        board.turn(),
        board.empties(),
        Duration::ZERO,
        StopFlag::default(),
    );
    solve(board, budget, &options, &mut |_| (), None).unwrap().proof
}

/// All on, each off alone, all off.
pub fn switch_sets() -> Vec<Switches> {
    let all = Switches::ALL;
    vec![
        all,
        Switches {
            supersets: false,
            ..all
        },
        Switches {
            potential: false,
            ..all
        },
        Switches { pairing: false, ..all },
        Switches { zones: false, ..all },
        Switches { symmetry: false, ..all },
        Switches { table: false, ..all },
        Switches { forcing: false, ..all },
        Switches { passing: false, ..all },
        Switches {
            supersets: false,
            potential: false,
            pairing: false,
            zones: false,
            symmetry: false,
            table: false,
            forcing: false,
            passing: false,
        },
    ]
}

/// An unfinished position after at least `least` random moves.
pub fn random_board(rows: i64, cols: i64, k: i64, least: u64, seed: &mut u64) -> Board {
    let mut next = |below: u64| {
        *seed += 1;
        mix(*seed) % below
    };
    loop {
        let mut board = Board::new(Dims::new(rows, cols, k).unwrap());
        let moves = least + next(4);
        for _ in 0..moves {
            if board.outcome().is_none() {
                let legal: Vec<Cell> = board.legal().collect();
                board.play_unchecked(legal[next(legal.len() as u64) as usize]);
            }
        }
        if board.outcome().is_none() {
            return board;
        }
    }
}

/// The value by looking at every game.
pub fn exhaustive(board: &Board) -> Proof {
    match negamax(&mut board.clone(), &mut HashMap::new()) {
        0 => Proof::Draw,
        score if score > 0 => Proof::Win((FAR - score) as u32),
        score => Proof::Loss((FAR + score) as u32),
    }
}

const FAR: i32 = 1000;

/// `FAR` − plies for a win, minus that for a loss.
fn negamax(board: &mut Board, seen: &mut HashMap<Vec<u8>, i32>) -> i32 {
    match board.outcome() {
        Some(Outcome::Win(_)) => return -FAR,
        Some(Outcome::Draw) => return 0,
        None => {}
    }
    let key = board
        .dims()
        .all_cells()
        .map(|cell| board.stone(cell).map_or(0, |player| 1 + player as u8))
        .collect::<Vec<u8>>();
    if let Some(&score) = seen.get(&key) {
        return score;
    }
    let legal: Vec<Cell> = board.legal().collect();
    let mut best = -FAR;
    for cell in legal {
        board.play_unchecked(cell);
        let score = -negamax(board, seen);
        board.undo();
        // One ply further away.
        best = best.max(score - score.signum());
    }
    seen.insert(key, best);
    best
}
