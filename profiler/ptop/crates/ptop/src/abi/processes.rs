//! Programs that are started, processes that end, signals they receive and capabilities they use.

/// A program that was started.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct ProgramKey {
    pub path_hash: u64,
    pub file: u32,
    pub pad: u32,
}

/// A process that ended, by its name and its status as `wait` reports it.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct EndKey {
    pub status: u32,
    pub comm: [u8; 16],
}

/// A signal, by whom it was sent and what became of it.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct SignalKey {
    pub number: u32,
    pub sender: u32,
    pub outcome: u32,
    pub comm: [u8; 16],
}

/// A capability that was checked.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct CheckKey {
    pub capability: u32,
    pub call: u32,
    pub is_denied: u32,
    pub is_inner: u32,
    pub is_accounting: u32,
}

plain! {
    ProgramKey: 16, EndKey: 20, SignalKey: 28, CheckKey: 20,
}
