//! Reader of `cpu_samples`: one clock event and one ring per CPU.

use std::cell::RefCell;
use std::os::fd::{AsFd, AsRawFd, RawFd};
use std::rc::Rc;

use super::{Probe, Proof, Setup, TargetSet};
use crate::abi::BLOCKS;
use crate::bpf::{Absence, Loaded};
use crate::canary::Deeds;
use crate::perf::{Clock, Entry, Event, Ring, UserState, page_bytes, pages_per_ring};
use crate::profile::{Load, Place, Profile, Source};
use crate::record::{Axes, CpuStacks, Stack};
use crate::registry::Manifest;

/// Stack bytes copied with each sample: as good as twice as many on every program tried.
const STACK_BYTES: u32 = 16 * 1024;
/// Data pages per CPU that the kernel grants without `CAP_IPC_LOCK`.
const MAX_RING_PAGES: usize = 128;
/// The same, where events with stacks have rings as well.
const SHARED_RING_PAGES: usize = 64;
/// Below this a ring holds hardly a sample.
const MIN_RING_PAGES: usize = 8;
/// Memory all rings may take.
const RINGS_BYTES: usize = 16 << 20;

/// The attached probe.
pub struct CpuSamples {
    loaded: Loaded,
    targets: Rc<TargetSet>,
    events: Vec<(Event, Ring)>,
    hz: u32,
    profile: Rc<RefCell<Profile>>,
    received: u64,
    lost: u64,
}

impl CpuSamples {
    /// Loads, opens the events and attaches to each.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<CpuSamples, Absence> {
        let mut loaded = Loaded::load(manifest, Some(&setup.shared), &[])?;
        let most = if setup.has_stack_events { SHARED_RING_PAGES } else { MAX_RING_PAGES };
        let pages = pages_per_ring(RINGS_BYTES, setup.cpus.len(), MIN_RING_PAGES, most);
        let mut events = Vec::with_capacity(setup.cpus.len());
        for cpu in &setup.cpus {
            let clock = Clock::Sample(UserState {
                registers: stacks::Arch::NATIVE.perf_mask(),
                stack_bytes: STACK_BYTES,
                wakeup_bytes: (pages * page_bytes() / 2) as u32,
            });
            let event = Event::open(*cpu, 1_000_000_000 / u64::from(setup.hz), clock)
                .map_err(|error| Absence::from_io(manifest, "opening the clock event", &error))?;
            let ring = Ring::map_granted(&event, pages, MIN_RING_PAGES)
                .map_err(|error| Absence::from_io(manifest, "mapping the sample ring", &error))?;
            loaded.attach_to_event("on_tick", event.as_fd())?;
            events.push((event, ring));
        }
        Ok(CpuSamples {
            loaded,
            targets: Rc::clone(&setup.targets),
            events,
            hz: setup.hz,
            profile: Rc::clone(&setup.profile),
            received: 0,
            lost: 0,
        })
    }

    fn measured_hz(&self, measured_ns: u64, ticks: u64) -> f64 {
        let cpu_seconds = measured_ns as f64 / 1e9 * self.events.len() as f64;
        if cpu_seconds > 0.0 { ticks as f64 / cpu_seconds } else { 0.0 }
    }
}

impl Probe for CpuSamples {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, deeds: &Deeds) -> Result<Proof, Absence> {
        self.drain();
        let expected = deeds.cpu_ns * u64::from(self.hz) / 1_000_000_000;
        // Ticks are not aligned with the canary's turns on the CPU, and a virtual CPU skips some, so only none is wrong.
        Ok(Proof::invariant(expected, self.received, self.received > 0, "samples for the canary's CPU time"))
    }

    fn reset(&mut self) -> Result<(), Absence> {
        self.drain();
        self.received = 0;
        self.lost = 0;
        self.loaded.reset_counters()
    }

    fn wakers(&self) -> Vec<RawFd> {
        self.events.iter().map(|(event, _)| event.as_fd().as_raw_fd()).collect()
    }

    fn drain(&mut self) {
        let window = self.targets.current();
        let registers = stacks::Arch::NATIVE.perf_mask().count_ones() as usize;
        let mut profile = self.profile.borrow_mut();
        for (_, ring) in &mut self.events {
            ring.drain(registers, &mut |entry| match entry {
                Entry::Lost(count) => self.lost += count,
                Entry::Sample(sample) => {
                    self.received += 1;
                    let at = Place { block: window.block_of(sample.time_ns), key: 0 };
                    profile.add(Source::Clock, &sample, at, Load { count: 1, weight: 1 });
                }
            });
        }
    }

    fn close(&mut self, _end_ns: u64) -> Result<(), Absence> {
        for (event, _) in &self.events {
            event
                .disable()
                .map_err(|error| Absence::from_io(self.loaded.manifest(), "stopping the clock event", &error))?;
        }
        self.drain();
        // The kernel's own count of what did not fit can lag; what it passed on and we did not get is certain.
        self.lost = self.loaded.counters()?.hits.saturating_sub(self.received);
        Ok(())
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), Absence> {
        let ticks = self.loaded.counters()?.extra;
        let window = self.targets.current();
        let folded = self.profile.borrow_mut().finish(Source::Clock);
        let stacks = folded.stacks.into_iter();
        axes.cpu_stacks = Some(CpuStacks {
            requested_hz: f64::from(self.hz),
            measured_hz: self.measured_hz(window.end_ns.saturating_sub(window.start_ns), ticks),
            samples: folded.samples,
            whole: folded.whole,
            frames: folded.frames,
            named: folded.named,
            runtimes: self.profile.borrow().runtimes(),
            functions: folded.functions,
            stacks: stacks.map(|stack| Stack { frames: stack.frames, count: stack.load.count }).collect(),
            cut: folded.cut,
        });
        Ok(())
    }

    fn lost(&self) -> u64 {
        self.lost
    }

    fn ring_bytes(&self) -> u64 {
        self.events.iter().map(|(_, ring)| ring.bytes() as u64).sum()
    }
}

impl crate::abi::Window {
    /// Which block a time lies in; times outside count in the nearest.
    pub fn block_of(&self, time_ns: u64) -> usize {
        let block = time_ns.saturating_sub(self.start_ns) / self.block_ns.max(1);
        (block as usize).min(BLOCKS - 1)
    }
}

#[cfg(test)]
mod tests {
    use crate::abi::Window;

    #[test]
    fn times_fall_in_their_block() {
        let window = Window { start_ns: 100, end_ns: 220, block_ns: 10, attached_ns: 0, pid_namespace: 0, pad: 0 };
        assert_eq!([0, 100, 109, 110, 219, 500].map(|time| window.block_of(time)), [0, 0, 0, 1, 11, 11]);
    }
}
