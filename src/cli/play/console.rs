//! The two ends of a dialogue outside: a terminal with line editing and history, or pipes.

use std::io::{self, BufRead, IsTerminal, Write};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::dialogue::Given;
use super::draw::Screen;
use super::keys::Interrupts;

/// Where lines come from and text goes to.
pub struct Console {
    /// The editor of a terminal; pipes have none.
    editor: Option<DefaultEditor>,
    interrupts: Interrupts,
}

impl Console {
    /// The standard input and output.
    pub fn open() -> Console {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let editor = if terminal { DefaultEditor::new().ok() } else { None };
        Console {
            interrupts: if editor.is_some() {
                Interrupts::new()
            } else {
                Interrupts::default()
            },
            editor,
        }
    }

    /// Whether somebody sits there.
    pub fn is_terminal(&self) -> bool {
        self.editor.is_some()
    }

    /// How large the screen is.
    pub fn screen(&self) -> Screen {
        match terminal_size::terminal_size() {
            Some((width, height)) if self.is_terminal() => Screen {
                width: usize::from(width.0),
                height: usize::from(height.0),
            },
            _ => Screen::USUAL,
        }
    }

    /// Whether Ctrl-C was pressed since the last look.
    pub fn interrupted(&self) -> bool {
        self.interrupts.take()
    }

    /// Writes text and makes it seen.
    pub fn write(&self, text: &str) -> io::Result<()> {
        let mut output = io::stdout().lock();
        output.write_all(text.as_bytes())?;
        output.flush()
    }

    /// Reads a line. Through pipes it is repeated, so that what comes out can be read as a whole.
    pub fn read(&mut self, prompt: &str) -> io::Result<Given> {
        let Some(editor) = &mut self.editor else {
            return self.read_pipe(prompt);
        };
        match editor.readline(prompt) {
            Ok(line) => {
                if !line.trim().is_empty() {
                    // A line that is not remembered is no reason to stop.
                    let _ = editor.add_history_entry(line.as_str());
                }
                Ok(Given::Text(line))
            }
            Err(ReadlineError::Interrupted) => Ok(Given::Interrupt),
            Err(ReadlineError::Eof) => Ok(Given::End),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn read_pipe(&self, prompt: &str) -> io::Result<Given> {
        self.write(prompt)?;
        let mut line = Vec::new();
        let length = io::stdin().lock().read_until(b'\n', &mut line)?;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches(['\n', '\r']);
        let shown: String = line.chars().filter(|letter| !letter.is_control()).collect();
        self.write(&format!("{shown}\n"))?;
        Ok(if length == 0 {
            Given::End
        } else {
            Given::Text(line.to_owned())
        })
    }
}
