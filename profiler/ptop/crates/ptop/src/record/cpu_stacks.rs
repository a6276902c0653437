//! What ran on the CPU, by samples.

use serde::Serialize;

use super::stacks::{EndsEarly, Function, PythonStacks, StackCut};

#[derive(Debug, Default, Serialize)]
pub struct CpuStacks {
    pub requested_hz: f64,
    /// Samples per second on a CPU, of the target; 0 where its time is not known.
    pub measured_hz: f64,
    /// Samples that were taken, whether they arrived or not.
    #[serde(skip)]
    pub ticks: u64,
    pub samples: u64,
    pub whole: u64,
    /// Samples that ran in code which is interpreted or was made at run time and is not understood, or were called
    /// from it.
    pub unread: u64,
    pub ends_early: Vec<EndsEarly>,
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
    /// What would make its samples more exact, where some were not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct Stack {
    pub frames: Box<[u32]>,
    pub count: u64,
}
