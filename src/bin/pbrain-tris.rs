//! `pbrain-tris`: the engine under the name, and without the arguments, that Gomocup managers expect.

use std::process::ExitCode;

fn main() -> ExitCode {
    tris::cli::pbrain()
}
