//! What a search comes to: the line to play, the score to show, what is proven.

use super::Report;
use super::iterate::Iteration;
use super::root::Line;
use super::value::{Bounds, DRAW, LARGEST_ESTIMATE, distance, is_loss, is_win};
use crate::budget::StopReason;
use crate::score::{Proof, Score};

impl Iteration<'_> {
    /// What is proven about the position, as far as the moves considered tell.
    pub(super) fn bounds(&self) -> Bounds {
        let most = |bound: fn(&Line) -> i32| self.roots.iter().map(bound).max().unwrap_or(DRAW);
        Bounds {
            low: most(|root| root.bounds.low),
            high: if self.complete {
                most(|root| root.bounds.high)
            } else {
                self.paired.high
            },
        }
    }

    /// The line to play.
    pub(super) fn chosen(&self) -> Line {
        let key = self.job.board.key();
        let lines = if self.seen.is_empty() { &self.best } else { &self.seen };
        let pick = &lines[self.job.variety.choose(lines, key)];
        // A weak player's line may have been searched further since.
        let better = self.best.iter().find(|line| line.cell == pick.cell);
        better.unwrap_or(pick).clone()
    }

    pub(super) fn proof(&self) -> Proof {
        let bounds = self.bounds();
        let exact = bounds.is_exact();
        match bounds.score() {
            Some(Score::Win(plies)) if exact => Proof::Win(plies),
            Some(Score::Win(plies)) => Proof::WinAtMost(plies),
            Some(Score::Loss(plies)) if exact => Proof::Loss(plies),
            Some(Score::Loss(plies)) => Proof::LossAtMost(plies),
            Some(Score::Draw) => Proof::Draw,
            Some(Score::Estimate(_)) | None => Proof::Unknown,
        }
    }

    pub(super) fn report(&self, line: &Line, rank: usize, stop: Option<StopReason>) -> Report {
        Report {
            depth: line.depth.max(1),
            seldepth: self.search.seldepth.max(line.moves.len() as u32),
            rank,
            score: self.score(line, rank),
            nodes: self.search.all_nodes(),
            permille_full: self.table.permille_full(),
            time: self.job.budget.elapsed(),
            stop,
            line: line.moves.clone(),
        }
    }

    /// The score to show for a line. The first line speaks for the position, so a draw is claimed for it only when
    /// no other move can do better.
    fn score(&self, line: &Line, rank: usize) -> Score {
        match line.bounds.score() {
            Some(Score::Draw) if rank == 1 && self.bounds().high > DRAW => Score::Estimate(DRAW),
            Some(Score::Loss(_)) if rank == 1 && !is_loss(self.bounds().high) => Score::Estimate(-LARGEST_ESTIMATE),
            Some(score) => score,
            None if is_win(line.value) || is_loss(line.value) => {
                debug_assert!(false, "a won or lost value without proof: {}", distance(line.value));
                Score::Estimate(line.value.signum() * LARGEST_ESTIMATE)
            }
            None => Score::Estimate(line.value),
        }
    }
}
