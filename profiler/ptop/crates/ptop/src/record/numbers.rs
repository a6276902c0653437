//! Numbers as the document holds them.

use crate::abi::{BLOCKS, LATENCY_BUCKETS};

/// The largest number that every reader of JSON holds exactly. Sums of bytes stop there: a target may ask for
/// more than exists, as often as it likes.
pub const MOST: u64 = (1 << 53) - 1;

/// Counts in the 12 equal parts of the measured window.
pub type Blocks = [u64; BLOCKS];

/// Arrays beyond 32 elements have no serialisation of their own.
pub fn as_list<S: serde::Serializer>(values: &[u64; LATENCY_BUCKETS], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values)
}
