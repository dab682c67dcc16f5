//! The smallest parts of a line: blanks, words, integers; and what a failure carries.

use nom::bytes::complete::{take_while, take_while1};
use nom::combinator::value;
use nom::error::{ErrorKind, ParseError};
use nom::{IResult, Parser};

/// Where parsing failed and what would have fitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failure<'a> {
    /// What is left of the line there.
    pub at: &'a str,
    /// What would have fitted.
    pub expected: &'static str,
}

impl<'a> ParseError<&'a str> for Failure<'a> {
    fn from_error_kind(at: &'a str, _: ErrorKind) -> Failure<'a> {
        Failure { at, expected: "" }
    }

    fn append(_: &'a str, _: ErrorKind, other: Failure<'a>) -> Failure<'a> {
        other
    }
}

/// The result of a parser.
pub type Parse<'a, T> = IResult<&'a str, T, Failure<'a>>;

/// Whether a character separates words.
pub fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t'
}

/// `blanks = *(SP / TAB)`
pub fn blanks(input: &str) -> Parse<'_, &str> {
    take_while(is_blank).parse(input)
}

/// `word = 1*printable`
pub fn word_any(input: &str) -> Parse<'_, &str> {
    take_while1(|c| !is_blank(c)).parse(input)
}

/// Blanks that may stand at the end.
pub fn end(input: &str) -> Parse<'_, ()> {
    value((), blanks).parse(input)
}

/// A word that `read` understands, after blanks; fails at the word with `expected`.
pub fn word<'a, T>(
    expected: &'static str,
    read: impl Fn(&'a str) -> Option<T>,
) -> impl Parser<&'a str, Output = T, Error = Failure<'a>> {
    move |input: &'a str| {
        let (at, _) = blanks(input)?;
        let wrong = nom::Err::Error(Failure { at, expected });
        match word_any(at) {
            Ok((left, found)) => read(found).map(|value| (left, value)).ok_or(wrong),
            Err(_) => Err(wrong),
        }
    }
}

/// A given word, after blanks.
pub fn keyword<'a>(word_wanted: &'static str) -> impl Parser<&'a str, Output = (), Error = Failure<'a>> {
    word(word_wanted, move |found| (found == word_wanted).then_some(()))
}

/// `integer = ["-"] 1*DIGIT`; what does not fit 64 bits counts as the largest or smallest number that does.
pub fn integer<'a>(expected: &'static str) -> impl Parser<&'a str, Output = i64, Error = Failure<'a>> {
    word(expected, |found| {
        let digits = found.strip_prefix('-').unwrap_or(found);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let limit = if digits.len() < found.len() { i64::MIN } else { i64::MAX };
        Some(found.parse().unwrap_or(limit))
    })
}
