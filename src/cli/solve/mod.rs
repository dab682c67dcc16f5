//! `tris solve`: proves the value of a position. The last line of standard output is the result; what happens on the
//! way goes to standard error, as one changing line on a terminal, as few plain lines otherwise.

mod certificate;
mod teller;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use super::Failure;
use crate::budget::{Budget, Limits, StopFlag};
use crate::game::{Board, Dims, Point};
use crate::proof::verify::MOST_CELLS;
use crate::score::Proof;
use crate::solver::{NotWritten, Options, Progress, Solution, solve};
use certificate::Certificate;
use teller::{Teller, describe};

/// Options of `tris solve`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "The last line is `M N K value V nodes N time MS`, V for the side to move: draw, win P, loss P \
(exact number of plies), win atmost P, loss atmost P, or unknown.\n\n\
Example: tris solve 7 7 5 --proof 775.proof && tris verify 775.proof"
)]
pub struct Args {
    /// Rows
    m: i64,
    /// Columns
    n: i64,
    /// Stones in a row that win
    k: i64,
    /// Moves that lead to the position, as "r c r c …"
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Seconds after which to give up
    #[arg(long, value_name = "S")]
    time: Option<f64>,
    /// Threads that search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Memory for what is found
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(4..))]
    hash: u32,
    /// Write a certificate that `tris verify` can check
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Keep a journal in this file, and go on from it if it exists
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

/// Solves.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let board = position(args).map_err(Failure::Message)?;
    let certificate = certificate(args, &board)?;
    let budget = budget(args, &board)?;
    let options = Options {
        threads: usize::from(args.threads),
        megabytes: args.hash as usize,
        journal: args.resume.clone(),
        ..Options::default()
    };
    let mut teller = Teller::default();
    let mut tell = |progress: Progress| teller.tell(progress.time, &describe(&progress, board.dims()));
    let solved = match certificate {
        None => solve(&board, budget, &options, &mut tell, None).map(|solution| (solution, Ok(()))),
        Some(certificate) => solve_to(certificate, &board, budget, &options, &mut tell),
    };
    teller.end();
    // Only the journal can fail before there is a value.
    let (solution, written) = solved.map_err(|error| about(&args.resume, &error))?;
    let value = value(solution.proof);
    let (nodes, time) = (solution.nodes, solution.time.as_millis());
    writeln!(io::stdout(), "{} value {value} nodes {nodes} time {time}", board.dims())?;
    written.map_err(|error| about(&args.proof, &error))?;
    if args.proof.is_some() && !solution.certified {
        let _ = writeln!(io::stderr(), "no certificate: the value is not established with a tree");
    }
    Ok(ExitCode::SUCCESS)
}

/// An error with the file that it is about.
fn about(path: &Option<PathBuf>, error: &io::Error) -> Failure {
    let name = path.as_deref().unwrap_or(Path::new("")).display();
    Failure::Message(format!("{name}: {error}"))
}

/// The certificate asked for. What stands in its way is found out now, not after hours.
fn certificate(args: &Args, board: &Board) -> Result<Option<Certificate>, Failure> {
    let Some(path) = &args.proof else {
        return Ok(None);
    };
    if board.dims().cells() > MOST_CELLS {
        let text = format!("--proof: certificates are for boards of at most {MOST_CELLS} cells");
        return Err(Failure::Message(text));
    }
    if args.proof == args.resume {
        return Err(Failure::Message("--proof and --resume name the same file".into()));
    }
    let certificate = Certificate::new(path).map_err(|error| about(&args.proof, &error))?;
    Ok(Some(certificate))
}

fn budget(args: &Args, board: &Board) -> Result<Budget, Failure> {
    let seconds = |seconds: f64| {
        let time = Duration::try_from_secs_f64(seconds);
        time.map_err(|_| Failure::Message(format!("--time {seconds}: not a number of seconds")))
    };
    let limits = Limits {
        movetime: args.time.map(seconds).transpose()?,
        ..Limits::default()
    };
    let (turn, empties) = (board.turn(), board.empties());
    Ok(Budget::new(&limits, turn, empties, Duration::ZERO, StopFlag::default()))
}

/// Solves with a certificate; what is proven stands even if the certificate could not be written.
fn solve_to(
    mut certificate: Certificate,
    board: &Board,
    budget: Budget,
    options: &Options,
    tell: &mut dyn FnMut(Progress),
) -> io::Result<(Solution, io::Result<()>)> {
    match solve(board, budget, options, tell, Some(&mut certificate)) {
        Ok(solution) => Ok((solution, certificate.end(solution.certified))),
        Err(error) => {
            certificate.end(false)?;
            let NotWritten { solution, error } = error.downcast::<NotWritten>()?;
            Ok((solution, Err(error)))
        }
    }
}

fn position(args: &Args) -> Result<Board, String> {
    let dims = Dims::new(args.m, args.n, args.k).map_err(|error| error.to_string())?;
    let mut board = Board::new(dims);
    let numbers: Result<Vec<i64>, _> = args.moves.split_whitespace().map(str::parse).collect();
    let numbers = numbers.map_err(|_| "--moves: rows and columns are numbers".to_string())?;
    if numbers.len() % 2 != 0 {
        return Err("--moves: a row without a column".into());
    }
    for (index, pair) in numbers.chunks(2).enumerate() {
        let point = Point {
            row: pair[0],
            col: pair[1],
        };
        board
            .play(point)
            .map_err(|error| format!("--moves: move {} ({point}): {error}", index + 1))?;
    }
    match board.outcome() {
        None => Ok(board),
        Some(outcome) => Err(format!("the game is over: {outcome}")),
    }
}

/// A proven value as the result line has it.
fn value(proof: Proof) -> String {
    match proof {
        Proof::Win(plies) => format!("win {plies}"),
        Proof::WinAtMost(plies) => format!("win atmost {plies}"),
        Proof::Loss(plies) => format!("loss {plies}"),
        Proof::LossAtMost(plies) => format!("loss atmost {plies}"),
        Proof::Draw => "draw".into(),
        Proof::Unknown => "unknown".into(),
    }
}
