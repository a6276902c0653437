//! Reader of `net_bytes`.

use std::rc::Rc;

use libbpf_rs::Link;

use super::base::{Probe, Proof, Setup};
use super::endpoints::{Names, add_durations, durations, endpoint, is_unconnected, read_names};
use super::exchanges::{exchanges, unlisted};
use super::peers;
use super::rows::{add_each, merge_rows};
use crate::abi::ExitSlot;
use crate::abi::network::{ExchangeRow, Messages, PeerId, ROWS_OF_OTHERS, Traffic, UnixName};
use crate::bpf::by_first;
use crate::bpf::{LoadError, Loaded, PerCpu, Table};
use crate::canary::CanaryActions;
use crate::collector::clock::monotonic_ns;
use crate::engine::TargetSet;
use crate::names::outcome_name;
use crate::record::Axes;
use crate::record::network::{Endpoint, Network, Peer, Traffic as Row};
use crate::record::probe::AttachPoint;
use crate::registry::Manifest;
use crate::target::{any_has_32_bits, any_maps_a_ring};

/// Names of unix sockets kept.
pub(super) const MAX_NAMES: u32 = 1024;
/// Peers with places of their own, as in the BPF program.
pub(super) const FAST_PEERS: u32 = 48;
/// Places of unix sockets, by their address; the same.
pub(super) const PLACES: u32 = 1024;
const DIRECTIONS: [&str; 2] = ["sent", "received"];

/// The kernel's tracepoints of each message.
const TRACEPOINTS: [&str; 2] = ["on_send", "on_receive"];
/// How long calls may be under way that had moved their bytes before the tracepoints were attached.
const SETTLE_NS: u64 = 1_000_000_000;

/// How the probe learns of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mechanism {
    /// The exits of system calls, and the tracepoints where the target has other ways; Linux 6.3.
    Both,
    /// The exits of system calls.
    Calls,
}

/// The attached probe.
pub struct NetBytes {
    loaded: Loaded,
    targets: Rc<TargetSet>,
    mechanism: Mechanism,
    counted: Messages,
    /// Of the tracepoints, while they are attached.
    links: Vec<Link>,
    /// When no call can be under way any more that began before they were.
    settled_ns: u64,
    traffic: Table<PeerId, Traffic>,
    fast_peers: PerCpu<u32, Traffic>,
    names: Table<u64, UnixName>,
    /// Which row of the others a peer has.
    exchange_keys: Table<PeerId, u32>,
    exchange_rows: Table<u32, ExchangeRow>,
}

impl NetBytes {
    /// Loads and attaches, by the better mechanism that this kernel has.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<NetBytes, LoadError> {
        by_first(Mechanism::Both, &[Mechanism::Calls], |way| NetBytes::load_by(way, manifest, setup))
    }

    fn load_by(mechanism: Mechanism, manifest: &'static Manifest, setup: &Setup) -> Result<NetBytes, LoadError> {
        let left_out: &[&str] = match mechanism {
            Mechanism::Both => &[],
            Mechanism::Calls => &TRACEPOINTS,
        };
        let mut loaded = setup.object(manifest, left_out)?;
        loaded.attach_to_exits(&setup.shared, "on_message_exit", ExitSlot::Messages)?;
        let mut probe = NetBytes {
            traffic: loaded.table("traffic")?,
            fast_peers: loaded.per_cpu("fast_peers")?,
            names: loaded.table("names")?,
            exchange_keys: loaded.table("exchange_keys")?,
            exchange_rows: loaded.table("exchange_rows")?,
            targets: Rc::clone(&setup.targets),
            mechanism,
            counted: Messages::Traced,
            links: Vec::new(),
            settled_ns: 0,
            loaded,
        };
        match mechanism {
            Mechanism::Both => {
                probe.links = probe.attach_tracepoints()?;
                probe.count(Messages::OnTrial)?;
            }
            Mechanism::Calls => probe.count(Messages::OfCalls)?,
        }
        Ok(probe)
    }

    fn attach_tracepoints(&self) -> Result<Vec<Link>, LoadError> {
        TRACEPOINTS.iter().map(|program| self.loaded.attach_apart(program)).collect()
    }

    fn count(&mut self, at: Messages) -> Result<(), LoadError> {
        self.counted = at;
        self.targets.count_messages(at)
    }

    /// Counts messages where it is time to.
    fn follow(&mut self) -> Result<(), LoadError> {
        match self.counted {
            Messages::OfCalls if self.mechanism == Mechanism::Both && self.targets.wants_messages()? => {
                self.use_tracepoints()
            }
            Messages::Settling if monotonic_ns() >= self.settled_ns => self.count(Messages::Traced),
            _ => Ok(()),
        }
    }

    /// Attaches the tracepoints of messages; they count from now on.
    fn use_tracepoints(&mut self) -> Result<(), LoadError> {
        self.count(Messages::Changing)?;
        self.links = self.attach_tracepoints()?;
        self.settled_ns = monotonic_ns() + SETTLE_NS;
        self.count(Messages::Settling)
    }

    /// What was counted; of one peer maybe in several places.
    fn pairs(&self) -> Result<Vec<(PeerId, Traffic)>, LoadError> {
        let mut pairs = self.traffic.pairs()?;
        for at in 0..pairs.len() {
            let (id, Some(place)) = (pairs[at].0, pairs[at].1.fast_place()) else { continue };
            let by_cpu = self.fast_peers.get(&place)?;
            pairs.extend(by_cpu.into_iter().map(|traffic| (id, traffic)));
        }
        Ok(pairs)
    }

    /// Forgets what was counted, but not which peers have places: connections know them.
    fn clear_traffic(&self) -> Result<(), LoadError> {
        for (id, traffic) in self.traffic.pairs()? {
            let Some(place) = traffic.fast_place() else {
                self.traffic.remove(&id)?;
                continue;
            };
            self.traffic.put(&id, &Traffic { fast_slot: traffic.fast_slot, ..Traffic::NONE })?;
            self.fast_peers.put(&place, &Traffic::NONE)?;
        }
        Ok(())
    }
}

/// A probe that was given up leaves the exits nothing to look for.
impl Drop for NetBytes {
    fn drop(&mut self) {
        // Refused, they look in vain; nothing is counted wrongly.
        let _ = self.targets.count_messages(Messages::Traced);
    }
}

/// Its rows of one direction, if anything went that way.
fn row(of: &Endpoint, traffic: &Traffic, direction: usize) -> Option<Row> {
    (traffic.messages(direction) > 0).then(|| Row {
        of: of.clone(),
        direction: DIRECTIONS[direction],
        messages: traffic.messages(direction),
        bytes: traffic.bytes(direction),
        blocks: traffic.byte_blocks(direction),
    })
}

/// Datagrams that name their peer themselves are the only trace of it.
fn peer(of: Endpoint, id: &PeerId, traffic: &Traffic) -> Peer {
    let Endpoint { peer, port, role, protocol } = of;
    Peer {
        peer,
        port,
        role,
        protocol,
        outcome: outcome_name(i32::from(id.error)),
        count: traffic.message_blocks().iter().sum(),
        blocks: traffic.message_blocks(),
    }
}

fn add_to(network: &mut Network, pairs: &[(PeerId, Traffic)], names: &Names) {
    for (id, traffic) in pairs {
        let of = endpoint(id, names);
        if id.error == 0 {
            network.traffic.extend((0..DIRECTIONS.len()).filter_map(|direction| row(&of, traffic, direction)));
        }
        let round_trip = traffic.round_trip();
        if round_trip.count > 0 {
            network.round_trips.push(durations(of.clone(), &round_trip));
        }
        if is_unconnected(id) {
            network.peers.push(peer(of, id, traffic));
        }
    }
    merge_rows(
        &mut network.traffic,
        |row| (row.of.clone(), row.direction),
        |all, part| {
            all.messages += part.messages;
            all.bytes += part.bytes;
            add_each(&mut all.blocks, &part.blocks);
        },
    );
    merge_rows(&mut network.round_trips, |row| row.of.clone(), add_durations);
    peers::merge(&mut network.peers);
}

impl Probe for NetBytes {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn attached_as(&self) -> Option<AttachPoint> {
        (self.mechanism == Mechanism::Calls).then_some(AttachPoint { kind: "tp_btf", symbol: "sys_exit" })
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        let pairs = self.pairs()?;
        let bytes = |direction: usize| pairs.iter().map(|(_, traffic)| traffic.bytes(direction)).sum();
        let unconnected = pairs.iter().filter(|(id, _)| is_unconnected(id));
        let datagrams = unconnected.flat_map(|(_, traffic)| traffic.message_blocks()).sum();
        for (expected, observed, detail) in
            [(actions.datagrams, datagrams, "datagrams without connect"), (actions.sent_bytes, bytes(0), "bytes sent")]
        {
            if expected != observed || expected == 0 {
                return Ok(Proof::exact(expected.max(1), observed, detail));
            }
        }
        Ok(Proof::exact(actions.received_bytes, bytes(1), "bytes received over tcp, udp and unix"))
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.loaded.reset_counters()?;
        self.names.clear()?;
        let own = self.exchange_keys.pairs()?.into_iter().map(|(_, row)| row);
        for row in own.chain(ROWS_OF_OTHERS) {
            self.exchange_rows.put(&row, &ExchangeRow::NONE)?;
        }
        self.clear_traffic()
    }

    fn begin(&mut self) -> Result<(), LoadError> {
        if self.mechanism == Mechanism::Calls {
            return Ok(());
        }
        let pids: Vec<u32> = self.targets.members()?.iter().map(|member| member.pid).collect();
        if any_maps_a_ring(&pids) {
            self.loaded.walk("survey_rings")?;
        }
        if any_has_32_bits(&pids) || self.targets.wants_messages()? {
            return self.count(Messages::Traced);
        }
        self.count(Messages::OfCalls)?;
        self.links.clear();
        Ok(())
    }

    fn drain(&mut self) {
        // Where the kernel refuses, what is asked for by other ways than calls goes on being counted as lost.
        let _ = self.follow();
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError> {
        let names = read_names(&self.names.pairs()?);
        let network = axes.network.get_or_insert_with(Network::default);
        add_to(network, &self.pairs()?, &names);
        for (id, row) in self.exchange_keys.pairs()? {
            let counted = self.exchange_rows.get(&row)?;
            network.exchanges.extend(counted.and_then(|counted| exchanges(endpoint(&id, &names), &counted)));
        }
        network.exchanges.sort_by(|a, b| a.of.cmp(&b.of));
        let [ports, peers] = ROWS_OF_OTHERS;
        network.exchanges_unlisted =
            unlisted(self.exchange_rows.get(&ports)?.as_ref(), self.exchange_rows.get(&peers)?.as_ref());
        network.cut += self.loaded.counters()?.cut;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::{TcpListener, TcpStream, UdpSocket};

    use super::{Mechanism, NetBytes, add_to, read_names};
    use crate::abi::network::Messages;
    use crate::probes::trial::Trial;
    use crate::record::network::Network;

    /// What a probe sees that counts messages there.
    fn measured_at(counted: Messages, mechanism: Mechanism, act: impl FnOnce()) -> Network {
        let Trial { manifest, setup } = Trial::of_this_process("net_bytes");
        let probe = NetBytes::load_by(mechanism, manifest, &setup);
        let mut probe = probe.unwrap_or_else(|load_error| panic!("{}", load_error.reason()));
        probe.count(counted).unwrap_or_else(|load_error| panic!("{}", load_error.reason()));
        act();
        let mut network = Network::default();
        let names = probe.names.pairs().expect("readable");
        add_to(&mut network, &probe.pairs().unwrap_or_default(), &read_names(&names));
        network
    }

    /// The same things by any mechanism; another test of this process may use other sockets meanwhile.
    fn check(counted: Messages, mechanism: Mechanism) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
        let receiver = UdpSocket::bind("127.0.0.1:0").expect("loopback");
        let ports = (listener.local_addr().expect("bound").port(), receiver.local_addr().expect("bound").port());
        let sender = UdpSocket::bind("127.0.0.1:0").expect("loopback");
        let answers = sender.local_addr().expect("bound").port();
        let network = measured_at(counted, mechanism, || {
            let mut client = TcpStream::connect(("127.0.0.1", ports.0)).expect("it listens");
            let mut server = listener.accept().expect("a client").0;
            for _ in 0..3 {
                client.write_all(&[1; 100]).expect("the other end reads");
                server.peek(&mut [0; 100]).expect("it came");
                server.read_exact(&mut [0; 100]).expect("it came");
            }
            (0..4).for_each(|_| assert_eq!(sender.send_to(&[1; 20], ("127.0.0.1", ports.1)).expect("sent"), 20));
            (0..4).for_each(|_| assert_eq!(receiver.recv_from(&mut [0; 99]).expect("it came").0, 20));
            sender.connect(("127.0.0.1", ports.1)).expect("a route");
            (0..2).for_each(|_| assert_eq!(sender.send(&[1; 5]).expect("sent"), 5));
        });
        let moved = |port: u16, role: &str, direction: &str| {
            let mut rows = network.traffic.iter().filter(|row| (row.of.port, row.of.role) == (port, role));
            rows.find(|row| row.direction == direction).map(|row| (row.messages, row.bytes))
        };
        assert_eq!(moved(ports.0, "connect", "sent"), Some((3, 300)));
        assert_eq!(moved(ports.0, "accept", "received"), Some((3, 300)));
        assert_eq!(moved(ports.1, "datagram", "sent"), Some((4, 80)));
        assert_eq!(moved(answers, "datagram", "received"), Some((4, 80)));
        assert_eq!(moved(ports.1, "connect", "sent"), Some((2, 10)));
        let peer = network.peers.iter().find(|peer| peer.port == ports.1).expect("seen without connect");
        assert_eq!((peer.role, peer.count), ("datagram", 4));
        let round_trips = network.round_trips.iter().filter(|row| row.of.port == ports.0);
        assert_eq!(round_trips.map(|row| row.count).sum::<u64>(), 6);
    }

    #[test]
    fn what_the_kernel_tells_of_counts_what_was_done() {
        check(Messages::Traced, Mechanism::Both);
    }

    #[test]
    fn the_exits_of_calls_count_the_same() {
        check(Messages::OfCalls, Mechanism::Both);
        check(Messages::OfCalls, Mechanism::Calls);
    }

    #[test]
    fn exits_look_for_no_message_once_the_probe_is_given_up() {
        let Trial { manifest, setup } = Trial::of_this_process("net_bytes");
        let probe = NetBytes::load(manifest, &setup).unwrap_or_else(|load_error| panic!("{}", load_error.reason()));
        assert_ne!(setup.targets.current().messages, Messages::Traced as u32);
        drop(probe);
        assert_eq!(setup.targets.current().messages, Messages::Traced as u32);
    }

    #[test]
    fn both_together_count_it_once() {
        for counted in [Messages::OnTrial, Messages::Changing, Messages::Settling] {
            check(counted, Mechanism::Both);
        }
    }
}
