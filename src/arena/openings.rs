//! Starting positions: from a file, or drawn at random near the centre and kept if nothing is decided yet.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use serde_json::Value;

use super::random::Random;
use super::threats;
use crate::game::{Board, Cell, Dims, Player, Point, Symmetry};

/// Drawings without a new balanced opening after which the board is taken to have no more of them.
const TRIES: usize = 200;
/// Cells per opening stone, at least: small boards get fewer stones, or the opening would be the game.
const CELLS_PER_STONE: usize = 8;

/// An opening of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Its board.
    pub dims: Dims,
    /// Its moves, X first.
    pub moves: Vec<Cell>,
}

/// Where openings come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Openings of a file; boards that it lacks get random ones.
    pub book: Vec<Opening>,
    /// Stones of a random opening.
    pub stones: RangeInclusive<usize>,
    /// The seed of order and choice.
    pub seed: u64,
}

impl Source {
    /// Openings for `count` pairs of games on a board.
    pub fn draw(&self, dims: Dims, count: usize) -> Vec<Vec<Cell>> {
        let mut book: Vec<&Opening> = self.book.iter().filter(|opening| opening.dims == dims).collect();
        if book.is_empty() {
            return self.invent(dims, count);
        }
        // Files tend to be sorted by something, so that a short match from the top would not be typical.
        Random::new(self.seed, stream(dims)).shuffle(&mut book);
        book.iter()
            .cycle()
            .take(count)
            .map(|opening| opening.moves.clone())
            .collect()
    }

    /// Random openings, all different under the board's symmetries until there are no more; then they come again.
    fn invent(&self, dims: Dims, count: usize) -> Vec<Vec<Cell>> {
        let mut random = Random::new(self.seed, stream(dims));
        let mut seen = HashSet::new();
        let mut drawn = Vec::new();
        while drawn.len() < count {
            let fresh = (0..TRIES).find_map(|_| {
                let board = self.scatter(dims, &mut random)?;
                (threats::is_balanced(&board) && seen.insert(canonical(&board))).then(|| board.moves().to_vec())
            });
            match fresh {
                Some(opening) => drawn.push(opening),
                None => break,
            }
        }
        if drawn.is_empty() {
            // Everything near the centre is decided at once: what remains is the game itself.
            drawn.push(Vec::new());
        }
        drawn.into_iter().cycle().take(count).collect()
    }

    /// Some stones near the centre, unless they end the game.
    fn scatter(&self, dims: Dims, random: &mut Random) -> Option<Board> {
        let most = dims.cells() / CELLS_PER_STONE;
        let (low, high) = (*self.stones.start().min(&most), *self.stones.end().min(&most));
        let stones = low + random.below(high.saturating_sub(low) + 1);
        let centre: Vec<Cell> = central_cells(dims);
        let mut board = Board::new(dims);
        while board.ply() < stones && board.outcome().is_none() {
            let free: Vec<Cell> = centre
                .iter()
                .copied()
                .filter(|&cell| board.stone(cell).is_none())
                .collect();
            if free.is_empty() {
                break;
            }
            board.play_unchecked(free[random.below(free.len())]);
        }
        board.outcome().is_none().then_some(board)
    }
}

/// A number for each board, so that its openings do not depend on the other boards of a match.
fn stream(dims: Dims) -> u64 {
    dims.k() << 16 | (dims.rows() as u64) << 8 | dims.cols() as u64
}

/// The cells that matter at the beginning: about as far from the centre as half a line reaches.
fn central_cells(dims: Dims) -> Vec<Cell> {
    let reach = dims.line_length().map_or(2, |k| k / 2 + 1).max(2);
    let near = |index: usize, length: usize| (2 * index + 1).abs_diff(length) <= 2 * reach;
    dims.all_cells()
        .filter(|cell| {
            let (row, col) = (cell.index() / dims.cols(), cell.index() % dims.cols());
            near(row, dims.rows()) && near(col, dims.cols())
        })
        .collect()
}

/// The same value for positions that are the same under a symmetry of the board.
fn canonical(board: &Board) -> Vec<(Cell, bool)> {
    let dims = board.dims();
    let image = |symmetry: Symmetry| {
        let mut stones: Vec<_> = board
            .moves()
            .iter()
            .map(|&cell| (symmetry.apply(dims, cell), board.stone(cell) == Some(Player::First)))
            .collect();
        stones.sort_unstable();
        stones
    };
    Symmetry::all(dims).map(image).min().unwrap_or_default()
}

/// The openings of a file of JSON lines, objects with `m n k moves`.
pub fn parse_book(text: &str) -> Result<Vec<Opening>, String> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(index, line)| parse_opening(line).map_err(|error| format!("line {}: {error}", index + 1)))
        .collect()
}

fn parse_opening(line: &str) -> Result<Opening, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let number = |name: &str| value[name].as_i64().ok_or(format!("`{name}` is no number"));
    let dims = Dims::new(number("m")?, number("n")?, number("k")?).map_err(|error| error.to_string())?;
    let moves = value["moves"].as_array().ok_or("`moves` is no list")?;
    let mut board = Board::new(dims);
    for point in moves {
        let (Some(row), Some(col), None) = (point[0].as_i64(), point[1].as_i64(), point.get(2)) else {
            return Err(format!("{point} is no [row, column]"));
        };
        board
            .play(Point { row, col })
            .map_err(|error| format!("{point}: {error}"))?;
    }
    match board.outcome() {
        Some(outcome) => Err(format!("the game is over: {outcome}")),
        None => Ok(Opening {
            dims,
            moves: board.moves().to_vec(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dims(m: i64, n: i64, k: i64) -> Dims {
        Dims::new(m, n, k).unwrap()
    }

    #[test]
    fn random_openings_come_from_the_seed_and_are_balanced() {
        let source = |seed| Source {
            book: Vec::new(),
            stones: 2..=6,
            seed,
        };
        for (board, distinct) in [
            (dims(15, 15, 5), 50),
            (dims(7, 7, 4), 50),
            (dims(70, 70, 10), 50),
            (dims(3, 3, 3), 3),
        ] {
            let drawn = source(1).draw(board, 50);
            assert_eq!(drawn, source(1).draw(board, 50));
            assert_eq!(drawn[..10], source(1).draw(board, 10));
            assert_ne!(drawn, source(2).draw(board, 50));
            assert_eq!(
                drawn.iter().collect::<HashSet<_>>().len().min(distinct),
                distinct,
                "{board}"
            );
            for opening in &drawn {
                let mut position = Board::new(board);
                opening.iter().for_each(|&cell| position.play_unchecked(cell));
                assert!(threats::is_balanced(&position) && position.ply() <= 6);
            }
        }
        // Boards that are decided at once are played from the empty board.
        assert!(source(1).draw(dims(2, 2, 2), 3).iter().all(Vec::is_empty));
        assert!(source(1).draw(dims(1, 1, 1), 3).iter().all(Vec::is_empty));
    }

    #[test]
    fn books_are_read_shuffled_and_checked() {
        let line = |col: usize| format!("{{\"m\":15,\"n\":15,\"k\":5,\"moves\":[[7,7],[6,{col}]],\"eval\":3}}\n");
        let text: String = (0..12).map(line).collect();
        let mut source = Source {
            book: parse_book(&text).expect("a book"),
            stones: 0..=0,
            seed: 1,
        };
        let drawn = source.draw(dims(15, 15, 5), 24);
        assert_eq!(drawn[..12], drawn[12..]);
        assert_eq!(drawn.iter().collect::<HashSet<_>>().len(), 12);
        assert!(source.draw(dims(7, 7, 5), 1)[0].is_empty());
        source.seed = 2;
        assert_ne!(drawn, source.draw(dims(15, 15, 5), 24));
        for (bad, words) in [
            ("{", "line 1"),
            ("\n{\"m\":3,\"n\":3,\"k\":3}", "line 2: `moves` is no list"),
            ("{\"m\":3,\"n\":3,\"k\":3,\"moves\":[[1,1],[1,1]]}", "occupied"),
            ("{\"m\":3,\"n\":3,\"k\":3,\"moves\":[[1]]}", "is no [row, column]"),
            ("{\"m\":3,\"n\":3,\"k\":1,\"moves\":[[1,1]]}", "the game is over"),
            ("{\"m\":0,\"n\":3,\"k\":1,\"moves\":[]}", "at least 1"),
        ] {
            let error = parse_book(bad).expect_err(bad);
            assert!(error.contains(words), "{error}");
        }
    }
}
