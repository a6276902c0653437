//! A small cache of file pages shared by all modules, so that the hot parts of
//! lookup tables and neighbouring unwind entries are read once. Bounded: 8-way
//! sets, the oldest way replaced.

use crate::files::source::Source;

/// Bytes of one cached page.
const PAGE: usize = 4096;
const WAYS: usize = 8;
const EMPTY: u64 = u64::MAX;

pub(crate) struct PageCache {
    /// Module in the upper 16 bits, page number below.
    keys: Vec<u64>,
    /// Bytes of each page that are valid: less than a page at the end of a file.
    lengths: Vec<u16>,
    bytes: Vec<u8>,
    oldest: Vec<u8>,
    pages_read: u64,
    bytes_read: u64,
}

impl PageCache {
    /// Rounds `pages` up to a whole number of sets. Memory is touched only as pages arrive.
    pub(crate) fn new(pages: usize) -> PageCache {
        let sets = pages.clamp(WAYS, 1 << 16).div_ceil(WAYS);
        PageCache {
            keys: vec![EMPTY; sets * WAYS],
            lengths: vec![0; sets * WAYS],
            bytes: vec![0; sets * WAYS * PAGE],
            oldest: vec![0; sets],
            pages_read: 0,
            bytes_read: 0,
        }
    }

    /// Copies `out.len()` bytes at `offset` of module `image`. `None` past the end.
    pub(crate) fn read(&mut self, image: u16, source: &Source, offset: u64, out: &mut [u8]) -> Option<()> {
        let mut at = offset;
        let mut done = 0;
        while done < out.len() {
            let within = (at % PAGE as u64) as usize;
            let slot = self.page(image, source, at / PAGE as u64)?;
            let valid = &self.bytes[slot * PAGE..slot * PAGE + self.lengths[slot] as usize];
            let rest = valid.get(within..).filter(|rest| !rest.is_empty())?;
            let count = rest.len().min(out.len() - done);
            out[done..done + count].copy_from_slice(&rest[..count]);
            done += count;
            at = at.checked_add(count as u64)?;
        }
        Some(())
    }

    /// Slot that holds the page, read now if it is not there yet.
    fn page(&mut self, image: u16, source: &Source, number: u64) -> Option<usize> {
        if number >= 1 << 47 {
            return None;
        }
        let key = u64::from(image) << 48 | number;
        let sets = self.oldest.len();
        let set = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % sets;
        let ways = set * WAYS..(set + 1) * WAYS;
        if let Some(way) = self.keys[ways.clone()].iter().position(|k| *k == key) {
            return Some(ways.start + way);
        }
        let way = self.keys[ways.clone()].iter().position(|k| *k == EMPTY).unwrap_or_else(|| {
            let way = self.oldest[set];
            self.oldest[set] = (way + 1) % WAYS as u8;
            way as usize
        });
        let slot = ways.start + way;
        let count = source.read_at(number * PAGE as u64, &mut self.bytes[slot * PAGE..(slot + 1) * PAGE]);
        self.keys[slot] = key;
        self.lengths[slot] = count as u16;
        self.pages_read += 1;
        self.bytes_read += count as u64;
        Some(slot)
    }

    /// Pages and bytes read from files so far.
    pub(crate) fn totals(&self) -> (u64, u64) {
        (self.pages_read, self.bytes_read)
    }

    /// Bytes held, touched or not.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.keys.capacity() * 10 + self.bytes.capacity() + self.oldest.capacity()
    }
}

/// One module, read through the pages that all of a target's modules share.
pub(crate) struct Through<'a> {
    pub(crate) module: u16,
    pub(crate) source: &'a Source,
    pub(crate) pages: &'a mut PageCache,
}

impl Through<'_> {
    /// All of `out`, or nothing.
    pub(crate) fn read(&mut self, offset: u64, out: &mut [u8]) -> Option<()> {
        self.pages.read(self.module, self.source, offset, out)
    }

    /// Fewer bytes at the end of the file.
    pub(crate) fn read_some(&mut self, offset: u64, out: &mut [u8]) -> usize {
        let mut count = out.len();
        while count > 0 && self.read(offset, &mut out[..count]).is_none() {
            count /= 2;
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(bytes: usize) -> Source {
        Source::Memory((0..bytes).map(|at| (at / 7) as u8).collect())
    }

    #[test]
    fn reads_across_pages_and_stops_at_the_end() {
        let source = source(3 * PAGE + 100);
        let mut cache = PageCache::new(8);
        let mut out = vec![0; 2 * PAGE];
        cache.read(0, &source, 1000, &mut out).unwrap();
        assert!(out.iter().enumerate().all(|(at, byte)| *byte == ((at + 1000) / 7) as u8));
        assert_eq!(cache.read(0, &source, 3 * PAGE as u64 + 50, &mut [0; 51]), None);
        assert_eq!(cache.read(0, &source, 3 * PAGE as u64 + 50, &mut [0; 50]), Some(()));
        assert_eq!(cache.read(0, &source, u64::MAX - 3, &mut [0; 8]), None);
    }

    #[test]
    fn a_hot_page_is_read_once_and_memory_never_grows() {
        let source = source(4000 * PAGE);
        let mut cache = PageCache::new(16);
        let before = cache.memory_bytes();
        for _ in 0..100 {
            cache.read(1, &source, 5 * PAGE as u64, &mut [0; 8]).unwrap();
        }
        assert_eq!(cache.totals().0, 1);
        for page in 0..4000 {
            cache.read(1, &source, page * PAGE as u64, &mut [0; 8]).unwrap();
        }
        assert_eq!(cache.memory_bytes(), before);
    }

    #[test]
    fn modules_do_not_share_pages() {
        let (zeros, sevens) = (Source::Memory(vec![0; PAGE].into()), Source::Memory(vec![7; PAGE].into()));
        let mut cache = PageCache::new(8);
        let mut out = [9; 1];
        cache.read(0, &zeros, 0, &mut out).unwrap();
        assert_eq!(out, [0]);
        cache.read(1, &sevens, 0, &mut out).unwrap();
        assert_eq!(out, [7]);
    }
}
