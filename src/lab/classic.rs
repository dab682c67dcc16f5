//! The classic algorithms of game-tree search, each in its shortest clear form, one after the other.
//!
//! All give the same value and a best line. A win is worth [`WIN`] minus the stones on the board when it is made,
//! so sooner wins are worth more, later losses too, and a value belongs to a position, not to the way to it:
//! nothing is added on the way up, which would make cut-offs unsound. With a depth limit the leaves that it cuts
//! have the static value. Every algorithm tries the cells row by row, so node counts can be compared.

use crate::budget::Budget;
use crate::game::{Board, Cell, Player};
pub use crate::lab::algorithm::{Algorithm, UnknownAlgorithm};
use crate::lab::field::Field;
use crate::lab::heuristic::open_lines;
use crate::lab::memory::{Bounds, Memory};
use crate::score::Score;

/// The value of a win before the stones on the board are taken off. More than any static value.
pub const WIN: i32 = 1_000_000;
/// What is above this is a win: no board has so many cells or lines.
const SURE: i32 = WIN / 2;
/// How many nodes are searched between two looks at the budget.
const LOOK_EVERY: u64 = 1 << 10;

/// What an algorithm found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The value for the side to move.
    pub score: Score,
    /// A line of best play for both, to the end of the game or the depth limit.
    pub line: Vec<Cell>,
    /// Positions visited.
    pub nodes: u64,
}

/// Solves a position, or searches it `depth` plies deep; `None` if the budget ends first.
pub fn solve(algorithm: Algorithm, board: &Board, depth: Option<usize>, budget: &Budget) -> Option<Solution> {
    let cells = board.dims().cells();
    let horizon = depth.map_or(cells, |depth| cells.min(board.ply() + depth));
    let mut search = Search::new(board, horizon, budget);
    let (value, line) = search.run(algorithm).ok()?;
    let distance = (WIN - value.abs()).abs_diff(0).saturating_sub(board.ply() as u32);
    let score = match value {
        _ if value > SURE => Score::Win(distance),
        _ if value < -SURE => Score::Loss(distance),
        0 if horizon == cells => Score::Draw,
        _ => Score::Estimate(value),
    };
    Some(Solution {
        score,
        line,
        nodes: search.nodes,
    })
}

/// Searches ever deeper until the value is proven or the budget ends; the deepest solution, if there is any.
/// `report` hears of each depth; nodes are counted over all of them.
pub fn deepen(
    algorithm: Algorithm,
    board: &Board,
    budget: &Budget,
    report: &mut dyn FnMut(usize, &Solution),
) -> Option<Solution> {
    let deepest = budget
        .depth()
        .map_or(usize::MAX, |depth| depth as usize)
        .min(board.empties());
    let mut last: Option<Solution> = None;
    for depth in 1..=deepest {
        let spent = last.as_ref().map_or(0, |solution| solution.nodes);
        let Some(mut solution) = solve(algorithm, board, Some(depth), budget) else {
            break;
        };
        solution.nodes += spent;
        report(depth, &solution);
        let proven = solution.score.is_proven();
        last = Some(solution);
        if proven || budget.spent(spent).is_some() || budget.is_soft_over() {
            break;
        }
    }
    last
}

/// The budget has ended.
struct Stopped;

type Value = Result<i32, Stopped>;

struct Search<'a> {
    field: Field,
    /// The number of stones at which the depth limit cuts.
    horizon: usize,
    budget: &'a Budget,
    nodes: u64,
    /// Stones at the root, and for each ply from there the best line found.
    root: usize,
    lines: Vec<Vec<Cell>>,
    memory: Memory,
}

/// The algorithms.
impl Search<'_> {
    fn run(&mut self, algorithm: Algorithm) -> Result<(i32, Vec<Cell>), Stopped> {
        let value = match algorithm {
            Algorithm::Minimax if self.field.turn() == Player::First => self.minimax()?,
            Algorithm::Minimax => -self.minimax()?,
            Algorithm::Negamax => self.negamax()?,
            Algorithm::AlphaBeta => self.alpha_beta(-WIN, WIN)?,
            Algorithm::NegaScout => self.nega_scout(-WIN, WIN)?,
            Algorithm::Memo => self.memo(-WIN, WIN)?,
            Algorithm::NegaCStar => self.nega_c_star()?,
        };
        let line = match algorithm {
            Algorithm::Memo | Algorithm::NegaCStar => self.follow(value)?,
            _ => std::mem::take(&mut self.lines[0]),
        };
        Ok((value, line))
    }

    /// X's view: the best for the side to move.
    fn minimax(&mut self) -> Value {
        if let Some(value) = self.leaf()? {
            return Ok(if self.field.turn() == Player::First {
                value
            } else {
                -value
            });
        }
        let maximise = self.field.turn() == Player::First;
        let mut best = if maximise { -WIN } else { WIN };
        for cell in self.field.dims().all_cells() {
            let Some(value) = self.reply(cell, Search::minimax)? else {
                continue;
            };
            if if maximise { value > best } else { value < best } {
                best = value;
                self.keep(cell);
            }
        }
        Ok(best)
    }

    /// The best for the side to move, who always maximises.
    fn negamax(&mut self) -> Value {
        if let Some(value) = self.leaf()? {
            return Ok(value);
        }
        let mut best = -WIN;
        for cell in self.field.dims().all_cells() {
            let Some(value) = self.reply(cell, Search::negamax)? else {
                continue;
            };
            if -value > best {
                best = -value;
                self.keep(cell);
            }
        }
        Ok(best)
    }

    /// The exact value if it lies between `alpha` and `beta`; otherwise a bound on the same side as the value.
    fn alpha_beta(&mut self, alpha: i32, beta: i32) -> Value {
        if let Some(value) = self.leaf()? {
            return Ok(value);
        }
        let mut best = -WIN;
        for cell in self.field.dims().all_cells() {
            let lower = alpha.max(best);
            let Some(value) = self.reply(cell, |search| search.alpha_beta(-beta, -lower))? else {
                continue;
            };
            best = best.max(-value);
            if best > lower {
                self.keep(cell);
            }
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// As `alpha_beta`, but after the first move only asks "better than the best so far?" until one says yes.
    fn nega_scout(&mut self, alpha: i32, beta: i32) -> Value {
        if let Some(value) = self.leaf()? {
            return Ok(value);
        }
        let (mut best, mut upper) = (-WIN, beta);
        for cell in self.field.dims().all_cells() {
            let lower = alpha.max(best);
            let Some(mut value) = self.reply(cell, |search| search.nega_scout(-upper, -lower))? else {
                continue;
            };
            if -value > lower && -value < beta && upper < beta {
                let again = self.reply(cell, |search| search.nega_scout(-beta, -lower))?;
                value = again.unwrap_or(value);
            }
            best = best.max(-value);
            if best > lower {
                self.keep(cell);
            }
            if best >= beta {
                break;
            }
            upper = alpha.max(best) + 1;
        }
        Ok(best)
    }

    /// As `alpha_beta`, but asks the memory first and tells it what came out.
    fn memo(&mut self, alpha: i32, beta: i32) -> Value {
        if let Some(value) = self.leaf()? {
            return Ok(value);
        }
        let known = self.memory.recall(self.field.key());
        if known.lower >= beta || known.lower == known.upper {
            return Ok(known.lower);
        }
        if known.upper <= alpha {
            return Ok(known.upper);
        }
        let mut best = -WIN;
        for cell in self.field.dims().all_cells() {
            let lower = alpha.max(best);
            let Some(value) = self.reply(cell, |search| search.memo(-beta, -lower))? else {
                continue;
            };
            best = best.max(-value);
            if best >= beta {
                break;
            }
        }
        let lower = if best > alpha { best } else { known.lower };
        let upper = if best < beta { best } else { known.upper };
        self.memory.store(self.field.key(), Bounds { lower, upper });
        Ok(best)
    }

    /// Halves the range of values; each answer is a bound at least as good as the question.
    fn nega_c_star(&mut self) -> Value {
        let (mut low, mut high) = (-WIN, WIN);
        while low < high {
            let middle = low + (high - low) / 2;
            let value = self.memo(middle, middle + 1)?;
            if value > middle {
                low = value;
            } else {
                high = value;
            }
        }
        Ok(low)
    }
}

/// What they share.
impl<'a> Search<'a> {
    fn new(board: &Board, horizon: usize, budget: &'a Budget) -> Search<'a> {
        Search {
            field: Field::new(board),
            horizon,
            budget,
            nodes: 0,
            root: board.ply(),
            lines: vec![Vec::new(); horizon + 1 - board.ply()],
            memory: Memory::new(),
        }
    }

    /// Enters a node; its value for the side to move if nothing is to be searched below it.
    fn leaf(&mut self) -> Result<Option<i32>, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK_EVERY) && self.budget.spent(self.nodes).is_some() {
            return Err(Stopped);
        }
        let stones = self.field.stones();
        self.lines[stones - self.root].clear();
        Ok(if self.field.is_won() {
            // Only the player who has just moved can have won.
            Some(stones as i32 - WIN)
        } else if self.field.is_full() {
            Some(0)
        } else if stones == self.horizon {
            let x_view = open_lines(self.field.dims(), |cell| self.field.stone(cell));
            Some(if self.field.turn() == Player::First {
                x_view
            } else {
                -x_view
            })
        } else {
            None
        })
    }

    /// What `search` says of the position after a move; `None` if the cell is taken.
    fn reply(&mut self, cell: Cell, search: impl FnOnce(&mut Self) -> Value) -> Result<Option<i32>, Stopped> {
        if !self.field.is_free(cell) {
            return Ok(None);
        }
        self.field.play(cell);
        let value = search(self)?;
        self.field.take_back(cell);
        Ok(Some(value))
    }

    /// Makes the move and the line after it the best line of this node.
    fn keep(&mut self, cell: Cell) {
        let ply = self.field.stones() - self.root;
        let (here, below) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(cell);
        here[ply].extend_from_slice(&below[0]);
    }

    /// The line behind a value that the memory may have given without one: each move keeps the value.
    fn follow(&mut self, value: i32) -> Result<Vec<Cell>, Stopped> {
        let (mut line, mut wanted) = (Vec::new(), value);
        while self.leaf()?.is_none() {
            let mut next = None;
            for cell in self.field.dims().all_cells() {
                let value = self.reply(cell, |search| search.memo(-wanted - 1, -wanted + 1))?;
                if value == Some(-wanted) {
                    next = Some(cell);
                    break;
                }
            }
            let Some(cell) = next else { break };
            self.field.play(cell);
            line.push(cell);
            wanted = -wanted;
        }
        Ok(line)
    }
}
