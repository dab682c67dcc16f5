//! The examples of docs/laboratory.md, run again.

use std::path::Path;
use std::process::Command;

/// Commands that take seconds, or whose output has times in it.
const SKIPPED: [&str; 3] = ["4 5 4", "sliding 4", "levels"];

#[test]
fn the_examples_are_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/laboratory.md")).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_tris"));
    let path = format!(
        "{}:{}",
        program.parent().unwrap().display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut checked = 0;
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for example in block.split("$ ").skip(1) {
            let (command, wanted) = example.split_once('\n').unwrap();
            if SKIPPED.iter().any(|skipped| command.contains(skipped)) {
                continue;
            }
            let shell = format!("{{ {command}; }} 2>&1");
            let output = Command::new("sh")
                .args(["-c", &shell])
                .env("PATH", &path)
                .output()
                .unwrap();
            assert_eq!(String::from_utf8_lossy(&output.stdout), wanted, "{command}");
            checked += 1;
        }
    }
    assert!(checked >= 6, "only {checked} examples found");
}
