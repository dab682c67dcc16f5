//! What results say about strength: score, Elo difference, likelihood of superiority.
//!
//! The two games of a pair start from the same opening, so their results depend on each other: an opening that
//! favours X gives one win to each side. The spread is therefore taken from the pairs (five possible results,
//! hence "pentanomial"), which is honest and gives narrower errors than single games would.

/// Two-sided 95 % of the normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Results from one engine's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Complete pairs by points won: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
}

impl Tally {
    /// Counts a game by its half points: 0, 1 or 2.
    pub fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points per game, between 0 and 1; one half before the first game.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// The standard error of [`Tally::score`], by pairs where there are any.
    pub fn standard_error(&self) -> f64 {
        let pairs: u64 = self.pairs.iter().sum();
        if self.games() == 0 {
            return 0.0;
        }
        if pairs == 0 {
            let counts = [self.losses, self.draws, self.wins];
            return (variance(&counts) / self.games() as f64).sqrt();
        }
        // Games whose partner is missing are taken for as informative as the others.
        (variance(&self.pairs) / (self.games() as f64 / 2.0)).sqrt()
    }

    /// The Elo difference with its 95 % interval.
    pub fn elo(&self) -> Estimate {
        let (score, error) = (self.score(), self.standard_error());
        let (low, high) = if error > 0.0 {
            (score - Z95 * error, score + Z95 * error)
        } else {
            cautious_interval(score, self.games() as f64)
        };
        Estimate {
            value: elo_of(score),
            low: elo_of(low),
            high: elo_of(high),
        }
    }

    /// The probability that this engine is the stronger one, given the results.
    pub fn superiority(&self) -> f64 {
        let error = self.standard_error();
        if error > 0.0 {
            return normal((self.score() - 0.5) / error);
        }
        // No spread yet: every decided game is a toss of a coin.
        let decided = self.wins + self.losses;
        if decided == 0 {
            return 0.5;
        }
        normal((self.wins as f64 - self.losses as f64) / (decided as f64).sqrt())
    }
}

/// A value and its 95 % interval; infinite where every game was won or lost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The interval where results do not vary: as if z² more games, half of them won, had been played
/// (Agresti and Coull).
fn cautious_interval(score: f64, games: f64) -> (f64, f64) {
    let more = Z95 * Z95;
    let middle = (score * games + more / 2.0) / (games + more);
    let error = Z95 * (middle * (1.0 - middle) / (games + more)).sqrt();
    (middle - error, middle + error)
}

/// The variance of results that lie evenly between 0 and 1.
fn variance(counts: &[u64]) -> f64 {
    let total: f64 = counts.iter().sum::<u64>() as f64;
    let step = 1.0 / (counts.len() as f64 - 1.0);
    let moment = |power: i32| {
        let terms = counts.iter().enumerate();
        terms
            .map(|(index, &count)| count as f64 * (index as f64 * step).powi(power))
            .sum::<f64>()
            / total
    };
    // Rounding may leave a tiny rest where all results are alike.
    let spread = moment(2) - moment(1).powi(2);
    if spread < 1e-12 { 0.0 } else { spread }
}

/// The Elo difference that makes one expect this score.
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The score to expect from an Elo difference.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The cumulative normal distribution, by a series whose terms are all positive, so nothing cancels.
pub fn normal(z: f64) -> f64 {
    // Beyond this the result is 0 or 1 in double precision, and so is the rest of the series lost.
    if z.abs() > 8.0 {
        return if z > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut odd) = (z, z, 1.0);
    while term.abs() > 1e-17 * sum.abs() {
        odd += 2.0;
        term *= z * z / odd;
        sum += term;
    }
    0.5 + sum * (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() < by, "{a} is not {b}");
    }

    #[test]
    fn the_normal_distribution_has_its_tabulated_values() {
        close(normal(0.0), 0.5, 1e-15);
        close(normal(1.0), 0.841_344_746_068_542_9, 1e-12);
        close(normal(Z95), 0.975, 1e-12);
        close(normal(-3.0), 0.001_349_898_031_630_1, 1e-12);
        close(normal(6.0), 1.0 - 9.865_876_450_376_98e-10, 1e-14);
    }

    #[test]
    fn elo_and_score_are_inverse() {
        close(elo_of(0.75), 190.848_501_887_86, 1e-9);
        close(score_of(100.0), 0.640_064_999_802_885, 1e-12);
        close(elo_of(score_of(-37.5)), -37.5, 1e-9);
    }

    #[test]
    fn single_games_give_the_textbook_error() {
        // 60 wins, 20 draws, 20 losses: 70 %, variance 0.16, standard error 0.04.
        let tally = Tally {
            wins: 60,
            draws: 20,
            losses: 20,
            pairs: [0; 5],
        };
        close(tally.score(), 0.7, 1e-12);
        close(tally.standard_error(), 0.04, 1e-12);
        let elo = tally.elo();
        close(elo.value, 147.190_713_6, 1e-6);
        close(elo.low, elo_of(0.7 - 0.04 * Z95), 1e-9);
        close(tally.superiority(), normal(5.0), 1e-12);
    }

    #[test]
    fn pairs_tell_that_the_opening_decided() {
        // Every opening was won by whoever had X: the games vary, the pairs do not.
        let mut tally = Tally::default();
        for half_points in [2, 0].repeat(20) {
            tally.add(half_points);
        }
        close(tally.standard_error(), 0.5 / 40_f64.sqrt(), 1e-12);
        tally.pairs = [0, 0, 20, 0, 0];
        close(tally.standard_error(), 0.0, 1e-12);
        tally.pairs = [1, 0, 18, 0, 1];
        // Pair scores 0, ½ (18 times), 1: variance 0.5·2/20·… = 0.025 over 20 pairs.
        close(tally.standard_error(), (0.025_f64 / 20.0).sqrt(), 1e-12);
    }

    #[test]
    fn a_clean_sweep_is_no_proof_of_infinity() {
        let tally = Tally {
            wins: 40,
            pairs: [0, 0, 0, 0, 20],
            ..Tally::default()
        };
        let elo = tally.elo();
        assert_eq!(elo.value, f64::INFINITY);
        assert!(elo.low > 300.0 && elo.low < 450.0, "{}", elo.low);
        assert!(tally.superiority() > 0.999_999);
        assert_eq!(Tally::default().superiority(), 0.5);
    }
}
