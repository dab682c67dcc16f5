//! Certificates: what the solver writes the checker accepts, what has been tampered with proves nothing false, and the
//! second checker agrees.

mod common_solver;

use std::io::Write;
use std::process::Command;

use common_solver::{board_of, exhaustive, random_board, value_text};
use tris::budget::{Budget, StopFlag};
use tris::game::Board;
use tris::proof::verify::{Value, Verified, verify};
use tris::score::Proof;
use tris::solver::{Options, solve};

fn certificate(board: &Board) -> (Proof, Vec<u8>) {
    let mut bytes = Vec::new();
    let budget = Budget::unlimited(StopFlag::default());
    let options = Options {
        megabytes: 64,
        ..Options::default()
    };
    let solution = solve(board, budget, &options, &mut |_| (), Some(&mut bytes)).unwrap();
    (solution.proof, bytes)
}

/// Whether what a certificate proves is true, by exhaustive search of the position in it.
fn is_true(verified: &Verified) -> bool {
    let truth = exhaustive(&verified.board);
    match (verified.value, truth) {
        (Value::WinAtMost(most), Proof::Win(plies)) | (Value::LossAtMost(most), Proof::Loss(plies)) => plies <= most,
        (value, truth) => value.to_string() == value_text(truth),
    }
}

#[test]
fn what_is_written_is_accepted() {
    let mut seed = 7;
    for (rows, cols, k, least) in [
        (3, 3, 3, 0),
        (3, 4, 3, 2),
        (4, 4, 4, 4),
        (4, 4, 3, 4),
        (5, 4, 4, 4),
        (5, 5, 4, 6),
        (6, 6, 5, 8),
    ] {
        for _ in 0..40 {
            let board = random_board(rows, cols, k, least, &mut seed);
            let (proof, bytes) = certificate(&board);
            let verified = verify(&mut &bytes[..]).unwrap_or_else(|fault| panic!("{board:?}: {fault}"));
            assert_eq!(verified.value.to_string(), value_text(proof), "{board:?}");
            assert_eq!(verified.board.key(), board.key());
        }
    }
}

/// Every way to change one byte a little, to lose it, to double it, and to stop there.
fn mutations(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for at in 0..bytes.len() {
        for change in [1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80, 0xff] {
            let mut changed = bytes.to_vec();
            changed[at] ^= change;
            all.push(changed);
        }
        all.push([&bytes[..at], &bytes[at + 1..]].concat());
        all.push([&bytes[..=at], &bytes[at..]].concat());
        all.push(bytes[..at].to_vec());
    }
    all
}

#[test]
fn tampering_never_proves_anything_false() {
    let positions = [
        ("3 3 3", ""),
        ("3 3 3", "0 0 0 1"),
        ("3 3 3", "0 0 0 1 1 1"),
        ("3 3 3", "1 1 0 0"),
        ("3 4 3", "0 0"),
        ("4 3 3", "0 0 1 1"),
        ("4 4 4", "0 0 1 1 2 3 3 3 0 3 1 2"),
        ("2 5 3", ""),
    ];
    let (mut accepted, mut all) = (0, 0);
    for (dims, moves) in positions {
        let (_, bytes) = certificate(&board_of(dims, moves));
        for changed in mutations(&bytes) {
            all += 1;
            if let Ok(verified) = verify(&mut &changed[..]) {
                accepted += 1;
                // Large boards cannot come out of one changed byte of these headers without their grids.
                assert!(
                    is_true(&verified),
                    "{dims} {moves}: {:?} {}",
                    verified.value,
                    verified.board.ply()
                );
            }
        }
    }
    // A change may lead to another right answer, but rarely.
    assert!(accepted * 10 < all, "{accepted} of {all} changes went through");
}

#[test]
fn a_claim_cannot_be_left_out() {
    // On a board with stones nobody is excused: both halves of a draw must be there.
    let (proof, bytes) = certificate(&board_of("3 3 3", "1 1 0 0"));
    assert_eq!(proof, Proof::Draw);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let second = text.find("cannot O").expect("the second half is written");
    let mut half = bytes[..second].to_vec();
    half.extend(b"end\n");
    assert_eq!(
        verify(&mut &half[..]).unwrap_err().to_string(),
        "the claims do not settle the value"
    );
}

#[test]
fn the_stored_certificates_hold_and_the_second_checker_agrees() {
    let mut names: Vec<_> = std::fs::read_dir("tests/certificates")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    names.retain(|name| name.extension().is_some_and(|extension| extension == "proof"));
    names.sort();
    assert!(names.len() >= 15);
    let mut expected = Vec::new();
    for name in &names {
        let bytes = std::fs::read(name).unwrap();
        let verified = verify(&mut &bytes[..]).unwrap_or_else(|fault| panic!("{}: {fault}", name.display()));
        writeln!(expected, "proof ok {} value {}", verified.board.dims(), verified.value).unwrap();
    }
    let Ok(output) = Command::new("python3").arg("scripts/verify.py").args(&names).output() else {
        eprintln!("no python3 here: the second checker was not run");
        return;
    };
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&expected)
    );
}
