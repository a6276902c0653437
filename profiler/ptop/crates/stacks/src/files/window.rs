//! A window that moves forward over a source: how symbol tables are streamed.
//! It gives back the page cache behind itself.

use crate::files::source::Source;

/// Bytes of the windows through which tables are streamed.
pub(crate) const TABLE_WINDOW_BYTES: usize = 64 * 1024;
/// Bytes of page cache that streaming a table leaves before it drops them behind itself.
pub(crate) const TABLE_DROP_AFTER_BYTES: u64 = 1 << 20;

/// Bytes of page cache after which a window gives none back.
const KEEPS_ALL: u64 = u64::MAX;

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

    /// A window of `size` bytes that leaves the page cache as it is: for what is soon read again.
    pub(crate) fn keeping(source: &'a Source, size: usize) -> Window<'a> {
        Window::new(source, size, KEEPS_ALL)
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
        if self.drop_after == KEEPS_ALL {
            return;
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_is_read_once_and_nothing_lies_behind_the_end() {
        let bytes: Vec<u8> = (0..3000_u32).map(|n| (n % 251) as u8).collect();
        let source = Source::Memory(bytes.clone().into());
        let mut window = Window::keeping(&source, 1024);
        for offset in [100, 164, 1123, 40, 2990, 3000, u64::MAX] {
            let expected: Vec<u8> = bytes.iter().skip(offset as usize).take(64).copied().collect();
            assert_eq!(window.up_to(offset, 64).unwrap_or(&[]), expected, "{offset}");
        }
        window.up_to(0, 64);
        let read = window.bytes_read();
        assert_eq!((window.up_to(960, 64).map(<[u8]>::len), window.bytes_read()), (Some(64), read));
        assert_eq!(window.get(2990, 64), None);
        assert_eq!(window.up_to(0, 1025), None);
    }
}
