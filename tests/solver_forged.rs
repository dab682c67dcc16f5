//! Forged certificates: trees grown at random, and right trees under other positions. Whatever the checker accepts must be
//! true by exhaustive search.

mod common_solver;

use std::collections::HashMap;

use common_solver::{board_of, exhaustive, random_board, value_text};
use tris::budget::{Budget, StopFlag};
use tris::game::hash::mix;
use tris::game::{Board, Cell, Dims, Outcome, Player};
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

/// What the true value of a position is, found out once.
type Oracle = HashMap<String, Proof>;

/// Grows trees that are right where that is possible and guessed where the claim is false.
struct Forger<'o> {
    seed: u64,
    board: Board,
    attacker: Player,
    /// Whether anything is guessed.
    sloppy: bool,
    oracle: &'o mut Oracle,
    bytes: Vec<u8>,
    lists: u64,
}

impl Forger<'_> {
    fn below(&mut self, limit: u64) -> u64 {
        self.seed = self.seed.wrapping_add(1);
        mix(self.seed) % limit.max(1)
    }

    fn write(&mut self, numbers: &[u64]) {
        for &number in numbers {
            write_number(&mut self.bytes, number).unwrap();
        }
    }

    fn empty(&self) -> Vec<Cell> {
        self.board.legal().collect()
    }

    fn any_empty(&mut self) -> Cell {
        let empty = self.empty();
        let index = self.below(empty.len() as u64) as usize;
        empty.get(index).copied().unwrap_or(Cell(0))
    }

    /// What follows a move; nothing sensible if it ended the game.
    fn with(&mut self, cell: Cell, grow: impl FnOnce(&mut Self)) {
        if self.board.stone(cell).is_some() || self.board.outcome().is_some() {
            return grow(self);
        }
        self.board.play_unchecked(cell);
        grow(self);
        self.board.undo();
    }

    /// Whether the attacker does not win.
    fn holds(&mut self) -> bool {
        match self.board.outcome() {
            Some(Outcome::Win(player)) => player != self.attacker,
            Some(Outcome::Draw) => true,
            None => {
                let key = position_line(&self.board);
                let value = *self.oracle.entry(key).or_insert_with(|| exhaustive(&self.board));
                let lost = if self.board.turn() == self.attacker {
                    matches!(value, Proof::Win(_))
                } else {
                    matches!(value, Proof::Loss(_))
                };
                !lost
            }
        }
    }

    fn attacker(&mut self) {
        let holds = self.holds();
        if !self.sloppy {
            return self.moves(holds);
        }
        match self.below(16) {
            0 => self.write(&[tag::POTENTIAL]),
            1 => self.pairing(),
            2..=12 if self.lists > 0 && (!holds || self.seed.is_multiple_of(4)) => {
                let (index, turn) = (self.below(self.lists), self.below(8));
                self.write(&[tag::SAME, index, turn]);
            }
            _ => self.moves(holds),
        }
    }

    fn pairing(&mut self) {
        let pairs = 1 + self.below(self.board.empties() as u64 / 2 + 1);
        self.write(&[tag::PAIRING, pairs]);
        for _ in 0..2 * pairs {
            let cell = self.any_empty();
            self.write(&[cell.index() as u64]);
        }
    }

    fn moves(&mut self, holds: bool) {
        self.write(&[tag::MOVES]);
        for cell in self.empty() {
            let left_out = self.sloppy && self.below(if holds { 8 } else { 2 }) == 0;
            if !left_out {
                self.write(&[cell.index() as u64 + 1]);
                self.with(cell, Self::defender);
            }
        }
        self.write(&[0]);
        self.lists += 1;
    }

    fn defender(&mut self) {
        let mut cell = self.any_empty();
        for other in self.empty() {
            let mut good = false;
            self.with(other, |forger| good = forger.holds());
            if good && (!self.sloppy || self.below(3) > 0) {
                cell = other;
            }
        }
        let mut ends = false;
        self.with(cell, |forger| {
            ends = matches!(forger.board.outcome(), Some(Outcome::Win(_)))
        });
        let number = cell.index() as u64;
        match if self.sloppy { self.below(24) } else { 24 } {
            0 => self.write(&[tag::POTENTIAL]),
            1 => self.pairing(),
            2 => self.write(&[tag::LINE, number]),
            _ if ends => self.write(&[tag::LINE, number]),
            _ => {
                self.write(&[tag::REPLY, number]);
                self.with(cell, Self::attacker);
            }
        }
    }

    fn play(&mut self) {
        let cell = self.any_empty();
        self.write(&[tag::PLAY, cell.index() as u64]);
        self.with(cell, |forger| {
            let last = forger.below(2) == 0;
            if last {
                forger.write(&[tag::GROUPS, 0])
            } else {
                forger.groups()
            }
        });
    }

    /// Every cell of the defender in a group of its own, in one with all others, or in none.
    fn groups(&mut self) {
        let cells = self.empty();
        let listed: Vec<Cell> = cells.into_iter().filter(|_| self.below(4) < 3).collect();
        let together = self.below(2) == 0 && !listed.is_empty();
        let groups: Vec<Vec<Cell>> = match together {
            true => vec![listed],
            false => listed.into_iter().map(|cell| vec![cell]).collect(),
        };
        self.write(&[tag::GROUPS, groups.len() as u64]);
        for cells in groups {
            self.write(&[cells.len() as u64]);
            cells.iter().for_each(|cell| self.write(&[cell.index() as u64]));
            self.with(cells[0], Self::play);
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

fn grown(board: &Board, attacker: Player, claim: Claim, seed: Option<u64>, oracle: &mut Oracle) -> Vec<u8> {
    let mut forger = Forger {
        seed: mix(seed.unwrap_or(0)),
        sloppy: seed.is_some(),
        board: board.clone(),
        attacker,
        oracle,
        bytes: Vec::new(),
        lists: 0,
    };
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
    let shapes = [
        (3, 3, 3, 4),
        (3, 4, 3, 7),
        (2, 5, 3, 5),
        (1, 7, 3, 2),
        (3, 3, 2, 1),
        (2, 3, 2, 1),
        (4, 4, 3, 10),
    ];
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
        let mut oracle = Oracle::new();
        let mut long_wins: Vec<(Claim, Vec<u8>, u32)> = Vec::new();
        // The other half of a draw, as right as it can be.
        let mut honest = |player| {
            let claim = Claim::Cannot(player, None);
            (claim, grown(board, player, claim, None, &mut oracle))
        };
        let halves = Player::BOTH.map(&mut honest);
        for round in 0..600 {
            let seed = (index << 16 | round) as u64;
            let player = Player::BOTH[round % 2];
            let cannot = Claim::Cannot(player, None);
            let draw = [
                (cannot, grown(board, player, cannot, Some(seed), &mut oracle)),
                halves[!player as usize].clone(),
            ];
            let wins = [(
                Claim::Wins(player),
                grown(board, player, Claim::Wins(player), Some(seed), &mut oracle),
            )];
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
                let claims = [
                    (win, tree.clone()),
                    (shorter, grown(board, player, shorter, Some(round), &mut oracle)),
                ];
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
    for board in positions(300)
        .into_iter()
        .chain([board_of("3 3 3", ""), board_of("3 4 3", "")])
    {
        let mut bytes = Vec::new();
        let budget = Budget::unlimited(StopFlag::default());
        let options = Options {
            megabytes: 4,
            ..Options::default()
        };
        solve(&board, budget, &options, &mut |_| (), Some(&mut bytes)).unwrap();
        let header = format!("{MAGIC}\n{}\n", position_line(&board)).len();
        for other in neighbours(&board) {
            let forged = [
                format!("{MAGIC}\n{}\n", position_line(&other)).as_bytes(),
                &bytes[header..],
            ]
            .concat();
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
        .map(|row| {
            (0..dims.cols())
                .map(|col| board.stone(dims.cell_at(row, col)))
                .collect()
        })
        .collect();
    let mut boards = Vec::new();
    let mut add = |k: i64, grid: &Vec<Vec<Option<Player>>>, turn| {
        let dims = Dims::new(dims.rows() as i64, dims.cols() as i64, k).unwrap();
        boards.extend(
            Board::from_grid(dims, grid, Some(turn))
                .ok()
                .filter(|board| board.outcome().is_none()),
        );
    };
    let k = dims.line_length().unwrap_or(1) as i64;
    add(k, &grid, !board.turn());
    add(k + 1, &grid, board.turn());
    add((k - 1).max(1), &grid, board.turn());
    let cells: Vec<(usize, usize)> = (0..grid.len())
        .flat_map(|row| (0..grid[0].len()).map(move |col| (row, col)))
        .collect();
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

/// What the checker says to a certificate of one claim.
fn fault(position: &str, claim: &str, tree: &[u8]) -> String {
    let head = format!("{MAGIC}\nposition {position}\n{claim}\n");
    let bytes = [head.as_bytes(), tree, b"end\n"].concat();
    verify(&mut &bytes[..]).unwrap_err().to_string()
}

#[test]
fn rules_that_chance_seldom_meets() {
    // X may leave the block of O's line out only if something answers it: the cell is on no line of X, but on one of O.
    let block = [2, 9, 4, 2, 0];
    assert_eq!(
        fault("3 3 3 grid OO./XXO/OX. turn X", "cannot X", &block),
        "node 1: a move of the attacker is not answered"
    );
    // The earlier node stands because X threatens two lines there; here X does not.
    let fewer_threats = [2, 1, 3, 6, 2, 0, 3, 3, 6, 5, 0, 0];
    assert_eq!(
        fault("3 4 3 grid .X.O/.X../.OX. turn O", "cannot O", &fewer_threats),
        "node 5: the defender has less here than there"
    );
    // Three plies before the end nothing is within reach; that says nothing of five plies before it.
    let mut soon = vec![2, 1, 3, 5, 2, 2, 3, 6, 2];
    soon.extend(
        (0..16)
            .filter(|cell| ![0, 1, 5, 6].contains(cell))
            .flat_map(|cell| [cell + 1, 1]),
    );
    soon.push(0);
    soon.extend(
        (0..16)
            .filter(|cell| ![0, 1, 5].contains(cell))
            .flat_map(|cell| [cell + 1, 1]),
    );
    soon.extend([0, 3, 3, 5, 5, 0, 0, 0]);
    assert_eq!(
        fault("4 4 4 grid ..../..../..../.... turn X", "cannot X within 7", &soon),
        "node 32: the earlier node shows it for fewer plies"
    );
}
