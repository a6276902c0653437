//! What the kernel writes for the collector and a target chose much of: samples, and paths.

#[allow(dead_code, reason = "shared with the collector")]
#[path = "../../crates/ptop/src/engine/path_text.rs"]
mod path_text;
#[allow(dead_code, reason = "shared with the collector")]
#[path = "../../crates/ptop/src/perf/sample.rs"]
mod sample;

use path_text::{Lengths, render};
use sample::{SampleShape, Words, parse_sample};

/// A record of either kind.
///
/// # Panics
/// When more comes out than went in.
pub fn record(data: &[u8]) {
    let mut words = Words::default();
    for has_chain in [false, true] {
        if let Some(sample) = parse_sample(data, SampleShape { registers: 17, has_chain }, &mut words) {
            let words = sample.registers.len() + sample.chain.len();
            assert!(sample.raw.len() + sample.stack.len() + words * 8 <= data.len());
        }
    }
    let Some((head, text)) = data.split_first_chunk::<12>() else { return };
    let word = |at: usize| head[at..at + 4].iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte));
    if let Some(path) = render(&Lengths { path: word(0), base: word(4), kind: word(8) % 5 }, text) {
        assert!(path.len() <= 3 * text.len() + 32, "{path:?}");
    }
}
