//! Writes what was sent and answered as a transcript: each request in the order in which it was *read*, with its
//! answer as an expectation, so that playing the file again asks the same in the same order.

use std::collections::VecDeque;
use std::fmt;
use std::io::Write;

use super::parser::without_comment;
use crate::server::lines::{Fault, Line, MAX_LINE};
use crate::transcript::expectation_for;

/// Column at which expectations stand, where the command is short enough.
const COLUMN: usize = 24;

struct Entry {
    number: u64,
    text: Vec<u8>,
    answer: Option<String>,
}

/// A transcript in the making.
pub struct Recorder {
    output: Box<dyn Write + Send>,
    open: VecDeque<Entry>,
    failed: bool,
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Recorder({} open)", self.open.len())
    }
}

impl Recorder {
    /// Records to `output`.
    pub fn new(output: Box<dyn Write + Send>) -> Recorder {
        Recorder {
            output,
            open: VecDeque::new(),
            failed: false,
        }
    }

    /// A request was read.
    pub fn request(&mut self, number: u64, line: &Line<'_>) {
        let text = match line {
            Line::Text(text) => without_comment(text).trim_end().as_bytes().to_vec(),
            // A fault behind a comment sign could be mistaken for an expectation; such a line is only mentioned.
            Line::Bad(bytes, Fault::Encoding) if !bytes.contains(&b'#') => bytes.to_vec(),
            Line::Bad(..) => Vec::new(),
        };
        self.open.push_back(Entry {
            number,
            text,
            answer: None,
        });
    }

    /// A line that asks for nothing was read. Comments are kept, but not expectations: those of this run are written.
    pub fn aside(&mut self, text: &str) {
        let expects = |word: &str| word.starts_with("#=") || word.starts_with("#!") || word.starts_with("#~");
        if !text.trim().is_empty() && !text.split([' ', '\t']).any(expects) {
            let text = text.as_bytes().to_vec();
            self.open.push_back(Entry {
                number: 0,
                text,
                answer: Some(String::new()),
            });
            self.write_answered();
        }
    }

    /// A request was answered.
    pub fn answer(&mut self, number: u64, reply: &str) {
        if let Some(entry) = self.open.iter_mut().find(|entry| entry.number == number) {
            entry.answer = Some(reply.to_owned());
        }
        self.write_answered();
    }

    fn write_answered(&mut self) {
        while let Some(entry) = self.open.pop_front_if(|entry| entry.answer.is_some()) {
            let mut line = entry.text;
            match entry.answer {
                Some(reply) if entry.number > 0 && line.is_empty() => {
                    line.extend(format!("# a line that cannot be repeated here was answered: {reply}").bytes());
                }
                Some(reply) if entry.number > 0 => {
                    let expectation = expectation_for(&reply);
                    if line.len() + 1 + expectation.len() > MAX_LINE {
                        // An expectation may stand on a line of its own; a longer line could not be read again.
                        line.push(b'\n');
                    } else {
                        line.resize(line.len().max(COLUMN - 1), b' ');
                        line.push(b' ');
                    }
                    line.extend(expectation.bytes());
                }
                _ => {}
            }
            line.push(b'\n');
            self.write(&line);
        }
    }

    fn write(&mut self, line: &[u8]) {
        if self.failed {
            return;
        }
        // One write per line: what was answered is on disk even if the process is killed.
        if let Err(error) = self.output.write_all(line) {
            log::error!("the transcript ends here: {error}");
            self.failed = true;
        }
    }
}
