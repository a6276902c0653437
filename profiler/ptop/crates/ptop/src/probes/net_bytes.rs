//! Reader of `net_bytes`.

use super::endpoints::{Names, add_durations, durations, endpoint, is_unconnected, read_names};
use super::mechanism::by_first;
use super::rows::{add_each, merge_rows};
use super::{Probe, Proof, Setup, peers};
use crate::abi::ExitSlot;
use crate::abi::network::{PeerId, Traffic, UnixName};
use crate::bpf::{Absence, Loaded, PerCpu, Table};
use crate::canary::Deeds;
use crate::names::outcome_name;
use crate::record::Axes;
use crate::record::network::{Endpoint, Network, Peer, Traffic as Row};
use crate::record::probe::AttachPoint;
use crate::registry::Manifest;

/// Names of unix sockets kept.
pub(super) const MAX_NAMES: u32 = 1024;
const DIRECTIONS: [&str; 2] = ["sent", "received"];

/// What tells the probe of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mechanism {
    /// The tracepoints of each message, Linux 6.3.
    Messages,
    /// The exits of system calls.
    Calls,
}

/// The attached probe.
pub struct NetBytes {
    loaded: Loaded,
    mechanism: Mechanism,
    traffic: Table<PeerId, Traffic>,
    usual_peers: PerCpu<u32, Traffic>,
    names: Table<u64, UnixName>,
}

impl NetBytes {
    /// Loads and attaches, by the better mechanism that this kernel has.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<NetBytes, Absence> {
        by_first(Mechanism::Messages, &[Mechanism::Calls], |way| NetBytes::load_by(way, manifest, setup))
    }

    fn load_by(mechanism: Mechanism, manifest: &'static Manifest, setup: &Setup) -> Result<NetBytes, Absence> {
        let left_out: &[&str] = match mechanism {
            Mechanism::Messages => &["on_any_exit"],
            Mechanism::Calls => &["on_send", "on_receive", "on_datagram_exit"],
        };
        let mut loaded = setup.object(manifest, left_out)?;
        match mechanism {
            Mechanism::Messages => {
                // The exits first: a datagram must not wait for one that nobody sees.
                loaded.attach_to_exits(&setup.shared, "on_datagram_exit", ExitSlot::Messages)?;
                loaded.attach(&["on_send", "on_receive"])?;
            }
            Mechanism::Calls => loaded.attach(&["on_any_exit"])?,
        }
        Ok(NetBytes {
            traffic: loaded.table("traffic")?,
            usual_peers: loaded.per_cpu("usual_peers")?,
            names: loaded.table("names")?,
            mechanism,
            loaded,
        })
    }

    /// What was counted; of one peer maybe in several places.
    fn pairs(&self) -> Result<Vec<(PeerId, Traffic)>, Absence> {
        let mut pairs = self.traffic.pairs()?;
        for at in 0..pairs.len() {
            let (id, Some(place)) = (pairs[at].0, pairs[at].1.usual_place()) else { continue };
            let by_cpu = self.usual_peers.get(&place)?;
            pairs.extend(by_cpu.into_iter().map(|traffic| (id, traffic)));
        }
        Ok(pairs)
    }

    /// Forgets what was counted, but not which peers have places: connections know them.
    fn clear_traffic(&self) -> Result<(), Absence> {
        for (id, traffic) in self.traffic.pairs()? {
            let Some(place) = traffic.usual_place() else {
                self.traffic.remove(&id)?;
                continue;
            };
            self.traffic.put(&id, &Traffic { usual: traffic.usual, ..Traffic::NONE })?;
            self.usual_peers.put(&place, &Traffic::NONE)?;
        }
        Ok(())
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

    fn prove(&mut self, deeds: &Deeds) -> Result<Proof, Absence> {
        let pairs = self.pairs()?;
        let bytes = |direction: usize| pairs.iter().map(|(_, traffic)| traffic.bytes(direction)).sum();
        let unconnected = pairs.iter().filter(|(id, _)| is_unconnected(id));
        let datagrams = unconnected.flat_map(|(_, traffic)| traffic.message_blocks()).sum();
        for (expected, observed, detail) in
            [(deeds.datagrams, datagrams, "datagrams without connect"), (deeds.sent_bytes, bytes(0), "bytes sent")]
        {
            if expected != observed || expected == 0 {
                return Ok(Proof::exact(expected.max(1), observed, detail));
            }
        }
        Ok(Proof::exact(deeds.received_bytes, bytes(1), "bytes received over tcp, udp and unix"))
    }

    fn reset(&mut self) -> Result<(), Absence> {
        self.loaded.reset_counters()?;
        self.names.clear()?;
        self.clear_traffic()
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), Absence> {
        let names = read_names(&self.names.pairs()?);
        let network = axes.network.get_or_insert_with(Network::default);
        add_to(network, &self.pairs()?, &names);
        network.cut += self.loaded.counters()?.cut;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::{TcpListener, TcpStream, UdpSocket};

    use super::{Mechanism, NetBytes, add_to, read_names};
    use crate::probes::trial::Trial;
    use crate::record::network::Network;

    fn measured_by(mechanism: Mechanism, act: impl FnOnce()) -> Network {
        let Trial { manifest, setup } = Trial::of_this_process("net_bytes");
        let probe = NetBytes::load_by(mechanism, manifest, &setup);
        let probe = probe.unwrap_or_else(|absence| panic!("{}", absence.reason()));
        act();
        let mut network = Network::default();
        let names = probe.names.pairs().expect("readable");
        add_to(&mut network, &probe.pairs().unwrap_or_default(), &read_names(&names));
        network
    }

    /// The same things by either mechanism; another test of this process may use other sockets meanwhile.
    fn check(mechanism: Mechanism) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
        let receiver = UdpSocket::bind("127.0.0.1:0").expect("loopback");
        let ports = (listener.local_addr().expect("bound").port(), receiver.local_addr().expect("bound").port());
        let sender = UdpSocket::bind("127.0.0.1:0").expect("loopback");
        let answers = sender.local_addr().expect("bound").port();
        let network = measured_by(mechanism, || {
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
    fn the_messages_of_the_kernel_count_what_was_done() {
        check(Mechanism::Messages);
    }

    #[test]
    fn the_exits_of_calls_count_the_same_where_the_kernel_tells_of_no_message() {
        check(Mechanism::Calls);
    }
}
