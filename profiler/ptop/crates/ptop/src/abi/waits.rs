//! Time off the CPU.

use super::Latency;
use super::spread::Spread;

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

/// A thread's time off the CPU.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub struct ThreadOff {
    pub blocked_ns: u64,
    pub runnable_ns: u64,
}

/// A system call and what it blocked for.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct BlockingKey {
    pub number: u32,
    pub reason: u32,
}

plain! {
    OffTotal: 536, StackShare: 32, ThreadOff: 16, BlockingKey: 8,
}
