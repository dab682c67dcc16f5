//! `tris bench`: the fixed positions, as the protocol's `bench` but with a word on each for people.

use std::io::{self, Write};
use std::process::ExitCode;

use super::Failure;
use crate::budget::StopFlag;
use crate::mnk::reply::per_second;
use crate::search::bench;

/// Options of `tris bench`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "The last line is the result. The same build gives the same nodes and signature on every \
machine; only time and speed differ.\n\nExample: tris bench --depth 4"
)]
pub struct Args {
    /// Depth of each search
    #[arg(long, short, default_value_t = bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
}

/// Runs the bench.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut seen = None;
    let summary = bench::run(args.depth, &StopFlag::default(), &mut |index, nodes| {
        if seen.replace(index) != Some(index) {
            eprintln!(
                "position {} of {}, {nodes} nodes so far",
                index + 1,
                bench::POSITIONS.len()
            );
        }
    });
    let Some(summary) = summary else {
        return Err(Failure::Message("the bench was stopped".into()));
    };
    let nps = per_second(summary.nodes, summary.time.as_micros());
    let (nodes, time, signature) = (summary.nodes, summary.time.as_millis(), summary.signature);
    writeln!(
        io::stdout(),
        "nodes {nodes} time {time} nps {nps} signature {signature:08x}"
    )?;
    Ok(ExitCode::SUCCESS)
}
