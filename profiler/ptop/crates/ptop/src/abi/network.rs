//! What the network probes exchange.

use super::{BLOCKS, LATENCY_BUCKETS, Outcome};

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

/// Where messages are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Messages {
    /// Where the kernel's tracepoints report them, or nowhere.
    Traced = 0,
    /// On the exits of calls.
    OfCalls = 1,
    /// The tracepoints are being attached; on exits, what they have not reported.
    Changing = 2,
    /// They are, but calls may be under way that had moved theirs before.
    Settling = 3,
    /// Of unix sockets at the tracepoints, of others on exits: the canary proves both.
    OnTrial = 4,
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

/// Bytes and messages in one block of the window, sent before received.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TrafficBlock {
    pub bytes: [u64; 2],
    pub round_trip_ns: u64,
    pub messages: [u32; 2],
    pub round_trips: u32,
    pub pad: u32,
}

impl TrafficBlock {
    const NONE: TrafficBlock =
        TrafficBlock { bytes: [0; 2], round_trip_ns: 0, messages: [0; 2], round_trips: 0, pad: 0 };
}

/// What was exchanged with a peer.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Traffic {
    pub blocks: [TrafficBlock; BLOCKS],
    pub round_trips: [u32; LATENCY_BUCKETS],
    /// 1 + the place of what is counted besides; 0: it has none.
    pub fast_slot: u32,
    pub pad: u32,
}

impl Traffic {
    /// Nothing was exchanged.
    pub const NONE: Traffic =
        Traffic { blocks: [TrafficBlock::NONE; BLOCKS], round_trips: [0; LATENCY_BUCKETS], fast_slot: 0, pad: 0 };

    /// Bytes of one direction, by block.
    pub fn byte_blocks(&self, direction: usize) -> [u64; BLOCKS] {
        self.blocks.map(|block| block.bytes[direction])
    }

    /// Bytes of one direction.
    pub fn bytes(&self, direction: usize) -> u64 {
        self.byte_blocks(direction).iter().sum()
    }

    /// Messages of both directions, by block.
    pub fn message_blocks(&self) -> [u64; BLOCKS] {
        self.blocks.map(|block| block.messages.map(u64::from).iter().sum())
    }

    /// Messages of one direction.
    pub fn messages(&self, direction: usize) -> u64 {
        self.blocks.iter().map(|block| u64::from(block.messages[direction])).sum()
    }

    /// What TCP estimated at each message.
    pub fn round_trip(&self) -> Outcome {
        Outcome {
            count: self.blocks.iter().map(|block| u64::from(block.round_trips)).sum(),
            total_ns: self.blocks.iter().map(|block| block.round_trip_ns).sum(),
            latency: self.round_trips,
            blocks: self.blocks.map(|block| block.round_trips),
        }
    }

    /// The place of what is counted besides.
    pub fn fast_place(&self) -> Option<u32> {
        self.fast_slot.checked_sub(1)
    }
}

/// Times of answers: this many to a power of two of microseconds, each one microsecond wide below that.
pub const EXCHANGE_STEPS: usize = 16;
/// From a microsecond to 18 minutes.
pub const EXCHANGE_BUCKETS: usize = 27 * EXCHANGE_STEPS;

/// Rows of own ports and of peers that find none of their own, because there are too many.
pub const ROWS_OF_OTHERS: [u32; 2] = [0, 1];

/// Questions and answers with a peer, or over an own port.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct ExchangeRow {
    pub total_us: [u64; BLOCKS],
    pub answers: [u32; BLOCKS],
    pub timed: [u32; BLOCKS],
    pub weights: [u32; BLOCKS],
    pub times: [u32; EXCHANGE_BUCKETS],
    pub unclear: u32,
    pub pad: u32,
}

impl ExchangeRow {
    /// Nothing was asked.
    pub const NONE: ExchangeRow = ExchangeRow {
        total_us: [0; BLOCKS],
        answers: [0; BLOCKS],
        timed: [0; BLOCKS],
        weights: [0; BLOCKS],
        times: [0; EXCHANGE_BUCKETS],
        unclear: 0,
        pad: 0,
    };
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
    PeerId: 24, SocketNote: 40, Traffic: 648, ExchangeRow: 1976, UnixName: 112, Subject: 32, Queue: 24,
}
