//! Checks a tree that claims: this player, the attacker, cannot win (or not within so many plies).
//!
//! Every node shows that the defender holds from the position that the moves above it lead to. It yields a zone: the
//! defender holds even if the attacker owns every empty cell outside it. A node that leans on a line of the defender's
//! own, or on the number of plies, has no zone smaller than the board. Uses `game`, `proof::{format, stones}`.

use std::io::BufRead;

use super::format::{read_number, tag};
use super::stones::{Set, Stones, all_lines};
use super::verify::Fault;
use crate::game::{Board, Cell, Player, Symmetry};

/// The value 1 of a potential; edges of more than 40 cells count as if they had 40.
const ONE: u64 = 1 << 40;

/// What a node has shown: the zone, and whether lines of the defender were of no importance.
#[derive(Clone, Copy)]
struct Held {
    zone: Set,
    pure: bool,
}

/// A finished node that later ones may refer to.
struct Done {
    stones: Stones,
    held: Held,
    plies: Option<u32>,
}

/// The state of the check.
pub struct Hold {
    cells: usize,
    lines: Vec<Set>,
    symmetries: Vec<Vec<usize>>,
    stones: Stones,
    attacker_moves: bool,
    plies: Option<u32>,
    done: Vec<Done>,
    nodes: u64,
}

impl Hold {
    /// A check that `attacker` cannot win from `board`.
    pub fn new(board: &Board, attacker: Player, plies: Option<u32>) -> Hold {
        let dims = board.dims();
        let image = |symmetry: Symmetry| {
            (0..dims.cells())
                .map(|cell| symmetry.apply(dims, Cell(cell as u16)).index())
                .collect()
        };
        Hold {
            cells: dims.cells(),
            lines: all_lines(dims),
            symmetries: Symmetry::all(dims).map(image).collect(),
            stones: Stones::new(board, attacker),
            attacker_moves: board.turn() == attacker,
            plies,
            done: Vec::new(),
            nodes: 0,
        }
    }

    /// Reads the tree; how many nodes it has if all is well.
    pub fn check(mut self, input: &mut dyn BufRead) -> Result<u64, Fault> {
        let attacker_moves = self.attacker_moves;
        self.node(input, attacker_moves, self.plies)?;
        Ok(self.nodes)
    }

    fn node(&mut self, input: &mut dyn BufRead, attacker_moves: bool, plies: Option<u32>) -> Result<Held, Fault> {
        self.nodes += 1;
        let node = self.nodes;
        let held = match (read_number(input)?, attacker_moves) {
            (tag::PAIRING, _) => self.pairing(input, node, reach(plies, attacker_moves)),
            (tag::POTENTIAL, _) => self.potential(node, attacker_moves, reach(plies, attacker_moves)),
            (tag::MOVES, true) => self.moves(input, node, plies),
            (tag::REPLY, false) => self.reply(input, node, plies),
            (tag::LINE, false) => self.line(input, node),
            (tag::SAME, true) => self.same(input, node, plies),
            _ => Err(Fault::Node(node, "no such node here")),
        }?;
        // Cells given away outside a zone would bring more lines within reach.
        Ok(if plies.is_some() {
            self.everywhere(held.pure)
        } else {
            held
        })
    }

    fn everywhere(&self, pure: bool) -> Held {
        Held {
            zone: Set::of(0..self.cells),
            pure,
        }
    }

    fn cell(&self, input: &mut dyn BufRead, node: u64) -> Result<usize, Fault> {
        let cell = usize::try_from(read_number(input)?).unwrap_or(usize::MAX);
        if self.stones.is_empty(self.cells, cell) {
            Ok(cell)
        } else {
            Err(Fault::Node(node, "not an empty cell"))
        }
    }

    /// Disjoint pairs of empty cells: the defender answers one cell of a pair with the other.
    fn pairing(&self, input: &mut dyn BufRead, node: u64, reach: usize) -> Result<Held, Fault> {
        let (mut pairs, mut zone) = (Vec::new(), Set::EMPTY);
        for _ in 0..read_number(input)? {
            let pair = Set::of([self.cell(input, node)?, self.cell(input, node)?]);
            if pair.len() != 2 || pair.and(zone) != Set::EMPTY {
                return Err(Fault::Node(node, "the pairs share a cell"));
            }
            zone = zone.or(pair);
            pairs.push(pair);
        }
        let edges = self.stones.edges(&self.lines, reach);
        if edges.iter().any(|edge| !pairs.iter().any(|pair| pair.within(*edge))) {
            return Err(Fault::Node(node, "a live line contains no pair"));
        }
        Ok(Held { zone, pure: true })
    }

    /// The defender always takes the cell that weighs most; the sum of 2^−size over the live lines never reaches 1.
    fn potential(&self, node: u64, attacker_moves: bool, reach: usize) -> Result<Held, Fault> {
        let mut through = vec![0; self.cells];
        let (mut sum, mut zone) = (0, Set::EMPTY);
        for edge in smallest(self.stones.edges(&self.lines, reach)) {
            let weight = ONE >> edge.len().min(40);
            sum += weight;
            zone = zone.or(edge);
            edge.cells().for_each(|cell| through[cell] += weight);
        }
        let heaviest = through.into_iter().max().unwrap_or(0);
        if sum + if attacker_moves { heaviest } else { 0 } >= ONE {
            return Err(Fault::Node(node, "the potential is too large"));
        }
        Ok(Held { zone, pure: true })
    }

    /// The defender's move.
    fn reply(&mut self, input: &mut dyn BufRead, node: u64, plies: Option<u32>) -> Result<Held, Fault> {
        let cell = self.cell(input, node)?;
        let before = self.stones;
        self.stones.defender.add(cell);
        let mut held = self.node(input, true, fewer(plies))?;
        self.stones = before;
        held.zone.add(cell);
        Ok(held)
    }

    /// The defender completes a line and with it the game.
    fn line(&self, input: &mut dyn BufRead, node: u64) -> Result<Held, Fault> {
        let cell = self.cell(input, node)?;
        if !self.stones.exchanged().completing(&self.lines).has(cell) {
            return Err(Fault::Node(node, "no line of the defender"));
        }
        Ok(self.everywhere(false))
    }

    /// The attacker's moves. Those not listed must be refuted by what is.
    fn moves(&mut self, input: &mut dyn BufRead, node: u64, plies: Option<u32>) -> Result<Held, Fault> {
        let before = self.stones;
        let mut all = Held {
            zone: Set::EMPTY,
            pure: true,
        };
        let (mut listed, mut open) = (Set::EMPTY, Set::of(0..self.cells));
        while let Some(cell) = read_number(input)?.checked_sub(1) {
            let cell = usize::try_from(cell).unwrap_or(usize::MAX);
            if !before.is_empty(self.cells, cell) || listed.has(cell) {
                return Err(Fault::Node(node, "a move is not to an empty cell, or listed twice"));
            }
            listed.add(cell);
            self.stones.attacker.add(cell);
            if self.stones.complete(&self.lines) {
                return Err(Fault::Node(node, "the attacker wins at once"));
            }
            let held = self.node(input, false, fewer(plies))?;
            self.stones = before;
            all = Held {
                zone: all.zone.or(held.zone),
                pure: all.pure && held.pure,
            };
            if held.pure {
                // This defence holds whoever owns the cells outside its zone.
                open = open.and(held.zone);
            }
        }
        all.pure &= self.unlisted(node, listed, open)?;
        if !all.pure {
            all = self.everywhere(false);
        }
        self.done.push(Done {
            stones: before,
            held: all,
            plies,
        });
        Ok(all)
    }

    /// Checks that the moves not listed are refuted; whether that needs no line of the defender.
    fn unlisted(&self, node: u64, listed: Set, open: Set) -> Result<bool, Fault> {
        let (wins, threats) = (
            self.stones.completing(&self.lines),
            self.stones.exchanged().completing(&self.lines),
        );
        let live = |stones: Stones| {
            stones
                .edges(&self.lines, usize::MAX)
                .into_iter()
                .fold(Set::EMPTY, Set::or)
        };
        let busy = live(self.stones).or(live(self.stones.exchanged()));
        let mut pure = true;
        for cell in (0..self.cells).filter(|&cell| self.stones.is_empty(self.cells, cell) && !listed.has(cell)) {
            if wins.has(cell) {
                return Err(Fault::Node(node, "the attacker wins at once"));
            }
            // A stone that serves nobody is no better for the attacker than one that is refuted.
            let idle = !busy.has(cell) && listed != Set::EMPTY;
            if !open.has(cell) || idle {
                continue;
            }
            if threats.minus(Set::of([cell])) == Set::EMPTY {
                return Err(Fault::Node(node, "a move of the attacker is not answered"));
            }
            pure = false;
        }
        Ok(pure)
    }

    /// The position is no better for the attacker than one shown before.
    fn same(&mut self, input: &mut dyn BufRead, node: u64, plies: Option<u32>) -> Result<Held, Fault> {
        let done = usize::try_from(read_number(input)?)
            .ok()
            .and_then(|index| self.done.get(index));
        let done = done.ok_or(Fault::Node(node, "no such earlier node"))?;
        let image = usize::try_from(read_number(input)?)
            .ok()
            .and_then(|index| self.symmetries.get(index));
        let image = image.ok_or(Fault::Node(node, "no such symmetry"))?;
        let map = |set: Set| Set::of(set.cells().map(|cell| image[cell]));
        let there = Stones {
            attacker: map(done.stones.attacker),
            defender: map(done.stones.defender),
        };
        if done.plies.is_some_and(|shown| plies.is_none_or(|asked| asked > shown)) {
            return Err(Fault::Node(node, "the earlier node shows it for fewer plies"));
        }
        let (here_reach, there_reach) = (reach(plies, true), reach(done.plies, true));
        if !covered(
            &self.stones.edges(&self.lines, here_reach),
            &there.edges(&self.lines, there_reach),
        ) {
            return Err(Fault::Node(node, "the attacker has more here than there"));
        }
        let counters = |stones: Stones| stones.exchanged().edges(&self.lines, usize::MAX);
        if !done.held.pure && !covered(&counters(there), &counters(self.stones)) {
            return Err(Fault::Node(node, "the defender has less here than there"));
        }
        Ok(Held {
            zone: map(done.held.zone),
            pure: done.held.pure,
        })
    }
}

/// The edges that contain no other: who completes a larger one has completed a smaller.
fn smallest(mut edges: Vec<Set>) -> Vec<Set> {
    edges.sort_by_key(|edge| edge.len());
    let mut kept: Vec<Set> = Vec::new();
    for edge in edges {
        if !kept.iter().any(|small| small.within(edge)) {
            kept.push(edge);
        }
    }
    kept
}

/// Whether each of the edges contains one of the others.
fn covered(edges: &[Set], by: &[Set]) -> bool {
    edges.iter().all(|edge| by.iter().any(|small| small.within(*edge)))
}

/// One ply less.
fn fewer(plies: Option<u32>) -> Option<u32> {
    plies.map(|plies| plies.saturating_sub(1))
}

/// How many stones the attacker can still put.
fn reach(plies: Option<u32>, attacker_moves: bool) -> usize {
    plies.map_or(usize::MAX, |plies| (plies as usize + usize::from(attacker_moves)) / 2)
}
