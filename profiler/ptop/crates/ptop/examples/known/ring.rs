//! Sends and writes through `io_uring`, by its system calls alone.

use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU32, Ordering};

const OP_WRITE: u8 = 23;
const OP_SEND: u8 = 26;
const ENTER_GETEVENTS: u32 = 1;
const ENTER_WAKE: u32 = 2;
const SETUP_SQPOLL: u32 = 2;
const OFFSET_SUBMISSIONS: i64 = 0;
const OFFSET_COMPLETIONS: i64 = 0x800_0000;
const OFFSET_ENTRIES: i64 = 0x1000_0000;
const ENTRY_WORDS: usize = 8; // of 64 bits

/// Places of the submission ring's fields, then of the completion ring's.
#[repr(C)]
#[derive(Default)]
struct Parameters {
    entries: [u32; 2],
    flags: [u32; 8],
    submissions: [u32; 10],
    completions: [u32; 10],
}

struct Mapped(*mut u64);

impl Mapped {
    fn new(ring: &OwnedFd, offset: i64) -> Mapped {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a new mapping of the ring; the kernel checks offset and length.
        let at = unsafe { libc::mmap(null_mut(), 4096, protection, libc::MAP_SHARED, ring.as_raw_fd(), offset) };
        assert_ne!(at, libc::MAP_FAILED);
        Mapped(at.cast())
    }

    fn word(&self, place: u32) -> &AtomicU32 {
        // SAFETY: a ring of two entries fits a page, and its fields are aligned.
        unsafe { &*self.0.byte_add(place as usize).cast::<AtomicU32>() }
    }
}

/// A ring with room for two requests.
pub struct Ring {
    descriptor: OwnedFd,
    parameters: Parameters,
    submissions: Mapped,
    completions: Mapped,
    entries: Mapped,
}

impl Ring {
    pub fn new() -> Ring {
        Ring::of(Parameters::default())
    }

    /// One that a thread of the kernel polls until nothing came for so many milliseconds, and then sleeps.
    pub fn polled(ms: u32) -> Ring {
        let mut parameters = Parameters::default();
        (parameters.flags[0], parameters.flags[2]) = (SETUP_SQPOLL, ms);
        Ring::of(parameters)
    }

    /// Wakes the thread that polls it; nothing where it is awake.
    pub fn wake(&self) {
        let own = self.descriptor.as_raw_fd();
        // SAFETY: no pointers.
        assert_eq!(unsafe { libc::syscall(libc::SYS_io_uring_enter, own, 0, 0, ENTER_WAKE, 0, 0) }, 0);
    }

    fn of(mut parameters: Parameters) -> Ring {
        // SAFETY: the parameters are as large as the kernel's structure.
        let ring = unsafe { libc::syscall(libc::SYS_io_uring_setup, 2, &raw mut parameters) };
        assert!(ring >= 0, "io_uring is not available: {}", std::io::Error::last_os_error());
        // SAFETY: the call returned it, so nothing else owns it.
        let ring = unsafe { OwnedFd::from_raw_fd(ring as i32) };
        let submissions = Mapped::new(&ring, OFFSET_SUBMISSIONS);
        let completions = Mapped::new(&ring, OFFSET_COMPLETIONS);
        let entries = Mapped::new(&ring, OFFSET_ENTRIES);
        Ring { descriptor: ring, parameters, submissions, completions, entries }
    }

    /// Sends `times` messages of `size` bytes, one after the other.
    pub fn send(&self, socket: i32, times: u64, size: u64) {
        self.move_bytes(OP_SEND, socket, times, size);
    }

    /// Writes `size` bytes `times` times, at the file's start.
    pub fn write(&self, file: i32, times: u64, size: u64) {
        self.move_bytes(OP_WRITE, file, times, size);
    }

    fn move_bytes(&self, operation: u8, descriptor: i32, times: u64, size: u64) {
        let data = vec![1_u8; size as usize];
        let [_, tail, mask, _, _, _, array, ..] = self.parameters.submissions;
        let [head, ..] = self.parameters.completions;
        for _ in 0..times {
            let mut entry = [0_u64; ENTRY_WORDS];
            entry[0] = u64::from(operation) | (descriptor as u64) << 32;
            entry[2] = data.as_ptr() as u64;
            entry[3] = size;
            let next = self.submissions.word(tail).load(Ordering::Relaxed);
            let place = next & self.submissions.word(mask).load(Ordering::Relaxed);
            let entries = self.entries.0;
            // SAFETY: the place is inside the ring, whose two entries of 64 bytes are mapped.
            unsafe { entries.add(place as usize * ENTRY_WORDS).cast::<[u64; ENTRY_WORDS]>().write_volatile(entry) };
            self.submissions.word(array + 4 * place).store(place, Ordering::Relaxed);
            self.submissions.word(tail).store(next + 1, Ordering::Release);
            let own = self.descriptor.as_raw_fd();
            // SAFETY: no pointers; what the entry points to lives until the message is sent.
            let done = unsafe { libc::syscall(libc::SYS_io_uring_enter, own, 1, 1, ENTER_GETEVENTS, 0, 0) };
            assert_eq!(done, 1, "one was submitted");
            let seen = self.completions.word(head).load(Ordering::Relaxed);
            self.completions.word(head).store(seen + 1, Ordering::Release);
        }
    }
}
