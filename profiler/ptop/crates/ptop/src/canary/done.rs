//! What the canary reports.

use crate::abi::Plain;

/// What the canary did, as it says itself.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub struct CanaryActions {
    /// Calls of getppid.
    pub getppid: u64,
    /// Opens of the three paths that are checked.
    pub opens: u64,
    /// Calls of connect, all protocols.
    pub connects: u64,
    /// Of those, over TCP and begun.
    pub tcp_connects: u64,
    /// Connections accepted.
    pub accepts: u64,
    /// Children forked.
    pub forks: u64,
    /// Of those, the ones that started the collector's own program and ended well.
    pub execs: u64,
    /// Signals sent to itself.
    pub signals: u64,
    /// Requests for memory that is executable, granted or not.
    pub executable: u64,
    /// Attempts to remove and to rename a file that does not exist, by each path they name.
    pub changes: u64,
    /// Bytes written to and read from a file of its own.
    pub file_bytes: u64,
    /// Checks of a capability, granted or not.
    pub checks: u64,
    /// Sleeps of [`NAP_NS`].
    pub naps: u64,
    /// Waits for a futex that time out.
    pub futex_waits: u64,
    /// Waits for a mutex of the kernel's.
    pub mutex_waits: u64,
    /// Calls of a function that is attached to where it begins and where it returns.
    pub marked_calls: u64,
    /// Fresh pages written to, each for the first time.
    pub fresh_pages: u64,
    /// Mappings of anonymous memory that may be shared, and their bytes.
    pub shared_maps: u64,
    pub shared_bytes: u64,
    /// Aligned pieces of memory asked of the allocator, and their bytes.
    pub aligned: u64,
    pub aligned_bytes: u64,
    /// Bytes sent over TCP, UDP and unix sockets.
    pub sent_bytes: u64,
    /// Of those, the ones received.
    pub received_bytes: u64,
    /// Datagrams exchanged with peers that were not connected to.
    pub datagrams: u64,
    /// Connections closed by a reset, each seen from both ends.
    pub resets: u64,
    /// Segments sent again, as the kernel says of the connection.
    pub retransmits: u64,
    /// CPU time spent between the start signal and this report.
    pub cpu_ns: u64,
}

// SAFETY: repr(C), u64 fields only.
unsafe impl Plain for CanaryActions {}
