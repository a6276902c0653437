//! LEB128: numbers of seven bits a byte, lowest first, the highest bit of a byte
//! saying that more follow. More than ten bytes are refused.

/// An unsigned number of the bytes that `next` gives.
#[inline]
pub(crate) fn unsigned(next: impl FnMut() -> Option<u8>) -> Option<u64> {
    number(next).map(|(value, _)| value)
}

/// A signed number, whose highest bit is its sign.
#[inline]
pub(crate) fn signed(next: impl FnMut() -> Option<u8>) -> Option<i64> {
    let (value, bits) = number(next)?;
    let unused = 64_u32.saturating_sub(bits);
    Some((value << unused) as i64 >> unused)
}

/// The number as it stands, and of how many bits it is.
#[inline]
fn number(mut next: impl FnMut() -> Option<u8>) -> Option<(u64, u32)> {
    let first = next()?;
    // Nearly all take one byte.
    if first < 0x80 {
        return Some((first.into(), 7));
    }
    let mut value = u64::from(first & 0x7f);
    for shift in (7..70).step_by(7) {
        let byte = next()?;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some((value, shift + 7));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{signed, unsigned};

    fn from(bytes: &[u8]) -> impl FnMut() -> Option<u8> {
        let mut bytes = bytes.iter().copied();
        move || bytes.next()
    }

    #[test]
    fn numbers_follow_the_dwarf_examples() {
        for (bytes, value) in [(&[2][..], 2), (&[127], 127), (&[0x80, 1], 128), (&[0xb9, 0x64], 12857)] {
            assert_eq!(unsigned(from(bytes)), Some(value));
        }
        for (bytes, value) in
            [(&[2][..], 2), (&[0x7e], -2), (&[0xff, 0], 127), (&[0x81, 0x7f], -127), (&[0x80, 0x7f], -128)]
        {
            assert_eq!(signed(from(bytes)), Some(value));
        }
        let mut longest = [0x80; 10];
        longest[9] = 0x7f;
        assert_eq!(signed(from(&longest)), Some(i64::MIN));
        assert_eq!(unsigned(from(&[0xff; 11])), None);
        assert_eq!(signed(from(&[0x80])), None);
    }
}
