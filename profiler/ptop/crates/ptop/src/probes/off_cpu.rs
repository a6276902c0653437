//! Reader of `off_cpu`.

use std::collections::HashMap;
use std::rc::Rc;

use super::base::{Probe, Proof, Setup};
use super::rows::{add_each, wait_stacks};
use super::thread_times::{NamedTimes, ThreadTimes};
use crate::abi::stacks::StackKind;
use crate::abi::waits::{BlockingKey, BlockingPlace, OffTotal, StackShare};
use crate::abi::{BLOCKS, ExitSlot, LATENCY_BUCKETS, Outcome, SwitchSlot};
use crate::bpf::by_first;
use crate::bpf::{LoadError, Loaded, PerCpu, Table};
use crate::canary::{CanaryActions, NAP_NS};
use crate::engine::StackEvents;
use crate::names::syscall_name;
use crate::record::Axes;
use crate::record::probe::AttachPoint;
use crate::record::times::{BlockingCall, OffCpu as Axis, OffReason, ThreadWaits};
use crate::registry::Manifest;

/// Reasons by their number in the probe; 0 is none.
const REASONS: [&str; 6] = ["none", "sleep", "uninterruptible", "stopped", "woken", "preempted"];
/// Those for which a thread waits for something other than a CPU.
const BLOCKED: [usize; 3] = [1, 2, 3];
/// Of a call, waiting for a CPU after the wakeup counts as its own.
const WOKEN: usize = 4;
/// Calls that block for less show no stack.
const STACK_THRESHOLD_NS: u64 = 1_000_000;
/// The program for the newest way to learn a thread's state, and the one for kernels without it.
const ON_SWITCH: [&str; 2] = ["on_switch", "on_switch_before_5_18"];

/// What is refused where the kernel does not count how long threads wait for a CPU.
const NEEDS_DELAYS: &str = "needs_delays";
/// What shows there when a thread could run again.
const ON_WAKEUP: &str = "on_wakeup";

/// The attached probe.
pub struct OffCpu {
    loaded: Loaded,
    has_wakeups: bool,
    totals: PerCpu<u32, OffTotal>,
    shares: PerCpu<u32, StackShare>,
    threads: ThreadTimes,
    blocking_places: PerCpu<u32, BlockingPlace>,
    blockings: Table<BlockingKey, Outcome>,
    stacks: Rc<StackEvents>,
}

impl OffCpu {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<OffCpu, LoadError> {
        let [newer, older] = ON_SWITCH;
        let others = [(newer, older, true), (older, newer, false), (older, newer, true)];
        by_first((newer, older, false), &others, |(on_switch, other, has_wakeups)| {
            OffCpu::load_with(manifest, setup, on_switch, other, has_wakeups)
        })
    }

    fn load_with(
        manifest: &'static Manifest,
        setup: &Setup,
        on_switch: &str,
        left_out: &str,
        has_wakeups: bool,
    ) -> Result<OffCpu, LoadError> {
        let stacks = setup.stack_events(manifest)?;
        let not_needed = if has_wakeups { NEEDS_DELAYS } else { ON_WAKEUP };
        let mut loaded = setup.object(manifest, &[left_out, not_needed])?;
        if has_wakeups {
            loaded.attach(&[ON_WAKEUP])?;
        }
        loaded.attach_to_switches(&setup.shared, on_switch, SwitchSlot::Waits)?;
        loaded.attach_to_exits(&setup.shared, "on_wait_exit", ExitSlot::Waits)?;
        let mut probe = OffCpu {
            totals: loaded.per_cpu("wait_totals")?,
            shares: loaded.per_cpu("shares")?,
            threads: ThreadTimes::of(&loaded)?,
            blocking_places: loaded.per_cpu("blocking_places")?,
            blockings: loaded.table("blockings")?,
            has_wakeups,
            loaded,
            stacks,
        };
        probe.reset()?;
        Ok(probe)
    }

    fn reasons(&self) -> Result<Vec<OffReason>, LoadError> {
        let each_ns = self.loaded.block_ns()?;
        let mut reasons = Vec::new();
        for (number, reason) in (0_u32..).zip(REASONS).skip(1) {
            let per_cpu = self.totals.get(&number)?;
            reasons.push(total(reason, &per_cpu, each_ns));
        }
        Ok(reasons)
    }

    fn calls(&self) -> Result<Vec<(BlockingKey, BlockingCall)>, LoadError> {
        let mut calls: HashMap<BlockingKey, BlockingCall> = HashMap::new();
        let mut add = |key: BlockingKey, one: &Outcome| calls.entry(key).or_insert_with(|| no_call(key)).add(one);
        for (_, per_cpu) in self.blocking_places.pairs()? {
            per_cpu.iter().filter(|place| place.of.reason > 0).for_each(|place| add(place.of, &place.outcome));
        }
        self.blockings.pairs()?.iter().for_each(|(key, one)| add(*key, one));
        Ok(calls.into_iter().collect())
    }

    fn share(&self) -> Result<StackShare, LoadError> {
        let per_cpu = self.shares.get(&0)?;
        Ok(per_cpu.iter().fold(StackShare::default(), |sum, one| StackShare {
            count: sum.count + one.count,
            ns: sum.ns + one.ns,
            brief_count: sum.brief_count + one.brief_count,
            brief_ns: sum.brief_ns + one.brief_ns,
        }))
    }

    fn thread_waits(&self) -> Result<Vec<ThreadWaits>, LoadError> {
        let threads = self.threads.by_name(|time| [time.blocked_ns, time.runnable_ns])?;
        let row = |NamedTimes { comm, threads, ns: [blocked_ns, runnable_ns] }| ThreadWaits {
            comm,
            threads,
            blocked_ns,
            runnable_ns,
        };
        Ok(threads.into_iter().map(row).collect())
    }
}

fn total(reason: &'static str, per_cpu: &[OffTotal], each_ns: u64) -> OffReason {
    let mut sum =
        OffReason { reason, count: 0, unfinished: 0, total_ns: 0, hist: [0; LATENCY_BUCKETS], blocks_ns: [0; BLOCKS] };
    for one in per_cpu {
        sum.count += one.count;
        sum.unfinished += one.unfinished;
        sum.total_ns += one.ns;
        add_each(&mut sum.hist, &one.latency.0);
        one.blocks.add_to(&mut sum.blocks_ns, each_ns);
    }
    sum
}

fn no_call(key: BlockingKey) -> BlockingCall {
    BlockingCall {
        name: syscall_name(key.number),
        reason: reason_name(key.reason),
        count: 0,
        total_ns: 0,
        hist: [0; LATENCY_BUCKETS],
        blocks: [0; BLOCKS],
    }
}

impl BlockingCall {
    fn add(&mut self, one: &Outcome) {
        self.count += one.count;
        self.total_ns += one.total_ns;
        add_each(&mut self.hist, &one.latency.map(u64::from));
        add_each(&mut self.blocks, &one.blocks.map(u64::from));
    }
}

fn reason_name(number: u32) -> &'static str {
    REASONS.get(number as usize).copied().unwrap_or(REASONS[0])
}

impl Probe for OffCpu {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn attached_as(&self) -> Option<AttachPoint> {
        self.has_wakeups.then_some(AttachPoint { kind: "tp_btf", symbol: "sched_switch, sched_wakeup, sys_exit" })
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        self.stacks.drain();
        let nanosleep = libc::SYS_nanosleep as u32;
        let calls = self.calls()?;
        let naps = calls.iter().find(|(key, _)| key.number == nanosleep && reason_name(key.reason) == "sleep");
        let (count, ns) = naps.map_or((0, 0), |(_, call)| (call.count, call.total_ns));
        let shown = self.stacks.received(StackKind::OffCpu);
        // A switch that the kernel passed over, because others attached to the tracepoint, was counted as a drop.
        let drops = self.loaded.counters()?.drops;
        let is_all = (1..=actions.naps).contains(&count) && count + drops >= actions.naps;
        let fires = is_all && ns >= count * NAP_NS && shown > 0;
        let proof = Proof::exact(actions.naps, count, "sleeps, each of at least its time, and a stack");
        Ok(Proof { fires, ..proof })
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.loaded.reset_counters()?;
        for (number, _) in (0_u32..).zip(REASONS) {
            self.totals.put(&number, &OffTotal::default())?;
        }
        self.shares.put(&0, &StackShare::default())?;
        for (place, _) in self.blocking_places.pairs()? {
            self.blocking_places.put(&place, &BlockingPlace::FREE)?;
        }
        self.blockings.clear()?;
        self.threads.reset()?;
        self.stacks.reset(StackKind::OffCpu)
    }

    fn begin(&mut self) -> Result<(), LoadError> {
        self.loaded.walk("find_waits")
    }

    fn close(&mut self, _end_ns: u64) -> Result<(), LoadError> {
        self.loaded.walk("close_waits")
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        let mut reasons = self.reasons()?;
        let of_calls: u64 = BLOCKED.iter().chain([&WOKEN]).map(|number| reasons[number - 1].total_ns).sum();
        reasons.retain(|reason| reason.total_ns > 0 || reason.count > 0);
        let mut calls: Vec<BlockingCall> = self.calls()?.into_iter().map(|(_, call)| call).collect();
        calls.sort_by(|a, b| b.total_ns.cmp(&a.total_ns).then_with(|| (&a.name, a.reason).cmp(&(&b.name, b.reason))));
        let stack_ns = self.share()?.ns;
        let folded = self.stacks.finish(StackKind::OffCpu);
        let what = |key: u32| format!("{} {}", reason_name(key & 7), syscall_name(key >> 3));
        axes.off_cpu = Some(Axis {
            reasons,
            calls,
            threads: self.thread_waits()?,
            threshold_ns: STACK_THRESHOLD_NS,
            stack_ns,
            without_stack_ns: of_calls.saturating_sub(stack_ns),
            stacks: wait_stacks(folded, self.stacks.lost(StackKind::OffCpu), what),
            cut: self.loaded.counters()?.cut,
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{BlockingKey, BlockingPlace, ON_SWITCH, OffCpu};
    use crate::names::syscall_name;
    use crate::probes::trial::Trial;

    const NAPS: u64 = 8;

    fn is_nap(key: BlockingKey) -> bool {
        syscall_name(key.number) == "clock_nanosleep"
    }

    /// How many naps are counted in the table, in all, and were lost: the kernel passes over a switch now and then.
    fn nap(takes_places: bool, has_wakeups: bool) -> (u64, u64, u64) {
        let Trial { manifest, setup } = Trial::of_this_process("off_cpu");
        let [on_switch, older] = ON_SWITCH;
        let probe = OffCpu::load_with(manifest, &setup, on_switch, older, has_wakeups);
        let probe = probe.unwrap_or_else(|load_error| panic!("{}", load_error.reason()));
        let taken = BlockingPlace { of: BlockingKey { number: 999, reason: 1 }, ..BlockingPlace::FREE };
        let places = probe.blocking_places.pairs().expect("they are readable");
        for (place, _) in places.into_iter().filter(|_| takes_places) {
            probe.blocking_places.put(&place, &taken).expect("they are ours");
        }
        (0..NAPS).for_each(|_| std::thread::sleep(Duration::from_millis(2)));
        let table = probe.blockings.pairs().expect("it is readable");
        let in_table = table.iter().filter(|(key, _)| is_nap(*key)).map(|(_, one)| one.count).sum();
        let calls = probe.calls().expect("they are readable");
        let all = calls.iter().filter(|(key, _)| is_nap(*key)).map(|(_, call)| call.count).sum();
        (in_table, all, probe.loaded.counters().expect("they are readable").drops)
    }

    #[test]
    fn naps_are_counted_with_wakeups_as_well() {
        let (_, all, drops) = nap(false, true);
        assert!((NAPS - drops.min(NAPS)..=NAPS).contains(&all), "{all} {drops}");
    }

    #[test]
    fn calls_that_find_no_place_are_counted_in_the_table() {
        let (in_table, all, drops) = nap(false, false);
        assert!(in_table == 0 && (NAPS - drops.min(NAPS)..=NAPS).contains(&all), "{in_table} {all} {drops}");
        let (in_table, all, drops) = nap(true, false);
        assert!(in_table == all && (NAPS - drops.min(NAPS)..=NAPS).contains(&all), "{in_table} {all} {drops}");
    }
}
