//! The two games that the AND/OR search of `breaker` plays: Maker–Breaker on one residual hypergraph, and the real game
//! on a pair of them, where a line of the defender counts too.
//!
//! In both, the cells on no edge are idle: a stone there changes nothing. Uses `solver::{breaker, residual}`.

use super::bits::Bits;
use super::breaker::Prover;
use super::known::Verdict;
use super::lines::Lines;
use super::residual::{ONE, Residual};
use super::shared::Shared;

/// How things stand with Breaker to move.
pub enum Stand<const N: usize> {
    /// Decided.
    Settled(Verdict<N>),
    /// Open, with the answers worth trying, best first.
    Answers(Vec<usize>),
}

/// A game between Maker, who wants to complete an edge, and Breaker.
pub trait State<const N: usize>: Clone {
    /// Maker to move, without looking ahead; never wrong, often open.
    fn leaf(&self, prover: &mut Prover<'_, N>) -> Verdict<N>;
    /// Breaker to move.
    fn stand(&self, shared: &Shared<N>) -> Stand<N>;
    /// Maker's moves that have to be refuted, most dangerous first.
    fn moves(&self, shared: &Shared<N>) -> Vec<usize>;
    /// Whether the list of moves owes nothing to a threat of Breaker.
    fn is_pure(&self) -> bool;
    /// After a move of Maker.
    fn after_maker(&self, cell: usize, shared: &Shared<N>) -> Self;
    /// After a move of Breaker.
    fn after_breaker(&self, cell: usize, shared: &Shared<N>) -> Self;
    /// The key, and the symmetry that leads to the image it belongs to.
    fn key(&self, lines: &Lines<N>, symmetric: bool) -> (u128, usize);
}

impl<const N: usize> State<N> for Residual<N> {
    fn leaf(&self, prover: &mut Prover<'_, N>) -> Verdict<N> {
        if self.edges.is_empty() {
            return Verdict::Breaker(Bits::EMPTY);
        }
        if self.maker_wins_soon() {
            return Verdict::Maker;
        }
        let shared = prover.shared();
        if shared.switches.potential && self.potential_holds(shared.lines.dims.cells()) {
            return Verdict::Breaker(self.support());
        }
        match prover.known(self) {
            Verdict::Open => prover.paired(self),
            verdict => verdict,
        }
    }

    fn stand(&self, shared: &Shared<N>) -> Stand<N> {
        if self.edges.is_empty() {
            return Stand::Settled(Verdict::Breaker(Bits::EMPTY));
        }
        let singles = self.singles();
        if singles.len() > 1 || self.edges.iter().any(|edge| edge.size == 0) {
            return Stand::Settled(Verdict::Maker);
        }
        if shared.switches.potential && self.potential() < ONE {
            return Stand::Settled(Verdict::Breaker(self.support()));
        }
        Stand::Answers(match singles.first() {
            Some(forced) => vec![forced],
            None => self.by_weight(shared.lines.dims.cells()),
        })
    }

    fn moves(&self, shared: &Shared<N>) -> Vec<usize> {
        self.by_weight(shared.lines.dims.cells())
    }

    fn is_pure(&self) -> bool {
        true
    }

    fn after_maker(&self, cell: usize, shared: &Shared<N>) -> Residual<N> {
        Residual::after_maker(self, cell, shared.switches.supersets, &shared.lines)
    }

    fn after_breaker(&self, cell: usize, shared: &Shared<N>) -> Residual<N> {
        Residual::after_breaker(self, cell, &shared.lines)
    }

    fn key(&self, lines: &Lines<N>, symmetric: bool) -> (u128, usize) {
        let sums = self.sums(lines);
        if symmetric { lines.smallest(&sums) } else { (sums[0], 0) }
    }
}

/// The real game: what is left of the attacker's lines and of the defender's.
#[derive(Clone, Debug)]
pub struct Duel<const N: usize> {
    /// The attacker's edges.
    pub attack: Residual<N>,
    /// The defender's edges.
    pub counter: Residual<N>,
}

/// Effort of the Maker–Breaker search at each position of the real game.
const WEAK_EFFORT: u64 = 100;

impl<const N: usize> Duel<N> {
    /// The duel after these stones.
    pub fn new(shared: &Shared<N>, attacker: Bits<N>, defender: Bits<N>) -> Duel<N> {
        let mut attack = Residual::new(&shared.lines, attacker, defender, u32::MAX);
        let mut counter = Residual::new(&shared.lines, defender, attacker, u32::MAX);
        if shared.switches.supersets {
            attack.minimise();
            counter.minimise();
        }
        attack.track(&shared.lines);
        counter.track(&shared.lines);
        Duel { attack, counter }
    }

    /// Whether the defender draws even without his own lines, as far as a short search shows.
    pub fn is_weak_draw(&self, prover: &mut Prover<'_, N>) -> bool {
        matches!(prover.aside(&self.attack, WEAK_EFFORT), Verdict::Breaker(_))
    }

    /// The cells that matter to either side, those that matter most first.
    fn by_weight(&self, cells: usize) -> Vec<usize> {
        let (attack, counter) = (self.attack.weights(cells), self.counter.weights(cells));
        let mut order: Vec<usize> = (self.attack.support() | self.counter.support()).cells().collect();
        order.sort_by_key(|&cell| std::cmp::Reverse(2 * attack[cell] + counter[cell]));
        order
    }
}

impl<const N: usize> State<N> for Duel<N> {
    fn leaf(&self, prover: &mut Prover<'_, N>) -> Verdict<N> {
        if !self.attack.singles().is_empty() {
            return Verdict::Maker;
        }
        if self.counter.singles().len() > 1 {
            return Verdict::Breaker(prover.shared().lines.board);
        }
        match prover.known(self) {
            Verdict::Open => match prover.aside(&self.attack, WEAK_EFFORT) {
                // Maker's win is worth nothing here: the defender's own lines may come first.
                Verdict::Maker => Verdict::Open,
                verdict => verdict,
            },
            verdict => verdict,
        }
    }

    fn stand(&self, shared: &Shared<N>) -> Stand<N> {
        if self.attack.edges.iter().any(|edge| edge.size == 0) {
            return Stand::Settled(Verdict::Maker);
        }
        if !self.counter.singles().is_empty() {
            return Stand::Settled(Verdict::Breaker(shared.lines.board));
        }
        match self.attack.stand(shared) {
            Stand::Answers(answers) if answers.len() > 1 => Stand::Answers(self.by_weight(shared.lines.dims.cells())),
            stand => stand,
        }
    }

    fn moves(&self, shared: &Shared<N>) -> Vec<usize> {
        match self.counter.singles().first() {
            Some(block) => vec![block],
            None => self.by_weight(shared.lines.dims.cells()),
        }
    }

    fn is_pure(&self) -> bool {
        self.counter.singles().is_empty()
    }

    fn after_maker(&self, cell: usize, shared: &Shared<N>) -> Duel<N> {
        Duel {
            attack: self.attack.after_maker(cell, shared.switches.supersets, &shared.lines),
            counter: self.counter.after_breaker(cell, &shared.lines),
        }
    }

    fn after_breaker(&self, cell: usize, shared: &Shared<N>) -> Duel<N> {
        Duel {
            attack: self.attack.after_breaker(cell, &shared.lines),
            counter: self.counter.after_maker(cell, shared.switches.supersets, &shared.lines),
        }
    }

    fn key(&self, lines: &Lines<N>, symmetric: bool) -> (u128, usize) {
        let (mut sums, counter) = (self.attack.sums(lines), self.counter.sums(lines));
        for (sum, other) in sums.iter_mut().zip(counter) {
            // An odd factor keeps the two sides' edges apart.
            *sum = sum.wrapping_add(other.wrapping_mul(COUNTER)).wrapping_add(DUEL);
        }
        if symmetric { lines.smallest(&sums) } else { (sums[0], 0) }
    }
}

const COUNTER: u128 = 0xb5ad_4ece_da1c_e2a9_5851_f42d_4c95_7f2d;
const DUEL: u128 = 0x3c6e_f372_fe94_f82b_a54f_f53a_5f1d_36f1;
