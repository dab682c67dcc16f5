//! `tris gomocup` and `pbrain-tris`: the Gomocup protocol on standard input and output.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use super::serve::{engine, leave_on_signals};
use crate::gomocup::Gomocup;
use crate::server;
use crate::session::Session;

const HELP: &str = "\
Serves the Gomocup protocol on standard input and output, for the boards and managers of five-in-a-row programs.
It needs no arguments and heeds none; `tris gomocup --log debug` shows what is said.";

/// `pbrain-tris`: what a person may ask it for; whatever else a manager adds is not for us.
pub fn pbrain() -> ExitCode {
    let name = concat!("pbrain-", env!("CARGO_PKG_NAME"));
    let argument = std::env::args_os().nth(1).unwrap_or_default();
    let said = match argument.to_str() {
        Some("-V" | "--version") => format!("{name} {}\n", env!("TRIS_VERSION")),
        Some("-h" | "--help") => format!("{HELP}\n\nUsage: {name}\n"),
        _ => return run(),
    };
    // Whoever has closed the output does not want to know.
    let _ = io::stdout().write_all(said.as_bytes());
    ExitCode::SUCCESS
}

/// Serves until the manager leaves.
pub fn run() -> ExitCode {
    leave_on_signals();
    if io::stdin().is_terminal() {
        eprintln!(
            "tris {}: speaks the Gomocup protocol; type `START 15` and `BEGIN`, `END` to leave",
            env!("TRIS_VERSION")
        );
    }
    let mut output = io::stdout().lock();
    let served = server::serve(io::stdin(), &mut output, &mut Gomocup::default(), |sink| {
        Session::new(engine, sink)
    });
    match served {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            log::error!("output ends: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
