//! The win prover on the real game: can the attacker, whatever the defender does, complete a line within so many plies?
//!
//! Iterated over the number of plies by its caller, so that a win found first is a shortest one. Threats force the
//! replies of both sides. The attacker fails where the defender draws the Maker–Breaker game on the lines still within
//! reach, where the defender completes a line, and where he does not win although the defender passes: a stone more
//! never hurts its owner. Uses `solver::{breaker, position, residual, table}`.

use super::breaker::Prover;
use super::journal::{JOURNALED, Record};
use super::known::Verdict;
use super::position::{Position, Role};
use super::residual::{ONE, Residual};
use super::shared::Shared;
use super::table::{Table, Worth};

/// More plies than any game has.
pub const FOREVER: u16 = u16::MAX;
/// With fewer plies left the search itself is cheaper than looking for a pairing.
const PAIRING_PLIES: u16 = 7;

/// What a search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// The attacker wins within this many plies.
    Win(u16),
    /// He does not within this many plies.
    Fail(u16),
    /// The search had to stop.
    Stopped,
}

/// What is known of a position of the real game.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The attacker wins within this many plies, if not [`FOREVER`].
    pub win: u16,
    /// He does not within this many.
    pub fail: u16,
    /// The winner's move, in the orientation of the key.
    pub cell: Option<u16>,
    /// The effort it took.
    pub work: u32,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            win: FOREVER,
            fail: 0,
            cell: None,
            work: 0,
        }
    }
}

impl Worth for Bounds {
    fn worth(&self) -> u32 {
        self.work
    }
}

/// One search for a win.
pub struct Attack<'a, const N: usize> {
    shared: &'a Shared<N>,
    table: &'a Table<Bounds>,
    /// The position, with stones put and taken as the search goes.
    pub position: Position<'a, N>,
    breaker: Prover<'a, N>,
    /// Only moves that threaten to win at once.
    pub forcing: bool,
    /// Nodes so far.
    pub nodes: u64,
    /// Nodes after which the search stops.
    pub limit: u64,
    stopped: bool,
}

impl<'a, const N: usize> Attack<'a, N> {
    /// A search from a position.
    pub fn new(shared: &'a Shared<N>, table: &'a Table<Bounds>, position: Position<'a, N>) -> Attack<'a, N> {
        let breaker = Prover::new(shared, None);
        Attack {
            shared,
            table,
            position,
            breaker,
            forcing: false,
            nodes: 0,
            limit: u64::MAX,
            stopped: false,
        }
    }

    /// Can the attacker win within `plies`, with this side to move?
    pub fn run(&mut self, turn: Role, plies: u16) -> Found {
        self.stopped = false;
        match turn {
            Role::Attacker => self.attacker(plies),
            Role::Defender => self.defender(plies),
        }
    }

    /// The ground it shares with others.
    pub fn shared(&self) -> &'a Shared<N> {
        self.shared
    }

    /// The winner's move known for the position.
    pub fn known_move(&self, turn: Role) -> Option<usize> {
        self.probe(turn).and_then(|known| known.cell).map(usize::from)
    }

    fn attacker(&mut self, plies: u16) -> Found {
        let wins = self.position.completing(Role::Attacker);
        if !wins.is_empty() && plies >= 1 {
            return Found::Win(1);
        }
        let blocks = self.position.completing(Role::Defender);
        if blocks.len() > 1 {
            return Found::Fail(FOREVER);
        }
        if plies < 3 {
            return Found::Fail(plies);
        }
        let began = self.nodes;
        if self.tick() {
            return Found::Stopped;
        }
        let known = self.probe(Role::Attacker).unwrap_or_default();
        if let Some(found) = settled(known, plies) {
            return found;
        }
        let residual = self.residual(plies.div_ceil(2));
        if let Some(found) = self.attacker_cut(&residual, plies) {
            return self.keep(Role::Attacker, known, found, None, began);
        }
        let order = match blocks.first() {
            Some(block) => vec![block],
            None => self.attacker_order(&residual, known.cell),
        };
        let (found, cell) = self.try_moves(order, plies);
        self.keep(Role::Attacker, known, found, cell, began)
    }

    fn try_moves(&mut self, order: Vec<usize>, plies: u16) -> (Found, Option<usize>) {
        let mut fail = FOREVER;
        for cell in order {
            self.position.play(Role::Attacker, cell);
            let found = if self.forcing && self.position.completing(Role::Attacker).is_empty() {
                Found::Fail(0)
            } else {
                self.defender(plies - 1)
            };
            self.position.undo(Role::Attacker, cell);
            match found {
                Found::Win(plies) => return (Found::Win(plies + 1), Some(cell)),
                Found::Fail(bound) => fail = fail.min(bound.saturating_add(1)),
                Found::Stopped => return (Found::Stopped, None),
            }
        }
        (Found::Fail(fail), None)
    }

    /// Whether the defender draws the Maker–Breaker game on the lines within reach.
    fn attacker_cut(&mut self, residual: &Residual<N>, plies: u16) -> Option<Found> {
        let holds = residual.edges.is_empty()
            || plies >= PAIRING_PLIES && matches!(self.breaker.maker_leaf(residual), Verdict::Breaker(_))
            || self.shared.switches.potential && residual.potential_holds(self.shared.lines.dims.cells());
        holds.then(|| Found::Fail(self.bound(plies)))
    }

    /// If every line is within reach, then what is not won within `plies` is never won.
    fn bound(&self, plies: u16) -> u16 {
        let all = usize::from(plies) >= 2 * self.shared.lines.k() || u32::from(plies) >= self.position.empty().len();
        if all { FOREVER } else { plies }
    }

    fn attacker_order(&self, residual: &Residual<N>, first: Option<u16>) -> Vec<usize> {
        let mut order = residual.by_weight(self.shared.lines.dims.cells());
        let others = self.position.empty().without(residual.support());
        // A stone off every line within reach can only serve to block.
        order.extend(others.cells());
        to_front(&mut order, first.map(usize::from));
        order
    }

    fn defender(&mut self, plies: u16) -> Found {
        if !self.position.completing(Role::Defender).is_empty() {
            return Found::Fail(FOREVER);
        }
        let threats = self.position.completing(Role::Attacker);
        if plies < 2 || plies < 4 && threats.len() < 2 {
            return Found::Fail(plies);
        }
        if threats.len() > 1 {
            return Found::Win(2);
        }
        let began = self.nodes;
        if self.tick() {
            return Found::Stopped;
        }
        let known = self.probe(Role::Defender).unwrap_or_default();
        if let Some(found) = settled(known, plies) {
            return found;
        }
        if self.position.empty().is_empty() {
            return Found::Fail(FOREVER);
        }
        let (found, cell) = match threats.first() {
            Some(forced) => self.try_replies(vec![forced], plies),
            None => self.free_reply(plies, known.cell),
        };
        self.keep(Role::Defender, known, found, cell, began)
    }

    /// The defender is not forced: the attacker must win even if he passes, then against every reply.
    fn free_reply(&mut self, plies: u16, first: Option<u16>) -> (Found, Option<usize>) {
        let residual = self.residual(plies / 2);
        if residual.edges.is_empty() || self.shared.switches.potential && residual.potential() < ONE {
            return (Found::Fail(self.bound(plies)), None);
        }
        if self.shared.switches.passing {
            match self.attacker(plies - 1) {
                Found::Win(_) => {}
                Found::Fail(bound) => return (Found::Fail(bound.saturating_add(1)), None),
                Found::Stopped => return (Found::Stopped, None),
            }
        }
        let mut order = residual.by_weight(self.shared.lines.dims.cells());
        order.extend(self.position.empty().without(residual.support()).cells());
        to_front(&mut order, self.known_move(Role::Attacker));
        to_front(&mut order, first.map(usize::from));
        self.try_replies(order, plies)
    }

    fn try_replies(&mut self, order: Vec<usize>, plies: u16) -> (Found, Option<usize>) {
        let mut longest = 0;
        for cell in order {
            self.position.play(Role::Defender, cell);
            let found = self.attacker(plies - 1);
            self.position.undo(Role::Defender, cell);
            match found {
                Found::Win(plies) => longest = longest.max(plies + 1),
                Found::Fail(bound) => return (Found::Fail(bound.saturating_add(1)), Some(cell)),
                Found::Stopped => return (Found::Stopped, None),
            }
        }
        (Found::Win(longest), None)
    }

    fn residual(&self, reach: u16) -> Residual<N> {
        let (own, other) = (
            self.position.stones(Role::Attacker),
            self.position.stones(Role::Defender),
        );
        let mut residual = Residual::new(&self.shared.lines, own, other, u32::from(reach));
        if self.shared.switches.supersets {
            residual.minimise();
        }
        residual
    }

    fn probe(&self, turn: Role) -> Option<Bounds> {
        if !self.shared.switches.table || self.forcing {
            return None;
        }
        let (key, symmetry) = self.position.key(turn, self.shared.switches.symmetry);
        let known = self.table.get(key)?;
        let back = &self.shared.lines.images[self.shared.lines.inverse[symmetry]];
        Some(Bounds {
            cell: known.cell.map(|cell| back[usize::from(cell)]),
            ..known
        })
    }

    fn keep(&mut self, turn: Role, known: Bounds, found: Found, cell: Option<usize>, began: u64) -> Found {
        if !self.shared.switches.table || self.forcing || found == Found::Stopped {
            return found;
        }
        let (key, symmetry) = self.position.key(turn, self.shared.switches.symmetry);
        let image = |cell: usize| self.shared.lines.images[symmetry][cell];
        let work = u32::try_from(self.nodes - began).unwrap_or(u32::MAX);
        let mut bounds = Bounds {
            cell: cell.map(image),
            work,
            ..known
        };
        match found {
            Found::Win(plies) => bounds.win = plies,
            Found::Fail(plies) => bounds.fail = plies,
            Found::Stopped => {}
        }
        self.table.put(key, bounds);
        if let Some(journal) = &self.shared.journal
            && work >= JOURNALED
        {
            journal.note(&Record::<N>::Real(key, bounds));
        }
        found
    }

    fn tick(&mut self) -> bool {
        self.nodes += 1;
        let over = self.nodes >= self.limit;
        let batch = self.shared.batch();
        self.stopped |= over || self.nodes.is_multiple_of(batch) && self.shared.spend(batch);
        self.stopped || self.breaker.stopped()
    }
}

impl<const N: usize> Drop for Attack<'_, N> {
    fn drop(&mut self) {
        self.shared.settle(self.nodes % self.shared.batch());
    }
}

fn settled(known: Bounds, plies: u16) -> Option<Found> {
    if known.win <= plies {
        Some(Found::Win(known.win))
    } else if known.fail >= plies {
        Some(Found::Fail(known.fail))
    } else {
        None
    }
}

fn to_front(order: &mut [usize], first: Option<usize>) {
    if let Some(at) = order.iter().position(|&cell| Some(cell) == first) {
        order[..=at].rotate_right(1);
    }
}
