//! What both network probes share: reading their tables into peers.

use std::cmp::Reverse;
use std::net::{Ipv4Addr, Ipv6Addr};

use super::rows::{add_each, merge_rows};
use crate::abi::Tally;
use crate::abi::network::PeerKey;
use crate::bpf::{LoadError, Loaded, Table};
use crate::names::outcome_name;
use crate::record::Axes;
use crate::record::network::{Network, Peer};

/// Which end of the connection the target was.
#[derive(Clone, Copy)]
pub enum Role {
    /// It connected.
    Connect,
    /// It accepted.
    Accept,
}

/// The literal address: dotted or colon form, or a socket's name with `@` for the abstract name space.
fn address(key: &PeerKey) -> String {
    let len = (key.len as usize).min(key.addr.len());
    literal(i32::from(key.family), &key.addr[..len])
}

/// The same of any address of that family.
pub fn literal(family: i32, bytes: &[u8]) -> String {
    match (family, bytes.len()) {
        (libc::AF_INET, 4) => Ipv4Addr::new(bytes[0], bytes[1], bytes[2], bytes[3]).to_string(),
        (libc::AF_INET6, 16) => {
            let mut octets = [0; 16];
            octets.copy_from_slice(bytes);
            // An IPv4 peer of a dual-stack socket is the same peer as without IPv6.
            Ipv6Addr::from(octets).to_canonical().to_string()
        }
        _ if bytes.first() == Some(&0) => {
            // Some programs pass the whole buffer: the zeroes behind the name are part of it, but say nothing.
            let end = bytes.iter().rposition(|byte| *byte != 0).map_or(1, |last| last + 1);
            format!("@{}", String::from_utf8_lossy(&bytes[1..end]).replace('\0', "@"))
        }
        _ => crate::abi::text(bytes),
    }
}

/// The name of a `PROTO_*`.
pub fn protocol_name(protocol: u8) -> &'static str {
    match protocol {
        1 => "tcp",
        2 => "udp",
        _ => "unix",
    }
}

fn peer(key: &PeerKey, tally: &Tally, role: Role) -> Peer {
    Peer {
        peer: address(key),
        port: key.port,
        role: match role {
            Role::Connect => "connect",
            Role::Accept => "accept",
        },
        protocol: protocol_name(key.protocol),
        outcome: outcome_name(key.error),
        count: tally.count,
        blocks: tally.blocks.map(u64::from),
    }
}

/// Adds a probe's peers to the axis.
pub fn add_to_axis(
    axes: &mut Axes,
    loaded: &Loaded,
    peers: &Table<PeerKey, Tally>,
    role: Role,
) -> Result<(), LoadError> {
    let pairs = peers.pairs()?;
    let cut = loaded.counters()?.cut;
    let network = axes.network.get_or_insert_with(Network::default);
    network.peers.extend(pairs.iter().map(|(key, tally)| peer(key, tally, role)));
    merge(&mut network.peers);
    network.cut += cut;
    Ok(())
}

/// Adds up peers that read alike (an IPv4 peer by either family); the most frequent first.
pub fn merge(peers: &mut Vec<Peer>) {
    merge_rows(
        peers,
        |row| (row.peer.clone(), row.port, row.role, row.protocol, row.outcome.clone()),
        |all, part| {
            all.count += part.count;
            add_each(&mut all.blocks, &part.blocks);
        },
    );
    peers.sort_by_key(|row| Reverse(row.count));
}

#[cfg(test)]
mod tests {
    use super::{Role, address, merge, peer};
    use crate::abi::Tally;
    use crate::abi::network::PeerKey;

    fn key(family: i32, bytes: &[u8]) -> PeerKey {
        let mut key =
            PeerKey { family: family as u8, protocol: 1, port: 80, error: 0, len: bytes.len() as u32, addr: [0; 108] };
        key.addr[..bytes.len()].copy_from_slice(bytes);
        key
    }

    #[test]
    fn addresses_are_literal() {
        assert_eq!(address(&key(libc::AF_INET, &[10, 0, 0, 7])), "10.0.0.7");
        assert_eq!(address(&key(libc::AF_INET6, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])), "::1");
        assert_eq!(address(&key(libc::AF_UNIX, b"/run/db.sock\0")), "/run/db.sock");
        assert_eq!(address(&key(libc::AF_UNIX, b"\0bus\0\0\0")), "@bus");
    }

    #[test]
    fn one_peer_seen_through_both_families_is_one_peer() {
        let mapped = key(libc::AF_INET6, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 10, 0, 0, 7]);
        let plain = key(libc::AF_INET, &[10, 0, 0, 7]);
        let tally = Tally { count: 2, blocks: [1; 12] };
        let mut peers = vec![peer(&mapped, &tally, Role::Connect), peer(&plain, &tally, Role::Connect)];
        peers.push(peer(&plain, &tally, Role::Accept));
        merge(&mut peers);
        assert_eq!(peers.len(), 2);
        let connect = peers.iter().find(|peer| peer.role == "connect").expect("the connected peer");
        assert_eq!((connect.count, connect.blocks[3]), (4, 2));
    }
}
