//! What is answered, and how it looks. Clients look at first letters only: while a search runs nothing but
//! `MESSAGE` lines and the move itself may be written.

use std::fmt;

use crate::game::{Dims, Point};
use crate::score::Score;
use crate::search::Report;

/// A line for the client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `OK`
    Ok,
    /// `x,y`, or several of them.
    Moves(Vec<Point>),
    /// `SWAP`
    Swap,
    /// Who we are.
    About,
    /// `ERROR text`
    Error(String),
    /// `UNKNOWN text`
    Unknown(String),
    /// `MESSAGE text`
    Message(String),
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Ok => f.write_str("OK"),
            Reply::Moves(points) => write_points(f, points),
            Reply::Swap => f.write_str("SWAP"),
            Reply::About => write!(
                f,
                "name=\"{}\", version=\"{}\", author=\"the authors of tris\", country=\"\"",
                env!("CARGO_PKG_NAME"),
                env!("TRIS_VERSION")
            ),
            Reply::Error(text) => write!(f, "ERROR {text}"),
            Reply::Unknown(text) => write!(f, "UNKNOWN {text}"),
            Reply::Message(text) => write!(f, "MESSAGE {text}"),
        }
    }
}

/// A point as the protocol writes it.
pub struct Comma(pub Point);

impl fmt::Display for Comma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0.col, self.0.row)
    }
}

fn write_points(f: &mut impl fmt::Write, points: &[Point]) -> fmt::Result {
    for (index, &point) in points.iter().enumerate() {
        let gap = if index == 0 { "" } else { " " };
        write!(f, "{gap}{}", Comma(point))?;
    }
    Ok(())
}

/// What a search has to say, in the words that other engines of this protocol use.
pub fn message(report: &Report, dims: Dims) -> Reply {
    let score = match report.score {
        Score::Estimate(value) => value.to_string(),
        Score::Win(plies) => format!("+M{plies}"),
        Score::Loss(plies) => format!("-M{plies}"),
        Score::Draw => "0 (draw)".to_owned(),
    };
    let rank = match report.rank {
        1 => String::new(),
        rank => format!(" line {rank}"),
    };
    let mut text = format!(
        "depth {}-{} ev {score} n {} tm {}{rank} pv ",
        report.depth,
        report.seldepth,
        report.nodes,
        report.time.as_millis()
    );
    let line: Vec<Point> = report.line.iter().map(|&cell| dims.point(cell)).collect();
    // Writing to memory does not fail.
    let _ = write_points(&mut text, &line);
    Reply::Message(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_come_first() {
        let points = [Point { row: 1, col: 2 }, Point { row: 3, col: 4 }];
        assert_eq!(Reply::Moves(points.to_vec()).to_string(), "2,1 4,3");
    }
}
