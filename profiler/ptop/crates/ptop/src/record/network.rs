//! Who was talked to, how much, and how well that went.

use serde::Serialize;

use super::values::{Blocks, as_list};
use crate::abi::LATENCY_BUCKETS;

#[derive(Debug, Default, Serialize)]
pub struct Network {
    pub peers: Vec<Peer>,
    pub traffic: Vec<Traffic>,
    pub round_trips: Vec<Durations>,
    pub exchanges: Vec<Exchanges>,
    pub exchanges_unlisted: Unlisted,
    /// Present when the probe of it was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<Quality>,
    pub cut: u64,
}

/// Whose traffic, or which connections.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[allow(clippy::struct_field_names, reason = "the record's schema names the field")]
pub struct Endpoint {
    pub peer: String,
    pub port: u16,
    pub role: &'static str,
    pub protocol: &'static str,
}

#[derive(Debug, Serialize)]
pub struct Traffic {
    #[serde(flatten)]
    pub of: Endpoint,
    pub direction: &'static str,
    pub messages: u64,
    pub bytes: u64,
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
pub struct Durations {
    #[serde(flatten)]
    pub of: Endpoint,
    pub count: u64,
    pub total_ns: u64,
    #[serde(serialize_with = "as_list")]
    pub hist: [u64; LATENCY_BUCKETS],
    pub blocks: Blocks,
}

/// Questions that were answered: by the target on a port of its own, by the peer elsewhere.
#[derive(Debug, Serialize)]
pub struct Exchanges {
    #[serde(flatten)]
    pub of: Endpoint,
    pub count: u64,
    pub blocks: Blocks,
    /// How many had their time taken.
    pub timed: u64,
    /// Not timed, because the question came in pieces that may have been several.
    pub unclear: u64,
    /// By block, of all that the timed ones represent.
    pub time_blocks: Vec<TimeBlock>,
    /// Lower end in microseconds, and how many the timed ones represent up to the next step of a sixteenth.
    pub times: Vec<(u64, u64)>,
}

/// Questions that were answered besides: over own ports and by peers beyond those that are listed.
#[derive(Debug, Default, Serialize)]
pub struct Unlisted {
    pub accept: u64,
    pub connect: u64,
}

#[derive(Debug, Serialize)]
pub struct TimeBlock {
    pub answers: u64,
    pub total_us: u64,
}

#[derive(Debug, Default, Serialize)]
pub struct Quality {
    pub connects: Vec<Durations>,
    pub connections: Vec<Durations>,
    pub events: Vec<NetworkEvent>,
}

#[derive(Debug, Serialize)]
pub struct NetworkEvent {
    #[serde(flatten)]
    pub of: Endpoint,
    pub event: &'static str,
    pub count: u64,
    pub blocks: Blocks,
}

#[derive(Debug, Serialize)]
#[allow(clippy::struct_field_names, reason = "the record's schema names the field")]
pub struct Peer {
    pub peer: String,
    pub port: u16,
    pub role: &'static str,
    pub protocol: &'static str,
    pub outcome: String,
    pub count: u64,
    pub blocks: Blocks,
}
