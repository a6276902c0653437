//! Writes that the kernel is asked for as asynchronous ones, by the system calls alone.

use std::io::Error;
use std::ptr::null;

const WRITE: u16 = 1;

/// As the kernel wants it.
#[repr(C)]
struct Request {
    data: u64,
    key: u32,
    flags: u32,
    operation: u16,
    priority: i16,
    descriptor: u32,
    buffer: u64,
    bytes: u64,
    offset: i64,
    rest: [u64; 2],
}

#[repr(C)]
#[derive(Default)]
struct Event {
    data: u64,
    request: u64,
    result: i64,
    further: i64,
}

/// Writes `times` messages of `size` bytes, one after the other.
pub fn send(socket: i32, times: u64, size: usize) {
    let bytes = vec![1_u8; size];
    let mut context: libc::c_ulong = 0;
    // SAFETY: the context is the word that the call fills.
    let made = unsafe { libc::syscall(libc::SYS_io_setup, 1, &raw mut context) };
    assert_eq!(made, 0, "{}", Error::last_os_error());
    for _ in 0..times {
        let request = Request {
            data: 0,
            key: 0,
            flags: 0,
            operation: WRITE,
            priority: 0,
            descriptor: socket as u32,
            buffer: bytes.as_ptr() as u64,
            bytes: size as u64,
            offset: 0,
            rest: [0; 2],
        };
        let list = [&raw const request];
        let mut event = Event::default();
        // SAFETY: list, request and bytes are there until the event has come.
        unsafe {
            assert_eq!(libc::syscall(libc::SYS_io_submit, context, 1, list.as_ptr()), 1);
            let wait: *const libc::timespec = null();
            assert_eq!(libc::syscall(libc::SYS_io_getevents, context, 1, 1, &raw mut event, wait), 1);
        }
        assert_eq!(event.result, size as i64, "the peer reads");
    }
    // SAFETY: nothing is under way in the context.
    unsafe { libc::syscall(libc::SYS_io_destroy, context) };
}
