//! The board's shape: dimensions, points, cells and the four directions of a line.
//!
//! A [`Point`] is what somebody wrote and may lie anywhere; a [`Cell`] is an index known to be on the board.
//! Only [`Dims::cell`] turns the one into the other.
//!
//! ```text
//!            column 0  1  2           cell index = row * columns + column
//!   row 0           0  1  2           Row          →  (0, +1)
//!   row 1           3  4  5           Column       ↓  (+1, 0)
//!   row 2           6  7  8           Diagonal     ↘  (+1, +1)
//!                                     AntiDiagonal ↙  (+1, −1)
//! ```

use std::fmt;

/// Rows, columns and the length of a winning line: the M, N and K of the game's name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dims {
    rows: u16,
    cols: u16,
    k: u64,
}

/// Why three numbers make no board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DimsError {
    /// One of the numbers is below 1.
    BelowOne,
    /// More rows or columns than [`Dims::MAX_SIDE`], or a K that 63 bits do not hold.
    TooLarge,
}

impl fmt::Display for DimsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DimsError::BelowOne => f.write_str("M, N and K must be at least 1"),
            DimsError::TooLarge => {
                write!(
                    f,
                    "boards go up to {0} by {0}, with any K below {1}",
                    Dims::MAX_SIDE,
                    i64::MAX
                )
            }
        }
    }
}

impl std::error::Error for DimsError {}

impl Dims {
    /// The longest side of a board: cells fit 16 bits, and a full grid still fits one protocol line.
    pub const MAX_SIDE: u16 = 255;

    /// The dimensions M, N, K, if they make a board.
    pub fn new(rows: i64, cols: i64, k: i64) -> Result<Dims, DimsError> {
        if rows < 1 || cols < 1 || k < 1 {
            return Err(DimsError::BelowOne);
        }
        match (u16::try_from(rows), u16::try_from(cols)) {
            (Ok(rows), Ok(cols)) if rows.max(cols) <= Dims::MAX_SIDE && k < i64::MAX => Ok(Dims {
                rows,
                cols,
                k: k.unsigned_abs(),
            }),
            _ => Err(DimsError::TooLarge),
        }
    }

    /// Number of rows, M.
    pub fn rows(self) -> usize {
        usize::from(self.rows)
    }

    /// Number of columns, N.
    pub fn cols(self) -> usize {
        usize::from(self.cols)
    }

    /// Stones in a row that win, K; may be larger than the board.
    pub fn k(self) -> u64 {
        self.k
    }

    /// Number of cells, M·N.
    pub fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// K as a length on this board, or `None` if no line is that long and every game is a draw.
    pub fn line_length(self) -> Option<usize> {
        let k = usize::try_from(self.k).ok()?;
        (k <= self.rows().max(self.cols())).then_some(k)
    }

    /// The cell at a point, if the point is on the board.
    pub fn cell(self, point: Point) -> Option<Cell> {
        let row = usize::try_from(point.row).ok()?;
        let col = usize::try_from(point.col).ok()?;
        (row < self.rows() && col < self.cols()).then(|| self.cell_at(row, col))
    }

    /// The centre of the board, the one nearer to the first corner of several.
    pub fn centre(self) -> Cell {
        self.cell_at((self.rows() - 1) / 2, (self.cols() - 1) / 2)
    }

    /// The cell at a row and column that are known to be on the board.
    pub fn cell_at(self, row: usize, col: usize) -> Cell {
        debug_assert!(row < self.rows() && col < self.cols());
        // MAX_SIDE keeps the product within 16 bits.
        Cell((row * self.cols() + col) as u16)
    }

    /// The point of a cell.
    pub fn point(self, cell: Cell) -> Point {
        let index = cell.index();
        Point {
            row: (index / self.cols()) as i64,
            col: (index % self.cols()) as i64,
        }
    }

    /// All cells, row by row.
    pub fn all_cells(self) -> impl Iterator<Item = Cell> {
        (0..self.cells()).map(|index| Cell(index as u16))
    }

    /// How many further cells lie on the board from `cell` in `direction`, forwards or backwards.
    pub fn room(self, cell: Cell, direction: Direction, forwards: bool) -> usize {
        let index = cell.index();
        let (row, col) = (index / self.cols(), index % self.cols());
        let (down, right) = (self.rows() - 1 - row, self.cols() - 1 - col);
        match (direction, forwards) {
            (Direction::Row, true) => right,
            (Direction::Row, false) => col,
            (Direction::Column, true) => down,
            (Direction::Column, false) => row,
            (Direction::Diagonal, true) => down.min(right),
            (Direction::Diagonal, false) => row.min(col),
            (Direction::AntiDiagonal, true) => down.min(col),
            (Direction::AntiDiagonal, false) => row.min(right),
        }
    }

    /// The distance in cell indices of one step in `direction`.
    pub fn stride(self, direction: Direction) -> usize {
        match direction {
            Direction::Row => 1,
            Direction::Column => self.cols(),
            Direction::Diagonal => self.cols() + 1,
            Direction::AntiDiagonal => self.cols() - 1,
        }
    }
}

impl fmt::Display for Dims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.rows, self.cols, self.k)
    }
}

/// A row and a column as somebody wrote them, 0-based; possibly off the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Point {
    /// Row, counted from 0 at the top.
    pub row: i64,
    /// Column, counted from 0 at the left.
    pub col: i64,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.row, self.col)
    }
}

/// The index of a cell on the board, row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub u16);

impl Cell {
    /// The cell as an array index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The four directions in which a line may run, in the order in which winning lines are named.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Along a row, rightwards.
    Row,
    /// Along a column, downwards.
    Column,
    /// Down and right.
    Diagonal,
    /// Down and left.
    AntiDiagonal,
}

impl Direction {
    /// All four directions.
    pub const ALL: [Direction; 4] = [
        Direction::Row,
        Direction::Column,
        Direction::Diagonal,
        Direction::AntiDiagonal,
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimensions_are_checked() {
        assert_eq!(Dims::new(0, 3, 3), Err(DimsError::BelowOne));
        assert_eq!(Dims::new(3, 3, -1), Err(DimsError::BelowOne));
        assert_eq!(Dims::new(256, 3, 3), Err(DimsError::TooLarge));
        assert_eq!(Dims::new(3, i64::MAX, 3), Err(DimsError::TooLarge));
        assert_eq!(Dims::new(3, 3, i64::MAX), Err(DimsError::TooLarge));
        let widest = Dims::new(255, 255, i64::MAX - 1).unwrap();
        assert_eq!(widest.cells(), 65_025);
        assert_eq!(widest.line_length(), None);
    }

    #[test]
    fn room_and_stride_stay_on_the_board() {
        let dims = Dims::new(3, 5, 3).unwrap();
        for cell in dims.all_cells() {
            for direction in Direction::ALL {
                let room = dims.room(cell, direction, true);
                let end = cell.index() + room * dims.stride(direction);
                assert!(end < dims.cells());
                let last = Cell(end as u16);
                assert_eq!(dims.room(last, direction, true), 0);
                assert!(dims.room(last, direction, false) >= room);
            }
        }
    }
}
