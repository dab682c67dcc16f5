//! The moves worth a look, best first. Forced ones are generated, not searched for: against a line about to be
//! completed its last cell, against an open four to come its defences and the mover's own fours.

use super::history::LARGEST_SCORE;
use super::searcher::Search;
use super::value::loss_at;
use crate::eval::weights::Level;
use crate::game::Cell;

/// With at most this many empty cells every useful move is looked at, with more only those near stones.
const FULL_WIDTH_EMPTIES: usize = 36;
/// How many moves near stones are looked at.
const WIDTH: usize = 60;
/// What a move gains that cut before.
const KNOWN_BONUS: i32 = 250;
/// What a move gains at most for how it did elsewhere.
const HISTORY_WEIGHT: i32 = 382;
/// What a move gains for each step by which it is nearer than so many to the move that it answers.
const NEAR_BONUS: i32 = 23;
const NEAR: usize = 5;
/// The rank of the table's move.
pub(super) const FIRST: i32 = i32::MAX;

/// What is known about the moves generated.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    /// Whether the moves left out are provably no better than the best of these or than `rest`.
    pub complete: bool,
    /// What the moves left out are worth at most, where that is known.
    pub rest: i32,
    /// Whether the side to move has to answer a threat.
    pub forced: bool,
}

impl Search<'_> {
    /// Whether every move that could matter is generated in the current position.
    pub fn is_full_width(&self) -> bool {
        self.exhaustive || self.state.empties() <= FULL_WIDTH_EMPTIES
    }

    /// Appends the moves worth a look to the move stack.
    pub(super) fn generate(&mut self, ply: u32, best: Option<Cell>) -> Selection {
        let other = !self.state.turn();
        if let Some(block) = self.state.patterns().completing(other).first() {
            self.moves.push((0, block));
            return forced(loss_at(ply + 2));
        }
        if !self.state.patterns().winning(other).is_empty() && self.push_defences(ply, best) {
            return forced(loss_at(ply + 4));
        }
        let begin = self.moves.len();
        let complete = self.is_full_width();
        if !complete {
            self.push_ranked(ply, best, false);
        }
        if self.moves.len() == begin {
            self.push_ranked(ply, best, true);
        }
        if !complete && self.moves.len() - begin > WIDTH {
            let found = &mut self.moves[begin..];
            found.select_nth_unstable_by_key(WIDTH, |&(rank, cell)| (-rank, cell));
            self.moves.truncate(begin + WIDTH);
        }
        Selection {
            complete,
            rest: -super::value::INFINITE,
            forced: false,
        }
    }

    /// Pushes what can be done against cells where the opponent would win: any other move loses in four plies. False
    /// if the lines are too long to tell.
    pub(super) fn push_defences(&mut self, ply: u32, best: Option<Cell>) -> bool {
        let me = self.state.turn();
        let patterns = self.state.patterns();
        let mut common: Vec<Cell> = std::mem::take(&mut self.defences);
        let mut also = std::mem::take(&mut self.more_defences);
        common.clear();
        let mut told = true;
        for (index, target) in patterns.winning(!me).iter().enumerate() {
            if index == 0 {
                told &= patterns.defences(target, !me, &mut common);
            } else {
                also.clear();
                told &= patterns.defences(target, !me, &mut also);
                common.retain(|cell| also.contains(cell));
            }
            if common.is_empty() {
                break;
            }
        }
        if told {
            common.retain(|&cell| !patterns.fours(me).contains(cell));
            common.extend(patterns.fours(me).iter());
            for &cell in &common {
                let rank = self.rank(cell, ply, best);
                self.moves.push((rank, cell));
            }
        }
        self.defences = common;
        self.more_defences = also;
        told
    }

    /// Pushes the live cells of the board or of the candidates. A stone on a dead cell is as good as a pass, and in
    /// these games an extra stone never hurts, so dead cells need no look while a live one is left.
    fn push_ranked(&mut self, ply: u32, best: Option<Cell>, everywhere: bool) {
        let mut moves = std::mem::take(&mut self.moves);
        let state = &self.state;
        let is_live = |cell: &Cell| state.is_empty(*cell) && !state.patterns().is_dead(*cell);
        let ranked = |cell: Cell| (self.rank(cell, ply, best), cell);
        if everywhere {
            moves.extend(state.dims().all_cells().filter(is_live).map(ranked));
        } else {
            moves.extend(state.candidates().iter().copied().filter(is_live).map(ranked));
        }
        self.moves = moves;
    }

    /// Pushes the live cells that are not on the stack from `begin` on; returns where they begin.
    pub(super) fn push_rest(&mut self, begin: usize, ply: u32) -> usize {
        let rest = self.moves.len();
        self.push_ranked(ply, None, true);
        let (known, new) = self.moves.split_at_mut(rest);
        let known = &known[begin..];
        let mut kept = 0;
        for index in 0..new.len() {
            if known.iter().all(|&(_, cell)| cell != new[index].1) {
                new.swap(kept, index);
                kept += 1;
            }
        }
        self.moves.truncate(rest + kept);
        rest
    }

    #[inline]
    fn rank(&self, cell: Cell, ply: u32, best: Option<Cell>) -> i32 {
        if best == Some(cell) {
            return FIRST;
        }
        let me = self.state.turn();
        let patterns = self.state.patterns();
        let known = self.history.is_known(cell, me, ply, self.previous());
        let history = self.history.score(cell, me) * HISTORY_WEIGHT / LARGEST_SCORE;
        let near = self.previous().map_or(0, |previous| self.nearness(cell, previous));
        patterns.promise(cell, me) + history + near + i32::from(known) * KNOWN_BONUS
    }

    /// What a move gains for being near the one it answers.
    #[inline]
    fn nearness(&self, cell: Cell, previous: Cell) -> i32 {
        let cols = self.state.dims().cols();
        let (here, there) = (cell.index(), previous.index());
        let far = (here / cols)
            .abs_diff(there / cols)
            .max((here % cols).abs_diff(there % cols));
        NEAR_BONUS * NEAR.saturating_sub(far) as i32
    }

    /// Takes the best of the moves from `from` on to the front and returns it; ties go to the smaller cell.
    pub(super) fn pick(&mut self, from: usize) -> Cell {
        let best = (from..self.moves.len())
            .min_by_key(|&index| (-self.moves[index].0, self.moves[index].1))
            .unwrap_or(from);
        self.moves.swap(from, best);
        self.moves[from].1
    }

    /// Whether a move neither threatens nor parries anything.
    pub(super) fn is_quiet(&self, cell: Cell) -> bool {
        let me = self.state.turn();
        let patterns = self.state.patterns();
        patterns.level(cell, me) == Level::Quiet && patterns.level(cell, !me) == Level::Quiet
    }
}

fn forced(rest: i32) -> Selection {
    Selection {
        complete: true,
        rest,
        forced: true,
    }
}
