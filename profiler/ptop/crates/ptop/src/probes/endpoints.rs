//! From the small keys of the network probes to peers as the record names them.

use std::collections::HashMap;

use super::peers::{literal, protocol_name};
use super::rows::add_each;
use crate::abi::Outcome;
use crate::abi::network::{PeerId, UnixName};
use crate::record::network::{Durations, Endpoint};

/// Names of unix sockets by their hash.
pub type Names = HashMap<u64, String>;

const CONNECT: u8 = 1;
const ACCEPT: u8 = 2;

/// Whether its messages go without `connect()`, to or from a peer that each names itself.
pub fn is_unconnected(id: &PeerId) -> bool {
    id.role != CONNECT && !(protocol_name(id.protocol) == "tcp" || id.role == ACCEPT && is_unix(id))
}

fn is_unix(id: &PeerId) -> bool {
    i32::from(id.family) == libc::AF_UNIX
}

/// The names as text.
pub fn read_names(pairs: &[(u64, UnixName)]) -> Names {
    let text = |name: &UnixName| {
        let len = (name.len as usize).min(name.text.len());
        literal(libc::AF_UNIX, &name.text[..len])
    };
    pairs.iter().map(|(hash, name)| (*hash, text(name))).collect()
}

/// A peer that is not known, or has no name, is empty.
pub fn endpoint(id: &PeerId, names: &Names) -> Endpoint {
    let peer = if id.known == 0 {
        String::new()
    } else if is_unix(id) {
        let mut hash = [0; 8];
        hash.copy_from_slice(&id.addr[..8]);
        names.get(&u64::from_ne_bytes(hash)).cloned().unwrap_or_default()
    } else {
        let len = if i32::from(id.family) == libc::AF_INET { 4 } else { 16 };
        literal(i32::from(id.family), &id.addr[..len])
    };
    let role = match id.role {
        CONNECT => "connect",
        ACCEPT => "accept",
        _ => "datagram",
    };
    Endpoint { peer, port: id.port, role, protocol: protocol_name(id.protocol) }
}

/// A histogram as the record has it.
pub fn durations(of: Endpoint, outcome: &Outcome) -> Durations {
    Durations {
        of,
        count: outcome.count,
        total_ns: outcome.total_ns,
        hist: outcome.latency.map(u64::from),
        blocks: outcome.blocks.map(u64::from),
    }
}

/// Adds one histogram to another.
pub fn add_durations(all: &mut Durations, part: &Durations) {
    all.count += part.count;
    all.total_ns += part.total_ns;
    add_each(&mut all.hist, &part.hist);
    add_each(&mut all.blocks, &part.blocks);
}

#[cfg(test)]
mod tests {
    use super::{Names, endpoint, is_unconnected};
    use crate::abi::network::PeerId;

    fn id(family: i32, protocol: u8, role: u8) -> PeerId {
        PeerId { family: family as u8, protocol, role, known: 1, port: 53, ..PeerId::default() }
    }

    #[test]
    fn a_peer_is_literal_or_empty() {
        let mut four = id(libc::AF_INET, 2, 3);
        four.addr[..4].copy_from_slice(&[10, 0, 0, 7]);
        let names = Names::from([(7, "/run/log".to_owned())]);
        assert_eq!(endpoint(&four, &names).peer, "10.0.0.7");
        assert_eq!(endpoint(&PeerId { known: 0, ..four }, &names).peer, "");
        let mut unix = id(libc::AF_UNIX, 3, 1);
        unix.addr[..8].copy_from_slice(&7_u64.to_ne_bytes());
        assert_eq!(endpoint(&unix, &names).peer, "/run/log");
    }

    #[test]
    fn only_messages_that_name_their_peer_go_without_connect() {
        assert!(is_unconnected(&id(libc::AF_INET, 2, 3)));
        assert!(is_unconnected(&id(libc::AF_INET, 2, 2)), "a port of its own");
        assert!(is_unconnected(&id(libc::AF_UNIX, 3, 3)));
        assert!(!is_unconnected(&id(libc::AF_INET, 2, 1)));
        assert!(!is_unconnected(&id(libc::AF_INET, 1, 2)));
        assert!(!is_unconnected(&id(libc::AF_UNIX, 3, 2)));
    }
}
