//! The command line: arguments, logging, and one file per subcommand. Without a subcommand the engine serves its
//! standard input and output.

pub mod bench;
pub mod check;
pub mod convert;
pub mod draw;
pub mod generate;
pub mod gomocup;
pub mod lab;
pub mod match_;
mod match_args;
mod match_report;
pub mod play;
pub mod serve;
pub mod solve;
mod svg;
pub mod verify;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

const EXAMPLES: &str = "\
Examples:
  Play one move of tic-tac-toe:
    printf 'newgame 3 3 3\\nmove 1 1\\ngo movetime 500\\nquit\\n' | tris
  Keep what was said as a regression test, then run it:
    tris --transcript game.mnkt < commands.txt
    tris check game.mnkt
  Check another engine that speaks the protocol:
    tris check --engine './other-engine --fast' tests/transcripts/*.mnkt

The protocol is described in protocol.md; inside, `help` lists the commands.";

/// Engine server for (M,N,K)-games, from tic-tac-toe (3 3 3) to gomoku (15 15 5) and beyond.
///
/// Without a subcommand it reads commands from standard input and answers on standard output, one line each.
#[derive(Parser, Debug)]
#[command(name = "tris", version = env!("TRIS_VERSION"), after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Args {
    /// Log to standard error: off, error, warn, info, debug, trace (or use RUST_LOG)
    #[arg(long, value_name = "LEVEL", global = true)]
    log: Option<log::LevelFilter>,

    #[command(flatten)]
    serve: serve::Args,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Play in the terminal, against the engine or each other
    Play(play::Args),
    /// Run transcripts and compare the answers with what they expect
    Check(check::Args),
    /// Search fixed positions: a speed test, and a signature of the search
    Bench(bench::Args),
    /// Prove the value of a position, with a certificate if wanted
    Solve(solve::Args),
    /// Check a certificate with nothing but the rules
    Verify(verify::Args),
    /// Every position, the sliding game, the classic algorithms, game trees
    Lab(lab::Args),
    /// Play engine against engine and judge who is stronger
    Match(Box<match_::Args>),
    /// Convert a game between SGF, Piskvork's .psq and a plain list of moves
    Convert(convert::Args),
    /// Draw a position as SVG: stones, numbers, the winning line, a heat map
    Draw(draw::Args),
    /// Serve the Gomocup protocol, which five-in-a-row programs speak (as pbrain-tris does)
    Gomocup,
    /// Print a completion script for a shell
    Completions(generate::CompletionArgs),
    /// Print the manual page (roff)
    Man(generate::ManArgs),
}

/// Why a subcommand failed.
#[derive(Debug)]
pub enum Failure {
    /// Something could not be read or written.
    Io(io::Error),
    /// A message for the user.
    Message(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

/// The program.
pub fn main() -> ExitCode {
    let args = Args::parse();
    start_logging(args.log);
    let result = match args.command {
        None => return serve::run(&args.serve),
        Some(Command::Play(play)) => play::run(&play),
        Some(Command::Gomocup) => return gomocup::run(),
        Some(Command::Check(check)) => check::run(&check),
        Some(Command::Bench(bench)) => bench::run(&bench),
        Some(Command::Solve(solve)) => solve::run(&solve),
        Some(Command::Verify(verify)) => verify::run(&verify),
        Some(Command::Lab(lab)) => lab::run(&lab),
        Some(Command::Match(args)) => match_::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Draw(args)) => draw::run(&args),
        Some(Command::Completions(completions)) => generate::completions(&completions),
        Some(Command::Man(args)) => generate::man(&args),
    };
    match result {
        Ok(code) => code,
        // Whoever closed the pipe has seen enough.
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Io(error)) => complain(&error.to_string()),
        Err(Failure::Message(text)) => complain(&text),
    }
}

/// The program `pbrain-tris`: managers start it without arguments.
pub fn pbrain() -> ExitCode {
    start_logging(None);
    gomocup::pbrain()
}

fn complain(text: &str) -> ExitCode {
    eprintln!("tris: {text}");
    ExitCode::FAILURE
}

fn start_logging(level: Option<log::LevelFilter>) {
    let env = env_logger::Env::default().default_filter_or("error");
    let mut builder = env_logger::Builder::from_env(env);
    if let Some(level) = level {
        builder.filter_level(level);
    }
    // Only a second logger in the same process could be in the way, and then that one serves.
    let _ = builder.try_init();
}
