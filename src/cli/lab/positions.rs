//! `tris lab positions`: every position, in the exercise sheet's format or as JSON.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use super::{Waiting, dims, memory, usage};
use crate::cli::Failure;
use crate::game::Dims;
use crate::lab::positions::{Book, Bytes, Census, Tally, TooLarge, classify, count, estimate};

const EXAMPLES: &str = "\
The first three lines are the figures; then one line per position: its cells row by row, and who wins with best
play (X, O, or - for nobody). Positions come by number of stones, then in ASCII order.

Examples:
  tris lab positions
  tris lab positions 4 4 4 --count
  tris lab positions 4 5 4 --count --json --memory 512M";

/// Options of `tris lab positions`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Rows, columns, and stones in a row that win
    #[arg(num_args = 3, value_names = ["M", "N", "K"], default_values_t = [3, 3, 3], allow_negative_numbers = true)]
    board: Vec<i64>,

    /// Print the figures alone
    #[arg(long)]
    count: bool,

    /// Print JSON: the figures, the same by number of stones, and (without --count) the list
    #[arg(long)]
    json: bool,

    /// Use at most so much memory: bytes, or a number with K, M, G or T
    #[arg(long, value_name = "AMOUNT", default_value = "2G", value_parser = memory)]
    memory: Bytes,
}

/// An estimate above this is said before the work begins.
const NOTABLE: Bytes = Bytes(16.0 * 1024.0 * 1024.0);

/// Counts, and lists unless told not to.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let dims = match dims(&args.board) {
        Ok(dims) => dims,
        Err(text) => return usage(&text),
    };
    let needed = estimate(dims, !args.count);
    if needed > NOTABLE && needed <= args.memory {
        eprintln!("tris: this takes about {needed} of memory");
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let mut waiting = Waiting::new("classifying");
    let mut progress = |part: f64| waiting.tell(|| format!("{:.0} %", part * 100.0));
    let result = if args.count {
        count(dims, args.memory, &mut progress).map(Found::Figures)
    } else {
        classify(dims, args.memory, &mut progress).map(Found::All)
    };
    drop(waiting);
    match result {
        Err(TooLarge(needed)) => return Err(Failure::Message(refusal(dims, needed, args))),
        Ok(found) if args.json => write_json(&mut out, dims, &found)?,
        Ok(found) => write_sheet(&mut out, &found)?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn refusal(dims: Dims, needed: Bytes, args: &Args) -> String {
    let what = if args.count { "counting" } else { "listing" };
    let allowed = args.memory;
    format!("{what} the positions of {dims} would take about {needed} of memory, --memory allows {allowed}")
}

/// What was asked for.
enum Found {
    Figures(Census),
    All(Book),
}

impl Found {
    fn census(&self) -> &Census {
        match self {
            Found::Figures(census) => census,
            Found::All(book) => book.census(),
        }
    }
}

/// The format of the exercise sheet, to the letter.
fn write_sheet(out: &mut impl Write, found: &Found) -> io::Result<()> {
    let total = found.census().total();
    writeln!(out, "{} posizioni", total.positions)?;
    writeln!(out, "{} vincenti per X", total.x_wins)?;
    writeln!(out, "{} vincenti per O", total.o_wins)?;
    if let Found::All(book) = found {
        book.each(&mut |text, verdict| writeln!(out, "{text} {}", verdict.letter()))?;
    }
    Ok(())
}

fn write_json(out: &mut impl Write, dims: Dims, found: &Found) -> io::Result<()> {
    let census = found.census();
    let (m, n, k) = (dims.rows(), dims.cols(), dims.k());
    writeln!(out, "{{\n  \"board\": [{m}, {n}, {k}],")?;
    writeln!(out, "  \"total\": {{{}}},", figures(&census.total()))?;
    writeln!(out, "  \"by_stones\": [")?;
    for (stones, tally) in census.by_stones.iter().enumerate() {
        let comma = if stones + 1 < census.by_stones.len() { "," } else { "" };
        writeln!(out, "    {{\"stones\": {stones}, {}}}{comma}", figures(tally))?;
    }
    write!(out, "  ]")?;
    if let Found::All(book) = found {
        write!(out, ",\n  \"list\": [")?;
        let mut comma = "";
        book.each(&mut |text, verdict| {
            write!(out, "{comma}\n    [\"{text}\", \"{}\"]", verdict.letter())?;
            comma = ",";
            io::Result::Ok(())
        })?;
        write!(out, "\n  ]")?;
    }
    writeln!(out, "\n}}")
}

fn figures(tally: &Tally) -> String {
    format!(
        "\"positions\": {}, \"x_wins\": {}, \"o_wins\": {}, \"draws\": {}, \"terminal\": {}, \
         \"terminal_x\": {}, \"terminal_o\": {}, \"terminal_draw\": {}",
        tally.positions,
        tally.x_wins,
        tally.o_wins,
        tally.draws(),
        tally.terminal(),
        tally.x_lines,
        tally.o_lines,
        tally.full
    )
}
