//! `tris draw`: a picture of a position as SVG. `position` understands what to draw, `heat` asks the engine about
//! candidate moves, `legend` has their colours, `picture` puts it all on paper.

mod heat;
mod legend;
mod picture;
mod position;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use super::Failure;
use crate::budget::Limits;
use picture::Picture;

/// Nodes for the heat map if nothing else is said: about a second, and the same picture every time.
const USUAL_NODES: u64 = 500_000;

/// Options of `tris draw`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "POSITION is M N K and the moves r c, 0-based as in the protocol, or all that the command `position` \
takes, or a record: a file in .sgf, .psq or .txt (- reads a list of moves from standard input). Labels in the picture count from 1.\n\n\
Examples:\n  tris draw 3 3 3 1 1 0 0 --svg opening.svg\n  tris draw game.sgf --ply 20 --heat --svg move21.svg\n  \
tris draw '3 3 3 grid X.O/.X./..O' --svg grid.svg"
)]
pub struct Args {
    /// The position, or the file of a game
    #[arg(value_name = "POSITION", required = true)]
    position: Vec<String>,
    /// The file to write, or - for standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    svg: String,
    /// Only the first N moves
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Let the engine judge the best moves and colour their cells
    #[arg(long)]
    heat: bool,
    /// Moves that the heat map shows
    #[arg(long, value_name = "N", default_value_t = 20, requires = "heat", value_parser = clap::value_parser!(u16).range(1..))]
    candidates: u16,
    /// Seconds for the heat map, instead of nodes
    #[arg(long, value_name = "S", requires = "heat")]
    time: Option<f64>,
    /// Nodes for the heat map [default: 500000]
    #[arg(long, value_name = "N", requires = "heat", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth of the heat map, instead of nodes
    #[arg(long, value_name = "D", requires = "heat", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
}

/// Draws.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let game = position::read(&args.position, args.ply)?;
    let heat = match args.heat {
        false => None,
        true => Some(heat::measure(&game.board, limits(args)?, usize::from(args.candidates))?),
    };
    let text = Picture {
        game: &game,
        heat: heat.as_ref(),
    }
    .draw();
    if args.svg == "-" {
        io::stdout().write_all(text.as_bytes())?;
    } else {
        let written = std::fs::write(&args.svg, text);
        written.map_err(|error| Failure::Message(format!("{}: {error}", args.svg)))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn limits(args: &Args) -> Result<Limits, Failure> {
    let movetime = args.time.map(Duration::try_from_secs_f64).transpose();
    let unlimited = args.time.is_none() && args.depth.is_none();
    Ok(Limits {
        movetime: movetime.map_err(|_| Failure::Message("--time: not a number of seconds".into()))?,
        nodes: args.nodes.or(unlimited.then_some(USUAL_NODES)),
        depth: args.depth,
        ..Limits::default()
    })
}
