//! Stacks with a large variable in them.

use std::hint::black_box;
use std::mem::MaybeUninit;

/// More than is copied of any stack.
const ROOM_BYTES: usize = 256 * 1024;
const PAGE_BYTES: usize = 4096;

/// Acts below a large variable, whose pages are either there or not: a variable that was never used has none.
#[inline(never)]
#[expect(clippy::large_stack_arrays, reason = "what it is for")]
pub fn below(pages: &str, action: impl FnOnce()) {
    let mut room = [MaybeUninit::<u8>::uninit(); ROOM_BYTES];
    let first = black_box(room.as_mut_ptr()).cast::<u8>();
    if pages == "missing" {
        let start = first.addr().next_multiple_of(PAGE_BYTES) - first.addr();
        // SAFETY: whole pages of the variable, of which nothing is read.
        let done = unsafe { libc::madvise(first.add(start).cast(), ROOM_BYTES - 2 * PAGE_BYTES, libc::MADV_DONTNEED) };
        assert_eq!(done, 0, "{}", std::io::Error::last_os_error());
    }
    action();
    black_box(&mut room);
}
