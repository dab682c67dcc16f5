//! A game tree as indented text, and as a file for Graphviz.

use std::io::{self, Write};

use crate::game::{Board, Player};
use crate::lab::tree::Node;

/// The rows of a position.
pub fn rows(board: &Board) -> Vec<String> {
    let dims = board.dims();
    let letter = |row, col| board.stone(dims.cell_at(row, col)).map_or('.', Player::symbol);
    (0..dims.rows())
        .map(|row| (0..dims.cols()).map(|col| letter(row, col)).collect())
        .collect()
}

/// One line per node: `*` on the best line, the move, the position, its value, and how many branches are merged.
pub fn write_text(out: &mut impl Write, tree: &Node) -> io::Result<()> {
    write_node(out, tree, 0)
}

fn write_node(out: &mut impl Write, node: &Node, depth: usize) -> io::Result<()> {
    let mark = if node.best { '*' } else { ' ' };
    write!(out, "{mark} {:indent$}", "", indent = 2 * depth)?;
    if let Some(cell) = node.played {
        write!(out, "{} {}: ", !node.board.turn(), node.board.dims().point(cell))?;
    }
    write!(out, "{} {}", rows(&node.board).join("/"), node.worth)?;
    if node.images > 1 {
        write!(out, " (x{})", node.images)?;
    }
    writeln!(out)?;
    for reply in &node.replies {
        write_node(out, reply, depth + 1)?;
    }
    Ok(())
}

/// The tree for Graphviz: boxes with rows and value, the best line bold.
pub fn write_dot(out: &mut impl Write, tree: &Node) -> io::Result<()> {
    writeln!(out, "digraph tree {{")?;
    writeln!(out, "  node [shape=box, fontname=\"monospace\", fontsize=11];")?;
    writeln!(out, "  edge [arrowhead=none];")?;
    write_dot_node(out, tree, &mut 0)?;
    writeln!(out, "}}")
}

/// Writes a node and what is below it; returns its number.
fn write_dot_node(out: &mut impl Write, node: &Node, next: &mut usize) -> io::Result<usize> {
    let number = *next;
    *next += 1;
    let width = if node.best { 2.5 } else { 1.0 };
    let rows = rows(&node.board).join("\\n");
    writeln!(
        out,
        "  n{number} [label=\"{rows}\\n{}\", penwidth={width}];",
        node.worth
    )?;
    for reply in &node.replies {
        let child = write_dot_node(out, reply, next)?;
        let width = if reply.best { 2.5 } else { 1.0 };
        let label = if reply.images > 1 {
            format!(", label=\" ×{}\"", reply.images)
        } else {
            String::new()
        };
        writeln!(out, "  n{number} -> n{child} [penwidth={width}{label}];")?;
    }
    Ok(number)
}
