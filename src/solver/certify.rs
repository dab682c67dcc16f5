//! What a finished solve hands out: a move, and the certificate of its value.
//!
//! Uses `solver::{task, export, export_win}` and `proof::format`.

use std::io::{self, Write};

use super::breaker::Prover;
use super::export::Export;
use super::export_win::WinExport;
use super::position::Role;
use super::task::{FIRST_EFFORT, Question, Task, Why};
use crate::budget::{Budget, StopFlag};
use crate::game::Cell;
use crate::proof::format::{Claim, MAGIC, claim_line, position_line};
use crate::score::Proof;

impl<const N: usize> Task<'_, N> {
    /// A move that keeps the value, where the proof has one.
    pub(super) fn best(&self) -> Option<Cell> {
        let turn = self.board.turn();
        let cell = match self.value() {
            Proof::Win(plies) => {
                let mut attack = self.attack(turn);
                let winning = attack.position.completing(Role::Attacker).first();
                winning.or_else(|| {
                    attack.limit = FIRST_EFFORT;
                    attack.run(Role::Attacker, plies as u16);
                    attack.known_move(Role::Attacker)
                })
            }
            Proof::Draw => match self.questions[1].cannot {
                Some(Why::Weak) => Prover::new(&self.shared, None).known_answer(&self.weak_state(!turn)),
                Some(Why::Real) => Prover::new(&self.shared, None).known_answer(&self.real_state(!turn)),
                _ => None,
            },
            _ => None,
        };
        cell.map(|cell| Cell(cell as u16))
    }

    /// Writes the certificate of the value; whether there is one to write.
    pub fn export(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        let value = self.value();
        let questions = self.questions;
        // That a player wins may be known without a tree that says how fast.
        let treeless = |question: &Question| question.exact.is_none() && question.at_most.is_none();
        match value {
            Proof::Unknown => return Ok(false),
            Proof::WinAtMost(_) if treeless(&questions[0]) => return Ok(false),
            Proof::LossAtMost(_) if treeless(&questions[1]) => return Ok(false),
            _ => {}
        }
        self.shared.cancel(false);
        self.shared.budget = Budget::unlimited(StopFlag::default());
        writeln!(out, "{MAGIC}\n{}", position_line(self.board))?;
        match value {
            Proof::Win(plies) | Proof::WinAtMost(plies) => {
                self.export_win(questions[0], plies as u16, out)?;
            }
            Proof::Loss(plies) | Proof::LossAtMost(plies) => {
                self.export_win(questions[1], plies as u16, out)?;
            }
            Proof::Draw | Proof::Unknown => {
                for question in questions {
                    self.export_cannot(question, out)?;
                }
            }
        }
        writeln!(out, "end")?;
        out.flush()?;
        Ok(true)
    }

    fn export_cannot(&self, question: Question, out: &mut dyn Write) -> io::Result<()> {
        let player = question.player;
        let moves = self.board.turn() == player;
        let Some(why) = question.cannot.filter(|why| *why != Why::Stealing) else {
            return Ok(());
        };
        writeln!(out, "{}", claim_line(Claim::Cannot(player, None)))?;
        let mut export = Export::new(&self.shared, out);
        match why {
            Why::Weak => export.weak(&self.weak_state(player), moves),
            _ => export.real(&self.real_state(player), moves),
        }
    }

    fn export_win(&self, question: Question, plies: u16, out: &mut dyn Write) -> io::Result<()> {
        let turn = self.role(question.player);
        let mut attack = self.attack(question.player);
        // A win by forcing moves is found again in the same way.
        attack.forcing = question.at_most == Some(plies);
        writeln!(out, "{}", claim_line(Claim::Wins(question.player)))?;
        out.write_all(&WinExport::new(&mut attack).win(turn, plies)?)?;
        attack.forcing = false;
        if question.exact.is_some() && plies > 2 {
            let shorter = plies - 2;
            writeln!(
                out,
                "{}",
                claim_line(Claim::Cannot(question.player, Some(u32::from(shorter))))
            )?;
            WinExport::new(&mut attack).no_win(turn, shorter, out)?;
        }
        Ok(())
    }
}
