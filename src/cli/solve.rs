//! `tris solve`: proves the value of a position. The last line of standard output is the result; what happens on the
//! way goes to standard error, as one changing line on a terminal, as few plain lines otherwise.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use super::Failure;
use crate::budget::{Budget, Limits, StopFlag};
use crate::game::{Board, Dims, Point};
use crate::proof::verify::MOST_CELLS;
use crate::score::Proof;
use crate::solver::{Method, Options, Progress, Solution, solve};

/// How often a line of progress is written where it cannot be overwritten.
const QUIET: Duration = Duration::from_secs(10);

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
    if args.proof.is_some() && board.dims().cells() > MOST_CELLS {
        let text = format!("--proof: certificates are for boards of at most {MOST_CELLS} cells");
        return Err(Failure::Message(text));
    }
    let movetime = match args.time {
        None => None,
        Some(seconds) => {
            let time = Duration::try_from_secs_f64(seconds);
            Some(time.map_err(|_| Failure::Message(format!("--time {seconds}: not a number of seconds")))?)
        }
    };
    let limits = Limits {
        movetime,
        ..Limits::default()
    };
    let budget = Budget::new(
        &limits,
        board.turn(),
        board.empties(),
        Duration::ZERO,
        StopFlag::default(),
    );
    let options = Options {
        threads: usize::from(args.threads),
        megabytes: args.hash as usize,
        journal: args.resume.clone(),
        ..Options::default()
    };
    let mut teller = Teller::default();
    let mut tell = |progress: Progress| teller.tell(progress.time, &describe(&progress, board.dims()));
    let solution = match &args.proof {
        None => solve(&board, budget, &options, &mut tell, None)?,
        Some(path) => solve_to(path, &board, budget, &options, &mut tell)?,
    };
    teller.end();
    if args.proof.is_some() && !solution.certified {
        let _ = writeln!(io::stderr(), "no certificate: the value is not established with a tree");
    }
    let value = value(solution.proof);
    let (nodes, time) = (solution.nodes, solution.time.as_millis());
    writeln!(io::stdout(), "{} value {value} nodes {nodes} time {time}", board.dims())?;
    Ok(ExitCode::SUCCESS)
}

/// Solves with a certificate, which gets its name only when it is complete.
fn solve_to(
    path: &Path,
    board: &Board,
    budget: Budget,
    options: &Options,
    tell: &mut dyn FnMut(Progress),
) -> io::Result<Solution> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    let mut certificate = Certificate {
        file: BufWriter::new(File::create(&part)?),
        bytes: 0,
        begun: Instant::now(),
        teller: Teller::default(),
    };
    let solution = solve(board, budget, options, tell, Some(&mut certificate));
    drop(certificate);
    match &solution {
        Ok(solution) if solution.certified => std::fs::rename(&part, path)?,
        _ => std::fs::remove_file(&part)?,
    }
    solution
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

/// Writes progress for people.
#[derive(Default)]
struct Teller {
    last: Duration,
    open: bool,
}

impl Teller {
    fn tell(&mut self, time: Duration, text: &str) {
        let terminal = io::stderr().is_terminal();
        let pause = if terminal { Duration::from_millis(250) } else { QUIET };
        if time < self.last + pause {
            return;
        }
        self.last = time;
        self.open = terminal;
        let (start, end) = if terminal { ("\r\x1b[K", "") } else { ("", "\n") };
        // Nobody listening to progress is no reason to stop.
        let _ = write!(io::stderr(), "{start}{text}{end}");
    }

    fn end(&self) {
        if self.open {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// A certificate being written, which may take a while, too.
struct Certificate {
    file: BufWriter<File>,
    bytes: u64,
    begun: Instant,
    teller: Teller,
}

impl Write for Certificate {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        if self.bytes == 0 {
            self.begun = Instant::now();
        }
        let before = self.bytes;
        self.bytes += written as u64;
        // The clock is slower than the writing of a few bytes.
        if before >> 12 != self.bytes >> 12 {
            let text = format!("writing the certificate, {} kB", self.bytes / 1000);
            self.teller.tell(self.begun.elapsed(), &text);
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.teller.end();
        self.file.flush()
    }
}

/// How far the list of the player's moves is, for people.
fn first_moves(progress: &Progress, dims: Dims) -> String {
    let Progress {
        refuted, moves, cell, ..
    } = progress;
    match cell {
        None => String::new(),
        Some(cell) => format!("{refuted} of {moves} moves refuted, now {}", dims.point(*cell)),
    }
}

fn describe(progress: &Progress, dims: Dims) -> String {
    let (player, other) = (progress.player, !progress.player);
    let task = match progress.method {
        Method::Blocking => format!("can {other} block {player}? {}", first_moves(progress, dims)),
        Method::Defence => format!(
            "can {other} hold {player} with threats? {}",
            first_moves(progress, dims)
        ),
        Method::Attack(plies) => format!("can {player} win within {plies} plies?"),
    };
    let millis = progress.time.as_millis().max(1) as u64;
    let rate = progress.nodes / millis;
    format!(
        "{task} · effort {} · {} nodes, {rate} k/s, {} s",
        progress.effort,
        progress.nodes,
        millis / 1000
    )
}
