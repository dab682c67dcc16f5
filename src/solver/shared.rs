//! What the threads of one Maker–Breaker proof share: the board, the table, the count of nodes, the budget.
//!
//! Entries are kept in the orientation that their key belongs to, so that symmetric positions share them.

use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::journal::{JOURNALED, Journal, Record};
use super::known::{Known, Switches, Verdict};
use super::lines::Lines;
use super::state::State;
use super::table::Table;
use crate::budget::Budget;

/// Nodes counted at once on boards of up to 64 cells. Nodes of larger boards take longer, so there the budget is looked at
/// more often.
const BATCH: u64 = 256;

/// How far the first list of Maker's moves is worked off.
#[derive(Clone, Copy, Default, Debug)]
pub struct First {
    /// How many of them are refuted.
    pub refuted: usize,
    /// How many there are.
    pub moves: usize,
    /// The one under examination.
    pub cell: Option<u16>,
    /// The answer to it under examination.
    pub reply: Option<u16>,
    /// How many of the moves after that answer are refuted, and how many there are.
    pub next: (usize, usize),
}

/// Common ground of the threads of a proof.
pub struct Shared<const N: usize> {
    /// The board.
    pub lines: Lines<N>,
    /// Which methods are on.
    pub switches: Switches,
    /// What is known of residual hypergraphs.
    pub table: Table<Known<N>>,
    /// What may be spent.
    pub budget: Budget,
    /// Where results that took long are written down as they come.
    pub journal: Option<Journal>,
    nodes: AtomicU64,
    cancelled: AtomicBool,
    first: Mutex<First>,
    plies: AtomicU16,
}

impl<const N: usize> Shared<N> {
    /// Common ground with a table of this many MiB.
    pub fn new(lines: Lines<N>, switches: Switches, megabytes: usize, budget: Budget) -> Shared<N> {
        Shared {
            lines,
            switches,
            table: Table::new(megabytes),
            budget,
            journal: None,
            nodes: AtomicU64::new(0),
            cancelled: AtomicBool::new(false),
            first: Mutex::new(First::default()),
            plies: AtomicU16::new(0),
        }
    }

    /// Nodes spent so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Counts the nodes that a search had not reported when it ended.
    pub fn settle(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Counts nodes; whether the budget is used up.
    pub fn spend(&self, nodes: u64) -> bool {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        self.cancelled.load(Ordering::Relaxed) || self.budget.spent(total).is_some()
    }

    /// Ends, or lets begin, the searches of one round.
    pub fn cancel(&self, cancelled: bool) {
        self.cancelled.store(cancelled, Ordering::Relaxed);
    }

    /// How many nodes a search counts before it reports them.
    pub fn batch(&self) -> u64 {
        (BATCH / (N * N) as u64).max(1)
    }

    /// Notes how far the first list of moves is.
    pub fn note_first(&self, first: First) {
        *self.first.lock().unwrap_or_else(PoisonError::into_inner) = first;
    }

    /// Notes something more about the move under examination.
    pub fn note_more(&self, note: impl FnOnce(&mut First)) {
        note(&mut self.first.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// How far the first list of moves is.
    pub fn first(&self) -> First {
        *self.first.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes within how many plies a win is looked for.
    pub fn note_plies(&self, plies: u16) {
        self.plies.store(plies, Ordering::Relaxed);
    }

    /// Within how many plies a win is looked for.
    pub fn plies(&self) -> u16 {
        self.plies.load(Ordering::Relaxed)
    }

    /// What is known of a state, in its own orientation.
    pub fn probe(&self, state: &impl State<N>, turn: u128) -> Option<Known<N>> {
        if !self.switches.table {
            return None;
        }
        let (key, symmetry) = state.key(&self.lines, self.switches.symmetry);
        let known = self.table.get(slot(key, turn))?;
        Some(self.turned(known, self.lines.inverse[symmetry]))
    }

    /// Keeps what is known of a state.
    pub fn keep(&self, state: &impl State<N>, turn: u128, known: Known<N>) {
        if self.switches.table {
            let (key, symmetry) = state.key(&self.lines, self.switches.symmetry);
            let (slot, known) = (slot(key, turn), self.turned(known, symmetry));
            self.table.put(slot, known);
            if let Some(journal) = &self.journal
                && known.work >= JOURNALED
            {
                journal.note(&Record::Weak(slot, known));
            }
        }
    }

    fn turned(&self, known: Known<N>, symmetry: usize) -> Known<N> {
        let image = |cell: u16| self.lines.images[symmetry][usize::from(cell)];
        let verdict = match known.verdict {
            Verdict::Breaker(zone) => Verdict::Breaker(self.lines.map(symmetry, zone)),
            other => other,
        };
        Known {
            verdict,
            cell: known.cell.map(image),
            ..known
        }
    }
}

/// Never 0, which marks a free slot of the table.
fn slot(key: u128, turn: u128) -> u128 {
    key.wrapping_add(turn) | 1
}
