//! Forged certificates: trees grown at random, and right trees under other positions. Whatever the checker accepts must be
//! true by exhaustive search.

mod common_solver;

use common_solver::{board_of, exhaustive, random_board, value_text};
use tris::budget::{Budget, StopFlag};
use tris::game::hash::mix;
use tris::game::{Board, Dims, Player};
use tris::proof::format::{Claim, MAGIC, claim_line, position_line, tag, write_number};
use tris::proof::verify::{Value, Verified, verify};
use tris::score::Proof;
use tris::solver::{Options, solve};

fn is_true(verified: &Verified) -> bool {
    match (verified.value, exhaustive(&verified.board)) {
        (Value::WinAtMost(most), Proof::Win(plies)) | (Value::LossAtMost(most), Proof::Loss(plies)) => plies <= most,
        (value, truth) => value.to_string() == value_text(truth),
    }
}

/// Grows trees of the right form whose content is guessed.
struct Forger {
    seed: u64,
    empty: Vec<u64>,
    bytes: Vec<u8>,
    lists: u64,
}

impl Forger {
    fn on(board: &Board, seed: u64) -> Forger {
        Forger {
            seed: mix(seed),
            empty: board.legal().map(|cell| cell.index() as u64).collect(),
            bytes: Vec::new(),
            lists: 0,
        }
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.seed = self.seed.wrapping_add(1);
        mix(self.seed) % limit.max(1)
    }

    fn write(&mut self, numbers: &[u64]) {
        for &number in numbers {
            write_number(&mut self.bytes, number).unwrap();
        }
    }

    fn any_empty(&mut self) -> u64 {
        let index = self.below(self.empty.len() as u64) as usize;
        self.empty.get(index).copied().unwrap_or(0)
    }

    /// What follows when a cell is no longer empty.
    fn with(&mut self, cell: u64, grow: impl FnOnce(&mut Forger)) {
        let before = self.empty.clone();
        self.empty.retain(|&other| other != cell);
        grow(self);
        self.empty = before;
    }

    fn attacker(&mut self) {
        match self.below(12) {
            0 => self.write(&[tag::POTENTIAL]),
            1..=2 => self.pairing(),
            3 if self.lists > 0 => {
                let (index, turn) = (self.below(self.lists), self.below(8));
                self.write(&[tag::SAME, index, turn]);
            }
            _ => self.moves(),
        }
    }

    fn pairing(&mut self) {
        let pairs = 1 + self.below(self.empty.len() as u64 / 2 + 1);
        self.write(&[tag::PAIRING, pairs]);
        for _ in 0..2 * pairs {
            let cell = self.any_empty();
            self.write(&[cell]);
        }
    }

    fn moves(&mut self) {
        self.write(&[tag::MOVES]);
        for cell in self.empty.clone() {
            if self.below(8) < 6 {
                self.write(&[cell + 1]);
                self.with(cell, Forger::defender);
            }
        }
        self.write(&[0]);
        self.lists += 1;
    }

    fn defender(&mut self) {
        let cell = self.any_empty();
        match self.below(10) {
            0 => self.write(&[tag::POTENTIAL]),
            1 => self.pairing(),
            2..=3 => self.write(&[tag::LINE, cell]),
            _ => {
                self.write(&[tag::REPLY, cell]);
                self.with(cell, Forger::attacker);
            }
        }
    }

    fn play(&mut self) {
        let cell = self.any_empty();
        self.write(&[tag::PLAY, cell]);
        self.with(cell, |forger| {
            let last = forger.below(2) == 0;
            if last { forger.write(&[tag::GROUPS, 0]) } else { forger.groups() }
        });
    }

    /// Every cell of the defender in a group of its own, in one with all others, or in none.
    fn groups(&mut self) {
        let cells = self.empty.clone();
        let listed: Vec<u64> = cells.into_iter().filter(|_| self.below(4) < 3).collect();
        let together = self.below(2) == 0 && !listed.is_empty();
        let groups: Vec<Vec<u64>> = match together {
            true => vec![listed],
            false => listed.into_iter().map(|cell| vec![cell]).collect(),
        };
        self.write(&[tag::GROUPS, groups.len() as u64]);
        for cells in groups {
            self.write(&[cells.len() as u64]);
            self.write(&cells);
            self.with(cells[0], Forger::play);
        }
    }
}

/// A certificate of these claims about a board, each with its tree.
fn certificate(board: &Board, claims: &[(Claim, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = format!("{MAGIC}\n{}\n", position_line(board)).into_bytes();
    for (claim, tree) in claims {
        bytes.extend(format!("{}\n", claim_line(*claim)).bytes());
        bytes.extend(tree);
    }
    bytes.extend(b"end\n");
    bytes
}

fn grown(board: &Board, attacker: Player, claim: Claim, seed: u64) -> Vec<u8> {
    let mut forger = Forger::on(board, seed);
    match (claim, board.turn() == attacker) {
        (Claim::Cannot(..), true) => forger.attacker(),
        (Claim::Cannot(..), false) => forger.defender(),
        (Claim::Wins(_), true) => forger.play(),
        (Claim::Wins(_), false) => forger.groups(),
    }
    forger.bytes
}

/// Small positions in which much can be guessed: few empty cells, but not so few that nothing is at stake.
fn positions(count: u64) -> Vec<Board> {
    let mut seed = 4;
    let shapes = [(3, 3, 3, 4), (3, 4, 3, 7), (2, 5, 3, 5), (1, 7, 3, 2), (3, 3, 2, 1), (2, 3, 2, 1), (4, 4, 3, 10)];
    let board = |index: u64| {
        let (rows, cols, k, least) = shapes[index as usize % shapes.len()];
        random_board(rows, cols, k, least, &mut seed)
    };
    (0..count).map(board).collect()
}

#[test]
fn trees_grown_at_random_prove_nothing_false() {
    let mut accepted = 0;
    for (index, board) in positions(700).iter().enumerate() {
        let truth = exhaustive(board);
        let mut long_wins: Vec<(Claim, Vec<u8>, u32)> = Vec::new();
        // Trees that the checker takes, by player: what one half of a draw is put together from.
        let potential = |player| (Claim::Cannot(player, None), vec![tag::POTENTIAL as u8]);
        for round in 0..600 {
            let seed = (index << 16 | round) as u64;
            let player = Player::BOTH[round % 2];
            let cannot = Claim::Cannot(player, None);
            let draw = [(cannot, grown(board, player, cannot, seed)), potential(!player)];
            let wins = [(Claim::Wins(player), grown(board, player, Claim::Wins(player), seed))];
            for claims in [&draw[..], &wins[..]] {
                if let Ok(verified) = verify(&mut &certificate(board, claims)[..]) {
                    accepted += 1;
                    assert!(is_true(&verified), "{board:?} {truth:?} {claims:?}");
                    if let (Value::WinAtMost(plies) | Value::LossAtMost(plies), Proof::Win(best) | Proof::Loss(best)) =
                        (verified.value, truth)
                        && plies > best
                    {
                        long_wins.push((claims[0].0, claims[0].1.clone(), plies));
                    }
                }
            }
        }
        for (win, tree, plies) in long_wins.into_iter().take(20) {
            let Claim::Wins(player) = win else { continue };
            for round in 0..100 {
                let shorter = Claim::Cannot(player, Some(plies - 2));
                let claims = [(win, tree.clone()), (shorter, grown(board, player, shorter, round))];
                if let Ok(verified) = verify(&mut &certificate(board, &claims)[..]) {
                    assert!(is_true(&verified), "{board:?} {truth:?} {claims:?}");
                }
            }
        }
    }
    assert!(accepted > 2000, "only {accepted} trees were accepted");
}

#[test]
fn right_trees_under_other_positions_prove_nothing_false() {
    let (mut tried, mut accepted) = (0, 0);
    for board in positions(300).into_iter().chain([board_of("3 3 3", ""), board_of("3 4 3", "")]) {
        let mut bytes = Vec::new();
        let budget = Budget::unlimited(StopFlag::default());
        let options = Options {
            megabytes: 4,
            ..Options::default()
        };
        solve(&board, budget, &options, &mut |_| (), Some(&mut bytes)).unwrap();
        let header = format!("{MAGIC}\n{}\n", position_line(&board)).len();
        for other in neighbours(&board) {
            let forged = [format!("{MAGIC}\n{}\n", position_line(&other)).as_bytes(), &bytes[header..]].concat();
            tried += 1;
            if let Ok(verified) = verify(&mut &forged[..]) {
                accepted += 1;
                assert!(is_true(&verified), "{board:?} for {other:?}: {}", verified.value);
            }
        }
    }
    assert!(accepted > 1000 && accepted + 1000 < tried, "{accepted} of {tried}");
}

/// The board with one stone or empty cell exchanged for another, with the other side to move, and with another K.
fn neighbours(board: &Board) -> Vec<Board> {
    let dims = board.dims();
    let grid: Vec<Vec<Option<Player>>> = (0..dims.rows())
        .map(|row| (0..dims.cols()).map(|col| board.stone(dims.cell_at(row, col))).collect())
        .collect();
    let mut boards = Vec::new();
    let mut add = |k: i64, grid: &Vec<Vec<Option<Player>>>, turn| {
        let dims = Dims::new(dims.rows() as i64, dims.cols() as i64, k).unwrap();
        boards.extend(Board::from_grid(dims, grid, Some(turn)).ok().filter(|board| board.outcome().is_none()));
    };
    let k = dims.line_length().unwrap_or(1) as i64;
    add(k, &grid, !board.turn());
    add(k + 1, &grid, board.turn());
    add((k - 1).max(1), &grid, board.turn());
    let cells: Vec<(usize, usize)> =
        (0..grid.len()).flat_map(|row| (0..grid[0].len()).map(move |col| (row, col))).collect();
    for (index, &(row, col)) in cells.iter().enumerate() {
        for &(other_row, other_col) in &cells[index + 1..] {
            let mut changed = grid.clone();
            (changed[row][col], changed[other_row][other_col]) = (grid[other_row][other_col], grid[row][col]);
            if changed != grid {
                add(k, &changed, board.turn());
            }
        }
    }
    boards
}
