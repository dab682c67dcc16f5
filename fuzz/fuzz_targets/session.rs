//! Any bytes through a whole session: one terminal line for every line that asks for one, in order, and no panic.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tris::mnk::Mnk;

#[allow(dead_code)]
#[path = "../../tests/common/fuzzing.rs"]
mod fuzzing;
#[path = "../../tests/common/memory.rs"]
mod memory;

fuzz_target!(|bytes: &[u8]| {
    let script = fuzzing::without_tedium(bytes);
    let lines = memory::serve_with(&mut Mnk::default(), fuzzing::hasty, &script);
    fuzzing::check_answers(&script, &lines);
});
