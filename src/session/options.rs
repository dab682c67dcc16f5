//! The options of a session: one table that says what there is, and the current values.

use std::fmt;

use crate::lab::classic::Algorithm;
use crate::search::variety::FULL_SKILL;

/// What kind of value an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A whole number.
    Spin {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
        /// Value at the start.
        default: i64,
    },
    /// One of some words.
    Combo {
        /// The words, the default first.
        words: &'static [&'static str],
    },
    /// An action without a value.
    Button,
}

/// One option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spec {
    /// Its name as it is shown; compared without case.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// What it is for.
    pub purpose: &'static str,
}

/// Longest time that can be set, in ms: a day.
const DAY_MS: i64 = 86_400_000;

const fn spin(name: &'static str, default: i64, min: i64, max: i64, purpose: &'static str) -> Spec {
    Spec {
        name,
        kind: Kind::Spin { min, max, default },
        purpose,
    }
}

const HASH: usize = 0;
const THREADS: usize = 1;
const MULTI_PV: usize = 2;
const MOVE_OVERHEAD: usize = 3;
const DEFAULT_MOVETIME: usize = 4;
const DEFAULT_SOLVETIME: usize = 5;
const SKILL: usize = 6;
const SEED: usize = 7;
const ALGORITHM: usize = 8;

/// All options, in the order in which they are listed.
pub const SPECS: [Spec; 10] = [
    spin(
        "Hash",
        64,
        1,
        65_536,
        "memory for the table, MiB; taken when first needed",
    ),
    spin("Threads", 1, 1, 64, "search threads; reproducible with one only"),
    spin("MultiPV", 1, 1, 255, "number of best lines reported"),
    spin("MoveOverhead", 10, 0, 60_000, "ms kept back per move under a clock"),
    spin("DefaultMovetime", 1_000, 0, DAY_MS, "ms for a bare go"),
    spin("DefaultSolvetime", 60_000, 0, DAY_MS, "ms for a bare solve"),
    spin(
        "Skill",
        FULL_SKILL as i64,
        0,
        FULL_SKILL as i64,
        "playing level, 20 is full strength",
    ),
    spin("Seed", 0, 0, i64::MAX, "variety of play and of weak levels, 0 for none"),
    Spec {
        name: "Algorithm",
        kind: Kind::Combo {
            words: &[
                "tris",
                "minimax",
                "negamax",
                "alphabeta",
                "memo",
                "negascout",
                "negacstar",
            ],
        },
        purpose: "how moves are found",
    },
    Spec {
        name: "ClearHash",
        kind: Kind::Button,
        purpose: "forget what the table knows",
    },
];

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// There is no such option.
    Unknown(String),
    /// The option does not take this value.
    BadValue(&'static Spec),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown(name) => write!(f, "no option is called {name}"),
            OptionError::BadValue(spec) => match spec.kind {
                Kind::Spin { min, max, .. } => {
                    write!(f, "{} takes a whole number from {min} to {max}", spec.name)
                }
                Kind::Combo { words } => {
                    write!(f, "{} takes one of: {}", spec.name, words.join(", "))
                }
                Kind::Button => write!(f, "{} takes no value", spec.name),
            },
        }
    }
}

impl std::error::Error for OptionError {}

/// What setting an option asks the session to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing.
    None,
    /// Give the engine another amount of memory.
    Resize,
    /// Make the engine forget.
    Forget,
}

/// The current values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Number, or index of the word, by place in [`SPECS`].
    values: [i64; SPECS.len()],
}

impl Default for Options {
    fn default() -> Options {
        Options {
            values: SPECS.map(|spec| match spec.kind {
                Kind::Spin { default, .. } => default,
                Kind::Combo { .. } | Kind::Button => 0,
            }),
        }
    }
}

impl Options {
    /// Sets an option from text.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        let (index, spec) = SPECS
            .iter()
            .enumerate()
            .find(|(_, spec)| spec.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let number = parse(spec, value).ok_or(OptionError::BadValue(spec))?;
        let changed = self.values[index] != number;
        self.values[index] = number;
        Ok(match (spec.kind, index) {
            (Kind::Button, _) => Effect::Forget,
            (_, HASH) if changed => Effect::Resize,
            _ => Effect::None,
        })
    }

    /// The current value of the option at a place in [`SPECS`], as text; `None` for a button.
    pub fn show(&self, index: usize) -> Option<String> {
        match SPECS[index].kind {
            Kind::Spin { .. } => Some(self.values[index].to_string()),
            Kind::Combo { words } => words.get(self.values[index] as usize).map(|&word| word.to_owned()),
            Kind::Button => None,
        }
    }

    /// MiB for the table.
    pub fn hash(&self) -> usize {
        self.values[HASH] as usize
    }

    /// Number of search threads.
    pub fn threads(&self) -> usize {
        self.values[THREADS] as usize
    }

    /// Number of best lines.
    pub fn multi_pv(&self) -> usize {
        self.values[MULTI_PV] as usize
    }

    /// Milliseconds kept back under a clock.
    pub fn move_overhead(&self) -> u64 {
        self.values[MOVE_OVERHEAD] as u64
    }

    /// Milliseconds for a bare `go`.
    pub fn default_movetime(&self) -> u64 {
        self.values[DEFAULT_MOVETIME] as u64
    }

    /// Milliseconds for a bare `solve`.
    pub fn default_solvetime(&self) -> u64 {
        self.values[DEFAULT_SOLVETIME] as u64
    }

    /// Playing level.
    pub fn skill(&self) -> u32 {
        self.values[SKILL] as u32
    }

    /// The classic algorithm to search with; `None` for the engine's own search.
    pub fn algorithm(&self) -> Option<Algorithm> {
        self.show(ALGORITHM).and_then(|word| word.parse().ok())
    }

    /// Seed of variety.
    pub fn seed(&self) -> u64 {
        self.values[SEED] as u64
    }
}

/// The number for a value given as text, if the option takes it.
fn parse(spec: &Spec, value: Option<&str>) -> Option<i64> {
    match (spec.kind, value) {
        (Kind::Button, None) => Some(0),
        (Kind::Spin { min, max, .. }, Some(text)) => text.parse().ok().filter(|number| (min..=max).contains(number)),
        (Kind::Combo { words }, Some(text)) => words
            .iter()
            .position(|word| word.eq_ignore_ascii_case(text))
            .map(|index| index as i64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_named_places_are_right() {
        for (index, name) in [
            (HASH, "Hash"),
            (MULTI_PV, "MultiPV"),
            (MOVE_OVERHEAD, "MoveOverhead"),
            (DEFAULT_MOVETIME, "DefaultMovetime"),
            (DEFAULT_SOLVETIME, "DefaultSolvetime"),
            (SKILL, "Skill"),
            (SEED, "Seed"),
            (ALGORITHM, "Algorithm"),
        ] {
            assert_eq!(SPECS[index].name, name);
        }
    }

    #[test]
    fn every_classic_algorithm_can_be_chosen() {
        let mut options = Options::default();
        assert_eq!(options.algorithm(), None);
        for algorithm in Algorithm::ALL {
            assert_eq!(options.set("algorithm", Some(algorithm.name())), Ok(Effect::None));
            assert_eq!(options.algorithm(), Some(algorithm));
        }
    }

    #[test]
    fn values_are_checked_and_nothing_changes_on_error() {
        let mut options = Options::default();
        assert_eq!(options.set("hash", Some("8")), Ok(Effect::Resize));
        assert_eq!(options.set("HASH", Some("8")), Ok(Effect::None));
        let before = options.clone();
        for (name, value) in [
            ("Hash", Some("0")),
            ("Hash", None),
            ("Hash", Some("x")),
            ("ClearHash", Some("1")),
        ] {
            assert!(matches!(options.set(name, value), Err(OptionError::BadValue(_))));
        }
        assert!(matches!(options.set("Haste", Some("1")), Err(OptionError::Unknown(_))));
        assert_eq!(options, before);
        assert_eq!(options.set("clearhash", None), Ok(Effect::Forget));
    }
}
