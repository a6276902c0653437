//! Reader of `cpu_time`.

use std::os::fd::AsFd;
use std::thread::sleep;
use std::time::Duration;

use super::base::{Probe, Proof, Setup};
use super::thread_times::{NamedTimes, ThreadTimes};
use crate::abi::cpu::{CpuTotal, ThreadSwitch};
use crate::abi::{BLOCKS, SwitchSlot, Target};
use crate::bpf::{LoadError, Loaded, PerCpu, Table};
use crate::canary::CanaryActions;
use crate::perf::Event;
use crate::record::Axes;
use crate::record::times::{CpuTime as Axis, ThreadTime};
use crate::registry::Manifest;

/// Period of the ticks that close the slices still running at the end.
const CLOSE_PERIOD_NS: u64 = 1_000_000;
/// How long to wait for every CPU to tick once.
const CLOSE_ATTEMPTS: u32 = 200;

/// The attached probe.
pub struct CpuTime {
    loaded: Loaded,
    totals: PerCpu<u32, CpuTotal>,
    threads: ThreadTimes,
    last: PerCpu<u32, ThreadSwitch>,
    targets: Table<u32, Target>,
    ticks: Vec<(u32, Event)>,
    unclosed: u64,
}

impl CpuTime {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<CpuTime, LoadError> {
        let mut loaded = setup.object(manifest, &[])?;
        loaded.attach_to_switches(&setup.shared, "on_slice_end", SwitchSlot::Time)?;
        let mut ticks = Vec::with_capacity(setup.cpus.len());
        for cpu in &setup.cpus {
            let event = Event::clock(*cpu, CLOSE_PERIOD_NS)
                .map_err(|error| LoadError::from_io(manifest, "opening the closing clock event", &error))?;
            loaded.attach_to_event("close_slice", event.as_fd())?;
            event
                .disable()
                .map_err(|error| LoadError::from_io(manifest, "stopping the closing clock event", &error))?;
            ticks.push((*cpu, event));
        }
        let mut probe = CpuTime {
            totals: loaded.per_cpu("cpu_totals")?,
            threads: ThreadTimes::of(&loaded)?,
            last: loaded.per_cpu("thread_switches")?,
            targets: loaded.targets()?,
            loaded,
            ticks,
            unclosed: 0,
        };
        probe.reset()?;
        Ok(probe)
    }

    /// Time in all, and by block.
    fn total(&self) -> Result<(u64, [u64; BLOCKS]), LoadError> {
        let each_ns = self.loaded.block_ns()?;
        let (mut ns, mut blocks_ns) = (0, [0; BLOCKS]);
        for one in self.totals.get(&0)? {
            ns += one.ns;
            one.blocks.add_to(&mut blocks_ns, each_ns);
        }
        Ok((ns, blocks_ns))
    }

    /// CPUs that run a process of the target whose slice has not been closed yet. One that idles may not tick: some
    /// kernels leave out the clocks of idle CPUs.
    fn open_cpus(&self, end_ns: u64) -> Result<u64, LoadError> {
        let totals = self.totals.get(&0)?;
        let last = self.last.get(&0)?;
        let mut open = 0;
        for (cpu, _) in &self.ticks {
            if totals.get(*cpu as usize).is_some_and(|total| total.closed_ns == end_ns) {
                continue;
            }
            let runs = match last.get(*cpu as usize) {
                Some(last) => self.targets.get(&last.tgid)?.is_some(),
                None => false,
            };
            open += u64::from(runs);
        }
        Ok(open)
    }
}

impl Probe for CpuTime {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        let (observed, _) = self.total()?;
        // The clock stops a little before the canary does, and a virtual CPU's lost time counts as running.
        let fires = observed >= actions.cpu_ns / 10 * 8 && observed <= actions.cpu_ns * 2 + 50_000_000;
        Ok(Proof::invariant(actions.cpu_ns, observed, fires, "ns of CPU time by the canary's own clock"))
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.loaded.reset_counters()?;
        self.totals.put(&0, &CpuTotal::default())?;
        self.threads.reset()
    }

    fn close(&mut self, end_ns: u64) -> Result<(), LoadError> {
        let manifest = self.loaded.manifest();
        for (_, event) in &self.ticks {
            event.enable().map_err(|error| LoadError::from_io(manifest, "starting the closing clock event", &error))?;
        }
        for _ in 0..CLOSE_ATTEMPTS {
            self.unclosed = self.open_cpus(end_ns)?;
            if self.unclosed == 0 {
                break;
            }
            sleep(Duration::from_millis(1));
        }
        for (_, event) in &self.ticks {
            event
                .disable()
                .map_err(|error| LoadError::from_io(manifest, "stopping the closing clock event", &error))?;
        }
        Ok(())
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        let (total_ns, blocks_ns) = self.total()?;
        let threads = self.threads.by_name(|time| [time.running_ns])?;
        let row = |NamedTimes { comm, threads, ns: [ns] }| ThreadTime { comm, threads, ns };
        let threads = threads.into_iter().map(row).collect();
        axes.cpu_time = Some(Axis { total_ns, blocks_ns, threads });
        Ok(())
    }

    fn lost(&self) -> u64 {
        self.unclosed
    }
}
