//! The bytes of one module: a regular file read by `pread`, a copied vDSO, or
//! what a compressed part of a file decodes to.
//! Nothing is ever mapped: a mapping would be charged to the collector and
//! would fault if the file were cut short under it.

use std::cell::RefCell;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;

use crate::stream::Stream;

/// Where a module's bytes come from.
pub(crate) enum Source {
    /// A file opened read-only.
    File(File),
    /// Bytes copied from the target's memory.
    Memory(Box<[u8]>),
    /// Bytes decoded as they are asked for.
    Stream(Box<RefCell<Stream>>),
}

impl Source {
    /// Reads up to `out.len()` bytes at `offset`; the count is short at the end
    /// of the source and 0 on an error, which every caller treats as the end.
    pub(crate) fn read_at(&self, offset: u64, out: &mut [u8]) -> usize {
        match self {
            Source::File(file) => {
                let mut done = 0;
                while done < out.len() {
                    let Some(at) = offset.checked_add(done as u64).filter(|at| i64::try_from(*at).is_ok()) else {
                        break;
                    };
                    match file.read_at(&mut out[done..], at) {
                        Ok(0) => break,
                        Ok(count) => done += count,
                        Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                        Err(_) => break,
                    }
                }
                done
            }
            Source::Memory(bytes) => {
                let rest = usize::try_from(offset).ok().and_then(|at| bytes.get(at..)).unwrap_or(&[]);
                let count = rest.len().min(out.len());
                out[..count].copy_from_slice(&rest[..count]);
                count
            }
            Source::Stream(stream) => stream.borrow_mut().read_at(offset, out),
        }
    }

    /// Whether reading back and forth costs no more than reading forward.
    pub(crate) fn is_random(&self) -> bool {
        !matches!(self, Source::Stream(_))
    }

    /// Heap bytes held.
    pub(crate) fn memory_bytes(&self) -> usize {
        match self {
            Source::File(_) => 0,
            Source::Memory(bytes) => bytes.len(),
            Source::Stream(stream) => stream.borrow().memory_bytes(),
        }
    }

    /// Reads exactly `out.len()` bytes, or nothing that may be used.
    pub(crate) fn read_exact_at(&self, offset: u64, out: &mut [u8]) -> Option<()> {
        (self.read_at(offset, out) == out.len()).then_some(())
    }

    /// Turns read-ahead off. The pages it would fetch are charged to the collector, and being
    /// large they cannot be given back piece by piece; windows read as much as is wanted instead.
    pub(crate) fn read_only_what_is_asked(&self) {
        self.advise(0, 0, libc::POSIX_FADV_RANDOM);
    }

    /// Starts to read a range that is read soon: one request to the disk costs as much CPU time as copying 200 KiB.
    pub(crate) fn will_need(&self, offset: u64, bytes: u64) {
        self.advise(offset, bytes, libc::POSIX_FADV_WILLNEED);
    }

    /// Gives back the page cache that reading this range filled. Pages the
    /// target has mapped stay. Not free: the kernel may drain every CPU's page
    /// lists, so callers batch it.
    pub(crate) fn drop_behind(&self, offset: u64, bytes: u64) {
        if bytes > 0 {
            self.advise(offset, bytes, libc::POSIX_FADV_DONTNEED);
        }
    }

    fn advise(&self, offset: u64, bytes: u64, advice: libc::c_int) {
        let (Source::File(file), Ok(offset), Ok(bytes)) = (self, i64::try_from(offset), i64::try_from(bytes)) else {
            return;
        };
        // SAFETY: the descriptor is open for as long as `file` is borrowed; the call takes no pointers.
        // Its result is ignored because it is a hint: a file system may not support it.
        unsafe { libc::posix_fadvise(file.as_raw_fd(), offset, bytes, advice) };
    }
}
