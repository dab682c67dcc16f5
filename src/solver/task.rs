//! One solve: two questions, "can the side to move win?" and "can the other side win?", each put to the provers with
//! growing efforts until the value is settled or the budget is spent.
//!
//! Uses all other parts of `solver`, `budget` and `score`.

use std::io;

use super::attack::{Attack, Bounds, FOREVER, Found};
use super::bits::Bits;
use super::journal::{Journal, Record};
use super::known::Verdict;
use super::lines::Lines;
use super::position::{Position, Role};
use super::query::{Query, watch};
use super::residual::Residual;
use super::shared::Shared;
use super::state::{Duel, State};
use super::table::Table;
use super::{Method, Options, Progress, Solution};
use crate::budget::Budget;
use crate::game::{Board, Cell, Player};
use crate::proof::format::position_line;
use crate::score::Proof;

/// Effort of the first round, and its growth from round to round.
pub(super) const FIRST_EFFORT: u64 = 1000;
const GROWTH: u64 = 4;
/// From this effort on the real game is searched for a draw even if the Maker–Breaker game is not decided.
const REAL_EFFORT: u64 = 16_000;

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
        residual.track(&self.shared.lines);
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
            let first = self.shared.first();
            progress(Progress {
                player,
                method,
                effort,
                refuted: first.refuted,
                moves: first.moves,
                cell: first.cell.map(Cell),
                reply: first.reply.map(Cell),
                next: first.next,
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
        self.shared.note_plies(question.plies);
        tell(Method::Attack(question.plies));
        let share = if question.weak_win { effort } else { effort / 4 };
        let attacked = watch(|| self.deepen(question, share), &mut || {
            tell(Method::Attack(self.shared.plies()))
        });
        let mut question = attacked.unwrap_or(question);
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
        let query = Query {
            attacker_moves: self.board.turn() == attacker,
            effort,
            threads: self.options.threads.max(1),
        };
        query.run(&self.shared, state, tell)
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
    fn deepen(&self, mut question: Question, effort: u64) -> Question {
        let turn = self.role(question.player);
        let longest = self.board.empties() as u16;
        let mut attack = self.attack(question.player);
        if question.at_most.is_none() && self.options.switches.forcing {
            attack.forcing = true;
            attack.limit = effort;
            question.at_most = (question.plies..=longest)
                .step_by(2)
                .map(|plies| {
                    self.shared.note_plies(plies);
                    attack.run(turn, plies)
                })
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
            self.shared.note_plies(question.plies);
            if question.at_most.is_some_and(|known| known <= question.plies) {
                question.exact = question.at_most;
                return question;
            }
            match attack.run(turn, question.plies) {
                Found::Win(plies) => {
                    question.exact = Some(plies);
                    return question;
                }
                Found::Fail(bound) if bound == FOREVER || bound >= longest => {
                    question.cannot = Some(Why::Real);
                    return question;
                }
                Found::Fail(bound) => question.plies = next(question.plies, bound),
                Found::Stopped => return question,
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
