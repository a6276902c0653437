//! Writes by the 32-bit table of calls, which a 64-bit program may make as well.

use std::arch::asm;
use std::ptr::null_mut;

const WRITE: i64 = 4;

/// Writes `times` messages of `size` bytes.
#[cfg(target_arch = "x86_64")]
pub fn send(socket: i32, times: u64, size: usize) {
    let (protection, flags) = (libc::PROT_READ, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_32BIT);
    // SAFETY: a new mapping, by an address that such a call can name.
    let data = unsafe { libc::mmap(null_mut(), size, protection, flags, -1, 0) };
    assert_ne!(data, libc::MAP_FAILED);
    for _ in 0..times {
        let mut result = WRITE;
        // SAFETY: the kernel reads `size` bytes of the mapping; rbx, which the compiler keeps, is given back.
        unsafe {
            asm!(
                "xchg rbx, {socket}",
                "int 0x80",
                "xchg rbx, {socket}",
                socket = inout(reg) i64::from(socket) => _,
                inlateout("rax") result,
                in("rcx") data,
                in("rdx") size,
                out("r8") _, out("r9") _, out("r10") _, out("r11") _,
            );
        }
        assert_eq!(result, size as i64, "this kernel has the calls of 32-bit programs, and the peer reads");
    }
}

/// Writes `times` messages of `size` bytes.
#[cfg(not(target_arch = "x86_64"))]
pub fn send(_: i32, _: u64, _: usize) {
    panic!("a program of this architecture makes no such calls");
}
