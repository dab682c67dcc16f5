//! Tells the program its version: the package's, and behind a `+` the commit it was built from, if this directory is the
//! root of a git repository or an unpacked package that names its commit. Without both, and without git, the package's
//! version is all. Nothing else goes in, so that the same commit gives the same program.

use std::path::Path;
use std::process::Command;

/// How much of a commit's name is shown.
const COMMIT_DIGITS: usize = 9;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let version = match commit().or_else(packaged_commit) {
        Some(commit) => format!("{version}+{commit}"),
        None => version,
    };
    println!("cargo::rustc-env=TRIS_VERSION={version}");
}

/// The short name of the commit. A package that lies unpacked somewhere inside another repository has none.
fn commit() -> Option<String> {
    let here = std::env::var("CARGO_MANIFEST_DIR").ok()?;
    let root = git(&["rev-parse", "--show-toplevel"])?;
    if Path::new(&root).canonicalize().ok()? != Path::new(&here).canonicalize().ok()? {
        return None;
    }
    // The head moves to another branch, or its branch to another commit.
    let branch = git(&["symbolic-ref", "-q", "HEAD"]);
    for name in ["HEAD", "logs/HEAD", "packed-refs"]
        .into_iter()
        .chain(branch.as_deref())
    {
        if let Some(path) = git(&["rev-parse", "--git-path", name]).filter(|path| Path::new(path).exists()) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let mut commit = git(&["rev-parse", "HEAD"])?;
    commit.truncate(COMMIT_DIGITS);
    Some(commit)
}

/// The commit that `cargo package` noted in the package.
fn packaged_commit() -> Option<String> {
    let text = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, value) = text.split_once("\"sha1\"")?;
    let commit: String = value
        .chars()
        .filter(char::is_ascii_hexdigit)
        .take(COMMIT_DIGITS)
        .collect();
    (commit.len() == COMMIT_DIGITS).then_some(commit)
}

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let text = text.trim();
    (output.status.success() && !text.is_empty()).then(|| text.to_owned())
}
