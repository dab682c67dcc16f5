//! `tris lab sliding`: the figures of the sliding game, or a shortest chain of moves.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use super::{Waiting, memory, stones, usage};
use crate::cli::Failure;
use crate::game::{Cell, Dims, Player};
use crate::lab::positions::Bytes;
use crate::lab::sets::{Set, first_cells};
use crate::lab::sliding::{Game, TooLarge};

const EXAMPLES: &str = "\
L stones each on a board of L by L; a stone of either colour slides to a free neighbour, also diagonally, until
somebody has a whole line. Groups are positions that can be reached from one another.

Examples:
  tris lab sliding
  tris lab sliding 4
  tris lab sliding --play XXO/OOX/... .../XXO/OOX";

/// Options of `tris lab sliding`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The side of the board, and the number of stones each
    #[arg(value_name = "L", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    side: u16,

    /// Print a shortest chain of moves from one position to another
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    play: Option<Vec<String>>,

    /// Use at most so much memory: bytes, or a number with K, M, G or T
    #[arg(long, value_name = "AMOUNT", default_value = "2G", value_parser = memory)]
    memory: Bytes,
}

/// Prints the figures, or a chain.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let side = usize::from(args.side);
    let ends = match &args.play {
        None => None,
        Some(texts) => match texts
            .iter()
            .map(|text| position(side, text))
            .collect::<Result<Vec<_>, _>>()
        {
            Ok(ends) => Some(ends),
            Err(text) => return usage(&text),
        },
    };
    let game = Game::new(side, args.memory.0 as u64).map_err(|error| Failure::Message(refusal(side, error, args)))?;
    let mut out = BufWriter::new(io::stdout().lock());
    match ends.as_deref() {
        Some(&[from, to]) => match game.chain(from, to) {
            Some(chain) => write_chain(&mut out, game.dims(), &chain)?,
            None => {
                return Err(Failure::Message(
                    "no chain of moves leads from the one to the other".into(),
                ));
            }
        },
        _ => write_figures(&mut out, &game)?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn refusal(side: usize, error: TooLarge, args: &Args) -> String {
    match error {
        TooLarge::Memory(needed) => {
            let needed = Bytes(needed as f64);
            format!(
                "side {side} would take about {needed} of memory, --memory allows {}",
                args.memory
            )
        }
        TooLarge::Numbers => format!("side {side}: {error}"),
    }
}

/// X's and O's cells of a drawn position, L of each.
fn position(side: usize, text: &str) -> Result<(Set, Set), String> {
    let length = side as i64;
    let dims = Dims::new(length, length, length).map_err(|error| error.to_string())?;
    let stones = stones(dims, text)?;
    let of = |player| {
        let cells = stones.iter().enumerate().filter(|(_, stone)| **stone == Some(player));
        cells.fold(0, |set: Set, (cell, _)| {
            set | 1_u64.checked_shl(cell as u32).unwrap_or(0)
        })
    };
    let count = |player| stones.iter().filter(|stone| **stone == Some(player)).count();
    if count(Player::First) != side || count(Player::Second) != side {
        return Err(format!("`{text}` must have {side} X and {side} O"));
    }
    Ok((of(Player::First), of(Player::Second)))
}

/// The lines of the exercise sheet.
fn write_figures(out: &mut impl Write, game: &Game) -> io::Result<()> {
    let mut waiting = Waiting::new("measuring");
    let survey = game.survey(&mut |open, all| {
        waiting.tell(|| format!("{open} of {all} classes of positions open"));
    });
    drop(waiting);
    writeln!(out, "{} posizioni", survey.positions)?;
    writeln!(out, "{} mosse", survey.moves)?;
    writeln!(out, "{} gruppi", survey.groups.values().sum::<u64>())?;
    for (size, groups) in &survey.groups {
        writeln!(out, "{size} posizioni: {groups} gruppi")?;
    }
    writeln!(out, "Mosse massime: {}", survey.longest)
}

/// The number of moves, then each position with the move that led to it: colour, from, to.
fn write_chain(out: &mut impl Write, dims: Dims, chain: &[(Set, Set)]) -> io::Result<()> {
    writeln!(out, "{} mosse", chain.len() - 1)?;
    writeln!(out, "{}", drawn(dims, chain[0]))?;
    for step in chain.windows(2) {
        let (before, after) = (step[0], step[1]);
        let (player, from, to) = if before.0 == after.0 {
            (Player::Second, before.1 & !after.1, after.1 & !before.1)
        } else {
            (Player::First, before.0 & !after.0, after.0 & !before.0)
        };
        let at = |set: Set| dims.point(Cell(set.trailing_zeros() as u16));
        writeln!(out, "{} {player} {} -> {}", drawn(dims, after), at(from), at(to))?;
    }
    Ok(())
}

fn drawn(dims: Dims, (x, o): (Set, Set)) -> String {
    debug_assert_eq!((x | o) & !first_cells(dims.cells()), 0);
    let letter = |cell: usize| match (x >> cell & 1, o >> cell & 1) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '.',
    };
    let row = |row: usize| {
        (0..dims.cols())
            .map(|col| letter(row * dims.cols() + col))
            .collect::<String>()
    };
    (0..dims.rows()).map(row).collect::<Vec<_>>().join("/")
}
