//! A game tree as a picture: small boards with their values below, the best line drawn heavy.
//!
//! Leaves stand side by side, a parent over the middle of its replies, so no branch crosses another.

use crate::cli::svg::{Anchor, Svg};
use crate::game::{Board, Player};
use crate::lab::tree::Node;

/// Sizes that depend on the board.
struct Scale {
    cell: f64,
    board: (f64, f64),
    /// Distances from leaf to leaf and from level to level.
    step: (f64, f64),
}

const MARGIN: f64 = 16.0;
/// Room at the left for whose turn it is.
const SIDE: f64 = 84.0;
/// Height of the value below a board.
const CAPTION: f64 = 17.0;
/// The narrowest a leaf may be, for its caption.
const NARROWEST: f64 = 62.0;
const BEST: &str = "#c0392b";

impl Scale {
    fn new(board: &Board) -> Scale {
        let dims = board.dims();
        let cell = (56.0 / dims.rows().max(dims.cols()) as f64).clamp(8.0, 15.0);
        let size = (cell * dims.cols() as f64, cell * dims.rows() as f64);
        let width = (size.0 + 14.0).max(NARROWEST);
        Scale {
            cell,
            board: size,
            step: (width, size.1 + CAPTION + 58.0),
        }
    }
}

/// The picture of a tree.
pub fn draw(tree: &Node) -> String {
    let scale = Scale::new(&tree.board);
    let width = SIDE + tree.leaves() as f64 * scale.step.0 + MARGIN;
    let height = 2.0 * MARGIN + tree.height() as f64 * scale.step.1 + scale.board.1 + CAPTION;
    let mut svg = Svg::new(width, height);
    draw_turns(&mut svg, &scale, tree);
    draw_node(&mut svg, &scale, tree, SIDE, MARGIN);
    svg.finish()
}

/// Says at the left of each level who chooses there.
fn draw_turns(svg: &mut Svg, scale: &Scale, tree: &Node) {
    let mut turn = tree.board.turn();
    for level in 0..tree.height() {
        let y = MARGIN + level as f64 * scale.step.1 + scale.board.1 / 2.0;
        let text = match turn {
            Player::First => "X: max",
            Player::Second => "O: min",
        };
        svg.text(
            (MARGIN, y + 5.0),
            Anchor::Start,
            r##"font-size="14" fill="#444""##,
            text,
        );
        turn = !turn;
    }
}

/// Draws a node and what is below it from `left` on; returns the middle of its board.
fn draw_node(svg: &mut Svg, scale: &Scale, node: &Node, left: f64, top: f64) -> f64 {
    let foot = top + scale.board.1 + CAPTION + 4.0;
    let below = top + scale.step.1;
    let mut next = left;
    let mut middles = Vec::new();
    for reply in &node.replies {
        middles.push(draw_node(svg, scale, reply, next, below));
        next += reply.leaves() as f64 * scale.step.0;
    }
    let middle = match (middles.first(), middles.last()) {
        (Some(first), Some(last)) => (first + last) / 2.0,
        _ => left + scale.step.0 / 2.0,
    };
    for (reply, &at) in node.replies.iter().zip(&middles) {
        draw_branch(svg, reply, (middle, foot), (at, below - 3.0));
    }
    draw_board(svg, scale, node, (middle - scale.board.0 / 2.0, top));
    draw_caption(svg, node, (middle, top + scale.board.1 + CAPTION - 2.0));
    middle
}

/// The value, and how many branches are drawn as this one.
fn draw_caption(svg: &mut Svg, node: &Node, at: (f64, f64)) {
    let weight = if node.best { "bold" } else { "normal" };
    let style = format!(r#"font-size="13" font-weight="{weight}""#);
    let merged = if node.images > 1 {
        format!(" ×{}", node.images)
    } else {
        String::new()
    };
    svg.text(at, Anchor::Middle, &style, &format!("{}{merged}", node.worth));
}

fn draw_branch(svg: &mut Svg, reply: &Node, from: (f64, f64), to: (f64, f64)) {
    let style = if reply.best {
        format!(r#"stroke="{BEST}" stroke-width="3""#)
    } else {
        r##"stroke="#777" stroke-width="1""##.to_owned()
    };
    svg.line(from, to, &style);
}

fn draw_board(svg: &mut Svg, scale: &Scale, node: &Node, (left, top): (f64, f64)) {
    let dims = node.board.dims();
    let (width, height) = scale.board;
    let frame = if node.best {
        format!(r#"fill="white" stroke="{BEST}" stroke-width="2.5""#)
    } else {
        r##"fill="white" stroke="#222" stroke-width="1""##.to_owned()
    };
    svg.rectangle((left, top), scale.board, &frame);
    let thin = r##"stroke="#999" stroke-width="0.7""##;
    for row in 1..dims.rows() {
        let y = top + row as f64 * scale.cell;
        svg.line((left, y), (left + width, y), thin);
    }
    for col in 1..dims.cols() {
        let x = left + col as f64 * scale.cell;
        svg.line((x, top), (x, top + height), thin);
    }
    for cell in dims.all_cells() {
        if let Some(player) = node.board.stone(cell) {
            let point = dims.point(cell);
            let x = left + (point.col as f64 + 0.5) * scale.cell;
            let y = top + (point.row as f64 + 0.5) * scale.cell;
            draw_stone(svg, player, (x, y), scale.cell * 0.3, node.played == Some(cell));
        }
    }
}

/// A stone; the one just played is heavier.
fn draw_stone(svg: &mut Svg, player: Player, (x, y): (f64, f64), radius: f64, last: bool) {
    let width = if last { 2.4 } else { 1.3 };
    let style = format!(r##"fill="none" stroke="#111" stroke-width="{width}""##);
    match player {
        Player::First => {
            svg.line((x - radius, y - radius), (x + radius, y + radius), &style);
            svg.line((x - radius, y + radius), (x + radius, y - radius), &style);
        }
        Player::Second => svg.circle((x, y), radius * 1.1, &style),
    }
}
