//! `tris match`: engine against engine. The match itself is [`crate::arena`]; here it is set up and watched.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use super::Failure;
pub use super::match_args::Args;
use super::match_report::{Progress, report};
use crate::arena::openings::{self, Source};
use crate::arena::schedule::{Plan, pairings};
use crate::arena::spec::Setting;
use crate::arena::sprt::{Decision, Sprt};
use crate::arena::standing::Standing;
use crate::arena::{BySide, Record, Side, Spec};
use crate::budget::StopFlag;
use crate::game::Dims;

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
