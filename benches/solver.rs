//! The provers: whole solves of boards from microseconds to a fraction of a second, and the checker on a certificate.

use divan::Bencher;
use tris::budget::{Budget, StopFlag};
use tris::game::{Board, Dims};
use tris::proof::verify::verify;
use tris::solver::{Options, solve};

fn main() {
    divan::main();
}

#[divan::bench(args = [[3, 3, 3], [4, 4, 4], [5, 5, 4], [6, 6, 4], [6, 6, 5], [7, 7, 5]], sample_count = 5)]
fn solving(bencher: Bencher, [rows, cols, k]: [i64; 3]) {
    let board = Board::new(Dims::new(rows, cols, k).unwrap());
    bencher.bench_local(|| {
        let budget = Budget::unlimited(StopFlag::default());
        solve(&board, budget, &Options::default(), &mut |_| (), None)
            .unwrap()
            .proof
    });
}

#[divan::bench]
fn checking(bencher: Bencher) {
    let certificate = include_bytes!("../tests/certificates/7x7x5.proof");
    bencher.bench_local(|| verify(&mut &certificate[..]).unwrap().nodes);
}
