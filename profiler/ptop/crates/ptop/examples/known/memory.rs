//! What the target does with memory, exactly as often and as large as requested.

use std::hint::black_box;
use std::mem::MaybeUninit;
use std::os::fd::AsRawFd;

use super::{number, repeat};

const PAGE: usize = 4096;
/// Between rounds of events whose stacks are taken: a burst of them is thinned harder.
const PAUSE: std::time::Duration = std::time::Duration::from_micros(200);
/// The same for faults, of which one in 64 takes part: spread out, nearly all of those are taken.
const FAULTS_PAUSE: std::time::Duration = std::time::Duration::from_millis(5);
const DATA: i32 = libc::PROT_READ | libc::PROT_WRITE;
const ANONYMOUS: i32 = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;

/// Obeys the words behind `memory`.
pub fn obey(words: &[&str]) {
    match words {
        ["touch", pages] => drop(touch(number(pages))),
        ["hold", pages] => std::mem::forget(touch(number(pages))),
        ["touch-by-kernel", pages] => touch_by_kernel(number(pages)),
        ["touch-file", pages, path] => touch_file(number(pages), path),
        ["map", times, bytes, kind] => repeat(times, || drop(map_kind(number(bytes), kind))),
        ["remap", times, from, to] => repeat(times, || {
            let area = Area::map(number(from), DATA, ANONYMOUS, -1);
            // SAFETY: our own mapping, which nothing points into; the result takes its place.
            let moved = unsafe { libc::mremap(area.start, area.len, number(to), libc::MREMAP_MAYMOVE) };
            std::mem::forget(area);
            drop(Area { start: moved, len: number(to) });
        }),
        ["break", times, grow, shrink] => repeat(times, || {
            move_break(number(grow));
            move_break(-number::<isize>(shrink));
        }),
        ["break-too-far", times] => repeat(times, || {
            // SAFETY: the kernel refuses an end of the heap so far away, and changes nothing.
            unsafe { libc::syscall(libc::SYS_brk, usize::MAX / 4) };
        }),
        ["grow-sites", times] => repeat(times, || {
            grow_much(6 * 9 * PAGE);
            grow_little(9 * PAGE);
            std::thread::sleep(PAUSE);
        }),
        ["touch-sites", times] => repeat(times, || {
            std::hint::black_box(touch_much(50) + touch_little(10));
            std::thread::sleep(FAULTS_PAUSE);
        }),
        other => panic!("{other:?} is not understood"),
    }
}

/// A mapping, taken back at the end.
struct Area {
    start: *mut libc::c_void,
    len: usize,
}

impl Area {
    fn map(len: usize, protection: i32, flags: i32, file: i32) -> Area {
        // SAFETY: a new mapping where the kernel likes.
        Area { start: unsafe { libc::mmap(std::ptr::null_mut(), len, protection, flags, file, 0) }, len }
    }

    /// Small pages only, so that a page touched is a fault.
    fn fresh(pages: usize) -> Area {
        let area = Area::map(pages * PAGE, DATA, ANONYMOUS, -1);
        // SAFETY: advice about our own mapping.
        unsafe { libc::madvise(area.start, area.len, libc::MADV_NOHUGEPAGE) };
        area
    }
}

impl Drop for Area {
    fn drop(&mut self) {
        // SAFETY: our own mapping, or the address of a failure, which is refused.
        unsafe { libc::munmap(self.start, self.len) };
    }
}

fn touch(pages: usize) -> Area {
    let area = Area::fresh(pages);
    for page in 0..pages {
        // SAFETY: inside our own writable mapping.
        unsafe { area.start.cast::<u8>().add(page * PAGE).write_volatile(1) };
    }
    area
}

/// The kernel writes to them for us.
fn touch_by_kernel(pages: usize) {
    let zeroes = std::fs::File::open("/dev/zero").expect("it exists");
    let area = Area::fresh(pages);
    for page in 0..pages {
        // SAFETY: one byte inside our own writable mapping.
        let got = unsafe { libc::read(zeroes.as_raw_fd(), area.start.add(page * PAGE), 1) };
        assert_eq!(got, 1);
    }
}

/// Reads one byte of each page of a file that is dropped from memory before, without reading ahead.
fn touch_file(pages: usize, path: &str) {
    let file = std::fs::File::open(path).expect("the file exists");
    // SAFETY: advice about our own file and mapping; reads lie inside the mapping and the file.
    unsafe {
        libc::posix_fadvise(file.as_raw_fd(), 0, 0, libc::POSIX_FADV_DONTNEED);
        let area = Area::map(pages * PAGE, libc::PROT_READ, libc::MAP_PRIVATE, file.as_raw_fd());
        libc::madvise(area.start, area.len, libc::MADV_RANDOM);
        for page in 0..pages {
            area.start.cast::<u8>().add(page * PAGE).read_volatile();
        }
    }
}

fn map_kind(bytes: usize, kind: &str) -> Area {
    match kind {
        "anonymous" => Area::map(bytes, DATA, ANONYMOUS, -1),
        "shared" => Area::map(bytes, DATA, libc::MAP_SHARED | libc::MAP_ANONYMOUS, -1),
        "reserved" => Area::map(bytes, libc::PROT_NONE, ANONYMOUS | libc::MAP_NORESERVE, -1),
        "bad-file" => Area::map(bytes, DATA, libc::MAP_PRIVATE, -1),
        path => {
            let file = std::fs::File::open(path).expect("the file exists");
            Area::map(bytes, libc::PROT_READ, libc::MAP_PRIVATE, file.as_raw_fd())
        }
    }
}

fn move_break(by: isize) {
    // SAFETY: the end of the heap moves by whole pages above what malloc uses, and back.
    assert_ne!(unsafe { libc::sbrk(by) } as isize, -1, "the heap moves");
}

/// Maps memory that stays, by two functions whose names the tests look for.
#[inline(never)]
fn grow_much(bytes: usize) {
    std::hint::black_box(std::mem::ManuallyDrop::new(Area::map(bytes, DATA, ANONYMOUS, -1)).start);
}

#[inline(never)]
fn grow_little(bytes: usize) {
    std::hint::black_box(std::mem::ManuallyDrop::new(Area::map(bytes, DATA, ANONYMOUS, -1)).len);
}

#[inline(never)]
fn touch_much(pages: usize) -> u8 {
    std::hint::black_box(touch(pages).start as u8)
}

#[inline(never)]
fn touch_little(pages: usize) -> u8 {
    std::hint::black_box(touch(pages).len as u8)
}

/// More than is copied of any stack.
const ROOM_BYTES: usize = 256 * 1024;

/// Acts below a large variable, whose pages are either there or not: a variable that was never used has none.
#[inline(never)]
#[expect(clippy::large_stack_arrays, reason = "what it is for")]
pub fn below(pages: &str, action: impl FnOnce()) {
    let mut room = [MaybeUninit::<u8>::uninit(); ROOM_BYTES];
    let first = black_box(room.as_mut_ptr()).cast::<u8>();
    if pages == "missing" {
        let start = first.addr().next_multiple_of(PAGE) - first.addr();
        // SAFETY: whole pages of the variable, of which nothing is read.
        let done = unsafe { libc::madvise(first.add(start).cast(), ROOM_BYTES - 2 * PAGE, libc::MADV_DONTNEED) };
        assert_eq!(done, 0, "{}", std::io::Error::last_os_error());
    }
    action();
    black_box(&mut room);
}
