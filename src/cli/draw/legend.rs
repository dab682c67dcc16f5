//! The colours and words of the heat map, and what they mean.

use super::heat::Heat;
use super::picture::{INK, LETTER_WIDTH, LETTERS, LINES};
use crate::cli::svg::{Anchor, Svg};
use crate::game::Player;
use crate::score::Score;

/// Proven candidates.
const WIN: &str = "#57b97c";
const DRAW: &str = "#a9cdea";
const LOSS: &str = "#b3b6bf";
/// Estimated candidates, from the worst to the best one, as red, green and blue.
const COLD: [f64; 3] = [255.0, 243.0, 205.0];
const HOT: [f64; 3] = [240.0, 110.0, 50.0];

/// What the colours mean, for those that occur.
pub fn draw(svg: &mut Svg, (mut x, y): (f64, f64), heat: &Heat, turn: Player) {
    let estimates = heat.moves.iter().any(|(_, score)| !score.is_proven());
    let occurs = |same: fn(Score) -> bool| heat.moves.iter().any(|&(_, score)| same(score));
    let entries = [
        (estimates, mixed(0.0), "weak"),
        (estimates, mixed(1.0), "strong"),
        (occurs(|score| matches!(score, Score::Win(_))), WIN.into(), "win"),
        (occurs(|score| score == Score::Draw), DRAW.into(), "draw"),
        (occurs(|score| matches!(score, Score::Loss(_))), LOSS.into(), "loss"),
    ];
    let style = format!(r#"font-size="{:.1}" fill="{INK}""#, LETTERS * 0.9);
    for (_, colour, word) in entries.iter().filter(|entry| entry.0) {
        let swatch = format!(r#"fill="{colour}" stroke="{LINES}""#);
        svg.rectangle((x, y - 11.0), (14.0, 14.0), &swatch);
        svg.text((x + 19.0, y), Anchor::Start, &style, word);
        x += 30.0 + LETTERS * LETTER_WIDTH * word.len() as f64;
    }
    let certainty = match estimates {
        true => format!("for {turn}, depth {}", heat.depth),
        false => format!("for {turn}, proven"),
    };
    svg.text((x, y), Anchor::Start, &style, &certainty);
}

/// The colours of estimates reach from the worst one shown to the best one.
pub struct Scale {
    least: f64,
    most: f64,
}

impl Scale {
    pub fn of(heat: &Heat) -> Scale {
        let estimates = heat.moves.iter().filter_map(|&(_, score)| match score {
            Score::Estimate(value) => Some(f64::from(value)),
            _ => None,
        });
        let (least, most) = estimates.fold((f64::MAX, f64::MIN), |(least, most), value| {
            (least.min(value), most.max(value))
        });
        Scale { least, most }
    }

    pub fn colour(&self, score: Score) -> String {
        match score {
            Score::Win(_) => WIN.into(),
            Score::Draw => DRAW.into(),
            Score::Loss(_) => LOSS.into(),
            Score::Estimate(value) if self.most > self.least => {
                mixed((f64::from(value) - self.least) / (self.most - self.least))
            }
            Score::Estimate(_) => mixed(1.0),
        }
    }
}

/// Between cold and hot.
fn mixed(part: f64) -> String {
    let channel = |index: usize| (COLD[index] + (HOT[index] - COLD[index]) * part).round() as u8;
    format!("#{:02x}{:02x}{:02x}", channel(0), channel(1), channel(2))
}

/// A score in a few letters: an estimate with its sign, or a fact with the number of plies.
pub fn words(score: Score) -> String {
    match score {
        Score::Estimate(value) => format!("{value:+}"),
        Score::Win(plies) => format!("win {plies}"),
        Score::Loss(plies) => format!("loss {plies}"),
        Score::Draw => "draw".into(),
    }
}
