//! From bytes to lines: LF or CRLF, a byte-order mark at the start, bounded memory whatever comes.

/// The longest line that is read, in bytes without its end.
pub const MAX_LINE: usize = 65_536;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// What is wrong with a line as such.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Longer than [`MAX_LINE`].
    TooLong,
    /// Not UTF-8, or with control characters other than TAB.
    Encoding,
}

/// One line of input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line<'a> {
    /// Clean text.
    Text(&'a str),
    /// A line that cannot be read; its beginning may still tell who asked.
    Bad(&'a [u8], Fault),
}

impl Line<'_> {
    /// The bytes kept of the line.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Line::Text(text) => text.as_bytes(),
            Line::Bad(bytes, _) => bytes,
        }
    }
}

/// Cuts a stream of bytes into lines.
#[derive(Debug, Default)]
pub struct Splitter {
    partial: Vec<u8>,
    /// More came than `partial` may hold.
    overflow: bool,
    /// The first line is over, so a byte-order mark is none any more.
    begun: bool,
}

impl Splitter {
    /// Takes the next bytes and hands every line that they complete to `each`.
    pub fn feed(&mut self, mut bytes: &[u8], each: &mut dyn FnMut(Line<'_>)) {
        while let Some(end) = bytes.iter().position(|&byte| byte == b'\n') {
            let (head, tail) = bytes.split_at(end);
            bytes = &tail[1..];
            if self.partial.is_empty() && !self.overflow {
                self.deliver(head, each);
            } else {
                self.keep(head);
                self.flush(each);
            }
        }
        self.keep(bytes);
    }

    /// The stream is over: hands out the last line if it lacked its end.
    pub fn finish(&mut self, each: &mut dyn FnMut(Line<'_>)) {
        if !self.partial.is_empty() {
            self.flush(each);
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        // One byte more than a line may have, and one for the CR of its end, tell whether it is too long. The first
        // line may carry a mark besides.
        let mark = if self.begun { 0 } else { BYTE_ORDER_MARK.len() };
        let room = MAX_LINE + 2 + mark - self.partial.len();
        self.overflow |= bytes.len() > room;
        self.partial.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    fn flush(&mut self, each: &mut dyn FnMut(Line<'_>)) {
        let mut line = std::mem::take(&mut self.partial);
        self.deliver(&line, each);
        self.overflow = false;
        line.clear();
        self.partial = line;
    }

    fn deliver(&mut self, line: &[u8], each: &mut dyn FnMut(Line<'_>)) {
        let mut line = line;
        if !self.begun {
            self.begun = true;
            line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        }
        if !self.overflow {
            line = line.strip_suffix(b"\r").unwrap_or(line);
        }
        if self.overflow || line.len() > MAX_LINE {
            return each(Line::Bad(&line[..MAX_LINE.min(line.len())], Fault::TooLong));
        }
        match std::str::from_utf8(line) {
            Ok(text) if is_clean(text) => each(Line::Text(text)),
            _ => each(Line::Bad(line, Fault::Encoding)),
        }
    }
}

fn is_clean(text: &str) -> bool {
    // Bytes below 128 are the common case and need no decoding.
    if text.is_ascii() {
        text.bytes().all(|byte| byte == b'\t' || !byte.is_ascii_control())
    } else {
        text.chars().all(|c| c == '\t' || !c.is_control())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn split(chunks: &[&[u8]]) -> Vec<String> {
        let mut splitter = Splitter::default();
        let mut lines = Vec::new();
        let mut each = |line: Line<'_>| {
            lines.push(match line {
                Line::Text(text) => text.to_owned(),
                Line::Bad(_, Fault::TooLong) => "!long".to_owned(),
                Line::Bad(_, Fault::Encoding) => "!encoding".to_owned(),
            });
        };
        for chunk in chunks {
            splitter.feed(chunk, &mut each);
        }
        splitter.finish(&mut each);
        lines
    }

    #[test]
    fn line_ends_marks_and_missing_ends() {
        assert_eq!(split(&[b"a\r\nb\nc"]), ["a", "b", "c"]);
        assert_eq!(split(&[b"\xef\xbb", b"\xbfquit\n"]), ["quit"]);
        assert_eq!(split(&[b"a\n\xef\xbb\xbfb\n"]), ["a", "\u{feff}b"]);
        assert_eq!(split(&[b"quit\r"]), ["quit"]);
        assert_eq!(split(&[b"\n\n"]), ["", ""]);
        assert!(split(&[b""]).is_empty());
    }

    #[test]
    fn bad_bytes_are_told_apart() {
        assert_eq!(
            split(&[b"a\0b\na\tb\n\xff\n\x7f\nx\ry\n"]),
            ["!encoding", "a\tb", "!encoding", "!encoding", "!encoding"]
        );
        assert_eq!(split(&["\u{85}\n\u{e9}\n".as_bytes()]), ["!encoding", "\u{e9}"]);
    }

    #[test]
    fn the_limit_counts_the_text_only() {
        let just = vec![b'x'; MAX_LINE];
        let over = vec![b'x'; MAX_LINE + 1];
        for end in [&b"\n"[..], b"\r\n", b""] {
            assert_eq!(split(&[&just, end])[0].len(), MAX_LINE);
            assert_eq!(split(&[&over, end]), ["!long"]);
        }
        assert_eq!(split(&[b"\xef\xbb\xbf", &just, b"\r\n"])[0].len(), MAX_LINE);
        assert_eq!(split(&[b"\xef\xbb\xbf", &over]), ["!long"]);
        let huge = vec![b'y'; 300_000];
        assert_eq!(split(&[&huge, b"\r\nquit\n"]), ["!long", "quit"]);
    }

    proptest! {
        #[test]
        fn chunks_make_no_difference(bytes in prop::collection::vec(any::<u8>(), 0..200), cut in 0_usize..200) {
            let cut = cut.min(bytes.len());
            prop_assert_eq!(split(&[&bytes]), split(&[&bytes[..cut], &bytes[cut..]]));
        }
    }
}
