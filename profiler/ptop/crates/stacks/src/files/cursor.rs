//! Bounds-checked reading of little-endian and LEB128 values. Every read that
//! would pass the end gives `None`, and so ends whatever was being parsed.

use crate::files::leb128;

#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Cursor<'a> {
        Cursor { bytes, at: 0 }
    }

    /// Position from the start of the bytes.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// Moves by a signed distance, within the bytes or to their end.
    pub(crate) fn skip(&mut self, distance: i64) -> Option<()> {
        let to = (self.at as i64).checked_add(distance)?;
        self.at = usize::try_from(to).ok().filter(|to| *to <= self.bytes.len())?;
        Some(())
    }

    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(count)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    pub(crate) fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub(crate) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// Unsigned LEB128.
    pub(crate) fn uleb(&mut self) -> Option<u64> {
        leb128::unsigned(|| self.u8())
    }

    /// Signed LEB128.
    pub(crate) fn sleb(&mut self) -> Option<i64> {
        leb128::signed(|| self.u8())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_moves_past_either_end() {
        let mut cursor = Cursor::new(&[1, 2, 3]);
        assert_eq!(cursor.skip(-1), None);
        assert_eq!(cursor.skip(4), None);
        assert_eq!(cursor.take(usize::MAX), None);
        assert_eq!(cursor.u32(), None);
        assert_eq!((cursor.u16(), cursor.u8(), cursor.u8()), (Some(0x201), Some(3), None));
    }
}
