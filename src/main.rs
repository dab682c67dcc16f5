//! The `tris` program: everything is in the library, so that tests and tools can use it.

use std::process::ExitCode;

fn main() -> ExitCode {
    tris::cli::main()
}
