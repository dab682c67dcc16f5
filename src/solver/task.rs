//! One solve: two questions, "can the side to move win?" and "can the other side win?", each put to the provers with
//! growing efforts until the value is settled or the budget is spent.
//!
//! Uses all other parts of `solver`, `budget` and `score`.

use std::io;
use std::time::Duration;

use super::attack::{Attack, Bounds, FOREVER, Found};
use super::bits::Bits;
use super::breaker::Prover;
use super::journal::{Journal, Record};
use super::known::Verdict;
use super::lines::Lines;
use super::position::{Position, Role};
use super::residual::Residual;
use super::shared::Shared;
use super::state::{Duel, State};
use super::table::Table;
use super::{Method, Options, Progress, Solution};
use crate::budget::Budget;
use crate::game::{Board, Player};
use crate::proof::format::position_line;
use crate::score::Proof;

/// Effort of the first round, and its growth from round to round.
pub(super) const FIRST_EFFORT: u64 = 1000;
const GROWTH: u64 = 4;
/// From this effort on the real game is searched for a draw even if the Maker–Breaker game is not decided.
const REAL_EFFORT: u64 = 16_000;
/// The provers recurse once a ply.
const STACK: usize = 256 << 20;
const TICK: Duration = Duration::from_millis(250);

/// How it is known that a player cannot win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Why {
    /// He moves second on an empty board.
    Stealing,
    /// His opponent draws as Breaker.
    Weak,
    /// His opponent holds with the help of his own lines.
    Real,
}

/// One player's chances.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) player: Player,
    pub(super) cannot: Option<Why>,
    weak_win: bool,
    real_win: bool,
    /// The next distance to try.
    plies: u16,
    pub(super) at_most: Option<u16>,
    pub(super) exact: Option<u16>,
}

/// A solve under way.
pub struct Task<'o, const N: usize> {
    pub(super) board: &'o Board,
    options: &'o Options,
    pub(super) shared: Shared<N>,
    bounds: Table<Bounds>,
    pub(super) questions: [Question; 2],
}

impl<'o, const N: usize> Task<'o, N> {
    /// Prepares a solve; `None` if the board is too large.
    pub fn new(board: &'o Board, budget: Budget, options: &'o Options) -> io::Result<Option<Task<'o, N>>> {
        let Some(lines) = Lines::new(board.dims()) else {
            return Ok(None);
        };
        // A quarter for the win prover, whose searches are short.
        let megabytes = options.megabytes.max(4);
        let mut shared = Shared::new(lines, options.switches, megabytes * 3 / 4, budget);
        let bounds = Table::new(megabytes / 4);
        if let Some(path) = &options.journal {
            let journal = Journal::open(path, &position_line(board), &mut |record| match record {
                Record::Weak(key, known) => shared.table.put(key, known),
                Record::Real(key, known) => bounds.put(key, known),
            })?;
            shared.journal = Some(journal);
        }
        let turn = board.turn();
        let question = |player: Player| Question {
            player,
            cannot: (player != turn && board.ply() == 0).then_some(Why::Stealing),
            weak_win: false,
            real_win: false,
            plies: if player == turn { 1 } else { 2 },
            at_most: None,
            exact: None,
        };
        let questions = [question(turn), question(!turn)];
        Ok(Some(Task {
            board,
            options,
            shared,
            bounds,
            questions,
        }))
    }

    /// Works until the value is settled or the budget is spent.
    pub fn run(&mut self, progress: &mut dyn FnMut(Progress)) -> Solution {
        let mut effort = FIRST_EFFORT;
        while self.value() == Proof::Unknown || self.wants_distance() {
            for index in 0..2 {
                let question = self.questions[index];
                if question.cannot.is_none() && question.exact.is_none() && !self.decided_by_other(index) {
                    self.questions[index] = self.pursue(question, effort, progress);
                }
            }
            if self.shared.spend(0) {
                break;
            }
            effort = effort.saturating_mul(GROWTH);
        }
        if let Some(journal) = &self.shared.journal {
            journal.flush();
        }
        Solution {
            proof: self.value(),
            best: self.best(),
            nodes: self.shared.nodes(),
            time: self.shared.budget.elapsed(),
            certified: false,
        }
    }

    /// Whether the other player is known to win, so that this one's chances are of no interest.
    fn decided_by_other(&self, index: usize) -> bool {
        let other = &self.questions[1 - index];
        other.real_win || other.at_most.is_some() || other.exact.is_some()
    }

    /// Whether a win is known but not its distance.
    fn wants_distance(&self) -> bool {
        matches!(self.value(), Proof::WinAtMost(_) | Proof::LossAtMost(_))
    }

    pub(super) fn value(&self) -> Proof {
        let [own, other] = &self.questions;
        let longest = |question: &Question| {
            // A win is a win within what the board holds.
            let empties = self.board.empties() as u16;
            question
                .at_most
                .or((question.real_win).then_some(empties - (empties + question.plies) % 2))
        };
        match (own.exact, other.exact, longest(own), longest(other)) {
            (Some(plies), ..) => Proof::Win(u32::from(plies)),
            (_, Some(plies), ..) => Proof::Loss(u32::from(plies)),
            (_, _, Some(plies), _) => Proof::WinAtMost(u32::from(plies)),
            (_, _, _, Some(plies)) => Proof::LossAtMost(u32::from(plies)),
            _ if own.cannot.is_some() && other.cannot.is_some() => Proof::Draw,
            _ => Proof::Unknown,
        }
    }

    fn stones(&self, attacker: Player) -> (Bits<N>, Bits<N>) {
        let position = Position::new(&self.shared.lines, self.board, attacker);
        (position.stones(Role::Attacker), position.stones(Role::Defender))
    }

    pub(super) fn weak_state(&self, attacker: Player) -> Residual<N> {
        let (own, other) = self.stones(attacker);
        let mut residual = Residual::new(&self.shared.lines, own, other, u32::MAX);
        if self.options.switches.supersets {
            residual.minimise();
        }
        residual
    }

    pub(super) fn real_state(&self, attacker: Player) -> Duel<N> {
        let (own, other) = self.stones(attacker);
        Duel::new(&self.shared, own, other)
    }

    /// One round on one question.
    fn pursue(&self, mut question: Question, effort: u64, progress: &mut dyn FnMut(Progress)) -> Question {
        let known_win = question.real_win || question.at_most.is_some();
        let player = question.player;
        let mut tell = |method| {
            progress(Progress {
                player,
                method,
                effort,
                refuted: self.shared.refuted(),
                nodes: self.shared.nodes(),
                time: self.shared.budget.elapsed(),
            });
        };
        if !question.weak_win && !known_win {
            match self.ask(&self.weak_state(question.player), question.player, effort, &mut || {
                tell(Method::Blocking)
            }) {
                Verdict::Breaker(_) => question.cannot = Some(Why::Weak),
                Verdict::Maker => question.weak_win = true,
                Verdict::Open => {}
            }
        }
        if question.cannot.is_some() {
            return question;
        }
        tell(Method::Attack(question.plies));
        let share = if question.weak_win { effort } else { effort / 4 };
        self.deepen(&mut question, share);
        let open = question.cannot.is_none() && question.exact.is_none() && question.at_most.is_none();
        if open && !question.real_win && (question.weak_win || effort >= REAL_EFFORT) {
            // As long as blocking alone may do, most of the effort goes there.
            let effort = if question.weak_win { effort } else { effort / 16 };
            match self.ask(&self.real_state(question.player), question.player, effort, &mut || {
                tell(Method::Defence)
            }) {
                Verdict::Breaker(_) => question.cannot = Some(Why::Real),
                Verdict::Maker => question.real_win = true,
                Verdict::Open => {}
            }
        }
        question
    }

    /// Puts a question to the AND/OR search, on all threads.
    fn ask<S: State<N> + Sync>(&self, state: &S, attacker: Player, effort: u64, tell: &mut dyn FnMut()) -> Verdict<N> {
        let attacker_moves = self.board.turn() == attacker;
        let threads = self.options.threads.max(1);
        self.shared.cancel(false);
        let (send, receive) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            for index in 0..threads {
                let send = send.clone();
                let work = move || {
                    let split = (threads > 1).then_some(index % 2 == 1);
                    let mut prover = Prover::new(&self.shared, split);
                    let verdict = if attacker_moves {
                        prover.maker(state, effort, 0)
                    } else {
                        prover.breaker(state, effort, 0)
                    };
                    let _ = send.send(verdict);
                };
                // Without a thread its share of the work is not done, and the verdict stays open.
                let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            }
            drop(send);
            let mut settled = Verdict::Open;
            loop {
                match receive.recv_timeout(TICK) {
                    Ok(Verdict::Open) => {}
                    Ok(verdict) => {
                        settled = verdict;
                        self.shared.cancel(true);
                    }
                    Err(std::sync::mpsc::RecvTimeoutError::Timeout) => tell(),
                    Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
                }
            }
            self.shared.cancel(false);
            settled
        })
    }

    pub(super) fn attack(&self, attacker: Player) -> Attack<'_, N> {
        Attack::new(
            &self.shared,
            &self.bounds,
            Position::new(&self.shared.lines, self.board, attacker),
        )
    }

    pub(super) fn role(&self, attacker: Player) -> Role {
        if self.board.turn() == attacker {
            Role::Attacker
        } else {
            Role::Defender
        }
    }

    /// Looks for a win at growing distances, first by forcing moves alone.
    fn deepen(&self, question: &mut Question, effort: u64) {
        let turn = self.role(question.player);
        let longest = self.board.empties() as u16;
        let mut attack = self.attack(question.player);
        if question.at_most.is_none() {
            attack.forcing = true;
            attack.limit = effort;
            question.at_most = (question.plies..=longest)
                .step_by(2)
                .map(|plies| attack.run(turn, plies))
                .take_while(|found| *found != Found::Stopped && *found != Found::Fail(FOREVER))
                .find_map(|found| {
                    if let Found::Win(plies) = found {
                        Some(plies)
                    } else {
                        None
                    }
                });
            attack.forcing = false;
        }
        attack.limit = attack.nodes + effort;
        loop {
            if question.at_most.is_some_and(|known| known <= question.plies) {
                question.exact = question.at_most;
                return;
            }
            match attack.run(turn, question.plies) {
                Found::Win(plies) => {
                    question.exact = Some(plies);
                    return;
                }
                Found::Fail(bound) if bound == FOREVER || bound >= longest => {
                    question.cannot = Some(Why::Real);
                    return;
                }
                Found::Fail(bound) => question.plies = next(question.plies, bound),
                Found::Stopped => return,
            }
        }
    }
}

/// The next distance beyond what is refuted, of the same parity.
fn next(plies: u16, bound: u16) -> u16 {
    let mut next = plies + 2;
    while next <= bound {
        next += 2;
    }
    next
}
