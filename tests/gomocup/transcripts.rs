//! Recorded traffic of real clients, replayed byte by byte.
//!
//! A line of `tests/gomocup/*.txt` is `> ` and what the client wrote, or `< ` and what was answered; `\r` stands for a
//! carriage return, `VERSION` for the version of the program, the line feed is understood. The engine behind the front end is the recording itself: it thinks
//! and plays what was thought and played then, so that a stronger search changes nothing here.

use std::time::Duration;

use tris::game::{Cell, Dims, Point};
use tris::score::{Proof, Score};
use tris::search::{Answer, Engine, Job, Report};
use tris::session::EngineFactory;

use crate::support::{Piece, answers};

const CLI: &str = include_str!("c-gomoku-cli.txt");
const GAME: &str = include_str!("qpiskvork.txt");
const TAKE_BACK: &str = include_str!("qpiskvork-take-back.txt");
const SWAP2: &str = include_str!("qpiskvork-swap2.txt");

/// Each recording and the engine that remembers it; a factory is a plain function and carries nothing.
const ALL: [(&str, EngineFactory); 4] = [
    (CLI, |_| Box::new(Recorded::of(CLI))),
    (GAME, |_| Box::new(Recorded::of(GAME))),
    (TAKE_BACK, |_| Box::new(Recorded::of(TAKE_BACK))),
    (SWAP2, |_| Box::new(Recorded::of(SWAP2))),
];

/// One line of a recording.
enum Said<'a> {
    Client(&'a str),
    Engine(&'a str),
}

fn read(recording: &str) -> impl Iterator<Item = Said<'_>> {
    let lines = recording.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| match line.split_at(2) {
        ("> ", text) => Said::Client(text),
        ("< ", text) => Said::Engine(text),
        _ => panic!("{line:?} is neither"),
    })
}

fn point(text: &str) -> Option<Point> {
    let (col, row) = text.split_once(',')?;
    Some(Point {
        row: row.parse().ok()?,
        col: col.parse().ok()?,
    })
}

/// What was told during one search, and its move unless it was abandoned.
#[derive(Default)]
struct Search {
    told: Vec<&'static str>,
    best: Option<Point>,
}

/// An engine that remembers.
struct Recorded {
    searches: std::vec::IntoIter<Search>,
}

impl Recorded {
    fn of(recording: &'static str) -> Recorded {
        let mut searches = Vec::new();
        let mut search = Search::default();
        for said in read(recording) {
            let Said::Engine(text) = said else { continue };
            if let Some(message) = text.strip_prefix("MESSAGE ") {
                search.told.push(message);
            } else if let Some(best) = point(text) {
                search.best = Some(best);
                searches.push(std::mem::take(&mut search));
            }
        }
        if !search.told.is_empty() {
            searches.push(search);
        }
        Recorded {
            searches: searches.into_iter(),
        }
    }
}

impl Engine for Recorded {
    fn search(&mut self, job: &Job, report: &mut dyn FnMut(Report)) -> Answer {
        let dims = job.board.dims();
        let search = self.searches.next().expect("the recording has as many searches");
        for message in search.told {
            report(remembered(message, dims));
        }
        let Some(best) = search.best else {
            // Whoever waits for this one hangs.
            loop {
                std::thread::park();
            }
        };
        Answer {
            best: dims.cell(best).expect("a cell"),
            proof: Proof::Unknown,
            nodes: 0,
        }
    }

    fn forget(&mut self) {}

    fn set_memory(&mut self, _: usize) {}
}

/// The report behind a message: `depth D-S ev E n N tm T pv x,y ...`.
fn remembered(message: &str, dims: Dims) -> Report {
    let (numbers, line) = message.split_once(" pv ").expect("a line of play");
    let numbers = numbers.replace(" (draw)", "=");
    let words: Vec<&str> = numbers.split(' ').collect();
    let ["depth", depths, "ev", value, "n", nodes, "tm", time] = words[..] else {
        panic!("{message}");
    };
    let (depth, seldepth) = depths.split_once('-').expect("two depths");
    let cell = |text: &str| -> Cell { dims.cell(point(text).expect("a point")).expect("a cell") };
    Report {
        depth: depth.parse().expect("a depth"),
        seldepth: seldepth.parse().expect("a depth"),
        rank: 1,
        score: score(value),
        nodes: nodes.parse().expect("nodes"),
        permille_full: 0,
        time: Duration::from_millis(time.parse().expect("milliseconds")),
        stop: None,
        line: line.split(' ').map(cell).collect(),
    }
}

fn score(text: &str) -> Score {
    let plies = |plies: &str| plies.parse().expect("plies");
    match (text, text.split_at(2.min(text.len()))) {
        ("0=", _) => Score::Draw,
        (_, ("+M", rest)) => Score::Win(plies(rest)),
        (_, ("-M", rest)) => Score::Loss(plies(rest)),
        _ => Score::Estimate(text.parse().expect("a value")),
    }
}

/// A recorded answer with the version of the program that is tested: the recording need not know it.
fn of_this_build(text: &str) -> String {
    text.replace("VERSION", env!("TRIS_VERSION"))
}

/// What the client writes in one go, and all the answers.
fn pieces(recording: &str, end: impl Fn(&str) -> String) -> (Vec<Piece>, String) {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut answers = String::new();
    for said in read(recording) {
        match said {
            Said::Engine(text) => {
                answers += &of_this_build(text);
                answers += "\n";
            }
            Said::Client(text) => match pieces.last_mut() {
                Some(piece) if piece.after == answers.len() => piece.bytes.extend(end(text).into_bytes()),
                _ => pieces.push(Piece {
                    after: answers.len(),
                    bytes: end(text).into_bytes(),
                }),
            },
        }
    }
    (pieces, answers)
}

fn replay(end: impl Fn(&str) -> String) {
    for (recording, factory) in ALL {
        let (pieces, expected) = pieces(recording, &end);
        assert_eq!(answers(pieces, factory), expected);
    }
}

#[test]
fn real_clients_are_answered_byte_by_byte() {
    replay(|text| text.replace("\\r", "\r") + "\n");
}

#[test]
fn line_ends_and_case_make_no_difference() {
    let bare = |text: &str| text.replace("\\r", "");
    replay(|text| bare(text) + "\n");
    replay(|text| bare(text) + "\r\n");
    // One or the other, by the length of the line.
    replay(|text| bare(text) + ["\n", "\r\n"][text.len() % 2]);
    replay(|text| bare(text).to_lowercase() + "\n\r\n");
}

/// A client that leaves without a word: the search that nobody ended is the last.
#[test]
fn a_recording_may_end_anywhere() {
    let (mut sent, expected) = pieces(TAKE_BACK, |text| text.replace("\\r", "\r") + "\n");
    sent.truncate(1);
    let first_move = expected.lines().position(|line| point(line).is_some()).expect("a move");
    let until: Vec<&str> = expected.lines().take(first_move + 1).collect();
    assert_eq!(answers(sent, ALL[2].1), until.join("\n") + "\n");
}
