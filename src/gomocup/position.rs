//! Positions as clients of this protocol give them: stones in any order, stones taken away, openings. Every
//! function does all it says or changes nothing.

use super::command::Owner;
use super::reply::{Comma, Reply};
use crate::game::{Board, Grid, IllegalMove, Player, Point};
use crate::session::{Session, SessionError, Setup};

/// The board, once there is one.
pub fn open(session: &Session) -> Result<&Board, Reply> {
    session
        .board()
        .map_err(|_| Reply::Error("there is no board yet, begin with START".into()))
}

/// Plays the opponent's stone; one that ends the game leaves nothing to answer and is not played.
pub fn opponent_plays(point: Point, session: &mut Session) -> Result<(), Reply> {
    if session.play(point).map_err(|error| refuse(&error))?.is_none() {
        return Ok(());
    }
    // It was played just now.
    let _ = session.undo(1);
    Err(Reply::Error(format!("the game is over with {}", Comma(point))))
}

/// Sets up the stones of a block; nothing changes if they make no position.
pub fn set_up(stones: &[(Point, Owner)], think: bool, k: i64, session: &mut Session) -> Result<(), Reply> {
    let board = open(session)?;
    let dims = board.dims();
    let count = |owner| stones.iter().filter(|(_, of)| *of == owner).count();
    // Who has begun follows from the stones, as the engine is to move.
    let own = if count(Owner::Own) < count(Owner::Opponent) {
        Player::Second
    } else {
        Player::First
    };
    let mut grid: Grid = vec![vec![None; dims.cols()]; dims.rows()];
    for &(point, owner) in stones {
        let cell = dims.cell(point).ok_or_else(|| illegal(IllegalMove::OffBoard, point))?;
        let place = &mut grid[cell.index() / dims.cols()][cell.index() % dims.cols()];
        if place.is_some() {
            return Err(illegal(IllegalMove::Occupied, point));
        }
        *place = Some(if owner == Owner::Own { own } else { !own });
    }
    let setup = setup_of(board, grid, own, k);
    let drawn = Board::from_grid(dims, setup.grid.as_ref().unwrap_or(&Grid::new()), setup.turn);
    match drawn.map(|board| board.outcome()) {
        Err(error) => return Err(Reply::Error(error.to_string())),
        Ok(Some(_)) if think => return Err(refuse(&SessionError::GameOver)),
        Ok(_) => {}
    }
    session.set_position(&setup).map(|_| ()).map_err(|error| refuse(&error))
}

/// Takes a stone away; its owner is to move again.
pub fn take_back(point: Point, session: &mut Session) -> Result<(), Reply> {
    let board = open(session)?;
    let dims = board.dims();
    let cell = dims.cell(point).ok_or_else(|| illegal(IllegalMove::OffBoard, point))?;
    let Some(owner) = board.stone(cell) else {
        return Err(Reply::Error(format!("no stone stands on {}", Comma(point))));
    };
    if board.moves().last() == Some(&cell) {
        return session.undo(1).map_err(|error| refuse(&error));
    }
    let mut grid = grid_of(board);
    grid[cell.index() / dims.cols()][cell.index() % dims.cols()] = None;
    let k = i64::try_from(dims.k()).unwrap_or(i64::MAX);
    let setup = setup_of(board, grid, owner, k);
    session.set_position(&setup).map(|_| ()).map_err(|error| refuse(&error))
}

/// Sets up the stones of an opening, in the order in which they were put down.
pub fn play_all(stones: &[Point], session: &mut Session) -> Result<(), Reply> {
    let board = open(session)?;
    // A finished game has no colours to choose from.
    let mut trial = Board::new(board.dims());
    for &point in stones {
        if trial.play(point).map_err(|why| illegal(why, point))?.is_some() {
            return Err(refuse(&SessionError::GameOver));
        }
    }
    let k = i64::try_from(board.dims().k()).unwrap_or(i64::MAX);
    let setup = setup_of(board, grid_of(&trial), trial.turn(), k);
    session.set_position(&setup).map(|_| ()).map_err(|error| refuse(&error))
}

fn grid_of(board: &Board) -> Grid {
    let dims = board.dims();
    (0..dims.rows())
        .map(|row| {
            (0..dims.cols())
                .map(|col| board.stone(dims.cell_at(row, col)))
                .collect()
        })
        .collect()
}

fn setup_of(board: &Board, grid: Grid, turn: Player, k: i64) -> Setup {
    let dims = board.dims();
    let side = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
    Setup {
        dims: [side(dims.rows()), side(dims.cols()), k],
        grid: Some(grid),
        turn: Some(turn),
        moves: Vec::new(),
    }
}

/// Three stones of which neither colour has much: by the edge, far apart.
pub fn opening(rows: usize, cols: usize) -> Vec<Point> {
    let at = |row: usize, col: usize| Point {
        row: row as i64,
        col: col as i64,
    };
    if rows >= 6 && cols >= 6 {
        return vec![at(0, 2), at(1, 4), at(4, 1)];
    }
    (0..3).map(|index| at(index / cols, index % cols)).collect()
}

/// Gives the stones on the board another K.
pub fn change_k(k: i64, session: &mut Session) -> Result<(), Reply> {
    let board = open(session)?;
    let setup = setup_of(board, grid_of(board), board.turn(), k);
    session.set_position(&setup).map(|_| ()).map_err(|error| refuse(&error))
}

fn illegal(why: IllegalMove, point: Point) -> Reply {
    Reply::Error(format!("{}: {why}", Comma(point)))
}

/// A refusal in the words of this protocol.
pub fn refuse(error: &SessionError) -> Reply {
    match error {
        SessionError::NoGame => Reply::Error("there is no board yet, begin with START".into()),
        SessionError::Illegal { why, point, .. } => illegal(*why, *point),
        error => Reply::Error(error.to_string()),
    }
}
