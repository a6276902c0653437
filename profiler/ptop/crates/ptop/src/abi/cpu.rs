//! Time on the CPU.

use super::spread::Spread;

/// One CPU's total of the `cpu_time` probe.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub struct CpuTotal {
    pub ns: u64,
    pub blocks: Spread,
    pub closed_ns: u64,
}

/// A CPU's last switch from one thread to another.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct ThreadSwitch {
    pub at_ns: u64,
    pub since_ns: u64,
    pub tgid: u32,
    pub left_row: u32,
    pub entered_row: u32,
    pub pad: u32,
}

/// A thread under one of its names.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct ThreadKey {
    pub comm: [u8; 16],
    pub tid: u32,
    pub pad: u32,
}

/// What it did when.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
#[allow(clippy::struct_field_names, reason = "the probes name the fields")]
pub struct ThreadTime {
    pub running_ns: u64,
    pub blocked_ns: u64,
    pub runnable_ns: u64,
}

/// A thread that has a place of its own.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TimePlace {
    pub of: ThreadKey,
    pub time: ThreadTime,
}

impl TimePlace {
    /// Nobody has it.
    pub const FREE: TimePlace =
        TimePlace { of: REST, time: ThreadTime { running_ns: 0, blocked_ns: 0, runnable_ns: 0 } };
}

/// Threads beyond the table.
pub const REST: ThreadKey = ThreadKey { comm: [0; 16], tid: 0, pad: 0 };

plain! {
    CpuTotal: 208, ThreadKey: 24, ThreadTime: 24, TimePlace: 48, ThreadSwitch: 32,
}
