//! Single keys and Ctrl-C while the engine works, where the system lets us see them.

#[cfg(unix)]
pub use unix::{Interrupts, Keys};

#[cfg(not(unix))]
pub use other::{Interrupts, Keys};

#[cfg(unix)]
mod unix {
    use std::io::stdin;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
    use signal_hook::consts::SIGINT;

    /// Ctrl-C as a wish: the first is noted, a second one before anybody looked ends the process.
    #[derive(Debug, Default)]
    pub struct Interrupts {
        noted: Arc<AtomicBool>,
    }

    impl Interrupts {
        /// Notes interrupts from now on.
        pub fn new() -> Interrupts {
            let interrupts = Interrupts::default();
            let noted = || Arc::clone(&interrupts.noted);
            let shutdown = signal_hook::flag::register_conditional_shutdown(SIGINT, 130, noted());
            if let Err(error) = shutdown.and_then(|_| signal_hook::flag::register(SIGINT, noted())) {
                log::warn!("Ctrl-C keeps its default effect: {error}");
            }
            interrupts
        }

        /// Whether there was one since the last look.
        pub fn take(&self) -> bool {
            self.noted.swap(false, Ordering::Relaxed)
        }
    }

    /// The keyboard without echo and without waiting for the end of a line, until dropped.
    pub struct Keys {
        before: Termios,
    }

    impl Keys {
        /// Listens to single keys, if the standard input is a terminal.
        pub fn listen() -> Option<Keys> {
            let before = tcgetattr(stdin()).ok()?;
            let mut single = before.clone();
            single.local_modes -= LocalModes::ICANON | LocalModes::ECHO;
            tcsetattr(stdin(), OptionalActions::Flush, &single).ok()?;
            Some(Keys { before })
        }

        /// Whether a key was pressed; it is taken away.
        pub fn pressed(&self) -> bool {
            let input = stdin();
            let mut waiting = [PollFd::new(&input, PollFlags::IN)];
            let ready = poll(&mut waiting, Some(&Timespec::default()));
            if !ready.is_ok_and(|ready| ready > 0) {
                return false;
            }
            // An input that has ended counts as a key too, or nobody could ever press one.
            let mut bytes = [0; 64];
            let _ = rustix::io::read(input, &mut bytes);
            true
        }
    }

    impl Drop for Keys {
        fn drop(&mut self) {
            let _ = tcsetattr(stdin(), OptionalActions::Flush, &self.before);
        }
    }
}

#[cfg(not(unix))]
mod other {
    /// Ctrl-C keeps its default effect here.
    #[derive(Debug, Default)]
    pub struct Interrupts;

    impl Interrupts {
        /// Notes nothing.
        pub fn new() -> Interrupts {
            Interrupts
        }

        /// Never.
        pub fn take(&self) -> bool {
            false
        }
    }

    /// Single keys are not seen here, so an analysis takes as long as a move.
    pub struct Keys;

    impl Keys {
        /// Cannot listen.
        pub fn listen() -> Option<Keys> {
            None
        }

        /// Never.
        pub fn pressed(&self) -> bool {
            false
        }
    }
}
