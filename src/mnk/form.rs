//! Writes answers line by line, as text or as JSON.

use std::fmt::Display;
use std::io::Write;

use super::json;
use super::reply::{Info, Reply};

/// How answers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// Lines of text.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

impl Form {
    /// Writes a terminal line for the request with this id.
    pub fn reply(self, id: Option<&str>, reply: &Reply, out: &mut Vec<u8>) {
        match self {
            Form::Text => text(id, reply, out),
            Form::Json => put(&json::reply(id, reply), out),
        }
    }

    /// Writes a line before the terminal one.
    pub fn info(self, id: Option<&str>, info: &Info<'_>, out: &mut Vec<u8>) {
        match self {
            Form::Text => text(id, info, out),
            Form::Json => put(&json::info(id, info), out),
        }
    }

    /// Writes several of them.
    pub fn infos(self, id: Option<&str>, infos: &[Info<'_>], out: &mut Vec<u8>) {
        for info in infos {
            self.info(id, info, out);
        }
    }
}

fn text(id: Option<&str>, line: &impl Display, out: &mut Vec<u8>) {
    match id {
        Some(id) => put(&format_args!("@{id} {line}"), out),
        None => put(line, out),
    }
}

/// Writes one whole line.
fn put(line: &impl Display, out: &mut Vec<u8>) {
    let begin = out.len();
    // Writing to memory does not fail.
    let _ = writeln!(out, "{line}");
    if log::log_enabled!(log::Level::Debug) {
        log::debug!("> {}", String::from_utf8_lossy(&out[begin..]).trim_end());
    }
}
