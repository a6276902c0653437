//! The axes of a capture, for the program and for its build script, which checks manifests by them.

/// Axes in the order in which they are reported.
pub const AXES: [&str; 15] = [
    "cpu_time",
    "cpu_stacks",
    "syscalls",
    "files",
    "file_changes",
    "file_io",
    "network",
    "processes",
    "signals",
    "executable_memory",
    "capabilities",
    "off_cpu",
    "locks",
    "memory",
    "allocations",
];
