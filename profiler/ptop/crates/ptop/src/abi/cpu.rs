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

/// What a CPU did last.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct LastSwitch {
    pub at_ns: u64,
    pub tgid: u32,
    pub pad: u32,
}

/// A thread under one of its names.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct ThreadKey {
    pub tid: u32,
    pub comm: [u8; 16],
}

plain! {
    CpuTotal: 208, ThreadKey: 20, LastSwitch: 16,
}
