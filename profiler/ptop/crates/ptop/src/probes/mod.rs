//! One reader per probe: loads and attaches its object, proves that it fires,
//! and turns its maps into an axis. A probe without a reader, or a reader
//! without a probe, fails a test.

mod allocations;
mod allocator;
mod attached;
mod base;
mod capability_use;
pub mod cpu_samples;
mod cpu_time;
mod detaching;
mod endpoints;
mod exchanges;
mod executable_memory;
mod file_changes;
mod file_io;
mod file_opens;
mod futex_waits;
mod go_locks;
mod kernel_locks;
mod memory_calls;
mod net_accept;
mod net_bytes;
mod net_connect;
mod net_quality;
mod off_cpu;
mod page_faults;
mod path_tallies;
mod peers;
mod process_exec;
mod process_exit;
mod process_fork;
mod resident_memory;
mod return_filter;
mod rows;
mod signals;
mod sizes;
mod syscalls;
mod thread_times;
mod timed_calls;
#[cfg(test)]
mod trial;
mod uprobes;

pub use base::{Probe, Sampling, Setup};
pub use process_fork::ProcessFork;
pub use sizes::sizes;

use crate::bpf::LoadError;
use crate::registry::Manifest;

type Load = fn(&'static Manifest, &Setup) -> Result<Box<dyn Probe>, LoadError>;

/// Readers by probe; `process_fork` is loaded first and apart, because it makes the shared maps.
const READERS: [(&str, Load); 23] = [
    ("allocations", |manifest, setup| Ok(Box::new(allocations::Allocations::load(manifest, setup)?))),
    ("capability_use", |manifest, setup| Ok(Box::new(capability_use::CapabilityUse::load(manifest, setup)?))),
    ("cpu_samples", |manifest, setup| Ok(Box::new(cpu_samples::CpuSamples::load(manifest, setup)?))),
    ("cpu_time", |manifest, setup| Ok(Box::new(cpu_time::CpuTime::load(manifest, setup)?))),
    ("executable_memory", |manifest, setup| Ok(Box::new(executable_memory::ExecutableMemory::load(manifest, setup)?))),
    ("file_changes", |manifest, setup| Ok(Box::new(file_changes::FileChanges::load(manifest, setup)?))),
    ("file_io", |manifest, setup| Ok(Box::new(file_io::FileIo::load(manifest, setup)?))),
    ("file_opens", |manifest, setup| Ok(Box::new(file_opens::FileOpens::load(manifest, setup)?))),
    ("futex_waits", |manifest, setup| Ok(Box::new(futex_waits::FutexWaits::load(manifest, setup)?))),
    ("go_locks", |manifest, setup| Ok(Box::new(go_locks::GoLocks::load(manifest, setup)?))),
    ("kernel_locks", |manifest, setup| Ok(Box::new(kernel_locks::KernelLocks::load(manifest, setup)?))),
    ("memory_calls", |manifest, setup| Ok(Box::new(memory_calls::MemoryCalls::load(manifest, setup)?))),
    ("net_accept", |manifest, setup| Ok(Box::new(net_accept::NetAccept::load(manifest, setup)?))),
    ("net_bytes", |manifest, setup| Ok(Box::new(net_bytes::NetBytes::load(manifest, setup)?))),
    ("net_connect", |manifest, setup| Ok(Box::new(net_connect::NetConnect::load(manifest, setup)?))),
    ("net_quality", |manifest, setup| Ok(Box::new(net_quality::NetQuality::load(manifest, setup)?))),
    ("off_cpu", |manifest, setup| Ok(Box::new(off_cpu::OffCpu::load(manifest, setup)?))),
    ("page_faults", |manifest, setup| Ok(Box::new(page_faults::PageFaults::load(manifest, setup)?))),
    ("process_exec", |manifest, setup| Ok(Box::new(process_exec::ProcessExec::load(manifest, setup)?))),
    ("process_exit", |manifest, setup| Ok(Box::new(process_exit::ProcessExit::load(manifest, setup)?))),
    ("resident_memory", |manifest, setup| Ok(Box::new(resident_memory::ResidentMemory::load(manifest, setup)?))),
    ("signals", |manifest, setup| Ok(Box::new(signals::Signals::load(manifest, setup)?))),
    ("syscalls", |manifest, setup| Ok(Box::new(syscalls::Syscalls::load(manifest, setup)?))),
];

/// Loads and attaches a probe. `None` when there is no reader for it.
pub fn load(manifest: &'static Manifest, setup: &Setup) -> Option<Result<Box<dyn Probe>, LoadError>> {
    let (_, load) = READERS.iter().find(|(id, _)| *id == manifest.id)?;
    Some(load(manifest, setup))
}

#[cfg(test)]
mod tests {
    use super::READERS;
    use crate::registry::PROBES;

    #[test]
    fn probes_and_readers_belong_together() {
        let mut declared: Vec<&str> = PROBES.iter().map(|probe| probe.id).collect();
        declared.retain(|id| *id != "process_fork");
        let readers: Vec<&str> = READERS.iter().map(|(id, _)| *id).collect();
        assert_eq!(declared, readers);
    }
}
