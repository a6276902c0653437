//! The copied bytes of a user stack, read by address. Addresses come from the
//! target, so the arithmetic must never wrap.

use crate::types::outcome::CutReason;

/// How far above the copy an address still counts as the same stack: what tells
/// "the copy was too short" from "this is not the stack". Larger than any usual thread stack.
const SAME_STACK_BYTES: u64 = 64 << 20;

/// Pointers in a copy from the heap that are smaller are distances.
const DISTANCES: u64 = 1 << 16;

/// A part of a stack.
#[derive(Debug, Clone, Copy)]
pub struct StackPart<'a> {
    /// Of the first byte.
    pub address: u64,
    /// What lies there.
    pub bytes: &'a [u8],
}

impl StackPart<'_> {
    fn word(&self, address: u64) -> Option<u64> {
        let from = usize::try_from(address.checked_sub(self.address)?).ok()?;
        self.bytes.get(from..from.checked_add(8)?)?.try_into().ok().map(u64::from_le_bytes)
    }
}

pub(crate) struct Stack<'a> {
    copy: StackPart<'a>,
    /// What the copy does not have.
    others: &'a [StackPart<'a>],
    has_distances: bool,
}

impl<'a> Stack<'a> {
    #[cfg(test)]
    pub(crate) fn new(start: u64, bytes: &'a [u8]) -> Stack<'a> {
        Stack::with(start, bytes, &[])
    }

    /// With parts that lie elsewhere on the same stack.
    pub(crate) fn with(start: u64, bytes: &'a [u8], others: &'a [StackPart<'a>]) -> Stack<'a> {
        Stack { copy: StackPart { address: start, bytes }, others, has_distances: false }
    }

    /// Frames that a runtime has moved to the heap, where pointers to other frames are distances in words, since
    /// the frames may be moved again.
    pub(crate) fn in_heap(start: u64, bytes: &'a [u8]) -> Stack<'a> {
        Stack { has_distances: true, ..Stack::with(start, bytes, &[]) }
    }

    /// The pointer to a frame at `address`; where it is a distance, it is one from `base`.
    pub(crate) fn pointer(&self, address: u64, base: u64) -> Result<u64, CutReason> {
        let value = self.read(address)?;
        Ok(if self.has_distances && value < DISTANCES { base.wrapping_add(8 * value) } else { value })
    }

    /// Whether the word at `address` was copied.
    pub(crate) fn has(&self, address: u64) -> bool {
        self.read(address).is_ok()
    }

    /// The eight bytes at `address`.
    pub(crate) fn read(&self, address: u64) -> Result<u64, CutReason> {
        let offset = address.checked_sub(self.copy.address).ok_or(CutReason::OutsideStack)?;
        let word = self.copy.word(address).or_else(|| self.others.iter().find_map(|part| part.word(address)));
        word.ok_or(if offset < SAME_STACK_BYTES { CutReason::StackCopyEnded } else { CutReason::OutsideStack })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_in_the_heap_may_be_distances() {
        let bytes: Vec<u8> = [3, 0x9_0000_u64].into_iter().flat_map(u64::to_le_bytes).collect();
        let heap = Stack::in_heap(0x7000, &bytes);
        assert_eq!((heap.pointer(0x7000, 0x7100), heap.pointer(0x7008, 0x7100)), (Ok(0x7118), Ok(0x9_0000)));
        assert_eq!(Stack::new(0x7000, &bytes).pointer(0x7000, 0x7100), Ok(3));
    }

    #[test]
    fn only_copied_bytes_are_read() {
        let bytes: Vec<u8> = (0..16).collect();
        let stack = Stack::new(0x7000, &bytes);
        assert_eq!(stack.read(0x7008), Ok(u64::from_le_bytes([8, 9, 10, 11, 12, 13, 14, 15])));
        assert_eq!(stack.read(0x7009), Err(CutReason::StackCopyEnded));
        assert!(stack.has(0x7008) && !stack.has(0x7009));
        assert_eq!(stack.read(0x6fff), Err(CutReason::OutsideStack));
        assert_eq!(stack.read(u64::MAX), Err(CutReason::OutsideStack));
        let last = &bytes[8..];
        let more = [StackPart { address: 0x9000, bytes: last }, StackPart { address: u64::MAX - 7, bytes: last }];
        let stack = Stack::with(0x7000, &bytes, &more);
        let word = stack.read(0x7008);
        assert_eq!((stack.read(0x9000), stack.read(u64::MAX - 7), stack.has(0x9000)), (word, word, true));
        assert_eq!(stack.read(0x9001), Err(CutReason::StackCopyEnded));
        assert_eq!(stack.read(u64::MAX - 6), Err(CutReason::OutsideStack));
        assert_eq!(Stack::new(u64::MAX - 20, &bytes).read(u64::MAX - 10), Err(CutReason::StackCopyEnded));
    }
}
