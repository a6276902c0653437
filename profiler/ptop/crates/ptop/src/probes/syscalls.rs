//! Reader of `syscalls`.

use super::{Probe, Proof, Setup, using};
use crate::abi::{BLOCKS, ExitSlot, LATENCY_BUCKETS, Outcome, OutcomeKey};
use crate::bpf::{Absence, Loaded, PerCpu};
use crate::canary::Deeds;
use crate::names::{outcome_name, syscall_name};
use crate::record::Axes;
use crate::record::syscalls::{Call, Syscalls as Axis};
use crate::registry::Manifest;

/// Kernel memory the table may take, over all CPUs.
const TABLE_BYTES: usize = 16 << 20;

/// The attached probe.
pub struct Syscalls {
    loaded: Loaded,
    outcomes: PerCpu<OutcomeKey, Outcome>,
}

/// Entries that fit the memory on a machine with this many possible CPUs; never fewer than a program needs.
fn entries(cpus: usize) -> u32 {
    (TABLE_BYTES / (cpus.max(1) * size_of::<Outcome>())).clamp(256, 2048) as u32
}

impl Syscalls {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<Syscalls, Absence> {
        let cpus =
            libbpf_rs::num_possible_cpus().map_err(|error| Absence::from_bpf(manifest, "counting the CPUs", &error))?;
        let mut loaded = Loaded::load(manifest, Some(&setup.shared), &[("outcomes", entries(cpus))])?;
        loaded.attach_to_exits(&setup.shared, "on_exit", ExitSlot::Calls)?;
        loaded.attach_to_ends(&setup.shared, "on_enter")?;
        Ok(Syscalls { outcomes: loaded.per_cpu("outcomes")?, loaded })
    }

    fn calls(&self) -> Result<Vec<(OutcomeKey, Call)>, Absence> {
        let pairs = self.outcomes.pairs().map_err(|error| using(&self.loaded, &error))?;
        Ok(pairs.into_iter().map(|(key, per_cpu)| (key, sum(key, &per_cpu))).collect())
    }
}

fn sum(key: OutcomeKey, per_cpu: &[Outcome]) -> Call {
    let mut call = Call {
        name: syscall_name(key.number),
        outcome: outcome_name(key.error),
        count: 0,
        total_ns: 0,
        hist: [0; LATENCY_BUCKETS],
        blocks: [0; BLOCKS],
    };
    for one in per_cpu {
        call.count += one.count;
        call.total_ns += one.total_ns;
        for (all, part) in call.hist.iter_mut().zip(one.latency) {
            *all += u64::from(part);
        }
        for (all, part) in call.blocks.iter_mut().zip(one.blocks) {
            *all += u64::from(part);
        }
    }
    call
}

impl Probe for Syscalls {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, deeds: &Deeds) -> Result<Proof, Absence> {
        let getppid = libc::SYS_getppid as u32;
        let calls = self.calls()?;
        let seen = calls.iter().find(|(key, _)| key.number == getppid && key.error == 0);
        Ok(Proof::exact(deeds.getppid, seen.map_or(0, |(_, call)| call.count), "calls of getppid"))
    }

    fn reset(&mut self) -> Result<(), Absence> {
        self.loaded.reset_counters()?;
        self.outcomes.clear().map_err(|error| using(&self.loaded, &error))
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), Absence> {
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
        assert_eq!(entries(64), 1170);
        assert_eq!(entries(1024), 256);
    }
}
