//! Time off the CPU.

use super::spread::Spread;
use super::{Latency, Outcome};

/// One CPU's total of a reason to be off the CPU.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub struct OffTotal {
    pub ns: u64,
    pub blocks: Spread,
    pub count: u64,
    pub unfinished: u64,
    pub latency: Latency,
}

/// One CPU's calls that blocked: those that show a stack, and briefer ones.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub struct StackShare {
    pub count: u64,
    pub ns: u64,
    pub brief_count: u64,
    pub brief_ns: u64,
}

/// A system call and what it blocked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct BlockingKey {
    pub number: u32,
    pub reason: u32,
}

/// Calls that blocked on one CPU.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct BlockingPlace {
    pub of: BlockingKey,
    pub outcome: Outcome,
}

impl BlockingPlace {
    /// No call has it.
    pub const FREE: BlockingPlace = BlockingPlace { of: BlockingKey { number: 0, reason: 0 }, outcome: Outcome::NONE };
}

/// A goroutine, by its address in a process as the kernel numbers it.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Goroutine {
    pub address: u64,
    pub tgid: u32,
    pub pad: u32,
}

plain! {
    Goroutine: 16, BlockingPlace: 232, OffTotal: 536, StackShare: 32, BlockingKey: 8,
}
