//! The Maker–Breaker prover against plain search of the same game: verdicts, and the zones on which much else is built.

mod common_solver;

use std::collections::HashMap;

use common_solver::switch_sets;
use tris::budget::{Budget, StopFlag};
use tris::game::Dims;
use tris::game::hash::mix;
use tris::solver::bits::Bits;
use tris::solver::breaker::Prover;
use tris::solver::known::{Switches, Verdict};
use tris::solver::lines::Lines;
use tris::solver::residual::Residual;
use tris::solver::shared::Shared;

/// A position of the game: the stones of Maker and Breaker, and whether Maker moves.
type Stones = (u64, u64, bool);

/// The game looked at without any method: who wins with these stones?
struct Plain {
    lines: Vec<u64>,
    cells: usize,
    seen: HashMap<Stones, bool>,
}

impl Plain {
    fn maker_wins(&mut self, (maker, breaker, maker_moves): Stones) -> bool {
        if self.lines.iter().any(|line| line & !maker == 0) {
            return true;
        }
        if self.lines.iter().all(|line| line & breaker != 0) || (maker | breaker).count_ones() as usize == self.cells {
            return false;
        }
        if let Some(&known) = self.seen.get(&(maker, breaker, maker_moves)) {
            return known;
        }
        let empty = (0..self.cells)
            .map(|cell| 1 << cell)
            .filter(|bit| (maker | breaker) & bit == 0);
        let after: Vec<Stones> = match maker_moves {
            true => empty.map(|bit| (maker | bit, breaker, false)).collect(),
            false => empty.map(|bit| (maker, breaker | bit, true)).collect(),
        };
        let wins = match maker_moves {
            true => after.into_iter().any(|next| self.maker_wins(next)),
            false => after.into_iter().all(|next| self.maker_wins(next)),
        };
        self.seen.insert((maker, breaker, maker_moves), wins);
        wins
    }
}

fn random_stones(cells: usize, lines: &[u64], seed: &mut u64) -> (u64, u64) {
    loop {
        *seed += 1;
        // An empty cell four times as often as a stone of either side.
        let fate = |cell: usize| mix(*seed << 8 | cell as u64) % 6;
        let stones = |wanted| {
            (0..cells)
                .filter(|&cell| fate(cell) == wanted)
                .fold(0, |all, cell| all | 1 << cell)
        };
        let (maker, breaker) = (stones(0), stones(1));
        if !lines.iter().any(|line| line & !maker == 0) {
            return (maker, breaker);
        }
    }
}

fn prove(dims: Dims, (maker, breaker, maker_moves): Stones, switches: Switches) -> Verdict<1> {
    let lines = Lines::<1>::new(dims).unwrap();
    let mut state = Residual::new(&lines, Bits([maker]), Bits([breaker]), u32::MAX);
    if switches.supersets {
        state.minimise();
    }
    state.track(&lines);
    let shared = Shared::new(lines, switches, 1, Budget::unlimited(StopFlag::default()));
    let mut prover = Prover::new(&shared, None);
    match maker_moves {
        true => prover.maker(&state, u64::MAX, 0),
        false => prover.breaker(&state, u64::MAX, 0),
    }
}

#[test]
fn verdicts_and_zones_with_every_switch_on_and_off() {
    let (mut seed, mut held, mut smaller) = (0, 0, 0);
    for (rows, cols, k) in [
        (3, 3, 3),
        (3, 4, 3),
        (4, 4, 4),
        (4, 4, 3),
        (3, 5, 3),
        (2, 8, 4),
        (1, 12, 3),
        (5, 3, 4),
    ] {
        let dims = Dims::new(rows, cols, k).unwrap();
        let lines: Vec<u64> = Lines::<1>::new(dims)
            .unwrap()
            .lines
            .iter()
            .map(|line| line.0[0])
            .collect();
        let mut plain = Plain {
            cells: dims.cells(),
            seen: HashMap::new(),
            lines,
        };
        for round in 0..120 {
            let (maker, breaker) = random_stones(dims.cells(), &plain.lines, &mut seed);
            let stones = (maker, breaker, round % 2 == 0);
            let wins = plain.maker_wins(stones);
            for switches in switch_sets() {
                match prove(dims, stones, switches) {
                    Verdict::Open => panic!("{dims} {stones:?} {switches:?}: left open"),
                    Verdict::Maker => assert!(wins, "{dims} {stones:?} {switches:?}: Maker does not win"),
                    Verdict::Breaker(zone) => {
                        assert!(!wins, "{dims} {stones:?} {switches:?}: Maker wins");
                        let empty = ((1 << dims.cells()) - 1) & !(maker | breaker);
                        let outside = empty & !zone.0[0];
                        held += 1;
                        smaller += usize::from(outside != 0);
                        let given = (maker | outside, breaker, stones.2);
                        assert!(
                            !plain.maker_wins(given),
                            "{dims} {stones:?} {switches:?}: zone {zone:?}"
                        );
                    }
                }
            }
        }
    }
    assert!(
        held > 1000 && smaller * 2 > held,
        "{smaller} of {held} zones say something"
    );
}
