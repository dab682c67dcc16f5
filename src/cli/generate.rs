//! `tris completions SHELL` and `tris man`: what packagers install beside the program.

use std::io;
use std::path::PathBuf;
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

/// Options of `tris man`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  tris man | man -l -\n  tris man --dir ~/.local/share/man/man1")]
pub struct ManArgs {
    /// Write the pages of the program and of each subcommand into a directory
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// Prints the manual page, or writes all of them.
pub fn man(args: &ManArgs) -> Result<ExitCode, Failure> {
    let Some(directory) = &args.dir else {
        let mut page = Vec::new();
        clap_mangen::Man::new(super::Args::command()).render(&mut page)?;
        return print(&page);
    };
    let written =
        std::fs::create_dir_all(directory).and_then(|()| clap_mangen::generate_to(super::Args::command(), directory));
    written.map_err(|error| Failure::Message(format!("{}: {error}", directory.display())))?;
    Ok(ExitCode::SUCCESS)
}

fn print(bytes: &[u8]) -> Result<ExitCode, Failure> {
    io::Write::write_all(&mut io::stdout(), bytes)?;
    Ok(ExitCode::SUCCESS)
}
