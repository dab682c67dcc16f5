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

/// What was answered so far, and a sign that there is more.
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
    answers: Answers,
}

impl Read for Client {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(piece) = self.pieces.next() else {
            return Ok(0);
        };
        self.answers.wait_for(piece.after);
        buffer[..piece.bytes.len()].copy_from_slice(&piece.bytes);
        Ok(piece.bytes.len())
    }
}

/// Everything that is answered to a client.
pub fn answers(pieces: Vec<Piece>, factory: EngineFactory) -> String {
    let mut answers = Answers::default();
    let client = Client {
        pieces: pieces.into_iter(),
        answers: answers.clone(),
    };
    serve(client, &mut answers, &mut Gomocup::default(), |sink| {
        Session::new(factory, sink)
    })
    .expect("memory takes everything");
    let bytes = answers.0.0.lock().expect("no panic").clone();
    String::from_utf8(bytes).expect("answers are text")
}

/// What is answered to lines that arrive in one burst, ended by `END`.
pub fn burst(lines: &str) -> String {
    let bytes = format!("{lines}\nEND\n").into_bytes();
    // Nobody waits for a search before END, so it comes when everything else is answered.
    let end = bytes.len() - "END\n".len();
    let told = answers_counted(&bytes[..end]);
    let pieces = vec![
        Piece {
            after: 0,
            bytes: bytes[..end].to_vec(),
        },
        Piece {
            after: told,
            bytes: bytes[end..].to_vec(),
        },
    ];
    answers(pieces, first_free)
}

/// How many bytes are answered if the input just ends; the engine behind is the same and knows no time.
fn answers_counted(bytes: &[u8]) -> usize {
    let piece = Piece {
        after: 0,
        bytes: bytes.to_vec(),
    };
    answers(vec![piece], first_free).len()
}

/// Plays on the first free cell and thinks that this is worth as much as stones stand there.
struct FirstFree;

/// The engine behind [`burst`].
pub fn first_free(_: usize) -> Box<dyn Engine> {
    Box::new(FirstFree)
}

fn report(job: &Job, best: Cell) -> Report {
    Report {
        depth: 1,
        seldepth: 1,
        rank: 1,
        score: Score::Estimate(i32::try_from(job.board.ply()).expect("few stones")),
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
                ..report(job, best)
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
