//! The bytes of one module: a regular file, a copied vDSO, or what a compressed
//! part of a file decodes to.
//! Nothing is ever mapped: a mapping would be charged to the collector and
//! would fault if the file were cut short under it.

use std::cell::RefCell;
use std::fs::File;

use crate::files::source_file::SourceFile;
use crate::files::stream::Stream;

/// Where a module's bytes come from.
pub(crate) enum Source {
    /// A file opened read-only.
    File(SourceFile),
    /// Bytes copied from the target's memory.
    Memory(Box<[u8]>),
    /// Bytes decoded as they are asked for.
    Stream(Box<RefCell<Stream>>),
}

impl Source {
    /// A file opened for reading.
    pub(crate) fn file(file: File) -> Source {
        Source::File(SourceFile::new(file))
    }

    /// Reads up to `out.len()` bytes at `offset`; the count is short at the end
    /// of the source and 0 on an error, which every caller treats as the end.
    pub(crate) fn read_at(&self, offset: u64, out: &mut [u8]) -> usize {
        if let Source::File(file) = self { file.read_at(offset, out) } else { self.read_ready(offset, out) }
    }

    /// What `read_at` can give without waiting for the disk.
    pub(crate) fn read_ready(&self, offset: u64, out: &mut [u8]) -> usize {
        match self {
            Source::File(file) => file.read_cached(offset, out),
            Source::Memory(bytes) => {
                let rest = usize::try_from(offset).ok().and_then(|at| bytes.get(at..)).unwrap_or(&[]);
                let count = rest.len().min(out.len());
                out[..count].copy_from_slice(&rest[..count]);
                count
            }
            Source::Stream(stream) => stream.borrow_mut().read_at(offset, out),
        }
    }

    /// Reads what `read_ready` left out.
    pub(crate) fn fetch(&self, offset: u64, out: &mut [u8]) -> usize {
        if let Source::File(file) = self { file.fetch(offset, out) } else { 0 }
    }

    /// Identifies the source, as long as it is open. `None` when it cannot be identified.
    pub(crate) fn identity(&self) -> Option<String> {
        match self {
            Source::File(file) => file.identity(),
            // Of the vDSO all processes have the same.
            Source::Memory(bytes) => Some(bytes.len().to_string()),
            Source::Stream(_) => None,
        }
    }

    /// When the file was written last, by the monotonic clock. `None` of what cannot be written.
    pub(crate) fn written_ns(&self) -> Option<u64> {
        if let Source::File(file) = self { file.written_ns() } else { None }
    }

    /// Whether reading back and forth costs no more than reading forward.
    pub(crate) fn is_random(&self) -> bool {
        !matches!(self, Source::Stream(_))
    }

    /// Heap bytes held.
    pub(crate) fn memory_bytes(&self) -> usize {
        match self {
            Source::File(file) => file.memory_bytes(),
            Source::Memory(bytes) => bytes.len(),
            Source::Stream(stream) => stream.borrow().memory_bytes(),
        }
    }

    /// Reads exactly `out.len()` bytes, or nothing that may be used.
    pub(crate) fn read_exact_at(&self, offset: u64, out: &mut [u8]) -> Option<()> {
        (self.read_at(offset, out) == out.len()).then_some(())
    }

    /// Turns a file's read-ahead off.
    pub(crate) fn read_only_what_is_asked(&self) {
        if let Source::File(file) = self {
            file.read_only_what_is_asked();
        }
    }

    /// Starts to read a range that is read soon.
    pub(crate) fn will_need(&self, offset: u64, bytes: u64) {
        if let Source::File(file) = self {
            file.will_need(offset, bytes);
        }
    }

    /// Gives back the page cache that reading this range brought in.
    pub(crate) fn give_back(&self, offset: u64, bytes: u64) {
        if let Source::File(file) = self {
            file.give_back(offset, bytes);
        }
    }
}
