//! Makes the weights of the evaluation from judged games:
//! `cargo run --release --example tune -- [--net] [--check] GAMES.jsonl... OUT`.
//!
//! Two fits over the same positions, both reproducible to the last digit: the value of a position (`values`), with a
//! network or without, and the promise of a cell (`promise`). `scripts/tune.md` tells more.

mod adam;
mod games;
mod promise;
mod table;
mod values;
mod write;

use std::process::ExitCode;

use games::{Games, Kinds};
use values::Values;

const USAGE: &str = "usage: tune [--net] [--check] GAMES.jsonl... OUT\n\
    --net    with a network besides the plain figures\n\
    --check  every tenth game is held out, and the error on those is told";

fn main() -> ExitCode {
    let (switches, arguments): (Vec<String>, Vec<String>) = std::env::args()
        .skip(1)
        .partition(|argument| argument.starts_with("--"));
    let is_known = |switch: &String| ["--net", "--check"].contains(&switch.as_str());
    let ([inputs @ .., output], true) = (&arguments[..], switches.iter().all(is_known)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let is_set = |name: &str| switches.iter().any(|switch| switch == name);
    let kinds = Kinds::new();
    let mut games = Games::default();
    for input in inputs {
        if let Err(error) = games.read(input, &kinds, is_set("--check")) {
            eprintln!("tune: {input}: {error}");
            return ExitCode::FAILURE;
        }
    }
    if games.samples.is_empty() {
        eprintln!("tune: no positions");
        return ExitCode::FAILURE;
    }
    eprintln!(
        "{} positions, {} choices, {} positions held out",
        games.samples.len(),
        games.choices.len(),
        games.unseen.len()
    );
    let values = Values::fit(&games.samples, &games.unseen, &kinds, is_set("--net"));
    let (attack, defence) = promise::fit(&games.choices, &kinds);
    if let Err(error) = std::fs::write(output, write::file(&kinds, &values, [&attack, &defence])) {
        eprintln!("tune: {output}: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
