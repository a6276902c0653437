//! The copied bytes of a user stack, read by address. Addresses come from the
//! target, so the arithmetic must never wrap.

use crate::outcome::CutReason;

/// How far above the copy an address still counts as the same stack: what tells
/// "the copy was too short" from "this is not the stack". Larger than any usual thread stack.
const SAME_STACK_BYTES: u64 = 64 << 20;

pub(crate) struct Stack<'a> {
    start: u64,
    bytes: &'a [u8],
}

impl<'a> Stack<'a> {
    pub(crate) fn new(start: u64, bytes: &'a [u8]) -> Stack<'a> {
        Stack { start, bytes }
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
