//! A window on one debug section that reads forward and may jump. Every read
//! past the section's end gives `None`, and so ends whatever was being parsed.

use super::sections::Part;
use crate::leb128;
use crate::source::Source;

/// Page cache left behind before it is given back.
const DROP_AFTER_BYTES: u64 = 1 << 20;
/// The longest value that is read in one piece.
const WORD: usize = 16;

pub(super) struct Reader<'a> {
    source: &'a Source,
    /// Where the section begins in the source.
    base: u64,
    /// Bytes of the section.
    end: u64,
    buffer: Vec<u8>,
    /// Section offset of the buffer's first byte, how many bytes it holds, and where the reader stands in it.
    start: u64,
    length: usize,
    at: usize,
    bytes_read: u64,
    not_dropped: Option<(u64, u64)>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(part: &'a Part<'_>, window_bytes: usize) -> Reader<'a> {
        Reader {
            source: part.source(),
            base: part.offset,
            end: part.bytes,
            buffer: vec![0; window_bytes.max(WORD)],
            start: 0,
            length: 0,
            at: 0,
            bytes_read: 0,
            not_dropped: None,
        }
    }

    /// Offset in the section.
    #[inline]
    pub(super) fn position(&self) -> u64 {
        self.start + self.at as u64
    }

    /// Bytes read from the source so far.
    pub(super) fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    /// Bytes of the section.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// Moves to an offset of the section. `None` past its end.
    pub(super) fn seek(&mut self, to: u64) -> Option<()> {
        if to > self.end {
            return None;
        }
        if let Some(within) = to.checked_sub(self.start).filter(|within| *within <= self.length as u64) {
            self.at = within as usize;
        } else {
            (self.start, self.length, self.at) = (to, 0, 0);
        }
        Some(())
    }

    #[inline]
    pub(super) fn skip(&mut self, count: u64) -> Option<()> {
        if count <= (self.length - self.at) as u64 {
            self.at += count as usize;
            return Some(());
        }
        self.seek(self.position().checked_add(count)?)
    }

    /// Makes at least `count` bytes follow in the buffer.
    #[cold]
    fn fill(&mut self, count: usize) -> Option<()> {
        let from = self.position();
        let room = usize::try_from(self.end.checked_sub(from)?).unwrap_or(usize::MAX).min(self.buffer.len());
        self.start = from;
        self.at = 0;
        self.length = self.source.read_at(self.base.checked_add(from)?, &mut self.buffer[..room]);
        self.bytes_read += self.length as u64;
        self.note(from, from + self.length as u64);
        (self.length >= count).then_some(())
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        if self.length - self.at < N {
            self.fill(N)?;
        }
        let bytes = self.buffer.get(self.at..self.at + N)?.try_into().ok()?;
        self.at += N;
        Some(bytes)
    }

    #[inline]
    pub(super) fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub(super) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn u24(&mut self) -> Option<u32> {
        self.array().map(|[a, b, c]| u32::from_le_bytes([a, b, c, 0]))
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// An offset into a section, or a length.
    pub(super) fn offset(&mut self, is_64: bool) -> Option<u64> {
        if is_64 { self.u64() } else { self.u32().map(u64::from) }
    }

    /// The length that begins a unit, and whether offsets in the unit take eight bytes.
    pub(super) fn initial_length(&mut self) -> Option<(u64, bool)> {
        match self.u32()? {
            u32::MAX => Some((self.u64()?, true)),
            0xffff_fff0.. => None,
            length => Some((length.into(), false)),
        }
    }

    /// Unsigned LEB128.
    #[inline]
    pub(super) fn uleb(&mut self) -> Option<u64> {
        leb128::unsigned(|| self.u8())
    }

    /// Signed LEB128.
    pub(super) fn sleb(&mut self) -> Option<i64> {
        leb128::signed(|| self.u8())
    }

    /// Moves behind the zero that ends a string.
    pub(super) fn skip_string(&mut self) -> Option<()> {
        loop {
            if let Some(end) = self.buffer[self.at..self.length].iter().position(|byte| *byte == 0) {
                self.at += end + 1;
                return Some(());
            }
            self.at = self.length;
            self.fill(1)?;
        }
    }

    /// Appends the string that starts here, at most `most` bytes of it, and moves behind its zero.
    pub(super) fn string(&mut self, most: usize, out: &mut Vec<u8>) -> Option<()> {
        let room = out.len() + most;
        loop {
            let rest = &self.buffer[self.at..self.length];
            let end = rest.iter().position(|byte| *byte == 0);
            let text = &rest[..end.unwrap_or(rest.len())];
            out.extend_from_slice(&text[..text.len().min(room - out.len())]);
            if let Some(end) = end {
                self.at += end + 1;
                return Some(());
            }
            self.at = self.length;
            self.fill(1)?;
        }
    }

    fn note(&mut self, from: u64, to: u64) {
        let (low, high) = self.not_dropped.map_or((from, to), |(low, high)| (low.min(from), high.max(to)));
        self.not_dropped = Some((low, high));
        if high - low >= DROP_AFTER_BYTES {
            self.drop_now();
        }
    }

    fn drop_now(&mut self) {
        if let Some((low, high)) = self.not_dropped.take() {
            self.source.drop_behind(self.base.saturating_add(low), high - low);
        }
    }
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        self.drop_now();
    }
}
