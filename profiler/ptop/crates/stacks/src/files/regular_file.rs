//! Opening files whose place the target chooses: never anything but a regular
//! file, and under the target's root never anything outside it.

use std::ffi::CString;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Opens a regular file by a path that only the kernel or we decide.
///
/// # Errors
/// As `open`, or `InvalidInput` when it is something else than a regular file.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    open_seen(&File::options().read(true).custom_flags(libc::O_PATH).open(path)?)
}

/// Opens a regular file by a path inside `root`. Symbolic links are followed as
/// the target would follow them: an absolute one starts at `root`, not at the
/// collector's own root, whose files the collector may read and the target may not.
///
/// # Errors
/// As [`open`].
pub(crate) fn open_inside(root: &Path, path: &Path) -> io::Result<File> {
    let root = File::options().read(true).custom_flags(libc::O_PATH | libc::O_DIRECTORY).open(root)?;
    let path = CString::new(path.as_os_str().as_bytes())?;
    // SAFETY: the structure is plain integers, for which zero is valid.
    let mut how: libc::open_how = unsafe { std::mem::zeroed() };
    how.flags = (libc::O_PATH | libc::O_CLOEXEC) as u64;
    how.resolve = libc::RESOLVE_IN_ROOT | libc::RESOLVE_NO_MAGICLINKS;
    // SAFETY: the path is a terminated string and `how` a complete structure of the size given; both outlive the call.
    let descriptor = unsafe {
        libc::syscall(libc::SYS_openat2, root.as_raw_fd(), path.as_ptr(), &raw const how, size_of::<libc::open_how>())
    };
    if descriptor < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the kernel has just returned this descriptor, and nothing else owns it.
    open_seen(&unsafe { File::from_raw_fd(descriptor as i32) })
}

/// Opens for reading what was only inspected, so that a device or a pipe is never opened.
fn open_seen(seen: &File) -> io::Result<File> {
    if !seen.metadata()?.is_file() {
        return Err(io::Error::from(io::ErrorKind::InvalidInput));
    }
    File::options()
        .read(true)
        .custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY)
        .open(format!("/proc/self/fd/{}", seen.as_raw_fd()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_cannot_lead_out_of_the_root() {
        let root = std::env::temp_dir().join(format!("stacks-root-{}", std::process::id()));
        std::fs::create_dir_all(root.join("etc")).unwrap();
        std::fs::write(root.join("etc/hostname"), "inside").unwrap();
        symlink("/etc/hostname", root.join("absolute")).unwrap();
        symlink("../../../../../../etc/passwd", root.join("upwards")).unwrap();
        symlink("/proc/self/fd/0", root.join("magic")).unwrap();
        let mut text = String::new();
        open_inside(&root, Path::new("absolute")).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "inside");
        for path in ["upwards", "magic", "etc", "missing"] {
            assert!(open_inside(&root, Path::new(path)).is_err(), "{path}");
        }
        std::fs::remove_dir_all(root).unwrap();
    }
}
