//! Answers as lines of text, the protocol's own form.

use std::fmt;

use super::reply::{Identity, Info, Places, Reply, Status, per_second};
use crate::budget::StopReason;
use crate::game::{Cell, Dims};
use crate::score::{Proof, Score};
use crate::search::Report;
use crate::session::options::{Kind, Spec};

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Ok => f.write_str("ok"),
            Reply::Over(outcome) => write!(f, "ok over {outcome}"),
            Reply::Status(status) => write_status(f, status),
            Reply::Legal(places) => write!(f, "ok legal{places}"),
            Reply::History(places) => write!(f, "ok history{places}"),
            Reply::Eval(value) => write!(f, "ok eval cp {value}"),
            Reply::Value(proof, best) => {
                f.write_str("ok value ")?;
                write_proof(f, *proof)?;
                best.map_or(Ok(()), |point| write!(f, " move {point}"))
            }
            Reply::Perft { depth, nodes } => write!(f, "ok perft {depth} nodes {nodes}"),
            Reply::Bench {
                nodes,
                time,
                nps,
                signature,
            } => write!(
                f,
                "ok bench nodes {nodes} time {time} nps {nps} signature {signature:08x}"
            ),
            Reply::Options(count) => write!(f, "ok options {count}"),
            Reply::Commands(words) => write!(f, "ok commands {}", words.join(" ")),
            Reply::Version(Identity {
                name,
                version,
                protocol,
            }) => write!(f, "ok {name} {version} protocol {protocol}"),
            Reply::Help => f.write_str("ok help"),
            Reply::Ready => f.write_str("readyok"),
            Reply::MnkOk => f.write_str("mnkok"),
            Reply::BestMove(point) => write!(f, "bestmove {point}"),
            Reply::Error(code, text) => write!(f, "error {} {text}", code.word()),
        }
    }
}

/// Cells as `R C R C …`, each preceded by a blank.
impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cells(f, self.dims, &self.cells)
    }
}

fn write_cells(f: &mut fmt::Formatter<'_>, dims: Dims, cells: &[Cell]) -> fmt::Result {
    cells.iter().try_for_each(|&cell| write!(f, " {}", dims.point(cell)))
}

fn write_status(f: &mut fmt::Formatter<'_>, status: &Status) -> fmt::Result {
    let (ply, dims) = (status.ply, status.dims);
    match status.outcome {
        None => write!(f, "ok state playing turn {} ply {ply} size {dims}", status.turn),
        Some(outcome) => {
            write!(f, "ok state over {outcome} ply {ply} size {dims}")?;
            let line = status.line.as_ref();
            line.map_or(Ok(()), |line| write!(f, " line{line}"))
        }
    }
}

fn write_proof(f: &mut fmt::Formatter<'_>, proof: Proof) -> fmt::Result {
    match proof {
        Proof::Win(plies) => write!(f, "win {plies}"),
        Proof::WinAtMost(plies) => write!(f, "win atmost {plies}"),
        Proof::Loss(plies) => write!(f, "loss {plies}"),
        Proof::LossAtMost(plies) => write!(f, "loss atmost {plies}"),
        Proof::Draw => f.write_str("draw"),
        Proof::Unknown => f.write_str("unknown"),
    }
}

impl fmt::Display for Info<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Info::Search { report, dims } => write_report(f, report, *dims),
            Info::Text(text) => write!(f, "info string {text}"),
            Info::Board(row) => write!(f, "info board {row}"),
            Info::Name(name) => write!(f, "info id name {name}"),
            Info::Version(version) => write!(f, "info id version {version}"),
            Info::Protocol(version) => write!(f, "info id protocol {version}"),
            Info::Option { spec, value } => write_option(f, spec, value.as_deref()),
        }
    }
}

/// A report of a search, in the protocol's fixed order.
fn write_report(f: &mut fmt::Formatter<'_>, report: &Report, dims: Dims) -> fmt::Result {
    write!(
        f,
        "info depth {} seldepth {} multipv {} score ",
        report.depth, report.seldepth, report.rank
    )?;
    match report.score {
        Score::Estimate(value) => write!(f, "cp {value}"),
        Score::Win(plies) => write!(f, "win {plies}"),
        Score::Loss(plies) => write!(f, "loss {plies}"),
        Score::Draw => f.write_str("draw"),
    }?;
    let nps = per_second(report.nodes, report.time.as_micros());
    write!(
        f,
        " nodes {} nps {nps} hashfull {} time {}",
        report.nodes,
        report.permille_full,
        report.time.as_millis()
    )?;
    if let Some(reason) = report.stop {
        write!(f, " stop {}", reason_word(reason))?;
    }
    f.write_str(" pv")?;
    write_cells(f, dims, &report.line)
}

fn write_option(f: &mut fmt::Formatter<'_>, spec: &Spec, value: Option<&str>) -> fmt::Result {
    write!(f, "info option name {} type ", spec.name)?;
    match spec.kind {
        Kind::Spin { min, max, default } => write!(f, "spin default {default} min {min} max {max}"),
        Kind::Combo { words } => {
            write!(f, "combo default {}", words[0])?;
            words.iter().try_for_each(|word| write!(f, " var {word}"))
        }
        Kind::Button => f.write_str("button"),
    }?;
    value.map_or(Ok(()), |value| write!(f, " value {value}"))
}

/// The word for why a search ended.
pub fn reason_word(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "time",
        StopReason::Depth => "depth",
        StopReason::Nodes => "nodes",
        StopReason::Proven => "proven",
        StopReason::Forced => "forced",
        StopReason::User => "user",
    }
}
