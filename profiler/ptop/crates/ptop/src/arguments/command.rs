//! What can be asked for on the command line.

use std::path::PathBuf;

/// What was asked for.
#[derive(Debug, PartialEq)]
pub enum Command {
    /// Measure a process.
    Capture(CaptureRequest),
    /// List the probes.
    Probes {
        /// As JSON.
        json: bool,
    },
    /// Prove that each probe fires here.
    Selftest {
        /// As JSON.
        json: bool,
    },
    /// List the running processes that a name means.
    Processes(ProcessRequest),
    /// Say whether a target list is accepted.
    Targets {
        /// Which.
        list: ListChoice,
        /// As JSON.
        json: bool,
    },
    /// Say which capabilities this process was given.
    Capabilities {
        /// As JSON.
        json: bool,
    },
    /// Print the version.
    Version,
    /// Print the help text.
    Help,
}

/// Which processes may be measured.
#[derive(Debug, PartialEq)]
pub enum ListChoice {
    /// Those of the list in this file.
    File(PathBuf),
    /// Any; for root alone.
    Unlisted,
}

/// Arguments of `capture`.
#[derive(Debug, PartialEq)]
pub struct CaptureRequest {
    /// Which processes may be measured.
    pub list: ListChoice,
    /// Processes that are the target together, without repetition.
    pub processes: Vec<RequestedProcess>,
    /// Length of the window.
    pub duration_sec: u32,
    /// Time before it during which nothing counts.
    pub warmup_sec: u32,
    /// Axes to measure.
    pub axes: Vec<&'static str>,
    /// Samples per second and CPU.
    pub hz: u32,
    /// Bytes that the capture may take, with what the kernel takes for it.
    pub memory_limit: Option<u64>,
    /// Where the record goes.
    pub out: PathBuf,
    /// Progress and summary as JSON lines.
    pub json: bool,
}

/// One process of a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RequestedProcess {
    /// Its pid.
    pub pid: u32,
    /// Its start in clock ticks since boot: with another one it is another process under a reused pid.
    pub start_ticks: Option<u64>,
}

/// Arguments of `processes`.
#[derive(Debug, PartialEq)]
pub struct ProcessRequest {
    /// Which processes may be asked for.
    pub list: ListChoice,
    /// Name to look for.
    pub workload: String,
    /// Kubernetes namespaces, one of which a process must run in; empty means any.
    pub namespaces: Vec<String>,
    /// As JSON.
    pub json: bool,
}
