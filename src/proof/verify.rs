//! The checker of certificates. It reads a file once, front to back, and believes nothing in it.
//!
//! It knows the rules, from `game`, and these facts: a stone more never hurts its owner; a player with disjoint pairs of
//! empty cells, one in every live line of the other, can stop all of them; so can one against whom the lines weigh too
//! little (Erdős and Selfridge); and from an empty board the second player cannot win. `docs/certificates.md` has the
//! arguments. Uses `game` and `proof::format` only.

use std::fmt;
use std::io::{self, BufRead};

use super::format::{Claim, MAGIC, parse_claim, parse_position, read_line};
use super::hold::Hold;
use super::stones::Set;
use super::win::Win;
use crate::game::Board;

/// The cells of the largest board that is taken.
pub const MOST_CELLS: usize = Set::CAPACITY;

/// Why a certificate proves nothing.
#[derive(Debug)]
pub enum Fault {
    /// The file could not be read, or ended too soon.
    Read(io::Error),
    /// A line of text is not what the format asks for.
    Line(String),
    /// The text as a whole is not.
    Text(&'static str),
    /// A node of a tree is wrong: its number in its tree, and why.
    Node(u64, &'static str),
    /// The trees are right but do not settle the value.
    Incomplete,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Read(error) => write!(f, "cannot read: {error}"),
            Fault::Line(line) => write!(f, "bad line `{}`", line.escape_debug()),
            Fault::Text(reason) => f.write_str(reason),
            Fault::Node(node, reason) => write!(f, "node {node}: {reason}"),
            Fault::Incomplete => f.write_str("the claims do not settle the value"),
        }
    }
}

impl std::error::Error for Fault {}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Read(error)
    }
}

/// The value of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A win in exactly this many plies.
    Win(u32),
    /// A win in at most this many plies.
    WinAtMost(u32),
    /// A loss in exactly this many plies.
    Loss(u32),
    /// A loss in at most this many plies.
    LossAtMost(u32),
    /// A draw.
    Draw,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Win(plies) => write!(f, "win {plies}"),
            Value::WinAtMost(plies) => write!(f, "win atmost {plies}"),
            Value::Loss(plies) => write!(f, "loss {plies}"),
            Value::LossAtMost(plies) => write!(f, "loss atmost {plies}"),
            Value::Draw => f.write_str("draw"),
        }
    }
}

/// What a certificate proves.
#[derive(Debug)]
pub struct Verified {
    /// The position.
    pub board: Board,
    /// Its value for the side to move.
    pub value: Value,
    /// Nodes checked.
    pub nodes: u64,
}

/// What has been shown of one player.
#[derive(Clone, Copy, Default)]
struct Shown {
    cannot: bool,
    not_within: u32,
    wins_in: Option<u32>,
}

/// Checks a certificate and works out the value that it proves.
pub fn verify(input: &mut dyn BufRead) -> Result<Verified, Fault> {
    if line(input)? != MAGIC {
        return Err(Fault::Text("the first line is not that of a certificate"));
    }
    let text = line(input)?;
    let board = parse_position(&text).filter(fits).ok_or(Fault::Line(text))?;
    let mut shown = [Shown::default(); 2];
    let mut nodes = 0;
    loop {
        let text = line(input)?;
        if text == "end" {
            break;
        }
        let claim = parse_claim(&text).ok_or(Fault::Line(text))?;
        nodes += check(&board, claim, input, &mut shown)?;
    }
    if read_line(input)?.is_some() {
        return Err(Fault::Text("something follows the end"));
    }
    // Whoever moves first could use a winning strategy of the second player himself.
    if board.ply() == 0 {
        shown[!board.turn() as usize].cannot = true;
    }
    let value = value(shown[board.turn() as usize], shown[!board.turn() as usize]);
    value
        .map(|value| Verified { board, value, nodes })
        .ok_or(Fault::Incomplete)
}

/// Whether the game goes on and the board is not too large for the checker.
fn fits(board: &Board) -> bool {
    board.outcome().is_none() && board.dims().cells() <= MOST_CELLS
}

fn line(input: &mut dyn BufRead) -> Result<String, Fault> {
    read_line(input)?.ok_or(Fault::Text("the file ends too soon"))
}

fn check(board: &Board, claim: Claim, input: &mut dyn BufRead, shown: &mut [Shown; 2]) -> Result<u64, Fault> {
    match claim {
        Claim::Cannot(player, within) => {
            let nodes = Hold::new(board, player, within).check(input)?;
            let shown = &mut shown[player as usize];
            match within {
                None => shown.cannot = true,
                Some(plies) => shown.not_within = shown.not_within.max(plies),
            }
            Ok(nodes)
        }
        Claim::Wins(player) => {
            let (plies, nodes) = Win::check(board, player, input)?;
            let shown = &mut shown[player as usize];
            shown.wins_in = Some(shown.wins_in.map_or(plies, |known| known.min(plies)));
            Ok(nodes)
        }
    }
}

/// The value for the side to move, if what was shown settles it.
fn value(own: Shown, other: Shown) -> Option<Value> {
    // A win comes after an odd number of plies, a loss after an even one: two fewer is the next possible distance.
    match (own.wins_in, other.wins_in) {
        (Some(plies), None) if own.not_within.saturating_add(2) >= plies => Some(Value::Win(plies)),
        (Some(plies), None) => Some(Value::WinAtMost(plies)),
        (None, Some(plies)) if other.not_within.saturating_add(2) >= plies => Some(Value::Loss(plies)),
        (None, Some(plies)) => Some(Value::LossAtMost(plies)),
        (None, None) if own.cannot && other.cannot => Some(Value::Draw),
        _ => None,
    }
}
