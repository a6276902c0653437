//! Reader of `page_faults`.

use std::os::fd::AsFd;
use std::rc::Rc;

use super::base::{Probe, Proof, Setup};
use super::rows::{add_each, sites_of};
use crate::abi::memory::FaultCounts;
use crate::abi::stacks::StackKind;
use crate::bpf::{LoadError, Loaded, PerCpu};
use crate::canary::CanaryActions;
use crate::engine::StackEvents;
use crate::perf::{Event, Fault};
use crate::record::Axes;
use crate::record::memory::{Faults, TargetMemory};
use crate::record::probe::AttachPoint;
use crate::registry::Manifest;

/// The replacement where the kernel has no trace points of faults.
const FALLBACK: AttachPoint = AttachPoint { kind: "perf_event", symbol: "page-faults" };
const TRACING: [&str; 2] = ["on_user_fault", "on_kernel_fault"];

/// The attached probe.
pub struct PageFaults {
    loaded: Loaded,
    faults: PerCpu<u32, FaultCounts>,
    /// Kept: a closed event counts no more.
    events: Vec<Event>,
    is_fallback: bool,
    stacks: Rc<StackEvents>,
}

impl PageFaults {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<PageFaults, LoadError> {
        match PageFaults::load_as(manifest, setup, false) {
            Err(load_error) if load_error.is_no_such_hook() => PageFaults::load_as(manifest, setup, true),
            done => done,
        }
    }

    fn load_as(manifest: &'static Manifest, setup: &Setup, is_fallback: bool) -> Result<PageFaults, LoadError> {
        let left_out: &[&str] = if is_fallback { &TRACING } else { &["on_any_fault"] };
        let mut loaded = setup.object(manifest, left_out)?;
        let mut events = Vec::with_capacity(setup.cpus.len());
        for cpu in &setup.cpus {
            events.push(attach(&mut loaded, *cpu, Fault::Major, "on_major_fault")?);
            if is_fallback {
                events.push(attach(&mut loaded, *cpu, Fault::Any, "on_any_fault")?);
            }
        }
        if !is_fallback {
            loaded.attach(&TRACING)?;
        }
        let stacks = setup.stack_events(manifest)?;
        Ok(PageFaults { faults: loaded.per_cpu("faults")?, loaded, events, is_fallback, stacks })
    }

    fn total(&self) -> Result<Faults, LoadError> {
        let mut sum = Faults::default();
        for one in self.faults.get(&0)? {
            sum.user += one.user;
            sum.kernel += one.kernel;
            sum.major += one.major;
            add_each(&mut sum.blocks, &one.blocks);
            add_each(&mut sum.major_blocks, &one.major_blocks);
        }
        Ok(sum)
    }
}

fn attach(loaded: &mut Loaded, cpu: u32, fault: Fault, program: &str) -> Result<Event, LoadError> {
    let event = Event::open_fault(cpu, fault)
        .map_err(|error| LoadError::from_io(loaded.manifest(), "opening the page fault event", &error))?;
    loaded.attach_to_event(program, event.as_fd())?;
    Ok(event)
}

impl Probe for PageFaults {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        let faults = self.total()?;
        let observed = faults.user + faults.kernel;
        // What else the canary does faults as well; how often is the machine's matter.
        let fires = observed >= actions.fresh_pages && actions.fresh_pages > 0;
        Ok(Proof::invariant(
            actions.fresh_pages,
            observed,
            fires,
            "fresh pages the canary wrote to, and its other faults",
        ))
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.loaded.reset_counters()?;
        self.stacks.reset(StackKind::Faults)?;
        self.faults.put(&0, &FaultCounts::default())
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        let memory = axes.memory.get_or_insert_with(TargetMemory::default);
        memory.faults = self.total()?;
        memory.fault_sites =
            sites_of(&self.stacks, StackKind::Faults, |key| if key == 0 { "user" } else { "kernel" }.to_owned());
        Ok(())
    }

    fn close(&mut self, _end_ns: u64) -> Result<(), LoadError> {
        let manifest = self.loaded.manifest();
        for event in &self.events {
            event.disable().map_err(|error| LoadError::from_io(manifest, "stopping the page fault event", &error))?;
        }
        Ok(())
    }

    fn attached_as(&self) -> Option<AttachPoint> {
        self.is_fallback.then_some(FALLBACK)
    }
}

#[cfg(test)]
mod tests {
    use super::{FALLBACK, PageFaults};
    use crate::perf::page_bytes;
    use crate::probes::base::Probe;
    use crate::probes::trial::Trial;

    fn touch(pages: usize) {
        let (len, flags) = (pages * page_bytes(), libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: a new mapping of our own, written to inside its bounds and taken back.
        unsafe {
            let area = libc::mmap(std::ptr::null_mut(), len, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0);
            assert_ne!(area, libc::MAP_FAILED);
            libc::madvise(area, len, libc::MADV_NOHUGEPAGE);
            for page in 0..pages {
                area.cast::<u8>().add(page * page_bytes()).write_volatile(1);
            }
            libc::munmap(area, len);
        }
    }

    #[test]
    fn the_kernels_event_stands_in_for_the_trace_points() {
        let trial = Trial::of_this_process("page_faults");
        for is_fallback in [false, true] {
            let probe = PageFaults::load_as(trial.manifest, &trial.setup, is_fallback).expect("the kernel can do it");
            touch(10);
            let before = probe.total().expect("it is read");
            touch(500);
            let after = probe.total().expect("it is read");
            let counted = after.user + after.kernel - before.user - before.kernel;
            // Other tests of this process fault as well.
            assert!(before.user >= 10 && counted >= 500, "{is_fallback}: {before:?} {after:?}");
            let kind = probe.attached_as().map(|at| at.kind);
            assert_eq!(kind, is_fallback.then_some(FALLBACK.kind));
        }
    }
}
