//! The copied bytes of a user stack, read by address. Addresses come from the
//! target, so the arithmetic must never wrap.

use crate::outcome::CutReason;

/// How far above the copy an address still counts as the same stack: what tells
/// "the copy was too short" from "this is not the stack". Larger than any usual thread stack.
const SAME_STACK_BYTES: u64 = 64 << 20;

/// Pointers in a copy from the heap that are smaller are distances.
const DISTANCES: u64 = 1 << 16;

pub(crate) struct Stack<'a> {
    start: u64,
    bytes: &'a [u8],
    has_distances: bool,
}

impl<'a> Stack<'a> {
    pub(crate) fn new(start: u64, bytes: &'a [u8]) -> Stack<'a> {
        Stack { start, bytes, has_distances: false }
    }

    /// Frames that a runtime has moved to the heap, where pointers to other frames are distances in words, since
    /// the frames may be moved again.
    pub(crate) fn in_heap(start: u64, bytes: &'a [u8]) -> Stack<'a> {
        Stack { start, bytes, has_distances: true }
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
        let offset = address.checked_sub(self.start).ok_or(CutReason::OutsideStack)?;
        let word = usize::try_from(offset)
            .ok()
            .and_then(|from| self.bytes.get(from..from.checked_add(8)?))
            .and_then(|word| word.try_into().ok());
        match word {
            Some(word) => Ok(u64::from_le_bytes(word)),
            None if offset < SAME_STACK_BYTES => Err(CutReason::StackCopyEnded),
            None => Err(CutReason::OutsideStack),
        }
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
        assert_eq!(Stack::new(u64::MAX - 20, &bytes).read(u64::MAX - 10), Err(CutReason::StackCopyEnded));
    }
}
