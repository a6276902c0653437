//! The machine, and what it gave the target within the window.

use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct Host {
    pub kernel: String,
    pub arch: String,
    pub cpu_model: String,
    pub online_cpus: u64,
    pub boot_id: String,
    pub mem_total_bytes: u64,
    pub clocksource: String,
    /// `none`, or the hypervisor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub virtualization: Option<&'static str>,
    /// Of the CPUs' frequency; several are joined by `+`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub governor: Option<String>,
    /// At the start of the window.
    pub uptime_ns: u64,
    /// Time that the hypervisor kept from all CPUs together within the window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steal_ns: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pressure: Option<Pressure>,
}

/// Time within the window in which tasks of the whole machine had to wait: at least one (`some`), or all (`full`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[allow(clippy::struct_field_names, reason = "the unit is part of the field's name in the record")]
pub struct Pressure {
    pub cpu_some_ns: u64,
    pub memory_some_ns: u64,
    pub memory_full_ns: u64,
    pub io_some_ns: u64,
    pub io_full_ns: u64,
}

/// A limit on CPU time, and how it was felt within the window by the whole cgroup that has it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Quota {
    pub cores: f64,
    /// Periods in which the cgroup ran at all.
    pub periods: u64,
    pub throttled_periods: u64,
    pub throttled_ns: u64,
}
