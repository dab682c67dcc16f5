//! `tris gomocup` and `pbrain-tris`: the Gomocup protocol on standard input and output.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use super::serve::{engine, leave_on_signals};
use crate::gomocup::Gomocup;
use crate::server;
use crate::session::Session;

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
