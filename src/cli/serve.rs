//! `tris` alone: the engine server on standard input and output.

use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

use crate::engine::Tris;
use crate::mnk::recorder::Recorder;
use crate::mnk::{Form, Mnk};
use crate::search::Engine;
use crate::server;
use crate::session::Session;

/// Options of the server.
#[derive(clap::Args, Debug)]
// The group would be called `Args`, as that of the program is, which checked builds refuse.
#[group(skip)]
pub struct Args {
    /// Record what is asked and answered as a transcript
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,

    /// Answer with one JSON object per line; commands stay the same
    #[arg(long)]
    json: bool,

    /// Exit with code 1 if any error was answered
    #[arg(long)]
    fail_on_error: bool,
}

/// Makes the engine that plays.
pub fn engine(megabytes: usize) -> Box<dyn Engine> {
    Box::new(Tris::new(megabytes))
}

/// Serves until the client leaves.
pub fn run(args: &Args) -> ExitCode {
    leave_on_signals();
    let front = match &args.transcript {
        None => Mnk::default(),
        Some(path) => match File::create(path) {
            Ok(file) => Mnk::recording(Recorder::new(Box::new(file))),
            Err(error) => {
                eprintln!("tris: {}: {error}", path.display());
                return ExitCode::FAILURE;
            }
        },
    };
    let form = if args.json { Form::Json } else { Form::Text };
    let mut front = front.answering(form);
    if io::stdin().is_terminal() {
        eprintln!(
            "tris {}: type `help` for the commands, `quit` to leave",
            env!("TRIS_VERSION")
        );
    }
    let mut output = io::stdout().lock();
    let served = server::serve(io::stdin(), &mut output, &mut front, |sink| Session::new(engine, sink));
    match served {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            log::error!("output ends: {error}");
            ExitCode::FAILURE
        }
        _ if args.fail_on_error && front.errors() > 0 => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    }
}

/// SIGINT and SIGTERM end the process at once, silently, with the code that shells expect.
#[cfg(unix)]
pub(super) fn leave_on_signals() {
    use signal_hook::consts::{SIGINT, SIGTERM};
    match signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) {
        Ok(mut signals) => {
            std::thread::spawn(move || {
                if let Some(signal) = signals.forever().next() {
                    std::process::exit(128 + signal);
                }
            });
        }
        Err(error) => log::warn!("signals keep their default effect: {error}"),
    }
}

#[cfg(not(unix))]
pub(super) fn leave_on_signals() {}
