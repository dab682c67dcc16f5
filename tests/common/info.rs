//! A reader of `info` lines of a search, written from the contract and strict about it, and the promises that hold
//! for every search.

use super::first_word;
use super::rules::Referee;

/// A score as the protocol writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    Cp(i64),
    Lower(i64),
    Upper(i64),
    Win(u64),
    Loss(u64),
    Draw,
}

impl Score {
    pub fn is_exact(self) -> bool {
        !matches!(self, Score::Lower(_) | Score::Upper(_))
    }

    pub fn is_proven(self) -> bool {
        matches!(self, Score::Win(_) | Score::Loss(_) | Score::Draw)
    }
}

/// One `info` line of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    pub depth: u64,
    pub seldepth: u64,
    pub multipv: u64,
    pub score: Score,
    pub nodes: u64,
    pub nps: u64,
    pub hashfull: u64,
    pub time: u64,
    pub stop: Option<String>,
    pub pv: Vec<(usize, usize)>,
}

/// Words read from the front.
struct Words<'a>(std::iter::Peekable<std::str::Split<'a, char>>);

impl Words<'_> {
    fn keyword(&mut self, wanted: &str) -> Result<(), String> {
        match self.0.next() {
            Some(word) if word == wanted => Ok(()),
            other => Err(format!("{wanted} expected, not {other:?}")),
        }
    }

    fn optional(&mut self, wanted: &str) -> bool {
        self.0.next_if(|&word| word == wanted).is_some()
    }

    fn number<T: std::str::FromStr>(&mut self) -> Result<T, String> {
        let word = self.0.next().ok_or("a number expected")?;
        // No plus signs, no leading zeros, no doubled blanks.
        let digits = word.strip_prefix('-').unwrap_or(word);
        let plain = digits.bytes().all(|b| b.is_ascii_digit()) && (digits.len() == 1 || !digits.starts_with('0'));
        let number = word.parse().ok().filter(|_| plain);
        number.ok_or_else(|| format!("a number expected, not {word:?}"))
    }

    fn field<T: std::str::FromStr>(&mut self, name: &str) -> Result<T, String> {
        self.keyword(name)?;
        self.number()
    }

    fn score(&mut self) -> Result<Score, String> {
        self.keyword("score")?;
        match self.0.next() {
            Some("cp") => {
                let value = self.number()?;
                Ok(if self.optional("lowerbound") {
                    Score::Lower(value)
                } else if self.optional("upperbound") {
                    Score::Upper(value)
                } else {
                    Score::Cp(value)
                })
            }
            Some("win") => self.number().map(Score::Win),
            Some("loss") => self.number().map(Score::Loss),
            Some("draw") => Ok(Score::Draw),
            other => Err(format!("a score expected, not {other:?}")),
        }
    }
}

/// Reads a line that must be an `info` line of a search.
pub fn parse(line: &str) -> Result<Info, String> {
    let mut words = Words(line.split(' ').peekable());
    words.keyword("info")?;
    let mut info = Info {
        depth: words.field("depth")?,
        seldepth: words.field("seldepth")?,
        multipv: words.field("multipv")?,
        score: words.score()?,
        nodes: words.field("nodes")?,
        nps: words.field("nps")?,
        hashfull: words.field("hashfull")?,
        time: words.field("time")?,
        stop: None,
        pv: Vec::new(),
    };
    if words.optional("stop") {
        let reason = words.0.next().unwrap_or_default();
        if !["time", "depth", "nodes", "proven", "forced", "user"].contains(&reason) {
            return Err(format!("a reason to stop expected, not {reason:?}"));
        }
        info.stop = Some(reason.to_owned());
    }
    words.keyword("pv")?;
    while words.0.peek().is_some() {
        info.pv.push((words.number()?, words.number()?));
    }
    Ok(info)
}

/// The whole answer to a `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub infos: Vec<Info>,
    pub best: (usize, usize),
}

impl Found {
    /// The last `info` line about the best move.
    pub fn last(&self) -> &Info {
        let main = self.infos.iter().rev().find(|info| info.multipv == 1);
        main.expect("checked when read")
    }

    /// Why the search ended.
    pub fn reason(&self) -> &str {
        self.last().stop.as_deref().expect("checked when read")
    }
}

/// Reads the answer to a `go` in this position, given without request id, and checks everything that the contract
/// promises of any search.
#[track_caller]
pub fn check_go(position: &Referee, answer: &[String]) -> Found {
    let (last, before) = answer.split_last().expect("an answer");
    let infos = check_infos(position, before);
    let numbers: Vec<&str> = last.split(' ').collect();
    let ["bestmove", row, col] = numbers[..] else {
        panic!("a move expected, not {last:?}");
    };
    let best = (row.parse().expect(last), col.parse().expect(last));
    let free = position.at(best.0 as i64, best.1 as i64) == Some('.');
    assert!(free, "{last} is legal");
    let found = Found { infos, best };
    let main = found.last();
    assert!(main.score.is_exact(), "the last score is exact: {main:?}");
    assert_eq!(main.pv.first(), Some(&best), "the line begins with {last}");
    found
}

/// Checks the `info` lines of a `go`.
#[track_caller]
pub fn check_infos(position: &Referee, lines: &[String]) -> Vec<Info> {
    let infos = check_told(position, lines);
    assert!(!infos.is_empty(), "a scored info line comes first");
    let reason = infos.last().and_then(|info| info.stop.as_ref());
    assert!(reason.is_some(), "the last line says why the search ended");
    for pair in infos.windows(2) {
        assert!(pair[0].nodes <= pair[1].nodes, "nodes only grow: {pair:?}");
        assert!(pair[0].time <= pair[1].time, "time only grows: {pair:?}");
    }
    infos
}

/// Checks what `info` lines there are; a `solve` that is quick need not print any.
#[track_caller]
pub fn check_told(position: &Referee, lines: &[String]) -> Vec<Info> {
    let told = lines.iter().filter(|line| !line.starts_with("info string "));
    let infos: Vec<Info> = told
        .map(|line| parse(line).unwrap_or_else(|error| panic!("{error} in {line:?}")))
        .collect();
    for (index, info) in infos.iter().enumerate() {
        check_info(position, info);
        assert!(
            info.stop.is_none() || index + 1 == infos.len(),
            "only the last line says why the search ended"
        );
    }
    infos
}

fn check_info(position: &Referee, info: &Info) {
    assert!(info.depth >= 1 && info.multipv >= 1, "{info:?}");
    assert!(info.hashfull <= 1000, "{info:?}");
    match info.score {
        Score::Win(plies) => assert_eq!(plies % 2, 1, "a win takes an odd number: {info:?}"),
        Score::Loss(plies) => assert_eq!(plies % 2, 0, "a loss takes an even number: {info:?}"),
        _ => {}
    }
    assert!(!info.pv.is_empty(), "a line of play: {info:?}");
    let mut board = position.clone();
    let mut result = None;
    for &(row, col) in &info.pv {
        assert_eq!(result, None, "the line stops where the game does: {info:?}");
        let free = board.at(row as i64, col as i64) == Some('.');
        assert!(free, "{row} {col} is legal: {info:?}");
        board.play(row, col);
        result = board.result_after(row, col);
    }
    if let Score::Win(plies) | Score::Loss(plies) = info.score {
        assert!(plies >= 1, "a decided game is not searched: {info:?}");
        if result.is_some() {
            assert!(info.pv.len() as u64 <= plies, "forced within P plies: {info:?}");
        }
    }
}

/// A line without what differs from run to run: speed and time.
pub fn timeless(line: &str) -> String {
    if first_word(line) != "info" {
        return line.to_owned();
    }
    let mut words: Vec<&str> = line.split(' ').collect();
    for name in ["nps", "time"] {
        if let Some(at) = words.iter().position(|&word| word == name)
            && at + 1 < words.len()
        {
            words[at + 1] = "*";
        }
    }
    words.join(" ")
}
