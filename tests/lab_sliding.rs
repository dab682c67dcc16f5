//! The sliding game, against plain searches from every position.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use tris::lab::sliding::{Game, TooLarge};

const MEMORY: u64 = 1 << 30;

type Stones = Vec<u8>;

/// Whether somebody has a whole row, column or diagonal.
fn is_over(stones: &Stones, side: usize) -> bool {
    let all = |cells: Vec<usize>| stones[cells[0]] != b'.' && cells.iter().all(|&c| stones[c] == stones[cells[0]]);
    let straight = (0..side)
        .any(|i| all((0..side).map(|j| i * side + j).collect()) || all((0..side).map(|j| j * side + i).collect()));
    straight || all((0..side).map(|i| i * side + i).collect()) || all((0..side).map(|i| (i + 1) * (side - 1)).collect())
}

fn moves(stones: &Stones, side: usize) -> Vec<Stones> {
    let mut found = Vec::new();
    for from in (0..side * side).filter(|&from| stones[from] != b'.') {
        for to in (0..side * side).filter(|&to| stones[to] == b'.') {
            let near = |a: usize, b: usize| a.abs_diff(b) <= 1;
            if near(from / side, to / side) && near(from % side, to % side) {
                let mut after = stones.clone();
                after.swap(from, to);
                found.push(after);
            }
        }
    }
    found
}

fn placements(side: usize) -> Vec<Stones> {
    let mut all = vec![Vec::new()];
    for _ in 0..side * side {
        all = all
            .into_iter()
            .flat_map(|stones: Stones| [b'.', b'O', b'X'].map(|s| [&stones[..], &[s]].concat()))
            .collect();
        let few = |stones: &Stones, stone| stones.iter().filter(|&&s| s == stone).count() <= side;
        all.retain(|stones| few(stones, b'X') && few(stones, b'O'));
    }
    all.retain(|stones| stones.iter().filter(|&&stone| stone == b'.').count() == side * side - 2 * side);
    all
}

/// All positions with their legal moves, by number.
struct Plain {
    all: Vec<Stones>,
    moves: Vec<Vec<usize>>,
}

impl Plain {
    fn new(side: usize) -> Plain {
        let all = placements(side);
        let number: HashMap<Stones, usize> = all.iter().cloned().zip(0..).collect();
        let legal = |stones: &Stones| {
            if is_over(stones, side) {
                Vec::new()
            } else {
                moves(stones, side)
            }
        };
        let moves = all
            .iter()
            .map(|stones| legal(stones).iter().map(|next| number[next]).collect());
        Plain {
            moves: moves.collect(),
            all,
        }
    }

    /// The distance of every position that can be reached.
    fn distances(&self, from: usize) -> Vec<Option<usize>> {
        let mut known = vec![None; self.all.len()];
        known[from] = Some(0);
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            for &next in &self.moves[at] {
                if known[next].is_none() {
                    known[next] = known[at].map(|distance| distance + 1);
                    queue.push_back(next);
                }
            }
        }
        known
    }
}

fn sets(stones: &Stones) -> (u64, u64) {
    let of = |letter| {
        stones
            .iter()
            .enumerate()
            .filter(|(_, s)| **s == letter)
            .fold(0, |set, (cell, _)| set | 1 << cell)
    };
    (of(b'X'), of(b'O'))
}

#[test]
fn side_three_agrees_with_searches_from_every_position() {
    let side = 3;
    let plain = Plain::new(side);
    let numbers = 0..plain.all.len();
    let reach: Vec<Vec<Option<usize>>> = numbers.clone().map(|from| plain.distances(from)).collect();
    let mut groups: BTreeMap<u64, u64> = BTreeMap::new();
    let (mut seen, mut longest) = (HashSet::new(), 0);
    for from in numbers.clone() {
        let mutual = |&to: &usize| reach[from][to].is_some() && reach[to][from].is_some();
        let group: Vec<usize> = numbers.clone().filter(mutual).collect();
        longest = group.iter().filter_map(|&to| reach[from][to]).fold(longest, usize::max);
        if seen.insert(from) {
            *groups.entry(group.len() as u64).or_default() += 1;
            seen.extend(group);
        }
    }
    let legal: usize = plain.moves.iter().map(Vec::len).sum();
    let survey = Game::new(side, MEMORY).unwrap().survey(&mut |_, _| {});
    assert_eq!(survey.positions, plain.all.len() as u64);
    assert_eq!(survey.moves, legal as u64);
    assert_eq!(survey.groups, groups);
    assert_eq!(usize::from(survey.longest), longest);
    // The sheet's figures, but for the moves: every count that treats the symmetries alike is a multiple of 8.
    assert_eq!((survey.positions, survey.longest), (1680, 11));
    assert_eq!(survey.groups, BTreeMap::from([(1, 308), (1372, 1)]));
    assert_eq!((survey.moves, 22_436 % 8), (13_760, 4));
}

#[test]
fn chains_are_legal_and_shortest() {
    let side = 3;
    let game = Game::new(side, MEMORY).unwrap();
    let plain = Plain::new(side);
    for from in (0..plain.all.len()).step_by(97) {
        let reach = plain.distances(from);
        let from = &plain.all[from];
        for to in (0..plain.all.len()).step_by(13) {
            let chain = game.chain(sets(from), sets(&plain.all[to]));
            assert_eq!(chain.as_ref().map(|chain| chain.len() - 1), reach[to]);
            let to = &plain.all[to];
            let Some(chain) = chain else { continue };
            assert_eq!((chain[0], chain[chain.len() - 1]), (sets(from), sets(to)));
            let mut at = from.clone();
            for step in &chain[1..] {
                assert!(!is_over(&at, side));
                at = moves(&at, side)
                    .into_iter()
                    .find(|next| sets(next) == *step)
                    .expect("a legal move");
            }
        }
    }
}

#[test]
fn the_smallest_sides_have_nothing_to_slide() {
    let survey = |side| Game::new(side, MEMORY).unwrap().survey(&mut |_, _| {});
    assert_eq!((survey(1).positions, survey(1).longest), (0, 0));
    assert_eq!((survey(2).positions, survey(2).moves), (6, 0));
    assert_eq!(survey(2).groups, BTreeMap::from([(1, 6)]));
}

#[test]
fn what_does_not_fit_is_refused() {
    assert!(matches!(Game::new(5, MEMORY), Err(TooLarge::Memory(bytes)) if bytes > 10_000_000_000));
    assert!(matches!(Game::new(6, u64::MAX), Err(TooLarge::Numbers)));
    assert!(matches!(Game::new(9, u64::MAX), Err(TooLarge::Numbers)));
    assert!(matches!(Game::new(4, 1_000_000), Err(TooLarge::Memory(_))));
}
