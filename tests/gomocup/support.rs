//! A client in memory that waits for what it has been told so far, and engines that do what a test needs.

use std::io::{self, Read, Write};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use tris::game::Cell;
use tris::gomocup::Gomocup;
use tris::score::{Proof, Score};
use tris::search::{Answer, Engine, Job, Report};
use tris::server::serve;
use tris::session::{EngineFactory, Session};

use crate::common::DEADLINE;

/// What was answered so far, and a sign that there is more. Each line must come in one piece of its own.
#[derive(Clone, Default)]
struct Answers(Arc<(Mutex<Vec<u8>>, Condvar)>);

impl Answers {
    fn wait_for(&self, bytes: usize) {
        let (answers, changed) = &*self.0;
        let held = answers.lock().expect("no panic");
        let (held, waited) = changed
            .wait_timeout_while(held, DEADLINE, |held| held.len() < bytes)
            .expect("no panic");
        assert!(!waited.timed_out(), "only {:?}", String::from_utf8_lossy(&held));
    }
}

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).expect("answers are text");
        assert_eq!(text.find('\n'), Some(text.len() - 1), "{text:?} is no single line");
        let (answers, changed) = &*self.0;
        answers.lock().expect("no panic").extend_from_slice(bytes);
        changed.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What a client writes in one go, once so many bytes have been answered.
pub struct Piece {
    pub after: usize,
    pub bytes: Vec<u8>,
}

struct Client {
    pieces: std::vec::IntoIter<Piece>,
    /// What is left of a piece that was too long for one reading.
    rest: Vec<u8>,
    answers: Answers,
}

impl Read for Client {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            let Some(piece) = self.pieces.next() else {
                return Ok(0);
            };
            self.answers.wait_for(piece.after);
            self.rest = piece.bytes;
        }
        let length = self.rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

/// Everything that is answered to a client.
pub fn answers(pieces: Vec<Piece>, factory: EngineFactory) -> String {
    let mut answers = Answers::default();
    let client = Client {
        pieces: pieces.into_iter(),
        rest: Vec::new(),
        answers: answers.clone(),
    };
    serve(client, &mut answers, &mut Gomocup::default(), |sink| {
        Session::new(factory, sink)
    })
    .expect("memory takes everything");
    let bytes = answers.0.0.lock().expect("no panic").clone();
    String::from_utf8(bytes).expect("answers are text")
}

/// What is answered to bytes that arrive in one burst, after which the input ends.
pub fn burst(bytes: &[u8], factory: EngineFactory) -> String {
    let piece = Piece {
        after: 0,
        bytes: bytes.to_vec(),
    };
    answers(vec![piece], factory)
}

/// Plays on the first free cell; the sign is that of its scores.
struct FirstFree(i32);

/// An engine that likes every position, the more the more stones there are.
pub fn hopeful(_: usize) -> Box<dyn Engine> {
    Box::new(FirstFree(1))
}

/// An engine that likes none.
pub fn gloomy(_: usize) -> Box<dyn Engine> {
    Box::new(FirstFree(-1))
}

fn report(job: &Job, sign: i32, best: Cell) -> Report {
    Report {
        depth: 1,
        seldepth: 1,
        rank: 1,
        score: Score::Estimate(sign * i32::try_from(job.board.ply()).expect("few stones")),
        nodes: 7,
        permille_full: 0,
        time: Duration::from_millis(3),
        stop: None,
        line: vec![best],
    }
}

fn first_free_cell(job: &Job) -> Cell {
    let dims = job.board.dims();
    let mut cells = (0..dims.rows()).flat_map(|row| (0..dims.cols()).map(move |col| dims.cell_at(row, col)));
    cells
        .find(|&cell| job.board.stone(cell).is_none())
        .expect("the game goes on")
}

impl Engine for FirstFree {
    fn search(&mut self, job: &Job, tell: &mut dyn FnMut(Report)) -> Answer {
        let best = first_free_cell(job);
        for rank in 1..=job.lines {
            tell(Report {
                rank,
                ..report(job, self.0, best)
            });
        }
        Answer {
            best,
            proof: Proof::Unknown,
            nodes: 7,
        }
    }

    fn forget(&mut self) {}

    fn set_memory(&mut self, _: usize) {}
}
