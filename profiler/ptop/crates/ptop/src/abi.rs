//! The structures that BPF programs and this program exchange through maps.
//! Each mirrors the one of the same name in `engine/` or `probes/`; the loader compares sizes
//! with the maps it creates, so a drift fails at the first load.

use crate::registry::PROBES;

/// Number of equal parts the measured window is divided into.
pub const BLOCKS: usize = 12;
/// Latency buckets of one system call outcome.
pub const LATENCY_BUCKETS: usize = 40;
/// Marks the number of a 32-bit system call.
pub const COMPAT_CALL: u32 = 0x10000;

/// Places in the hook on system call exits.
#[derive(Debug, Clone, Copy)]
#[repr(u32)]
pub enum ExitSlot {
    /// Every call.
    Calls = 0,
    /// The open family.
    Opens = 1,
    /// connect.
    Connects = 2,
    /// accept and accept4.
    Accepts = 3,
    /// mmap, mprotect and `pkey_mprotect`.
    Memory = 4,
    /// What moves bytes through descriptors, and fsync.
    FileIo = 5,
    /// What changes names, rights and sizes of files.
    FileChanges = 6,
    /// The calls that name whom a datagram goes to or comes from, and splice.
    Messages = 9,
    /// accept and accept4, after the probe that counts them.
    Accepted = 8,
    /// Every call, before [`ExitSlot::Calls`].
    Waits = 12,
    /// The futex family.
    Futex = 13,
    /// brk, mmap, munmap and mremap.
    Requests = 7,
}

/// Places in the hook on switches of threads.
#[derive(Debug, Clone, Copy)]
#[repr(u32)]
pub enum SwitchSlot {
    /// For what threads wait, before [`SwitchSlot::Time`].
    Waits = 0,
    /// How long they run.
    Time = 1,
}

/// Plain data: every bit pattern is a value, and there is no padding.
///
/// # Safety
/// Implementors are `repr(C)`, hold only integers and arrays of them, and have no padding.
pub unsafe trait Plain: Copy {}

macro_rules! plain {
    ($($name:ty: $size:expr),+ $(,)?) => { $(
        // SAFETY: repr(C) integers only; the size equals the sum of the fields, so there is no padding.
        unsafe impl $crate::abi::Plain for $name {}
        const _: () = assert!(size_of::<$name>() == $size);
    )+ };
}

// After the macro, which they use.
pub mod copied_frames;
pub mod cpu;
pub mod memory;
pub mod network;
pub mod processes;
pub mod python;
pub mod spread;
pub mod stacks;
pub mod virtual_threads;
pub mod waits;

/// Reads a value from the bytes of a map element. Short input reads as zeroes.
pub fn read<T: Plain>(bytes: &[u8]) -> T {
    // SAFETY: all bit patterns of a Plain type are valid, zero included.
    let mut value: T = unsafe { std::mem::zeroed() };
    let len = bytes.len().min(size_of::<T>());
    // SAFETY: `len` bytes are readable in `bytes` and writable in `value`, which do not overlap.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), (&raw mut value).cast::<u8>(), len) };
    value
}

/// The bytes of a value as a map wants them.
pub fn bytes<T: Plain>(value: &T) -> &[u8] {
    // SAFETY: a Plain type has no padding, so all its bytes are initialised.
    unsafe { std::slice::from_raw_parts(std::ptr::from_ref(value).cast::<u8>(), size_of::<T>()) }
}

/// One process of the target.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Target {
    pub start_ns: u64,
    pub exec_ns: u64,
    pub brk: u64,
    pub cpu_ns: u64,
    pub pid: u32,
    pub parent: u32,
    pub forked: u8,
    pub pad: u8,
    pub row: u16,
    pub ended: u32,
    pub comm: [u8; 16],
}

/// When events count, monotonic clock.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Window {
    pub attached_ns: u64,
    pub start_ns: u64,
    pub end_ns: u64,
    pub block_ns: u64,
    pub pid_namespace: u32,
    pub page_bytes: u32,
    pub call_weight: u32,
    pub misses_entries: u32,
    pub rest_after: u32,
    pub messages: u32,
}

impl Window {
    /// In which nothing counts.
    pub const CLOSED: Window = Window {
        attached_ns: 0,
        start_ns: u64::MAX,
        end_ns: 0,
        block_ns: 1,
        pid_namespace: 0,
        page_bytes: 4096,
        call_weight: 0,
        misses_entries: 0,
        rest_after: 0,
        messages: 0,
    };
}

/// One CPU's counters of one probe, hits apart.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub struct Counters {
    pub drops: u64,
    pub cut: u64,
    pub extra: u64,
    pub timed_runs: u64,
    pub timed_ns: u64,
}

/// What a process did on one CPU: how long it ran in the window, and its events by the number of their probe.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct ProcessHits {
    pub cpu_ns: u64,
    pub of: [u64; PROBES.len()],
}

impl ProcessHits {
    /// Nothing happened.
    pub const NONE: ProcessHits = ProcessHits { cpu_ns: 0, of: [0; PROBES.len()] };
}

/// How many processes the target had so far, and how often one was forked or replaced its program.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub struct RunState {
    pub processes: u32,
    pub changes: u32,
    pub woken_ns: u64,
    /// Not 0: it moves messages of which exits of calls do not tell.
    pub wants_messages: u32,
    pub pad: u32,
}

/// A count and its parts.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub struct Tally {
    pub count: u64,
    pub blocks: [u32; BLOCKS],
}

/// A system call and how it ended.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct OutcomeKey {
    pub number: u32,
    pub error: i32,
}

/// Times of the timed calls, each as often as its weight. Long calls have weight 1.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Timing {
    pub timed: u64,
    pub short_ns: u64,
    pub long_ns: u64,
    pub latency: [u32; LATENCY_BUCKETS],
}

impl Timing {
    /// Of no call.
    pub const NONE: Timing = Timing { timed: 0, short_ns: 0, long_ns: 0, latency: [0; LATENCY_BUCKETS] };
}

/// The first bucket of long calls.
pub const LONG_BUCKET: usize = 24;

/// One CPU's share of a system call's outcome.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct CallOutcome {
    pub timing: Timing,
    pub blocks: [u32; BLOCKS],
}

impl CallOutcome {
    /// Of no call.
    pub const NONE: CallOutcome = CallOutcome { timing: Timing::NONE, blocks: [0; BLOCKS] };
}

/// How often something happened, how long it took, and when.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Outcome {
    pub count: u64,
    pub total_ns: u64,
    pub latency: [u32; LATENCY_BUCKETS],
    pub blocks: [u32; BLOCKS],
}

impl Outcome {
    /// It did not happen.
    pub const NONE: Outcome = Outcome { count: 0, total_ns: 0, latency: [0; LATENCY_BUCKETS], blocks: [0; BLOCKS] };
}

/// A file, what was done to it and how that went.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct PathKey {
    pub path_hash: u64,
    pub error: i32,
    pub op: u32,
}

/// What moved bytes of one file in one way with one outcome.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TransferKey {
    pub path_hash: u64,
    pub kind: u32,
    pub op: u32,
    pub error: i32,
    pub pad: u32,
}

/// How much that was.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Transfer {
    pub timing: Timing,
    pub bytes: u64,
    pub blocks: [u32; BLOCKS],
    pub is_in_use: u32,
    pub pad: u32,
}

impl Transfer {
    /// Nothing.
    pub const NONE: Transfer = Transfer { timing: Timing::NONE, bytes: 0, blocks: [0; BLOCKS], is_in_use: 0, pad: 0 };
}

/// Head of a path record; the text follows.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct PathHead {
    pub path_hash: u64,
    pub path_len: u32,
    pub base_len: u32,
    pub base: u32,
    pub pad: u32,
}

/// Latency buckets; a type of their own, since arrays beyond 32 elements have no default.
#[derive(Debug, Clone, Copy)]
#[repr(transparent)]
pub struct Latency(pub [u64; LATENCY_BUCKETS]);

impl Default for Latency {
    fn default() -> Latency {
        Latency([0; LATENCY_BUCKETS])
    }
}

plain! {
    u32: 4, u64: 8, Target: 64, Window: 56, Counters: 40, Tally: 56, OutcomeKey: 8,
    RunState: 24, ProcessHits: size_of::<u64>() * (1 + PROBES.len()), Outcome: 224, PathKey: 16, PathHead: 24,
    TransferKey: 24, Transfer: 248, Timing: 184, CallOutcome: 232,
}

/// The text of a fixed C string, up to its zero byte; what is not UTF-8 is replaced.
pub fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{OutcomeKey, bytes, read, text};

    #[test]
    fn a_value_survives_its_bytes() {
        let key: OutcomeKey = read(bytes(&OutcomeKey { number: 7, error: 11 }));
        assert_eq!((key.number, key.error), (7, 11));
        assert_eq!(read::<u64>(&[1]), 1);
    }

    #[test]
    fn text_ends_at_the_zero_byte() {
        assert_eq!(text(b"redis\0junk"), "redis");
        assert_eq!(text(b"full"), "full");
    }
}
