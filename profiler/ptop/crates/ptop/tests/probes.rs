//! Each probe's own tests, which live in its folder.

#[path = "../../../probes/allocations/tests.rs"]
mod allocations;
#[path = "../../../probes/capability_use/tests.rs"]
mod capability_use;
#[path = "../../../probes/cpu_samples/tests.rs"]
mod cpu_samples;
#[path = "../../../probes/cpu_time/tests.rs"]
mod cpu_time;
#[path = "../../../probes/executable_memory/tests.rs"]
mod executable_memory;
#[path = "../../../probes/file_changes/tests.rs"]
mod file_changes;
#[path = "../../../probes/file_io/tests.rs"]
mod file_io;
#[path = "../../../probes/file_opens/tests.rs"]
mod file_opens;
#[path = "../../../probes/futex_waits/tests.rs"]
mod futex_waits;
#[path = "../../../probes/go_locks/tests.rs"]
mod go_locks;
#[path = "../../../probes/kernel_locks/tests.rs"]
mod kernel_locks;
#[path = "../../../probes/memory_calls/tests.rs"]
mod memory_calls;
#[path = "../../../probes/net_accept/tests.rs"]
mod net_accept;
#[path = "../../../probes/net_bytes/tests.rs"]
mod net_bytes;
#[path = "../../../probes/net_bytes/answers.rs"]
mod net_bytes_answers;
#[path = "../../../probes/net_connect/tests.rs"]
mod net_connect;
#[path = "../../../probes/net_quality/tests.rs"]
mod net_quality;
#[path = "../../../probes/off_cpu/tests.rs"]
mod off_cpu;
#[path = "../../../probes/page_faults/tests.rs"]
mod page_faults;
#[path = "../../../probes/process_exec/tests.rs"]
mod process_exec;
#[path = "../../../probes/process_exit/tests.rs"]
mod process_exit;
#[path = "../../../probes/process_fork/tests.rs"]
mod process_fork;
#[path = "../../../probes/resident_memory/tests.rs"]
mod resident_memory;
#[path = "../../../probes/signals/tests.rs"]
mod signals;
#[path = "../../../probes/syscalls/tests.rs"]
mod syscalls;
