//! The capture record: one JSON document of raw facts, schema `ptop.capture.v1`.
//! A probe's numbers exist only in [`ProbeState::Measured`], and an axis only
//! when all its required probes were measured.

use std::rc::Rc;

use serde::Serialize;

use crate::abi::{BLOCKS, LATENCY_BUCKETS};

/// The largest number that every reader of JSON holds exactly. Sums of bytes stop there: a target may ask for
/// more than exists, as often as it likes.
pub const MOST: u64 = (1 << 53) - 1;

/// Counts in the 12 equal parts of the measured window.
pub type Blocks = [u64; BLOCKS];

/// The document.
#[derive(Debug, Serialize)]
pub struct Record {
    pub schema: &'static str,
    pub tool: Tool,
    pub host: Host,
    pub processes: Vec<Process>,
    pub window: WindowFacts,
    pub probes: Vec<ProbeResult>,
    pub axes: Axes,
    pub memory: Memory,
    pub overhead_cpu_ns: u64,
}

#[derive(Debug, Serialize)]
pub struct Tool {
    pub version: &'static str,
    pub bpf_sha256: &'static str,
}

#[derive(Debug, Serialize)]
pub struct Host {
    pub kernel: String,
    pub arch: String,
    pub cpu_model: String,
    pub online_cpus: u64,
    pub boot_id: String,
    pub mem_total_bytes: u64,
    pub clocksource: String,
}

#[derive(Debug, Clone, Serialize)]
pub struct Process {
    pub pid: u32,
    pub start_ticks: u64,
    pub forked: bool,
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
    pub argv_hash: String,
}

#[derive(Debug, Serialize)]
pub struct WindowFacts {
    pub warmup_ns: u64,
    pub requested_ns: u64,
    pub measured_ns: u64,
    pub start_wall: String,
}

#[derive(Debug, Serialize)]
pub struct ProbeResult {
    pub id: &'static str,
    pub axis: &'static str,
    pub required: bool,
    pub attach: AttachPoint,
    #[serde(flatten)]
    pub state: ProbeState,
}

#[derive(Debug, Serialize)]
pub struct AttachPoint {
    pub kind: &'static str,
    pub symbol: &'static str,
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum ProbeState {
    Measured {
        hits: u64,
        drops: u64,
        missed: u64,
        run_ns: u64,
        liveness: Liveness,
    },
    AttachedSilent {
        liveness: Liveness,
        #[serde(flatten)]
        why: Why,
    },
    Failed(Why),
    Unsupported(Why),
    Disabled(Why),
}

#[derive(Debug, Clone, Serialize)]
pub struct Liveness {
    pub method: &'static str,
    pub expected: u64,
    pub observed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct Why {
    pub reason_code: &'static str,
    pub reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errno: Option<String>,
    pub fix: String,
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

#[derive(Debug, Serialize)]
pub struct CpuTime {
    pub total_ns: u64,
    pub blocks_ns: Blocks,
    pub threads: Vec<ThreadTime>,
}

#[derive(Debug, Serialize)]
pub struct ThreadTime {
    pub comm: String,
    pub threads: u64,
    pub ns: u64,
}

#[derive(Debug, Default, Serialize)]
pub struct CpuStacks {
    pub requested_hz: f64,
    pub measured_hz: f64,
    pub samples: u64,
    pub whole: u64,
    pub frames: u64,
    pub named: u64,
    pub runtimes: Vec<Runtime>,
    pub python: PythonStacks,
    pub functions: Vec<Function>,
    pub stacks: Vec<Stack>,
    pub cut: StackCut,
    pub source: SourceDetail,
}

/// What debug information said about the sampled addresses; `elsewhere` means in files that are not read. `cut` is
/// what bounds left out: modules not read to the end, places of functions, inlined functions in stacks.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SourceDetail {
    pub addresses_with_line: u64,
    pub addresses_inlined: u64,
    pub addresses_elsewhere: u64,
    pub cut: u64,
}

/// A language runtime in one of the target's processes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Runtime {
    pub name: String,
    /// Why its frames have no names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// What became of the frames of Python interpreters.
#[derive(Debug, Default, Clone, Copy, Serialize)]
pub struct PythonStacks {
    /// Samples of processes with an interpreter that is understood.
    pub samples: u64,
    /// Of those, the ones in which frames of the interpreter are missing.
    pub incomplete: u64,
    pub frames: u64,
}

#[derive(Debug, Clone, Serialize)]
pub struct Function {
    pub name: Rc<str>,
    pub module: Rc<str>,
    #[serde(rename = "self")]
    pub own: u64,
    pub total: u64,
    #[serde(serialize_with = "or_zeros")]
    pub self_blocks: Option<Box<Blocks>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<Rc<str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<FunctionLine>,
}

/// Most functions of a profile own nothing: they keep no blocks.
#[allow(clippy::ref_option, reason = "as the serialiser calls it")]
fn or_zeros<S: serde::Serializer>(blocks: &Option<Box<Blocks>>, serializer: S) -> Result<S::Ok, S::Error> {
    blocks.as_deref().unwrap_or(&[0; BLOCKS]).serialize(serializer)
}

/// A line of a function, and the weight of what ran there itself.
#[derive(Debug, Clone, Serialize)]
pub struct FunctionLine {
    pub line: u32,
    #[serde(rename = "self")]
    pub own: u64,
}

#[derive(Debug, Serialize)]
pub struct Stack {
    pub frames: Vec<u32>,
    pub count: u64,
}

#[derive(Debug, Default, Clone, Copy, Serialize)]
pub struct StackCut {
    pub functions: u64,
    pub stacks: u64,
}

#[derive(Debug, Serialize)]
pub struct Syscalls {
    pub calls: Vec<Call>,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
pub struct Call {
    pub name: String,
    pub outcome: String,
    pub count: u64,
    /// Calls that were timed; the rest is as these.
    pub timed: u64,
    pub total_ns: u64,
    #[serde(serialize_with = "as_list")]
    pub hist: [u64; LATENCY_BUCKETS],
    pub blocks: Blocks,
}

/// Arrays beyond 32 elements have no serialisation of their own.
fn as_list<S: serde::Serializer>(values: &[u64; LATENCY_BUCKETS], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values)
}

#[derive(Debug, Serialize)]
pub struct Files {
    pub opens: Vec<Open>,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
pub struct Open {
    pub path: String,
    pub op: &'static str,
    pub outcome: String,
    pub count: u64,
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
pub struct FileChanges {
    pub changes: Vec<Changed>,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
pub struct Changed {
    pub path: String,
    pub op: &'static str,
    pub outcome: String,
    pub count: u64,
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
pub struct FileIo {
    pub transfers: Vec<Moved>,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
pub struct Moved {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    pub kind: &'static str,
    pub op: &'static str,
    pub outcome: String,
    pub count: u64,
    /// Calls that were timed; the rest is as these.
    pub timed: u64,
    pub bytes: u64,
    pub total_ns: u64,
    #[serde(serialize_with = "as_list")]
    pub hist: [u64; LATENCY_BUCKETS],
    pub blocks: Blocks,
}

#[derive(Debug, Default, Serialize)]
pub struct Network {
    pub peers: Vec<Peer>,
    pub traffic: Vec<Traffic>,
    pub round_trips: Vec<Durations>,
    /// Present when the probe of it was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<Quality>,
    pub cut: u64,
}

/// Whose traffic, or which connections.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[allow(clippy::struct_field_names, reason = "the record's schema names the field")]
pub struct Endpoint {
    pub peer: String,
    pub port: u16,
    pub role: &'static str,
    pub protocol: &'static str,
}

#[derive(Debug, Serialize)]
pub struct Traffic {
    #[serde(flatten)]
    pub of: Endpoint,
    pub direction: &'static str,
    pub messages: u64,
    pub bytes: u64,
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
pub struct Durations {
    #[serde(flatten)]
    pub of: Endpoint,
    pub count: u64,
    pub total_ns: u64,
    #[serde(serialize_with = "as_list")]
    pub hist: [u64; LATENCY_BUCKETS],
    pub blocks: Blocks,
}

#[derive(Debug, Default, Serialize)]
pub struct Quality {
    pub connects: Vec<Durations>,
    pub connections: Vec<Durations>,
    pub events: Vec<NetworkEvent>,
}

#[derive(Debug, Serialize)]
pub struct NetworkEvent {
    #[serde(flatten)]
    pub of: Endpoint,
    pub event: &'static str,
    pub count: u64,
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
#[allow(clippy::struct_field_names, reason = "the record's schema names the field")]
pub struct Peer {
    pub peer: String,
    pub port: u16,
    pub role: &'static str,
    pub protocol: &'static str,
    pub outcome: String,
    pub count: u64,
    pub blocks: Blocks,
}

#[derive(Debug, Default, Serialize)]
pub struct Processes {
    pub programs: Vec<Program>,
    pub exits: Vec<Ended>,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
pub struct Program {
    pub path: String,
    pub file: &'static str,
    pub count: u64,
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
pub struct Ended {
    pub comm: String,
    pub outcome: String,
    pub count: u64,
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
pub struct Signals {
    pub received: Vec<Signal>,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
#[allow(clippy::struct_field_names, reason = "the record's schema names the field")]
pub struct Signal {
    pub signal: String,
    pub sender: &'static str,
    pub comm: String,
    pub outcome: &'static str,
    pub count: u64,
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
pub struct ExecutableMemory {
    pub grants: Vec<Grant>,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
pub struct Grant {
    pub call: &'static str,
    pub area: &'static str,
    pub writable: bool,
    pub outcome: String,
    pub count: u64,
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
pub struct Capabilities {
    pub checks: Vec<Check>,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
pub struct Check {
    pub capability: String,
    pub outcome: &'static str,
    pub call: String,
    pub user_namespace: &'static str,
    pub purpose: &'static str,
    pub count: u64,
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
pub struct OffCpu {
    pub reasons: Vec<OffReason>,
    pub calls: Vec<BlockingCall>,
    pub threads: Vec<ThreadWaits>,
    pub threshold_ns: u64,
    pub stack_ns: u64,
    pub without_stack_ns: u64,
    pub stacks: WaitStacks,
    pub cut: u64,
}

#[derive(Debug, Default, Serialize)]
pub struct TargetMemory {
    pub faults: Faults,
    pub resident: Resident,
    pub fault_sites: Sites,
    pub requests: Vec<Request>,
    pub growth_sites: Sites,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
pub struct OffReason {
    pub reason: &'static str,
    pub count: u64,
    pub unfinished: u64,
    pub total_ns: u64,
    #[serde(serialize_with = "as_list")]
    pub hist: [u64; LATENCY_BUCKETS],
    pub blocks_ns: Blocks,
}

#[derive(Debug, Serialize)]
pub struct BlockingCall {
    pub name: String,
    pub reason: &'static str,
    pub count: u64,
    pub total_ns: u64,
    #[serde(serialize_with = "as_list")]
    pub hist: [u64; LATENCY_BUCKETS],
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
#[allow(clippy::struct_field_names, reason = "the record's schema names the fields")]
pub struct ThreadWaits {
    pub comm: String,
    pub threads: u64,
    pub blocked_ns: u64,
    pub runnable_ns: u64,
}

/// Stacks of waits. Counts and nanoseconds stand for the waits that were not drawn as well.
#[derive(Debug, Serialize)]
pub struct WaitStacks {
    pub samples: u64,
    pub lost: u64,
    pub whole: u64,
    pub frames: u64,
    pub named: u64,
    pub functions: Vec<WaitFunction>,
    pub stacks: Vec<WaitStack>,
    pub cut: StackCut,
}

#[derive(Debug, Clone, Serialize)]
pub struct WaitFunction {
    pub name: Rc<str>,
    pub module: Rc<str>,
    pub self_ns: u64,
    pub total_ns: u64,
    #[serde(serialize_with = "or_zeros")]
    pub self_blocks_ns: Option<Box<Blocks>>,
}

#[derive(Debug, Serialize)]
pub struct WaitStack {
    pub frames: Vec<u32>,
    pub what: String,
    pub count: u64,
    pub ns: u64,
}

#[derive(Debug, Serialize)]
pub struct Locks {
    pub waits: Vec<FutexWait>,
    pub stacks: WaitStacks,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<Vec<KernelLock>>,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
pub struct FutexWait {
    pub operation: &'static str,
    pub outcome: String,
    pub count: u64,
    pub total_ns: u64,
    #[serde(serialize_with = "as_list")]
    pub hist: [u64; LATENCY_BUCKETS],
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
pub struct KernelLock {
    pub kind: &'static str,
    pub count: u64,
    pub total_ns: u64,
    #[serde(serialize_with = "as_list")]
    pub hist: [u64; LATENCY_BUCKETS],
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
pub struct Allocations {
    pub functions: Vec<AllocationFunction>,
    pub sites: Sites,
    pub processes: AllocatingProcesses,
    pub failures_from_bytes: u64,
    pub cut: u64,
}

#[derive(Debug, Serialize)]
pub struct AllocationFunction {
    pub function: &'static str,
    pub module: String,
    pub count: u64,
    pub bytes: u64,
    pub failed: u64,
    pub blocks: Blocks,
    pub bytes_blocks: Blocks,
}

#[derive(Debug, Default, Clone, Copy, Serialize)]
pub struct AllocatingProcesses {
    pub watched: u64,
    pub late: u64,
    pub unwatched: u64,
}

/// User stacks of events with a weight, estimated from those that were taken.
#[derive(Debug, Default, Serialize)]
pub struct Sites {
    pub samples: u64,
    pub lost: u64,
    pub whole: u64,
    pub functions: Vec<Function>,
    pub stacks: Vec<SiteStack>,
    pub cut: StackCut,
}

#[derive(Debug, Serialize)]
pub struct SiteStack {
    pub frames: Vec<u32>,
    pub kind: String,
    pub count: u64,
    pub weight: u64,
}

#[derive(Debug, Default, Clone, Copy, Serialize)]
pub struct Faults {
    pub user: u64,
    pub kernel: u64,
    pub blocks: Blocks,
    pub major: u64,
    pub major_blocks: Blocks,
}

#[derive(Debug, Default, Serialize)]
pub struct Resident {
    pub kinds: Vec<ResidentKind>,
    pub highest_bytes: u64,
    pub blocks_bytes: Blocks,
    pub uncertain_bytes: u64,
}

#[derive(Debug, Serialize)]
pub struct ResidentKind {
    pub kind: &'static str,
    pub first_bytes: u64,
    pub last_bytes: u64,
    pub highest_bytes: u64,
}

#[derive(Debug, Serialize)]
pub struct Request {
    pub call: &'static str,
    pub change: &'static str,
    pub area: &'static str,
    pub outcome: String,
    pub count: u64,
    pub bytes: u64,
    pub blocks: Blocks,
    pub bytes_blocks: Blocks,
}

#[derive(Debug, Clone, Copy, Serialize)]
pub struct Memory {
    pub peak_rss_bytes: u64,
    pub map_bytes: u64,
}
