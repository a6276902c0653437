//! Reader of `cpu_samples`: one clock event and one ring per CPU.

use std::os::fd::{AsFd, AsRawFd, RawFd};
use std::rc::Rc;

use super::{Member, Probe, Proof, Setup, TargetSet};
use crate::abi::BLOCKS;
use crate::bpf::{Absence, Loaded};
use crate::canary::Deeds;
use crate::perf::{Clock, Entry, Event, Ring, page_bytes};
use crate::profile::Profile;
use crate::record::{Axes, CpuStacks};
use crate::registry::Manifest;

/// Stack bytes copied with each sample: as good as twice as many on every program tried.
const STACK_BYTES: u32 = 16 * 1024;
/// Data pages per CPU that the kernel grants without `CAP_IPC_LOCK`.
const MAX_RING_PAGES: usize = 128;
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
    profile: Option<Profile>,
    received: u64,
    lost: u64,
}

impl CpuSamples {
    /// Loads, opens the events and attaches to each.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<CpuSamples, Absence> {
        let mut loaded = Loaded::load(manifest, Some(&setup.shared), &[])?;
        let pages = ring_pages(setup.cpus.len());
        let mut events = Vec::with_capacity(setup.cpus.len());
        for cpu in &setup.cpus {
            let clock = Clock::Sample {
                registers: stacks::Arch::NATIVE.perf_mask(),
                stack_bytes: STACK_BYTES,
                wakeup_bytes: (pages * page_bytes() / 2) as u32,
            };
            let event = Event::open(*cpu, 1_000_000_000 / u64::from(setup.hz), clock)
                .map_err(|error| Absence::from_io(manifest, "opening the clock event", &error))?;
            let ring = map_ring(&event, pages)
                .map_err(|error| Absence::from_io(manifest, "mapping the sample ring", &error))?;
            loaded.attach_to_event("on_tick", event.as_fd())?;
            events.push((event, ring));
        }
        Ok(CpuSamples {
            loaded,
            targets: Rc::clone(&setup.targets),
            events,
            hz: setup.hz,
            profile: None,
            received: 0,
            lost: 0,
        })
    }

    fn measured_hz(&self, measured_ns: u64, ticks: u64) -> f64 {
        let cpu_seconds = measured_ns as f64 / 1e9 * self.events.len() as f64;
        if cpu_seconds > 0.0 { ticks as f64 / cpu_seconds } else { 0.0 }
    }
}

/// A power of two that keeps all rings within their budget.
fn ring_pages(cpus: usize) -> usize {
    let share = RINGS_BYTES / page_bytes() / cpus.max(1);
    let mut pages = MAX_RING_PAGES;
    while pages > share && pages > MIN_RING_PAGES {
        pages /= 2;
    }
    pages
}

/// Maps as many pages as the kernel grants, down to the least that works.
fn map_ring(event: &Event, pages: usize) -> std::io::Result<Ring> {
    let mut pages = pages;
    loop {
        match Ring::map(event, pages) {
            Err(error) if error.raw_os_error() == Some(libc::EPERM) && pages > MIN_RING_PAGES => pages /= 2,
            done => return done,
        }
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

    fn begin(&mut self) {
        self.profile = Some(Profile::new());
    }

    fn notice(&mut self, members: &[Member]) {
        if let Some(profile) = &mut self.profile {
            profile.notice(members);
        }
    }

    fn wakers(&self) -> Vec<RawFd> {
        self.events.iter().map(|(event, _)| event.as_fd().as_raw_fd()).collect()
    }

    fn drain(&mut self) {
        let window = self.targets.current();
        let registers = stacks::Arch::NATIVE.perf_mask().count_ones() as usize;
        for (_, ring) in &mut self.events {
            ring.drain(registers, &mut |entry| match entry {
                Entry::Lost(count) => self.lost += count,
                Entry::Sample(sample) => {
                    self.received += 1;
                    if let Some(profile) = &mut self.profile {
                        profile.add(&sample, window.block_of(sample.time_ns));
                    }
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
        let folded = self.profile.as_mut().map_or_else(CpuStacks::default, Profile::finish);
        axes.cpu_stacks = Some(CpuStacks {
            requested_hz: f64::from(self.hz),
            measured_hz: self.measured_hz(window.end_ns.saturating_sub(window.start_ns), ticks),
            ..folded
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
    use super::ring_pages;
    use crate::abi::Window;

    #[test]
    fn rings_shrink_with_the_number_of_cpus() {
        assert_eq!(ring_pages(1), 128);
        assert_eq!(ring_pages(64), 64);
        assert_eq!(ring_pages(4096), 8);
    }

    #[test]
    fn times_fall_in_their_block() {
        let window = Window { start_ns: 100, end_ns: 220, block_ns: 10, attached_ns: 0, pid_namespace: 0, pad: 0 };
        assert_eq!([0, 100, 109, 110, 219, 500].map(|time| window.block_of(time)), [0, 0, 0, 1, 11, 11]);
    }
}
