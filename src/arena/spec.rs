//! An engine as the user names it: `mnk:CMD` or `gomocup:CMD`, with settings.

use std::str::FromStr;

/// The language that an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The line protocol of `protocol.md`.
    Mnk,
    /// The protocol of Gomocup and Piskvork.
    Gomocup,
}

impl Protocol {
    /// The word by which the user chooses it.
    pub fn word(self) -> &'static str {
        match self {
            Protocol::Mnk => "mnk",
            Protocol::Gomocup => "gomocup",
        }
    }
}

/// An engine to be played with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The language that it speaks.
    pub protocol: Protocol,
    /// The command that starts it, for the shell.
    pub command: String,
    /// Settings: options of an `mnk` engine, `INFO` keys of a Gomocup one; sent in this order.
    pub options: Vec<Setting>,
}

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Spec, String> {
        let (protocol, command) = match text.split_once(':') {
            Some(("mnk", command)) => (Protocol::Mnk, command),
            Some(("gomocup", command)) => (Protocol::Gomocup, command),
            _ => return Err("an engine is `mnk:CMD` or `gomocup:CMD`".into()),
        };
        if command.trim().is_empty() {
            return Err("the command is empty".into());
        }
        Ok(Spec {
            protocol,
            command: command.trim().to_owned(),
            options: Vec::new(),
        })
    }
}

/// A named setting; a button has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Name of the option or `INFO` key.
    pub name: String,
    /// Its value.
    pub value: Option<String>,
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Setting, String> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
            None => (text.trim(), None),
        };
        // A line end inside would smuggle a command of its own into the conversation.
        if name.is_empty() || text.chars().any(char::is_control) {
            return Err("a setting is NAME=VALUE, or NAME for a button".into());
        }
        Ok(Setting {
            name: name.to_owned(),
            value,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_and_settings_are_read() {
        let spec: Spec = "gomocup:wine ./pbrain.exe --x=a:b".parse().unwrap();
        assert_eq!(spec.protocol, Protocol::Gomocup);
        assert_eq!(spec.command, "wine ./pbrain.exe --x=a:b");
        for bad in ["", "tris", "uci:stockfish", "mnk:", "mnk:  "] {
            assert!(bad.parse::<Spec>().is_err(), "{bad}");
        }
        let setting: Setting = "Hash = 16".parse().unwrap();
        assert_eq!((setting.name.as_str(), setting.value.as_deref()), ("Hash", Some("16")));
        assert_eq!("ClearHash".parse::<Setting>().unwrap().value, None);
        assert!("=3".parse::<Setting>().is_err());
        assert!("Hash=1\nquit".parse::<Setting>().is_err());
    }
}
