//! From lines to commands. Words in any case; numbers parted by commas, blanks or both, because clients differ.

use super::block::{Block, Kind, Taken};
use super::command::{Command, Fault};
use crate::game::Point;
use crate::server::lines::Line;

/// How much of a wrong word is repeated.
const QUOTED: usize = 40;

/// Reads lines; remembers a block that is not complete.
#[derive(Debug, Default)]
pub struct Parser {
    block: Option<Block>,
}

impl Parser {
    /// The command that a line completes; `None` if it asks for nothing (yet).
    pub fn line(&mut self, line: Line<'_>) -> Option<Result<Command, Fault>> {
        let text = match line {
            Line::Text(text) => text.trim(),
            Line::Bad(bytes, _) => return self.unreadable(bytes),
        };
        if text.is_empty() {
            return None;
        }
        let (word, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let word = word.to_ascii_uppercase();
        if let Some(mut block) = self.block.take() {
            match block.take(&word, text) {
                Taken::More => {
                    self.block = Some(block);
                    return None;
                }
                Taken::Done => return Some(block.finish()),
                Taken::Aside => self.block = Some(block),
                Taken::Abandoned => log::warn!("{word} ends a block before DONE"),
            }
        }
        if let Some(kind) = Kind::of(&word) {
            self.block = Some(Block::new(kind));
            return None;
        }
        Some(command(&word, rest.trim()))
    }

    fn unreadable(&mut self, bytes: &[u8]) -> Option<Result<Command, Fault>> {
        if let Some(block) = &mut self.block {
            block.spoil();
            return None;
        }
        // INFO is never answered, not even one with a folder's name in another encoding.
        let word = bytes.trim_ascii_start().get(..4);
        let info = word.is_some_and(|word| word.eq_ignore_ascii_case(b"INFO"));
        (!info).then_some(Err(Fault::Unreadable))
    }
}

/// A command of one line.
fn command(word: &str, rest: &str) -> Result<Command, Fault> {
    let plain = |command| match rest {
        "" => Ok(command),
        _ => Err(Fault::Expected("nothing after the command")),
    };
    match word {
        "START" => start(rest),
        "RECTSTART" => match numbers(rest).as_deref() {
            Some(&[cols, rows]) => Ok(Command::Start { rows, cols }),
            _ => Err(Fault::Expected("RECTSTART width,height")),
        },
        "RESTART" => plain(Command::Restart),
        "BEGIN" => plain(Command::Begin),
        "TURN" => point(rest).map(Command::Turn).ok_or(Fault::Expected("TURN x,y")),
        "PLAY" => point(rest).map(Command::Play).ok_or(Fault::Expected("PLAY x,y")),
        "TAKEBACK" => point(rest)
            .map(Command::TakeBack)
            .ok_or(Fault::Expected("TAKEBACK x,y")),
        "DONE" => Err(Fault::NoBlock),
        "INFO" => Ok(info(rest)),
        "YXNBEST" => match numbers(rest).as_deref() {
            Some(&[count]) if count >= 1 => Ok(Command::BestLines(usize::try_from(count).unwrap_or(usize::MAX))),
            _ => Err(Fault::Expected("YXNBEST and a number from 1")),
        },
        "YXSTOP" => plain(Command::Stop),
        "YXHASHCLEAR" => plain(Command::ClearHash),
        "YXSHOWINFO" => plain(Command::ShowInfo),
        "ABOUT" => plain(Command::About),
        // Whoever wants us gone gets that, whatever else the line says.
        "END" => Ok(Command::End),
        _ => Err(Fault::Unknown(word.chars().take(QUOTED).collect())),
    }
}

fn start(rest: &str) -> Result<Command, Fault> {
    match numbers(rest).as_deref() {
        Some(&[side]) => Ok(Command::Start { rows: side, cols: side }),
        Some(&[cols, rows]) => Ok(Command::Start { rows, cols }),
        _ => Err(Fault::Expected("START size")),
    }
}

fn info(rest: &str) -> Command {
    let (key, value) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
    Command::Info {
        key: key.to_ascii_lowercase(),
        value: value.trim().to_owned(),
    }
}

/// `x,y`
pub(super) fn point(text: &str) -> Option<Point> {
    match numbers(text)?.as_slice() {
        &[col, row] => Some(Point { row, col }),
        _ => None,
    }
}

/// Whole numbers parted by single commas, by blanks, or by commas and blanks.
pub(super) fn numbers(text: &str) -> Option<Vec<i64>> {
    let number = |piece: &str| piece.parse().ok();
    if text.contains(',') {
        text.split(',').map(|piece| number(piece.trim())).collect()
    } else {
        text.split_ascii_whitespace().map(number).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::command::Owner;
    use super::*;
    use crate::server::lines;
    use proptest::prelude::*;

    fn read(lines: &[&str]) -> Vec<Result<Command, Fault>> {
        let mut parser = Parser::default();
        lines.iter().filter_map(|line| parser.line(Line::Text(line))).collect()
    }

    fn one(line: &str) -> Result<Command, Fault> {
        read(&[line]).pop().expect("a command")
    }

    const AT: Point = Point { row: 4, col: 3 };

    #[test]
    fn words_in_any_case_and_numbers_in_any_dress() {
        for line in ["TURN 3,4", "turn 3,4", " Turn\t3, 4 ", "TURN 3 4", "TURN 3 , 4"] {
            assert_eq!(one(line), Ok(Command::Turn(AT)), "{line}");
        }
        for line in [
            "TURN",
            "TURN 3",
            "TURN 3,4,5",
            "TURN 3,,4",
            "TURN a,b",
            "TURN 3,4 x",
            "TURN 3.0,4",
            "TURN ,",
        ] {
            assert_eq!(one(line), Err(Fault::Expected("TURN x,y")), "{line}");
        }
        assert_eq!(one("play 3,4"), Ok(Command::Play(AT)));
        assert_eq!(one("PLAY"), Err(Fault::Expected("PLAY x,y")));
        assert_eq!(one("start 15"), Ok(Command::Start { rows: 15, cols: 15 }));
        assert_eq!(one("START 20 15"), Ok(Command::Start { rows: 15, cols: 20 }));
        assert_eq!(one("RECTSTART 20,15"), Ok(Command::Start { rows: 15, cols: 20 }));
        assert_eq!(one("TURNS 3,4"), Err(Fault::Unknown("TURNS".into())));
        assert_eq!(one("7,7"), Err(Fault::Unknown("7,7".into())));
        assert_eq!(one("BEGIN now"), Err(Fault::Expected("nothing after the command")));
        assert!(read(&["", "  ", "\t"]).is_empty());
    }

    #[test]
    fn info_keeps_the_rest_of_its_line() {
        let told = |key: &str, value: &str| {
            Ok(Command::Info {
                key: key.into(),
                value: value.into(),
            })
        };
        assert_eq!(
            one("INFO Folder C:\\My Games, here"),
            told("folder", "C:\\My Games, here")
        );
        assert_eq!(one("info"), told("", ""));
    }

    #[test]
    fn blocks_are_one_command() {
        let stones = vec![(AT, Owner::Own), (Point { row: 0, col: 0 }, Owner::Opponent)];
        let board = |think| {
            Ok(Command::Board {
                stones: stones.clone(),
                think,
            })
        };
        assert_eq!(read(&["BOARD", "3,4,1", "0,0,2", "DONE"]), [board(true)]);
        assert_eq!(read(&["yxboard", "", "3, 4, 1", "0 0 2", "done"]), [board(false)]);
        assert_eq!(
            read(&["SWAP2BOARD", "3,4", "DONE", "DONE"]),
            [Ok(Command::SwapBoard(vec![AT])), Err(Fault::NoBlock)]
        );
    }

    #[test]
    fn a_bad_line_spoils_its_block_and_nothing_else() {
        for bad in ["3,4", "3,4,0", "3,4,3", "x", "3,4,1,1", "TURN 1,1", "ABOUT"] {
            let read = read(&["BOARD", "1,1,1", bad, "2,2,2", "DONE", "BEGIN"]);
            assert!(
                matches!(read[0], Err(Fault::BlockLine { line: 2, .. })),
                "{bad} {read:?}"
            );
            assert_eq!(read[1..], [Ok(Command::Begin)], "{bad}");
        }
        let mut parser = Parser::default();
        parser.line(Line::Text("BOARD"));
        assert_eq!(parser.line(Line::Bad(b"\xff", lines::Fault::Encoding)), None);
        assert!(matches!(
            parser.line(Line::Text("DONE")),
            Some(Err(Fault::BlockLine { line: 1, .. }))
        ));
    }

    #[test]
    fn some_commands_are_heard_inside_a_block() {
        assert_eq!(read(&["BOARD", "1,1,1", "END"]), [Ok(Command::End)]);
        let start = Ok(Command::Start { rows: 9, cols: 9 });
        assert_eq!(
            read(&["BOARD", "1,1,1", "START 9", "DONE"]),
            [start, Err(Fault::NoBlock)]
        );
        let read = read(&["BOARD", "INFO time_left 5", "BOARD", "3,4,2", "DONE"]);
        let stones = vec![(AT, Owner::Opponent)];
        assert!(matches!(read[0], Ok(Command::Info { .. })));
        assert_eq!(read[1..], [Ok(Command::Board { stones, think: true })]);
    }

    #[test]
    fn unreadable_lines_are_answered_unless_they_are_info() {
        let mut parser = Parser::default();
        let bad = |bytes: &'static [u8]| Line::Bad(bytes, lines::Fault::Encoding);
        assert_eq!(parser.line(bad(b"\xff")), Some(Err(Fault::Unreadable)));
        assert_eq!(parser.line(bad(b"info folder \xe9")), None);
        assert_eq!(parser.line(bad(b" \tINFO folder \xe9")), None);
    }

    proptest! {
        #[test]
        fn points_survive_a_round_trip(row in any::<i64>(), col in any::<i64>()) {
            prop_assert_eq!(point(&format!("{col},{row}")), Some(Point { row, col }));
        }

        #[test]
        fn no_line_breaks_the_parser(lines in prop::collection::vec("(BOARD|DONE|TURN|INFO|[ -~]{0,12})", 0..20)) {
            let mut parser = Parser::default();
            for line in &lines {
                let _ = parser.line(Line::Text(line));
            }
        }
    }
}
