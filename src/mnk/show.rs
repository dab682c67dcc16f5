//! The longer answers: board, identity, options, help.

use super::help::{self, ENTRIES};
use super::reply::{Code, Identity, Info, Reply};
use crate::game::Board;
use crate::session::Options;
use crate::session::options::SPECS;

/// Who the engine is.
pub const IDENTITY: Identity = Identity {
    name: env!("CARGO_PKG_NAME"),
    version: env!("TRIS_VERSION"),
    protocol: 1,
};

/// The board for people, one line per row under a line of column numbers.
pub fn board(board: &Board) -> Vec<Info<'static>> {
    let dims = board.dims();
    let width = (dims.rows().max(dims.cols()) - 1).to_string().len();
    let row_of = |label: String, row: &mut dyn Iterator<Item = String>| {
        Info::Board(row.fold(format!("{label:>width$}"), |text, item| {
            format!("{text} {item:>width$}")
        }))
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

/// Who the engine is, line by line.
pub fn identity() -> Vec<Info<'static>> {
    vec![
        Info::Name(IDENTITY.name),
        Info::Version(IDENTITY.version),
        Info::Protocol(IDENTITY.protocol),
    ]
}

/// One line per option.
pub fn options(options: &Options) -> Vec<Info<'static>> {
    SPECS
        .iter()
        .enumerate()
        .map(|(index, spec)| Info::Option {
            spec,
            value: options.show(index),
        })
        .collect()
}

/// The command words.
pub fn command_words() -> Vec<&'static str> {
    ENTRIES.iter().map(|entry| entry.name).collect()
}

/// Help for all commands, or for one.
pub fn help(topic: Option<&str>) -> Result<Vec<Info<'static>>, Reply> {
    let line = |entry: &help::Entry| {
        let form = if entry.form.is_empty() {
            String::new()
        } else {
            format!(" {}", entry.form)
        };
        Info::Text(format!("{}{form}: {}", entry.name, entry.purpose))
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
