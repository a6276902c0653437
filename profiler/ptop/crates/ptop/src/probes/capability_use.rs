//! Reader of `capability_use`.

use super::base::{Probe, Proof, Setup};
use crate::abi::Tally;
use crate::abi::processes::CheckKey;
use crate::bpf::{LoadError, Loaded, Table};
use crate::canary::{CanaryActions, OWN_CAPABILITY};
use crate::names::{capability_name, syscall_name};
use crate::record::Axes;
use crate::record::events::{Capabilities, Check};
use crate::registry::Manifest;

/// Placeholder for the system call of a check that no system call asked for.
const NO_CALL: u32 = u32::MAX;

/// The attached probe.
pub struct CapabilityUse {
    loaded: Loaded,
    checks: Table<CheckKey, Tally>,
}

impl CapabilityUse {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<CapabilityUse, LoadError> {
        let mut loaded = setup.object(manifest, &[])?;
        loaded.attach(&["on_check"])?;
        Ok(CapabilityUse { checks: loaded.table("checks")?, loaded })
    }
}

fn check(key: &CheckKey, tally: &Tally) -> Check {
    Check {
        capability: capability_name(key.capability),
        outcome: if key.is_denied == 0 { "granted" } else { "denied" },
        call: if key.call == NO_CALL { "none".to_owned() } else { syscall_name(key.call) },
        user_namespace: if key.is_inner == 0 { "initial" } else { "inner" },
        purpose: if key.is_accounting == 0 { "other" } else { "memory_accounting" },
        count: tally.count,
        blocks: tally.blocks.map(u64::from),
    }
}

impl Probe for CapabilityUse {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        let pairs = self.checks.pairs()?;
        let is_own = |key: &CheckKey| key.capability == OWN_CAPABILITY && i64::from(key.call) == libc::SYS_prctl;
        let own = pairs.iter().filter(|(key, _)| is_own(key)).map(|(_, tally)| tally.count);
        Ok(Proof::exact(actions.checks, own.sum(), "checks of a capability that the canary provoked"))
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.loaded.reset_counters()?;
        self.checks.clear()
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        let pairs = self.checks.pairs()?;
        let mut checks: Vec<Check> = pairs.iter().map(|(key, tally)| check(key, tally)).collect();
        checks.sort_by(|a, b| {
            let key = |check: &Check| {
                (check.capability.clone(), check.outcome, check.call.clone(), check.user_namespace, check.purpose)
            };
            b.count.cmp(&a.count).then_with(|| key(a).cmp(&key(b)))
        });
        axes.capabilities = Some(Capabilities { checks, cut: self.loaded.counters()?.cut });
        Ok(())
    }
}
