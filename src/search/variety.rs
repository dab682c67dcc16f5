//! Play that is varied (`Seed`) or weaker on purpose (`Skill`): the choice among lines that the search has found.

use crate::game::hash::mix;

use super::root::Line;
use super::value::{is_loss, is_win};

/// The highest skill: no weakening.
pub const FULL_SKILL: u32 = 20;
/// Lines compared by a player of full strength when the best one is not simply taken.
const COMPARED: usize = 6;
/// Lines this close to the best one are as good, in estimate points.
const EQUALLY_GOOD: i32 = 6;
/// How far a level's judgement may be off, per missing level of skill.
const ERROR_PER_LEVEL: i32 = 60;
/// A weak player takes a win or loss he sees for no more than this.
const SEEN_RESULT: i32 = 700;

/// How a choice may depart from the best line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variety {
    /// 0 to [`FULL_SKILL`].
    pub skill: u32,
    /// Makes choices differ between games; 0 for none.
    pub seed: u64,
}

impl Variety {
    /// Always the best line.
    pub const NONE: Variety = Variety {
        skill: FULL_SKILL,
        seed: 0,
    };

    /// How many lines the search must find for a choice.
    pub fn lines(self) -> usize {
        if self == Variety::NONE {
            1
        } else {
            // Who overlooks much must have much to overlook: a beginner's bad moves are not among the best six.
            COMPARED + (FULL_SKILL - self.skill.min(FULL_SKILL)) as usize
        }
    }

    /// The iteration after which a weak player's view is fixed; a full-strength one always looks again.
    pub fn horizon(self) -> Option<u32> {
        (self.skill < FULL_SKILL).then_some(1 + self.skill / 3)
    }

    /// The index of the line to play, in a position with this key.
    pub fn choose(self, lines: &[Line], key: u64) -> usize {
        if self == Variety::NONE {
            return 0;
        }
        if self.skill < FULL_SKILL {
            self.misjudge(lines, key)
        } else {
            self.vary(lines, key)
        }
    }

    /// Any of the lines that are as good as the best one, and no less proven.
    fn vary(self, lines: &[Line], key: u64) -> usize {
        let best = &lines[0];
        if best.bounds.score().is_some() {
            return 0;
        }
        let equals: Vec<usize> = (0..lines.len())
            .filter(|&index| {
                let line = &lines[index];
                best.value - line.value <= EQUALLY_GOOD && line.bounds.low >= best.bounds.low && !is_loss(line.value)
            })
            .collect();
        let pick = mix(self.seed ^ key) % equals.len().max(1) as u64;
        equals.get(pick as usize).copied().unwrap_or(0)
    }

    /// The line that looks best to somebody whose judgement errs.
    fn misjudge(self, lines: &[Line], key: u64) -> usize {
        let span = (FULL_SKILL - self.skill) as i32 * ERROR_PER_LEVEL;
        let looks = |index: usize| {
            let line = &lines[index];
            let seen = if is_win(line.value) || is_loss(line.value) {
                SEEN_RESULT * line.value.signum()
            } else {
                line.value.clamp(-SEEN_RESULT, SEEN_RESULT)
            };
            let noise = mix(self.seed ^ mix(key ^ u64::from(line.cell.0))) % (2 * span as u64 + 1);
            seen + noise as i32 - span
        };
        (0..lines.len())
            .max_by_key(|&index| (looks(index), -(index as i32)))
            .unwrap_or(0)
    }
}
