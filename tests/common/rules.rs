//! A naive referee: knows nothing but a grid of letters and counts everything again after every move.

/// How a game ended: `'X'`, `'O'` or `'='`.
pub type Result = Option<char>;

/// A position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Referee {
    pub rows: usize,
    pub cols: usize,
    pub k: usize,
    pub grid: Vec<Vec<char>>,
    pub turn: char,
}

impl Referee {
    pub fn new(rows: usize, cols: usize, k: usize) -> Referee {
        Referee {
            rows,
            cols,
            k,
            grid: vec![vec!['.'; cols]; rows],
            turn: 'X',
        }
    }

    pub fn at(&self, row: i64, col: i64) -> Option<char> {
        let row = self.grid.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(col).ok()?).copied()
    }

    /// All whole runs of at least K stones of one player: row, column, diagonal, anti-diagonal, each by first cell.
    pub fn runs(&self, player: char) -> Vec<Vec<(usize, usize)>> {
        let mut runs = Vec::new();
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for row in 0..self.rows as i64 {
                for col in 0..self.cols as i64 {
                    // A run begins where the cell before it is not the player's.
                    if self.at(row - down, col - right) == Some(player) {
                        continue;
                    }
                    let run: Vec<_> = (0..)
                        .map(|step| (row + step * down, col + step * right))
                        .take_while(|&(row, col)| self.at(row, col) == Some(player))
                        .map(|(row, col)| (row as usize, col as usize))
                        .collect();
                    if !run.is_empty() && run.len() >= self.k {
                        runs.push(run);
                    }
                }
            }
        }
        runs
    }

    pub fn result(&self) -> Result {
        if !self.runs('X').is_empty() {
            Some('X')
        } else if !self.runs('O').is_empty() {
            Some('O')
        } else if self.grid.iter().flatten().all(|&cell| cell != '.') {
            Some('=')
        } else {
            None
        }
    }

    pub fn legal(&self) -> Vec<(usize, usize)> {
        if self.result().is_some() {
            return Vec::new();
        }
        let cells = (0..self.rows).flat_map(|row| (0..self.cols).map(move |col| (row, col)));
        cells.filter(|&(row, col)| self.grid[row][col] == '.').collect()
    }

    pub fn play(&mut self, row: usize, col: usize) {
        assert_eq!(self.grid[row][col], '.', "{row} {col} is free");
        self.grid[row][col] = self.turn;
        self.turn = other(self.turn);
    }

    /// The result of a game that was open until a stone was put here; much faster than looking everywhere.
    pub fn result_after(&self, row: usize, col: usize) -> Result {
        let player = self.grid[row][col];
        let (row, col) = (row as i64, col as i64);
        let count = |down: i64, right: i64| {
            (1..)
                .take_while(|step| self.at(row + step * down, col + step * right) == Some(player))
                .count()
        };
        let longest =
            [(0, 1), (1, 0), (1, 1), (1, -1)].map(|(down, right)| 1 + count(down, right) + count(-down, -right));
        if longest.iter().any(|&length| length >= self.k) {
            Some(player)
        } else if self.grid.iter().all(|row| !row.contains(&'.')) {
            Some('=')
        } else {
            None
        }
    }

    pub fn stones(&self) -> usize {
        self.grid.iter().flatten().filter(|&&c| c != '.').count()
    }

    /// The grid as `position` takes it.
    pub fn drawing(&self) -> String {
        let rows: Vec<String> = self.grid.iter().map(|row| row.iter().collect()).collect();
        rows.join("/")
    }

    /// What `status` must say of a game whose last move was `last`.
    pub fn status(&self, last: Option<(usize, usize)>) -> String {
        let size = format!("ply {} size {} {} {}", self.stones(), self.rows, self.cols, self.k);
        match self.result() {
            None => format!("ok state playing turn {} {size}", self.turn),
            Some('=') => format!("ok state over draw {size}"),
            Some(winner) => {
                let mut runs = self.runs(winner).into_iter();
                let run = runs.find(|run| last.is_none_or(|last| run.contains(&last)));
                let cells: String = run
                    .expect("a winner has a line")
                    .iter()
                    .map(|(row, col)| format!(" {row} {col}"))
                    .collect();
                format!("ok state over win {winner} {size} line{cells}")
            }
        }
    }

    /// Number of move paths of exactly this length.
    pub fn perft(&self, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        let paths = self.legal().into_iter().map(|(row, col)| {
            let mut next = self.clone();
            next.play(row, col);
            next.perft(depth - 1)
        });
        paths.sum()
    }
}

pub fn other(player: char) -> char {
    if player == 'X' { 'O' } else { 'X' }
}
