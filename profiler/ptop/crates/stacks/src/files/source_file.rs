//! A file that is read by `pread` and leaves the page cache as it was: what reading brought in is charged to the
//! collector and is given back; what was there before is another's, costs no request to the disk, and stays.

use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::LazyLock;

use crate::files::brought_in::BroughtIn;
use crate::types::arch::page_bytes;
use crate::types::clock::monotonic_ns;

thread_local! {
    /// How much this thread had asked disks for when it was last read.
    static ASKED: Cell<Option<i64>> = const { Cell::new(None) };
}

/// Whether the kernel counts the reads of a thread. Where it does not, one from the disk looks like one from the page
/// cache.
static COUNTS_READS: LazyLock<bool> = LazyLock::new(|| Path::new("/proc/self/io").exists());

/// An open file and what reading it brought into the page cache.
pub(crate) struct SourceFile {
    file: File,
    brought_in: RefCell<BroughtIn>,
    /// Whether it can be known that a read found everything in the page cache.
    tells_cached: Cell<bool>,
}

impl SourceFile {
    /// A file opened for reading.
    pub(crate) fn new(file: File) -> SourceFile {
        let brought_in = RefCell::new(BroughtIn::new(page_bytes()));
        ASKED.set(asked_of_disks());
        SourceFile { file, brought_in, tells_cached: Cell::new(*COUNTS_READS) }
    }

    /// The same file, with an account of its own.
    pub(crate) fn try_clone(&self) -> io::Result<SourceFile> {
        self.file.try_clone().map(SourceFile::new)
    }

    /// Which file it is, and that it was not changed since: what is written in its place, or into it, is another.
    pub(crate) fn identity(&self) -> Option<String> {
        let data = self.file.metadata().ok()?;
        let (changed, part) = (data.mtime(), data.mtime_nsec());
        Some(format!("{} {} {} {changed} {part}", data.dev(), data.ino(), data.len()))
    }

    /// When it was written last, by the monotonic clock; 0 if before that began. `None` where the file system's clock is
    /// ahead of this machine's.
    pub(crate) fn written_ns(&self) -> Option<u64> {
        let age = self.file.metadata().ok()?.modified().ok()?.elapsed().ok()?;
        Some(monotonic_ns().saturating_sub(u64::try_from(age.as_nanos()).unwrap_or(u64::MAX)))
    }

    /// Another descriptor of the file.
    pub(crate) fn descriptor(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Copies up to `out.len()` bytes at `offset`. The count is short at the end and on an error.
    pub(crate) fn read_at(&self, offset: u64, out: &mut [u8]) -> usize {
        let cached = self.read_cached(offset, out);
        if cached == out.len() {
            return cached;
        }
        cached + self.fetch(offset.saturating_add(cached as u64), &mut out[cached..])
    }

    /// Copies what the page cache has at `offset`. Less is no sign of the end, of an error, or that there is no more:
    /// some kernels refuse a page at which they would read ahead.
    pub(crate) fn read_cached(&self, offset: u64, out: &mut [u8]) -> usize {
        let Ok(at) = i64::try_from(offset) else { return 0 };
        if !self.tells_cached.get() || out.is_empty() {
            return 0;
        }
        let part = libc::iovec { iov_base: out.as_mut_ptr().cast(), iov_len: out.len() };
        // SAFETY: the descriptor is open; `part` is one buffer of that many bytes, which outlives the call.
        let count = unsafe { libc::preadv2(self.file.as_raw_fd(), &raw const part, 1, at, libc::RWF_NOWAIT) };
        let found = usize::try_from(count).unwrap_or_else(|_| {
            let error = io::Error::last_os_error().raw_os_error();
            if matches!(error, Some(libc::EOPNOTSUPP | libc::EINVAL | libc::ENOSYS)) {
                self.tells_cached.set(false);
            }
            0
        });
        // Some kernels start to read what they do not find, and find it after all if the disk was quick enough.
        self.note_if_read(offset, out.len() as u64);
        found
    }

    /// Copies up to `out.len()` bytes at `offset`, from the disk if need be. The count is short at the end and on an
    /// error.
    pub(crate) fn fetch(&self, offset: u64, out: &mut [u8]) -> usize {
        let mut done = 0;
        while done < out.len() {
            let Some(at) = offset.checked_add(done as u64).filter(|at| i64::try_from(*at).is_ok()) else {
                break;
            };
            match self.file.read_at(&mut out[done..], at) {
                Ok(0) => break,
                Ok(count) => done += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        self.note_if_read(offset, done as u64);
        done
    }

    /// Turns read-ahead off. The pages it would fetch are charged to the collector, and being
    /// large they cannot be given back piece by piece; windows read as much as is wanted instead.
    pub(crate) fn read_only_what_is_asked(&self) {
        self.advise(0, 0, libc::POSIX_FADV_RANDOM);
    }

    /// Starts to read a range that is read soon: one request to the disk costs as much CPU time as copying 200 KiB.
    pub(crate) fn will_need(&self, offset: u64, bytes: u64) {
        self.advise(offset, bytes, libc::POSIX_FADV_WILLNEED);
        self.note_if_read(offset, bytes);
    }

    /// Gives back the page cache that reading this range brought in. Pages the target has mapped stay. Not free: the
    /// kernel may drain every CPU's page lists, so callers batch it.
    pub(crate) fn give_back(&self, offset: u64, bytes: u64) {
        self.brought_in.borrow_mut().take(offset, bytes, |at, length| {
            self.advise(at, length, libc::POSIX_FADV_DONTNEED);
        });
    }

    /// Heap bytes held.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.brought_in.borrow().memory_bytes()
    }

    /// Notes a range, unless no disk was asked for anything since this was called last: a range that the disk gave in
    /// part is noted as a whole.
    fn note_if_read(&self, offset: u64, bytes: u64) {
        // A file system that cannot say what is cached may not count what it reads either.
        let asked = self.tells_cached.get().then(asked_of_disks).flatten();
        if asked.is_none() || ASKED.replace(asked) != asked {
            self.brought_in.borrow_mut().note(offset, bytes);
        }
    }

    fn advise(&self, offset: u64, bytes: u64, advice: libc::c_int) {
        let (Ok(offset), Ok(bytes)) = (i64::try_from(offset), i64::try_from(bytes)) else { return };
        // SAFETY: the descriptor is open for as long as `self` lives; the call takes no pointers.
        // Its result is ignored because it is a hint: a file system may not support it.
        unsafe { libc::posix_fadvise(self.file.as_raw_fd(), offset, bytes, advice) };
    }
}

/// How much this thread has asked disks for.
fn asked_of_disks() -> Option<i64> {
    let mut usage = MaybeUninit::<libc::rusage>::uninit();
    // SAFETY: `usage` has room for what the call writes.
    let done = unsafe { libc::getrusage(libc::RUSAGE_THREAD, usage.as_mut_ptr()) };
    // SAFETY: the call succeeded, so it has written all of it.
    (done == 0).then(|| unsafe { usage.assume_init() }.ru_inblock)
}

impl Drop for SourceFile {
    fn drop(&mut self) {
        self.give_back(0, u64::MAX);
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::ptr::null_mut;

    use super::*;

    const PAGES: usize = 512;

    /// A file on a disk, which `/tmp` need not be, with all of it in the page cache.
    struct OnDisk(PathBuf);

    impl OnDisk {
        fn new(name: &str) -> OnDisk {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target");
            std::fs::create_dir_all(&folder).unwrap();
            let path = folder.join(format!("source-file-{name}-{}", std::process::id()));
            let content: Vec<u8> = (0..PAGES * page_bytes() as usize).map(|at| (at % 251) as u8).collect();
            std::fs::write(&path, content).unwrap();
            OnDisk(path)
        }

        fn open(&self) -> SourceFile {
            let file = SourceFile::new(File::open(&self.0).unwrap());
            file.read_only_what_is_asked();
            file
        }

        /// Empties its page cache. The kernel keeps pages for as long as it is still writing them or has them on a
        /// list of another CPU, so that one request may not be enough.
        fn forget(&self) {
            let file = File::open(&self.0).unwrap();
            for _ in 0..1000 {
                file.sync_all().unwrap();
                // SAFETY: the descriptor is open; the call takes no pointers.
                assert_eq!(unsafe { libc::posix_fadvise(file.as_raw_fd(), 0, 0, libc::POSIX_FADV_DONTNEED) }, 0);
                if self.cached() == 0 {
                    return;
                }
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            panic!("{} of {PAGES} pages stay in the page cache", self.cached());
        }

        /// Empties its page cache and fills it again, with pages that nobody is writing.
        fn cache_all(&self) {
            self.forget();
            std::fs::read(&self.0).unwrap();
            assert_eq!(self.cached(), PAGES);
        }

        /// Pages of it in the page cache.
        fn cached(&self) -> usize {
            let file = File::open(&self.0).unwrap();
            let length = PAGES * page_bytes() as usize;
            let mut pages = [0; PAGES];
            // SAFETY: the descriptor is open; the mapping is used for `mincore` alone, which fills one byte for each
            // of its pages, and is taken down at once.
            unsafe {
                let at = libc::mmap(null_mut(), length, libc::PROT_READ, libc::MAP_SHARED, file.as_raw_fd(), 0);
                assert_ne!(at, libc::MAP_FAILED);
                assert_eq!(libc::mincore(at, length, pages.as_mut_ptr()), 0);
                libc::munmap(at, length);
            }
            pages.iter().filter(|page| **page & 1 == 1).count()
        }
    }

    impl Drop for OnDisk {
        fn drop(&mut self) {
            std::fs::remove_file(&self.0).unwrap();
        }
    }

    fn read(file: &SourceFile, page: usize, pages: usize) {
        let offset = page * page_bytes() as usize;
        let mut out = vec![0; pages * page_bytes() as usize];
        assert_eq!(file.read_at(offset as u64, &mut out), out.len());
        assert!((offset..).zip(&out).all(|(at, byte)| *byte == (at % 251) as u8));
    }

    #[test]
    fn what_reading_brought_in_is_given_back() {
        let on_disk = OnDisk::new("cold");
        on_disk.forget();
        let file = on_disk.open();
        read(&file, 0, 64);
        read(&file, 300, 8);
        file.will_need(400 * page_bytes(), 16 * page_bytes());
        read(&file, 400, 16);
        assert!(on_disk.cached() >= 88);
        file.give_back(0, 128 * page_bytes());
        let left = on_disk.cached();
        assert!((24..64).contains(&left), "{left}");
        // Looking for it may read all of it, so quickly that it is found.
        let mut out = vec![0; 32 * page_bytes() as usize];
        let start = 200 * page_bytes();
        let found = file.read_cached(start, &mut out);
        let piece = out.len().min(found + 8);
        file.fetch(start + found as u64, &mut out[found..piece]);
        drop(file);
        assert_eq!(on_disk.cached(), 0);
    }

    #[test]
    fn what_was_in_the_page_cache_before_stays_there() {
        let on_disk = OnDisk::new("warm");
        // A page of this program's own code may have to come from the disk meanwhile, which looks like one of the
        // file's: then nothing is claimed. The second time at the latest all that is needed is there.
        loop {
            on_disk.cache_all();
            let before = asked_of_disks();
            let file = on_disk.open();
            (0..PAGES / 8).rev().for_each(|eight| read(&file, eight * 8, 8));
            file.will_need(0, PAGES as u64 * page_bytes());
            read(&file, 0, PAGES);
            if asked_of_disks() != before {
                continue;
            }
            assert_eq!(file.memory_bytes(), 0);
            // A machine that is short of memory may have taken some by itself.
            let cached = on_disk.cached();
            drop(file);
            assert_eq!(on_disk.cached(), cached);
            return;
        }
    }

    #[test]
    fn where_nothing_tells_what_was_cached_all_that_was_read_is_given_back() {
        let on_disk = OnDisk::new("untold");
        on_disk.cache_all();
        let file = on_disk.open();
        file.tells_cached.set(false);
        read(&file, 0, PAGES);
        drop(file);
        assert_eq!(on_disk.cached(), 0);
    }

    #[test]
    fn the_end_and_what_is_no_offset_are_short_reads() {
        let on_disk = OnDisk::new("end");
        let file = on_disk.open();
        let end = PAGES as u64 * page_bytes();
        let mut out = [0; 100];
        assert_eq!(file.read_at(end - 30, &mut out), 30);
        assert_eq!((file.read_at(end, &mut out), file.read_at(u64::MAX - 5, &mut out)), (0, 0));
        on_disk.forget();
        assert_eq!((file.read_at(end - 30, &mut out), file.read_at(0, &mut [])), (30, 0));
    }
}
