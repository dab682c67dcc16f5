//! The front end itself: lines to session calls, results to lines. Exactly one terminal line per request.

use super::command::{Command, at_least};
use super::errors;
use super::form::Form;
use super::parser::{self, Parsed};
use super::recorder::Recorder;
use super::reply::{Code, Info, Places, Reply, Status, per_second};
use super::show;
use crate::budget::StopFlag;
use crate::eval::Patterns;
use crate::search::bench;
use crate::server::lines::Line;
use crate::server::{Flow, FrontEnd, Request, Urgency};
use crate::session::{Done, Go, Session, Started, Update};

/// Who asked: the request id, and the number of the request for the recorder.
#[derive(Debug, Default)]
pub struct Ticket {
    id: Option<String>,
    number: u64,
}

impl Ticket {
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }
}

/// A request that is understood as far as its line alone allows.
#[derive(Debug)]
pub struct Asked {
    ticket: Ticket,
    action: Action,
}

#[derive(Debug)]
enum Action {
    Plain(Command),
    Go(Box<Go>),
    Solve(Box<Go>),
    Refuse(Reply),
}

/// The `mnk` front end.
#[derive(Debug, Default)]
pub struct Mnk {
    form: Form,
    /// Who waits for the running search.
    running: Ticket,
    requests: u64,
    errors: u64,
    recorder: Option<Recorder>,
}

impl Mnk {
    /// A front end that also writes what is asked and answered as a transcript.
    pub fn recording(recorder: Recorder) -> Mnk {
        Mnk {
            recorder: Some(recorder),
            ..Mnk::default()
        }
    }

    /// The same front end with answers in another form. What it records is text in either.
    pub fn answering(self, form: Form) -> Mnk {
        Mnk { form, ..self }
    }

    /// How many errors were sent.
    pub fn errors(&self) -> u64 {
        self.errors
    }

    fn answer(&mut self, ticket: &Ticket, reply: &Reply, out: &mut Vec<u8>) {
        if let Reply::Error(code, text) = reply {
            self.errors += 1;
            log::warn!("refused: {} {text}", code.word());
        }
        self.form.reply(ticket.id(), reply, out);
        if let Some(recorder) = &mut self.recorder {
            recorder.answer(ticket.number, &reply.to_string());
        }
    }

    /// Says something to whoever waits for the running search.
    fn inform(&self, info: &Info<'_>, out: &mut Vec<u8>) {
        self.form.info(self.running.id(), info, out);
    }

    fn admit(&mut self, line: &Line<'_>) -> u64 {
        self.requests += 1;
        if let Some(recorder) = &mut self.recorder {
            recorder.request(self.requests, line);
        }
        self.requests
    }

    /// Performs a command that needs no search thread.
    fn reply(command: Command, session: &mut Session) -> Result<Reply, Reply> {
        Ok(match command {
            Command::NewGame([rows, cols, k]) => session.new_game(rows, cols, k).map(|()| Reply::Ok)?,
            Command::Position(setup) => session.set_position(&setup)?.into(),
            Command::Move(point) => session.play(point)?.into(),
            Command::Undo(count) => {
                session.undo(at_least("the number of moves", 1, count)?)?;
                Reply::Ok
            }
            Command::Stop | Command::Quit => Reply::Ok,
            Command::IsReady => Reply::Ready,
            Command::Status => Reply::Status(Box::new(Status::of(session.board()?))),
            Command::Legal => {
                let board = session.board()?;
                Reply::Legal(Places {
                    dims: board.dims(),
                    cells: board.legal().collect(),
                })
            }
            Command::History => {
                let board = session.board()?;
                Reply::History(Places {
                    dims: board.dims(),
                    cells: board.moves().to_vec(),
                })
            }
            Command::Eval => {
                let board = session.open_board()?;
                Reply::Eval(Patterns::of(board).estimate(board.turn()))
            }
            Command::SetOption { name, value } => {
                session.set_option(&name, value.as_deref())?;
                Reply::Ok
            }
            Command::Commands => Reply::Commands(show::command_words()),
            Command::Version => Reply::Version(show::IDENTITY),
            // The rest is performed elsewhere; should that change, the client still gets an answer.
            other => Reply::Error(Code::Internal, format!("{other:?} has no answer")),
        })
    }

    /// Performs a command, including those that print `info` lines or start a search.
    fn plain(
        &mut self,
        ticket: Ticket,
        command: Command,
        session: &mut Session,
        stop: StopFlag,
        out: &mut Vec<u8>,
    ) -> Flow {
        let reply = match command {
            Command::Quit => {
                self.answer(&ticket, &Reply::Ok, out);
                return Flow::Leave;
            }
            Command::Perft(depth) => {
                let started = at_least("the depth", 0, depth)
                    .map_err(Reply::from)
                    .and_then(|depth| session.perft(depth, stop).map_err(Reply::from));
                return self.started(ticket, started, out);
            }
            Command::Bench(depth) => {
                let depth = depth.map_or(Ok(u64::from(bench::DEFAULT_DEPTH)), |depth| {
                    at_least("the depth", 1, depth)
                });
                let started = depth
                    .map(|depth| session.bench(u32::try_from(depth).unwrap_or(u32::MAX), stop))
                    .map_err(Reply::from);
                return self.started(ticket, started, out);
            }
            Command::Mnk => {
                self.form.infos(ticket.id(), &show::identity(), out);
                self.form.infos(ticket.id(), &show::options(session.options()), out);
                Ok(Reply::MnkOk)
            }
            Command::Options => {
                let lines = show::options(session.options());
                self.form.infos(ticket.id(), &lines, out);
                Ok(Reply::Options(lines.len()))
            }
            Command::Help(topic) => show::help(topic.as_deref()).map(|lines| {
                self.form.infos(ticket.id(), &lines, out);
                Reply::Help
            }),
            Command::Board => session.board().map_err(Reply::from).map(|board| {
                self.form.infos(ticket.id(), &show::board(board), out);
                Reply::Ok
            }),
            command => Mnk::reply(command, session),
        };
        self.answer(&ticket, &reply.unwrap_or_else(|error| error), out);
        Flow::Answered
    }

    /// Notes who waits for a search that has started, or says why it has not.
    fn started(&mut self, ticket: Ticket, started: Result<Started, Reply>, out: &mut Vec<u8>) -> Flow {
        match started {
            Ok(Started { unbounded }) => {
                self.running = ticket;
                Flow::Searching { unbounded }
            }
            Err(error) => {
                self.answer(&ticket, &error, out);
                Flow::Answered
            }
        }
    }

    fn done(&mut self, done: Done, session: &Session, out: &mut Vec<u8>) {
        let point = |cell| session.board().ok().map(|board| board.dims().point(cell));
        let reply = match done {
            Done::Move(answer) => match point(answer.best) {
                Some(best) => Reply::BestMove(best),
                None => Reply::Error(Code::Internal, "the board is gone".into()),
            },
            Done::Proof { proof, best } => Reply::Value(proof, best.and_then(point)),
            Done::Perft { depth, nodes } => Reply::Perft { depth, nodes },
            Done::Bench(summary) => Reply::Bench {
                nodes: summary.nodes,
                time: summary.time.as_millis(),
                nps: per_second(summary.nodes, summary.time.as_micros()),
                signature: summary.signature,
            },
            Done::Stopped => Reply::Error(Code::Stopped, "before there was a result".into()),
            Done::Failed(cause) => {
                log::error!("the search failed: {cause}");
                Reply::Error(Code::Internal, "the search failed; the game is as it was".into())
            }
        };
        let ticket = std::mem::take(&mut self.running);
        self.answer(&ticket, &reply, out);
    }
}

impl FrontEnd for Mnk {
    type Command = Asked;

    fn read(&mut self, line: Line<'_>) -> Option<Request<Asked>> {
        let (id, action) = match line {
            Line::Text(text) => {
                log::debug!("< {text}");
                let Some(Parsed { id, command }) = parser::line(text) else {
                    if let Some(recorder) = &mut self.recorder {
                        recorder.aside(text);
                    }
                    return None;
                };
                (id, understand(command))
            }
            Line::Bad(bytes, _) if parser::is_comment(bytes) => return None,
            Line::Bad(bytes, fault) => (parser::id_of_bad_line(bytes), Action::Refuse(errors::bad_line(fault))),
        };
        let urgency = urgency(&action);
        let number = self.admit(&line);
        let ticket = Ticket { id, number };
        Some(Request {
            command: Asked { ticket, action },
            urgency,
        })
    }

    fn perform(&mut self, asked: Asked, session: &mut Session, stop: StopFlag, out: &mut Vec<u8>) -> Flow {
        let Asked { ticket, action } = asked;
        match action {
            Action::Plain(command) => self.plain(ticket, command, session, stop, out),
            Action::Go(go) => {
                let started = session.go(&go, stop).map_err(Reply::from);
                self.started(ticket, started, out)
            }
            Action::Solve(go) => {
                let started = session.solve(&go, stop).map_err(Reply::from);
                self.started(ticket, started, out)
            }
            Action::Refuse(reply) => {
                self.answer(&ticket, &reply, out);
                Flow::Answered
            }
        }
    }

    fn update(&mut self, update: Update, session: &mut Session, out: &mut Vec<u8>) -> bool {
        match update {
            Update::Line(report) => {
                if let Ok(board) = session.board() {
                    let dims = board.dims();
                    self.inform(&Info::Search { report: &report, dims }, out);
                }
                false
            }
            Update::Progress { what, nodes } => {
                self.inform(&Info::Text(format!("{what} nodes {nodes}")), out);
                false
            }
            Update::Text(text) => {
                self.inform(&Info::Text(text), out);
                false
            }
            Update::Done(done, engine) => {
                session.finish(engine);
                self.done(done, session, out);
                true
            }
        }
    }
}

/// Checks what can be checked without the session.
fn understand(command: Result<Command, parser::Fault>) -> Action {
    match command {
        Ok(Command::Go(args)) => args
            .check()
            .map_or_else(|range| Action::Refuse(range.into()), |go| Action::Go(Box::new(go))),
        Ok(Command::Solve(args)) => args
            .check()
            .map_or_else(|range| Action::Refuse(range.into()), |go| Action::Solve(Box::new(go))),
        Ok(command) => Action::Plain(command),
        Err(fault) => Action::Refuse(fault.into()),
    }
}

fn urgency(action: &Action) -> Urgency {
    match action {
        Action::Plain(Command::Stop) => Urgency::Stops,
        Action::Plain(Command::Quit) => Urgency::Leaves,
        Action::Plain(Command::IsReady) => Urgency::Overtakes,
        Action::Plain(Command::Perft(_) | Command::Bench(_)) => Urgency::Searches,
        Action::Go(_) | Action::Solve(_) => Urgency::Searches,
        Action::Plain(_) | Action::Refuse(_) => Urgency::InTurn,
    }
}
