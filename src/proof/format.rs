//! The bytes of a certificate: a header in text, then for each claim a line of text and a tree of tagged nodes.
//!
//! Numbers in trees are little-endian base 128: seven bits a byte, the high bit set on all bytes but the last.
//! Uses `game` only.

use std::io::{self, BufRead, Write};

use crate::game::{Board, Cell, Dims, Player};

/// The first line of every certificate.
pub const MAGIC: &str = "tris-proof 1";

/// Node tags of the trees; see `docs/certificates.md`.
pub mod tag {
    /// Disjoint pairs of empty cells, one in every live line.
    pub const PAIRING: u64 = 0;
    /// The potential of the live lines is small enough.
    pub const POTENTIAL: u64 = 1;
    /// The attacker's moves, each with what follows.
    pub const MOVES: u64 = 2;
    /// The defender's answer and what follows.
    pub const REPLY: u64 = 3;
    /// The defender completes a line.
    pub const LINE: u64 = 4;
    /// As an earlier node, under a symmetry.
    pub const SAME: u64 = 5;
    /// The attacker's move of a winning tree.
    pub const PLAY: u64 = 6;
    /// Groups of defender's moves of a winning tree, each with what follows.
    pub const GROUPS: u64 = 7;
}

/// What a tree proves about the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The player cannot win; with a number, not within that many plies.
    Cannot(Player, Option<u32>),
    /// The player wins.
    Wins(Player),
}

/// The position as the header line gives it: dimensions, grid, side to move.
pub fn position_line(board: &Board) -> String {
    let dims = board.dims();
    let symbol = |cell: Cell| board.stone(cell).map_or('.', Player::symbol);
    let row = |row| {
        (0..dims.cols())
            .map(|col| symbol(dims.cell_at(row, col)))
            .collect::<String>()
    };
    let rows: Vec<String> = (0..dims.rows()).map(row).collect();
    format!("position {dims} grid {} turn {}", rows.join("/"), board.turn())
}

/// Reads a header line as [`position_line`] writes it.
pub fn parse_position(line: &str) -> Option<Board> {
    let words: Vec<&str> = line.split(' ').collect();
    let ["position", rows, cols, k, "grid", grid, "turn", turn] = words[..] else {
        return None;
    };
    let dims = Dims::new(rows.parse().ok()?, cols.parse().ok()?, k.parse().ok()?).ok()?;
    let stone = |symbol| match symbol {
        '.' => Some(None),
        other => Player::from_symbol(other).map(Some),
    };
    let row = |row: &str| row.chars().map(stone).collect::<Option<Vec<_>>>();
    let grid = grid.split('/').map(row).collect::<Option<Vec<_>>>()?;
    let mut turn = turn.chars();
    let player = Player::from_symbol(turn.next()?)?;
    if turn.next().is_some() {
        return None;
    }
    Board::from_grid(dims, &grid, Some(player)).ok()
}

/// The line that opens a tree.
pub fn claim_line(claim: Claim) -> String {
    match claim {
        Claim::Cannot(player, None) => format!("cannot {player}"),
        Claim::Cannot(player, Some(plies)) => format!("cannot {player} within {plies}"),
        Claim::Wins(player) => format!("wins {player}"),
    }
}

/// Reads a line as [`claim_line`] writes it.
pub fn parse_claim(line: &str) -> Option<Claim> {
    let player = |word: &str| Player::BOTH.into_iter().find(|player| player.to_string() == word);
    match line.split(' ').collect::<Vec<_>>()[..] {
        ["cannot", who] => Some(Claim::Cannot(player(who)?, None)),
        ["cannot", who, "within", plies] => Some(Claim::Cannot(player(who)?, Some(plies.parse().ok()?))),
        ["wins", who] => Some(Claim::Wins(player(who)?)),
        _ => None,
    }
}

/// Writes a number of a tree.
pub fn write_number(output: &mut dyn Write, mut number: u64) -> io::Result<()> {
    while number >= 0x80 {
        output.write_all(&[number as u8 | 0x80])?;
        number >>= 7;
    }
    output.write_all(&[number as u8])
}

/// Reads a number of a tree.
pub fn read_number(input: &mut dyn BufRead) -> io::Result<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let mut byte = [0];
        input.read_exact(&mut byte)?;
        number |= u64::from(byte[0] & 0x7f) << shift;
        if byte[0] & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(io::Error::new(io::ErrorKind::InvalidData, "a number is too long"))
}

/// Reads a line of text without its newline; `None` at the end of the file.
pub fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    // No honest line is longer: a grid of 512 cells and a few words. A line cut short here parses as nothing.
    let mut limited = io::Read::take(input, 1 << 12);
    limited.read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.pop() != Some(b'\n') {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a line has no end"));
    }
    String::from_utf8(bytes)
        .map(Some)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "a line is not UTF-8"))
}
