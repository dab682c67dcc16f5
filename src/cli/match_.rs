//! `tris match`: engine against engine. The match itself is [`crate::arena`]; here are its options and its words.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::{ControlFlow, RangeInclusive};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use super::Failure;
use super::match_report::{Progress, report};
use crate::arena::openings::{self, Source};
use crate::arena::schedule::{Plan, pairings};
use crate::arena::spec::Setting;
use crate::arena::sprt::{Decision, Sprt};
use crate::arena::standing::Standing;
use crate::arena::{BySide, Control, Record, Rules, Side, Spec};
use crate::budget::StopFlag;
use crate::game::Dims;

/// Options of `tris match`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  Two versions on three boards, a tenth of a second a move:
    tris match mnk:./tris-new mnk:./tris-old --movetime 100 --games 100 --boards '15 15 5, 7 7 4, 5 5 4'
  Against a Gomocup engine, one game per core, until it is clear whether A is stronger by 10 Elo:
    tris match mnk:tris 'gomocup:cd rapfi && ./pbrain-rapfi' --concurrency 2 --games 2000 --sprt 0,10
  A handicap, other settings, game records:
    tris match mnk:tris mnk:tris --limits-b 'movetime 50' --option-b Skill=10 --record games.jsonl

The report goes to standard output, progress to standard error. docs/match.md explains how to read it.")]
pub struct Args {
    /// First engine, `mnk:CMD` or `gomocup:CMD`; the shell runs CMD
    #[arg(value_name = "A")]
    a: Spec,
    /// Second engine, likewise
    #[arg(value_name = "B")]
    b: Spec,

    /// Boards to play on: M N K, separated by commas
    #[arg(long, value_name = "LIST", default_value = "15 15 5", value_parser = parse_boards)]
    boards: Boards,
    /// Games on each board; made even, as each opening is played with both colours
    #[arg(long, short, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Games played at a time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    #[command(flatten)]
    limits: LimitArgs,

    /// Set an option of both engines (`INFO` key of a Gomocup engine); may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<Setting>,
    /// Set an option of engine A
    #[arg(long, value_name = "NAME=VALUE")]
    option_a: Vec<Setting>,
    /// Set an option of engine B
    #[arg(long, value_name = "NAME=VALUE")]
    option_b: Vec<Setting>,
    /// Call engine A so in report and records
    #[arg(long, value_name = "NAME")]
    name_a: Option<String>,
    /// Call engine B so in report and records
    #[arg(long, value_name = "NAME")]
    name_b: Option<String>,

    /// Openings to start from: JSON lines with `m n k moves`; boards that it lacks get random ones
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Stones of a random opening, as N or LOW-HIGH; fewer on small boards, 0 for the empty board
    #[arg(long, value_name = "RANGE", default_value = "2-6", value_parser = parse_range)]
    stones: RangeInclusive<usize>,
    /// Seed of random openings, and of the order of those in a file
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Stop when the sequential test is decided: elo0,elo1[,alpha[,beta]]
    #[arg(long, value_name = "BOUNDS", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Append a line of JSON for each game
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// What limits the engines' thinking.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Limits")]
struct LimitArgs {
    /// Time for each move, ms; 1000 if no limit is given
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Time for a whole game and engine, ms
    #[arg(long, value_name = "MS")]
    clock: Option<u64>,
    /// Time that each move adds to the clock, ms
    #[arg(long, value_name = "MS", requires = "clock")]
    inc: Option<u64>,
    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth of each search
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Other limits for engine A, such as 'movetime 50' or 'clock 60000 inc 500'
    #[arg(long, value_name = "LIMITS")]
    limits_a: Option<Control>,
    /// Other limits for engine B
    #[arg(long, value_name = "LIMITS")]
    limits_b: Option<Control>,
    /// A move may take so much longer than its time before it loses, ms
    #[arg(long, value_name = "MS", default_value_t = 250)]
    margin: u64,
    /// A move without a time limit may take so long before the engine counts as hung, ms
    #[arg(long, value_name = "MS", default_value_t = 120_000)]
    patience: u64,
    /// The start of an engine or of a game may take so long, ms
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    startup: u64,
    /// Break a game off as a draw when so many stones are on the board
    #[arg(long, value_name = "N")]
    max_moves: Option<usize>,
}

impl LimitArgs {
    fn controls(&self) -> BySide<Control> {
        let millis = Duration::from_millis;
        let mut common = Control {
            movetime: self.movetime.map(millis),
            clock: self.clock.map(|time| (millis(time), millis(self.inc.unwrap_or(0)))),
            nodes: self.nodes,
            depth: self.depth,
        };
        if !common.is_limited() {
            common.movetime = Some(millis(1000));
        }
        BySide([self.limits_a.unwrap_or(common), self.limits_b.unwrap_or(common)])
    }

    fn rules(&self) -> Rules {
        Rules {
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_millis(self.patience),
            max_moves: self.max_moves,
        }
    }
}

/// Plays the match.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let stop = StopFlag::default();
    let interrupted = stop_on_signals(&stop);
    let boards = &args.boards.0;
    let plan = plan(args)?;
    let names = rehearse(args, &plan, &stop)?;
    let mut record_file = args.record.as_deref().map(open_record).transpose()?;
    let mut standing = Standing::new(boards);
    let mut progress = Progress::new(plan.games.len(), args.sprt);
    announce(args, &plan, &names);
    let mut failure = None;
    plan.run(&stop, |record| {
        standing.add(&record);
        progress.game(&record, &names, &standing);
        match keep(record_file.as_mut(), &record, &names) {
            Ok(()) if is_decided(args.sprt, &standing) => ControlFlow::Break(()),
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    progress.end();
    report(&mut io::stdout().lock(), &names, &plan, &standing, args.sprt)?;
    if let Some(error) = failure {
        return Err(Failure::Message(format!("the game records: {error}")));
    }
    Ok(if interrupted.is_raised() {
        ExitCode::from(130)
    } else {
        ExitCode::SUCCESS
    })
}

fn plan(args: &Args) -> Result<Plan, Failure> {
    let book = match &args.openings {
        None => Vec::new(),
        Some(path) => {
            let named = |error: String| Failure::Message(format!("{}: {error}", path.display()));
            let text = std::fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
            openings::parse_book(&text).map_err(named)?
        }
    };
    let source = Source {
        book,
        stones: args.stones.clone(),
        seed: args.seed,
    };
    let with = |spec: &Spec, own: &[Setting]| Spec {
        options: [&args.option, own].concat(),
        ..spec.clone()
    };
    Ok(Plan {
        engines: BySide([with(&args.a, &args.option_a), with(&args.b, &args.option_b)]),
        controls: args.limits.controls(),
        games: pairings(&args.boards.0, args.games.div_ceil(2) as usize, &source),
        rules: args.limits.rules(),
        concurrency: usize::from(args.concurrency),
        patience: Duration::from_millis(args.limits.startup),
    })
}

/// Tries the engines, and settles what they are called: distinct names, the user's if given.
fn rehearse(args: &Args, plan: &Plan, stop: &StopFlag) -> Result<BySide<String>, Failure> {
    let own = plan.rehearse(&args.boards.0, stop).map_err(|(side, trouble)| {
        Failure::Message(format!("engine {side:?}, `{}`, {trouble}", plan.engines[side].command))
    })?;
    let given = BySide([&args.name_a, &args.name_b]);
    let mut names = BySide(Side::BOTH.map(|side| {
        let name = given[side].as_ref().or(own[side].as_ref());
        name.unwrap_or(&plan.engines[side].command).clone()
    }));
    if names[Side::A] == names[Side::B] {
        for side in Side::BOTH {
            names[side] = format!("{} ({side:?})", names[side]);
        }
    }
    Ok(names)
}

fn announce(args: &Args, plan: &Plan, names: &BySide<String>) {
    let boards: Vec<String> = args.boards.0.iter().map(Dims::to_string).collect();
    eprintln!(
        "{} against {}: {} games on {}",
        names[Side::A],
        names[Side::B],
        plan.games.len(),
        boards.join(", ")
    );
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if plan.concurrency > cores && Side::BOTH.iter().any(|&side| plan.controls[side].is_timed()) {
        eprintln!(
            "{} games at a time on {cores} cores: the engines will take time from each other",
            plan.concurrency
        );
    }
}

fn is_decided(sprt: Option<Sprt>, standing: &Standing) -> bool {
    sprt.is_some_and(|sprt| sprt.decide(&standing.total.pairs) != Decision::Open)
}

fn open_record(path: &Path) -> Result<BufWriter<File>, Failure> {
    let file = File::options().create(true).append(true).open(path);
    match file {
        Ok(file) => Ok(BufWriter::new(file)),
        Err(error) => Err(Failure::Message(format!("{}: {error}", path.display()))),
    }
}

fn keep(file: Option<&mut BufWriter<File>>, record: &Record, names: &BySide<String>) -> io::Result<()> {
    let Some(file) = file else { return Ok(()) };
    writeln!(file, "{}", record.json(names))?;
    // Whoever looks in the middle of a long match wants whole games.
    file.flush()
}

/// The boards of a match, a type of its own so that the list is one argument.
#[derive(Clone, Debug)]
struct Boards(Vec<Dims>);

fn parse_boards(text: &str) -> Result<Boards, String> {
    let mut boards = Vec::new();
    for board in text.split(',').map(str::trim).filter(|board| !board.is_empty()) {
        let numbers: Vec<i64> = board
            .split_whitespace()
            .map(|word| word.parse().map_err(|_| format!("`{word}` is no number")))
            .collect::<Result<_, _>>()?;
        let &[m, n, k] = &numbers[..] else {
            return Err(format!("`{board}` is not M N K"));
        };
        let dims = Dims::new(m, n, k).map_err(|error| format!("{board}: {error}"))?;
        if !boards.contains(&dims) {
            boards.push(dims);
        }
    }
    if boards.is_empty() {
        Err("no board".into())
    } else {
        Ok(Boards(boards))
    }
}

fn parse_range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    match (low.trim().parse(), high.trim().parse()) {
        (Ok(low), Ok(high)) if low <= high => Ok(low..=high),
        _ => Err("expected N or LOW-HIGH".into()),
    }
}

/// Signals end the match in good order: the standing is printed, the engines are ended. The flag returned tells it.
#[cfg(unix)]
fn stop_on_signals(stop: &StopFlag) -> StopFlag {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let interrupted = StopFlag::default();
    match signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]) {
        Ok(mut signals) => {
            let flags = [stop.clone(), interrupted.clone()];
            std::thread::spawn(move || signals.forever().for_each(|_| flags.iter().for_each(StopFlag::raise)));
        }
        Err(error) => log::warn!("signals keep their default effect: {error}"),
    }
    interrupted
}

#[cfg(not(unix))]
fn stop_on_signals(_stop: &StopFlag) -> StopFlag {
    StopFlag::default()
}
