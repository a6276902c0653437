//! Reader of `net_quality`.

use super::base::{Probe, Proof, Setup};
use super::endpoints::{Names, add_durations, durations, endpoint};
use super::rows::{add_each, merge_rows};
use crate::abi::network::{PeerId, Queue, SocketNote, Subject};
use crate::abi::{BLOCKS, ExitSlot, Outcome, Tally};
use crate::bpf::by_first;
use crate::bpf::{LoadError, Loaded, Table};
use crate::canary::CanaryActions;
use crate::record::Axes;
use crate::record::network::{Network, NetworkEvent, Quality};
use crate::registry::Manifest;

/// Events in the order of their numbers in the program.
const EVENTS: [&str; 7] =
    ["retransmit", "reset_sent", "reset_received", "closed", "closed_by_peer", "aborted", "queue_drop"];
const RETRANSMIT: u32 = 0;
const RESET_SENT: u32 = 1;
const RESET_RECEIVED: u32 = 2;
const QUEUE_DROP: usize = 6;
const SPAN_CONNECT: u32 = 0;
/// The entry of `sockets` that says that closed ones are removed.
const WATCHED: u64 = 1;
const ROUND_FIRST: u32 = 0;
const ROUND_LAST: u32 = 1;

/// The attached probe.
pub struct NetQuality {
    loaded: Loaded,
    sockets: Table<u64, SocketNote>,
    events: Table<Subject, Tally>,
    spans: Table<Subject, Outcome>,
    queues: Table<u64, Queue>,
    round: Table<u32, u32>,
}

impl NetQuality {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<NetQuality, LoadError> {
        // Since Linux 6.18 the hook also reports attempts that fail.
        let [newer, older] = ["on_retransmit", "on_sent_again"];
        by_first((newer, older), &[(older, newer)], |(retransmits, other)| {
            NetQuality::load_with(retransmits, other, manifest, setup)
        })
    }

    fn load_with(
        retransmits: &str,
        other: &str,
        manifest: &'static Manifest,
        setup: &Setup,
    ) -> Result<NetQuality, LoadError> {
        let mut loaded = setup.object(manifest, &[other])?;
        // What removes notes before what makes them.
        loaded.attach(&["on_destroy", "on_socket_state", "on_reset_sent", "on_reset_received", retransmits])?;
        loaded.attach_to_exits(&setup.shared, "on_accept", ExitSlot::Accepted)?;
        let probe = NetQuality {
            sockets: loaded.table("sockets")?,
            events: loaded.table("events")?,
            spans: loaded.table("spans")?,
            queues: loaded.table("queues")?,
            round: loaded.table("survey_round")?,
            loaded,
        };
        probe.watch()?;
        Ok(probe)
    }

    /// Says that this probe removes the notes of closed sockets.
    fn watch(&self) -> Result<(), LoadError> {
        self.sockets.put(&WATCHED, &SocketNote::default())
    }

    /// Walks over the target's descriptors.
    fn survey(&self, round: u32) -> Result<(), LoadError> {
        self.round.put(&0, &round)?;
        self.loaded.walk("survey")
    }

    fn events(&self) -> Result<Vec<(Subject, Tally)>, LoadError> {
        self.events.pairs()
    }

    /// What the queues lost that still exist, in the last block: the kernel keeps a count and no times.
    fn queue_drops(&self) -> Result<Vec<NetworkEvent>, LoadError> {
        let queues = self.queues.pairs()?;
        let mut rows = Vec::new();
        for (_, queue) in queues {
            let count = queue.last.saturating_sub(queue.first);
            let id = PeerId { port: queue.port, protocol: queue.protocol, role: 2, ..PeerId::default() };
            let mut blocks = [0; BLOCKS];
            blocks[BLOCKS - 1] = count;
            if count > 0 {
                rows.push(NetworkEvent { of: endpoint(&id, &Names::new()), event: EVENTS[QUEUE_DROP], count, blocks });
            }
        }
        Ok(rows)
    }
}

fn event_row(subject: &Subject, tally: &Tally) -> Option<NetworkEvent> {
    Some(NetworkEvent {
        of: endpoint(&subject.id, &Names::new()),
        event: EVENTS.get(subject.what as usize)?,
        count: tally.count,
        blocks: tally.blocks.map(u64::from),
    })
}

impl Probe for NetQuality {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        let events = self.events()?;
        let seen = |what: u32| -> u64 {
            events.iter().filter(|(subject, _)| subject.what == what).map(|(_, tally)| tally.count).sum()
        };
        let spans = self.spans.pairs()?;
        let connects = spans.iter().filter(|(subject, _)| subject.what == SPAN_CONNECT).map(|(_, span)| span.count);
        for (expected, observed, detail) in [
            (actions.tcp_connects, connects.sum(), "TCP connects that were timed"),
            (actions.resets, seen(RESET_SENT), "resets sent"),
            (actions.resets, seen(RESET_RECEIVED), "resets received"),
        ] {
            if expected != observed || expected == 0 {
                return Ok(Proof::exact(expected.max(1), observed, detail));
            }
        }
        // By the connections' own account; more may follow between the canary's look and its farewell, and the
        // kernel passes over an event at the moment at which another program attaches to the same hook.
        let (expected, observed) = (actions.retransmits, seen(RETRANSMIT));
        if expected == 0 {
            let detail = "resets received; the canary could not have a segment lost, to be sent again";
            return Ok(Proof::exact(actions.resets, seen(RESET_RECEIVED), detail));
        }
        let fires = observed > 0;
        Ok(Proof::invariant(expected, observed, fires, "segments sent again, beside connects and resets"))
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.loaded.reset_counters()?;
        self.events.clear()?;
        self.spans.clear()?;
        self.queues.clear()?;
        self.sockets.clear()?;
        self.watch()
    }

    fn begin(&mut self) -> Result<(), LoadError> {
        self.survey(ROUND_FIRST)
    }

    fn close(&mut self, _end_ns: u64) -> Result<(), LoadError> {
        self.survey(ROUND_LAST)
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        let mut quality = Quality::default();
        for (subject, span) in self.spans.pairs()? {
            let row = durations(endpoint(&subject.id, &Names::new()), &span);
            if subject.what == SPAN_CONNECT { quality.connects.push(row) } else { quality.connections.push(row) }
        }
        quality.events = self.events()?.iter().filter_map(|(subject, tally)| event_row(subject, tally)).collect();
        quality.events.extend(self.queue_drops()?);
        merge_rows(&mut quality.connects, |row| row.of.clone(), add_durations);
        merge_rows(&mut quality.connections, |row| row.of.clone(), add_durations);
        merge_rows(
            &mut quality.events,
            |row| (row.of.clone(), row.event),
            |all, part| {
                all.count += part.count;
                add_each(&mut all.blocks, &part.blocks);
            },
        );
        let network = axes.network.get_or_insert_with(Network::default);
        network.quality = Some(quality);
        network.cut += self.loaded.counters()?.cut;
        Ok(())
    }
}

impl Drop for NetQuality {
    fn drop(&mut self) {
        // From now on nobody removes closed sockets, so none may be noted. The map goes with the run.
        let _ = self.sockets.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::NetQuality;
    use crate::probes::trial::Trial;

    #[test]
    fn it_loads_for_kernels_that_tell_of_failed_retransmits_and_for_those_that_do_not() {
        let Trial { manifest, setup } = Trial::of_this_process("net_quality");
        let old = NetQuality::load_with("on_sent_again", "on_retransmit", manifest, &setup);
        assert!(old.is_ok_and(|probe| probe.sockets.get(&super::WATCHED).is_ok_and(|note| note.is_some())));
        assert!(NetQuality::load(manifest, &setup).is_ok());
    }
}
