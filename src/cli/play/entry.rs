//! What a person enters, understood: a move or a command. Rows, columns and cells are counted from 1, as the board
//! shows them.

use std::fmt;

use crate::game::{Dims, Point};

/// One line of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// Nothing but blanks.
    Nothing,
    /// A row and a column, already counted from 0; possibly off the board.
    Move(Point),
    /// The engine moves for whose turn it is.
    Go,
    /// What the engine would play.
    Hint,
    /// Takes back so many of the person's moves.
    Undo(u32),
    /// Gives the game up.
    Resign,
    /// Writes the game to a file; whether it may replace one.
    Save(String, bool),
    /// Goes on with the game in a file.
    Load(String),
    /// A table of so many best lines.
    Analyse(usize),
    /// A new game, maybe on another board.
    New(Option<[i64; 3]>),
    /// Another playing level.
    Level(u32),
    /// Shows the board again.
    Board,
    /// Explains the commands.
    Help,
    /// Leaves.
    Quit,
}

/// Why a line was not understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// The first word is no command.
    Unknown(String),
    /// Numbers, but not one or two.
    Numbers,
    /// A cell number that the board does not have.
    NoCell(String, usize),
    /// A command in the wrong form; how it should be.
    Form(&'static str),
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Unknown(word) => write!(f, "`{word}` is neither a move nor a command; `help` lists them"),
            Wrong::Numbers => f.write_str("a move is `row column`, or the number of a cell"),
            Wrong::NoCell(number, cells) => write!(f, "there is no cell {number}: they go from 1 to {cells}"),
            Wrong::Form(usage) => write!(f, "the form is `{usage}`"),
        }
    }
}

impl std::error::Error for Wrong {}

/// A command: its word, its form, what it does.
pub struct Usage {
    /// The word.
    pub word: &'static str,
    /// The whole command.
    pub form: &'static str,
    /// What it does.
    pub purpose: &'static str,
}

const fn usage(word: &'static str, form: &'static str, purpose: &'static str) -> Usage {
    Usage { word, form, purpose }
}

/// All commands. A word may be shortened as long as it is clear which one is meant.
pub const COMMANDS: [Usage; 13] = [
    usage("hint", "hint", "what the engine would play"),
    usage("go", "go", "let the engine make this move"),
    usage("undo", "undo [n]", "take back your last move, or the last n"),
    usage(
        "analyse",
        "analyse [n]",
        "the n best lines, live until a key is pressed",
    ),
    usage("board", "board", "show the board again"),
    usage("resign", "resign", "give the game up"),
    usage("new", "new [M N K]", "another game, maybe on another board"),
    usage("level", "level N", "how well the engine plays, from 0 to 20"),
    usage(
        "save",
        "save FILE",
        "write the game to a file: .sgf, .psq, or a list of moves",
    ),
    usage("save!", "save! FILE", "the same, over a file that exists"),
    usage("load", "load FILE", "go on with the game in a file"),
    usage("help", "help", "this list"),
    usage("quit", "quit", "leave"),
];

/// Lines of an analysis when nothing else is said, and at most.
const LINES: usize = 5;
const MOST_LINES: usize = 20;
/// The highest playing level.
pub const TOP_LEVEL: u32 = crate::search::variety::FULL_SKILL;

/// Understands a line.
pub fn entry(text: &str, dims: Dims) -> Result<Entry, Wrong> {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match word.chars().next() {
        None => Ok(Entry::Nothing),
        Some(first) if first.is_ascii_digit() || ['-', '+'].contains(&first) => numbers(text, dims),
        Some(_) => command(word, rest.trim()),
    }
}

fn numbers(text: &str, dims: Dims) -> Result<Entry, Wrong> {
    let words: Vec<&str> = text.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect();
    match words[..] {
        [cell] => {
            let cells = dims.cells();
            let number: i64 = cell.parse().map_err(|_| Wrong::Numbers)?;
            let index = usize::try_from(number - 1).ok().filter(|&index| index < cells);
            let index = index.ok_or_else(|| Wrong::NoCell(cell.to_owned(), cells))?;
            Ok(Entry::Move(Point {
                row: (index / dims.cols()) as i64,
                col: (index % dims.cols()) as i64,
            }))
        }
        [row, col] => {
            let number = |word: &str| word.parse::<i64>().map_err(|_| Wrong::Numbers);
            Ok(Entry::Move(Point {
                row: number(row)?.saturating_sub(1),
                col: number(col)?.saturating_sub(1),
            }))
        }
        _ => Err(Wrong::Numbers),
    }
}

fn command(word: &str, rest: &str) -> Result<Entry, Wrong> {
    let Some(usage) = find(word) else {
        let shown = word.chars().filter(|letter| !letter.is_control());
        return Err(Wrong::Unknown(shown.take(30).collect()));
    };
    let form = Wrong::Form(usage.form);
    let small = |least: u32, most: u32| {
        let number = rest.parse::<u32>().ok();
        number
            .filter(|number| (least..=most).contains(number))
            .ok_or(form.clone())
    };
    let file = || {
        Some(rest.to_owned())
            .filter(|name| !name.is_empty())
            .ok_or(form.clone())
    };
    let entry = match (usage.word, rest.is_empty()) {
        ("undo", true) => Entry::Undo(1),
        ("undo", false) => Entry::Undo(small(1, u32::MAX)?),
        ("analyse", true) => Entry::Analyse(LINES),
        ("analyse", false) => Entry::Analyse(small(1, MOST_LINES as u32)? as usize),
        ("new", true) => Entry::New(None),
        ("new", false) => Entry::New(Some(dimensions(rest).ok_or(form)?)),
        ("level", _) => Entry::Level(small(0, TOP_LEVEL)?),
        ("save", _) => Entry::Save(file()?, false),
        ("save!", _) => Entry::Save(file()?, true),
        ("load", _) => Entry::Load(file()?),
        (_, false) => return Err(form),
        ("hint", _) => Entry::Hint,
        ("go", _) => Entry::Go,
        ("board", _) => Entry::Board,
        ("resign", _) => Entry::Resign,
        ("quit", _) => Entry::Quit,
        _ => Entry::Help,
    };
    Ok(entry)
}

fn dimensions(text: &str) -> Option<[i64; 3]> {
    let numbers: Result<Vec<i64>, _> = text.split_whitespace().map(str::parse).collect();
    numbers.ok()?.try_into().ok()
}

/// The command that a word means: itself, another spelling, or the beginning of one command only.
fn find(word: &str) -> Option<&'static Usage> {
    let word = word.to_lowercase();
    let word = match word.as_str() {
        "?" => "help",
        "exit" => "quit",
        "analyze" => "analyse",
        other => other,
    };
    let exact = COMMANDS.iter().find(|usage| usage.word == word);
    let mut begun = COMMANDS
        .iter()
        .filter(|usage| usage.word.starts_with(word) && usage.word != "save!");
    exact.or_else(|| begun.next().filter(|_| begun.next().is_none()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Entry, Wrong> {
        entry(text, Dims::new(3, 4, 3).unwrap())
    }

    fn point(row: i64, col: i64) -> Result<Entry, Wrong> {
        Ok(Entry::Move(Point { row, col }))
    }

    #[test]
    fn moves_are_counted_from_one() {
        assert_eq!(read("1 1"), point(0, 0));
        assert_eq!(read(" 3,4 "), point(2, 3));
        assert_eq!(read("1"), point(0, 0));
        assert_eq!(read("5"), point(1, 0));
        assert_eq!(read("12"), point(2, 3));
        // Off the board, which the rules will say.
        assert_eq!(read("0 9"), point(-1, 8));
        for cell in ["0", "13", "-1"] {
            assert_eq!(read(cell), Err(Wrong::NoCell(cell.into(), 12)));
        }
        for text in ["1 2 3", "1 x", "1.5", "99999999999999999999", "1,", "-"] {
            let entry = read(text);
            assert!(entry == Err(Wrong::Numbers) || text == "1,", "{text}: {entry:?}");
        }
    }

    #[test]
    fn commands_may_be_short() {
        assert_eq!(read(""), Ok(Entry::Nothing));
        assert_eq!(read("H"), Err(Wrong::Unknown("H".into())), "hint or help");
        assert_eq!(read("hi"), Ok(Entry::Hint));
        assert_eq!(read("?"), Ok(Entry::Help));
        assert_eq!(read("q"), Ok(Entry::Quit));
        assert_eq!(read("undo"), Ok(Entry::Undo(1)));
        assert_eq!(read("undo 3"), Ok(Entry::Undo(3)));
        assert_eq!(read("s a b.sgf"), Ok(Entry::Save("a b.sgf".into(), false)));
        assert_eq!(read("save! x"), Ok(Entry::Save("x".into(), true)));
        assert_eq!(read("new 5 5 4"), Ok(Entry::New(Some([5, 5, 4]))));
        assert_eq!(read("analyze"), Ok(Entry::Analyse(LINES)));
        for text in [
            "save",
            "undo 0",
            "undo x",
            "new 5 5",
            "level 21",
            "quit now",
            "analyse 99",
        ] {
            assert!(matches!(read(text), Err(Wrong::Form(_))), "{text}");
        }
        assert!(matches!(read("dance"), Err(Wrong::Unknown(_))));
    }
}
