//! SGF, file format 4: `GM[4]`, `SZ[cols:rows]` or `SZ[n]`, K in the private property `INROW`, moves `B` (X) and `W`
//! (O) with the column's letter first. `PB PW RE C` hold names, a resignation and the remark.
//!
//! Letters reach 52; on longer sides points are written as `column,row` from 0. Of variations the main line is read;
//! other properties are skipped. Without `SZ` the board is 15 by 15, without `INROW` K is 5.

use std::fmt::Write;

use super::cursor::{Cursor, USUAL_K};
use super::error::{BrokenRecord, Problem};
use super::{GameRecord, tidy};
use crate::game::{Dims, Outcome, Player, Point};

/// The private property that holds K.
const K_PROPERTY: &str = "INROW";
/// The properties that are read.
const READ: [&str; 13] = [
    "GM", "SZ", K_PROPERTY, "B", "W", "AB", "AW", "AE", "PB", "PW", "RE", "C", "GC",
];
const USUAL_SIDE: i64 = 15;
/// The longest side that letters can name.
const LETTERS: usize = 52;

/// A property with its values, each with its place.
struct Property<'a> {
    place: Cursor<'a>,
    name: &'a str,
    values: Vec<(Cursor<'a>, String)>,
}

pub fn read(text: &str) -> Result<GameRecord, BrokenRecord> {
    let mut cursor = Cursor::new(text);
    cursor.skip_space();
    let start = cursor;
    let properties = main_line(&mut cursor)?;
    let mut record = set_up(start, &properties)?;
    for property in &properties {
        apply(&mut record, property)?;
    }
    // Nobody gives up a finished game.
    record.resigned = record.resigned.filter(|_| record.board().outcome().is_none());
    Ok(record)
}

/// The properties that count, up to the first `)`: every `(` before it opens a first variation. What follows must only
/// be well-formed up to the game's own `)`.
fn main_line<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<Property<'a>>, BrokenRecord> {
    cursor.expect('(', "( at the start of a game")?;
    cursor.skip_space();
    if cursor.peek() != Some(';') {
        return Err(cursor.wrong("; at the start of a node"));
    }
    let mut properties = Vec::new();
    let (mut open, mut on_main_line) = (1_usize, true);
    while open > 0 {
        match cursor.peek() {
            Some('(') => open += 1,
            Some(')') => (open, on_main_line) = (open - 1, false),
            Some(';') => {}
            Some(c) if c.is_ascii_alphabetic() => {
                let property = property(cursor)?;
                if on_main_line && READ.contains(&property.name) {
                    properties.push(property);
                }
                continue;
            }
            Some(_) => return Err(cursor.wrong("a property, ; or )")),
            None => return Err(cursor.wrong(") before the end of the file")),
        }
        cursor.next();
        cursor.skip_space();
    }
    Ok(properties)
}

fn property<'a>(cursor: &mut Cursor<'a>) -> Result<Property<'a>, BrokenRecord> {
    let place = *cursor;
    let name = cursor.take_while(|c| c.is_ascii_alphabetic());
    let mut values = Vec::new();
    cursor.skip_space();
    if cursor.peek() != Some('[') {
        return Err(cursor.wrong("[ after a property's name"));
    }
    while cursor.peek() == Some('[') {
        cursor.next();
        values.push((*cursor, value(cursor)?));
        cursor.skip_space();
    }
    Ok(Property { place, name, values })
}

/// The text up to `]`: a backslash takes the next character as it is, or joins two lines.
fn value(cursor: &mut Cursor<'_>) -> Result<String, BrokenRecord> {
    let mut text = String::new();
    loop {
        match cursor.next() {
            Some(']') => return Ok(text),
            Some('\\') => match cursor.next() {
                Some('\r') if cursor.peek() == Some('\n') => drop(cursor.next()),
                Some('\n' | '\r') => {}
                Some(c) => text.push(c),
                None => return Err(cursor.wrong("] before the end of the file")),
            },
            Some('\r') if cursor.peek() == Some('\n') => {}
            Some(c) => text.push(c),
            None => return Err(cursor.wrong("] before the end of the file")),
        }
    }
}

/// An empty record of the size that the properties name.
fn set_up(start: Cursor<'_>, properties: &[Property<'_>]) -> Result<GameRecord, BrokenRecord> {
    let find = |name| properties.iter().find(|property| property.name == name);
    let first = |name| find(name).and_then(|property| property.values.first());
    if let Some((place, game)) = first("GM")
        && game.trim() != "4"
    {
        return Err(place.broken(Problem::OtherGame));
    }
    let (mut place, mut rows, mut cols, mut k) = (start, USUAL_SIDE, USUAL_SIDE, USUAL_K);
    if let Some((at, size)) = first("SZ") {
        place = *at;
        let (left, right) = size.split_once(':').unwrap_or((size, size));
        cols = whole(at, left, "columns:rows, or one number")?;
        rows = whole(at, right, "columns:rows, or one number")?;
    }
    if let Some((at, length)) = first(K_PROPERTY) {
        k = whole(at, length, "a line length K")?;
    }
    place.start(rows, cols, k)
}

fn whole(place: &Cursor<'_>, text: &str, what: &'static str) -> Result<i64, BrokenRecord> {
    text.trim().parse().map_err(|_| place.wrong(what))
}

/// Takes from a property what the record has room for.
fn apply(record: &mut GameRecord, property: &Property<'_>) -> Result<(), BrokenRecord> {
    let Some((place, text)) = property.values.first() else {
        return Ok(());
    };
    match property.name {
        "B" => play(record, Player::First, property, place, text)?,
        "W" => play(record, Player::Second, property, place, text)?,
        "AB" | "AW" | "AE" => return Err(property.place.broken(Problem::Stones)),
        "PB" => record.players[Player::First] = tidy(text, false),
        "PW" => record.players[Player::Second] = tidy(text, false),
        "RE" => record.resigned = resigned(text),
        // Only the game's own remark: those on single moves have no place.
        "C" | "GC" if record.moves().is_empty() && record.comment.is_none() => record.comment = tidy(text, true),
        _ => {}
    }
    Ok(())
}

fn play(
    record: &mut GameRecord,
    player: Player,
    property: &Property<'_>,
    place: &Cursor<'_>,
    text: &str,
) -> Result<(), BrokenRecord> {
    if record.board().outcome().is_none() && record.board().turn() != player {
        return Err(property.place.wrong("B and W in turn, B first"));
    }
    let point = point(text.trim()).ok_or_else(|| place.wrong("two letters, or column,row"))?;
    place.play(record, point)
}

fn point(text: &str) -> Option<Point> {
    if let Some((col, row)) = text.split_once(',') {
        return Some(Point {
            row: row.parse().ok()?,
            col: col.parse().ok()?,
        });
    }
    let mut letters = text.chars();
    let (col, row) = (index(letters.next()?)?, index(letters.next()?)?);
    letters.next().is_none().then_some(Point { row, col })
}

fn index(letter: char) -> Option<i64> {
    match letter {
        'a'..='z' => Some(i64::from(letter as u32 - 'a' as u32)),
        'A'..='Z' => Some(26 + i64::from(letter as u32 - 'A' as u32)),
        _ => None,
    }
}

/// Who gave up: `W+R…` means that Black did.
fn resigned(text: &str) -> Option<Player> {
    let text = text.trim();
    if text.starts_with("W+R") {
        Some(Player::First)
    } else if text.starts_with("B+R") {
        Some(Player::Second)
    } else {
        None
    }
}

pub fn write(record: &GameRecord) -> String {
    let dims = record.dims();
    let mut text = format!("(;FF[4]GM[4]CA[UTF-8]AP[tris]SZ[{}:{}]", dims.cols(), dims.rows());
    // Writing to a string cannot fail.
    let _ = write!(text, "{K_PROPERTY}[{}]", dims.k());
    for (player, name) in [(Player::First, "PB"), (Player::Second, "PW")] {
        if let Some(value) = &record.players[player] {
            let _ = write!(text, "{name}[{}]", escaped(value));
        }
    }
    let _ = write!(text, "{}", result(record));
    if let Some(comment) = &record.comment {
        let _ = write!(text, "C[{}]", escaped(comment));
    }
    text.push('\n');
    for (ply, &cell) in record.moves().iter().enumerate() {
        let colour = if ply % 2 == 0 { 'B' } else { 'W' };
        let _ = write!(text, ";{colour}[{}]", letters(dims, dims.point(cell)));
        if ply % 10 == 9 {
            text.push('\n');
        }
    }
    text.push_str(")\n");
    text
}

fn result(record: &GameRecord) -> &'static str {
    match (record.board().outcome(), record.resigned) {
        (Some(Outcome::Win(Player::First)), _) => "RE[B+]",
        (Some(Outcome::Win(Player::Second)), _) => "RE[W+]",
        (Some(Outcome::Draw), _) => "RE[0]",
        (None, Some(Player::Second)) => "RE[B+R]",
        (None, Some(Player::First)) => "RE[W+R]",
        (None, None) => "",
    }
}

fn letters(dims: Dims, point: Point) -> String {
    if dims.rows().max(dims.cols()) > LETTERS {
        return format!("{},{}", point.col, point.row);
    }
    let letter = |at: i64| ('a'..='z').chain('A'..='Z').nth(at.unsigned_abs() as usize);
    [point.col, point.row].into_iter().filter_map(letter).collect()
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
