//! Games in files: a name's ending chooses the format, and every other name is a plain list of moves.

use std::path::Path;

use crate::game::{Board, Player};
use crate::record::{self, Format, GameRecord};

/// A game that can be saved and gone on with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The position with its moves.
    pub board: Board,
    /// Who gave up.
    pub resigned: Option<Player>,
}

impl From<Board> for Game {
    fn from(board: Board) -> Game {
        Game { board, resigned: None }
    }
}

fn format(path: &Path) -> Format {
    Format::of(&path.to_string_lossy()).unwrap_or(Format::Text)
}

/// The text of a file that holds this game.
pub fn write(path: &Path, game: &Game) -> Result<String, String> {
    let mut record = GameRecord::of(&game.board).ok_or("only a game from the empty board can be saved")?;
    record.resigned = game.resigned;
    let format = format(path);
    record::save(format, &record).map_err(|loss| format!("{loss}; a name in .txt or .sgf can hold this game"))
}

/// The game that a file holds.
pub fn read(path: &Path, text: &[u8]) -> Result<Game, String> {
    // Old files have names in old encodings; the moves are plain in all of them.
    let text = String::from_utf8_lossy(text);
    let record = record::load_as(format(path), &text).map_err(|error| error.to_string())?;
    Ok(Game {
        board: record.board().clone(),
        resigned: record.resigned,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Dims;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read_again(choices in prop::collection::vec(0_usize..1000, 0..30), gives_up: bool) {
            let mut game = Game::from(Board::new(Dims::new(6, 7, 5).unwrap()));
            for choice in choices {
                let legal: Vec<_> = game.board.legal().collect();
                if let Some(&cell) = legal.get(choice % legal.len().max(1)) {
                    game.board.play_unchecked(cell);
                }
            }
            game.resigned = (gives_up && game.board.outcome().is_none()).then(|| game.board.turn());
            for name in ["game.txt", "game.SGF", "game", "game.psq"] {
                let path = Path::new(name);
                match write(path, &game) {
                    Ok(text) => prop_assert_eq!(read(path, text.as_bytes()), Ok(game.clone())),
                    Err(_) => prop_assert!(name.ends_with("psq") && game.resigned.is_some()),
                }
            }
        }
    }

    #[test]
    fn broken_files_name_the_place() {
        let error = |name: &str, text: &str| read(Path::new(name), text.as_bytes()).unwrap_err();
        assert_eq!(error("x", ""), "line 1, column 1: expected a number of rows M");
        assert_eq!(
            error("x.txt", "3 3 3\n1 1\n\n1 1\n"),
            "line 4, column 1: move to row 1 column 1: occupied"
        );
        assert_eq!(
            error("x.SGF", "3 3 3\n"),
            "line 1, column 1: expected ( at the start of a game"
        );
    }

    #[test]
    fn a_format_that_cannot_hold_the_game_is_refused_with_advice() {
        let game = Game::from(Board::new(Dims::new(3, 3, 3).unwrap()));
        let refusal = write(Path::new("x.psq"), &game).unwrap_err();
        assert_eq!(
            refusal,
            "the format knows only five in a row and would lose K; a name in .txt or .sgf can hold this game"
        );
    }
}
