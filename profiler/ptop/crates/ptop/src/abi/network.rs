//! What the network probes exchange.

use super::{BLOCKS, Outcome};

/// How traffic is keyed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct PeerId {
    pub addr: [u8; 16],
    pub port: u16,
    pub family: u8,
    pub protocol: u8,
    pub role: u8,
    pub known: u8,
    pub error: u16,
}

/// A socket of the target.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub struct SocketNote {
    pub id: PeerId,
    pub since_ns: u64,
    pub stage: u32,
    pub row: u32,
}

/// Bytes and messages, sent before received.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Traffic {
    pub bytes: [u64; 2],
    pub messages: [u64; 2],
    pub byte_blocks: [[u64; BLOCKS]; 2],
    pub message_blocks: [u32; BLOCKS],
    pub round_trip: Outcome,
    /// 1 + the place of what is counted besides; 0: it has none.
    pub usual: u32,
    pub pad: u32,
}

impl Traffic {
    /// Nothing was exchanged.
    pub const NONE: Traffic = Traffic {
        bytes: [0; 2],
        messages: [0; 2],
        byte_blocks: [[0; BLOCKS]; 2],
        message_blocks: [0; BLOCKS],
        round_trip: Outcome::NONE,
        usual: 0,
        pad: 0,
    };

    /// The place of what is counted besides.
    pub fn usual_place(&self) -> Option<u32> {
        self.usual.checked_sub(1)
    }
}

/// The name of a unix socket.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct UnixName {
    pub len: u32,
    pub text: [u8; 108],
}

/// A peer and what is counted of it.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Subject {
    pub id: PeerId,
    pub what: u32,
    pub pad: u32,
}

/// What a socket's queue had no room for.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Queue {
    pub first: u64,
    pub last: u64,
    pub port: u16,
    pub protocol: u8,
    pub pad: u8,
    pub row: u32,
}

/// The other end of a connection.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct PeerKey {
    pub family: u8,
    pub protocol: u8,
    pub port: u16,
    pub error: i32,
    pub len: u32,
    pub addr: [u8; 108],
}

/// A connect that is not decided yet.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct PendingConnect {
    pub key: PeerKey,
    pub row: u32,
}

plain! {
    PeerKey: 120, PendingConnect: 124,
    PeerId: 24, SocketNote: 40, Traffic: 504, UnixName: 112, Subject: 32, Queue: 24,
}
