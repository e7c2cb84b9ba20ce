//! Signals that end a run: Ctrl-C (SIGINT) and SIGTERM.
//!
//! While engines work, the first of them only sets a flag. Engines ask at every tick, end with *unknown*, and what is
//! known so far is reported. The second one ends the process at once. Outside of such a run, signals do what they
//! always do.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::SigId;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

/// Listens for signals as long as it lives.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    /// The number of the last signal; 0 if there was none.
    received: Arc<AtomicUsize>,
    registered: Vec<SigId>,
}

/// Added to the number of a signal, this is the exit status of a process that it ended, as shells give it.
pub(crate) const EXIT_STATUS: u8 = 128;

impl Signals {
    /// Begins to listen. Where that is impossible, signals do what they always do.
    pub(crate) fn listen() -> Self {
        let mut signals = Self::default();
        let is_second = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            if signals.register(signal, &is_second).is_err() {
                return Self::default();
            }
        }
        signals
    }

    /// Actions run in the order in which they are registered, so the first signal finds the flag unset.
    fn register(&mut self, signal: i32, is_second: &Arc<AtomicBool>) -> io::Result<()> {
        let status = i32::from(EXIT_STATUS) + signal;
        self.registered.push(flag::register_conditional_shutdown(signal, status, is_second.clone())?);
        self.registered.push(flag::register(signal, is_second.clone())?);
        self.registered.push(flag::register_usize(signal, self.received.clone(), signal as usize)?);
        Ok(())
    }

    /// The signal that came, if one came.
    pub(crate) fn received(&self) -> Option<u8> {
        match self.received.load(Ordering::Relaxed) {
            0 => None,
            signal => u8::try_from(signal).ok(),
        }
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        for id in self.registered.drain(..) {
            low_level::unregister(id);
        }
    }
}
