//! Which hooks a run needs.

/// Hooks on system calls and on switches of threads that a run needs; each costs every process of the host a little.
#[derive(Debug, Clone, Copy)]
pub struct Watches {
    /// For probes of what calls did.
    pub exits: bool,
    /// For probes of how long calls took.
    pub entries: bool,
    pub switches: Switches,
}

/// What a run wants of switches of threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switches {
    /// Nothing.
    Unwatched,
    /// Probes of how long threads run and wait.
    Probes,
    /// Which calls wait, and maybe how long threads run: no probe of waits is asked for, and not all entries are seen.
    Waits,
}
