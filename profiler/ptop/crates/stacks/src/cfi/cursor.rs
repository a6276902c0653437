//! Bounds-checked reading of little-endian and LEB128 values. Every read that
//! would pass the end gives `None`, and so ends whatever was being parsed.

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

    /// Unsigned LEB128. More than ten bytes are refused.
    pub(crate) fn uleb(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..70).step_by(7) {
            let byte = self.u8()?;
            value |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    /// Signed LEB128. More than ten bytes are refused.
    pub(crate) fn sleb(&mut self) -> Option<i64> {
        let mut value = 0;
        for shift in (0..70).step_by(7) {
            let byte = self.u8()?;
            value |= i64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
            if byte < 0x80 {
                let unused = 64_u32.saturating_sub(shift + 7);
                return Some(value << unused >> unused);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leb128_follows_the_dwarf_examples() {
        for (bytes, value) in [(&[2][..], 2), (&[127], 127), (&[0x80, 1], 128), (&[0xb9, 0x64], 12857)] {
            assert_eq!(Cursor::new(bytes).uleb(), Some(value));
        }
        for (bytes, value) in
            [(&[2][..], 2), (&[0x7e], -2), (&[0xff, 0], 127), (&[0x81, 0x7f], -127), (&[0x80, 0x7f], -128)]
        {
            assert_eq!(Cursor::new(bytes).sleb(), Some(value));
        }
        let mut longest = [0x80; 10];
        longest[9] = 0x7f;
        assert_eq!(Cursor::new(&longest).sleb(), Some(i64::MIN));
        assert_eq!(Cursor::new(&[0xff; 11]).uleb(), None);
        assert_eq!(Cursor::new(&[0x80]).sleb(), None);
    }

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
