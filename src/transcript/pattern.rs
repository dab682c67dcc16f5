//! Patterns over words: `*` is one word, `**` zero or more, ` | ` separates alternatives.

/// Whether a line matches one of the alternatives of a pattern.
pub fn matches(pattern: &str, line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let parts: Vec<&str> = pattern.split_whitespace().collect();
    parts
        .split(|&part| part == "|")
        .any(|alternative| matches_words(alternative, &words))
}

/// Glob matching with one point of return: the latest `**` takes one more word whenever the rest fails.
fn matches_words(pattern: &[&str], words: &[&str]) -> bool {
    let (mut at, mut word) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while word < words.len() {
        match pattern.get(at) {
            Some(&"**") => {
                retry = Some((at, word));
                at += 1;
            }
            Some(&part) if part == "*" || part == words[word] => {
                at += 1;
                word += 1;
            }
            _ => match retry {
                Some((star, taken)) => {
                    retry = Some((star, taken + 1));
                    at = star + 1;
                    word = taken + 1;
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|&part| part == "**")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stars_and_alternatives() {
        assert!(matches("ok", "ok"));
        assert!(!matches("ok", "okay"));
        assert!(matches("ok *", "ok over"));
        assert!(!matches("ok *", "ok"));
        assert!(matches("ok **", "ok"));
        assert!(matches("error ** board", "error off-board 9 9 is off the board"));
        assert!(matches("** a ** b", "x a y b z b"));
        assert!(!matches("** a ** b", "x b y a"));
        assert!(matches("bestmove 0 0 | bestmove 2 2", "bestmove 2 2"));
        assert!(!matches("bestmove 0 0 | bestmove 2 2", "bestmove 0 2"));
    }

    #[test]
    fn many_stars_take_no_time() {
        let pattern = "** a ".repeat(30) + "b";
        assert!(!matches(&pattern, &"a ".repeat(2000)));
    }
}
