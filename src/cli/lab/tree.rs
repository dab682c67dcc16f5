//! `tris lab tree`: a game tree with minimax values, as text, SVG or a Graphviz file.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use super::{dims, stones, tree_svg, tree_text, usage};
use crate::cli::Failure;
use crate::game::{Board, Dims, Grid, Point};
use crate::lab::tree::{Plan, grow};

const EXAMPLES: &str = "\
X takes the largest value, O the smallest. A finished game is worth its result; a leaf that --depth cuts is worth
the lines still open to X minus those open to O. The best line is marked.

Examples:
  tris lab tree 3 3 3 --depth 2 --merge
  tris lab tree 3 3 3 --moves 0 0 0 1 1 1 --depth 9 --merge
  tris lab tree 3 3 3 --grid XOX/OO./.X. --svg end.svg
  tris lab tree 3 3 3 --depth 2 --merge --dot tree.dot && dot -Tpdf -O tree.dot";

/// Options of `tris lab tree`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Rows, columns, and stones in a row that win
    #[arg(num_args = 3, value_names = ["M", "N", "K"], required = true, allow_negative_numbers = true)]
    board: Vec<i64>,

    /// Stones to begin with, rows of X, O and `.` with slashes between
    #[arg(long, value_name = "ROWS")]
    grid: Option<String>,

    /// Moves to play first, row and column from 0
    #[arg(long, num_args = 1.., value_names = ["R C"], allow_negative_numbers = true)]
    moves: Vec<i64>,

    /// Plies to draw [default: to the end of the game]
    #[arg(long, value_name = "PLIES")]
    depth: Option<usize>,

    /// Draw symmetric branches once
    #[arg(long)]
    merge: bool,

    /// Most positions to draw
    #[arg(long, value_name = "COUNT", default_value_t = 2000)]
    limit: usize,

    /// Write a picture
    #[arg(long, value_name = "FILE", conflicts_with = "dot")]
    svg: Option<PathBuf>,

    /// Write a file for Graphviz
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
}

/// Grows the tree and draws it.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let board = match set_up(args) {
        Ok(board) => board,
        Err(text) => return usage(&text),
    };
    let plan = Plan {
        depth: args.depth.unwrap_or(board.empties()),
        merge: args.merge,
        limit: args.limit,
    };
    let tree = grow(&board, plan)
        .map_err(|error| Failure::Message(format!("{error}; use a smaller --depth, --merge, or a larger --limit")))?;
    if let Some(file) = &args.svg {
        std::fs::write(file, tree_svg::draw(&tree))?;
    } else if let Some(file) = &args.dot {
        let mut out = BufWriter::new(std::fs::File::create(file)?);
        tree_text::write_dot(&mut out, &tree)?;
        out.flush()?;
    } else {
        let mut out = BufWriter::new(io::stdout().lock());
        tree_text::write_text(&mut out, &tree)?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn set_up(args: &Args) -> Result<Board, String> {
    let dims = dims(&args.board)?;
    let mut board = match &args.grid {
        None => Board::new(dims),
        Some(text) => Board::from_grid(dims, &grid(dims, text)?, None).map_err(|error| error.to_string())?,
    };
    if !args.moves.len().is_multiple_of(2) {
        return Err("--moves takes rows and columns in pairs".into());
    }
    for pair in args.moves.chunks_exact(2) {
        let point = Point {
            row: pair[0],
            col: pair[1],
        };
        board.play(point).map_err(|why| format!("move {point}: {why}"))?;
    }
    Ok(board)
}

fn grid(dims: Dims, text: &str) -> Result<Grid, String> {
    let stones = stones(dims, text)?;
    Ok(stones.chunks(dims.cols()).map(<[_]>::to_vec).collect())
}
