//! Waits in functions of known names.

use std::hint::black_box;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Sleeps once, two functions down.
pub fn nap(ms: u64) {
    black_box(nap_outer(ms));
}

/// The same from elsewhere.
pub fn doze(ms: u64) {
    black_box(doze_outer(ms));
}

/// What follows the call keeps its frame on the stack.
#[inline(never)]
fn nap_outer(ms: u64) -> u64 {
    black_box(nap_inner(ms)) + 1
}

#[inline(never)]
fn nap_inner(ms: u64) -> u64 {
    sleep(ms);
    black_box(ms) + 1
}

#[inline(never)]
fn doze_outer(ms: u64) -> u64 {
    sleep(ms);
    black_box(ms) + 2
}

fn sleep(ms: u64) {
    let wait = libc::timespec { tv_sec: ms as i64 / 1000, tv_nsec: ms as i64 % 1000 * 1_000_000 };
    // SAFETY: `wait` is valid; no remainder is asked for.
    unsafe { libc::syscall(libc::SYS_nanosleep, &raw const wait, 0) };
}

/// Many threads that sleep again and again, each until it has left its CPU for that so often: on a machine whose host
/// takes its time, the clock may have run out before.
pub fn nap_busily(threads: u64, times: u64, ms: u64) {
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut slept = 0;
                while slept < times {
                    let before = times_blocked();
                    nap(ms);
                    slept += u64::from(times_blocked() > before);
                }
            });
        }
    });
}

/// How often this thread has left its CPU to wait, by the kernel's own count.
fn times_blocked() -> libc::c_long {
    // SAFETY: all zeroes is a valid rusage.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: `usage` is valid.
    unsafe { libc::getrusage(libc::RUSAGE_THREAD, &raw mut usage) };
    usage.ru_nvcsw
}

fn futex_wait(expected: u32, ms: u64) {
    let (lock, wait) = (1_u32, libc::timespec { tv_sec: 0, tv_nsec: ms as i64 * 1_000_000 });
    let operation = libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG;
    // SAFETY: `lock` and `wait` are valid and keep their values.
    unsafe { libc::syscall(libc::SYS_futex, &raw const lock, operation, expected, &raw const wait) };
}

/// Waits for a lock that nobody gives back.
pub fn futex_timeout(ms: u64) {
    futex_wait(1, ms);
}

/// Would wait, but the lock has changed.
pub fn futex_stale() {
    futex_wait(0, 1);
}

/// What the threads of [`contend`] want.
static LOCK: Mutex<u64> = Mutex::new(0);

/// Takes the lock and keeps it until another thread has waited for it at `site` for a while.
pub fn contend(site: fn(), ms: u64) {
    let held = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
    let waiter = AtomicI64::new(0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            waiter.store(own_tid(), Ordering::Release);
            site();
        });
        until_all_in(&[&waiter], libc::SYS_futex);
        sleep(ms);
        drop(held);
    });
}

/// Waits for the lock.
#[inline(never)]
pub fn long_site() {
    *LOCK.lock().unwrap_or_else(PoisonError::into_inner) += black_box(1);
}

/// The same from elsewhere.
#[inline(never)]
pub fn short_site() {
    *LOCK.lock().unwrap_or_else(PoisonError::into_inner) += black_box(2);
}

fn own_tid() -> i64 {
    // SAFETY: takes no arguments.
    unsafe { libc::syscall(libc::SYS_gettid) }
}

/// Until each of the threads sleeps in this system call.
fn until_all_in(threads: &[&AtomicI64], call: libc::c_long) {
    let call = format!("{call} ");
    let is_in = |tid: &&AtomicI64| {
        let path = format!("/proc/self/task/{}/syscall", tid.load(Ordering::Acquire));
        std::fs::read_to_string(path).is_ok_and(|text| text.starts_with(&call))
    };
    while !threads.iter().all(is_in) {
        std::thread::yield_now();
    }
}

/// Threads that read the same terminal: one holds its mutex until there is input, the others wait for the mutex.
pub fn contend_kernel(waiters: usize, ms: u64) {
    // SAFETY: C strings; a place for the result; descriptors are closed by their owner.
    let (master, slave) = unsafe {
        let flags = libc::O_RDWR | libc::O_NOCTTY | libc::O_CLOEXEC;
        let master = OwnedFd::from_raw_fd(libc::open(c"/dev/ptmx".as_ptr(), flags));
        let unlock = 0;
        assert_eq!(libc::ioctl(master.as_raw_fd(), libc::TIOCSPTLCK, &raw const unlock), 0);
        let slave = libc::ioctl(master.as_raw_fd(), libc::TIOCGPTPEER, flags);
        assert!(slave >= 0, "a terminal");
        (master, OwnedFd::from_raw_fd(slave))
    };
    let readers: Vec<AtomicI64> = (0..=waiters).map(|_| AtomicI64::new(0)).collect();
    std::thread::scope(|scope| {
        for reader in &readers {
            scope.spawn(|| {
                let mut line = [0_u8; 8];
                // Off the CPU once more: the kernel may refuse a new thread the memory for its waits.
                sleep(1);
                reader.store(own_tid(), Ordering::Release);
                // SAFETY: `line` is writable for its length.
                unsafe { libc::read(slave.as_raw_fd(), line.as_mut_ptr().cast(), line.len()) };
            });
        }
        until_all_in(&readers.iter().collect::<Vec<_>>(), libc::SYS_read);
        sleep(ms);
        for _ in &readers {
            // SAFETY: one readable byte; a line for each reader.
            unsafe { libc::write(master.as_raw_fd(), c"\n".as_ptr().cast(), 1) };
        }
    });
}
