//! Writes what the Maker–Breaker prover found as a tree of a certificate: for every move of the attacker an answer.
//!
//! The tree is written while the proof is walked again, so nothing of it is kept but one key for each node. Answers
//! come from the table; one that has been overwritten is searched for again.
//! Uses `solver::{breaker, residual, state}` and `proof::format`.

use std::collections::HashMap;
use std::io::{self, Write};

use super::bits::Bits;
use super::breaker::Prover;
use super::known::Verdict;
use super::residual::{ONE, Residual};
use super::shared::Shared;
use super::state::{Duel, State};
use crate::proof::format::{tag, write_number};

/// A tree being written.
pub struct Export<'a, 'w, const N: usize> {
    shared: &'a Shared<N>,
    prover: Prover<'a, N>,
    out: &'w mut dyn Write,
    written: HashMap<u128, Earlier<N>>,
    lists: u64,
}

/// A list of moves written before: its number, its orientation, its zone.
type Earlier<const N: usize> = (u64, usize, Bits<N>);

/// What is short enough to be a leaf of a tree.
trait Written<const N: usize>: State<N> {
    /// Writes the node if it is no list of moves; the zone that the checker will find.
    fn write_leaf(&self, export: &mut Export<'_, '_, N>) -> io::Result<Option<Bits<N>>>;
    /// Writes the node with the defender to move if it needs no answer.
    fn write_settled(&self, export: &mut Export<'_, '_, N>) -> io::Result<Option<Bits<N>>>;
}

impl<'a, 'w, const N: usize> Export<'a, 'w, N> {
    /// A tree that goes to `out`.
    pub fn new(shared: &'a Shared<N>, out: &'w mut dyn Write) -> Export<'a, 'w, N> {
        Export {
            shared,
            prover: Prover::new(shared, None),
            out,
            written: HashMap::new(),
            lists: 0,
        }
    }

    /// The tree of a Maker–Breaker draw.
    pub fn weak(&mut self, state: &Residual<N>, attacker_moves: bool) -> io::Result<()> {
        self.tree(state, attacker_moves)
    }

    /// The tree of a position where the attacker cannot win the real game.
    pub fn real(&mut self, state: &Duel<N>, attacker_moves: bool) -> io::Result<()> {
        self.tree(state, attacker_moves)
    }

    fn tree<S: Written<N>>(&mut self, state: &S, attacker_moves: bool) -> io::Result<()> {
        if attacker_moves {
            self.maker(state, 0)?
        } else {
            self.breaker(state, 0)?
        };
        Ok(())
    }

    fn numbers(&mut self, numbers: &[u64]) -> io::Result<()> {
        numbers.iter().try_for_each(|&number| write_number(self.out, number))
    }

    fn maker<S: Written<N>>(&mut self, state: &S, depth: u32) -> io::Result<Bits<N>> {
        if let Some(zone) = state.write_leaf(self)? {
            return Ok(zone);
        }
        let (key, symmetry) = state.key(&self.shared.lines, true);
        if let Some(&(index, other, zone)) = self.written.get(&key) {
            let lines = &self.shared.lines;
            let turn = lines.then(other, lines.inverse[symmetry]);
            self.numbers(&[tag::SAME, index, turn as u64])?;
            return Ok(lines.map(turn, zone));
        }
        self.numbers(&[tag::MOVES])?;
        let mut need = self.shared.lines.board;
        let mut zone = if state.is_pure() { Bits::EMPTY } else { need };
        for cell in state.moves(self.shared) {
            if need.has(cell) {
                self.numbers(&[cell as u64 + 1])?;
                let used = self.breaker(&state.after_maker(cell, self.shared), depth + 1)?;
                zone = zone | used;
                need = need & used;
            }
        }
        self.numbers(&[0])?;
        self.written.insert(key, (self.lists, symmetry, zone));
        self.lists += 1;
        Ok(zone)
    }

    fn breaker<S: Written<N>>(&mut self, state: &S, depth: u32) -> io::Result<Bits<N>> {
        if let Some(zone) = state.write_settled(self)? {
            return Ok(zone);
        }
        let known = self.prover.known_answer(state).or_else(|| {
            self.prover.breaker(state, u64::MAX, depth);
            self.prover.known_answer(state)
        });
        let answer = known.ok_or_else(|| io::Error::other("the proof was lost from the table"))?;
        self.numbers(&[tag::REPLY, answer as u64])?;
        let zone = self.maker(&state.after_breaker(answer, self.shared), depth + 1)?;
        Ok(zone | Bits::of(answer))
    }
}

impl<const N: usize> Written<N> for Residual<N> {
    fn write_leaf(&self, export: &mut Export<'_, '_, N>) -> io::Result<Option<Bits<N>>> {
        if self.potential_holds(export.shared.lines.dims.cells()) {
            export.numbers(&[tag::POTENTIAL])?;
            return Ok(Some(self.support()));
        }
        let Verdict::Breaker(zone) = export.prover.paired(self) else {
            return Ok(None);
        };
        let pairs = export.prover.pairs().to_vec();
        export.numbers(&[tag::PAIRING, pairs.len() as u64])?;
        for (first, second) in pairs {
            export.numbers(&[u64::from(first), u64::from(second)])?;
        }
        Ok(Some(zone))
    }

    fn write_settled(&self, export: &mut Export<'_, '_, N>) -> io::Result<Option<Bits<N>>> {
        if self.potential() >= ONE {
            return Ok(None);
        }
        export.numbers(&[tag::POTENTIAL])?;
        Ok(Some(self.support()))
    }
}

impl<const N: usize> Written<N> for Duel<N> {
    fn write_leaf(&self, export: &mut Export<'_, '_, N>) -> io::Result<Option<Bits<N>>> {
        if self.counter.singles().len() > 1 {
            // Whatever the attacker does, the defender completes a line.
            export.numbers(&[tag::MOVES, 0])?;
            export.lists += 1;
            return Ok(Some(export.shared.lines.board));
        }
        if self.is_weak_draw(&mut export.prover) {
            return export.maker(&self.attack, 0).map(Some);
        }
        Ok(None)
    }

    fn write_settled(&self, export: &mut Export<'_, '_, N>) -> io::Result<Option<Bits<N>>> {
        if let Some(cell) = self.counter.singles().first() {
            export.numbers(&[tag::LINE, cell as u64])?;
            return Ok(Some(export.shared.lines.board));
        }
        self.attack.write_settled(export)
    }
}
