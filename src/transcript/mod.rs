//! Transcripts (`*.mnkt`): engine input whose comments say what the answers must be. Reading them, matching
//! answers, and writing expectations; running them is the business of `tris check`.
//!
//! ```text
//! newgame 3 3 3          #= ok                       the terminal line matches
//! move 9 9               #! ok                       the terminal line does not match
//! go depth 3             #~ info ** score draw **    some info line matches
//! ```

pub mod pattern;
pub mod script;

pub use pattern::matches;
pub use script::{Expectation, Kind, Script, Step};

/// The expectation that an answer meets, loose where answers differ from run to run or are meant for people.
pub fn expectation_for(reply: &str) -> String {
    let words: Vec<&str> = reply.split(' ').collect();
    match words.as_slice() {
        ["error", code, ..] => format!("#= error {code} **"),
        ["ok", "bench", "nodes", nodes, _, _, _, _, "signature", signature] => {
            format!("#= ok bench nodes {nodes} time * nps * signature {signature}")
        }
        _ => format!("#= {reply}"),
    }
}

/// The expectation that an `info` line meets: its score only, the rest differs from run to run.
pub fn info_expectation_for(info: &str) -> String {
    let words: Vec<&str> = info.split(' ').collect();
    let score = words.iter().position(|&word| word == "score");
    match score.and_then(|at| words.get(at + 1..)) {
        Some([kind @ ("cp" | "win" | "loss"), number, ..]) => {
            format!("#~ info ** score {kind} {number} **")
        }
        Some([kind, ..]) => format!("#~ info ** score {kind} **"),
        _ => format!("#~ {info}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_meets_its_own_expectation() {
        for reply in [
            "ok",
            "bestmove 1 1",
            "error syntax col 3 expected a row",
            "ok bench nodes 12 time 34 nps 56 signature 0123abcd",
            "ok value win atmost 11 move 2 2",
        ] {
            let expectation = expectation_for(reply);
            assert!(matches(expectation.strip_prefix("#= ").unwrap(), reply));
        }
        let info = "info depth 3 seldepth 4 multipv 1 score win 7 nodes 1 nps 1 hashfull 0 time 0 pv 1 1";
        let expectation = info_expectation_for(info);
        assert_eq!(expectation, "#~ info ** score win 7 **");
        assert!(matches(expectation.strip_prefix("#~ ").unwrap(), info));
    }
}
