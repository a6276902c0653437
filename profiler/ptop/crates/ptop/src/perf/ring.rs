//! The memory-mapped ring of one event. Records are read where they lie, most of
//! them being the copy of a stack; the kernel writes there again only when the
//! tail has passed them. Every length in them is checked against the record's own.

use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};

use super::event::Event;
use super::mapped::{MappingEvent, parse_exec, parse_mapped};
use super::sample::{SampleShape, UserSample, Words, parse_sample, word};

const HEAD_OFFSET: usize = 1024;
const TAIL_OFFSET: usize = 1032;
const RECORD_LOST: u32 = 2;
const RECORD_COMM: u32 = 3;
const RECORD_SAMPLE: u32 = 9;
const RECORD_MAPPED: u32 = 10;
/// Of a name that changed: because another program began.
const MISC_EXEC: u16 = 1 << 13;
const HEADER: usize = 8;

/// One record of interest.
#[derive(Debug)]
pub enum Entry<'a> {
    /// A sample of the target.
    Sample(UserSample<'a>),
    /// The ring was full: this many samples were not written.
    Lost(u64),
    /// What happened to an address space.
    Mapping(MappingEvent),
}

/// A mapped ring.
#[derive(Debug)]
pub struct Ring {
    base: NonNull<u8>,
    page: usize,
    data_bytes: usize,
    /// Of a record that goes on at the ring's beginning.
    copy: Vec<u8>,
    words: Words,
}

impl Ring {
    /// Maps the event's ring with a power of two of data pages.
    ///
    /// # Errors
    /// When the kernel refuses, for example beyond the locked-memory limit.
    pub fn map(event: &Event, data_pages: usize) -> io::Result<Ring> {
        let page = page_bytes();
        let bytes = (data_pages + 1) * page;
        // SAFETY: a new shared mapping of the event's descriptor at an address the kernel chooses.
        let address = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                bytes,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED,
                event.as_fd().as_raw_fd(),
                0,
            )
        };
        if address == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let base = NonNull::new(address.cast()).ok_or_else(|| io::Error::other("mmap returned address 0"))?;
        Ok(Ring { base, page, data_bytes: data_pages * page, copy: Vec::new(), words: Words::default() })
    }

    /// Maps as many of the pages as the kernel grants, down to the least that works.
    ///
    /// # Errors
    /// When the kernel refuses even those.
    pub fn map_granted(event: &Event, data_pages: usize, least: usize) -> io::Result<Ring> {
        let mut pages = data_pages;
        loop {
            match Ring::map(event, pages) {
                Err(error) if error.raw_os_error() == Some(libc::EPERM) && pages > least => pages /= 2,
                done => return done,
            }
        }
    }

    /// Bytes mapped.
    pub fn bytes(&self) -> usize {
        self.data_bytes + self.page
    }

    fn counter(&self, offset: usize) -> &AtomicU64 {
        // SAFETY: the control page is mapped for the ring's life; the kernel keeps aligned 64-bit counters there.
        unsafe { AtomicU64::from_ptr(self.base.as_ptr().add(offset).cast()) }
    }

    /// The record of `len` bytes at `from`, which lies between tail and head.
    fn record<'a>(&self, from: u64, len: usize, copy: &'a mut Vec<u8>) -> &'a [u8] {
        let start = from as usize % self.data_bytes;
        let first = len.min(self.data_bytes - start);
        // SAFETY: both parts lie inside the data area, `len` is at most its size, and the kernel does not write between
        // tail and head. What is not copied is used only until the tail is moved, by the one who moves it.
        unsafe {
            let data = self.base.as_ptr().add(self.page);
            let in_place = std::slice::from_raw_parts(data.add(start), first);
            if first == len {
                return in_place;
            }
            copy.clear();
            copy.extend_from_slice(in_place);
            copy.extend_from_slice(std::slice::from_raw_parts(data, len - first));
        }
        copy
    }

    /// How far it is written.
    pub fn head(&self) -> u64 {
        self.counter(HEAD_OFFSET).load(Ordering::Acquire)
    }

    /// Hands every record written before `head` to `sink` and frees its place.
    pub fn drain(&mut self, head: u64, shape: SampleShape, sink: &mut dyn FnMut(Entry<'_>)) {
        let mut tail = self.counter(TAIL_OFFSET).load(Ordering::Relaxed);
        let (mut copy, mut words) = (std::mem::take(&mut self.copy), std::mem::take(&mut self.words));
        while head.wrapping_sub(tail) >= HEADER as u64 {
            let header = self.record(tail, HEADER, &mut copy);
            let kind = u32::from_ne_bytes([header[0], header[1], header[2], header[3]]);
            let misc = u16::from_ne_bytes([header[4], header[5]]);
            let len = usize::from(u16::from_ne_bytes([header[6], header[7]]));
            if len < HEADER || len as u64 > head.wrapping_sub(tail) {
                break;
            }
            let body = &self.record(tail, len, &mut copy)[HEADER..];
            match kind {
                RECORD_LOST => sink(Entry::Lost(word(body, 8).unwrap_or(0))),
                RECORD_SAMPLE => {
                    if let Some(sample) = parse_sample(body, shape, &mut words) {
                        sink(Entry::Sample(sample));
                    }
                }
                RECORD_MAPPED => {
                    if let Some(event) = parse_mapped(body) {
                        sink(Entry::Mapping(event));
                    }
                }
                RECORD_COMM if misc & MISC_EXEC != 0 => {
                    if let Some(event) = parse_exec(body) {
                        sink(Entry::Mapping(event));
                    }
                }
                _ => {}
            }
            tail += len as u64;
            self.counter(TAIL_OFFSET).store(tail, Ordering::Release);
        }
        (self.copy, self.words) = (copy, words);
    }
}

impl Drop for Ring {
    fn drop(&mut self) {
        // SAFETY: the mapping was made with this address and size and is not used afterwards.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.bytes()) };
    }
}

/// Size of a page of this machine.
pub fn page_bytes() -> usize {
    // SAFETY: sysconf has no preconditions.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    usize::try_from(size).unwrap_or(4096)
}

/// Data pages of each of several rings: a power of two that keeps all within their budget.
pub fn pages_per_ring(budget_bytes: usize, rings: usize, least: usize, most: usize) -> usize {
    let share = budget_bytes / page_bytes() / rings.max(1);
    let mut pages = most;
    while pages > share && pages > least {
        pages /= 2;
    }
    pages
}

#[cfg(test)]
mod tests {
    use super::pages_per_ring;

    #[test]
    fn rings_shrink_with_their_number() {
        let pages = |rings| pages_per_ring(16 << 20, rings, 8, 128);
        assert_eq!([1, 64, 4096].map(pages), [128, 64, 8]);
    }
}
