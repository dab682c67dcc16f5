//! The classic algorithms against the naive truth and against each other.

use proptest::prelude::*;
use tris::budget::{Budget, StopFlag};
use tris::game::{Board, Cell, Dims, Grid, Outcome, Player, Point};
use tris::lab::classic::{Algorithm, deepen, solve};
use tris::score::Score;

/// The value by exhaustive search with nothing clever in it.
fn truth(board: &mut Board) -> Score {
    match board.outcome() {
        Some(Outcome::Win(_)) => return Score::Loss(0),
        Some(Outcome::Draw) => return Score::Draw,
        None => {}
    }
    let replies: Vec<Score> = board
        .legal()
        .collect::<Vec<Cell>>()
        .into_iter()
        .map(|cell| {
            board.play_unchecked(cell);
            let value = truth(board);
            board.undo();
            value
        })
        .collect();
    let losses = replies
        .iter()
        .filter_map(|r| if let Score::Loss(n) = r { Some(n + 1) } else { None });
    if let Some(fastest) = losses.min() {
        return Score::Win(fastest);
    }
    if replies.contains(&Score::Draw) {
        return Score::Draw;
    }
    let wins = replies
        .iter()
        .filter_map(|r| if let Score::Win(n) = r { Some(n + 1) } else { None });
    Score::Loss(wins.max().unwrap_or(0))
}

fn grid(rows: &str) -> Grid {
    rows.split('/')
        .map(|row| row.chars().map(Player::from_symbol).collect())
        .collect()
}

fn unlimited() -> Budget {
    Budget::unlimited(StopFlag::default())
}

/// Every move of a best line must keep the value, and the line must end where the value says.
fn check_line(board: &Board, score: Score, line: &[Cell]) {
    let mut board = board.clone();
    let mut left = score;
    for &cell in line {
        assert!(board.outcome().is_none() && board.stone(cell).is_none());
        board.play_unchecked(cell);
        let after = truth(&mut board);
        left = match left {
            Score::Win(n) => Score::Loss(n - 1),
            Score::Loss(n) => Score::Win(n - 1),
            other => other,
        };
        assert_eq!(after, left);
    }
    assert!(board.outcome().is_some(), "the line stops before the game does");
}

fn check(board: &Board) {
    let wanted = truth(&mut board.clone());
    for algorithm in Algorithm::ALL {
        let found = solve(algorithm, board, None, &unlimited()).unwrap();
        assert_eq!(found.score, wanted, "{algorithm} on {board:?}");
        assert!(found.nodes > 0);
        check_line(board, found.score, &found.line);
    }
}

/// A board with some moves played, never past the end of the game.
fn played(dims: Dims, choices: &[usize], leave: usize) -> Board {
    let mut board = Board::new(dims);
    for choice in choices {
        let legal: Vec<Cell> = board.legal().collect();
        if legal.len() <= leave {
            break;
        }
        board.play_unchecked(legal[choice % legal.len()]);
    }
    board
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn all_agree_with_the_truth(
        (rows, cols, k) in (1_i64..=4, 1_i64..=5, 1_i64..=5),
        choices in prop::collection::vec(0_usize..64, 20),
    ) {
        check(&played(Dims::new(rows, cols, k).unwrap(), &choices, 7));
    }

    #[test]
    fn all_agree_under_a_depth_limit(
        (rows, cols, k) in (2_i64..=5, 2_i64..=5, 2_i64..=4),
        choices in prop::collection::vec(0_usize..64, 0..20),
        depth in 0_usize..=3,
    ) {
        let board = played(Dims::new(rows, cols, k).unwrap(), &choices, 0);
        let first = solve(Algorithm::Minimax, &board, Some(depth), &unlimited()).unwrap();
        prop_assert!(first.line.len() <= depth);
        for algorithm in Algorithm::ALL {
            let found = solve(algorithm, &board, Some(depth), &unlimited()).unwrap();
            prop_assert_eq!(found.score, first.score, "{}", algorithm);
            prop_assert_eq!(found.line.len(), first.line.len(), "{}", algorithm);
        }
    }
}

#[test]
fn the_empty_board_of_three_is_a_draw() {
    let board = Board::new(Dims::new(3, 3, 3).unwrap());
    for algorithm in Algorithm::ALL {
        let found = solve(algorithm, &board, None, &unlimited()).unwrap();
        assert_eq!((found.score, found.line.len()), (Score::Draw, 9));
    }
    // Every path of the game tree: known from the counts of games by length.
    let nodes = |algorithm| solve(algorithm, &board, None, &unlimited()).unwrap().nodes;
    assert_eq!(nodes(Algorithm::Minimax), 549_946);
    assert_eq!(nodes(Algorithm::Negamax), 549_946);
    assert!(nodes(Algorithm::AlphaBeta) < nodes(Algorithm::Negamax) / 10);
    assert!(nodes(Algorithm::Memo) < nodes(Algorithm::AlphaBeta) / 2);
}

#[test]
fn only_one_move_draws_where_depth_weights_mislead() {
    let dims = Dims::new(4, 5, 4).unwrap();
    let board = Board::from_grid(dims, &grid("...../...../.X.X./O.XO."), Some(Player::Second)).unwrap();
    // Without memory the others need minutes for fourteen empty cells.
    for algorithm in [Algorithm::Memo, Algorithm::NegaCStar] {
        for cell in board.legal() {
            let mut after = board.clone();
            after.play_unchecked(cell);
            let found = solve(algorithm, &after, None, &unlimited()).unwrap();
            let draws = dims.point(cell) == Point { row: 2, col: 2 };
            assert_eq!(found.score == Score::Draw, draws, "{algorithm} {cell:?}");
            assert_eq!(matches!(found.score, Score::Win(_)), !draws, "{algorithm} {cell:?}");
        }
        let found = solve(algorithm, &board, None, &unlimited()).unwrap();
        assert_eq!(found.score, Score::Draw);
        assert_eq!(dims.point(found.line[0]), Point { row: 2, col: 2 });
    }
}

#[test]
fn a_budget_ends_every_algorithm() {
    let board = Board::new(Dims::new(15, 15, 5).unwrap());
    for algorithm in Algorithm::ALL {
        let stop = StopFlag::default();
        stop.raise();
        assert_eq!(solve(algorithm, &board, None, &Budget::unlimited(stop)), None);
    }
}

#[test]
fn deepening_ends_with_the_proven_value() {
    let dims = Dims::new(3, 3, 3).unwrap();
    let board = Board::from_grid(dims, &grid("X../.O./..X"), None).unwrap();
    for algorithm in Algorithm::ALL {
        let mut depths = Vec::new();
        let found = deepen(algorithm, &board, &unlimited(), &mut |depth, _| depths.push(depth)).unwrap();
        assert_eq!(found.score, truth(&mut board.clone()));
        assert_eq!(depths, (1..=depths.len()).collect::<Vec<_>>());
    }
}
