//! The search against plain minimax, and its promises about proven scores.

use std::collections::HashMap;

use proptest::prelude::*;

use super::variety::Variety;
use super::*;
use crate::budget::{Limits, StopFlag};
use crate::game::{Dims, Outcome, Player};

/// The value of a position by looking at every game: positive if the side to move wins, and how far the end is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Truth {
    Loss(u32),
    Draw,
    Win(u32),
}

impl Truth {
    fn rank(self) -> i64 {
        match self {
            Truth::Loss(plies) => -1_000 + i64::from(plies),
            Truth::Draw => 0,
            Truth::Win(plies) => 1_000 - i64::from(plies),
        }
    }

    fn before(self) -> Truth {
        match self {
            Truth::Loss(plies) => Truth::Win(plies + 1),
            Truth::Draw => Truth::Draw,
            Truth::Win(plies) => Truth::Loss(plies + 1),
        }
    }
}

fn minimax(board: &mut Board, memory: &mut HashMap<u64, Truth>) -> Truth {
    match board.outcome() {
        Some(Outcome::Win(_)) => return Truth::Loss(0),
        Some(Outcome::Draw) => return Truth::Draw,
        None => {}
    }
    if let Some(&known) = memory.get(&board.key()) {
        return known;
    }
    let cells: Vec<Cell> = board.legal().collect();
    let mut best = Truth::Loss(0);
    for cell in cells {
        board.play_unchecked(cell);
        let truth = minimax(board, memory).before();
        board.undo();
        if truth.rank() > best.rank() {
            best = truth;
        }
    }
    memory.insert(board.key(), best);
    best
}

fn job(board: &Board, goal: Goal, limits: &Limits) -> Job {
    Job {
        board: board.clone(),
        goal,
        budget: Budget::new(limits, board.turn(), usize::MAX, Duration::ZERO, StopFlag::default()),
        lines: 1,
        only: Vec::new(),
        variety: Variety::NONE,
        threads: 1,
    }
}

fn random_board(rows: i64, cols: i64, k: i64, picks: &[u16]) -> Board {
    let mut board = Board::new(Dims::new(rows, cols, k).unwrap());
    for &pick in picks {
        let mut legal: Vec<Cell> = board.legal().collect();
        let start = usize::from(pick) % legal.len();
        legal.rotate_left(start);
        // The first move that does not end the game, so that the board fills up.
        let quiet = legal.into_iter().find(|&cell| {
            let mut next = board.clone();
            next.play_unchecked(cell);
            next.outcome().is_none()
        });
        match quiet {
            Some(cell) => board.play_unchecked(cell),
            None => break,
        }
    }
    board
}

/// Checks one position: exact proof, right claims, a best move that keeps the value, a legal line.
fn check(board: &Board) -> Result<(), TestCaseError> {
    let mut memory = HashMap::new();
    let truth = minimax(&mut board.clone(), &mut memory);
    let limits = Limits {
        infinite: true,
        ..Limits::default()
    };
    let proved = AlphaBeta::new(1).search(&job(board, Goal::Prove, &limits), &mut |_| ());
    let expected = match truth {
        Truth::Win(plies) => Proof::Win(plies),
        Truth::Loss(plies) => Proof::Loss(plies),
        Truth::Draw => Proof::Draw,
    };
    prop_assert_eq!(proved.proof, expected);
    let mut wrong = Vec::new();
    let played = AlphaBeta::new(1).search(&job(board, Goal::Play, &limits), &mut |report| {
        let right = match report.score {
            Score::Estimate(_) => true,
            Score::Win(plies) => {
                matches!(truth, Truth::Win(least) if least <= plies && plies % 2 == 1)
            }
            Score::Loss(plies) => {
                matches!(truth, Truth::Loss(least) if least <= plies && plies % 2 == 0)
            }
            Score::Draw => truth == Truth::Draw,
        };
        if !right || !is_playable(board, &report.line) {
            wrong.push(report);
        }
    });
    prop_assert!(wrong.is_empty(), "truth {:?}, reported {:?}", truth, wrong);
    let mut after = board.clone();
    after.play_unchecked(played.best);
    let kept = minimax(&mut after, &mut memory).before();
    prop_assert_eq!(kept.rank().signum(), truth.rank().signum());
    if matches!(truth, Truth::Loss(_)) {
        prop_assert_eq!(kept, truth, "the longest resistance");
    }
    Ok(())
}

fn is_playable(board: &Board, line: &[Cell]) -> bool {
    let mut board = board.clone();
    line.iter().all(|&cell| board.play(board.dims().point(cell)).is_ok())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn small_boards_are_searched_exactly(
        rows in 1_i64..5, cols in 1_i64..5, k in 1_i64..6,
        picks in prop::collection::vec(any::<u16>(), 3..14)
    ) {
        let cells = (rows * cols) as usize;
        // Leave at least one empty cell and no more than eleven, so that minimax is quick.
        let stones = picks.len().clamp(cells.saturating_sub(11), (cells - 1).max(cells.saturating_sub(11)));
        let mut picks = picks;
        picks.resize(stones, 7);
        let board = random_board(rows, cols, k, &picks);
        prop_assume!(board.empties() <= 11);
        check(&board)?;
    }

    #[test]
    fn larger_boards_near_the_end_are_searched_exactly(picks in prop::collection::vec(any::<u16>(), 26..29)) {
        let board = random_board(6, 6, 4, &picks);
        prop_assume!(board.empties() <= 10);
        check(&board)?;
    }
}

#[test]
fn the_classic_values_are_proven() {
    let limits = Limits {
        infinite: true,
        ..Limits::default()
    };
    for (dims, expected) in [
        ((1, 1, 1), Proof::Win(1)),
        ((1, 2, 2), Proof::Draw),
        ((2, 2, 2), Proof::Win(3)),
        ((3, 3, 3), Proof::Draw),
        ((4, 3, 3), Proof::Win(7)),
        ((4, 4, 3), Proof::Win(5)),
        ((4, 4, 4), Proof::Draw),
        ((5, 5, 5), Proof::Draw),
        ((9, 9, 100), Proof::Draw),
    ] {
        let board = Board::new(Dims::new(dims.0, dims.1, dims.2).unwrap());
        let answer = AlphaBeta::new(16).search(&job(&board, Goal::Prove, &limits), &mut |_| ());
        assert_eq!(answer.proof, expected, "{dims:?}");
    }
}

#[test]
fn node_and_depth_limits_are_kept_and_reproducible() {
    let board = random_board(15, 15, 5, &[112, 97, 113, 90, 140]);
    let run = |limits: &Limits| {
        let mut depths = Vec::new();
        let answer = AlphaBeta::new(4).search(&job(&board, Goal::Play, limits), &mut |report| {
            depths.push(report.depth);
        });
        (answer.best, answer.nodes, depths)
    };
    for nodes in [1, 2, 100, 5_000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let first = run(&limits);
        assert_eq!(first, run(&limits));
        assert_eq!(first.1, nodes);
    }
    for depth in 1..4 {
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let first = run(&limits);
        assert_eq!(first, run(&limits));
        assert_eq!(first.2.last(), Some(&depth));
    }
}

#[test]
fn weak_levels_differ_from_the_best_but_stay_legal() {
    let board = random_board(9, 9, 5, &[40, 41, 31, 30]);
    let mut moves = std::collections::HashSet::new();
    for seed in 0..40 {
        let limits = Limits {
            depth: Some(2),
            ..Limits::default()
        };
        let variety = Variety { skill: 0, seed };
        let weak = Job {
            variety,
            ..job(&board, Goal::Play, &limits)
        };
        let mut last = None;
        let answer = AlphaBeta::new(1).search(&weak, &mut |report| last = Some(report));
        assert_eq!(last.unwrap().line[0], answer.best);
        assert!(board.check(board.dims().point(answer.best)).is_ok());
        moves.insert(answer.best);
    }
    assert!(moves.len() > 1);
    assert_eq!(board.turn(), Player::First);
}

#[test]
fn a_draw_by_pairings_is_known_on_large_boards() {
    let mut board = Board::new(Dims::new(30, 30, 10).unwrap());
    for cell in [14 * 30 + 14, 15 * 30 + 15, 14 * 30 + 15] {
        board.play_unchecked(Cell(cell));
    }
    let limits = Limits {
        nodes: Some(2_000),
        ..Limits::default()
    };
    for goal in [Goal::Play, Goal::Prove] {
        let mut last = None;
        let answer = AlphaBeta::new(1).search(&job(&board, goal, &limits), &mut |report| last = Some(report));
        assert_eq!(answer.proof, Proof::Draw);
        let last = last.unwrap();
        assert_eq!((last.score, last.line[0]), (Score::Draw, answer.best));
    }
}

/// The win that a search proves in so many nodes, if one is due in so many plies.
fn proven_win(board: &Board, due: Option<u32>) -> Option<u32> {
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let answer = team::search(&job(board, Goal::Play, &limits), due, &Table::new(1), &mut |_| ());
    match answer.proof {
        Proof::Win(plies) | Proof::WinAtMost(plies) => Some(plies),
        _ => None,
    }
}

#[test]
fn a_win_that_is_due_earlier_than_the_first_one_found_is_looked_for() {
    let (mut shorter, mut longer) = (0, 0);
    for seed in 0..60_u16 {
        let picks: Vec<u16> = (0..14)
            .map(|index| (seed * 14 + index).wrapping_mul(7919) % 6151)
            .collect();
        let board = random_board(12, 12, 5, &picks);
        let Some(found) = proven_win(&board, None).filter(|&plies| plies > 3) else {
            continue;
        };
        let second = proven_win(&board, Some(found - 2)).expect("a win that was found is kept");
        shorter += usize::from(second < found);
        longer += usize::from(second > found);
    }
    assert_eq!(longer, 0);
    assert!(shorter > 0, "some first wins are not the shortest");
}

#[test]
fn an_announced_win_is_due_after_the_answer_to_its_move() {
    let mut board = random_board(9, 9, 5, &[]);
    for cell in [40, 3, 41, 5, 42, 70] {
        board.play_unchecked(Cell(cell));
    }
    let mut engine = AlphaBeta::new(1);
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let answer = engine.search(&job(&board, Goal::Play, &limits), &mut |_| ());
    let plies = match answer.proof {
        Proof::Win(plies) | Proof::WinAtMost(plies) => plies,
        _ => panic!("three in a row win"),
    };
    assert_eq!(engine.pledge.due(&board), None);
    board.play_unchecked(answer.best);
    let answers: Vec<Cell> = board.legal().collect();
    for cell in answers {
        board.play_unchecked(cell);
        assert_eq!(engine.pledge.due(&board), Some(plies - 2));
        board.undo();
    }
    engine.forget();
    board.play_unchecked(Cell(0));
    assert_eq!(engine.pledge.due(&board), None);
}

#[test]
fn a_lost_position_is_defended_as_long_as_that_is_known() {
    // The first player wins in ten plies more, but in eight after a stone at 2 4.
    let mut board = Board::new(Dims::new(7, 6, 4).unwrap());
    board.play_unchecked(Cell(3 * 6 + 3));
    let limits = Limits {
        nodes: Some(60_000),
        ..Limits::default()
    };
    let answer = AlphaBeta::new(4).search(&job(&board, Goal::Play, &limits), &mut |_| ());
    assert!(matches!(answer.proof, Proof::Loss(10) | Proof::LossAtMost(10)));
    assert_ne!(answer.best, Cell(2 * 6 + 4));
}
