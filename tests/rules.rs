//! The rules against a naive referee that counts everything again after every move.

mod common;

use std::collections::HashMap;

use common::rules::{Referee, other};
use proptest::prelude::*;
use tris::game::{BadPosition, Board, Dims, DimsError, Direction, Grid, IllegalMove, Outcome, Player, Point, Symmetry};

fn dims(rows: usize, cols: usize, k: usize) -> Dims {
    Dims::new(rows as i64, cols as i64, k as i64).expect("a board")
}

fn point((row, col): (usize, usize)) -> Point {
    Point {
        row: row as i64,
        col: col as i64,
    }
}

fn letter(outcome: Option<Outcome>) -> Option<char> {
    outcome.map(|outcome| match outcome {
        Outcome::Win(player) => player.symbol(),
        Outcome::Draw => '=',
    })
}

fn drawn(board: &Board) -> Vec<Vec<char>> {
    let dims = board.dims();
    (0..dims.rows())
        .map(|row| {
            (0..dims.cols())
                .map(|col| board.stone(dims.cell_at(row, col)))
                .map(|stone| stone.map_or('.', Player::symbol))
                .collect()
        })
        .collect()
}

fn grid_of(referee: &Referee) -> Grid {
    let row = |row: &Vec<char>| row.iter().map(|&c| Player::from_symbol(c)).collect();
    referee.grid.iter().map(row).collect()
}

fn legal_of(board: &Board) -> Vec<(usize, usize)> {
    let points = board.legal().map(|cell| board.dims().point(cell));
    points.map(|point| (point.row as usize, point.col as usize)).collect()
}

/// Everything that a board says, compared with the referee.
fn agree(board: &Board, referee: &Referee, last: Option<(usize, usize)>) {
    assert_eq!(drawn(board), referee.grid);
    assert_eq!(board.ply(), referee.stones());
    assert_eq!(board.empties(), referee.rows * referee.cols - referee.stones());
    assert_eq!(board.turn().symbol(), referee.turn);
    assert_eq!(letter(board.outcome()), referee.result());
    assert_eq!(legal_of(board), referee.legal());
    assert_eq!(board.key(), board.recomputed_key());
    for player in Player::BOTH {
        let stones = referee.grid.iter().flatten();
        let count = stones.filter(|&&c| c == player.symbol()).count();
        assert_eq!(board.counts()[player], count);
    }
    let run = board.winning_run().map(|run| {
        let points = run.into_iter().map(|cell| board.dims().point(cell));
        points
            .map(|point| (point.row as usize, point.col as usize))
            .collect::<Vec<_>>()
    });
    let expected = referee.result().filter(|&winner| winner != '=').and_then(|winner| {
        let mut runs = referee.runs(winner).into_iter();
        runs.find(|run| last.is_none_or(|last| run.contains(&last)))
    });
    assert_eq!(run, expected);
}

/// Every refusal that a position has to make, and that it changes nothing.
fn refusals(board: &mut Board, referee: &Referee) {
    let before = board.clone();
    let (rows, cols) = (referee.rows as i64, referee.cols as i64);
    let over = referee.result().is_some();
    let refused = |why| if over { IllegalMove::GameOver } else { why };
    for (row, col) in [(-1, 0), (0, -1), (rows, 0), (0, cols), (i64::MAX, i64::MIN)] {
        let answer = board.play(Point { row, col });
        assert_eq!(answer, Err(refused(IllegalMove::OffBoard)));
    }
    for row in 0..referee.rows {
        for col in 0..referee.cols {
            if referee.grid[row][col] != '.' {
                let answer = board.play(point((row, col)));
                assert_eq!(answer, Err(refused(IllegalMove::Occupied)));
            }
        }
    }
    assert_eq!(*board, before);
}

/// A board's shape and numbers from which moves are drawn.
fn games() -> impl Strategy<Value = (usize, usize, usize, Vec<prop::sample::Index>)> {
    let shape = (1..=9_usize, 1..=9_usize, 1..=11_usize);
    let moves = prop::collection::vec(any::<prop::sample::Index>(), 0..90);
    (shape, moves).prop_map(|((rows, cols, k), moves)| (rows, cols, k, moves))
}

/// Plays the game that the numbers choose; calls `each` after every move.
fn play_out(
    (rows, cols, k, moves): &(usize, usize, usize, Vec<prop::sample::Index>),
    mut each: impl FnMut(&mut Board, &Referee, (usize, usize)),
) -> (Board, Referee) {
    let mut board = Board::new(dims(*rows, *cols, *k));
    let mut referee = Referee::new(*rows, *cols, *k);
    for index in moves {
        let legal = referee.legal();
        if legal.is_empty() {
            break;
        }
        let chosen = *index.get(&legal);
        referee.play(chosen.0, chosen.1);
        let outcome = board.play(point(chosen)).expect("the referee allows it");
        assert_eq!(letter(outcome), referee.result());
        each(&mut board, &referee, chosen);
    }
    (board, referee)
}

proptest! {
    #[test]
    fn every_move_of_a_game_is_judged_as_the_referee_does(game in games()) {
        let mut agreed = 0;
        play_out(&game, |board, referee, last| {
            agree(board, referee, Some(last));
            if agreed % 7 == 0 || referee.result().is_some() {
                refusals(board, referee);
            }
            agreed += 1;
        });
    }

    #[test]
    fn undo_goes_back_through_every_position(game in games()) {
        let mut before = vec![Board::new(dims(game.0, game.1, game.2))];
        let (mut board, _) = play_out(&game, |board, _, _| before.push(board.clone()));
        let mut moves = board.moves().to_vec();
        while let Some(expected) = before.pop() {
            prop_assert_eq!(&board, &expected);
            prop_assert_eq!(board.undo(), moves.pop());
        }
        prop_assert_eq!(board, Board::new(dims(game.0, game.1, game.2)));
    }

    #[test]
    fn equal_positions_have_equal_keys_whatever_the_order_of_moves(game in games(), shuffle in any::<u64>()) {
        let (board, referee) = play_out(&game, |_, _, _| ());
        // The same stones in another order, on a board where no line ends the game early.
        let endless = dims(referee.rows, referee.cols, 1000);
        let mut dice = common::Dice::new(shuffle);
        let mut sides = [Vec::new(), Vec::new()];
        for (index, &cell) in board.moves().iter().enumerate() {
            let side = &mut sides[index % 2];
            side.insert(dice.below(side.len() + 1), cell);
        }
        let mut replayed = Board::new(endless);
        for index in 0..board.moves().len() {
            replayed.play(endless.point(sides[index % 2][index / 2])).expect("a free cell");
        }
        prop_assert_eq!(replayed.key(), board.key());
        prop_assert_eq!(drawn(&replayed), drawn(&board));
    }

    #[test]
    fn a_drawn_grid_is_the_same_position_as_the_played_one(game in games()) {
        let mut positions = Vec::new();
        play_out(&game, |board, referee, _| positions.push((board.clone(), referee.clone())));
        for (played, referee) in positions {
            let grid = grid_of(&referee);
            let from_grid = Board::from_grid(played.dims(), &grid, None).expect("a position");
            prop_assert_eq!(from_grid.key(), played.key());
            prop_assert_eq!(from_grid.turn(), played.turn());
            prop_assert!(from_grid.moves().is_empty());
            agree(&from_grid, &referee, None);
            let turn = Some(played.turn());
            prop_assert_eq!(Board::from_grid(played.dims(), &grid, turn).expect("a position"), from_grid);
        }
    }

    #[test]
    fn any_grid_is_taken_or_refused_for_the_right_reason(
        (rows, cols, k) in (1..=5_usize, 1..=5_usize, 1..=5_usize),
        letters in prop::collection::vec(prop::sample::select(vec!['.', '.', 'X', 'O']), 25),
        turn in prop::sample::select(vec![None, Some('X'), Some('O')]),
    ) {
        let mut referee = Referee::new(rows, cols, k);
        for row in 0..rows {
            for col in 0..cols {
                referee.grid[row][col] = letters[row * 5 + col];
            }
        }
        let count = |player| letters_of(&referee).filter(|&c| c == player).count() as i64;
        let balance = count('X') - count('O');
        let mover = match (turn, balance) {
            (Some(player), -1..=1) => Some(player),
            (None, 0) => Some('X'),
            (None, 1) => Some('O'),
            _ => None,
        };
        let answer = Board::from_grid(
            dims(rows, cols, k),
            &grid_of(&referee),
            turn.and_then(Player::from_symbol),
        );
        let lines = |player| !referee.runs(player).is_empty();
        match mover {
            None => prop_assert!(matches!(answer, Err(BadPosition::Counts { .. })), "{answer:?}"),
            Some(_) if lines('X') && lines('O') => prop_assert_eq!(answer, Err(BadPosition::TwoWinners)),
            Some(mover) if lines(mover) => {
                let winner = Player::from_symbol(mover).expect("a player");
                prop_assert_eq!(answer, Err(BadPosition::WinnerToMove(winner)));
            }
            Some(mover) => {
                referee.turn = mover;
                let board = answer.expect("a position");
                agree(&board, &referee, None);
                prop_assert_eq!(other(mover), (!board.turn()).symbol());
            }
        }
    }

    #[test]
    fn symmetric_games_have_symmetric_ends(game in games()) {
        let (board, referee) = play_out(&game, |_, _, _| ());
        let shape = board.dims();
        prop_assert_eq!(Symmetry::all(shape).count(), if referee.rows == referee.cols { 8 } else { 4 });
        for symmetry in Symmetry::all(shape) {
            let mut image = Board::new(shape);
            for &cell in board.moves() {
                image.play(shape.point(symmetry.apply(shape, cell))).expect("the image of a legal move");
            }
            prop_assert_eq!(image.outcome(), board.outcome());
            prop_assert_eq!(image.legal().count(), board.legal().count());
            for cell in shape.all_cells() {
                prop_assert_eq!(image.stone(symmetry.apply(shape, cell)), board.stone(cell));
                prop_assert_eq!(symmetry.inverse().apply(shape, symmetry.apply(shape, cell)), cell);
            }
        }
    }

    #[test]
    fn ragged_and_wrongly_sized_grids_are_refused(
        (rows, cols) in (1..=6_usize, 1..=6_usize),
        lengths in prop::collection::vec(0..=7_usize, 0..=7),
    ) {
        let grid: Grid = lengths.iter().map(|&length| vec![None; length]).collect();
        let fits = lengths.len() == rows && lengths.iter().all(|&length| length == cols);
        let answer = Board::from_grid(dims(rows, cols, 3), &grid, None);
        prop_assert_eq!(answer.is_ok(), fits);
        if lengths.len() != rows {
            let wrong_rows = matches!(answer, Err(BadPosition::Rows { .. }));
            prop_assert!(wrong_rows);
        } else if !fits {
            let wrong_columns = matches!(answer, Err(BadPosition::Columns { .. }));
            prop_assert!(wrong_columns);
        }
    }
}

fn letters_of(referee: &Referee) -> impl Iterator<Item = char> {
    referee.grid.iter().flatten().copied()
}

/// Visits every position of every complete game.
fn explore(board: &mut Board, visit: &mut dyn FnMut(&Board)) {
    visit(board);
    let cells: Vec<_> = board.legal().collect();
    for cell in cells {
        board.play_unchecked(cell);
        explore(board, visit);
        board.undo();
    }
}

#[test]
fn tic_tac_toe_has_its_known_numbers() {
    let mut ends: HashMap<(usize, Option<Outcome>), u64> = HashMap::new();
    let mut keys: HashMap<u64, Vec<Vec<char>>> = HashMap::new();
    explore(&mut Board::new(dims(3, 3, 3)), &mut |board| {
        if board.outcome().is_some() {
            *ends.entry((board.ply(), board.outcome())).or_default() += 1;
        }
        let grid = keys.entry(board.key()).or_insert_with(|| drawn(board));
        assert_eq!(*grid, drawn(board), "one key, one position");
    });
    assert_eq!(ends.values().sum::<u64>(), 255_168);
    assert_eq!(keys.len(), 5_478);
    let of_result = |wanted: Option<Outcome>| -> u64 {
        let matching = ends.iter().filter(|((_, outcome), _)| *outcome == wanted);
        matching.map(|(_, count)| count).sum()
    };
    assert_eq!(of_result(Some(Outcome::Win(Player::First))), 131_184);
    assert_eq!(of_result(Some(Outcome::Win(Player::Second))), 77_904);
    assert_eq!(of_result(Some(Outcome::Draw)), 46_080);
}

#[test]
fn tic_tac_toe_positions_are_765_up_to_symmetry() {
    let shape = dims(3, 3, 3);
    let mut classes = std::collections::HashSet::new();
    explore(&mut Board::new(shape), &mut |board| {
        let images = Symmetry::all(shape).map(|symmetry| {
            let mut image = vec!['.'; 9];
            for cell in shape.all_cells() {
                let stone = board.stone(cell).map_or('.', Player::symbol);
                image[symmetry.apply(shape, cell).index()] = stone;
            }
            image
        });
        classes.insert(images.min().expect("eight images"));
    });
    assert_eq!(classes.len(), 765);
}

fn perft(rows: usize, cols: usize, k: usize, depth: u64) -> u64 {
    let mut board = Board::new(dims(rows, cols, k));
    let count = board.perft(depth, &mut |_| false);
    assert_eq!(board, Board::new(dims(rows, cols, k)), "the board is left as it was");
    count.expect("nobody stops it")
}

#[test]
fn perft_of_tic_tac_toe_is_known() {
    let counts = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872, 0];
    for (depth, &expected) in counts.iter().enumerate() {
        assert_eq!(perft(3, 3, 3, depth as u64), expected, "depth {depth}");
    }
}

#[test]
fn perft_agrees_with_the_referee_on_small_boards() {
    for (rows, cols, k, deepest) in [
        (1, 1, 1, 2),
        (1, 1, 2, 2),
        (1, 5, 2, 6),
        (2, 2, 2, 5),
        (2, 3, 3, 7),
        (3, 2, 2, 7),
        (2, 4, 9, 9),
        (4, 3, 3, 5),
        (4, 4, 4, 4),
        (3, 5, 1, 3),
    ] {
        for depth in 0..=deepest {
            assert_eq!(
                perft(rows, cols, k, depth as u64),
                Referee::new(rows, cols, k).perft(depth),
                "{rows} {cols} {k} depth {depth}"
            );
        }
    }
}

#[test]
fn perft_ends_when_it_is_told_to() {
    let mut board = Board::new(dims(4, 4, 4));
    let mut asked = 0;
    let count = board.perft(12, &mut |_| {
        asked += 1;
        asked == 100
    });
    assert_eq!((count, asked), (None, 100));
    assert_eq!(board, Board::new(dims(4, 4, 4)));
}

#[test]
fn more_than_k_in_a_row_wins_too_and_the_whole_run_is_named() {
    for direction in Direction::ALL {
        let (down, right) = match direction {
            Direction::Row => (0, 1),
            Direction::Column => (1, 0),
            Direction::Diagonal => (1, 1),
            Direction::AntiDiagonal => (1, -1),
        };
        let cell = |step: i64| Point {
            row: 2 + down * step,
            col: if right < 0 { 8 - step } else { 1 + right * step },
        };
        let mut board = Board::new(dims(10, 10, 4));
        // X leaves the middle of seven free; O plays where no line comes about.
        let free = |index: i64| Point {
            row: 9 - (index % 2),
            col: 9 - index - (index / 2) % 2,
        };
        for (index, step) in [0, 1, 2, 4, 5, 6].into_iter().enumerate() {
            assert_eq!(board.play(cell(step)), Ok(None));
            assert_eq!(board.play(free(index as i64)), Ok(None), "{direction:?}");
        }
        assert_eq!(board.play(cell(3)), Ok(Some(Outcome::Win(Player::First))));
        let run = board.winning_run().expect("a line");
        let expected: Vec<_> = (0..7).filter_map(|step| board.dims().cell(cell(step))).collect();
        assert_eq!(run, expected, "{direction:?}");
    }
}

#[test]
fn a_k_beyond_the_board_is_a_draw_in_the_end() {
    let mut board = Board::new(dims(2, 3, 4));
    for index in 0..6 {
        let end = board.play(Point {
            row: index / 3,
            col: index % 3,
        });
        assert_eq!(end, Ok((index == 5).then_some(Outcome::Draw)));
    }
}

#[test]
fn the_last_cell_can_win() {
    let mut board = Board::new(dims(1, 3, 2));
    board.play(Point { row: 0, col: 0 }).expect("legal");
    board.play(Point { row: 0, col: 2 }).expect("legal");
    let end = board.play(Point { row: 0, col: 1 });
    assert_eq!(end, Ok(Some(Outcome::Win(Player::First))));
    assert_eq!(board.empties(), 0);
}

#[test]
fn all_board_sizes_up_to_the_limit_exist_and_no_others() {
    let limit = i64::from(Dims::MAX_SIDE);
    assert!(limit >= 100);
    for side in 1..=limit {
        assert!(Dims::new(side, limit, 5).is_ok() && Dims::new(limit, side, 5).is_ok());
    }
    for k in [1, 100, 101, 1_000_000, i64::MAX - 1] {
        assert!(Dims::new(100, 100, k).is_ok());
    }
    for (rows, cols, k) in [(0, 1, 1), (1, 0, 1), (1, 1, 0), (-1, 300, 1), (i64::MIN, 1, 1)] {
        assert_eq!(Dims::new(rows, cols, k), Err(DimsError::BelowOne));
    }
    for (rows, cols) in [(limit + 1, 1), (1, limit + 1), (i64::MAX, i64::MAX)] {
        assert_eq!(Dims::new(rows, cols, 1), Err(DimsError::TooLarge));
    }
}

#[test]
fn a_line_on_the_largest_board_is_found_in_its_far_corner() {
    let side = Dims::MAX_SIDE as usize;
    let mut board = Board::new(dims(side, side, 5));
    for index in 0..4 {
        let last = side - 1 - index;
        assert_eq!(board.play(point((last, last))), Ok(None));
        assert_eq!(board.play(point((0, 2 * index))), Ok(None));
    }
    let end = board.play(point((side - 5, side - 5)));
    assert_eq!(end, Ok(Some(Outcome::Win(Player::First))));
    assert_eq!(board.winning_run().map(|run| run.len()), Some(5));
}
