//! Colour where the terminal has it, plain text everywhere else.

/// What a piece of text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// A stone of X.
    Cross,
    /// A stone of O.
    Nought,
    /// The lines of the board, its labels, remarks.
    Quiet,
    /// A complaint.
    Wrong,
    /// What must not be missed.
    Loud,
}

/// How text is painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Palette {
    /// Whether there is colour at all.
    pub colour: bool,
}

impl Palette {
    /// Text in an ink.
    pub fn paint(self, ink: Ink, text: &str) -> String {
        self.coded(text, Palette::code(ink))
    }

    /// Text in an ink, on inverted ground.
    pub fn mark(self, ink: Ink, text: &str) -> String {
        self.coded(text, &format!("7;{}", Palette::code(ink)))
    }

    fn coded(self, text: &str, code: &str) -> String {
        if self.colour {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    fn code(ink: Ink) -> &'static str {
        match ink {
            Ink::Cross => "1;36",
            Ink::Nought => "1;33",
            Ink::Quiet => "2",
            Ink::Wrong => "31",
            Ink::Loud => "1",
        }
    }
}
