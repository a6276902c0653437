//! One reader per probe: loads and attaches its object, proves that it fires,
//! and turns its maps into an axis. A probe without a reader, or a reader
//! without a probe, fails a test.

mod allocations;
mod capability_use;
pub mod cpu_samples;
mod cpu_time;
mod detaching;
mod endpoints;
mod executable_memory;
mod file_changes;
mod file_io;
mod file_opens;
mod futex_waits;
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
mod resident_memory;
mod rows;
mod signals;
mod sites;
mod sizes;
mod syscalls;
mod thread_times;
mod timed_calls;
#[cfg(test)]
mod trial;
mod uprobes;
mod wait_stacks;

use std::cell::RefCell;
use std::os::fd::RawFd;
use std::rc::Rc;

pub use sizes::sizes;

use crate::bpf::{Absence, Group, Loaded, Shared};
use crate::canary::Deeds;
use crate::engine::{Member, PathRing, StackEvents, TargetSet};
use crate::profile::Profile;
use crate::record::Axes;
use crate::record::probe::{AttachPoint, Liveness};
use crate::registry::Manifest;

/// How the CPUs are sampled.
#[derive(Debug, Clone, Copy)]
pub struct Sampling {
    /// Samples per second and CPU that were asked for.
    pub hz: u32,
    /// Stack bytes copied with each sample.
    pub stack_bytes: u32,
    /// Whether the kernel follows frame pointers as well.
    pub has_chains: bool,
}

impl Sampling {
    /// For programs with usual stacks: as good as twice as many bytes on most.
    pub const fn usual(hz: u32) -> Sampling {
        Sampling { hz, stack_bytes: 16 * 1024, has_chains: false }
    }

    /// For programs with deep stacks.
    pub const fn deep(hz: u32) -> Sampling {
        Sampling { hz, stack_bytes: 32 * 1024, has_chains: false }
    }
}

/// What a probe is loaded with.
pub struct Setup {
    /// The probes that could be loaded together.
    pub group: Option<Rc<Group>>,
    /// Maps that all probes share.
    pub shared: Shared,
    /// Processes that are measured, and when.
    pub targets: Rc<TargetSet>,
    /// How the CPUs are sampled.
    pub sampling: Sampling,
    /// Entries of the probes' maps.
    pub sizes: Vec<(&'static str, u32)>,
    /// CPUs online at the start.
    pub cpus: Vec<u32>,
    /// Where all sampled stacks are folded.
    pub profile: Rc<RefCell<Profile>>,
    /// Whether any axis of the request has events with stacks.
    pub has_stack_events: bool,
    /// Their rings, once a probe asked for them.
    pub opened_stack_events: RefCell<Option<Rc<StackEvents>>>,
    /// The ring of paths, once a probe asked for it.
    pub opened_paths: RefCell<Option<Rc<PathRing>>>,
}

impl Setup {
    /// A probe, loaded without attaching anything and without programs that this kernel refuses.
    ///
    /// # Errors
    /// When the kernel refuses, as the absence of the probe.
    fn object(&self, manifest: &'static Manifest, left_out: &[&str]) -> Result<Loaded, Absence> {
        Loaded::load(manifest, self.group.as_ref(), Some(&self.shared), &self.sizes, left_out)
    }

    /// The rings for events with stacks; opened for the first probe that asks.
    ///
    /// # Errors
    /// When the kernel refuses, as the absence of the probe that asks.
    pub fn stack_events(&self, manifest: &Manifest) -> Result<Rc<StackEvents>, Absence> {
        opened_once(&self.opened_stack_events, || StackEvents::open(manifest, self))
    }

    /// The ring of paths; mapped for the first probe that asks.
    fn paths(&self, manifest: &Manifest) -> Result<Rc<PathRing>, Absence> {
        opened_once(&self.opened_paths, || PathRing::open(manifest, self))
    }
}

/// What is in the cell, opened for the first who asks.
fn opened_once<T>(cell: &RefCell<Option<Rc<T>>>, open: impl FnOnce() -> Result<T, Absence>) -> Result<Rc<T>, Absence> {
    let mut opened = cell.borrow_mut();
    if let Some(known) = &*opened {
        return Ok(Rc::clone(known));
    }
    Ok(Rc::clone(opened.insert(Rc::new(open()?))))
}

/// Whether a probe fired for the canary as it must.
pub struct Proof {
    /// What was expected and what was counted.
    pub liveness: Liveness,
    /// Whether that proves the probe.
    pub fires: bool,
}

impl Proof {
    /// The canary did it exactly `expected` times.
    pub fn exact(expected: u64, observed: u64, detail: &str) -> Proof {
        Proof::new("canary", expected, observed, expected == observed && expected > 0, detail)
    }

    /// An independent source gives the magnitude.
    pub fn invariant(expected: u64, observed: u64, fires: bool, detail: &str) -> Proof {
        Proof::new("invariant", expected, observed, fires, detail)
    }

    fn new(method: &'static str, expected: u64, observed: u64, fires: bool, detail: &str) -> Proof {
        Proof { liveness: Liveness { method, expected, observed, detail: Some(detail.to_owned()) }, fires }
    }
}

/// An attached probe.
pub trait Probe {
    /// Its object.
    fn loaded(&self) -> &Loaded;

    /// The canary is about to act. For probes that attach to processes and not to the kernel.
    ///
    /// # Errors
    /// When it cannot be attached to.
    fn watch_canary(&mut self, pid: u32) -> Result<(), Absence> {
        let _ = pid;
        Ok(())
    }

    /// Whether it has seen enough of the canary's time on a CPU. For probes that see some of it by chance.
    fn has_seen_it_run(&self) -> bool {
        true
    }

    /// Compares what it counted with what the canary did.
    ///
    /// # Errors
    /// When its maps cannot be read.
    fn prove(&mut self, deeds: &Deeds) -> Result<Proof, Absence>;

    /// Forgets everything counted so far.
    ///
    /// # Errors
    /// When its maps cannot be written.
    fn reset(&mut self) -> Result<(), Absence>;

    /// Who is measured is known from now on: looks at what is already going on. Called once, before the window opens.
    ///
    /// # Errors
    /// When the kernel refuses.
    fn begin(&mut self) -> Result<(), Absence> {
        Ok(())
    }

    /// Processes of the target appeared or replaced their program: look at them while they live.
    fn notice(&mut self, members: &[Member]) {
        let _ = members;
    }

    /// Descriptors that become readable when there is something to drain.
    fn wakers(&self) -> Vec<RawFd> {
        Vec::new()
    }

    /// Reads what must not wait until the end.
    fn drain(&mut self) {}

    /// After the window: accounts for what was still going on. `end_ns` is the window's end.
    ///
    /// # Errors
    /// When the kernel refuses.
    fn close(&mut self, end_ns: u64) -> Result<(), Absence> {
        let _ = end_ns;
        Ok(())
    }

    /// Writes its part of the record. Called once, at the end.
    ///
    /// # Errors
    /// When its maps cannot be read.
    fn collect(&mut self, axes: &mut Axes) -> Result<(), Absence>;

    /// Where it is attached instead of where its manifest says.
    fn attached_as(&self) -> Option<AttachPoint> {
        None
    }

    /// Events lost outside BPF, beyond the probe's own count.
    fn lost(&self) -> u64 {
        0
    }

    /// Kernel memory beyond BPF maps.
    fn ring_bytes(&self) -> u64 {
        0
    }
}

type Load = fn(&'static Manifest, &Setup) -> Result<Box<dyn Probe>, Absence>;

/// Readers by probe; `process_fork` is loaded first and apart, because it makes the shared maps.
const READERS: [(&str, Load); 22] = [
    ("allocations", |manifest, setup| Ok(Box::new(allocations::Allocations::load(manifest, setup)?))),
    ("capability_use", |manifest, setup| Ok(Box::new(capability_use::CapabilityUse::load(manifest, setup)?))),
    ("cpu_samples", |manifest, setup| Ok(Box::new(cpu_samples::CpuSamples::load(manifest, setup)?))),
    ("cpu_time", |manifest, setup| Ok(Box::new(cpu_time::CpuTime::load(manifest, setup)?))),
    ("executable_memory", |manifest, setup| Ok(Box::new(executable_memory::ExecutableMemory::load(manifest, setup)?))),
    ("file_changes", |manifest, setup| Ok(Box::new(file_changes::FileChanges::load(manifest, setup)?))),
    ("file_io", |manifest, setup| Ok(Box::new(file_io::FileIo::load(manifest, setup)?))),
    ("file_opens", |manifest, setup| Ok(Box::new(file_opens::FileOpens::load(manifest, setup)?))),
    ("futex_waits", |manifest, setup| Ok(Box::new(futex_waits::FutexWaits::load(manifest, setup)?))),
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
pub fn load(manifest: &'static Manifest, setup: &Setup) -> Option<Result<Box<dyn Probe>, Absence>> {
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
