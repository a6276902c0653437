//! What every probe's reader builds on.

use std::cell::RefCell;
use std::os::fd::RawFd;
use std::rc::Rc;

use crate::bpf::{Group, LoadError, Loaded, Shared};
use crate::canary::CanaryActions;
use crate::engine::{PathRing, StackEvents, TargetSet};
use crate::profile::Profile;
use crate::record::Axes;
use crate::record::probe::{AttachPoint, Liveness};
use crate::registry::Manifest;
use crate::target::Member;

/// An attached probe.
pub trait Probe {
    /// Its object.
    fn loaded(&self) -> &Loaded;

    /// The canary is about to act. For probes that attach to processes and not to the kernel.
    ///
    /// # Errors
    /// When it cannot be attached to.
    fn watch_canary(&mut self, pid: u32) -> Result<(), LoadError> {
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
    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError>;

    /// Forgets everything counted so far.
    ///
    /// # Errors
    /// When its maps cannot be written.
    fn reset(&mut self) -> Result<(), LoadError>;

    /// Who is measured is known from now on: reads what is already going on. Called once, before the window opens.
    ///
    /// # Errors
    /// When the kernel refuses.
    fn begin(&mut self) -> Result<(), LoadError> {
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
    fn close(&mut self, end_ns: u64) -> Result<(), LoadError> {
        let _ = end_ns;
        Ok(())
    }

    /// Writes its part of the record. Called once, at the end.
    ///
    /// # Errors
    /// When its maps cannot be read.
    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError>;

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
    /// When the kernel refuses, as the load error of the probe.
    pub fn object(&self, manifest: &'static Manifest, left_out: &[&str]) -> Result<Loaded, LoadError> {
        Loaded::load(manifest, self.group.as_ref(), Some(&self.shared), &self.sizes, left_out)
    }

    /// The rings for events with stacks; opened for the first probe that asks.
    ///
    /// # Errors
    /// When the kernel refuses, as the load error of the probe that asks.
    pub fn stack_events(&self, manifest: &Manifest) -> Result<Rc<StackEvents>, LoadError> {
        opened_once(&self.opened_stack_events, || {
            StackEvents::open(
                manifest,
                &self.shared,
                &self.cpus,
                self.sampling.has_chains,
                &self.profile,
                &self.targets,
            )
        })
    }

    /// The ring of paths; mapped for the first probe that asks.
    ///
    /// # Errors
    /// When the kernel refuses, as the load error of the probe that asks.
    pub fn paths(&self, manifest: &Manifest) -> Result<Rc<PathRing>, LoadError> {
        opened_once(&self.opened_paths, || PathRing::open(manifest, &self.shared))
    }
}

/// What is in the cell, opened for the first who asks.
fn opened_once<T>(
    cell: &RefCell<Option<Rc<T>>>,
    open: impl FnOnce() -> Result<T, LoadError>,
) -> Result<Rc<T>, LoadError> {
    let mut opened = cell.borrow_mut();
    if let Some(known) = &*opened {
        return Ok(Rc::clone(known));
    }
    Ok(Rc::clone(opened.insert(Rc::new(open()?))))
}
