//! A search that panics: the client is told, the game goes on, the next search has a new engine.

mod common;

use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::memory::serve_with;
use tris::mnk::Mnk;
use tris::search::{AlphaBeta, Answer, Engine, Job, Report};

/// Keeps the panics that these tests provoke from the test output; others still show.
fn hush() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if std::thread::current().name() != Some("search") {
                usual(panic);
            }
        }));
    });
}

/// When a fragile engine breaks.
#[derive(Clone, Copy)]
enum Breaks {
    Never,
    AtOnce,
    AfterReports,
}

struct Fragile {
    inner: AlphaBeta,
    breaks: Breaks,
}

impl Engine for Fragile {
    fn search(&mut self, job: &Job, report: &mut dyn FnMut(Report)) -> Answer {
        match self.breaks {
            Breaks::Never => {}
            Breaks::AtOnce => panic!("at once"),
            Breaks::AfterReports => {
                self.inner.search(job, report);
                panic!("after reports");
            }
        }
        self.inner.search(job, report)
    }

    fn forget(&mut self) {
        self.inner.forget();
    }

    fn set_memory(&mut self, megabytes: usize) {
        self.inner.set_memory(megabytes);
    }
}

fn fragile(breaks: Breaks, megabytes: usize) -> Box<dyn Engine> {
    Box::new(Fragile {
        inner: AlphaBeta::new(megabytes),
        breaks,
    })
}

/// The first engine breaks, the ones built after it do not.
fn breaks_once(megabytes: usize) -> Box<dyn Engine> {
    static BUILT: AtomicUsize = AtomicUsize::new(0);
    let breaks = match BUILT.fetch_add(1, Ordering::SeqCst) {
        0 => Breaks::AtOnce,
        _ => Breaks::Never,
    };
    fragile(breaks, megabytes)
}

fn always_breaks(megabytes: usize) -> Box<dyn Engine> {
    fragile(Breaks::AtOnce, megabytes)
}

fn breaks_late(megabytes: usize) -> Box<dyn Engine> {
    fragile(Breaks::AfterReports, megabytes)
}

#[test]
fn the_session_lives_on_with_a_new_engine() {
    hush();
    let script =
        b"newgame 3 3 3\nmove 0 0\nmove 1 0\nmove 0 1\n@1 go depth 3\nstatus\n@2 go depth 3\nmove 0 2\nlegal\nquit\n";
    let lines = serve_with(&mut Mnk::default(), breaks_once, script);
    assert_eq!(lines[..4], ["ok"; 4]);
    assert!(lines[4].starts_with("@1 error internal "), "{lines:?}");
    assert_eq!(lines[5], "ok state playing turn O ply 3 size 3 3 3");
    assert!(lines.contains(&"@2 bestmove 0 2".to_owned()), "{lines:?}");
    let after = lines
        .iter()
        .position(|line| line.starts_with("@2 bestmove "))
        .expect("a move");
    assert_eq!(lines[after + 1..], ["ok", "ok legal 1 1 1 2 2 0 2 1 2 2", "ok"]);
}

#[test]
fn every_search_that_panics_is_answered_once() {
    hush();
    let mut front = Mnk::default();
    let script = b"newgame 15 15 5\n@1 go movetime 100\n@2 go infinite\n@3 solve depth 2\n@4 stop\n@5 go nodes 5\n\
        setoption name Hash value 2\nnewgame 3 3 3\nsetoption name ClearHash\nposition 4 4 4\n@6 go\nperft 2\n";
    let lines = serve_with(&mut front, always_breaks, script);
    let words: Vec<String> = lines
        .iter()
        .map(|line| line.split(' ').take(3).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(
        words,
        [
            "ok",
            "@1 error internal",
            "@2 error internal",
            "@3 error internal",
            "@4 ok",
            "@5 error internal",
            "ok",
            "ok",
            "ok",
            "ok",
            "@6 error internal",
            "ok perft 2",
        ]
    );
    assert_eq!(front.errors(), 5);
}

#[test]
fn a_panic_in_the_middle_of_a_search_gives_no_move() {
    hush();
    let lines = serve_with(&mut Mnk::default(), breaks_late, b"newgame 5 5 4\ngo depth 3\nstatus\n");
    assert_eq!(lines[0], "ok");
    let (ends, infos): (Vec<_>, Vec<_>) = lines[1..].iter().partition(|line| common::is_terminal(line));
    assert!(!infos.is_empty());
    assert!(ends[0].starts_with("error internal "), "{ends:?}");
    assert_eq!(ends[1], "ok state playing turn X ply 0 size 5 5 4");
    assert_eq!(ends.len(), 2);
}
