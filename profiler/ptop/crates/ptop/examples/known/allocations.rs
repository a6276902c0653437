//! What the target asks its allocator for, exactly as often and as large as requested.

use std::hint::black_box;

use super::{number, repeat};

/// Between rounds, so that they do not come in one burst.
const PAUSE: std::time::Duration = std::time::Duration::from_micros(100);

/// Obeys the words behind `allocate`.
pub fn obey(words: &[&str]) {
    match words {
        ["malloc", times, bytes] => repeat(times, || plain(number(bytes))),
        ["calloc", times, count, bytes] => repeat(times, || {
            // SAFETY: what is given is given back.
            unsafe { libc::free(black_box(libc::calloc(number(count), number(bytes)))) };
        }),
        ["realloc", times, first, then] => repeat(times, || {
            // SAFETY: the first is given up for the second, which is given back.
            unsafe {
                let first = black_box(libc::realloc(black_box(std::ptr::null_mut()), number(first)));
                libc::free(black_box(libc::realloc(first, number(then))));
            }
        }),
        ["posix-memalign", times, alignment, bytes] => repeat(times, || {
            let mut piece = std::ptr::null_mut();
            // SAFETY: a valid place for the result, which is given back.
            unsafe {
                libc::posix_memalign(&raw mut piece, number(alignment), number(bytes));
                libc::free(black_box(piece));
            }
        }),
        // Pieces of different size in a steady order: who takes one in so many bytes falls in step with it.
        ["sites", rounds] => repeat(rounds, || {
            for _ in 0..23 {
                allocate_much(3000);
            }
            allocate_little(10_000);
            std::thread::sleep(PAUSE);
        }),
        other => panic!("{other:?} is not understood"),
    }
}

fn plain(bytes: usize) {
    // SAFETY: what is given is given back.
    unsafe { libc::free(black_box(libc::malloc(bytes))) };
}

#[inline(never)]
fn allocate_much(bytes: usize) {
    plain(black_box(bytes));
    black_box(());
}

#[inline(never)]
fn allocate_little(bytes: usize) {
    plain(black_box(bytes));
    black_box(());
}
