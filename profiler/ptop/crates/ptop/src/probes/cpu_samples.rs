//! Reader of `cpu_samples`: per CPU one clock event, which runs the program, and one
//! event with a ring, which the program writes to.

use std::cell::RefCell;
use std::os::fd::{AsFd, AsRawFd, RawFd};
use std::rc::Rc;

use super::base::{Probe, Proof, Setup};
use crate::abi::BLOCKS;
use crate::bpf::{LoadError, Loaded, Table};
use crate::canary::CanaryActions;
use crate::engine::TargetSet;
use crate::perf::{Entry, Event, Ring, SampleShape, UserState, page_bytes, pages_per_ring};
use crate::profile::{Load, Place, Profile, Source};
use crate::record::Axes;
use crate::record::cpu_stacks::{CpuStacks, Stack};
use crate::registry::Manifest;

/// Data pages per CPU that the kernel grants without `CAP_IPC_LOCK`.
const MAX_RING_PAGES: usize = 128;
/// The same, where events with stacks have rings as well.
const SHARED_RING_PAGES: usize = 64;
/// Below this a ring holds hardly a sample.
const MIN_RING_PAGES: usize = 8;
/// Memory all rings may take.
const RINGS_BYTES: usize = 16 << 20;

/// Pages of data in the ring of each CPU.
pub fn data_pages(cpus: usize, has_stack_events: bool) -> usize {
    let most = if has_stack_events { SHARED_RING_PAGES } else { MAX_RING_PAGES };
    pages_per_ring(RINGS_BYTES, cpus, MIN_RING_PAGES, most)
}

/// Of the canary: that more would come needs no proof.
const ENOUGH_SAMPLES: u64 = 2;

/// The events of one CPU.
struct OnCpu {
    clock: Event,
    output: Event,
    ring: Ring,
}

/// The attached probe.
pub struct CpuSamples {
    loaded: Loaded,
    targets: Rc<TargetSet>,
    events: Vec<OnCpu>,
    // Closing it would take the events out of the map.
    _outputs: Table<u32, u32>,
    hz: u32,
    shape: SampleShape,
    profile: Rc<RefCell<Profile>>,
    received: u64,
    lost: u64,
}

impl CpuSamples {
    /// Loads, opens the events and attaches to each.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<CpuSamples, LoadError> {
        let mut loaded = setup.object(manifest, &[])?;
        let pages = data_pages(setup.cpus.len(), setup.has_stack_events);
        let mut events = Vec::with_capacity(setup.cpus.len());
        let state = UserState {
            registers: stacks::Arch::NATIVE.perf_mask(),
            stack_bytes: setup.sampling.stack_bytes,
            has_chain: setup.sampling.has_chains,
            wakeup_bytes: (pages * page_bytes() / 2) as u32,
        };
        let outputs = loaded.table::<u32, u32>("samples")?;
        for cpu in &setup.cpus {
            let failed = |what: &'static str| move |error| LoadError::from_io(manifest, what, &error);
            let output = Event::open_output(*cpu, state).map_err(failed("opening the event for samples"))?;
            let ring = Ring::map_granted(&output, pages, MIN_RING_PAGES).map_err(failed("mapping the sample ring"))?;
            output.enable().map_err(failed("starting the event for samples"))?;
            outputs.put(cpu, &(output.as_fd().as_raw_fd() as u32))?;
            let period_ns = 1_000_000_000 / u64::from(setup.sampling.hz);
            let clock = Event::clock(*cpu, period_ns).map_err(failed("opening the clock event"))?;
            loaded.attach_to_event("on_tick", clock.as_fd())?;
            events.push(OnCpu { clock, output, ring });
        }
        Ok(CpuSamples {
            loaded,
            targets: Rc::clone(&setup.targets),
            events,
            _outputs: outputs,
            hz: setup.sampling.hz,
            shape: state.shape(),
            profile: Rc::clone(&setup.profile),
            received: 0,
            lost: 0,
        })
    }
}

impl Probe for CpuSamples {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn has_seen_it_run(&self) -> bool {
        self.received >= ENOUGH_SAMPLES
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        self.drain();
        let expected = actions.cpu_ns * u64::from(self.hz) / 1_000_000_000;
        // Ticks are not aligned with the canary's turns on the CPU, and a virtual CPU skips some, so only none is wrong.
        Ok(Proof::invariant(expected, self.received, self.received > 0, "samples for the canary's CPU time"))
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.drain();
        self.received = 0;
        self.lost = 0;
        self.loaded.reset_counters()
    }

    fn wakers(&self) -> Vec<RawFd> {
        self.events.iter().map(|on_cpu| on_cpu.output.as_fd().as_raw_fd()).collect()
    }

    fn drain(&mut self) {
        let window = self.targets.current();
        let mut profile = self.profile.borrow_mut();
        for on_cpu in &mut self.events {
            let head = on_cpu.ring.head();
            profile.catch_up();
            on_cpu.ring.drain(head, self.shape, &mut |entry| match entry {
                Entry::Mapping(_) => {}
                Entry::Lost(count) => self.lost += count,
                Entry::Sample(sample) => {
                    self.received += 1;
                    let at = Place { block: window.block_of(sample.time_ns), key: 0 };
                    profile.add(Source::Clock, &sample, at, Load { count: 1, weight: 1 });
                }
            });
        }
    }

    fn close(&mut self, _end_ns: u64) -> Result<(), LoadError> {
        for on_cpu in &self.events {
            on_cpu
                .clock
                .disable()
                .map_err(|error| LoadError::from_io(self.loaded.manifest(), "stopping the clock event", &error))?;
        }
        self.drain();
        // The kernel's own count of what did not fit can lag; what it passed on and we did not get is certain.
        self.lost = self.loaded.hits()?.saturating_sub(self.received);
        Ok(())
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        let ticks = self.loaded.hits()?;
        let folded = self.profile.borrow_mut().finish(Source::Clock);
        let stacks = folded.stacks.into_iter();
        axes.cpu_stacks = Some(CpuStacks {
            requested_hz: f64::from(self.hz),
            measured_hz: 0.0,
            ticks,
            samples: folded.samples,
            whole: folded.whole,
            unread: folded.unread,
            ends_early: folded.ends_early,
            frames: folded.frames,
            named: folded.named,
            runtimes: self.profile.borrow().runtimes(),
            python: folded.python,
            functions: folded.functions,
            stacks: stacks.map(|stack| Stack { frames: stack.frames, count: stack.load.count }).collect(),
            cut: folded.cut,
            source: folded.detail,
        });
        Ok(())
    }

    fn lost(&self) -> u64 {
        self.lost
    }

    fn ring_bytes(&self) -> u64 {
        self.events.iter().map(|on_cpu| on_cpu.ring.bytes() as u64).sum()
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
        let window = Window { start_ns: 100, end_ns: 220, block_ns: 10, ..Window::CLOSED };
        assert_eq!([0, 100, 109, 110, 219, 500].map(|time| window.block_of(time)), [0, 0, 0, 1, 11, 11]);
    }
}
