//! Answers as JSON, one object per line: the same [`Reply`] and [`Info`] that [`super::text`] writes as text.
//! The section "JSON" of `protocol.md` is the schema.
//!
//! Objects are written member by member, so that the request id and the kind of line come first for people; members
//! that have no value are left out.

use std::fmt;

use serde_json::Value;

use super::reply::{Info, Places, Reply, Status, per_second};
use super::text::reason_word;
use crate::game::{Dims, Outcome, Point};
use crate::score::{Proof, Score};
use crate::search::Report;
use crate::session::options::{Kind, Spec};

/// A JSON object in the making.
#[derive(Debug, Default)]
pub struct Object {
    members: String,
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", self.members)
    }
}

impl Object {
    /// The object of a line of this kind, with the id of the request that caused it.
    fn line(id: Option<&str>, kind: &str) -> Object {
        let object = match id {
            Some(id) => Object::default().with("id", id),
            None => Object::default(),
        };
        object.with("type", kind)
    }

    fn with(self, name: &str, value: impl Into<Value>) -> Object {
        self.with_json(name, &value.into())
    }

    fn with_some(self, name: &str, value: Option<impl Into<Value>>) -> Object {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds a member whose value writes itself as JSON.
    fn with_json(mut self, name: &str, value: &impl fmt::Display) -> Object {
        let comma = if self.members.is_empty() { "" } else { "," };
        self.members += &format!("{comma}{}:{value}", Value::from(name));
        self
    }
}

/// A terminal line.
pub fn reply(id: Option<&str>, reply: &Reply) -> Object {
    let kind = match reply {
        Reply::Ready => "readyok",
        Reply::MnkOk => "mnkok",
        Reply::BestMove(_) => "bestmove",
        Reply::Error(..) => "error",
        _ => "ok",
    };
    let line = Object::line(id, kind);
    match reply {
        Reply::Ok | Reply::Ready | Reply::MnkOk => line,
        Reply::Over(end) => outcome(line, *end),
        Reply::Status(how) => status(line, how),
        Reply::Legal(cells) => line.with("legal", places(cells)),
        Reply::History(cells) => line.with("history", places(cells)),
        Reply::Eval(value) => line.with_json("eval", &Object::default().with("cp", *value)),
        Reply::Value(proven, best) => value(line, *proven).with_some("move", best.map(point)),
        Reply::Perft { depth, nodes } => line.with("perft", *depth).with("nodes", *nodes),
        Reply::Bench {
            nodes,
            time,
            nps,
            signature,
        } => {
            let bench = Object::default().with("nodes", *nodes).with("time", number(*time));
            let bench = bench.with("nps", number(*nps));
            line.with_json("bench", &bench.with("signature", format!("{signature:08x}")))
        }
        Reply::Options(count) => line.with("options", *count),
        Reply::Commands(words) => line.with("commands", words.clone()),
        Reply::Version(identity) => line
            .with("name", identity.name)
            .with("version", identity.version)
            .with("protocol", identity.protocol),
        Reply::Help => line.with("help", true),
        Reply::BestMove(best) => line.with("move", point(*best)),
        Reply::Error(code, text) => line.with("code", code.word()).with("text", text.as_str()),
    }
}

/// A line before the terminal one.
pub fn info(id: Option<&str>, info: &Info<'_>) -> Object {
    let line = Object::line(id, "info");
    let engine = |name: &str, value: Value| Object::default().with(name, value);
    match info {
        Info::Search { report, dims } => search(line, report, *dims),
        Info::Text(text) => line.with("string", text.as_str()),
        Info::Board(row) => line.with("board", row.as_str()),
        Info::Name(name) => line.with_json("engine", &engine("name", (*name).into())),
        Info::Version(version) => line.with_json("engine", &engine("version", (*version).into())),
        Info::Protocol(version) => line.with_json("engine", &engine("protocol", (*version).into())),
        Info::Option { spec, value } => line.with_json("option", &option(spec, value.as_deref())),
    }
}

fn point(point: Point) -> Value {
    Value::from(vec![point.row, point.col])
}

fn places(places: &Places) -> Value {
    places.points().map(point).collect()
}

/// A count that JSON readers can hold.
fn number(count: u128) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

fn outcome(object: Object, outcome: Outcome) -> Object {
    match outcome {
        Outcome::Win(player) => object.with("over", "win").with("winner", player.to_string()),
        Outcome::Draw => object.with("over", "draw"),
    }
}

fn status(line: Object, status: &Status) -> Object {
    let line = match status.outcome {
        None => line.with("state", "playing").with("turn", status.turn.to_string()),
        Some(end) => outcome(line.with("state", "over"), end),
    };
    let size = [status.dims.rows() as u64, status.dims.cols() as u64, status.dims.k()];
    let line = line.with("ply", status.ply).with("size", size.to_vec());
    line.with_some("line", status.line.as_ref().map(places))
}

fn value(line: Object, proof: Proof) -> Object {
    let (word, plies, exact) = match proof {
        Proof::Win(plies) => ("win", Some(plies), true),
        Proof::WinAtMost(plies) => ("win", Some(plies), false),
        Proof::Loss(plies) => ("loss", Some(plies), true),
        Proof::LossAtMost(plies) => ("loss", Some(plies), false),
        Proof::Draw => ("draw", None, true),
        Proof::Unknown => ("unknown", None, false),
    };
    let line = line.with("value", word).with_some("plies", plies);
    line.with_some("exact", plies.map(|_| exact))
}

fn search(line: Object, report: &Report, dims: Dims) -> Object {
    let score = match report.score {
        Score::Estimate(value) => Object::default().with("cp", value),
        Score::Win(plies) => Object::default().with("win", plies),
        Score::Loss(plies) => Object::default().with("loss", plies),
        Score::Draw => Object::default().with("draw", true),
    };
    let pv: Value = report.line.iter().map(|&cell| point(dims.point(cell))).collect();
    let nps = per_second(report.nodes, report.time.as_micros());
    line.with("depth", report.depth)
        .with("seldepth", report.seldepth)
        .with("multipv", report.rank)
        .with_json("score", &score)
        .with("nodes", report.nodes)
        .with("nps", number(nps))
        .with("hashfull", report.permille_full)
        .with("time", number(report.time.as_millis()))
        .with_some("stop", report.stop.map(reason_word))
        .with("pv", pv)
}

fn option(spec: &Spec, value: Option<&str>) -> Object {
    let object = Object::default().with("name", spec.name);
    match spec.kind {
        Kind::Spin { min, max, default } => {
            let object = object.with("type", "spin").with("default", default);
            let object = object.with("min", min).with("max", max);
            // A spin shows its value as a number; anything else would still be shown.
            let current = value.map(|text| text.parse::<i64>().map_or_else(|_| text.into(), Value::from));
            object.with_some("value", current)
        }
        Kind::Combo { words } => object
            .with("type", "combo")
            .with("default", words[0])
            .with("var", words.to_vec())
            .with_some("value", value),
        Kind::Button => object.with("type", "button"),
    }
}
