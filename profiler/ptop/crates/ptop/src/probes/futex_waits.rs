//! Reader of `futex_waits`.

use std::rc::Rc;

use super::base::{Probe, Proof, Setup};
use super::rows::wait_stacks;
use crate::abi::stacks::StackKind;
use crate::abi::{ExitSlot, Outcome, OutcomeKey};
use crate::bpf::{LoadError, Loaded, Table};
use crate::canary::CanaryActions;
use crate::engine::StackEvents;
use crate::names::outcome_name;
use crate::record::Axes;
use crate::record::times::{FutexWait, Locks};
use crate::registry::Manifest;

/// Operations by their number in the probe: the kernel's, then calls of their own.
const OPERATIONS: [(u32, &str); 7] = [
    (0, "wait"),
    (6, "lock_pi"),
    (9, "wait_bitset"),
    (11, "wait_requeue_pi"),
    (13, "lock_pi2"),
    (128, "futex_waitv"),
    (129, "futex_wait"),
];

/// The attached probe.
pub struct FutexWaits {
    loaded: Loaded,
    futexes: Table<OutcomeKey, Outcome>,
    stacks: Rc<StackEvents>,
}

impl FutexWaits {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<FutexWaits, LoadError> {
        let stacks = setup.stack_events(manifest)?;
        let mut loaded = setup.object(manifest, &[])?;
        loaded.attach_to_exits(&setup.shared, "on_futex", ExitSlot::Futex)?;
        Ok(FutexWaits { futexes: loaded.table("futexes")?, loaded, stacks })
    }

    fn waits(&self) -> Result<Vec<FutexWait>, LoadError> {
        let pairs = self.futexes.pairs()?;
        Ok(pairs.iter().map(|(key, outcome)| wait(*key, outcome)).collect())
    }
}

fn wait(key: OutcomeKey, outcome: &Outcome) -> FutexWait {
    FutexWait {
        operation: operation_name(key.number),
        outcome: outcome_name(key.error),
        count: outcome.count,
        total_ns: outcome.total_ns,
        hist: outcome.latency.map(u64::from),
        blocks: outcome.blocks.map(u64::from),
    }
}

fn operation_name(number: u32) -> &'static str {
    OPERATIONS.iter().find(|(known, _)| *known == number).map_or("unknown", |(_, name)| name)
}

impl Probe for FutexWaits {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        self.stacks.drain();
        let is_own = |wait: &&FutexWait| (wait.operation, &*wait.outcome) == ("wait", "ETIMEDOUT");
        let observed = self.waits()?.iter().find(is_own).map_or(0, |wait| wait.count);
        let proof = Proof::exact(actions.futex_waits, observed, "futex waits that time out, and a stack");
        Ok(Proof { fires: proof.fires && self.stacks.received(StackKind::Locks) > 0, ..proof })
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.loaded.reset_counters()?;
        self.stacks.reset(StackKind::Locks)?;
        self.futexes.clear()
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        let mut waits = self.waits()?;
        waits.sort_by(|a, b| {
            b.total_ns.cmp(&a.total_ns).then_with(|| (a.operation, &a.outcome).cmp(&(b.operation, &b.outcome)))
        });
        let folded = self.stacks.finish(StackKind::Locks);
        let lost = self.stacks.lost(StackKind::Locks);
        axes.locks = Some(Locks {
            waits,
            stacks: wait_stacks(folded, lost, |key| operation_name(key).to_owned()),
            kernel: None,
            goroutines: None,
            cut: self.loaded.counters()?.cut,
        });
        Ok(())
    }
}
