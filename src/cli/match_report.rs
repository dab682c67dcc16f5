//! The words of `tris match`: progress while it runs, the report at its end.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::arena::schedule::Plan;
use crate::arena::sprt::{Decision, Sprt};
use crate::arena::standing::{Conduct, Standing};
use crate::arena::stats::{Estimate, Tally};
use crate::arena::{BySide, Reason, Record, Side};

/// How often progress is told where it cannot overwrite itself.
const QUIET: Duration = Duration::from_secs(15);

/// Tells on standard error how the match goes.
#[derive(Debug)]
pub struct Progress {
    games: usize,
    sprt: Option<Sprt>,
    begun: Instant,
    told: Instant,
    live: bool,
}

impl Progress {
    /// A match of so many games begins now.
    pub fn new(games: usize, sprt: Option<Sprt>) -> Progress {
        let begun = Instant::now();
        Progress {
            games,
            sprt,
            begun,
            told: begun,
            live: io::stderr().is_terminal(),
        }
    }

    /// A game is over; `standing` counts it already.
    pub fn game(&mut self, record: &Record, names: &BySide<String>, standing: &Standing) {
        if let Some(winner) = record.winning_side().filter(|_| record.reason.is_forfeit()) {
            let (clear, number) = (self.clear(), record.game.number + 1);
            let (loser, why) = (&names[!winner], record.reason.word());
            eprintln!(
                "{clear}game {number}, {}: {loser} loses ({why}): {}",
                record.game.dims, record.detail
            );
        }
        if self.live {
            eprint!("{}{}", self.clear(), self.line(standing));
        } else if self.told.elapsed() >= QUIET {
            self.told = Instant::now();
            eprintln!("{}", self.line(standing));
        }
    }

    /// The match is over.
    pub fn end(&self) {
        eprint!("{}", self.clear());
    }

    fn clear(&self) -> &'static str {
        if self.live { "\r\x1b[K" } else { "" }
    }

    fn line(&self, standing: &Standing) -> String {
        let Tally {
            wins, draws, losses, ..
        } = standing.total;
        let done = standing.total.games();
        let mut line = format!("{done}/{}  +{wins} ={draws} -{losses}", self.games);
        line += &format!("  Elo {}", elo_text(&standing.total.elo()));
        if let Some(sprt) = self.sprt {
            let (low, high) = sprt.bounds();
            line += &format!("  LLR {:.2} ({low:.2}, {high:.2})", sprt.ratio(&standing.total.pairs));
        }
        let per_game = self.begun.elapsed().as_secs_f64() / done.max(1) as f64;
        let left = per_game * (self.games as u64).saturating_sub(done) as f64;
        line + &format!("  {} left", minutes(left))
    }
}

fn minutes(seconds: f64) -> String {
    match seconds as u64 {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds @ 120..7200 => format!("{} min", seconds / 60),
        seconds => format!("{:.1} h", seconds as f64 / 3600.0),
    }
}

/// An Elo difference with its error, or with its interval where that is lopsided.
fn elo_text(elo: &Estimate) -> String {
    if elo.value.is_finite() && elo.low.is_finite() && elo.high.is_finite() {
        format!("{:+.1} ± {:.1}", elo.value, (elo.high - elo.low) / 2.0)
    } else {
        format!("{:+.1} ({:+.1} to {:+.1})", elo.value, elo.low, elo.high)
    }
}

/// Prints the result.
pub fn report(
    out: &mut dyn Write,
    names: &BySide<String>,
    plan: &Plan,
    standing: &Standing,
    sprt: Option<Sprt>,
) -> io::Result<()> {
    for side in Side::BOTH {
        let protocol = plan.engines[side].protocol.word();
        let (name, command) = (&names[side], &plan.engines[side].command);
        writeln!(out, "{side:?}  {name}  [{protocol}:{command}]  {}", plan.controls[side])?;
    }
    writeln!(out)?;
    writeln!(
        out,
        "{:<14}{:>7}{:>8}{:>8}{:>8}{:>10}",
        "board", "games", "A wins", "draws", "B wins", "A score"
    )?;
    for (dims, tally) in &standing.boards {
        row(out, &dims.to_string(), tally)?;
    }
    row(out, "total", &standing.total)?;
    row(out, "A with X", &standing.colours[0])?;
    row(out, "A with O", &standing.colours[1])?;
    writeln!(out)?;
    let total = &standing.total;
    writeln!(out, "Elo   {}  (A minus B, 95 %)", elo_text(&total.elo()))?;
    writeln!(out, "LOS   {:.1} %", 100.0 * total.superiority())?;
    let [p0, p1, p2, p3, p4] = total.pairs;
    writeln!(out, "pairs {p0} {p1} {p2} {p3} {p4}  (A scored 0, 1/2, 1, 3/2, 2)")?;
    if let Some(sprt) = sprt {
        verdict(out, &sprt, total)?;
    }
    writeln!(out)?;
    for side in Side::BOTH {
        writeln!(out, "{side:?}  {}", conduct_text(&standing.conduct[side]))?;
    }
    Ok(())
}

fn row(out: &mut dyn Write, label: &str, tally: &Tally) -> io::Result<()> {
    let Tally {
        wins, draws, losses, ..
    } = tally;
    let games = tally.games();
    let score = match games {
        0 => "-".to_owned(),
        _ => format!("{:.1} %", 100.0 * tally.score()),
    };
    writeln!(out, "{label:<14}{games:>7}{wins:>8}{draws:>8}{losses:>8}{score:>10}")
}

fn verdict(out: &mut dyn Write, sprt: &Sprt, total: &Tally) -> io::Result<()> {
    let (low, high) = sprt.bounds();
    let word = match sprt.decide(&total.pairs) {
        Decision::Open => "not decided",
        Decision::H0 => "H0 accepted",
        Decision::H1 => "H1 accepted",
    };
    let ratio = sprt.ratio(&total.pairs);
    writeln!(out, "SPRT  {word}: LLR {ratio:.2} ({low:.2}, {high:.2})  {sprt}")
}

/// How an engine spent its time, and what it lost by misconduct.
fn conduct_text(conduct: &Conduct) -> String {
    let mean = conduct.time.as_secs_f64() * 1e3 / conduct.moves.max(1) as f64;
    let mut text = format!(
        "{} moves, {mean:.0} ms each, longest {} ms",
        conduct.moves,
        conduct.longest.as_millis()
    );
    if let (told @ 1.., sum) = conduct.depth {
        text += &format!(", depth {:.1}", sum as f64 / told as f64);
    }
    let (nodes, time) = conduct.nodes;
    if nodes > 0 && !time.is_zero() {
        text += &format!(", {:.0} knodes/s", nodes as f64 / time.as_secs_f64() / 1e3);
    }
    for reason in Reason::ALL {
        if let Some(count) = conduct.forfeits.get(&reason) {
            text += &format!("; lost by {}: {count}", reason.word());
        }
    }
    text
}
