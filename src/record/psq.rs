//! Piskvork's `.psq`: a header `Piskvorky COLSxROWS, A:B, H`, a line `x,y,ms` for each move, 1-based with the column
//! first, then in tournament games the two players' names, and a number that says how the game ended.
//!
//! A and B are levels of the players and H is 1 if the second one began. Always five in a row; nothing can say K.
//! Levels, thinking times and what follows the names are skipped when read and written as zeros.

use std::fmt::Write;

use super::cursor::{Cursor, USUAL_K};
use super::error::{BrokenRecord, Loss};
use super::{GameRecord, tidy};
use crate::game::{Player, Point};

pub fn read(text: &str) -> Result<GameRecord, BrokenRecord> {
    let mut cursor = Cursor::new(text);
    let (mut record, swapped) = header(&mut cursor)?;
    cursor.skip_space();
    while let Some(next) = is_move(cursor) {
        play(&mut cursor, &mut record)?;
        cursor = next;
        cursor.skip_space();
    }
    if let Some([one, two]) = names(&mut cursor)? {
        let (first, second) = if swapped { (two, one) } else { (one, two) };
        record.players[Player::First] = tidy(first, false);
        record.players[Player::Second] = tidy(second, false);
    }
    Ok(record)
}

/// The two names, if there are any: a number or nothing may stand in their place.
fn names<'a>(cursor: &mut Cursor<'a>) -> Result<Option<[&'a str; 2]>, BrokenRecord> {
    let mut name = || {
        let place = *cursor;
        (place, cursor.take_line().trim())
    };
    let (first, second) = (name(), name());
    if is_number(first.1) {
        return Ok(None);
    }
    match [first, second].into_iter().find(|(_, name)| !is_name(name)) {
        Some((place, _)) => Err(place.wrong("a move x,y,ms, a player's name or a number at the end")),
        None => Ok(Some([first.1, second.1])),
    }
}

/// Whether a line can only be a name: what begins as a number has letters too, and no comma behind the number.
fn is_name(line: &str) -> bool {
    let begins_as_number = line.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let number_first = is_number(line.split(',').next().unwrap_or_default());
    !number_first && (!begins_as_number || line.contains(char::is_alphabetic))
}

/// The header: an empty record, and whether the second player began.
fn header(cursor: &mut Cursor<'_>) -> Result<(GameRecord, bool), BrokenRecord> {
    cursor.expect_text("Piskvorky ", "the header \"Piskvorky COLSxROWS, A:B, H\"")?;
    let sizes = *cursor;
    let cols = cursor.number("a number of columns")?;
    cursor.expect('x', "x between columns and rows")?;
    let rows = cursor.number("a number of rows")?;
    let record = sizes.start(rows, cols, USUAL_K)?;
    cursor.expect(',', "a comma")?;
    cursor.skip_space();
    cursor.number("a level")?;
    cursor.expect(':', "a colon between the levels")?;
    cursor.number("a level")?;
    cursor.expect(',', "a comma")?;
    cursor.skip_space();
    let begins = cursor.number("0 or 1")?;
    Ok((record, begins == 1))
}

/// Where the line of a move ends, if that is what stands here: nothing else begins with a number and a comma.
fn is_move(mut cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    let line = cursor.take_line();
    let (number, _) = line.split_once(',')?;
    is_number(number).then_some(cursor)
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// `x,y[,ms]`
fn play(cursor: &mut Cursor<'_>, record: &mut GameRecord) -> Result<(), BrokenRecord> {
    let place = *cursor;
    let x = cursor.number("a column")?;
    cursor.expect(',', "a comma")?;
    let y = cursor.number("a row")?;
    if cursor.peek() == Some(',') {
        cursor.next();
        cursor.number("a time in ms")?;
    }
    cursor.take_while(|c| c == ' ' || c == '\t' || c == '\r');
    if cursor.peek().is_some_and(|c| c != '\n') {
        return Err(cursor.wrong("the end of the line"));
    }
    let point = Point {
        row: y.saturating_sub(1),
        col: x.saturating_sub(1),
    };
    place.play(record, point)
}

pub fn write(record: &GameRecord) -> Result<String, Loss> {
    let dims = record.dims();
    if dims.k() != USUAL_K.unsigned_abs() {
        return Err(Loss::LineLength);
    }
    if record.resigned.is_some() {
        return Err(Loss::Resignation);
    }
    if record.comment.is_some() {
        return Err(Loss::Remark);
    }
    let mut text = format!("Piskvorky {}x{}, 0:0, 0\n", dims.cols(), dims.rows());
    // Writing to a string cannot fail.
    for &cell in record.moves() {
        let point = dims.point(cell);
        let _ = writeln!(text, "{},{},0", point.col + 1, point.row + 1);
    }
    match &record.players.0 {
        [None, None] => {}
        [Some(first), Some(second)] => {
            if !is_name(first) || !is_name(second) {
                return Err(Loss::Name);
            }
            let _ = writeln!(text, "{first}\n{second}");
        }
        _ => return Err(Loss::OneName),
    }
    text.push_str("-1\n");
    Ok(text)
}
