//! The Maker–Breaker prover: can Maker complete an edge of the residual hypergraph?
//!
//! Depth-first AND/OR search. Where Breaker moves, his most promising answers get small budgets first, then more answers
//! get larger ones, because the right answer early decides everything. Where Maker moves, a refutation that needs only
//! some cells refutes every move outside them. Verdicts are proofs; only [`Verdict::Open`] depends on the effort.
//! Uses `solver::{bits, lines, residual, pairing, known, table}` and `budget` through [`Shared`].

use super::bits::Bits;
use super::known::{Known, Verdict};
use super::pairing;
use super::residual::Residual;
use super::shared::{First, Shared};
use super::state::{Stand, State};

/// Nodes of one pairing search.
const PAIRING_EFFORT: u32 = 500;
/// Breaker answers that are tested for an immediate refutation.
const TESTED: usize = 10;
/// Breaker answers in the first round, and by how much the effort grows from round to round.
const FIRST_WIDTH: usize = 1;
const FIRST_EFFORT: u64 = 16;
const GROWTH: u64 = 8;
/// Down to this depth the second thread takes Maker's moves from the other end.
const SPLIT_DEPTH: u32 = 6;
/// Added to keys of positions with Breaker to move.
const BREAKER_TURN: u128 = 0x6a09_e667_f3bc_c908_b2fb_1366_ea95_7d3e;

/// One thread's search.
pub struct Prover<'a, const N: usize> {
    shared: &'a Shared<N>,
    pairs: Vec<(u16, u16)>,
    evaluations: u64,
    killer: Vec<Option<u16>>,
    reversed: Option<bool>,
    /// The depth at which moves are told of as progress.
    top: Option<u32>,
    stopped: bool,
}

/// A Breaker answer that is still open.
struct Answer<S> {
    cell: usize,
    after: Option<S>,
}

/// A verdict with Breaker to move, and the answer that it is about.
type Choice<const N: usize> = (Verdict<N>, Option<usize>);

fn holds<const N: usize>(cell: usize, zone: Bits<N>) -> Choice<N> {
    (Verdict::Breaker(zone | Bits::of(cell)), Some(cell))
}

impl<'a, const N: usize> Prover<'a, N> {
    /// A search on shared ground. Of two that share the work, one is reversed.
    pub fn new(shared: &'a Shared<N>, reversed: Option<bool>) -> Prover<'a, N> {
        Prover {
            shared,
            pairs: Vec::new(),
            killer: vec![None; shared.lines.dims.cells() + 2],
            evaluations: 0,
            reversed,
            top: None,
            stopped: false,
        }
    }

    /// Whether the search had to stop before it was done.
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// The pairs of the last pairing found.
    pub fn pairs(&self) -> &[(u16, u16)] {
        &self.pairs
    }

    /// The ground it shares with others.
    pub fn shared(&self) -> &'a Shared<N> {
        self.shared
    }

    /// Tells how far the moves at this depth are, from here on.
    pub fn tell_at(&mut self, depth: u32) {
        // Of two that share the work one is enough to tell of.
        self.top = (self.reversed != Some(true)).then_some(depth);
    }

    /// Maker to move, for a short look at another game than the one under examination.
    pub fn aside<S: State<N>>(&mut self, state: &S, effort: u64) -> Verdict<N> {
        let top = self.top.take();
        let verdict = self.maker(state, effort, 0);
        self.top = top;
        verdict
    }

    /// Maker to move.
    pub fn maker<S: State<N>>(&mut self, state: &S, effort: u64, depth: u32) -> Verdict<N> {
        match self.maker_leaf(state) {
            Verdict::Open => self.expand_maker(state, effort, depth),
            verdict => verdict,
        }
    }

    /// Maker to move, without looking ahead.
    pub fn maker_leaf<S: State<N>>(&mut self, state: &S) -> Verdict<N> {
        self.count();
        state.leaf(self)
    }

    /// What the table knows with Maker to move.
    pub fn known<S: State<N>>(&self, state: &S) -> Verdict<N> {
        self.shared.probe(state, 0).map_or(Verdict::Open, |known| known.verdict)
    }

    /// A pairing, if one is found.
    pub fn paired(&mut self, residual: &Residual<N>) -> Verdict<N> {
        if self.shared.switches.pairing && pairing::find(residual, PAIRING_EFFORT, &mut self.pairs) {
            let cells = |zone, &(first, second): &(u16, u16)| {
                zone | Bits::of(usize::from(first)) | Bits::of(usize::from(second))
            };
            return Verdict::Breaker(self.pairs.iter().fold(Bits::EMPTY, cells));
        }
        Verdict::Open
    }

    /// Maker to move: every move must be refuted.
    fn expand_maker<S: State<N>>(&mut self, state: &S, effort: u64, depth: u32) -> Verdict<N> {
        let began = self.evaluations;
        let known = self.shared.probe(state, 0);
        if known.is_some_and(|known| u64::from(known.work) >= effort) || effort == 0 {
            return Verdict::Open;
        }
        let mut need = self.shared.lines.board;
        let mut zone = if state.is_pure() { Bits::EMPTY } else { need };
        let order = self.maker_order(state, known.and_then(|known| known.cell), depth);
        let moves = order.len();
        for (refuted, cell) in order.into_iter().enumerate() {
            self.tell_move(depth, cell, (refuted, moves));
            if !need.has(cell) {
                continue;
            }
            let left = effort.saturating_sub(self.evaluations - began);
            let verdict = self.breaker(&state.after_maker(cell, self.shared), left, depth + 1);
            let Verdict::Breaker(used) = verdict else {
                self.keep(state, 0, verdict, (began, effort), Some(cell));
                return verdict;
            };
            zone = zone | used;
            if self.shared.switches.zones {
                need = need & used;
            }
            if self.splits(depth)
                && let proven @ Verdict::Breaker(_) = self.known(state)
            {
                return proven;
            }
        }
        let verdict = Verdict::Breaker(zone);
        self.keep(state, 0, verdict, (began, effort), None);
        verdict
    }

    /// Tells of the first moves, and of those after an answer to one of them.
    fn tell_move(&self, depth: u32, cell: usize, (refuted, moves): (usize, usize)) {
        let Some(below) = self.top.and_then(|top| depth.checked_sub(top)) else {
            return;
        };
        if below == 0 {
            self.shared.note_first(First {
                refuted,
                moves,
                cell: Some(cell as u16),
                ..First::default()
            });
        } else if below == 2 {
            self.shared.note_more(|first| first.next = (refuted, moves));
        }
    }

    /// Whether another thread works on the same moves from the other end.
    fn splits(&self, depth: u32) -> bool {
        self.reversed.is_some() && depth < SPLIT_DEPTH
    }

    /// Maker's moves, the most dangerous first.
    fn maker_order<S: State<N>>(&self, state: &S, first: Option<u16>, depth: u32) -> Vec<usize> {
        let mut order = state.moves(self.shared);
        if let Some(at) = order.iter().position(|&cell| Some(cell as u16) == first) {
            order[..=at].rotate_right(1);
        }
        if self.splits(depth) && self.reversed == Some(true) {
            order.reverse();
        }
        order
    }

    /// Breaker to move: one answer must hold.
    pub fn breaker<S: State<N>>(&mut self, state: &S, effort: u64, depth: u32) -> Verdict<N> {
        let mut order = match state.stand(self.shared) {
            Stand::Settled(verdict) => return verdict,
            Stand::Answers(order) => order,
        };
        let known = self.shared.probe(state, BREAKER_TURN);
        if let Some(known) = known
            && (known.verdict != Verdict::Open || u64::from(known.work) >= effort)
        {
            return known.verdict;
        }
        let began = self.evaluations;
        // What refuted a neighbouring position at this depth often refutes this one.
        let hints = [self.killer[depth as usize], known.and_then(|known| known.cell)];
        for hint in hints.into_iter().flatten() {
            if let Some(at) = order.iter().position(|&cell| cell == usize::from(hint)) {
                order[..=at].rotate_right(1);
            }
        }
        let (verdict, cell) = self.try_answers(state, order, effort, depth);
        if let (Verdict::Breaker(_), Some(cell)) = (verdict, cell) {
            self.killer[depth as usize] = Some(cell as u16);
        }
        self.keep(state, BREAKER_TURN, verdict, (began, effort), cell);
        verdict
    }

    /// Breaker's answer that the table knows.
    pub fn known_answer<S: State<N>>(&self, state: &S) -> Option<usize> {
        let known = self.shared.probe(state, BREAKER_TURN)?;
        let proven = matches!(known.verdict, Verdict::Breaker(_));
        known.cell.filter(|_| proven).map(usize::from)
    }

    /// The answers in order: first a look at each, then rounds of growing width and effort.
    fn try_answers<S: State<N>>(&mut self, state: &S, order: Vec<usize>, effort: u64, depth: u32) -> Choice<N> {
        let began = self.evaluations;
        match self.look(state, order) {
            Err(held) => held,
            Ok(answers) => self.rounds(state, answers, (began, effort), depth),
        }
    }

    /// A look at the first answers: one that holds, or those that are open.
    fn look<S: State<N>>(&mut self, state: &S, order: Vec<usize>) -> Result<Vec<Answer<S>>, Choice<N>> {
        let mut answers: Vec<Answer<S>> = Vec::with_capacity(order.len());
        for (rank, cell) in order.into_iter().enumerate() {
            let mut answer = Answer { cell, after: None };
            if rank < TESTED {
                let after = state.after_breaker(cell, self.shared);
                match self.maker_leaf(&after) {
                    Verdict::Breaker(zone) => return Err(holds(cell, zone)),
                    Verdict::Maker => continue,
                    Verdict::Open => answer.after = Some(after),
                }
            }
            answers.push(answer);
        }
        Ok(answers)
    }

    /// More answers with more effort each, round by round.
    fn rounds<S: State<N>>(
        &mut self,
        state: &S,
        mut answers: Vec<Answer<S>>,
        (began, effort): (u64, u64),
        depth: u32,
    ) -> Choice<N> {
        let shared = self.shared;
        let (mut width, mut share) = (FIRST_WIDTH, FIRST_EFFORT);
        let mut best = None;
        while !answers.is_empty() {
            let mut index = 0;
            while index < width.min(answers.len()) {
                // A single answer left needs no comparing with others.
                let share = if answers.len() == 1 { effort } else { share };
                let allowed = share.min(effort.saturating_sub(self.evaluations - began));
                if allowed == 0 || self.stopped {
                    return (Verdict::Open, best);
                }
                let Answer { cell, after } = &mut answers[index];
                let cell = *cell;
                let after = after.get_or_insert_with(|| state.after_breaker(cell, shared));
                if self.top.is_some_and(|top| depth == top + 1) {
                    shared.note_more(|first| (first.reply, first.next) = (Some(cell as u16), (0, 0)));
                }
                match self.maker(after, allowed, depth + 1) {
                    Verdict::Breaker(zone) => return holds(cell, zone),
                    Verdict::Maker => drop(answers.remove(index)),
                    Verdict::Open => {
                        best = best.or(Some(cell));
                        index += 1;
                    }
                }
            }
            width += 1;
            share = share.saturating_mul(GROWTH);
        }
        (Verdict::Maker, None)
    }

    /// Keeps a verdict with the effort since `began`; an open one counts for the whole effort allowed.
    fn keep<S: State<N>>(
        &self,
        state: &S,
        turn: u128,
        verdict: Verdict<N>,
        (began, effort): (u64, u64),
        cell: Option<usize>,
    ) {
        let spent = self.evaluations - began;
        let work = match verdict {
            Verdict::Open if self.stopped => return,
            Verdict::Open => spent.max(effort),
            _ => spent,
        };
        let work = u32::try_from(work).unwrap_or(u32::MAX);
        self.shared.keep(
            state,
            turn,
            Known {
                verdict,
                work,
                cell: cell.map(|cell| cell as u16),
            },
        );
    }

    fn count(&mut self) {
        self.evaluations += 1;
        let batch = self.shared.batch();
        if self.evaluations.is_multiple_of(batch) && self.shared.spend(batch) {
            self.stopped = true;
        }
    }
}

impl<const N: usize> Drop for Prover<'_, N> {
    fn drop(&mut self) {
        self.shared.settle(self.evaluations % self.shared.batch());
    }
}
