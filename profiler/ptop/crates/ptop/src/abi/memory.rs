//! Memory that is asked of the kernel and of allocators, made executable, faulted in and resident.

use super::BLOCKS;

/// Memory that was made executable.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct MemoryKey {
    pub call: u32,
    pub area: u32,
    pub writable: u32,
    pub error: i32,
}

/// A call that asks the kernel for memory or gives it back.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct RequestKey {
    pub call: u32,
    pub change: u32,
    pub area: u32,
    pub error: i32,
}

/// How often, and bytes of address space.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct RequestSum {
    pub count: u64,
    pub bytes: u64,
    pub bytes_blocks: [u64; BLOCKS],
    pub blocks: [u32; BLOCKS],
}

/// One CPU's page faults.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub struct FaultCounts {
    pub user: u64,
    pub kernel: u64,
    pub major: u64,
    pub blocks: [u32; BLOCKS],
    pub major_blocks: [u32; BLOCKS],
}

/// Kinds of resident memory, in the kernel's order.
pub const KINDS: usize = 4;

/// Resident memory of all address spaces of the target, in pages.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub struct Level {
    pub pages: [i64; KINDS],
    pub resident: i64,
    pub first: [i64; KINDS],
    pub is_open: u64,
}

/// One address space's resident memory, in pages.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Space {
    pub pages: [i64; KINDS],
}

/// What one CPU saw of the level inside the window.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub struct LevelCourse {
    pub highest: [i64; KINDS],
    pub highest_resident: i64,
    pub last_ns: u64,
    pub last: [i64; KINDS],
    pub block_ns: [u64; BLOCKS],
    pub block_resident: [i64; BLOCKS],
}

/// One CPU's calls of one allocation function.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub struct AllocationSum {
    pub count: u64,
    pub bytes: u64,
    pub failed: u64,
    pub bytes_blocks: [u64; BLOCKS],
    pub blocks: [u32; BLOCKS],
}

plain! {
    MemoryKey: 16, RequestKey: 16, RequestSum: 160, FaultCounts: 120, Level: 80, Space: 32, LevelCourse: 272,
    AllocationSum: 168,
}
