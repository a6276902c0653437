//! User stacks of events, with a weight: where threads wait, ask for memory, and
//! so on. One ring per CPU takes the events of all kinds; they are unwound and
//! folded by the run's one [`Profile`].
//!
//! To add a kind:
//! - its name in `StackKind` (`abi.rs`) and in `engine/include/stack_events.h`;
//! - its axis in [`AXES`], so that clock samples leave room for these rings;
//! - in the BPF program, where `current` is the thread in question and its user
//!   registers are those of the call (any tracing program or uprobe):
//!
//!   ```c
//!   #include "stack_events.h"
//!   u32 chance = stack_chance(STACK_X, weight); // or STACK_CERTAIN, where the probe samples itself
//!   if (chance && !send_stack(ctx, STACK_X, key, weight, chance))
//!       c->drops++;
//!   ```
//! - in the reader, `load`: `let stacks = setup.stack_events(manifest)?;`, `reset`:
//!   `self.stacks.reset(StackKind::X)`, `prove`: `self.stacks.received(StackKind::X)` after
//!   `self.stacks.drain()`, `lost`: `self.stacks.lost(StackKind::X)`, and `collect`:
//!   `let folded = self.stacks.finish(StackKind::X);` with functions by weight and stacks by
//!   key. Rings are drained, closed and accounted for by `Instruments`.
//!
//! Counts and weights in the result are estimates once `stack_chance` had to draw;
//! exact totals are the probe's own to keep.

use std::cell::RefCell;
use std::os::fd::{AsFd, AsRawFd, RawFd};
use std::rc::Rc;

use super::target_set::TargetSet;
use crate::abi::read;
use crate::abi::stacks::{STACK_CERTAIN, StackEvent, StackFlow, StackKind};
use crate::bpf::{LoadError, Shared, Table};
use crate::perf::{Entry, Event, Ring, SampleShape, UserSample, UserState, page_bytes, pages_per_ring};
use crate::profile::{Folded, Load, Place, Profile, Source};
use crate::registry::Manifest;

/// Axes whose probes send such events.
const AXES: [&str; 4] = ["off_cpu", "locks", "memory", "allocations"];
/// Stack bytes copied with each event, as `stack_events.h` has it. Threads that wait stand no deeper than others, but rings hold twice as many.
const STACK_BYTES: u32 = 8 * 1024;
/// Data pages per CPU; with the clock samples' they stay below what the kernel grants without `CAP_IPC_LOCK`.
const MAX_RING_PAGES: usize = 32;
/// Below this a ring holds no event.
const MIN_RING_PAGES: usize = 4;
/// Memory all rings may take.
const RINGS_BYTES: usize = 4 << 20;

/// Whether any of these axes has events with stacks.
pub fn are_wanted(axes: &[&str]) -> bool {
    AXES.iter().any(|axis| axes.contains(axis))
}

/// Pages of data in the ring of each CPU.
pub fn data_pages(cpus: usize) -> usize {
    pages_per_ring(RINGS_BYTES, cpus, MIN_RING_PAGES, MAX_RING_PAGES)
}

/// What arrived, by kind.
#[derive(Debug, Clone, Copy, Default)]
struct Arrived {
    events: u64,
    lost: u64,
}

struct Rings {
    events: Vec<(Event, Ring)>,
    arrived: [Arrived; StackKind::ALL.len()],
}

/// The rings of one run.
pub struct StackEvents {
    rings: RefCell<Rings>,
    shape: SampleShape,
    profile: Rc<RefCell<Profile>>,
    targets: Rc<TargetSet>,
    flows: Table<u32, StackFlow>,
    // Closing it would take the events out of the map.
    _places: Table<u32, u32>,
}

impl StackEvents {
    /// Opens an event on each CPU and shows it to the programs.
    ///
    /// # Errors
    /// When the kernel refuses, as the load error of the probe that asks.
    pub fn open(
        manifest: &Manifest,
        shared: &Shared,
        cpus: &[u32],
        has_chain: bool,
        profile: &Rc<RefCell<Profile>>,
        targets: &Rc<TargetSet>,
    ) -> Result<StackEvents, LoadError> {
        let failed = |what: &'static str| move |error: std::io::Error| LoadError::from_io(manifest, what, &error);
        let places = shared.stack_events()?;
        let pages = data_pages(cpus.len());
        let state = UserState {
            registers: stacks::Arch::NATIVE.perf_mask(),
            stack_bytes: STACK_BYTES,
            has_chain,
            wakeup_bytes: (pages * page_bytes() / 4) as u32,
        };
        let mut events = Vec::with_capacity(cpus.len());
        for cpu in cpus {
            let event = Event::open_output(*cpu, state).map_err(failed("opening the event for stacks"))?;
            let ring =
                Ring::map_granted(&event, pages, MIN_RING_PAGES).map_err(failed("mapping the ring for stacks"))?;
            event.enable().map_err(failed("starting the event for stacks"))?;
            let fd = event.as_fd().as_raw_fd() as u32;
            places.put(cpu, &fd)?;
            events.push((event, ring));
        }
        let rings = RefCell::new(Rings { events, arrived: [Arrived::default(); StackKind::ALL.len()] });
        Ok(StackEvents {
            rings,
            shape: state.shape(),
            profile: Rc::clone(profile),
            targets: Rc::clone(targets),
            flows: shared.stack_flows()?,
            _places: places,
        })
    }

    /// Descriptors that become readable when there is something to drain.
    pub fn wakers(&self) -> Vec<RawFd> {
        self.rings.borrow().events.iter().map(|(event, _)| event.as_fd().as_raw_fd()).collect()
    }

    /// Unwinds and folds what has arrived.
    pub fn drain(&self) {
        let window = self.targets.current();
        let Rings { events, arrived } = &mut *self.rings.borrow_mut();
        let mut profile = self.profile.borrow_mut();
        for (_, ring) in events {
            // What the ring had no room for, the programs count, by kind.
            let head = ring.head();
            profile.catch_up();
            ring.drain(head, self.shape, &mut |entry| {
                let Entry::Sample(sample) = entry else { return };
                let Some((kind, key, load)) = parse(&sample) else { return };
                arrived[kind as usize].events += 1;
                let at = Place { block: window.block_of(sample.time_ns), key };
                profile.add(Source::Events(kind), &sample, at, load);
            });
        }
    }

    /// Stops the events and drains what is left.
    ///
    /// # Errors
    /// When the counts cannot be read.
    pub fn close(&self) -> Result<(), LoadError> {
        for (event, _) in &self.rings.borrow().events {
            // An event that does not stop only writes what nobody reads.
            let _ = event.disable();
        }
        self.drain();
        for (kind, arrived) in StackKind::ALL.iter().zip(&mut self.rings.borrow_mut().arrived) {
            let flow = self.flows.get(&(*kind as u32))?.unwrap_or_default();
            arrived.lost = flow.lost + flow.sent.saturating_sub(arrived.events);
        }
        Ok(())
    }

    /// Events of a kind that arrived since the last reset.
    pub fn received(&self, kind: StackKind) -> u64 {
        self.rings.borrow().arrived[kind as usize].events
    }

    /// Events of a kind that did not arrive; known once closed.
    pub fn lost(&self, kind: StackKind) -> u64 {
        self.rings.borrow().arrived[kind as usize].lost
    }

    /// Forgets the events of a kind so far.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn reset(&self, kind: StackKind) -> Result<(), LoadError> {
        self.drain();
        self.rings.borrow_mut().arrived[kind as usize] = Arrived::default();
        self.flows.put(&(kind as u32), &StackFlow::default())
    }

    /// A kind's stacks in terms of functions. Called once per kind, after the rings were closed.
    pub fn finish(&self, kind: StackKind) -> Folded {
        self.profile.borrow_mut().finish(Source::Events(kind))
    }

    /// Kernel memory of the rings.
    pub fn ring_bytes(&self) -> u64 {
        self.rings.borrow().events.iter().map(|(_, ring)| ring.bytes() as u64).sum()
    }
}

/// Kind, key, and the load that the event represents: its own, divided by its chance.
fn parse(sample: &UserSample<'_>) -> Option<(StackKind, u32, Load)> {
    if sample.raw.len() < size_of::<StackEvent>() {
        return None;
    }
    let event: StackEvent = read(sample.raw);
    let kind = *StackKind::ALL.get(event.kind as usize)?;
    let chance = u64::from(event.chance).clamp(1, STACK_CERTAIN);
    let weight = u128::from(event.weight) * u128::from(STACK_CERTAIN) / u128::from(chance);
    let weight = u64::try_from(weight).unwrap_or(u64::MAX);
    // Rounded to the nearest, so that many small ones keep their sum.
    Some((kind, event.key, Load { count: (STACK_CERTAIN + chance / 2) / chance, weight }))
}

#[cfg(test)]
mod tests {
    use super::parse;
    use crate::abi::bytes;
    use crate::abi::stacks::{StackEvent, StackKind};
    use crate::perf::UserSample;
    use crate::profile::Load;

    fn parsed(event: StackEvent) -> Option<(StackKind, u32, Load)> {
        parse(&UserSample { pid: 1, time_ns: 2, raw: bytes(&event), chain: &[], registers: &[], stack: &[] })
    }

    #[test]
    fn an_event_stands_for_those_that_were_not_drawn() {
        let event = StackEvent { kind: 1, key: 9, weight: 1000, chance: 65536, pad: 0 };
        assert_eq!(parsed(event), Some((StackKind::Locks, 9, Load { count: 1, weight: 1000 })));
        let rare = StackEvent { chance: 65536 / 8, ..event };
        assert_eq!(parsed(rare), Some((StackKind::Locks, 9, Load { count: 8, weight: 8000 })));
    }

    #[test]
    fn what_no_program_writes_is_no_event() {
        let event = StackEvent { kind: 99, key: 0, weight: 1, chance: 65536, pad: 0 };
        assert_eq!(parsed(event), None);
        let impossible = StackEvent { kind: 0, weight: u64::MAX, chance: 0, ..event };
        assert_eq!(parsed(impossible).map(|(_, _, load)| load), Some(Load { count: 65536, weight: u64::MAX }));
        let short = UserSample { pid: 1, time_ns: 2, raw: &[0; 20], chain: &[], registers: &[], stack: &[] };
        assert_eq!(parse(&short), None);
    }
}
