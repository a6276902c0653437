//! Files as a process sees them, without following it out of its root.

use std::ffi::CStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd};

/// The kernel gives up on a path with `..` when anything on the machine was renamed meanwhile.
const ATTEMPTS: usize = 16;

/// Takes hold of a file without opening it. Symbolic links are followed as the process would follow
/// them: an absolute one starts at its root, and none leads out of it.
///
/// # Errors
/// As `openat2`.
pub fn see_inside(root: &File, path: &CStr) -> io::Result<File> {
    // SAFETY: the structure is plain integers, for which zero is valid.
    let mut how: libc::open_how = unsafe { std::mem::zeroed() };
    how.flags = (libc::O_PATH | libc::O_CLOEXEC) as u64;
    how.resolve = libc::RESOLVE_IN_ROOT | libc::RESOLVE_NO_MAGICLINKS;
    let mut attempts = 0;
    loop {
        attempts += 1;
        // SAFETY: the path is terminated and `how` a complete structure of the size given; both outlive the call.
        let descriptor = unsafe {
            libc::syscall(
                libc::SYS_openat2,
                root.as_raw_fd(),
                path.as_ptr(),
                &raw const how,
                size_of::<libc::open_how>(),
            )
        };
        if descriptor >= 0 {
            // SAFETY: the kernel has just returned this descriptor, and nothing else owns it.
            return Ok(unsafe { File::from_raw_fd(descriptor as i32) });
        }
        let error = io::Error::last_os_error();
        if error.raw_os_error() != Some(libc::EAGAIN) || attempts == ATTEMPTS {
            return Err(error);
        }
    }
}
