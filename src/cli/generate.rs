//! `tris completions SHELL` and `tris man`: what packagers install beside the program.

use std::io;
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

use super::Failure;

/// Options of `tris completions`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: tris completions bash > ~/.local/share/bash-completion/completions/tris")]
pub struct CompletionArgs {
    /// The shell
    shell: Shell,
}

/// Prints a completion script.
pub fn completions(args: &CompletionArgs) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::Args::command(), "tris", &mut script);
    print(&script)
}

/// Prints the manual page.
pub fn man() -> Result<ExitCode, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(super::Args::command()).render(&mut page)?;
    print(&page)
}

fn print(bytes: &[u8]) -> Result<ExitCode, Failure> {
    io::Write::write_all(&mut io::stdout(), bytes)?;
    Ok(ExitCode::SUCCESS)
}
