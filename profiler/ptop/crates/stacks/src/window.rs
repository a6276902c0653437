//! A window that moves forward over a source: how symbol tables are streamed.
//! It gives back the page cache behind itself.

use crate::source::Source;

pub(crate) struct Window<'a> {
    source: &'a Source,
    buffer: Vec<u8>,
    start: u64,
    length: usize,
    bytes_read: u64,
    not_dropped: Option<(u64, u64)>,
    drop_after: u64,
}

impl<'a> Window<'a> {
    /// A window of `size` bytes that leaves at most about `drop_after` bytes of page cache behind.
    pub(crate) fn new(source: &'a Source, size: usize, drop_after: u64) -> Window<'a> {
        Window { source, buffer: vec![0; size], start: 0, length: 0, bytes_read: 0, not_dropped: None, drop_after }
    }

    /// The `count` bytes at `offset`; `None` past the end or when `count` exceeds the window.
    pub(crate) fn get(&mut self, offset: u64, count: usize) -> Option<&[u8]> {
        let bytes = self.up_to(offset, count)?;
        (bytes.len() == count).then_some(bytes)
    }

    /// Up to `count` bytes at `offset`, fewer at the end of the source.
    pub(crate) fn up_to(&mut self, offset: u64, count: usize) -> Option<&[u8]> {
        if count > self.buffer.len() {
            return None;
        }
        let end = offset.checked_add(count as u64)?;
        if offset < self.start || end > self.start + self.length as u64 {
            self.length = self.source.read_at(offset, &mut self.buffer);
            self.start = offset;
            self.bytes_read += self.length as u64;
            self.note(offset, offset + self.length as u64);
        }
        let at = (offset - self.start) as usize;
        self.buffer[..self.length].get(at..(at + count).min(self.length))
    }

    /// Bytes read from the source so far.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    fn note(&mut self, from: u64, to: u64) {
        let (low, high) = self.not_dropped.map_or((from, to), |(low, high)| (low.min(from), high.max(to)));
        self.not_dropped = Some((low, high));
        if high - low >= self.drop_after {
            self.drop_now();
        }
    }

    fn drop_now(&mut self) {
        if let Some((low, high)) = self.not_dropped.take() {
            self.source.give_back(low, high - low);
        }
    }
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        self.drop_now();
    }
}
