//! The sequential probability ratio test: ends a match as soon as the results say enough.
//!
//! It is the generalised test on pairs (pentanomial GSPRT), with Elo on the logistic scale: the log-likelihood ratio
//! compares the likeliest distribution of pair results whose mean is the score expected at `elo1` with the
//! likeliest one at `elo0`, given the pairs seen. Games whose partner is missing do not count.

use std::fmt;
use std::str::FromStr;

use super::stats::score_of;

/// Added to every count, so that a result not seen yet is not taken for impossible.
const PRIOR: f64 = 1e-3;

/// Hypotheses and error rates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference under H0.
    pub elo0: f64,
    /// The difference under H1.
    pub elo1: f64,
    /// The probability of accepting H1 where H0 holds.
    pub alpha: f64,
    /// The probability of accepting H0 where H1 holds.
    pub beta: f64,
}

/// What the test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Not enough pairs yet.
    Open,
    /// The difference is `elo0` or less.
    H0,
    /// The difference is `elo1` or more.
    H1,
}

impl Sprt {
    /// The bounds of the log-likelihood ratio at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log-likelihood ratio of pairs counted by points: 0, ½, 1, 1½, 2.
    pub fn ratio(&self, pairs: &[u64; 5]) -> f64 {
        if pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = pairs.map(|count| count as f64 + PRIOR);
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let (at0, at1) = (tilt(&seen, score_of(self.elo0)), tilt(&seen, score_of(self.elo1)));
        let terms = counts.iter().zip(at0.iter().zip(&at1));
        terms.map(|(count, (p0, p1))| count * (p1 / p0).ln()).sum()
    }

    /// What the pairs decide.
    pub fn decide(&self, pairs: &[u64; 5]) -> Decision {
        let (ratio, (low, high)) = (self.ratio(pairs), self.bounds());
        if ratio <= low {
            Decision::H0
        } else if ratio >= high {
            Decision::H1
        } else {
            Decision::Open
        }
    }
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Sprt, String> {
        let numbers: Vec<f64> = text
            .split(',')
            .map(|word| word.trim().parse().map_err(|_| format!("`{word}` is no number")))
            .collect::<Result<_, _>>()?;
        let (elo0, elo1, alpha, beta) = match numbers[..] {
            [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha] => (elo0, elo1, alpha, alpha),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => return Err("expected elo0,elo1[,alpha[,beta]]".into()),
        };
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        // Also false for what is not a number.
        let ordered = elo0 < elo1 && elo0.abs() < 4000.0 && elo1.abs() < 4000.0;
        if !ordered || !is_rate(alpha) || !is_rate(beta) {
            return Err("elo0 must be below elo1, alpha and beta between 0 and 0.5".into());
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "elo0 {} elo1 {} alpha {} beta {}",
            self.elo0, self.elo1, self.alpha, self.beta
        )
    }
}

/// The likeliest distribution with this mean, given the frequencies seen: p / (1 + x·(value − mean)), where x is the
/// one root that makes the mean right.
fn tilt(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    let offsets: [f64; 5] = std::array::from_fn(|index| index as f64 / 4.0 - mean);
    let excess = |x: f64| -> f64 {
        let terms = seen.iter().zip(&offsets);
        terms.map(|(p, offset)| p * offset / (1.0 + x * offset)).sum()
    };
    // All probabilities are positive between these poles, and the excess falls from +∞ to −∞.
    let (mut low, mut high) = (-1.0 / offsets[4], -1.0 / offsets[0]);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = (low + high) / 2.0;
    std::array::from_fn(|index| seen[index] / (1.0 + x * offsets[index]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    #[test]
    fn ratios_agree_with_an_independent_computation() {
        // The expected values minimise the dual of the constrained likelihood by golden section, in Python.
        for (bounds, pairs, expected) in [
            ("0,10", [10, 40, 100, 60, 20], 2.016_446),
            ("-5,5", [30, 100, 200, 90, 25], -1.248_101),
            ("0,10", [0, 0, 10, 0, 2], 0.340_151),
            ("0,50", [0, 0, 0, 0, 20], 2.672_217),
            ("0,50", [5, 0, 0, 0, 0], -0.771_640),
            ("0,2", [388, 4712, 9500, 4800, 420], 0.678_818),
        ] {
            let ratio = sprt(bounds).ratio(&pairs);
            assert!((ratio - expected).abs() < 2e-5, "{pairs:?}: {ratio}");
        }
        assert_eq!(sprt("0,10").ratio(&[0; 5]), 0.0);
    }

    #[test]
    fn the_tilted_distribution_is_one_and_has_the_mean_asked_for() {
        let seen = [0.05, 0.2, 0.45, 0.2, 0.1];
        for mean in [0.1, 0.5, 0.52, 0.9] {
            let tilted = tilt(&seen, mean);
            let sum: f64 = tilted.iter().sum();
            let found: f64 = tilted.iter().enumerate().map(|(index, p)| p * index as f64 / 4.0).sum();
            assert!((sum - 1.0).abs() < 1e-9 && (found - mean).abs() < 1e-9, "{sum} {found}");
        }
    }

    #[test]
    fn bounds_are_walds() {
        let (low, high) = sprt("0,5,0.05,0.1").bounds();
        assert!((low - (0.1_f64 / 0.95).ln()).abs() < 1e-12);
        assert!((high - 2.890_371_757_896_164_5).abs() < 1e-12);
        assert_eq!(sprt("0,50").decide(&[0, 0, 0, 0, 30]), Decision::H1);
        assert_eq!(sprt("0,50").decide(&[30, 0, 0, 0, 0]), Decision::H0);
        assert_eq!(sprt("0,50").decide(&[1, 2, 3, 2, 1]), Decision::Open);
    }

    #[test]
    fn senseless_tests_are_refused() {
        for bad in [
            "",
            "5",
            "5,0",
            "0,0",
            "0,x",
            "0,NaN",
            "0,inf",
            "0,5,0.6",
            "0,5,0",
            "0,5,.1,.1,.1",
        ] {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }
}
