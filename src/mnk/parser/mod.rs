//! Text to [`Command`]: the only place that knows nom. Above each parser stands its line of the grammar in
//! `protocol.md`. The first word decides; from then on every failure says where it is and what was expected there.

pub mod tokens;

use nom::Parser;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::combinator::{all_consuming, cut, map, opt, verify};
use nom::multi::{many0, separated_list1};
use nom::sequence::{pair, preceded};

use super::command::{Command, GoArgs};
use crate::game::{Player, Point};
use crate::session::Setup;
use tokens::{Failure, Parse, blanks, end, integer, is_blank, keyword, word};

/// The longest request id, in characters.
const MAX_ID: usize = 64;

/// A line taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    /// The request id without its `@`.
    pub id: Option<String>,
    /// The command or what is wrong with it.
    pub command: Result<Command, Fault>,
}

/// What is wrong with the form of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The first word is no command.
    Unknown(String),
    /// The arguments have the wrong form.
    Syntax {
        /// Column of the first character that does not fit, from 1.
        column: usize,
        /// What would have fitted.
        expected: &'static str,
    },
}

/// Takes a line apart; `None` if it is empty or a comment.
pub fn line(text: &str) -> Option<Parsed> {
    let body = without_comment(text);
    let (after_blanks, _) = blanks(body).ok()?;
    if after_blanks.is_empty() {
        return None;
    }
    let (after_id, id) = match opt(request_id).parse(after_blanks) {
        Ok(parsed) => parsed,
        Err(error) => {
            return Some(Parsed {
                id: None,
                command: Err(syntax(body, error)),
            });
        }
    };
    let command = command(after_id).map_err(|wrong| match wrong {
        Wrong::Word(word) => Fault::Unknown(word.to_owned()),
        Wrong::Form(error) => syntax(body, error),
    });
    Some(Parsed {
        id: id.map(str::to_owned),
        command,
    })
}

/// The request id at the start of a line that could not be read as text, if it is plain to see.
pub fn id_of_bad_line(bytes: &[u8]) -> Option<String> {
    let start = bytes.iter().position(|&byte| byte != b' ' && byte != b'\t')?;
    let word = bytes[start..].split(|&byte| byte == b' ' || byte == b'\t').next()?;
    let word = std::str::from_utf8(word).ok()?;
    let (_, id) = request_id(word).ok()?;
    (!id.chars().any(char::is_control)).then(|| id.to_owned())
}

/// Whether a line that could not be read as text is a comment all the same.
pub fn is_comment(bytes: &[u8]) -> bool {
    bytes.iter().find(|&&byte| byte != b' ' && byte != b'\t') == Some(&b'#')
}

/// The text before a `#` at the start or after a blank.
pub fn without_comment(text: &str) -> &str {
    let mut after_blank = true;
    for (index, c) in text.char_indices() {
        if c == '#' && after_blank {
            return &text[..index];
        }
        after_blank = is_blank(c);
    }
    text
}

fn syntax(body: &str, error: nom::Err<Failure<'_>>) -> Fault {
    let (at, expected) = match error {
        nom::Err::Error(failure) | nom::Err::Failure(failure) => (failure.at, failure.expected),
        nom::Err::Incomplete(_) => ("", "more"),
    };
    // What is left is always a tail of the body, so its length tells the place.
    let offset = body.len() - at.len();
    let (at, offset) = match at.find(|c| !is_blank(c)) {
        Some(blanks) => (&at[blanks..], offset + blanks),
        None => ("", body.trim_end_matches(is_blank).len()),
    };
    let column = body[..offset].chars().count() + 1;
    let expected = if expected.is_empty() && !at.is_empty() {
        "the end of the line"
    } else {
        expected
    };
    Fault::Syntax { column, expected }
}

/// `id = "@" 1*64(printable)`
fn request_id(input: &str) -> Parse<'_, &str> {
    let (at, _) = tag("@").parse(input)?;
    let fits = |id: &&str| id.chars().count() <= MAX_ID && !id.chars().any(char::is_whitespace);
    let mut id = verify(take_while1(|c| !is_blank(c)), fits);
    match id.parse(at) {
        Ok(parsed) => Ok(parsed),
        Err(nom::Err::Error(failure) | nom::Err::Failure(failure)) => Err(nom::Err::Failure(Failure {
            expected: "an id of 1 to 64 printable characters",
            ..failure
        })),
        Err(error) => Err(error),
    }
}

/// What is wrong with a command.
enum Wrong<'a> {
    Word(&'a str),
    Form(nom::Err<Failure<'a>>),
}

/// `command = word arguments`; the whole line must be used up.
fn command(input: &str) -> Result<Command, Wrong<'_>> {
    let (left, name) = word("a command", Some).parse(input).map_err(Wrong::Form)?;
    let (left, command) = arguments(name, left).ok_or(Wrong::Word(name))?.map_err(Wrong::Form)?;
    all_consuming(blanks).parse(left).map(|_| command).map_err(Wrong::Form)
}

/// The arguments of a command, if there is such a command.
fn arguments<'a>(name: &str, input: &'a str) -> Option<Parse<'a, Command>> {
    let nothing = |command| Ok((input, command));
    Some(match name {
        "newgame" => map(cut(dimensions), Command::NewGame).parse(input),
        "position" => map(cut(position), |setup| Command::Position(Box::new(setup))).parse(input),
        "move" => map(cut(point), Command::Move).parse(input),
        "undo" => {
            let count = optional_integer("a number of moves");
            map(count, |count| Command::Undo(count.unwrap_or(1))).parse(input)
        }
        "go" => map(limits, |limits| Command::Go(Box::new(limits))).parse(input),
        "solve" => map(limits, |limits| Command::Solve(Box::new(limits))).parse(input),
        "stop" => nothing(Command::Stop),
        "quit" => nothing(Command::Quit),
        "isready" => nothing(Command::IsReady),
        "mnk" => nothing(Command::Mnk),
        "status" => nothing(Command::Status),
        "legal" => nothing(Command::Legal),
        "history" => nothing(Command::History),
        "board" => nothing(Command::Board),
        "eval" => nothing(Command::Eval),
        "perft" => map(cut(integer("a depth")), Command::Perft).parse(input),
        "bench" => map(optional_integer("a depth"), Command::Bench).parse(input),
        "setoption" => cut(set_option).parse(input),
        "options" => nothing(Command::Options),
        "commands" => nothing(Command::Commands),
        "version" => nothing(Command::Version),
        "help" => map(opt(word("a command", |name| Some(name.to_owned()))), Command::Help).parse(input),
        _ => return None,
    })
}

/// An integer if anything follows.
fn optional_integer<'a>(expected: &'static str) -> impl Parser<&'a str, Output = Option<i64>, Error = Failure<'a>> {
    move |input: &'a str| {
        if end(input)?.0.is_empty() {
            return Ok((input, None));
        }
        map(cut(integer(expected)), Some).parse(input)
    }
}

/// `dimensions = integer integer integer`
fn dimensions(input: &str) -> Parse<'_, [i64; 3]> {
    let rows = integer("a number of rows M");
    let cols = integer("a number of columns N");
    let k = integer("a line length K");
    map((rows, cols, k), |(rows, cols, k)| [rows, cols, k]).parse(input)
}

/// `point = integer integer`
fn point(input: &str) -> Parse<'_, Point> {
    let numbers = pair(integer("a row"), integer("a column"));
    map(numbers, |(row, col)| Point { row, col }).parse(input)
}

/// `points = *point`; a lone row without its column is a failure.
fn points(input: &str) -> Parse<'_, Vec<Point>> {
    let pair_of_numbers = pair(integer("a row"), cut(integer("a column")));
    many0(map(pair_of_numbers, |(row, col)| Point { row, col })).parse(input)
}

/// `position = dimensions ["grid" rows ["turn" player]] ["moves" points]`
fn position(input: &str) -> Parse<'_, Setup> {
    let turn = preceded(keyword("turn"), cut(word("X or O", player)));
    let grid = preceded(keyword("grid"), pair(cut(grid_rows), opt(turn)));
    let moves = preceded(keyword("moves"), points);
    let (left, (dims, grid, moves)) = (dimensions, opt(grid), opt(moves)).parse(input)?;
    if !end(left)?.0.is_empty() {
        let expected = match (&grid, &moves) {
            (_, Some(_)) => "a row",
            (Some((_, None)), None) => "turn or moves",
            (Some(_), None) => "moves",
            (None, None) => "grid or moves",
        };
        return Err(nom::Err::Failure(Failure { at: left, expected }));
    }
    let (grid, turn) = grid.map_or((None, None), |(grid, turn)| (Some(grid), turn));
    let moves = moves.unwrap_or_default();
    Ok((
        left,
        Setup {
            dims,
            grid,
            turn,
            moves,
        },
    ))
}

/// `rows = row *("/" row)`, `row = *("X" / "O" / ".")`
fn grid_rows(input: &str) -> Parse<'_, Vec<Vec<Option<Player>>>> {
    let expected = "rows of X, O and . separated by /";
    let (at, _) = blanks(input)?;
    let (left, text) = word(expected, Some).parse(at)?;
    match all_consuming(separated_list1(slash, row)).parse(text) {
        Ok((_, rows)) => Ok((
            left,
            rows.into_iter()
                .map(|row: &str| row.chars().map(stone).collect())
                .collect(),
        )),
        Err(nom::Err::Error(failure) | nom::Err::Failure(failure)) => {
            let wrong = text.len() - failure.at.len();
            Err(nom::Err::Failure(Failure {
                at: &at[wrong..],
                expected,
            }))
        }
        Err(error) => Err(error),
    }
}

fn slash(input: &str) -> Parse<'_, &str> {
    tag("/").parse(input)
}

fn row(input: &str) -> Parse<'_, &str> {
    take_while(|c| matches!(c, 'X' | 'O' | '.')).parse(input)
}

fn stone(c: char) -> Option<Player> {
    Player::from_symbol(c)
}

fn player(found: &str) -> Option<Player> {
    let mut chars = found.chars();
    let player = Player::from_symbol(chars.next()?)?;
    chars.next().is_none().then_some(player)
}

/// `limits = *(limit) ["searchmoves" 1*point]`
fn limits(input: &str) -> Parse<'_, GoArgs> {
    const EXPECTED: &str =
        "movetime, depth, nodes, xtime, otime, xinc, oinc, movestogo, infinite, multipv or searchmoves";
    let mut args = GoArgs::default();
    let mut left = input;
    while !end(left)?.0.is_empty() {
        let (after_name, name) = word(EXPECTED, Some).parse(left)?;
        let again = nom::Err::Failure(Failure {
            at: left,
            expected: "each limit only once",
        });
        left = match number_slot(&mut args, name) {
            Some(slot) => {
                let (after, number) = cut(integer("a whole number")).parse(after_name)?;
                if slot.replace(number).is_some() {
                    return Err(again);
                }
                after
            }
            None if name == "infinite" => {
                if std::mem::replace(&mut args.infinite, true) {
                    return Err(again);
                }
                after_name
            }
            None if name == "searchmoves" => {
                let (after, (first, others)) = cut(pair(point, points)).parse(after_name)?;
                args.only = std::iter::once(first).chain(others).collect();
                if !end(after)?.0.is_empty() {
                    return Err(nom::Err::Failure(Failure {
                        at: after,
                        expected: "a row",
                    }));
                }
                after
            }
            None => {
                return Err(nom::Err::Failure(Failure {
                    at: left,
                    expected: EXPECTED,
                }));
            }
        };
    }
    Ok((left, args))
}

/// Where the number after a limit's name belongs.
fn number_slot<'a>(args: &'a mut GoArgs, name: &str) -> Option<&'a mut Option<i64>> {
    Some(match name {
        "movetime" => &mut args.movetime,
        "depth" => &mut args.depth,
        "nodes" => &mut args.nodes,
        "xtime" => &mut args.clock[Player::First],
        "otime" => &mut args.clock[Player::Second],
        "xinc" => &mut args.increment[Player::First],
        "oinc" => &mut args.increment[Player::Second],
        "movestogo" => &mut args.moves_to_go,
        "multipv" => &mut args.multi_pv,
        _ => return None,
    })
}

/// `setoption = "name" 1*word ["value" 1*word]`
fn set_option(input: &str) -> Parse<'_, Command> {
    let named = preceded(keyword("name"), cut(words_until_value));
    let valued = preceded(keyword("value"), cut(words_until_end));
    map(pair(named, opt(valued)), |(name, value)| Command::SetOption {
        name,
        value,
    })
    .parse(input)
}

fn words_until_value(input: &str) -> Parse<'_, String> {
    let part = || word("an option's name", |found| (found != "value").then(|| found.to_owned()));
    let (left, (first, others)) = (part(), many0(part())).parse(input)?;
    Ok((left, others.into_iter().fold(first, |name, next| name + " " + &next)))
}

fn words_until_end(input: &str) -> Parse<'_, String> {
    let part = || word("a value", |found| Some(found.to_owned()));
    let (left, (first, others)) = (part(), many0(part())).parse(input)?;
    Ok((left, others.into_iter().fold(first, |value, next| value + " " + &next)))
}
