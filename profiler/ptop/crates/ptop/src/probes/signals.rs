//! Reader of `signals`.

use std::cmp::Reverse;

use super::base::{Probe, Proof, Setup};
use super::rows::{add_each, merge_rows};
use crate::abi::processes::SignalKey;
use crate::abi::{Tally, text};
use crate::bpf::{LoadError, Loaded, Table};
use crate::canary::{CanaryActions, OWN_SIGNAL};
use crate::names::signal_name;
use crate::record::Axes;
use crate::record::events::{Signal, Signals as Axis};
use crate::registry::Manifest;

/// Senders by their number in the probe.
const SENDERS: [&str; 5] = ["self", "child", "parent", "other", "kernel"];
/// Outcomes by the kernel's number. Without room for its details a signal is queued all the same.
const OUTCOMES: [&str; 5] = ["queued", "ignored", "merged", "lost", "queued"];

/// The attached probe.
pub struct Signals {
    loaded: Loaded,
    received: Table<SignalKey, Tally>,
}

impl Signals {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<Signals, LoadError> {
        let mut loaded = setup.object(manifest, &[])?;
        loaded.attach(&["on_signal"])?;
        Ok(Signals { received: loaded.table("received")?, loaded })
    }
}

fn signal(key: &SignalKey, tally: &Tally) -> Signal {
    Signal {
        signal: signal_name(key.number),
        sender: SENDERS.get(key.sender as usize).copied().unwrap_or("other"),
        comm: text(&key.comm),
        outcome: OUTCOMES.get(key.outcome as usize).copied().unwrap_or("queued"),
        count: tally.count,
        blocks: tally.blocks.map(u64::from),
    }
}

/// Adds up what reads alike; the most frequent first.
fn merge(received: &mut Vec<Signal>) {
    merge_rows(
        received,
        |row| (row.signal.clone(), row.sender, row.comm.clone(), row.outcome),
        |all, part| {
            all.count += part.count;
            add_each(&mut all.blocks, &part.blocks);
        },
    );
    received.sort_by_key(|row| Reverse(row.count));
}

impl Probe for Signals {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        let pairs = self.received.pairs()?;
        let own = pairs.iter().filter(|(key, _)| key.number == OWN_SIGNAL as u32 && key.sender == 0);
        Ok(Proof::exact(actions.signals, own.map(|(_, tally)| tally.count).sum(), "signals the canary sent itself"))
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.loaded.reset_counters()?;
        self.received.clear()
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        let pairs = self.received.pairs()?;
        let mut received = pairs.iter().map(|(key, tally)| signal(key, tally)).collect();
        merge(&mut received);
        axes.signals = Some(Axis { received, cut: self.loaded.counters()?.cut });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{merge, signal};
    use crate::abi::Tally;
    use crate::abi::processes::SignalKey;

    #[test]
    fn a_signal_without_room_for_its_details_is_queued_like_any_other() {
        let tally = Tally { count: 2, blocks: [1; 12] };
        let of = |outcome| {
            signal(&SignalKey { number: 15, sender: 3, outcome, comm: *b"kill\0\0\0\0\0\0\0\0\0\0\0\0" }, &tally)
        };
        let mut received = vec![of(0), of(1), of(4)];
        merge(&mut received);
        let rows: Vec<_> =
            received.iter().map(|row| (&*row.signal, row.sender, &*row.comm, row.outcome, row.count)).collect();
        assert_eq!(rows, [("SIGTERM", "other", "kill", "queued", 4), ("SIGTERM", "other", "kill", "ignored", 2)]);
        assert_eq!(received[0].blocks[0], 2);
    }
}
