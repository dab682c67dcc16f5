//! `tris verify`: checks a certificate with nothing but the rules and says what it proves.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use super::Failure;
use crate::proof::verify::{Fault, verify};

/// Options of `tris verify`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Prints `proof ok M N K value V stones S nodes N` and exits with 0, or says which node fails \
and exits with 1."
)]
pub struct Args {
    /// The certificate
    file: PathBuf,
}

/// Checks.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let name = args.file.display();
    let file = File::open(&args.file).map_err(|error| Failure::Message(format!("{name}: {error}")))?;
    match verify(&mut BufReader::with_capacity(1 << 20, file)) {
        Ok(proof) => {
            let (dims, value, nodes) = (proof.board.dims(), proof.value, proof.nodes);
            writeln!(
                io::stdout(),
                "proof ok {dims} value {value} stones {} nodes {nodes}",
                proof.board.ply()
            )?;
            Ok(ExitCode::SUCCESS)
        }
        Err(Fault::Read(error)) if error.kind() == io::ErrorKind::UnexpectedEof => {
            writeln!(io::stdout(), "proof failed: the file ends in the middle of a tree")?;
            Ok(ExitCode::FAILURE)
        }
        Err(fault) => {
            writeln!(io::stdout(), "proof failed: {fault}")?;
            Ok(ExitCode::FAILURE)
        }
    }
}
