//! Any bytes through the line parser and the transcript reader.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tris::mnk::parser::{self, Fault};
use tris::server::lines::{Line, Splitter};
use tris::transcript::{Script, matches};

fn look_at(line: Line<'_>) {
    match line {
        Line::Text(text) => {
            let parsed = parser::line(text).map(|parsed| parsed.command);
            if let Some(Err(Fault::Syntax { column, expected })) = parsed {
                assert!((1..=text.chars().count() + 1).contains(&column));
                assert!(!expected.is_empty());
            }
        }
        Line::Bad(bytes, _) => {
            parser::is_comment(bytes);
            parser::id_of_bad_line(bytes);
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut splitter = Splitter::default();
    splitter.feed(bytes, &mut look_at);
    splitter.finish(&mut look_at);
    for step in Script::parse(bytes).steps {
        for expectation in step.expectations {
            assert_eq!(bytes[expectation.span.start], b'#');
            assert!(expectation.span.end <= bytes.len());
            matches(&expectation.pattern, &step.command);
        }
    }
});
