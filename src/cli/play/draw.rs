//! Draws the board as the thesis does, with labels from 1:
//!
//! ```text
//!      1   2   3   4
//! 1    X | O |   |
//!     ---+---+---+---
//! 2      |[X]|   |
//! ```
//!
//! What does not fit the screen that way is drawn without lines, then with column labels written downwards, and
//! at last as a window around the newest stone.

use std::ops::Range;

use super::palette::{Ink, Palette};
use crate::game::{Board, Cell, Player};

/// Room for the board, in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Screen {
    /// Characters in a line.
    pub width: usize,
    /// Lines.
    pub height: usize,
}

impl Screen {
    /// Where nobody says how large it is.
    pub const USUAL: Screen = Screen { width: 80, height: 60 };
    /// Lines kept free for what is said below the board.
    const MARGIN: usize = 4;
}

/// The manner of drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Manner {
    /// With lines between the cells.
    Ruled,
    /// Without lines, cells as wide as the labels.
    Close,
    /// Without lines, cells two characters wide, labels downwards.
    Narrow,
}

/// A drawing in the making.
struct Drawing<'a> {
    board: &'a Board,
    palette: Palette,
    manner: Manner,
    rows: Range<usize>,
    cols: Range<usize>,
    run: Vec<Cell>,
}

/// The board as lines of text, each with its end.
pub fn draw(board: &Board, palette: Palette, screen: Screen) -> String {
    let dims = board.dims();
    let height = screen.height.saturating_sub(Screen::MARGIN).max(5);
    let whole = |manner| Drawing {
        board,
        palette,
        manner,
        rows: 0..dims.rows(),
        cols: 0..dims.cols(),
        run: board.winning_run().unwrap_or_default(),
    };
    let manners = [Manner::Ruled, Manner::Close, Manner::Narrow];
    let fitting = manners.into_iter().map(whole).find(|drawing| {
        let (wide, high) = drawing.size();
        wide <= screen.width && high <= height
    });
    match fitting {
        Some(drawing) => drawing.text(),
        None => window(whole(Manner::Narrow), screen.width, height),
    }
}

/// The part of a board around its newest stone, and a word on what is left out.
fn window(mut drawing: Drawing<'_>, width: usize, height: usize) -> String {
    let dims = drawing.board.dims();
    let centre = match drawing.board.moves().last() {
        Some(&last) => (last.index() / dims.cols(), last.index() % dims.cols()),
        None => (dims.rows() / 2, dims.cols() / 2),
    };
    // One line for the words below, one character for the end of the line.
    let high = height.saturating_sub(drawing.header_lines() + 1).max(3);
    let wide = (width.saturating_sub(drawing.label_width() + 1) / 2).max(3);
    drawing.rows = around(centre.0, high, dims.rows());
    drawing.cols = around(centre.1, wide, dims.cols());
    let (rows, cols) = (&drawing.rows, &drawing.cols);
    let words = format!(
        "(rows {} to {} of {}, columns {} to {} of {})\n",
        rows.start + 1,
        rows.end,
        dims.rows(),
        cols.start + 1,
        cols.end,
        dims.cols()
    );
    drawing.text() + &drawing.palette.paint(Ink::Quiet, &words)
}

/// At most `size` numbers below `end`, around a place.
fn around(place: usize, size: usize, end: usize) -> Range<usize> {
    let start = place.saturating_sub(size / 2).min(end.saturating_sub(size));
    start..(start + size).min(end)
}

fn digits(number: usize) -> usize {
    number.to_string().len()
}

impl Drawing<'_> {
    fn label_width(&self) -> usize {
        digits(self.board.dims().rows())
    }

    fn cell_width(&self) -> usize {
        match self.manner {
            Manner::Ruled => 4,
            Manner::Close => digits(self.board.dims().cols()) + 1,
            Manner::Narrow => 2,
        }
    }

    fn header_lines(&self) -> usize {
        match self.manner {
            Manner::Ruled | Manner::Close => 1,
            Manner::Narrow => digits(self.board.dims().cols()),
        }
    }

    /// Characters in a line, and lines.
    fn size(&self) -> (usize, usize) {
        let lines = match self.manner {
            Manner::Ruled => 2 * self.rows.len() - 1,
            Manner::Close | Manner::Narrow => self.rows.len(),
        };
        let wide = self.label_width() + 1 + self.cols.len() * self.cell_width();
        (wide, lines + self.header_lines())
    }

    fn text(&self) -> String {
        let mut text = self.header();
        for row in self.rows.clone() {
            text += &self.row(row);
            if self.manner == Manner::Ruled && row + 1 < self.rows.end {
                let rule = vec!["---"; self.cols.len()].join("+");
                let indent = " ".repeat(self.label_width() + 1);
                text += &format!("{indent}{}\n", self.palette.paint(Ink::Quiet, &rule));
            }
        }
        text
    }

    fn header(&self) -> String {
        let width = self.cell_width();
        let label = |col: usize| match self.manner {
            // Above the stone, which stands in the middle of three characters.
            Manner::Ruled => format!("{:<4}", format!("{:>2}", col + 1)),
            Manner::Close | Manner::Narrow => format!("{:>width$}", col + 1),
        };
        let mut lines = Vec::new();
        if self.manner == Manner::Narrow {
            let places = self.header_lines();
            for place in 0..places {
                let line = self.cols.clone().map(|col| {
                    let label = format!("{:>places$}", col + 1);
                    format!(" {}", &label[place..=place])
                });
                lines.push(line.collect::<String>());
            }
        } else {
            lines.push(self.cols.clone().map(label).collect());
        }
        let indent = " ".repeat(self.label_width() + usize::from(self.manner == Manner::Ruled));
        let painted = lines.iter().map(|line| {
            let line = format!("{indent}{line}");
            self.palette.paint(Ink::Quiet, line.trim_end()) + "\n"
        });
        painted.collect()
    }

    fn row(&self, row: usize) -> String {
        let dims = self.board.dims();
        let label = format!("{:>width$}", row + 1, width = self.label_width());
        let mut text = self.palette.paint(Ink::Quiet, &label);
        let cells = self.cols.clone().map(|col| self.cell(dims.cell_at(row, col)));
        if self.manner == Manner::Ruled {
            let bar = self.palette.paint(Ink::Quiet, "|");
            text += " ";
            text += &cells.collect::<Vec<_>>().join(&bar);
        } else {
            text.extend(cells);
        }
        text.trim_end().to_owned() + "\n"
    }

    /// A cell with what stands on it. A stone of the winning line and the newest stone are marked in plain text too.
    fn cell(&self, cell: Cell) -> String {
        let (before, after) = if self.run.contains(&cell) {
            ('[', ']')
        } else if self.board.moves().last() == Some(&cell) {
            ('(', ')')
        } else {
            (' ', ' ')
        };
        let stone = self.stone(cell);
        match self.manner {
            Manner::Ruled => format!("{before}{stone}{after}"),
            Manner::Close | Manner::Narrow => {
                // There is room on one side only.
                let before = if before == '(' { '>' } else { before };
                let before = if before == '[' { '*' } else { before };
                format!("{}{before}{stone}", " ".repeat(self.cell_width() - 2))
            }
        }
    }

    fn stone(&self, cell: Cell) -> String {
        let Some(player) = self.board.stone(cell) else {
            let empty = if self.manner == Manner::Ruled { " " } else { "." };
            return self.palette.paint(Ink::Quiet, empty);
        };
        let ink = match player {
            Player::First => Ink::Cross,
            Player::Second => Ink::Nought,
        };
        let symbol = player.to_string();
        if self.run.contains(&cell) {
            self.palette.mark(ink, &symbol)
        } else {
            self.palette.paint(ink, &symbol)
        }
    }
}
