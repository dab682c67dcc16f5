//! The longer answers: status, board, options, help.

use super::help::{self, ENTRIES};
use super::reply::{Code, Reply, write_cells};
use crate::game::{Board, Cell, Dims};
use crate::session::Options;
use crate::session::options::{Kind, SPECS};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// `legal R C …`, `history R C …`
pub fn cells(word: &str, dims: Dims, cells: &[Cell]) -> String {
    let mut text = word.to_owned();
    // Writing to memory does not fail.
    let _ = write_cells(&mut text, dims, cells);
    text
}

/// `state …`
pub fn status(board: &Board) -> String {
    let (ply, dims) = (board.ply(), board.dims());
    match board.outcome() {
        None => format!("state playing turn {} ply {ply} size {dims}", board.turn()),
        Some(outcome) => {
            let mut text = format!("state over {outcome} ply {ply} size {dims}");
            if let Some(run) = board.winning_run() {
                text += " ";
                text += &cells("line", dims, &run);
            }
            text
        }
    }
}

/// The board for people, one `info board` line per row under a line of column numbers.
pub fn board(board: &Board) -> Vec<String> {
    let dims = board.dims();
    let width = (dims.rows().max(dims.cols()) - 1).to_string().len();
    let row_of = |label: String, row: &mut dyn Iterator<Item = String>| {
        row.fold(format!("info board {label:>width$}"), |text, item| {
            format!("{text} {item:>width$}")
        })
    };
    let header = row_of(String::new(), &mut (0..dims.cols()).map(|col| col.to_string()));
    let rows = (0..dims.rows()).map(|row| {
        let mut stones = (0..dims.cols()).map(|col| {
            let stone = board.stone(dims.cell_at(row, col));
            stone.map_or('.', |player| player.symbol()).to_string()
        });
        row_of(row.to_string(), &mut stones)
    });
    std::iter::once(header).chain(rows).collect()
}

/// Who the engine is.
pub fn identity() -> Vec<String> {
    vec![
        format!("info id name {}", env!("CARGO_PKG_NAME")),
        format!("info id version {}", env!("CARGO_PKG_VERSION")),
        format!("info id protocol {PROTOCOL}"),
    ]
}

/// `version …`
pub fn version() -> String {
    format!(
        "{} {} protocol {PROTOCOL}",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION")
    )
}

/// One `info option` line per option.
pub fn options(options: &Options) -> Vec<String> {
    SPECS
        .iter()
        .enumerate()
        .map(|(index, spec)| {
            let name = spec.name;
            let kind = match spec.kind {
                Kind::Spin { min, max, default } => {
                    format!("spin default {default} min {min} max {max}")
                }
                Kind::Combo { words } => {
                    let vars: String = words.iter().map(|word| format!(" var {word}")).collect();
                    format!("combo default {}{vars}", words[0])
                }
                Kind::Button => "button".to_owned(),
            };
            let value = options
                .show(index)
                .map_or(String::new(), |value| format!(" value {value}"));
            format!("info option name {name} type {kind}{value}")
        })
        .collect()
}

/// `commands …`
pub fn command_words() -> String {
    ENTRIES
        .iter()
        .fold("commands".to_owned(), |text, entry| text + " " + entry.name)
}

/// Help for all commands, or for one.
pub fn help(topic: Option<&str>) -> Result<Vec<String>, Reply> {
    let line = |entry: &help::Entry| {
        let form = if entry.form.is_empty() {
            String::new()
        } else {
            format!(" {}", entry.form)
        };
        format!("info string {}{form}: {}", entry.name, entry.purpose)
    };
    match topic {
        None => Ok(ENTRIES.iter().map(line).collect()),
        Some(topic) => match ENTRIES.iter().find(|entry| entry.name == topic) {
            Some(entry) => Ok(vec![line(entry)]),
            None => Err(Reply::Error(
                Code::UnknownCommand,
                "there is no help for that, try commands".into(),
            )),
        },
    }
}
