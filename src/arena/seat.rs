//! A place at the table: an engine that is started when a game needs it, restarted after trouble, and always ended.

use std::time::Duration;

use super::client::{self, Client, Thought, Trouble};
use super::control::Control;
use super::spec::Spec;
use crate::budget::{Limits, StopFlag};
use crate::game::{Board, Dims};

/// One engine of one table.
pub struct Seat {
    spec: Spec,
    control: Control,
    patience: Duration,
    stop: StopFlag,
    client: Option<Box<dyn Client>>,
}

impl Seat {
    /// A seat whose engine is not started yet. `patience` is the time for what is not thinking.
    pub fn new(spec: Spec, control: Control, patience: Duration, stop: StopFlag) -> Seat {
        Seat {
            spec,
            control,
            patience,
            stop,
            client: None,
        }
    }

    /// The engine's limits.
    pub fn control(&self) -> Control {
        self.control
    }

    /// What the running engine calls itself.
    pub fn name(&self) -> Option<&str> {
        self.client.as_ref()?.name()
    }

    /// Begins a game; an engine that died since the last one gets another start.
    pub fn new_game(&mut self, dims: Dims) -> Result<(), Trouble> {
        if let Some(client) = &mut self.client {
            match client.new_game(dims, &self.control) {
                Ok(()) => return Ok(()),
                Err(Trouble::Stopped) => return Err(Trouble::Stopped),
                Err(trouble) => log::info!("`{}` is restarted: {trouble}", self.spec.command),
            }
            self.client = None;
        }
        let mut client = client::start(&self.spec, self.patience, &self.stop)?;
        client.new_game(dims, &self.control)?;
        self.client = Some(client);
        Ok(())
    }

    /// Asks for a move. After trouble the engine is ended: what it would say next belongs to no question.
    pub fn think(&mut self, board: &Board, limits: &Limits, patience: Duration) -> Result<Thought, Trouble> {
        let Some(client) = &mut self.client else {
            return Err(Trouble::Crash("not running".into()));
        };
        let thought = client.think(board, limits, patience);
        if thought.is_err() {
            self.client = None;
        }
        thought
    }

    /// Ends the engine at once; the next game starts it anew.
    pub fn dismiss(&mut self) {
        self.client = None;
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        if let Some(client) = &mut self.client {
            client.quit();
        }
    }
}
