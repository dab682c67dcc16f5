//! A square matrix of bits: one row for each set of X, one column for each set of O.
//!
//! A set of positions is such a matrix. Moving X's stones is a union of rows; moving O's is the same on the
//! transposed matrix. Both handle 64 positions to the word.

/// A square matrix of bits.
#[derive(Clone, Debug)]
pub struct Matrix {
    side: usize,
    words: usize,
    bits: Vec<u64>,
}

impl Matrix {
    /// A matrix of zeros.
    pub fn new(side: usize) -> Matrix {
        let words = side.div_ceil(64);
        Matrix {
            side,
            words,
            bits: vec![0; side * words],
        }
    }

    /// One row.
    pub fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }

    /// One row, to be changed.
    pub fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..(row + 1) * self.words]
    }

    /// All words, row by row.
    pub fn words(&self) -> &[u64] {
        &self.bits
    }

    /// All words, to be changed.
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.bits
    }

    /// Sets every bit to zero.
    pub fn clear(&mut self) {
        self.bits.fill(0);
    }

    /// Whether a bit is one.
    pub fn get(&self, row: usize, col: usize) -> bool {
        self.bits[row * self.words + col / 64] >> (col % 64) & 1 == 1
    }

    /// Sets a bit to one.
    pub fn set(&mut self, row: usize, col: usize) {
        self.bits[row * self.words + col / 64] |= 1 << (col % 64);
    }

    /// Number of ones.
    pub fn count(&self) -> u64 {
        self.bits.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The ones, row by row.
    pub fn ones(&self) -> impl Iterator<Item = (usize, usize)> {
        let words = self.bits.iter().enumerate().filter(|(_, word)| **word != 0);
        words.flat_map(|(index, &word)| {
            let (row, start) = (index / self.words, index % self.words * 64);
            crate::lab::sets::elements(word).map(move |bit| (row, start + bit))
        })
    }

    /// Writes the transposed matrix into another of the same size.
    pub fn transpose_into(&self, into: &mut Matrix) {
        for above in 0..self.words {
            for across in 0..self.words {
                let mut block = [0; 64];
                let rows = (above * 64..self.side).take(64);
                for (word, row) in block.iter_mut().zip(rows) {
                    *word = self.bits[row * self.words + across];
                }
                if block.iter().any(|&word| word != 0) {
                    transpose_block(&mut block);
                }
                let rows = (across * 64..self.side).take(64);
                for (word, row) in block.iter().zip(rows) {
                    into.bits[row * self.words + above] = *word;
                }
            }
        }
    }
}

/// Transposes 64 by 64 bits: swaps the off-diagonal quarters, then the same within each quarter.
fn transpose_block(block: &mut [u64; 64]) {
    let (mut half, mut mask) = (32, 0x0000_0000_ffff_ffff_u64);
    while half > 0 {
        for row in (0..64).filter(|row| row & half == 0) {
            let swap = (block[row] >> half ^ block[row + half]) & mask;
            block[row] ^= swap << half;
            block[row + half] ^= swap;
        }
        half /= 2;
        mask ^= mask << half;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_swaps_rows_and_columns() {
        for side in [1, 5, 64, 70, 130] {
            let mut matrix = Matrix::new(side);
            for index in (0..side * side).filter(|index| index.wrapping_mul(0x9e37_79b9) >> 3 & 3 == 0) {
                matrix.set(index / side, index % side);
            }
            let mut turned = Matrix::new(side);
            turned.words_mut().fill(0x5555);
            matrix.transpose_into(&mut turned);
            for (row, col) in (0..side).flat_map(|row| (0..side).map(move |col| (row, col))) {
                assert_eq!(matrix.get(row, col), turned.get(col, row));
            }
            assert_eq!(matrix.ones().count() as u64, matrix.count());
        }
    }
}
