//! The list of commands for people: `commands`, `help`, and the guess at what a mistyped word meant.

/// One command: its name, its form and what it does.
pub struct Entry {
    /// The command word.
    pub name: &'static str,
    /// The arguments.
    pub form: &'static str,
    /// What it does, in one line.
    pub purpose: &'static str,
}

const fn entry(name: &'static str, form: &'static str, purpose: &'static str) -> Entry {
    Entry { name, form, purpose }
}

/// All commands, most used first.
pub const ENTRIES: [Entry; 22] = [
    entry(
        "newgame",
        "M N K",
        "begin a game on an empty board of M rows and N columns, K in a row win",
    ),
    entry("move", "R C", "play on row R, column C (from 0) for the side to move"),
    entry(
        "go",
        "[movetime MS] [depth D] [nodes N] [xtime MS] [otime MS] [xinc MS] [oinc MS] [movestogo N] [infinite] [multipv N] [searchmoves R C ...]",
        "find a move; does not play it",
    ),
    entry(
        "stop",
        "",
        "end the searches asked for so far; they answer with what they have",
    ),
    entry("quit", "", "answer and leave"),
    entry(
        "position",
        "M N K [grid ROWS [turn P]] [moves R C ...]",
        "set up a position",
    ),
    entry("undo", "[n]", "take back the last move, or the last n"),
    entry("status", "", "whose turn it is, or how the game ended"),
    entry("legal", "", "the empty cells"),
    entry("history", "", "the moves so far"),
    entry("board", "", "show the board"),
    entry("eval", "", "static value for the side to move"),
    entry("solve", "[limits as for go]", "prove the value of the position"),
    entry("perft", "D", "count the move paths of length D"),
    entry(
        "bench",
        "[depth]",
        "search fixed positions; a speed test and a signature",
    ),
    entry("setoption", "name NAME [value V]", "set an option"),
    entry("options", "", "list the options"),
    entry("isready", "", "answer at once, also during a search"),
    entry("mnk", "", "who the engine is and what it can be told"),
    entry("commands", "", "list the command words"),
    entry("help", "[command]", "explain the commands, or one"),
    entry("version", "", "name and version of the engine"),
];

/// The command that a mistyped word most likely meant.
pub fn guess(word: &str) -> Option<&'static str> {
    let lower = word.to_lowercase();
    // A long word is no slip of the finger, and comparing it would take time.
    if lower.len() > 20 {
        return None;
    }
    ENTRIES
        .iter()
        .map(|entry| (distance(&lower, entry.name), entry.name))
        .filter(|&(distance, name)| distance <= name.len() / 3)
        .min()
        .map(|(_, name)| name)
}

/// The number of single-letter changes between two words.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &other) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(letter != other);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_understood() {
        assert_eq!(guess("mvoe"), None);
        assert_eq!(guess("mov"), Some("move"));
        assert_eq!(guess("NEWGAME"), Some("newgame"));
        assert_eq!(guess("positon"), Some("position"));
        assert_eq!(guess("xyzzy"), None);
    }
}
