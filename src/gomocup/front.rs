//! The front end itself: commands to session calls, results to lines.

use std::io::Write;
use std::time::Instant;

use super::command::{Command, Fault, Owner};
use super::parser::Parser;
use super::position::{change_k, open, opening, opponent_plays, play_all, refuse, set_up, take_back};
use super::reply::{Reply, message};
use super::settings::Settings;
use crate::budget::StopFlag;
use crate::game::Point;
use crate::score::Score;
use crate::server::lines::Line;
use crate::server::{Flow, FrontEnd, Request, Urgency};
use crate::session::options::{Kind, SPECS};
use crate::session::{Done, Go, Session, SessionError, Update};

/// What the answer of the running search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Purpose {
    /// A move, which is played.
    #[default]
    Move,
    /// A move, or the other colour if that is better off.
    SwapOrMove,
}

/// The Gomocup front end.
#[derive(Debug, Default)]
pub struct Gomocup {
    parser: Parser,
    settings: Settings,
    purpose: Purpose,
    begun: Option<Instant>,
    /// The last score of the best line.
    score: Option<Score>,
}

/// What a command comes to.
enum Outgoing {
    /// This answer.
    Say(Reply),
    /// No answer.
    Silence,
    /// A search for a move with so many best lines.
    Think(Purpose, Option<usize>),
}

impl Gomocup {
    fn plain(&mut self, command: Command, session: &mut Session, out: &mut Vec<u8>) -> Result<Outgoing, Reply> {
        match command {
            Command::Start { rows, cols } => self.start(rows, cols, session),
            Command::Restart => {
                let dims = open(session)?.dims();
                let side = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
                self.start(side(dims.rows()), side(dims.cols()), session)
            }
            Command::Begin => self.begin(session),
            Command::Turn(point) => {
                self.ready(session)?;
                opponent_plays(point, session)?;
                Ok(Outgoing::Think(Purpose::Move, None))
            }
            Command::Play(point) => {
                self.ready(session)?;
                session.play(point).map_err(|error| refuse(&error))?;
                Ok(Outgoing::Say(Reply::Moves(vec![point])))
            }
            Command::Board { stones, think } => self.board(&stones, think, session),
            Command::SwapBoard(stones) => self.swap(stones, session),
            Command::TakeBack(point) => take_back(point, session).map(|()| Outgoing::Say(Reply::Ok)),
            Command::BestLines(count) => self.best_lines(count, session),
            Command::About => Ok(Outgoing::Say(Reply::About)),
            silent => {
                self.silently(silent, session, out);
                Ok(Outgoing::Silence)
            }
        }
    }

    /// What has no answer of its own.
    fn silently(&mut self, command: Command, session: &mut Session, out: &mut Vec<u8>) {
        match command {
            Command::Info { key, value } => self.info(&key, &value, session),
            Command::ShowInfo => self.show_info(session, out),
            Command::ClearHash => {
                // A button takes no value, so this cannot fail.
                let _ = session.set_option("ClearHash", None);
            }
            _ => {}
        }
    }

    fn start(&mut self, rows: i64, cols: i64, session: &mut Session) -> Result<Outgoing, Reply> {
        session
            .new_game(rows, cols, self.settings.k())
            .map_err(|error| refuse(&error))?;
        self.settings.new_game();
        Ok(Outgoing::Say(Reply::Ok))
    }

    fn begin(&mut self, session: &mut Session) -> Result<Outgoing, Reply> {
        self.ready(session)?;
        if open(session)?.ply() > 0 {
            return Err(Reply::Error("BEGIN is for an empty board".into()));
        }
        Ok(Outgoing::Think(Purpose::Move, None))
    }

    fn board(&mut self, stones: &[(Point, Owner)], think: bool, session: &mut Session) -> Result<Outgoing, Reply> {
        self.ready(session)?;
        set_up(stones, think, self.settings.k(), session)?;
        Ok(match think {
            true => Outgoing::Think(Purpose::Move, None),
            false => Outgoing::Silence,
        })
    }

    fn best_lines(&mut self, count: usize, session: &mut Session) -> Result<Outgoing, Reply> {
        self.ready(session)?;
        if open(session)?.outcome().is_some() {
            return Err(refuse(&SessionError::GameOver));
        }
        Ok(Outgoing::Think(Purpose::Move, Some(count)))
    }

    /// Whether a move can be found at all, under the rule and K that were told.
    fn ready(&self, session: &mut Session) -> Result<(), Reply> {
        let k = open(session)?.dims().k();
        if let Some(text) = self.settings.refusal() {
            return Err(Reply::Error(text));
        }
        if k != self.settings.k().unsigned_abs() {
            // INFO k comes after START: the stones stay, the rule changes.
            change_k(self.settings.k(), session)?;
        }
        Ok(())
    }

    fn info(&mut self, key: &str, value: &str, session: &mut Session) {
        match key {
            "thread_num" | "threads" => set_within(session, "Threads", value.parse().ok()),
            _ if self.settings.tell(key, value) => {
                if matches!(key, "max_memory" | "hash_size") {
                    set_within(session, "Hash", self.settings.table());
                }
            }
            _ => {
                // Options of the engine can be told, too; other keys are ignored, as the protocol wants it.
                if let Err(error) = session.set_option(key, Some(value)) {
                    log::debug!("INFO {key}: {error}");
                }
            }
        }
    }

    /// The opening rule: three stones to begin with, and the choice of the colour after three and after five.
    fn swap(&mut self, stones: Vec<Point>, session: &mut Session) -> Result<Outgoing, Reply> {
        self.ready(session)?;
        let dims = open(session)?.dims();
        match stones.len() {
            0 if dims.cells() >= 3 => {
                let opening = opening(dims.rows(), dims.cols());
                play_all(&opening, session)?;
                Ok(Outgoing::Say(Reply::Moves(opening)))
            }
            3 | 5 => {
                play_all(&stones, session)?;
                Ok(Outgoing::Think(Purpose::SwapOrMove, None))
            }
            _ => Err(Reply::Error("SWAP2BOARD takes 0, 3 or 5 stones".into())),
        }
    }

    fn show_info(&self, session: &Session, out: &mut Vec<u8>) {
        let rule = self.settings.refusal().unwrap_or_else(|| "rule 0 (free style)".into());
        let mut lines = vec![format!("{rule}, {} in a row win", self.settings.k())];
        if let Ok(board) = session.board() {
            let dims = board.dims();
            lines.push(format!(
                "board {} x {}, {} stones",
                dims.cols(),
                dims.rows(),
                board.ply()
            ));
        }
        lines.push(format!("table {} MiB", session.options().hash()));
        for line in lines {
            put(&Reply::Message(line), out);
        }
    }

    fn think(
        &mut self,
        purpose: Purpose,
        lines: Option<usize>,
        session: &mut Session,
        stop: StopFlag,
    ) -> Result<Flow, Reply> {
        let turn = open(session)?.turn();
        let go = Go {
            limits: self.settings.limits(turn),
            multi_pv: lines,
            only: Vec::new(),
        };
        let started = session.go(&go, stop).map_err(|error| refuse(&error))?;
        self.purpose = purpose;
        self.begun = Some(Instant::now());
        self.score = None;
        Ok(Flow::Searching {
            unbounded: started.unbounded,
        })
    }

    fn done(&mut self, done: Done, session: &mut Session) -> Reply {
        if let Some(begun) = self.begun.take() {
            self.settings.spend(begun.elapsed());
        }
        let Done::Move(answer) = done else {
            log::error!("the search failed: {done:?}");
            return Reply::Error("the search failed".into());
        };
        let worse = match self.score {
            Some(Score::Estimate(value)) => value < 0,
            Some(Score::Loss(_)) => true,
            _ => false,
        };
        if self.purpose == Purpose::SwapOrMove && worse {
            return Reply::Swap;
        }
        let point = session.board().map(|board| board.dims().point(answer.best));
        match point.and_then(|point| session.play(point).map(|_| point)) {
            Ok(point) => Reply::Moves(vec![point]),
            Err(error) => refuse(&error),
        }
    }
}

impl FrontEnd for Gomocup {
    type Command = Result<Command, Fault>;

    /// A manager that has gone waits for no move.
    const STOPS_AT_END: bool = true;

    /// Some managers take what they read at once for one line.
    const WRITES_SINGLE_LINES: bool = true;

    fn read(&mut self, line: Line<'_>) -> Option<Request<Self::Command>> {
        if let Line::Text(text) = line {
            log::debug!("< {text}");
        }
        let command = self.parser.line(line)?;
        let urgency = match &command {
            Ok(Command::End) => Urgency::EndsAll,
            Ok(Command::Stop) => Urgency::Stops,
            Ok(
                Command::Begin
                | Command::Turn(_)
                | Command::Board { think: true, .. }
                | Command::SwapBoard(_)
                | Command::BestLines(_),
            ) => Urgency::Searches,
            _ => Urgency::InTurn,
        };
        Some(Request { command, urgency })
    }

    fn perform(&mut self, command: Self::Command, session: &mut Session, stop: StopFlag, out: &mut Vec<u8>) -> Flow {
        let command = match command {
            Ok(Command::End) => return Flow::Leave,
            Ok(command) => command,
            Err(fault) => {
                put(&refuse_line(&fault), out);
                return Flow::Answered;
            }
        };
        let result = match self.plain(command, session, out) {
            Ok(Outgoing::Think(purpose, lines)) => self.think(purpose, lines, session, stop),
            Ok(Outgoing::Say(reply)) => Err(reply),
            Ok(Outgoing::Silence) => return Flow::Answered,
            Err(reply) => Err(reply),
        };
        result.unwrap_or_else(|reply| {
            put(&reply, out);
            Flow::Answered
        })
    }

    fn update(&mut self, update: Update, session: &mut Session, out: &mut Vec<u8>) -> bool {
        match update {
            Update::Line(report) => {
                if report.rank == 1 {
                    self.score = Some(report.score);
                }
                if let Ok(board) = session.board()
                    && self.settings.detail
                {
                    put(&message(&report, board.dims()), out);
                }
                false
            }
            Update::Progress { .. } | Update::Text(_) => false,
            Update::Done(done, engine) => {
                session.finish(engine);
                let reply = self.done(done, session);
                put(&reply, out);
                true
            }
        }
    }
}

/// Sets a number option to the nearest value that it takes.
fn set_within(session: &mut Session, name: &str, value: Option<i64>) {
    let kind = SPECS.iter().find(|spec| spec.name == name).map(|spec| spec.kind);
    if let (Some(Kind::Spin { min, max, .. }), Some(value)) = (kind, value) {
        // Within its range a number is always taken.
        let _ = session.set_option(name, Some(&value.clamp(min, max).to_string()));
    }
}

fn refuse_line(fault: &Fault) -> Reply {
    match fault {
        Fault::Unknown(_) | Fault::Unreadable => Reply::Unknown(fault.to_string()),
        _ => Reply::Error(fault.to_string()),
    }
}

/// Writes one whole line.
fn put(reply: &Reply, out: &mut Vec<u8>) {
    log::debug!("> {reply}");
    // Writing to memory does not fail.
    let _ = writeln!(out, "{reply}");
}
