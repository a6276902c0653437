//! A process of another user in a root of its own, as a container's is: what it
//! sees under its root is what the test put there.

use std::ffi::{CStr, CString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::{io, ptr};

/// User and group of the process: neither root nor the collector's.
const OTHER: libc::uid_t = 4242;

/// Where it says whether it could be confined.
const SAY: libc::c_int = 3;

/// Ends with the value.
pub struct Confined(libc::pid_t);

impl Confined {
    /// Starts one that the kernel calls `comm`, at most 15 bytes, with its own procfs at `proc` of its
    /// root when that directory exists.
    pub fn start(root: &Path, comm: &CStr) -> Confined {
        let proc = root.join("proc");
        let proc = proc.is_dir().then(|| CString::new(proc.as_os_str().as_bytes()).expect("a path"));
        let root = CString::new(root.as_os_str().as_bytes()).expect("a path");
        let (mut ends, mut said) = ([0; 2], [0]);
        // SAFETY: two integers are written. The child of a process with threads makes system calls only,
        // with text that was made before; it never returns.
        unsafe {
            assert_eq!(libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC), 0);
            let pid = libc::fork();
            assert!(pid >= 0, "{}", io::Error::last_os_error());
            if pid == 0 {
                // What other threads have open is not for it.
                libc::dup2(ends[1], SAY);
                libc::close_range(SAY as u32 + 1, u32::MAX, 0);
                let done = confine(&root, proc.as_deref(), comm);
                libc::write(SAY, [u8::from(done)].as_ptr().cast(), 1);
                libc::close(SAY);
                loop {
                    libc::pause();
                }
            }
            let confined = Confined(pid);
            libc::close(ends[1]);
            assert_eq!(libc::read(ends[0], said.as_mut_ptr().cast(), 1), 1);
            libc::close(ends[0]);
            assert_eq!(said, [1_u8], "a root of its own needs root");
            confined
        }
    }

    /// Its pid.
    pub fn pid(&self) -> u32 {
        self.0 as u32
    }
}

/// # Safety
/// Only between fork and the end of a child.
unsafe fn confine(root: &CStr, proc: Option<&CStr>, comm: &CStr) -> bool {
    // SAFETY: every pointer is to terminated text that outlives the calls, or null where that is allowed.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        let mounted = proc.is_none_or(|at| {
            libc::unshare(libc::CLONE_NEWNS) == 0
                && libc::mount(ptr::null(), c"/".as_ptr(), ptr::null(), libc::MS_REC | libc::MS_PRIVATE, ptr::null())
                    == 0
                && libc::mount(c"proc".as_ptr(), at.as_ptr(), c"proc".as_ptr(), 0, ptr::null()) == 0
        });
        mounted
            && libc::chroot(root.as_ptr()) == 0
            && libc::chdir(c"/".as_ptr()) == 0
            && libc::setgroups(0, ptr::null()) == 0
            && libc::setresgid(OTHER, OTHER, OTHER) == 0
            && libc::setresuid(OTHER, OTHER, OTHER) == 0
            && libc::prctl(libc::PR_SET_NAME, comm.as_ptr()) == 0
    }
}

impl Drop for Confined {
    fn drop(&mut self) {
        // SAFETY: our own child, which nobody else waits for.
        unsafe {
            libc::kill(self.0, libc::SIGKILL);
            libc::waitpid(self.0, ptr::null_mut(), 0);
        }
    }
}
