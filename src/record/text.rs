//! Plain move lists: the numbers `M N K`, then `r c` for each move, 0-based, with any blanks and line ends between.
//!
//! `#` starts a comment that goes to the end of its line. Comments `# X: NAME`, `# O: NAME`, `# resigned: X` and
//! `# remark: TEXT` (one for each line of the remark) carry what is noted beside the moves; others are skipped.

use std::fmt::Write;

use super::cursor::Cursor;
use super::error::BrokenRecord;
use super::{GameRecord, tidy};
use crate::game::{ByPlayer, Player, Point};

/// What the comments of a file say.
#[derive(Default)]
struct Notes {
    players: ByPlayer<Option<String>>,
    resigned: Option<Player>,
    remark: Vec<String>,
}

pub fn read(text: &str) -> Result<GameRecord, BrokenRecord> {
    let mut cursor = Cursor::new(text);
    let mut notes = Notes::default();
    skip(&mut cursor, &mut notes);
    let header = cursor;
    let mut numbers = [0; 3];
    for (number, what) in numbers
        .iter_mut()
        .zip(["a number of rows M", "a number of columns N", "a line length K"])
    {
        *number = item(&mut cursor, &mut notes, what)?;
    }
    let [rows, cols, k] = numbers;
    let mut record = header.start(rows, cols, k)?;
    while cursor.peek().is_some() {
        let place = cursor;
        let row = item(&mut cursor, &mut notes, "a row")?;
        let col = item(&mut cursor, &mut notes, "a column")?;
        place.play(&mut record, Point { row, col })?;
    }
    record.players = notes.players;
    // Nobody gives up a finished game.
    record.resigned = notes.resigned.filter(|_| record.board().outcome().is_none());
    record.comment = tidy(&notes.remark.join("\n"), true);
    Ok(record)
}

/// A number that ends at a blank, a comment or the end, with all blanks and comments behind it.
fn item(cursor: &mut Cursor<'_>, notes: &mut Notes, what: &'static str) -> Result<i64, BrokenRecord> {
    let start = *cursor;
    let number = cursor.number(what)?;
    if cursor.peek().is_some_and(|c| !c.is_whitespace() && c != '#') {
        return Err(start.wrong(what));
    }
    skip(cursor, notes);
    Ok(number)
}

fn skip(cursor: &mut Cursor<'_>, notes: &mut Notes) {
    cursor.skip_space();
    while cursor.peek() == Some('#') {
        notes.hear(cursor.take_line());
        cursor.skip_space();
    }
}

impl Notes {
    fn hear(&mut self, line: &str) {
        let Some((key, value)) = line.trim_start_matches('#').trim_start().split_once(':') else {
            return;
        };
        match key {
            "X" => self.players[Player::First] = tidy(value, false),
            "O" => self.players[Player::Second] = tidy(value, false),
            "resigned" => {
                let symbol = value.trim().chars().next();
                self.resigned = symbol.and_then(Player::from_symbol);
            }
            "remark" => self.remark.push(value.strip_prefix(' ').unwrap_or(value).to_owned()),
            _ => {}
        }
    }
}

pub fn write(record: &GameRecord) -> String {
    let mut text = format!("{}\n", record.dims());
    // Writing to a string cannot fail.
    for player in Player::BOTH {
        if let Some(name) = &record.players[player] {
            let _ = writeln!(text, "# {player}: {name}");
        }
    }
    for line in record.comment.iter().flat_map(|comment| comment.split('\n')) {
        let _ = writeln!(text, "# remark: {line}");
    }
    for &cell in record.moves() {
        let _ = writeln!(text, "{}", record.dims().point(cell));
    }
    if let Some(player) = record.resigned {
        let _ = writeln!(text, "# resigned: {player}");
    }
    text
}
