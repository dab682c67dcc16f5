//! What `tris draw` is to draw: a list of moves, a position as the protocol has it, or the record in a file.

use std::path::Path;

use crate::cli::Failure;
use crate::cli::convert;
use crate::game::{Board, ByPlayer, Dims, Player};
use crate::mnk::command::Command;
use crate::mnk::parser::{self, Fault};
use crate::record::{self, Format};
use crate::session::Setup;

/// The command whose arguments a position may be.
const COMMAND: &str = "position ";

/// A position with what is known about the game.
pub struct Game {
    pub board: Board,
    pub players: ByPlayer<Option<String>>,
    /// Who gave up here.
    pub resigned: Option<Player>,
}

/// The position that some words name, after its first `ply` moves.
pub fn read(words: &[String], ply: Option<usize>) -> Result<Game, Failure> {
    let text = words.join(" ");
    let text = text.trim();
    let text = text.strip_prefix(COMMAND).unwrap_or(text).trim_start();
    let mut game = if is_written(text) {
        written(text).map_err(Failure::Message)?
    } else {
        let record = convert::load(text, Format::of(text).unwrap_or(Format::Text))?;
        Game {
            board: record.board().clone(),
            players: record.players.clone(),
            resigned: record.resigned,
        }
    };
    if let Some(ply) = ply {
        rewind(&mut game, ply).map_err(Failure::Message)?;
    }
    Ok(game)
}

/// Whether this is the position itself: several words that begin with a number, unless a file has that name.
fn is_written(text: &str) -> bool {
    let several = text.contains(char::is_whitespace);
    several && text.starts_with(|c: char| c.is_ascii_digit()) && !Path::new(text).is_file()
}

fn written(text: &str) -> Result<Game, String> {
    let board = if text.contains("grid") || text.contains("moves") {
        board(&setup(text)?)?
    } else {
        let record = record::load_as(Format::Text, text).map_err(|error| error.to_string())?;
        record.board().clone()
    };
    Ok(Game {
        board,
        players: ByPlayer([None, None]),
        resigned: None,
    })
}

fn setup(text: &str) -> Result<Setup, String> {
    let line = format!("{COMMAND}{text}");
    match parser::line(&line).map(|parsed| parsed.command) {
        Some(Ok(Command::Position(setup))) => Ok(*setup),
        Some(Err(Fault::Syntax { column, expected })) => {
            let column = column.saturating_sub(COMMAND.len());
            Err(format!("column {column}: expected {expected}"))
        }
        _ => Err("not a position".into()),
    }
}

fn board(setup: &Setup) -> Result<Board, String> {
    let [rows, cols, k] = setup.dims;
    let dims = Dims::new(rows, cols, k).map_err(|error| error.to_string())?;
    let mut board = match &setup.grid {
        None => Board::new(dims),
        Some(grid) => Board::from_grid(dims, grid, setup.turn).map_err(|error| error.to_string())?,
    };
    for (index, &point) in setup.moves.iter().enumerate() {
        let played = board.play(point);
        played.map_err(|error| format!("move {} ({point}): {error}", index + 1))?;
    }
    Ok(board)
}

fn rewind(game: &mut Game, ply: usize) -> Result<(), String> {
    let moves = game.board.moves().len();
    if ply > moves {
        return Err(format!("--ply {ply}: the game ends with move {moves}"));
    }
    if ply < moves {
        game.resigned = None;
    }
    for _ in ply..moves {
        game.board.undo();
    }
    Ok(())
}
