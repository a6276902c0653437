//! Reader of `process_exit`.

use super::base::{Probe, Proof, Setup};
use crate::abi::processes::EndKey;
use crate::abi::{Tally, text};
use crate::bpf::{LoadError, Loaded, Table};
use crate::canary::CanaryActions;
use crate::names::signal_name;
use crate::record::Axes;
use crate::record::events::{Ended, Processes};
use crate::registry::Manifest;

/// The attached probe.
pub struct ProcessExit {
    loaded: Loaded,
    ends: Table<EndKey, Tally>,
}

impl ProcessExit {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<ProcessExit, LoadError> {
        let mut loaded = setup.object(manifest, &[])?;
        loaded.attach(&["on_process_end"])?;
        Ok(ProcessExit { ends: loaded.table("ends")?, loaded })
    }
}

/// How a process ended, from its status as `wait` reports it.
fn outcome(status: u32) -> String {
    match status & 0x7f {
        0 => format!("code {}", status >> 8 & 0xff),
        signal => {
            let core = if status & 0x80 == 0 { "" } else { " with core" };
            format!("{}{core}", signal_name(signal))
        }
    }
}

impl Probe for ProcessExit {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        let pairs = self.ends.pairs()?;
        // The canary itself ends as well, before its window does.
        let observed = pairs.iter().map(|(_, tally)| tally.count).sum();
        Ok(Proof::exact(actions.forks + 1, observed, "processes that ended, the canary among them"))
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.loaded.reset_counters()?;
        self.ends.clear()
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        let pairs = self.ends.pairs()?;
        let mut exits: Vec<Ended> = pairs
            .iter()
            .map(|(key, tally)| Ended {
                comm: text(&key.comm),
                outcome: outcome(key.status),
                count: tally.count,
                blocks: tally.blocks.map(u64::from),
            })
            .collect();
        exits.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| (&a.comm, &a.outcome).cmp(&(&b.comm, &b.outcome))));
        let cut = self.loaded.counters()?.cut;
        let processes = axes.processes.get_or_insert_with(Processes::default);
        processes.exits = exits;
        processes.cut += cut;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::outcome;

    #[test]
    fn a_status_reads_as_code_or_signal() {
        assert_eq!(outcome(0), "code 0");
        assert_eq!(outcome(0x2a00), "code 42");
        assert_eq!(outcome(9), "SIGKILL");
        assert_eq!(outcome(0x8b), "SIGSEGV with core");
    }
}
