//! A board as the provers see it: its lines as sets of cells, its symmetries as permutations, and a 128-bit key for
//! every set of cells that may be left of a line.
//!
//! The key of a set depends on its cells alone, never on the line it came from, so that equal residual hypergraphs have
//! equal keys however they arose. For short lines the keys of all subsets are tabulated for all symmetries.
//! Uses `game` only.

use super::bits::Bits;
use crate::game::hash::mix;
use crate::game::{Cell, Dims, Direction, Symmetry};

/// At most eight symmetries.
pub const SYMMETRIES: usize = 8;
/// Lines up to this length have their subsets' keys tabulated.
const TABULATED: usize = 6;

/// One 128-bit key for each symmetric image of a set.
pub type Keys = [u128; SYMMETRIES];

/// The lines and symmetries of a board.
pub struct Lines<const N: usize> {
    /// The board.
    pub dims: Dims,
    /// Every line of K cells.
    pub lines: Vec<Bits<N>>,
    /// Which lines run through a cell.
    pub through: Vec<Vec<u32>>,
    /// Where each symmetry takes each cell.
    pub images: Vec<Vec<u16>>,
    /// Which symmetry undoes each.
    pub inverse: Vec<usize>,
    /// All cells of the board.
    pub board: Bits<N>,
    subsets: Vec<Keys>,
    k: usize,
}

impl<const N: usize> Lines<N> {
    /// The lines of a board, or `None` if it does not fit the masks.
    pub fn new(dims: Dims) -> Option<Lines<N>> {
        if dims.cells() > Bits::<N>::CAPACITY {
            return None;
        }
        let lines = lines_of(dims);
        let mut through = vec![Vec::new(); dims.cells()];
        for (index, line) in lines.iter().enumerate() {
            for cell in line.cells() {
                through[cell].push(index as u32);
            }
        }
        let symmetries: Vec<Symmetry> = Symmetry::all(dims).collect();
        let image = |symmetry: &Symmetry| dims.all_cells().map(|cell| symmetry.apply(dims, cell).0).collect();
        let inverse = |symmetry: &Symmetry| {
            symmetries
                .iter()
                .position(|other| *other == symmetry.inverse())
                .unwrap_or(0)
        };
        let mut made = Lines {
            dims,
            through,
            images: symmetries.iter().map(image).collect(),
            inverse: symmetries.iter().map(inverse).collect(),
            board: Bits::below(dims.cells()),
            subsets: Vec::new(),
            k: dims.line_length().unwrap_or(0),
            lines,
        };
        if made.k <= TABULATED {
            made.subsets = made.tabulate();
        }
        Some(made)
    }

    /// The length of a line; 0 if the board has none.
    pub fn k(&self) -> usize {
        self.k
    }

    fn tabulate(&self) -> Vec<Keys> {
        let mut table = Vec::with_capacity(self.lines.len() << self.k);
        for line in &self.lines {
            let cells: Vec<usize> = line.cells().collect();
            for subset in 0..1_usize << self.k {
                let chosen = (0..self.k).filter(|bit| subset >> bit & 1 != 0);
                let set = chosen.fold(Bits::EMPTY, |set, bit| set | Bits::of(cells[bit]));
                table.push(self.keys_of(set));
            }
        }
        table
    }

    /// Adds the keys of what is left of a line.
    #[inline]
    pub fn add_keys(&self, line: u32, rest: Bits<N>, sum: &mut Keys) {
        self.with_keys(line, rest, |keys| combine(sum, keys, u128::wrapping_add));
    }

    /// Takes the keys of what was left of a line out of a sum again.
    #[inline]
    pub fn drop_keys(&self, line: u32, rest: Bits<N>, sum: &mut Keys) {
        self.with_keys(line, rest, |keys| combine(sum, keys, u128::wrapping_sub));
    }

    #[inline]
    fn with_keys(&self, line: u32, rest: Bits<N>, use_keys: impl FnOnce(&Keys)) {
        if self.subsets.is_empty() {
            use_keys(&self.keys_of(rest));
        } else {
            let cells = self.lines[line as usize].cells().enumerate();
            let subset = cells.fold(0, |subset, (index, cell)| subset | usize::from(rest.has(cell)) << index);
            use_keys(&self.subsets[((line as usize) << self.k) + subset]);
        }
    }

    /// The keys of a set of cells under all symmetries.
    pub fn keys_of(&self, set: Bits<N>) -> Keys {
        let mut keys = [0; SYMMETRIES];
        for (key, image) in keys.iter_mut().zip(&self.images) {
            // A sum is the same in every order; the last mixing makes it a hash of the whole set.
            let sum = set.cells().fold((0_u64, 0_u64), |(low, high), cell| {
                let seed = u64::from(image[cell]);
                (low.wrapping_add(mix(seed)), high.wrapping_add(mix(seed ^ HIGH)))
            });
            *key = u128::from(mix(sum.0 ^ HIGH)) << 64 | u128::from(mix(sum.1));
        }
        keys
    }

    /// The smallest key and a symmetry that leads to it.
    pub fn smallest(&self, keys: &Keys) -> (u128, usize) {
        let used = self.images.len();
        let (best, key) = keys[..used]
            .iter()
            .enumerate()
            .min_by_key(|&(_, key)| *key)
            .unwrap_or((0, &0));
        (*key, best)
    }

    /// The symmetry that does what the first does and then the second.
    pub fn then(&self, first: usize, second: usize) -> usize {
        let both = |cell: usize| self.images[second][usize::from(self.images[first][cell])];
        let is_both = |image: &Vec<u16>| image.iter().enumerate().all(|(cell, &to)| to == both(cell));
        self.images.iter().position(is_both).unwrap_or(0)
    }

    /// The image of a set under a symmetry.
    pub fn map(&self, symmetry: usize, set: Bits<N>) -> Bits<N> {
        let image = &self.images[symmetry];
        set.cells()
            .fold(Bits::EMPTY, |mapped, cell| mapped | Bits::of(usize::from(image[cell])))
    }
}

/// Separates the two halves of a key.
const HIGH: u64 = 0x5851_f42d_4c95_7f2d;

#[inline]
fn combine(sum: &mut Keys, keys: &Keys, with: impl Fn(u128, u128) -> u128) {
    for (total, key) in sum.iter_mut().zip(keys) {
        *total = with(*total, *key);
    }
}

fn lines_of<const N: usize>(dims: Dims) -> Vec<Bits<N>> {
    let Some(k) = dims.line_length() else {
        return Vec::new();
    };
    // With K = 1 the four directions give the same line.
    let directions = if k == 1 {
        &Direction::ALL[..1]
    } else {
        &Direction::ALL[..]
    };
    let mut lines = Vec::new();
    for cell in dims.all_cells() {
        for &direction in directions {
            if dims.room(cell, direction, true) + 1 >= k {
                lines.push(line_from(dims, cell, direction, k));
            }
        }
    }
    lines
}

fn line_from<const N: usize>(dims: Dims, start: Cell, direction: Direction, k: usize) -> Bits<N> {
    let stride = dims.stride(direction);
    (0..k).fold(Bits::EMPTY, |line, step| line | Bits::of(start.index() + step * stride))
}
