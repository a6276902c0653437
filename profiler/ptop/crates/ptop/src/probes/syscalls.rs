//! Reader of `syscalls`.

use super::base::{Probe, Proof, Setup};
use super::rows::add_each;
use super::timed_calls::Times;
use crate::abi::{BLOCKS, CallOutcome, ExitSlot, OutcomeKey};
use crate::bpf::{LoadError, Loaded, PerCpu, Table};
use crate::canary::CanaryActions;
use crate::names::{outcome_name, syscall_name};
use crate::record::Axes;
use crate::record::events::{Call, Syscalls as Axis};
use crate::registry::Manifest;

/// Kernel memory the table may take, over all CPUs.
const TABLE_BYTES: usize = 16 << 20;

/// Places for successes of the target's first calls, as in the BPF program.
const FAST_CALLS: u32 = 48;

/// The attached probe.
pub struct Syscalls {
    loaded: Loaded,
    outcomes: PerCpu<OutcomeKey, CallOutcome>,
    fast_numbers: Table<u32, u32>,
    fast_calls: PerCpu<u32, CallOutcome>,
}

/// Entries that fit the memory on a machine with this many possible CPUs; never fewer than a program needs.
pub(super) fn entries(cpus: usize) -> u32 {
    (TABLE_BYTES / (cpus.max(1) * size_of::<CallOutcome>())).clamp(256, 2048) as u32
}

impl Syscalls {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<Syscalls, LoadError> {
        let mut loaded = setup.object(manifest, &[])?;
        loaded.attach_to_exits(&setup.shared, "on_syscall", ExitSlot::Calls)?;
        loaded.attach(&["on_thread_end"])?;
        Ok(Syscalls {
            outcomes: loaded.per_cpu("outcomes")?,
            fast_numbers: loaded.table("fast_numbers")?,
            fast_calls: loaded.per_cpu("fast_calls")?,
            loaded,
        })
    }

    fn calls(&self) -> Result<Vec<(OutcomeKey, Call)>, LoadError> {
        let mut pairs = self.outcomes.pairs()?;
        for place in 0..FAST_CALLS {
            let holder = self.fast_numbers.get(&place)?;
            if let Some(number) = holder.and_then(|holder| holder.checked_sub(1)) {
                let per_cpu = self.fast_calls.get(&place)?;
                pairs.push((OutcomeKey { number, error: 0 }, per_cpu));
            }
        }
        Ok(pairs.into_iter().map(|(key, per_cpu)| (key, sum(key, &per_cpu))).collect())
    }
}

fn sum(key: OutcomeKey, per_cpu: &[CallOutcome]) -> Call {
    let (mut blocks, mut sums) = ([0; BLOCKS], Times::NONE);
    for one in per_cpu {
        sums.add(&one.timing);
        add_each(&mut blocks, &one.blocks);
    }
    // Each call falls in one block.
    let count = blocks.iter().sum();
    let timed = sums.timed;
    let (total_ns, hist) = sums.of_all(count);
    Call { name: syscall_name(key.number), outcome: outcome_name(key.error), count, timed, total_ns, hist, blocks }
}

impl Probe for Syscalls {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        let getppid = libc::SYS_getppid as u32;
        let calls = self.calls()?;
        let seen = calls.iter().find(|(key, _)| key.number == getppid && key.error == 0);
        Ok(Proof::exact(actions.getppid, seen.map_or(0, |(_, call)| call.count), "calls of getppid"))
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.loaded.reset_counters()?;
        for place in 0..FAST_CALLS {
            self.fast_calls.put(&place, &CallOutcome::NONE)?;
        }
        self.outcomes.clear()
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        let mut calls: Vec<Call> = self.calls()?.into_iter().map(|(_, call)| call).collect();
        calls.retain(|call| call.count > 0);
        calls.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| (&a.name, &a.outcome).cmp(&(&b.name, &b.outcome))));
        axes.syscalls = Some(Axis { calls, cut: self.loaded.counters()?.cut });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::entries;

    #[test]
    fn the_table_shrinks_with_the_number_of_cpus() {
        assert_eq!(entries(2), 2048);
        assert_eq!(entries(64), 1129);
        assert_eq!(entries(1024), 256);
    }
}
