//! The stack of an Erlang process: return addresses and terms. The last two bits of a word say which it is, as the
//! collector of garbage needs it too: those of a return address are zero, as calls that keep a frame are aligned.

use std::collections::HashMap;

use super::functions::Place;

/// Last bits of a word that are zero in a return address.
const TERM: u64 = 3;
/// Return addresses of which it is known how much the frame has that they return to.
const SIZES: usize = 1 << 15;
/// Votes that are believed, and counted.
const ENOUGH: u32 = 8;
const MOST_VOTES: u32 = 64 * ENOUGH;

/// A return address on the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Return {
    /// Where it is.
    pub(super) slot: u64,
    pub(super) address: u64,
    pub(super) place: Place,
}

/// Whether a word can be a return address.
pub(super) fn is_return(word: u64) -> bool {
    word & TERM == 0 && word != 0
}

/// How many bytes a frame has, by the address that returns to it. A function that has just made its frame has not yet
/// written all of it, and return addresses of calls that are over may be there: what they return to has another size
/// than the frame where they are found.
#[derive(Default)]
pub(super) struct FrameSizes {
    known: HashMap<u64, Size>,
}

/// What most say.
#[derive(Debug, Clone, Copy)]
struct Size {
    bytes: u64,
    /// How many more say it than do not.
    votes: u32,
}

impl FrameSizes {
    /// Takes away what is left of calls that are over, of return addresses from the top on. `is_running` says whether
    /// they begin in the frame of the function that runs.
    pub(super) fn settle(&self, found: &mut Vec<Return>, is_running: bool) {
        let mut left = 0;
        while let [inner, outer, ..] = found[left..] {
            let known = self.known.get(&inner.address).filter(|size| size.votes >= ENOUGH);
            let Some(size) = known else { break };
            let expected = inner.slot.wrapping_add(size.bytes);
            if outer.slot == expected {
                break;
            }
            if let Some(at) = found[left..].iter().position(|one| one.slot == expected) {
                found.drain(left + 1..left + at);
                break;
            }
            if !is_running {
                break;
            }
            left += 1;
        }
        found.drain(..left);
    }

    /// Takes note of the frames between return addresses. The first two may not be complete, so that many must agree.
    pub(super) fn learn(&mut self, found: &[Return]) {
        if self.known.len() >= SIZES {
            self.known.clear();
        }
        for (number, pair) in found.windows(2).enumerate() {
            let bytes = pair[1].slot.wrapping_sub(pair[0].slot);
            let votes = if number == 0 { 1 } else { ENOUGH };
            let size = self.known.entry(pair[0].address).or_insert(Size { bytes, votes: 0 });
            if size.bytes == bytes {
                size.votes = size.votes.saturating_add(votes).min(MOST_VOTES);
            } else if size.votes > votes {
                size.votes -= votes;
            } else {
                *size = Size { bytes, votes };
            }
        }
    }

    pub(super) fn forget(&mut self) {
        self.known.clear();
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.known.capacity() * (size_of::<(u64, Size)>() + 1)
    }
}
