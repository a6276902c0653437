//! One process of the target.

/// A measured process as the kernel reported it.
#[derive(Debug, Clone)]
pub struct Member {
    /// In this program's pid namespace.
    pub pid: u32,
    /// Parent's pid; 0 for a process of the request.
    pub parent: u32,
    /// Boot time clock.
    pub start_ns: u64,
    /// Monotonic clock; when it last replaced its program while we watched, 0 if it did not.
    pub exec_ns: u64,
    /// On a CPU within the window, all its threads, where it has no row.
    pub cpu_ns: u64,
    /// Where its time and its events are counted, in [`Hits`](crate::bpf::Hits).
    pub row: u16,
    /// Whether it appeared while we watched.
    pub forked: bool,
    /// Its last name.
    pub comm: String,
    /// The program it replaced itself with while we watched, if it did.
    pub exec_path: Option<String>,
}
