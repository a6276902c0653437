//! System calls as few programs make them: by the table of 32-bit programs, which a 64-bit program may use as well,
//! and refused.

use std::arch::asm;
use std::ptr::null_mut;

const WRITE: i64 = 4;

/// Writes `times` messages of `size` bytes by the table of 32-bit programs.
#[cfg(target_arch = "x86_64")]
pub fn send_by_32_bits(socket: i32, times: u64, size: usize) {
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

/// As above.
#[cfg(not(target_arch = "x86_64"))]
pub fn send_by_32_bits(_: i32, _: u64, _: usize) {
    panic!("a program of this architecture makes no such calls");
}

/// Has the kernel answer a system call with EPERM from now on, without carrying it out.
pub fn refuse(number: u32) {
    let statement = |code: u32, jf: u8, k: u32| libc::sock_filter { code: code as u16, jt: 0, jf, k };
    let mut program = [
        // The number stands first in what the filter sees.
        statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0),
        statement(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, 1, number),
        statement(libc::BPF_RET | libc::BPF_K, 0, libc::SECCOMP_RET_ERRNO | libc::EPERM as u32),
        statement(libc::BPF_RET | libc::BPF_K, 0, libc::SECCOMP_RET_ALLOW),
    ];
    let filter = libc::sock_fprog { len: program.len() as u16, filter: program.as_mut_ptr() };
    // SAFETY: the program outlives the call, which copies it.
    let done = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
            | libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const filter)
    };
    assert_eq!(done, 0, "{}", std::io::Error::last_os_error());
}
