//! `tris convert`: a game from one file format into another. Refuses rather than lose anything silently.

use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use super::Failure;
use crate::record::{self, Format, GameRecord};

/// A format, as an option names it.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum Kind {
    /// Smart Game Format
    Sgf,
    /// Piskvork's format
    Psq,
    /// A plain list of moves
    Txt,
}

impl From<Kind> for Format {
    fn from(kind: Kind) -> Format {
        match kind {
            Kind::Sgf => Format::Sgf,
            Kind::Psq => Format::Psq,
            Kind::Txt => Format::Text,
        }
    }
}

/// Options of `tris convert`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Formats are told by the file's ending: .sgf, .psq, .txt.\n\n\
Example: tris convert game.psq game.sgf")]
pub struct Args {
    /// The game to read, or - for standard input
    #[arg(value_name = "IN")]
    input: String,
    /// The file to write, or - for standard output
    #[arg(value_name = "OUT")]
    output: String,
    /// Format of IN
    #[arg(long, value_name = "FORMAT")]
    from: Option<Kind>,
    /// Format of OUT
    #[arg(long, value_name = "FORMAT")]
    to: Option<Kind>,
}

/// Converts.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let from = format(args.from, &args.input, "--from")?;
    let to = format(args.to, &args.output, "--to")?;
    let record = load(&args.input, from)?;
    let text = record::save(to, &record).map_err(|loss| named(&args.output, &format!("{to}: {loss}")))?;
    if args.output == "-" {
        io::stdout().write_all(text.as_bytes())?;
    } else {
        std::fs::write(&args.output, text).map_err(|error| named(&args.output, &error))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The game in a file, or on standard input.
pub fn load(name: &str, format: Format) -> Result<GameRecord, Failure> {
    let bytes = match name {
        "-" => some_bytes(io::stdin()),
        _ => File::open(name).and_then(some_bytes),
    };
    let bytes = bytes.map_err(|error| named(name, &error))?;
    // Old files have names in old encodings; the moves are plain in all of them.
    let text = String::from_utf8_lossy(&bytes);
    record::load_as(format, &text).map_err(|error| named(name, &error))
}

/// What there is to read, but not much more than a record may have: the rest would be refused anyway.
pub fn some_bytes(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(record::MOST_BYTES as u64 + 4).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn format(asked: Option<Kind>, name: &str, option: &str) -> Result<Format, Failure> {
    let told = asked.map(Format::from).or_else(|| Format::of(name));
    told.ok_or_else(|| named(name, &format!("the name tells no format; say {option} sgf, psq or txt")))
}

fn named(name: &str, error: &dyn std::fmt::Display) -> Failure {
    Failure::Message(format!("{name}: {error}"))
}
