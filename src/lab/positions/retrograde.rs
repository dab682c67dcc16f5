//! Backward classification, 64 positions to the word.
//!
//! All positions with the same X set form a row: a map over the sets that O may have among the free cells. Of a
//! row with |X| = j only two sizes of O occur: j − 1 (X has just moved) and j (X is to move).
//!
//! ```text
//!   X to move   (X, O) with |O| = j       looks at   (X + c, O)   the rows of size j + 1
//!   O to move   (X, O) with |O| = j − 1   looks at   (X, O + c)   the same row
//! ```
//!
//! The mover wins if some reply wins, and loses if no reply does otherwise; a union over replies answers both,
//! once over "won" maps and once over "not lost" maps.

use crate::game::Dims;
use crate::lab::cube::{add_one, close_upwards, count, insert, of_size, or_lacking, remove_one, words};
use crate::lab::sets::{Ranks, Set, elements, first_cells, lines, squeeze_out, subsets};

use super::{Census, Progress, Tally};

/// How a set of stones stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// No line.
    Open,
    /// Lines, and a stone on all of them.
    Won,
    /// Lines that no single stone can have completed.
    Impossible,
}

/// The verdicts for all X sets of one size, kept for a listing; rows in order of the sets' ranks.
#[derive(Debug)]
pub(super) struct Verdicts {
    /// Positions that X wins.
    pub x_wins: Vec<u64>,
    /// Positions that O wins.
    pub o_wins: Vec<u64>,
}

/// What the next smaller size needs of this one: the positions with O to move.
struct Level {
    words: usize,
    x_wins: Vec<u64>,
    not_o: Vec<u64>,
}

/// One row while it is worked on.
#[derive(Default)]
struct Row {
    has_line: Vec<u64>,
    /// Sets of O that are one stone more than a set without a line.
    by_one: Vec<u64>,
    /// X to move.
    x_wins: Vec<u64>,
    not_x: Vec<u64>,
    o_wins: Vec<u64>,
    not_o: Vec<u64>,
    /// O to move.
    o_finds: Vec<u64>,
    x_misses: Vec<u64>,
}

/// One size of X: how many cells it leaves free, and the sets that O may have on them.
struct Size {
    x: usize,
    free: usize,
    /// O sets of size j − 1; none if X has no stone.
    fewer: Vec<u64>,
    /// O sets of size j; none if they do not fit.
    equal: Vec<u64>,
}

impl Size {
    fn new(cells: usize, x: usize) -> Size {
        let free = cells - x;
        let nothing = || vec![0; words(free)];
        Size {
            x,
            free,
            fewer: x.checked_sub(1).map_or_else(nothing, |size| of_size(free, size)),
            equal: of_size(free, x),
        }
    }
}

/// The board's constants, and the tallies so far.
struct Run {
    cells: usize,
    lines: Vec<Set>,
    ranks: Ranks,
    by_stones: Vec<Tally>,
    row: Row,
}

/// How many rows are worked on between two reports of progress.
const REPORT_EVERY: usize = 1024;

/// Classifies everything; `keep` receives the verdicts of each size of X, largest first.
pub(super) fn run(dims: Dims, keep: &mut Option<Vec<Verdicts>>, progress: Progress<'_>) -> Census {
    let cells = dims.cells();
    let mut run = Run {
        cells,
        lines: lines(dims),
        ranks: Ranks::new(cells),
        by_stones: vec![Tally::default(); cells + 1],
        row: Row::default(),
    };
    let top = cells.div_ceil(2);
    // Each row looks once through its map for each of its free cells.
    let work: Vec<f64> = (0..=top)
        .map(|x| run.ranks.choose(cells, x) as f64 * (words(cells - x) * (cells - x + 1)) as f64)
        .collect();
    let all: f64 = work.iter().sum();
    let mut above = None;
    for x in (0..=top).rev() {
        let done: f64 = work[x + 1..].iter().sum();
        let mut report = |part: f64| progress((done + part * work[x]) / all);
        above = Some(run.level(&Size::new(cells, x), above.as_ref(), keep, &mut report));
    }
    Census {
        by_stones: run.by_stones,
    }
}

impl Run {
    fn level(
        &mut self,
        size: &Size,
        above: Option<&Level>,
        keep: &mut Option<Vec<Verdicts>>,
        progress: Progress<'_>,
    ) -> Level {
        let words = words(size.free);
        let rows = self.ranks.choose(self.cells, size.x) as usize;
        let empty = |wanted: bool| vec![0; if wanted { rows * words } else { 0 }];
        let mut level = Level {
            words,
            x_wins: empty(true),
            not_o: empty(true),
        };
        let mut kept = Verdicts {
            x_wins: empty(keep.is_some()),
            o_wins: empty(keep.is_some()),
        };
        self.row.resize(words);
        for (index, x) in subsets(self.cells, size.x).enumerate() {
            if index % REPORT_EVERY == 0 {
                progress(index as f64 / rows as f64);
            }
            let span = index * words..(index + 1) * words;
            let outs = (&mut level.x_wins[span.clone()], &mut level.not_o[span.clone()]);
            match self.kind(x) {
                Kind::Impossible => continue,
                Kind::Won => self.won_row(x, size, outs),
                Kind::Open => {
                    self.x_to_move(x, size, above);
                    self.o_to_move(size, outs);
                }
            }
            if keep.is_some() {
                kept.x_wins[span.clone()].copy_from_slice(&self.row.x_wins);
                kept.o_wins[span].copy_from_slice(&self.row.o_wins);
            }
        }
        if let Some(levels) = keep {
            levels.push(kept);
        }
        level
    }

    fn kind(&self, set: Set) -> Kind {
        let mut made = self.lines.iter().filter(|&line| set & line == *line);
        match made.next() {
            None => Kind::Open,
            Some(first) => match made.fold(*first, |common, line| common & line) {
                0 => Kind::Impossible,
                _ => Kind::Won,
            },
        }
    }

    /// Marks the sets on the cells that X leaves free which hold a line.
    fn mark_lines(&mut self, x: Set, size: &Size) {
        self.row.has_line.fill(0);
        for line in self.lines.iter().filter(|&line| line & x == 0) {
            // From the highest cell down, so that lower ones keep their place.
            let taken = (0..self.cells).rev().filter(|cell| x >> cell & 1 == 1);
            insert(&mut self.row.has_line, taken.fold(*line, squeeze_out));
        }
        close_upwards(&mut self.row.has_line, size.free);
    }

    /// X has just won: O may have any set without a line.
    fn won_row(&mut self, x: Set, size: &Size, (x_wins, not_o): (&mut [u64], &mut [u64])) {
        self.mark_lines(x, size);
        for (index, word) in x_wins.iter_mut().enumerate() {
            *word = size.fewer[index] & !self.row.has_line[index];
        }
        not_o.copy_from_slice(x_wins);
        self.row.x_wins.copy_from_slice(x_wins);
        self.row.o_wins.fill(0);
        let positions = count(x_wins);
        self.by_stones[2 * size.x - 1] += Tally {
            positions,
            x_wins: positions,
            x_lines: positions,
            ..Tally::default()
        };
    }

    /// The positions of a row in which X, who has no line, is to move.
    fn x_to_move(&mut self, x: Set, size: &Size, above: Option<&Level>) {
        self.mark_lines(x, size);
        self.look_ahead(x, size, above);
        let row = &mut self.row;
        let full = 2 * size.x == self.cells;
        let mut tally = Tally::default();
        for index in 0..row.has_line.len() {
            let open = size.equal[index] & !row.has_line[index];
            // O's line must have been made by one stone.
            let o_line = size.equal[index] & row.has_line[index] & row.by_one[index];
            let x_wins = row.x_wins[index] & open;
            // On a full board nothing is left to look at, and nobody has won.
            let o_wins = o_line | if full { 0 } else { open & !row.not_o[index] };
            row.x_wins[index] = x_wins;
            row.o_wins[index] = o_wins;
            row.not_x[index] = (open | o_line) & !x_wins;
            tally.positions += u64::from((open | o_line).count_ones());
            tally.x_wins += u64::from(x_wins.count_ones());
            tally.o_wins += u64::from(o_wins.count_ones());
            tally.o_lines += u64::from(o_line.count_ones());
            tally.full += if full { u64::from(open.count_ones()) } else { 0 };
        }
        if 2 * size.x <= self.cells {
            self.by_stones[2 * size.x] += tally;
        }
    }

    /// Gathers what X's replies lead to, and which sets of O are one stone more than an open one.
    fn look_ahead(&mut self, x: Set, size: &Size, above: Option<&Level>) {
        let row = &mut self.row;
        row.x_wins.fill(0);
        row.not_o.fill(0);
        row.by_one.fill(0);
        for index in 0..row.has_line.len() {
            row.o_finds[index] = size.fewer[index] & !row.has_line[index];
        }
        add_one(&row.o_finds, &mut row.by_one, size.free);
        let Some(above) = above else { return };
        for (place, cell) in elements(!x & first_cells(self.cells)).enumerate() {
            let reply = self.ranks.rank(x | 1 << cell) * above.words;
            let span = reply..reply + above.words;
            or_lacking(&above.x_wins[span.clone()], &mut row.x_wins, size.free, place);
            or_lacking(&above.not_o[span], &mut row.not_o, size.free, place);
        }
    }

    /// The positions of the same row in which O is to move; they look at those where X is.
    fn o_to_move(&mut self, size: &Size, (x_wins, not_o): (&mut [u64], &mut [u64])) {
        let Some(stones) = (2 * size.x).checked_sub(1) else {
            return;
        };
        let row = &mut self.row;
        row.o_finds.fill(0);
        row.x_misses.fill(0);
        remove_one(&row.o_wins, &mut row.o_finds, size.free);
        remove_one(&row.not_x, &mut row.x_misses, size.free);
        let full = stones == self.cells;
        let mut tally = Tally::default();
        for index in 0..x_wins.len() {
            let open = size.fewer[index] & !row.has_line[index];
            let o_has = open & row.o_finds[index];
            let x_has = if full { 0 } else { open & !row.x_misses[index] };
            x_wins[index] = x_has;
            not_o[index] = open & !o_has;
            row.x_wins[index] |= x_has;
            row.o_wins[index] |= o_has;
            tally.positions += u64::from(open.count_ones());
            tally.x_wins += u64::from(x_has.count_ones());
            tally.o_wins += u64::from(o_has.count_ones());
            tally.full += if full { u64::from(open.count_ones()) } else { 0 };
        }
        self.by_stones[stones] += tally;
    }
}

impl Row {
    fn resize(&mut self, words: usize) {
        let maps = [
            &mut self.has_line,
            &mut self.by_one,
            &mut self.x_wins,
            &mut self.not_x,
            &mut self.o_wins,
            &mut self.not_o,
            &mut self.o_finds,
            &mut self.x_misses,
        ];
        for map in maps {
            map.resize(words, 0);
        }
    }
}
