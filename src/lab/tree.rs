//! Game trees to be drawn: every position down to a depth, its minimax value and the best line.
//!
//! Values are X's view and count as in [`classic`](crate::lab::classic): sooner wins are worth more. A leaf that
//! the depth cuts has the static value. On request, moves that lead to images of one another under the board's
//! symmetries become one branch.

use std::fmt;

use crate::game::{Board, Cell, Outcome, Player, Symmetry};
use crate::lab::classic::WIN;
use crate::lab::heuristic::open_lines;

/// What a node is worth, X's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// This player wins with so many stones on the board.
    Win(Player, usize),
    /// Nobody wins.
    Draw,
    /// Not known; a static value decided.
    Estimate(i32),
}

impl Worth {
    /// The number that minimax compares.
    fn number(self) -> i32 {
        match self {
            Worth::Win(Player::First, stones) => WIN - stones as i32,
            Worth::Win(Player::Second, stones) => stones as i32 - WIN,
            Worth::Draw => 0,
            Worth::Estimate(value) => value,
        }
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Win(player, _) => write!(f, "{player} wins"),
            Worth::Draw => f.write_str("draw"),
            Worth::Estimate(0) => f.write_str("0"),
            Worth::Estimate(value) => write!(f, "{value:+}"),
        }
    }
}

/// A position in the tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// The move that led here; none at the root.
    pub played: Option<Cell>,
    /// How many moves of the parent lead to an image of this position.
    pub images: usize,
    /// The stones.
    pub board: Board,
    /// Minimax value.
    pub worth: Worth,
    /// Whether it is on the best line.
    pub best: bool,
    /// The replies, in the order of the cells.
    pub replies: Vec<Node>,
}

/// What to draw.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Plies below the root.
    pub depth: usize,
    /// Whether symmetric branches become one.
    pub merge: bool,
    /// The most nodes.
    pub limit: usize,
}

/// The tree has more nodes than allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMany(pub usize);

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the tree has more than {} nodes", self.0)
    }
}

impl std::error::Error for TooMany {}

/// The tree below a position.
pub fn grow(board: &Board, plan: Plan) -> Result<Node, TooMany> {
    let mut left = plan.limit;
    let mut root = grow_node(board, None, plan, &mut left).ok_or(TooMany(plan.limit))?;
    mark_best(&mut root);
    Ok(root)
}

fn grow_node(board: &Board, played: Option<Cell>, plan: Plan, left: &mut usize) -> Option<Node> {
    *left = left.checked_sub(1)?;
    let below = Plan {
        depth: plan.depth.saturating_sub(1),
        ..plan
    };
    let mut replies: Vec<Node> = Vec::new();
    let mut seen: Vec<Vec<Option<Player>>> = Vec::new();
    if plan.depth > 0 {
        for cell in board.legal() {
            let mut after = board.clone();
            after.play_unchecked(cell);
            if plan.merge {
                let image = smallest_image(&after);
                if let Some(index) = seen.iter().position(|other| *other == image) {
                    replies[index].images += 1;
                    continue;
                }
                seen.push(image);
            }
            replies.push(grow_node(&after, Some(cell), below, left)?);
        }
    }
    let worth = worth(board, &replies);
    Some(Node {
        played,
        images: 1,
        board: board.clone(),
        worth,
        best: false,
        replies,
    })
}

fn worth(board: &Board, replies: &[Node]) -> Worth {
    match board.outcome() {
        Some(Outcome::Win(player)) => return Worth::Win(player, board.ply()),
        Some(Outcome::Draw) => return Worth::Draw,
        None => {}
    }
    let worths = replies.iter().map(|node| node.worth);
    let chosen = match board.turn() {
        Player::First => worths.max_by_key(|worth| worth.number()),
        Player::Second => worths.min_by_key(|worth| worth.number()),
    };
    chosen.unwrap_or_else(|| Worth::Estimate(open_lines(board.dims(), |cell| board.stone(cell))))
}

/// Marks the root and, from each marked node, the first reply that is worth as much.
fn mark_best(node: &mut Node) {
    node.best = true;
    let wanted = node.worth.number();
    if let Some(reply) = node.replies.iter_mut().find(|reply| reply.worth.number() == wanted) {
        mark_best(reply);
    }
}

/// Of a position's images the first in some fixed order.
fn smallest_image(board: &Board) -> Vec<Option<Player>> {
    let dims = board.dims();
    let image = |symmetry: Symmetry| {
        let from = symmetry.inverse();
        dims.all_cells()
            .map(|cell| board.stone(from.apply(dims, cell)))
            .collect::<Vec<_>>()
    };
    let order = |stones: &Vec<Option<Player>>| {
        stones
            .iter()
            .map(|stone| stone.map_or(0, |player| 1 + player as u8))
            .collect::<Vec<u8>>()
    };
    Symmetry::all(dims).map(image).min_by_key(order).unwrap_or_default()
}

impl Node {
    /// Number of nodes, this one included.
    pub fn size(&self) -> usize {
        1 + self.replies.iter().map(Node::size).sum::<usize>()
    }

    /// Number of plies below.
    pub fn height(&self) -> usize {
        self.replies.iter().map(|reply| 1 + reply.height()).max().unwrap_or(0)
    }

    /// Number of nodes without replies.
    pub fn leaves(&self) -> usize {
        if self.replies.is_empty() {
            1
        } else {
            self.replies.iter().map(Node::leaves).sum()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Dims;

    fn plan(depth: usize, merge: bool) -> Plan {
        Plan {
            depth,
            merge,
            limit: 1_000_000,
        }
    }

    #[test]
    fn merged_branches_are_counted() {
        let board = Board::new(Dims::new(3, 3, 3).unwrap());
        let tree = grow(&board, plan(2, true)).unwrap();
        let images: Vec<usize> = tree.replies.iter().map(|reply| reply.images).collect();
        assert_eq!(images, [4, 4, 1]);
        let answers: Vec<usize> = tree.replies.iter().map(|reply| reply.replies.len()).collect();
        assert_eq!(answers, [5, 5, 2]);
        assert_eq!((tree.size(), tree.height(), tree.leaves()), (16, 2, 12));
        // The classic figure: the centre, after which O's best is a corner.
        assert_eq!(tree.worth, Worth::Estimate(1));
        assert_eq!(
            tree.replies.iter().map(|reply| reply.best).collect::<Vec<_>>(),
            [false, false, true]
        );
    }

    #[test]
    fn merging_keeps_the_value() {
        let mut board = Board::new(Dims::new(3, 3, 3).unwrap());
        board.play_unchecked(Cell(0));
        board.play_unchecked(Cell(1));
        let (all, merged) = (
            grow(&board, plan(9, false)).unwrap(),
            grow(&board, plan(9, true)).unwrap(),
        );
        assert_eq!(all.worth, merged.worth);
        assert!(matches!(all.worth, Worth::Win(Player::First, _)));
        assert!(merged.size() < all.size());
    }

    #[test]
    fn a_limit_is_kept() {
        let board = Board::new(Dims::new(3, 3, 3).unwrap());
        let small = Plan {
            depth: 9,
            merge: false,
            limit: 100,
        };
        assert_eq!(grow(&board, small).unwrap_err(), TooMany(100));
    }
}
