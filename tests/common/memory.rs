//! The server over memory instead of pipes, for engines that only a test would want.

use std::io::Cursor;

use tris::mnk::Mnk;
use tris::search::Engine;
use tris::server::serve;
use tris::session::Session;

/// Serves this input to its end; the lines that come out.
pub fn serve_with(front: &mut Mnk, factory: fn(usize) -> Box<dyn Engine>, input: &[u8]) -> Vec<String> {
    let mut output = Vec::new();
    let input = Cursor::new(input.to_vec());
    serve(input, &mut output, front, |sink| Session::new(factory, sink)).expect("memory takes everything");
    let text = String::from_utf8(output).expect("answers are UTF-8");
    assert!(text.is_empty() || text.ends_with('\n'), "whole lines only");
    text.lines().map(str::to_owned).collect()
}
