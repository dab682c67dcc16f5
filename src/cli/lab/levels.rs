//! `tris lab levels`: the thesis' table of time by levels, for any choice of algorithms.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use super::contestant::{Contestant, contestant};
use super::{Waiting, chart, dims, usage};
use crate::cli::Failure;
use crate::game::Board;
use crate::lab::levels::position;
use crate::score::Score;

const EXAMPLES: &str = "\
For each number of empty cells the same seeded positions go to every algorithm; the table gives means. An algorithm
that needs longer than --seconds for a position is not asked about more empty cells. All must find the same values.

Algorithms: minimax negamax alphabeta memo negascout negacstar, and tris, the engine's own search.

Examples:
  tris lab levels
  tris lab levels --from 8 --to 12 --algorithms minimax,alphabeta,memo --csv
  tris lab levels --board 4 4 4 --to 16 --seconds 10 --svg levels.svg";

/// Options of `tris lab levels`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Rows, columns, and stones in a row that win
    #[arg(long, num_args = 3, value_names = ["M", "N", "K"], default_values_t = [5, 4, 4], allow_negative_numbers = true)]
    board: Vec<i64>,

    /// Algorithms, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "NAMES", value_parser = contestant,
          default_value = "minimax,negamax,alphabeta,negascout,memo,negacstar,tris")]
    algorithms: Vec<Contestant>,

    /// Fewest empty cells
    #[arg(long, value_name = "CELLS", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..))]
    from: u16,

    /// Most empty cells
    #[arg(long, value_name = "CELLS", default_value_t = 19, value_parser = clap::value_parser!(u16).range(1..))]
    to: u16,

    /// Positions for each number of empty cells
    #[arg(long, value_name = "COUNT", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    positions: u16,

    /// Seed of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Most time for one position
    #[arg(long, default_value_t = 2.0, value_parser = seconds)]
    seconds: f64,

    /// Print comma-separated values
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,

    /// Also draw the times as curves
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e6 => Ok(seconds),
        _ => Err("use a number of seconds above 0".into()),
    }
}

/// What one algorithm needed for one number of empty cells, in the mean.
struct Measure {
    empties: usize,
    algorithm: &'static str,
    nodes: f64,
    seconds: f64,
}

/// Measures and prints.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let dims = match dims(&args.board) {
        Ok(dims) => dims,
        Err(text) => return usage(&text),
    };
    let (from, to) = (usize::from(args.from), usize::from(args.to).min(dims.cells()));
    if from > to {
        return usage(&format!(
            "--from {from} is more than --to or the cells of the board allow ({to})"
        ));
    }
    let mut measures = Vec::new();
    let mut running = args.algorithms.clone();
    let mut waiting = Waiting::new("measuring");
    for empties in from..=to {
        let seeds = (0..u64::from(args.positions)).map(|index| args.seed.wrapping_mul(1000).wrapping_add(index));
        let boards: Vec<Board> = seeds.filter_map(|seed| position(dims, empties, seed)).collect();
        if boards.is_empty() {
            return Err(Failure::Message(format!(
                "no game of {dims} gets to {empties} empty cells"
            )));
        }
        waiting.tell(|| format!("{empties} empty cells, {} algorithms", running.len()));
        measure_level(&boards, args, &mut running, &mut measures)?;
    }
    drop(waiting);
    write_all(args, &measures)
}

/// Gives the positions of one level to the algorithms still running, and drops those that take too long.
fn measure_level(
    boards: &[Board],
    args: &Args,
    running: &mut Vec<Contestant>,
    measures: &mut Vec<Measure>,
) -> Result<(), Failure> {
    let limit = Duration::from_secs_f64(args.seconds);
    let mut values: Vec<Option<(Score, &str)>> = vec![None; boards.len()];
    let mut disagreement = None;
    running.retain(|contestant| {
        let (mut nodes, began) = (0, Instant::now());
        for (board, value) in boards.iter().zip(&mut values) {
            let Some((visited, score)) = contestant.run(board, limit) else {
                return false;
            };
            nodes += visited;
            let &mut (known, by) = value.get_or_insert((score, contestant.name()));
            if known != score {
                disagreement = Some(format!("{} says {score:?}, {by} {known:?}", contestant.name()));
            }
        }
        measures.push(Measure {
            empties: boards[0].empties(),
            algorithm: contestant.name(),
            nodes: nodes as f64 / boards.len() as f64,
            seconds: began.elapsed().as_secs_f64() / boards.len() as f64,
        });
        true
    });
    match disagreement {
        None => Ok(()),
        Some(text) => Err(Failure::Message(format!("the algorithms disagree on a value: {text}"))),
    }
}

fn write_all(args: &Args, measures: &[Measure]) -> Result<ExitCode, Failure> {
    let names: Vec<&'static str> = args.algorithms.iter().map(|contestant| contestant.name()).collect();
    if let Some(file) = &args.svg {
        let curve = |&name: &&'static str| chart::Curve {
            name,
            points: measures
                .iter()
                .filter(|measure| measure.algorithm == name)
                .map(|measure| (measure.empties as f64, measure.seconds))
                .collect(),
        };
        let [m, n, k] = [args.board[0], args.board[1], args.board[2]];
        let title = format!("Time to solve a position of {m} {n} {k}");
        let picture = chart::draw(&title, "empty cells", &names.iter().map(curve).collect::<Vec<_>>());
        std::fs::write(file, picture)?;
    }
    let mut out = BufWriter::new(io::stdout().lock());
    if args.csv {
        write_csv(&mut out, measures)?;
    } else if args.json {
        write_json(&mut out, args, measures)?;
    } else {
        writeln!(out, "Nodes")?;
        write_table(&mut out, &names, measures, |measure| format!("{:.0}", measure.nodes))?;
        writeln!(out, "\nMilliseconds")?;
        write_table(&mut out, &names, measures, |measure| {
            format!("{:.3}", measure.seconds * 1000.0)
        })?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn write_table(
    out: &mut impl Write,
    names: &[&str],
    measures: &[Measure],
    shown: impl Fn(&Measure) -> String,
) -> io::Result<()> {
    write!(out, "empty")?;
    for name in names {
        write!(out, " {name:>11}")?;
    }
    writeln!(out)?;
    let mut levels: Vec<usize> = measures.iter().map(|measure| measure.empties).collect();
    levels.dedup();
    for level in levels {
        write!(out, "{level:>5}")?;
        for &name in names {
            let found = measures
                .iter()
                .find(|measure| (measure.empties, measure.algorithm) == (level, name));
            write!(out, " {:>11}", found.map_or_else(|| "-".to_owned(), &shown))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn write_csv(out: &mut impl Write, measures: &[Measure]) -> io::Result<()> {
    writeln!(out, "empties,algorithm,nodes,seconds")?;
    for Measure {
        empties,
        algorithm,
        nodes,
        seconds,
    } in measures
    {
        writeln!(out, "{empties},{algorithm},{nodes:.1},{seconds:.9}")?;
    }
    Ok(())
}

fn write_json(out: &mut impl Write, args: &Args, measures: &[Measure]) -> io::Result<()> {
    let (board, positions, seed) = (&args.board, args.positions, args.seed);
    writeln!(
        out,
        "{{\n  \"board\": {board:?}, \"positions\": {positions}, \"seed\": {seed},\n  \"levels\": ["
    )?;
    for (index, measure) in measures.iter().enumerate() {
        let comma = if index + 1 < measures.len() { "," } else { "" };
        let Measure {
            empties,
            algorithm,
            nodes,
            seconds,
        } = measure;
        writeln!(
            out,
            "    {{\"empties\": {empties}, \"algorithm\": \"{algorithm}\", \"nodes\": {nodes:.1}, \
             \"seconds\": {seconds:.9}}}{comma}"
        )?;
    }
    writeln!(out, "  ]\n}}")
}
