//! A game in progress and at most one running task. Every method either does all it says or changes nothing.
//!
//! The session knows no text: front ends call its methods and hand it the updates of its task.

mod classic;
pub mod error;
pub mod options;
pub mod update;
mod watch;
pub mod worker;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::budget::{Budget, Limits, StopFlag};
use crate::game::{Board, Dims, Grid, Outcome, Player, Point};
use crate::search::variety::Variety;
use crate::search::{Engine, Goal, Job, News, bench};

pub use error::SessionError;
pub use options::{OptionError, Options};
pub use update::{Done, Update};
use watch::{PROGRESS_INTERVAL, PerftWatch};
use worker::{Sink, Task};

/// A position to set up: dimensions, maybe a grid, maybe whose turn it is, moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// M, N and K.
    pub dims: [i64; 3],
    /// Stones to begin with.
    pub grid: Option<Grid>,
    /// The side to move on the grid.
    pub turn: Option<Player>,
    /// Moves played after it.
    pub moves: Vec<Point>,
}

/// What to search for a move with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// When to end.
    pub limits: Limits,
    /// Number of best lines, if not the option's.
    pub multi_pv: Option<usize>,
    /// The only moves to consider, all if empty.
    pub only: Vec<Point>,
}

/// A task that is running now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Started {
    /// Whether only a stop ends it.
    pub unbounded: bool,
}

/// Makes an engine with so many MiB of memory.
pub type EngineFactory = fn(usize) -> Box<dyn Engine>;

/// The state behind one client.
pub struct Session {
    board: Option<Board>,
    options: Options,
    factory: EngineFactory,
    /// Away while a task runs.
    engine: Option<Box<dyn Engine>>,
    sink: Sink,
}

impl Session {
    /// A session without a game. Its tasks tell `sink`.
    pub fn new(factory: EngineFactory, sink: Box<dyn Fn(Update) + Send + Sync>) -> Session {
        let options = Options::default();
        Session {
            board: None,
            engine: Some(factory(options.hash())),
            options,
            factory,
            sink: Arc::from(sink),
        }
    }

    /// Begins a game on an empty board with a fresh engine state.
    pub fn new_game(&mut self, rows: i64, cols: i64, k: i64) -> Result<(), SessionError> {
        self.board = Some(Board::new(Dims::new(rows, cols, k)?));
        self.engine().forget();
        Ok(())
    }

    /// Sets up a position. What the engine has learnt is kept if the dimensions stay the same.
    pub fn set_position(&mut self, setup: &Setup) -> Result<Option<Outcome>, SessionError> {
        let [rows, cols, k] = setup.dims;
        let dims = Dims::new(rows, cols, k)?;
        let mut board = match &setup.grid {
            None => Board::new(dims),
            Some(grid) => Board::from_grid(dims, grid, setup.turn).map_err(SessionError::Position)?,
        };
        for (index, &point) in setup.moves.iter().enumerate() {
            board
                .play(point)
                .map_err(|why| SessionError::illegal_at(index, why, point))?;
        }
        if self.board.as_ref().map(Board::dims) != Some(dims) {
            self.engine().forget();
        }
        let outcome = board.outcome();
        self.board = Some(board);
        Ok(outcome)
    }

    /// The current position.
    pub fn board(&self) -> Result<&Board, SessionError> {
        self.board.as_ref().ok_or(SessionError::NoGame)
    }

    /// The current position of a game that goes on.
    pub fn open_board(&self) -> Result<&Board, SessionError> {
        let board = self.board()?;
        match board.outcome() {
            None => Ok(board),
            Some(_) => Err(SessionError::GameOver),
        }
    }

    /// Plays a move for the side to move.
    pub fn play(&mut self, point: Point) -> Result<Option<Outcome>, SessionError> {
        let board = self.board.as_mut().ok_or(SessionError::NoGame)?;
        board.play(point).map_err(|why| SessionError::illegal(why, point))
    }

    /// Takes moves back, all or none.
    pub fn undo(&mut self, count: u64) -> Result<(), SessionError> {
        let board = self.board.as_mut().ok_or(SessionError::NoGame)?;
        let moves = board.moves().len();
        if count > moves as u64 {
            return Err(SessionError::NoHistory { moves });
        }
        for _ in 0..count {
            board.undo();
        }
        Ok(())
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets an option.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        match self.options.set(name, value)? {
            options::Effect::None => {}
            options::Effect::Forget => self.engine().forget(),
            options::Effect::Resize => {
                let megabytes = self.options.hash();
                self.engine().set_memory(megabytes);
            }
        }
        Ok(())
    }

    /// Starts a search for a move.
    pub fn go(&mut self, go: &Go, stop: StopFlag) -> Result<Started, SessionError> {
        let variety = Variety {
            skill: self.options.skill(),
            seed: self.options.seed(),
        };
        let default = self.options.default_movetime();
        let mut job = self.job(go, Goal::Play, variety, default, stop)?;
        let unbounded = job.budget.is_unbounded();
        if unbounded {
            job.goal = Goal::Analyse;
        }
        let algorithm = self.options.algorithm();
        self.start(Box::new(move |engine, tell| {
            if let Some(algorithm) = algorithm {
                return classic::search(algorithm, &job, tell);
            }
            Done::Move(engine.search(&job, &mut |report| tell(Update::Line(report))))
        }));
        Ok(Started { unbounded })
    }

    /// Starts an attempt to prove the value.
    pub fn solve(&mut self, go: &Go, stop: StopFlag) -> Result<Started, SessionError> {
        let default = self.options.default_solvetime();
        let job = self.job(go, Goal::Prove, Variety::NONE, default, stop)?;
        let unbounded = job.budget.is_unbounded();
        self.start(Box::new(move |engine, tell| {
            let (proof, best) = engine.prove(&job, &mut |news| {
                tell(match news {
                    News::Line(report) => Update::Line(report),
                    News::Text(text) => Update::Text(text),
                });
            });
            Done::Proof { proof, best }
        }));
        Ok(Started { unbounded })
    }

    fn job(&self, go: &Go, goal: Goal, variety: Variety, default_ms: u64, stop: StopFlag) -> Result<Job, SessionError> {
        let board = self.open_board()?;
        let only = go
            .only
            .iter()
            .enumerate()
            .map(|(index, &point)| {
                board
                    .check(point)
                    .map_err(|why| SessionError::illegal_at(index, why, point))
            })
            .collect::<Result<_, _>>()?;
        let mut limits = go.limits.clone();
        if !limits.bounds(board.turn()) {
            limits.movetime = Some(Duration::from_millis(default_ms));
        }
        let overhead = Duration::from_millis(self.options.move_overhead());
        let moves_left = board.empties().div_ceil(2);
        Ok(Job {
            goal,
            budget: Budget::new(&limits, board.turn(), moves_left, overhead, stop),
            lines: go.multi_pv.unwrap_or(self.options.multi_pv()),
            only,
            variety,
            threads: self.options.threads(),
            board: board.clone(),
        })
    }

    /// Starts counting move paths.
    pub fn perft(&mut self, depth: u64, stop: StopFlag) -> Result<Started, SessionError> {
        let mut board = self.board()?.clone();
        self.start(Box::new(move |_, tell| {
            let mut watch = PerftWatch::new();
            let nodes = board.perft(depth, &mut |leaves| watch.count(leaves, &stop, tell));
            nodes.map_or(Done::Stopped, |nodes| Done::Perft { depth, nodes })
        }));
        Ok(Started { unbounded: false })
    }

    /// Starts the bench. It has an engine of its own and leaves the session alone.
    pub fn bench(&mut self, depth: u32, stop: StopFlag) -> Started {
        self.start(Box::new(move |_, tell| {
            let mut last_told = Instant::now();
            let summary = bench::run(depth, &stop, &mut |_, nodes| {
                if last_told.elapsed() >= PROGRESS_INTERVAL {
                    last_told = Instant::now();
                    tell(Update::Progress { what: "bench", nodes });
                }
            });
            summary.map_or(Done::Stopped, Done::Bench)
        }));
        Started { unbounded: false }
    }

    fn start(&mut self, task: Task) {
        let engine = self
            .engine
            .take()
            .unwrap_or_else(|| (self.factory)(self.options.hash()));
        worker::start(task, engine, &self.sink);
    }

    /// Takes the engine of a finished task back.
    pub fn finish(&mut self, engine: Option<Box<dyn Engine>>) {
        self.engine = engine;
    }

    fn engine(&mut self) -> &mut dyn Engine {
        let megabytes = self.options.hash();
        self.engine.get_or_insert_with(|| (self.factory)(megabytes)).as_mut()
    }
}
