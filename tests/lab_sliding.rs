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

fn distances(from: &Stones, side: usize) -> HashMap<Stones, usize> {
    let mut known = HashMap::from([(from.clone(), 0)]);
    let mut queue = VecDeque::from([from.clone()]);
    while let Some(at) = queue.pop_front() {
        if is_over(&at, side) {
            continue;
        }
        for next in moves(&at, side) {
            if !known.contains_key(&next) {
                known.insert(next.clone(), known[&at] + 1);
                queue.push_back(next);
            }
        }
    }
    known
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
    let all = placements(side);
    let reach: HashMap<Stones, HashMap<Stones, usize>> = all
        .iter()
        .map(|stones| (stones.clone(), distances(stones, side)))
        .collect();
    let mut groups: BTreeMap<u64, u64> = BTreeMap::new();
    let (mut seen, mut longest) = (HashSet::new(), 0);
    for stones in &all {
        let group: Vec<&Stones> = reach[stones]
            .keys()
            .filter(|other| reach[*other].contains_key(stones))
            .collect();
        longest = group
            .iter()
            .map(|other| reach[stones][*other])
            .max()
            .unwrap()
            .max(longest);
        if seen.insert(stones.clone()) {
            *groups.entry(group.len() as u64).or_default() += 1;
            seen.extend(group.into_iter().cloned());
        }
    }
    let legal = all
        .iter()
        .filter(|stones| !is_over(stones, side))
        .map(|stones| moves(stones, side).len() as u64);
    let survey = Game::new(side, MEMORY).unwrap().survey(&mut |_, _| {});
    assert_eq!(survey.positions, all.len() as u64);
    assert_eq!(survey.moves, legal.sum::<u64>());
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
    let all = placements(side);
    for from in all.iter().step_by(97) {
        let reach = distances(from, side);
        for to in all.iter().step_by(13) {
            let chain = game.chain(sets(from), sets(to));
            assert_eq!(chain.as_ref().map(|chain| chain.len() - 1), reach.get(to).copied());
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
