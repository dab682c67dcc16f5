//! Checks a tree that claims: this player, the attacker, wins. The number of plies is worked out, not read.
//!
//! A tree may serve many moves of the defender at once; it is then checked against each of them. Uses `game`,
//! `proof::{format, stones}`.

use std::io::BufRead;

use super::format::{read_number, tag};
use super::stones::{Set, Stones, all_lines};
use super::verify::Fault;
use crate::game::{Board, Player};

/// The attacker's move, then the defender's moves in groups; no groups if the move wins.
struct Play {
    node: u64,
    cell: usize,
    groups: Groups,
}

/// Moves of the defender with what the attacker does then.
struct Groups {
    node: u64,
    of: Vec<(Set, Play)>,
}

/// The most moves that are played to check one tree. As trees serve many moves, a short file could ask for more than anybody
/// can wait for.
const MOST_PLAYED: u64 = 100_000_000;

/// The state of the check.
pub struct Win {
    cells: usize,
    lines: Vec<Set>,
    stones: Stones,
    nodes: u64,
    played: u64,
}

impl Win {
    /// Reads and checks a tree; within how many plies the attacker wins, and how many nodes the tree has.
    pub fn check(board: &Board, attacker: Player, input: &mut dyn BufRead) -> Result<(u32, u64), Fault> {
        let cells = board.dims().cells();
        let stones = Stones::new(board, attacker);
        let mut win = Win {
            cells,
            lines: all_lines(board.dims()),
            stones,
            nodes: 0,
            played: 0,
        };
        let depth = board.empties();
        let plies = if board.turn() == attacker {
            let play = win.read_play(input, depth)?;
            win.play(&play)?
        } else {
            let groups = win.read_groups(input, depth)?;
            win.groups(&groups)?
        };
        Ok((plies, win.nodes))
    }

    fn open(&mut self, input: &mut dyn BufRead, wanted: u64, depth: usize) -> Result<u64, Fault> {
        self.nodes += 1;
        // No game is longer than the board has empty cells, so no honest tree is deeper.
        if depth == 0 || read_number(input)? != wanted {
            return Err(Fault::Node(self.nodes, "no such node here"));
        }
        Ok(self.nodes)
    }

    fn cell(&self, input: &mut dyn BufRead, node: u64) -> Result<usize, Fault> {
        let cell = usize::try_from(read_number(input)?).unwrap_or(usize::MAX);
        if cell < self.cells {
            Ok(cell)
        } else {
            Err(Fault::Node(node, "no such cell"))
        }
    }

    fn read_play(&mut self, input: &mut dyn BufRead, depth: usize) -> Result<Play, Fault> {
        let node = self.open(input, tag::PLAY, depth)?;
        let cell = self.cell(input, node)?;
        Ok(Play {
            node,
            cell,
            groups: self.read_groups(input, depth)?,
        })
    }

    fn read_groups(&mut self, input: &mut dyn BufRead, depth: usize) -> Result<Groups, Fault> {
        let node = self.open(input, tag::GROUPS, depth)?;
        let (mut of, mut seen) = (Vec::new(), Set::EMPTY);
        for _ in 0..read_number(input)? {
            let mut cells = Set::EMPTY;
            for _ in 0..read_number(input)? {
                let cell = self.cell(input, node)?;
                if seen.has(cell) {
                    return Err(Fault::Node(node, "a move is listed twice"));
                }
                seen.add(cell);
                cells.add(cell);
            }
            of.push((cells, self.read_play(input, depth - 1)?));
        }
        Ok(Groups { node, of })
    }

    /// The attacker moves; the plies until his line is complete.
    fn play(&mut self, play: &Play) -> Result<u32, Fault> {
        if !self.stones.is_empty(self.cells, play.cell) {
            return Err(Fault::Node(play.node, "not an empty cell"));
        }
        self.played += 1;
        if self.played > MOST_PLAYED {
            return Err(Fault::Node(play.node, "the tree takes too long to check"));
        }
        let before = self.stones;
        self.stones.attacker.add(play.cell);
        let rest = if !self.stones.complete(&self.lines) {
            self.groups(&play.groups)?
        } else if play.groups.of.is_empty() {
            0
        } else {
            return Err(Fault::Node(play.node, "the game goes on after its end"));
        };
        self.stones = before;
        Ok(rest + 1)
    }

    /// The defender moves anywhere. A move in no group must leave the attacker a line to complete.
    fn groups(&mut self, groups: &Groups) -> Result<u32, Fault> {
        let before = self.stones;
        let wins = before.completing(&self.lines);
        if before.exchanged().completing(&self.lines) != Set::EMPTY {
            return Err(Fault::Node(groups.node, "the defender wins"));
        }
        let (mut longest, mut listed, mut empty) = (None, Set::EMPTY, Set::EMPTY);
        for (cells, play) in &groups.of {
            listed = listed.or(*cells);
            for cell in cells.cells() {
                if !before.is_empty(self.cells, cell) {
                    return Err(Fault::Node(groups.node, "a move is not to an empty cell"));
                }
                self.stones.defender.add(cell);
                let rest = self.play(play)?;
                self.stones = before;
                longest = longest.max(Some(rest + 1));
            }
        }
        (0..self.cells)
            .filter(|&cell| before.is_empty(self.cells, cell))
            .for_each(|cell| empty.add(cell));
        for cell in empty.minus(listed).cells() {
            if wins.minus(Set::of([cell])) == Set::EMPTY {
                return Err(Fault::Node(groups.node, "a move of the defender is not answered"));
            }
            longest = longest.max(Some(2));
        }
        longest.ok_or(Fault::Node(groups.node, "the board is full"))
    }
}
