//! A window on one section that reads forward and may jump. It grows while what
//! is read lies close together, and is small again after a long jump. Every read
//! past the section's end gives `None`, and so ends whatever was being parsed.

use std::ops::RangeInclusive;

use crate::files::leb128;
use crate::files::source::Source;

/// A gap that is read rather than jumped over: a read from the disk costs as much CPU time as copying more than this.
const NEAR_BYTES: u64 = 16 * 1024;
/// Page cache left behind before it is given back.
const GIVE_BACK_AFTER_BYTES: u64 = 1 << 20;
/// Read from the disk in one request where much is read in order, at first and at most.
const LEAST_AHEAD_BYTES: u64 = 64 * 1024;
const MOST_AHEAD_BYTES: u64 = 512 * 1024;
/// Read from the disk at once before the page cache is tried again.
const PIECE_BYTES: usize = 64 * 1024;
/// A window from which much is read in order.
const LARGE_WINDOW: usize = 64 * 1024;
/// What the smallest read leaves in the page cache.
const PAGE_BYTES: u64 = 4096;
/// Bytes of the window on what is decoded.
const MOST_DECODED: usize = 64 * 1024;
/// The longest value that is read in one piece.
const WORD: usize = 16;

pub(crate) struct Reader<'a> {
    source: &'a Source,
    /// Where the section begins in the source.
    base: u64,
    /// Bytes of the section.
    end: u64,
    buffer: Vec<u8>,
    /// Bytes of the window: now, after a jump, and at most.
    window: usize,
    least: usize,
    most: usize,
    /// Where the last read began and ended.
    last: Option<(u64, u64)>,
    /// Section offset of the buffer's first byte, how many bytes it holds, and the reader's position in it.
    start: u64,
    length: usize,
    at: usize,
    bytes_read: u64,
    /// Up to where the disk was asked.
    asked: u64,
    /// How much it is asked for next.
    ahead: u64,
    /// Bytes that came from the disk and were not given back.
    brought_in: u64,
}

impl<'a> Reader<'a> {
    /// Reads `bytes` of the source from `base`, through a window of so many bytes.
    pub(crate) fn new(source: &'a Source, (base, bytes): (u64, u64), window: RangeInclusive<usize>) -> Reader<'a> {
        // Decoded bytes stay for small steps back only.
        let most = if source.is_random() { *window.end() } else { (*window.end()).min(MOST_DECODED) };
        let least = (*window.start()).max(WORD);
        Reader {
            source,
            base,
            end: bytes,
            buffer: Vec::new(),
            window: least,
            least,
            most: most.max(least),
            last: None,
            start: 0,
            length: 0,
            at: 0,
            bytes_read: 0,
            asked: 0,
            ahead: LEAST_AHEAD_BYTES,
            brought_in: 0,
        }
    }

    /// Offset in the section.
    #[inline]
    pub(crate) fn position(&self) -> u64 {
        self.start + self.at as u64
    }

    /// Whether going back costs no more than going on.
    pub(crate) fn is_random(&self) -> bool {
        self.source.is_random()
    }

    /// Bytes read from the source so far.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    /// Bytes of the section.
    pub(crate) fn end(&self) -> u64 {
        self.end
    }

    /// Moves to an offset of the section. `None` past its end.
    pub(crate) fn seek(&mut self, to: u64) -> Option<()> {
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
    pub(crate) fn skip(&mut self, count: u64) -> Option<()> {
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
        let near = |low: u64, high: u64| high.checked_sub(low).filter(|gap| *gap <= NEAR_BYTES);
        // Steps back go on for a while, as compilers write functions in either order.
        let back = self.last.and_then(|(start, _)| near(from, start)).filter(|_| self.source.is_random());
        self.window = match back.or_else(|| self.last.and_then(|(_, end)| near(end, from))) {
            Some(gap) => self.most.min((self.window + gap as usize) * 2),
            None => self.least,
        };
        let before = back.map_or(0, |_| from.min(self.window as u64 / 2));
        let start = from - before;
        let room = usize::try_from(self.end.checked_sub(start)?).unwrap_or(usize::MAX).min(self.window);
        if self.buffer.len() < room {
            self.buffer.resize(room, 0);
        }
        self.start = start;
        self.length = self.source.read_ready(self.base.checked_add(start)?, &mut self.buffer[..room]);
        let goes_on = back.is_none() && self.window >= LARGE_WINDOW;
        if !goes_on {
            self.asked = 0;
        }
        if self.length < room {
            self.fetch(room, goes_on)?;
        } else if start >= self.asked {
            self.ahead = LEAST_AHEAD_BYTES;
        }
        self.at = self.length.min(before as usize);
        self.last = Some((start, start + self.length as u64));
        self.bytes_read += self.length as u64;
        (self.length - self.at >= count).then_some(())
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
    pub(crate) fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub(crate) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u24(&mut self) -> Option<u32> {
        self.array().map(|[a, b, c]| u32::from_le_bytes([a, b, c, 0]))
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// An offset into a section, or a length.
    pub(crate) fn offset(&mut self, is_64: bool) -> Option<u64> {
        if is_64 { self.u64() } else { self.u32().map(u64::from) }
    }

    /// The length that begins a unit, and whether offsets in the unit take eight bytes.
    pub(crate) fn initial_length(&mut self) -> Option<(u64, bool)> {
        match self.u32()? {
            u32::MAX => Some((self.u64()?, true)),
            0xffff_fff0.. => None,
            length => Some((length.into(), false)),
        }
    }

    /// Unsigned LEB128.
    #[inline]
    pub(crate) fn uleb(&mut self) -> Option<u64> {
        leb128::unsigned(|| self.u8())
    }

    /// Signed LEB128.
    pub(crate) fn sleb(&mut self) -> Option<i64> {
        leb128::signed(|| self.u8())
    }

    /// Moves behind the zero that ends a string.
    pub(crate) fn skip_string(&mut self) -> Option<()> {
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
    pub(crate) fn string(&mut self, most: usize, out: &mut Vec<u8>) -> Option<()> {
        self.short_string(most, out).or_else(|| self.skip_string())
    }

    /// Appends the string that starts here. `None` when it does not end within `most` bytes; those are appended.
    pub(crate) fn short_string(&mut self, most: usize, out: &mut Vec<u8>) -> Option<()> {
        let mut left = most;
        loop {
            let rest = &self.buffer[self.at..self.length];
            let end = rest.iter().take(left.saturating_add(1)).position(|byte| *byte == 0);
            let text = &rest[..end.unwrap_or(rest.len().min(left))];
            out.extend_from_slice(text);
            left -= text.len();
            if let Some(end) = end {
                self.at += end + 1;
                return Some(());
            }
            if self.at + text.len() < self.length {
                return None;
            }
            self.at = self.length;
            self.fill(1)?;
        }
    }

    /// Completes the window from the disk, which is asked for more where reading goes on.
    fn fetch(&mut self, room: usize, goes_on: bool) -> Option<()> {
        while self.length < room {
            let from = self.start + self.length as u64;
            if goes_on {
                self.ask_ahead(from, self.start + room as u64);
            }
            let piece = self.length..room.min(self.length + PIECE_BYTES);
            let wanted = piece.len();
            let count = self.source.fetch(self.base.checked_add(from)?, &mut self.buffer[piece]);
            if self.asked <= from {
                self.brought_in += (count as u64).max(PAGE_BYTES);
            }
            self.length += count;
            if count < wanted {
                break;
            }
            let next = self.base.checked_add(self.start + self.length as u64)?;
            self.length += self.source.read_ready(next, &mut self.buffer[self.length..room]);
        }
        if self.brought_in >= GIVE_BACK_AFTER_BYTES {
            self.give_back();
        }
        Some(())
    }

    /// Asks for more each time, so that little is asked for around the one page that was missing.
    fn ask_ahead(&mut self, from: u64, end: u64) {
        if end <= self.asked {
            return;
        }
        let first = from.max(self.asked);
        let to = from.saturating_add(self.ahead).min(self.end).max(first);
        self.source.will_need(self.base.saturating_add(first), to - first);
        self.brought_in += to - first;
        self.asked = to;
        self.ahead = (self.ahead * 2).min(MOST_AHEAD_BYTES);
    }

    /// Gives back all that the section's bytes brought into the page cache, but not what is read next.
    fn give_back(&mut self) {
        let next = self.asked.max(self.start + self.length as u64);
        self.source.give_back(self.base, self.start);
        self.source.give_back(self.base.saturating_add(next), self.end.saturating_sub(next));
        self.brought_in = self.asked.saturating_sub(self.start);
    }
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        self.source.give_back(self.base, self.end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(bytes: usize) -> Source {
        Source::Memory((0..bytes).map(|at| (at % 251) as u8).collect())
    }

    fn reader(source: &Source) -> Reader<'_> {
        Reader::new(source, (100, 1 << 20), 512..=64 * 1024)
    }

    fn read(reader: &mut Reader<'_>, at: u64) {
        reader.seek(at).unwrap();
        assert_eq!(reader.u8(), Some(((at + 100) % 251) as u8), "{at}");
        assert_eq!(reader.position(), at + 1);
    }

    #[test]
    fn what_lies_close_together_is_read_in_larger_pieces_in_either_direction() {
        let source = source((1 << 20) + 100);
        let mut forward = reader(&source);
        (0..200).for_each(|step| read(&mut forward, step * 3000));
        assert!(forward.bytes_read() < 800_000, "{}", forward.bytes_read());
        let mut back = reader(&source);
        (0..200).rev().for_each(|step| read(&mut back, step * 3000));
        assert!(back.bytes_read() < 1_600_000, "{}", back.bytes_read());
        let mut far = reader(&source);
        (0..20).for_each(|step| read(&mut far, step * 50_000));
        assert_eq!(far.bytes_read(), 20 * 512);
    }

    #[test]
    fn nothing_is_read_past_the_end_of_the_section() {
        let source = source(4000);
        let mut reader = Reader::new(&source, (1000, 2000), 512..=4096);
        for at in [0, 1990, 1500, 1998, 1400, 1999] {
            reader.seek(at).unwrap();
            assert_eq!(reader.u8(), Some(((at + 1000) % 251) as u8));
        }
        assert_eq!((reader.u8(), reader.seek(2001), reader.skip(u64::MAX)), (None, None, None));
        reader.seek(1997).unwrap();
        assert_eq!(reader.u32(), None);
    }

    #[test]
    fn a_string_is_taken_whole_or_up_to_its_bound() {
        let mut bytes = vec![b'x'; 3000];
        (bytes[10], bytes[2000]) = (0, 0);
        let source = Source::Memory(bytes.into());
        let text = |at: u64, most: usize| {
            let mut reader = Reader::new(&source, (0, u64::MAX), 16..=64);
            let mut out = Vec::new();
            reader.seek(at).unwrap();
            (reader.short_string(most, &mut out).is_some(), out.len())
        };
        assert_eq!((text(0, 10), text(0, 9), text(10, 0)), ((true, 10), (false, 9), (true, 0)));
        assert_eq!((text(11, 1989), text(11, 1988)), ((true, 1989), (false, 1988)));
        assert_eq!((text(2001, 5000), text(9000, 10)), ((false, 999), (false, 0)));
    }
}
