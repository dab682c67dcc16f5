//! Writes what the win prover found: the attacker's tree for a win, and for its exact distance the tree that shows that
//! there is no faster one.
//!
//! Moves of the defender that are answered in the same way share one subtree. Uses `solver::attack` and
//! `proof::format`.

use std::collections::HashMap;
use std::io::{self, Write};

use super::attack::{Attack, FOREVER, Found};
use super::breaker::Prover;
use super::known::Verdict;
use super::position::Role;
use super::residual::{ONE, Residual};
use crate::proof::format::{tag, write_number};

/// Trees written from the results of a win prover.
pub struct WinExport<'a, 'b, const N: usize> {
    attack: &'b mut Attack<'a, N>,
    prover: Prover<'a, N>,
    written: HashMap<(u128, u16), (u64, usize)>,
    lists: u64,
}

impl<'a, 'b, const N: usize> WinExport<'a, 'b, N> {
    /// Writes with the results of this search.
    pub fn new(attack: &'b mut Attack<'a, N>) -> WinExport<'a, 'b, N> {
        let prover = Prover::new(attack.shared(), None);
        WinExport {
            attack,
            prover,
            written: HashMap::new(),
            lists: 0,
        }
    }

    /// The tree of a win within `plies`.
    pub fn win(&mut self, turn: Role, plies: u16) -> io::Result<Vec<u8>> {
        match turn {
            Role::Attacker => self.play(plies),
            Role::Defender => self.groups(plies),
        }
    }

    fn play(&mut self, plies: u16) -> io::Result<Vec<u8>> {
        let (cell, rest) = match self.attack.position.completing(Role::Attacker).first() {
            Some(cell) => (cell, numbers(&[tag::GROUPS, 0])?),
            None => {
                let (cell, plies) = self.winning_move(plies)?;
                self.attack.position.play(Role::Attacker, cell);
                let rest = self.groups(plies);
                self.attack.position.undo(Role::Attacker, cell);
                (cell, rest?)
            }
        };
        let mut bytes = numbers(&[tag::PLAY, cell as u64])?;
        bytes.extend(rest);
        Ok(bytes)
    }

    /// A move after which the attacker wins within the plies returned.
    fn winning_move(&mut self, plies: u16) -> io::Result<(usize, u16)> {
        self.attack.run(Role::Attacker, plies);
        let known = self.attack.known_move(Role::Attacker);
        for cell in known.into_iter().chain(self.attack.position.empty().cells()) {
            self.attack.position.play(Role::Attacker, cell);
            let found = self.attack.run(Role::Defender, plies - 1);
            self.attack.position.undo(Role::Attacker, cell);
            if let Found::Win(rest) = found {
                return Ok((cell, rest));
            }
        }
        Err(lost())
    }

    fn groups(&mut self, plies: u16) -> io::Result<Vec<u8>> {
        let wins = self.attack.position.completing(Role::Attacker);
        let mut groups: Vec<(Vec<u8>, Vec<u64>)> = Vec::new();
        for cell in self.attack.position.empty().cells() {
            if wins.len() > u32::from(wins.has(cell)) {
                continue;
            }
            self.attack.position.play(Role::Defender, cell);
            let bytes = self.play(plies - 1);
            self.attack.position.undo(Role::Defender, cell);
            let bytes = bytes?;
            match groups.iter_mut().find(|(other, _)| *other == bytes) {
                Some((_, cells)) => cells.push(cell as u64),
                None => groups.push((bytes, vec![cell as u64])),
            }
        }
        let mut bytes = numbers(&[tag::GROUPS, groups.len() as u64])?;
        for (tree, cells) in groups {
            bytes.extend(numbers(&[cells.len() as u64])?);
            bytes.extend(numbers(&cells)?);
            bytes.extend(tree);
        }
        Ok(bytes)
    }

    /// The tree that shows that there is no win within `plies`.
    pub fn no_win(&mut self, turn: Role, plies: u16, out: &mut dyn Write) -> io::Result<()> {
        match turn {
            Role::Attacker => self.moves(plies, out),
            Role::Defender => self.reply(plies, out),
        }
    }

    fn residual(&self, reach: u16) -> Residual<N> {
        let position = &self.attack.position;
        let (own, other) = (position.stones(Role::Attacker), position.stones(Role::Defender));
        let mut residual = Residual::new(&self.attack.shared().lines, own, other, u32::from(reach));
        residual.minimise();
        residual
    }

    fn moves(&mut self, plies: u16, out: &mut dyn Write) -> io::Result<()> {
        let residual = self.residual(plies.div_ceil(2));
        if residual.potential_holds(self.attack.shared().lines.dims.cells()) {
            return push(out, &[tag::POTENTIAL]);
        }
        if let Verdict::Breaker(_) = self.prover.paired(&residual) {
            let pairs = self.prover.pairs();
            push(out, &[tag::PAIRING, pairs.len() as u64])?;
            return pairs
                .iter()
                .try_for_each(|&(one, other)| push(out, &[u64::from(one), u64::from(other)]));
        }
        let (key, symmetry) = self.attack.position.key(Role::Attacker, true);
        if let Some(&(index, other)) = self.written.get(&(key, plies)) {
            let lines = &self.attack.shared().lines;
            let turn = lines.then(other, lines.inverse[symmetry]);
            return push(out, &[tag::SAME, index, turn as u64]);
        }
        push(out, &[tag::MOVES])?;
        let blocks = self.attack.position.completing(Role::Defender);
        for cell in self.attack.position.empty().cells() {
            // A move that leaves the defender a line to complete needs no answer of its own.
            if blocks.len() > u32::from(blocks.has(cell)) {
                continue;
            }
            push(out, &[cell as u64 + 1])?;
            self.attack.position.play(Role::Attacker, cell);
            let done = self.reply(plies - 1, out);
            self.attack.position.undo(Role::Attacker, cell);
            done?;
        }
        push(out, &[0])?;
        self.written.insert((key, plies), (self.lists, symmetry));
        self.lists += 1;
        Ok(())
    }

    fn reply(&mut self, plies: u16, out: &mut dyn Write) -> io::Result<()> {
        let own = self.attack.position.completing(Role::Defender);
        if let Some(cell) = own.first() {
            return push(out, &[tag::LINE, cell as u64]);
        }
        if self.residual(plies / 2).potential() < ONE {
            return push(out, &[tag::POTENTIAL]);
        }
        let cell = self.holding_move(plies)?;
        push(out, &[tag::REPLY, cell as u64])?;
        self.attack.position.play(Role::Defender, cell);
        let done = self.moves(plies - 1, out);
        self.attack.position.undo(Role::Defender, cell);
        done
    }

    /// A move after which the attacker does not win within the plies left.
    fn holding_move(&mut self, plies: u16) -> io::Result<usize> {
        let residual = self.residual(plies / 2);
        let known = self.attack.known_move(Role::Defender);
        let heavy = residual.by_weight(self.attack.shared().lines.dims.cells());
        for cell in known
            .into_iter()
            .chain(heavy)
            .chain(self.attack.position.empty().cells())
        {
            if !self.attack.position.empty().has(cell) {
                continue;
            }
            self.attack.position.play(Role::Defender, cell);
            let found = self.attack.run(Role::Attacker, plies - 1);
            self.attack.position.undo(Role::Defender, cell);
            if matches!(found, Found::Fail(bound) if bound >= plies - 1 || bound == FOREVER) {
                return Ok(cell);
            }
        }
        Err(lost())
    }
}

fn lost() -> io::Error {
    io::Error::other("the proof was lost from the table")
}

fn push(out: &mut dyn Write, list: &[u64]) -> io::Result<()> {
    list.iter().try_for_each(|&number| write_number(out, number))
}

fn numbers(list: &[u64]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    push(&mut bytes, list)?;
    Ok(bytes)
}
