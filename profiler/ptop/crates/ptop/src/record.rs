//! The capture record: one JSON document of raw facts, schema `ptop.capture.v1`.
//! A probe's numbers exist only in [`ProbeState::Measured`](probe::ProbeState::Measured), and an axis only
//! when all its required probes were measured.

pub mod cpu_stacks;
pub mod events;
pub mod files;
pub mod host;
pub mod memory;
pub mod network;
pub mod probe;
pub mod stacks;
pub mod times;
mod values;

use std::collections::BTreeMap;

use serde::Serialize;

use cpu_stacks::CpuStacks;
use events::{Capabilities, ExecutableMemory, Processes, Signals, Syscalls};
use files::{FileChanges, FileIo, Files};
use host::{Host, Quota};
use memory::{Allocations, TargetMemory};
use network::Network;
use probe::ProbeResult;
use times::{CpuTime, Locks, OffCpu};
pub use values::{Blocks, MOST, Text};

/// The document.
#[derive(Debug, Serialize)]
pub struct Record {
    pub schema: &'static str,
    pub tool: Tool,
    pub host: Host,
    pub processes: Vec<Process>,
    /// Processes beyond those that are listed.
    #[serde(skip_serializing_if = "is_none")]
    pub processes_cut: u64,
    /// Processes that belong with these and were not asked for; absent where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relatives_outside: Option<Relatives>,
    pub window: WindowFacts,
    /// The limit on the target's CPU time; absent where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quota: Option<Quota>,
    pub probes: Vec<ProbeResult>,
    pub axes: Axes,
    pub memory: Memory,
    pub overhead_cpu_ns: u64,
}

/// Those that ran when the capture began.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Relatives {
    pub count: usize,
    /// The lowest ones.
    pub pids: Vec<u32>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as the serialiser calls it")]
fn is_none(count: &u64) -> bool {
    *count == 0
}

#[derive(Debug, Serialize)]
pub struct Tool {
    pub version: &'static str,
    pub bpf_sha256: &'static str,
}

#[derive(Debug, Clone, Serialize)]
pub struct Process {
    pub pid: u32,
    pub start_ticks: u64,
    pub forked: bool,
    /// Its own part of the time on CPUs; absent where that was not measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_ns: Option<u64>,
    /// Its own part of the clock's samples; absent as above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samples: Option<u64>,
    /// What the probes that were measured saw of it, by probe, where that was anything. Absent where too many
    /// processes were there before it to be counted apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hits: Option<BTreeMap<&'static str, u64>>,
    pub present_at_end: bool,
    pub exe_path: String,
    pub exe_bytes: u64,
    pub exe_sha256: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build_id: Option<String>,
    pub comm: String,
    pub uid: u32,
    pub pid_ns_inode: u64,
    pub cgroup: String,
    /// Of the container that its cgroup belongs to; absent outside of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container_id: Option<String>,
    /// The runtime of the language it is written in; absent for native programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runtime: Option<LanguageRuntime>,
    pub argv_hash: String,
}

/// What runs a process's program, where that is not the machine itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LanguageRuntime {
    /// One word: `node`, `python`, `java`, `go`, …
    pub kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct WindowFacts {
    pub warmup_ns: u64,
    pub requested_ns: u64,
    pub measured_ns: u64,
    pub start_wall: String,
    /// `CLOCK_BOOTTIME` at its start.
    pub start_boottime_ns: u64,
}

#[derive(Debug, Default, Serialize)]
pub struct Axes {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_time: Option<CpuTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_stacks: Option<CpuStacks>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub syscalls: Option<Syscalls>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<Files>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_changes: Option<FileChanges>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_io: Option<FileIo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<Network>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processes: Option<Processes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signals: Option<Signals>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub executable_memory: Option<ExecutableMemory>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capabilities: Option<Capabilities>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub off_cpu: Option<OffCpu>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locks: Option<Locks>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<TargetMemory>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allocations: Option<Allocations>,
}

impl Axes {
    /// Removes the axis of that name.
    pub fn remove(&mut self, axis: &str) {
        match axis {
            "cpu_time" => self.cpu_time = None,
            "cpu_stacks" => self.cpu_stacks = None,
            "syscalls" => self.syscalls = None,
            "files" => self.files = None,
            "file_changes" => self.file_changes = None,
            "file_io" => self.file_io = None,
            "network" => self.network = None,
            "processes" => self.processes = None,
            "signals" => self.signals = None,
            "executable_memory" => self.executable_memory = None,
            "capabilities" => self.capabilities = None,
            "off_cpu" => self.off_cpu = None,
            "locks" => self.locks = None,
            "memory" => self.memory = None,
            "allocations" => self.allocations = None,
            _ => {}
        }
    }

    /// Whether any axis is present.
    pub fn any(&self) -> bool {
        self.cpu_time.is_some()
            || self.cpu_stacks.is_some()
            || self.syscalls.is_some()
            || self.files.is_some()
            || self.file_changes.is_some()
            || self.file_io.is_some()
            || self.network.is_some()
            || self.processes.is_some()
            || self.signals.is_some()
            || self.executable_memory.is_some()
            || self.capabilities.is_some()
            || self.off_cpu.is_some()
            || self.locks.is_some()
            || self.memory.is_some()
            || self.allocations.is_some()
    }
}

impl Axes {
    /// What a second on a CPU is in samples. Of a target that hardly ran nothing can be measured; the clock's own
    /// period counts then.
    pub fn tell_rate(&mut self) {
        let Some(stacks) = &mut self.cpu_stacks else { return };
        stacks.measured_hz = match &self.cpu_time {
            None => 0.0,
            Some(time) if time.total_ns == 0 || stacks.ticks < LEAST_TICKS => stacks.requested_hz,
            Some(time) => stacks.ticks as f64 * 1e9 / time.total_ns as f64,
        };
    }
}

/// Samples below which their rate is chance.
const LEAST_TICKS: u64 = 20;

#[derive(Debug, Clone, Copy, Serialize)]
#[allow(clippy::struct_field_names, reason = "the unit is part of the field's name in the record")]
pub struct Memory {
    pub peak_rss_bytes: u64,
    pub map_bytes: u64,
    /// What the capture was taken to need at most before it began, the kernel's part included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated_bytes: Option<u64>,
}
