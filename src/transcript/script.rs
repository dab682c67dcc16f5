//! A transcript file taken apart: which lines ask for an answer, and what is expected of it.

/// What an expectation says about the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `#=`: the terminal line matches.
    Is,
    /// `#!`: the terminal line does not match.
    IsNot,
    /// `#~`: some `info` line matches.
    Info,
}

/// One expectation and where it stands in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// What it says.
    pub kind: Kind,
    /// The pattern.
    pub pattern: String,
    /// Line of the file, from 1.
    pub line: usize,
    /// Bytes of the file that hold it, the mark included.
    pub span: std::ops::Range<usize>,
}

/// A line that asks for an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Line of the file, from 1.
    pub line: usize,
    /// The command as written, without comment.
    pub command: String,
    /// The request id, with its `@`.
    pub id: Option<String>,
    /// Whether the line can be read at all: if not, the engine refuses it whatever the command.
    pub readable: bool,
    /// What is expected.
    pub expectations: Vec<Expectation>,
}

impl Step {
    /// The words after the request id.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let skipped = usize::from(self.id.is_some());
        self.command
            .split([' ', '\t'])
            .filter(|word| !word.is_empty())
            .skip(skipped)
    }

    /// Whether its answer may overtake others.
    pub fn is_ready_check(&self) -> bool {
        self.readable && self.words().eq(["isready"])
    }

    /// Whether nothing behind it is read.
    pub fn is_quit(&self) -> bool {
        self.readable && self.words().eq(["quit"])
    }
}

/// A whole transcript.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Script {
    /// The lines that ask for an answer, in order.
    pub steps: Vec<Step>,
}

impl Script {
    /// Takes a file apart. Expectations on a line of their own belong to the command before them.
    pub fn parse(bytes: &[u8]) -> Script {
        let mut script = Script::default();
        let mut offset = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        for (index, line) in bytes[offset..].split(|&byte| byte == b'\n').enumerate() {
            script.take_line(index + 1, offset, line);
            offset += line.len() + 1;
        }
        script
    }

    fn take_line(&mut self, number: usize, offset: usize, line: &[u8]) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let comment = comment_start(line).unwrap_or(line.len());
        let command = String::from_utf8_lossy(&line[..comment]);
        let command = command.trim_matches([' ', '\t']);
        if !command.is_empty() {
            self.steps.push(Step {
                line: number,
                id: request_id(&line[..comment]),
                readable: is_readable(line),
                command: command.to_owned(),
                expectations: Vec::new(),
            });
        }
        if let Some(step) = self.steps.last_mut() {
            step.expectations
                .extend(expectations(number, offset + comment, &line[comment..]));
        }
    }
}

/// The rules of the protocol for a line as such.
fn is_readable(line: &[u8]) -> bool {
    let clean = |text: &str| text.chars().all(|c| c == '\t' || !c.is_control());
    line.len() <= 65_536 && std::str::from_utf8(line).is_ok_and(clean)
}

/// The request id at the start of a command, if it is one: the engine answers without it where it is not.
fn request_id(command: &[u8]) -> Option<String> {
    let word = command
        .split(|byte| matches!(byte, b' ' | b'\t'))
        .find(|word| !word.is_empty())?;
    let word = std::str::from_utf8(word).ok()?;
    let id = word.strip_prefix('@')?;
    let printable = |c: char| !c.is_control() && !c.is_whitespace();
    ((1..=64).contains(&id.chars().count()) && id.chars().all(printable)).then(|| word.to_owned())
}

fn comment_start(line: &[u8]) -> Option<usize> {
    (0..line.len()).find(|&at| line[at] == b'#' && (at == 0 || matches!(line[at - 1], b' ' | b'\t')))
}

fn expectations(number: usize, offset: usize, comment: &[u8]) -> Vec<Expectation> {
    let mut marks: Vec<usize> = (0..comment.len())
        .filter(|&at| comment_start(&comment[at..]) == Some(0) && (at == 0 || matches!(comment[at - 1], b' ' | b'\t')))
        .collect();
    marks.push(comment.len());
    marks
        .windows(2)
        .filter_map(|mark| {
            let text = comment[mark[0]..mark[1]].trim_ascii_end();
            let kind = match text.get(1)? {
                b'=' => Kind::Is,
                b'!' => Kind::IsNot,
                b'~' => Kind::Info,
                _ => return None,
            };
            let pattern = String::from_utf8_lossy(&text[2..]).trim().to_owned();
            let begin = offset + mark[0];
            Some(Expectation {
                kind,
                pattern,
                line: number,
                span: begin..begin + text.len(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_ids_and_expectations_are_found() {
        let text =
            b"# a comment\r\n\nnewgame 3 3 3 #= ok\r\n@a go depth 2  # why  #~ info **  #= bestmove * *\n#! error **\n";
        let script = Script::parse(text);
        assert_eq!(script.steps.len(), 2);
        let go = &script.steps[1];
        assert_eq!(
            (go.line, go.command.as_str(), go.id.as_deref()),
            (4, "@a go depth 2", Some("@a"))
        );
        let kinds: Vec<Kind> = go.expectations.iter().map(|expectation| expectation.kind).collect();
        assert_eq!(kinds, [Kind::Info, Kind::Is, Kind::IsNot]);
        for expectation in &go.expectations {
            assert_eq!(text[expectation.span.start], b'#');
        }
        assert_eq!(&text[go.expectations[0].span.clone()], b"#~ info **");
        assert_eq!(&text[go.expectations[1].span.clone()], b"#= bestmove * *");
        assert_eq!(go.expectations[2].line, 5);
    }

    #[test]
    fn ready_checks_are_known() {
        let script = Script::parse(b"isready\n@9 isready # x\nisready now\n");
        let ready: Vec<bool> = script.steps.iter().map(Step::is_ready_check).collect();
        assert_eq!(ready, [true, true, false]);
    }
}
