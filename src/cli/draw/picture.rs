//! The picture: a grid of cells with labels from 1, stones with their numbers, the last move, the winning line, the
//! heat map under the stones, and a caption.

use super::heat::Heat;
use super::legend::{self, Scale};
use super::position::Game;
use crate::cli::svg::{Anchor, Svg};
use crate::game::{Board, Cell, Outcome, Player};

pub const INK: &str = "#23262b";
const PAPER: &str = "#fbfaf5";
pub const LINES: &str = "#b9b4a7";
const LABELS: &str = "#6b6b66";
const LAST: &str = "#e0452c";
const VICTORY: &str = "#1f9d55";

/// The width that boards of a usual size get, and the limits of a cell, in pixels.
const USUAL_WIDTH: f64 = 900.0;
const CELL: (f64, f64) = (28.0, 72.0);
/// Below this width the caption has no room.
const LEAST_WIDTH: f64 = 380.0;
/// Caption: the height of a line, the size of its letters, and the width of a letter as a part of that.
const LINE: f64 = 24.0;
pub const LETTERS: f64 = 15.0;
pub const LETTER_WIDTH: f64 = 0.58;

/// Something to draw.
pub struct Picture<'a> {
    pub game: &'a Game,
    pub heat: Option<&'a Heat>,
}

/// Where things stand.
struct Layout {
    cell: f64,
    left: f64,
    top: f64,
    width: f64,
    bottom: f64,
}

impl Layout {
    fn of(board: &Board) -> Layout {
        let (rows, cols) = (board.dims().rows() as f64, board.dims().cols() as f64);
        let cell = (USUAL_WIDTH / rows.max(cols)).clamp(CELL.0, CELL.1);
        let margin = label_size(cell) * 2.4;
        let width = (cols * cell + 2.0 * margin).max(LEAST_WIDTH);
        Layout {
            cell,
            left: (width - cols * cell) / 2.0,
            top: margin,
            width,
            bottom: margin + rows * cell,
        }
    }

    /// The upper left corner of a cell.
    fn corner(&self, board: &Board, cell: Cell) -> (f64, f64) {
        let point = board.dims().point(cell);
        let along = |start: f64, index: i64| start + self.cell * index as f64;
        (along(self.left, point.col), along(self.top, point.row))
    }

    fn middle(&self, board: &Board, cell: Cell) -> (f64, f64) {
        let (x, y) = self.corner(board, cell);
        (x + self.cell / 2.0, y + self.cell / 2.0)
    }
}

fn label_size(cell: f64) -> f64 {
    (cell * 0.3).clamp(10.0, 16.0)
}

impl Picture<'_> {
    /// The SVG file.
    pub fn draw(&self) -> String {
        let board = &self.game.board;
        let layout = Layout::of(board);
        let caption = if self.heat.is_some() { 3.0 } else { 2.0 };
        let mut svg = Svg::new(layout.width, layout.bottom + LINE * (caption + 0.8));
        self.ground(&mut svg, &layout);
        if let Some(heat) = self.heat {
            self.heat(&mut svg, &layout, heat);
        }
        self.lines(&mut svg, &layout);
        self.stones(&mut svg, &layout);
        self.victory(&mut svg, &layout);
        self.numbers(&mut svg, &layout);
        self.caption(&mut svg, &layout);
        svg.finish()
    }

    fn ground(&self, svg: &mut Svg, layout: &Layout) {
        let size = (layout.width - 2.0 * layout.left, layout.bottom - layout.top);
        svg.rectangle((layout.left, layout.top), size, &format!(r#"fill="{PAPER}""#));
    }

    /// The grid and its labels.
    fn lines(&self, svg: &mut Svg, layout: &Layout) {
        let dims = self.game.board.dims();
        let right = layout.width - layout.left;
        let style = format!(r#"stroke="{LINES}" stroke-width="1""#);
        let size = label_size(layout.cell);
        let label = format!(r#"class="label" font-size="{size:.1}" fill="{LABELS}""#);
        for row in 0..=dims.rows() {
            let y = layout.top + layout.cell * row as f64;
            svg.line((layout.left, y), (right, y), &style);
            if row < dims.rows() {
                let at = (layout.left - size * 0.6, y + layout.cell / 2.0 + size * 0.35);
                svg.text(at, Anchor::End, &label, &(row + 1).to_string());
            }
        }
        for col in 0..=dims.cols() {
            let x = layout.left + layout.cell * col as f64;
            svg.line((x, layout.top), (x, layout.bottom), &style);
            if col < dims.cols() {
                let at = (x + layout.cell / 2.0, layout.top - size * 0.6);
                svg.text(at, Anchor::Middle, &label, &(col + 1).to_string());
            }
        }
    }

    fn stones(&self, svg: &mut Svg, layout: &Layout) {
        let board = &self.game.board;
        let last = board.moves().last();
        for cell in board.dims().all_cells() {
            if let Some(player) = board.stone(cell) {
                let at = layout.middle(board, cell);
                stone(svg, at, layout.cell * 0.42, player);
                if Some(&cell) == last {
                    let width = (layout.cell * 0.07).max(3.0);
                    let style = format!(r#"class="last" fill="none" stroke="{LAST}" stroke-width="{width:.1}""#);
                    svg.circle(at, layout.cell * 0.42, &style);
                }
            }
        }
    }

    fn victory(&self, svg: &mut Svg, layout: &Layout) {
        let board = &self.game.board;
        let run = board.winning_run().unwrap_or_default();
        if let (Some(&first), Some(&last)) = (run.first(), run.last()) {
            let style = format!(
                r#"class="victory" stroke="{VICTORY}" stroke-width="{:.1}" stroke-linecap="round" stroke-opacity="0.6""#,
                layout.cell * 0.2
            );
            svg.line(layout.middle(board, first), layout.middle(board, last), &style);
        }
    }

    /// Stones that stood there from the start have no number.
    fn numbers(&self, svg: &mut Svg, layout: &Layout) {
        let board = &self.game.board;
        for (ply, &cell) in board.moves().iter().enumerate() {
            let number = (ply + 1).to_string();
            let colour = match board.stone(cell) {
                Some(Player::First) => "white",
                _ => INK,
            };
            let size = layout.cell * [0.4, 0.38, 0.32, 0.26][(number.len() - 1).min(3)];
            let (x, y) = layout.middle(board, cell);
            let style = format!(r#"class="number" font-size="{size:.1}" fill="{colour}""#);
            svg.text((x, y + size * 0.36), Anchor::Middle, &style, &number);
        }
    }

    fn heat(&self, svg: &mut Svg, layout: &Layout, heat: &Heat) {
        let board = &self.game.board;
        let scale = Scale::of(heat);
        for (rank, &(cell, score)) in heat.moves.iter().enumerate() {
            let corner = layout.corner(board, cell);
            let side = (layout.cell, layout.cell);
            let fill = format!(r#"class="heat" fill="{}""#, scale.colour(score));
            svg.rectangle(corner, side, &fill);
            if rank == 0 {
                let inner = (corner.0 + 2.0, corner.1 + 2.0);
                let style = format!(r#"class="best" fill="none" stroke="{INK}" stroke-width="2""#);
                svg.rectangle(inner, (side.0 - 4.0, side.1 - 4.0), &style);
            }
            let words = legend::words(score);
            let size = (layout.cell * 0.27).min(layout.cell * 0.85 / (words.len() as f64 * LETTER_WIDTH));
            let (x, y) = layout.middle(board, cell);
            let style = format!(r#"class="score" font-size="{size:.1}" fill="{INK}""#);
            svg.text((x, y + size * 0.36), Anchor::Middle, &style, &words);
        }
    }

    fn caption(&self, svg: &mut Svg, layout: &Layout) {
        let mut y = layout.bottom + LINE * 1.1;
        let style = format!(r#"font-size="{LETTERS}" fill="{INK}""#);
        let start = layout.left.min((layout.width - LEAST_WIDTH) / 2.0 + 20.0).max(20.0);
        let mut at = start;
        let room = ((layout.width - start) / 2.0 - 60.0) / (LETTERS * LETTER_WIDTH);
        for player in Player::BOTH {
            stone(svg, (at + 7.0, y - LETTERS * 0.35), 7.0, player);
            let name = self.game.players[player].as_deref();
            let name = name.map_or(player.to_string(), |name| format!("{player}: {name}"));
            let name = shortened(&name, room as usize);
            svg.text((at + 21.0, y), Anchor::Start, &style, &name);
            at += 60.0 + LETTERS * LETTER_WIDTH * name.chars().count() as f64;
        }
        y += LINE;
        let dims = self.game.board.dims();
        let board = format!(
            "{} × {}, {} in a row: {}",
            dims.rows(),
            dims.cols(),
            dims.k(),
            self.state()
        );
        svg.text((start, y), Anchor::Start, &style, &board);
        if let Some(heat) = self.heat {
            legend::draw(svg, (start, y + LINE), heat, self.game.board.turn());
        }
    }

    fn state(&self) -> String {
        let board = &self.game.board;
        match (board.outcome(), self.game.resigned) {
            (Some(Outcome::Win(player)), _) => format!("{player} wins"),
            (Some(Outcome::Draw), _) => "a draw".into(),
            (None, Some(player)) => format!("{player} resigns"),
            (None, None) => format!("{} to move", board.turn()),
        }
    }
}

fn stone(svg: &mut Svg, at: (f64, f64), radius: f64, player: Player) {
    let (name, fill) = match player {
        Player::First => ("X", INK),
        Player::Second => ("O", "white"),
    };
    let width = (radius * 0.08).max(1.0);
    let style = format!(r#"class="{name}" fill="{fill}" stroke="{INK}" stroke-width="{width:.1}""#);
    svg.circle(at, radius, &style);
}

fn shortened(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let kept: String = text.chars().take(room.saturating_sub(1)).collect();
    format!("{kept}…")
}
