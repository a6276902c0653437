//! What the target does with files.

use std::fs::{File, OpenOptions};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use crate::text;

fn opened(path: &str) -> File {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    file.unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// One call after the other on a file, from its start.
pub fn io(call: &str, times: u64, path: &str, bytes: usize) {
    let file = opened(path);
    let mut buffer = vec![b'x'; bytes];
    let expected = if call.ends_with("sync") { 0 } else { bytes as isize };
    for _ in 0..times {
        assert_eq!(one(call, file.as_raw_fd(), &mut buffer), expected, "{call} of {path}");
    }
}

/// Vectors have one part.
fn one(call: &str, fd: i32, buffer: &mut [u8]) -> isize {
    let (start, len) = (buffer.as_mut_ptr().cast::<libc::c_void>(), buffer.len());
    let part = libc::iovec { iov_base: start, iov_len: len };
    // SAFETY: `start` is readable and writable for `len` bytes; the vector has one part.
    unsafe {
        match call {
            "read" => libc::read(fd, start, len),
            "pread" => libc::pread(fd, start, len, 0),
            "readv" => libc::readv(fd, &raw const part, 1),
            "preadv" => libc::preadv(fd, &raw const part, 1, 0),
            "preadv2" => libc::preadv2(fd, &raw const part, 1, 0, 0),
            "write" => libc::write(fd, start, len),
            "pwrite" => libc::pwrite(fd, start, len, 0),
            "writev" => libc::writev(fd, &raw const part, 1),
            "pwritev" => libc::pwritev(fd, &raw const part, 1, 0),
            "pwritev2" => libc::pwritev2(fd, &raw const part, 1, 0, 0),
            "fsync" => libc::fsync(fd) as isize,
            "fdatasync" => libc::fdatasync(fd) as isize,
            other => panic!("{other} is not understood"),
        }
    }
}

/// Writes to one end and reads from the other, and asks once more each time than there is.
pub fn io_socket(times: u64, bytes: usize) {
    let (near, far) = UnixStream::pair().expect("two sockets");
    far.set_nonblocking(true).expect("a socket can do that");
    let mut buffer = vec![b'x'; bytes];
    for _ in 0..times {
        assert_eq!(one("write", near.as_raw_fd(), &mut buffer), bytes as isize);
        assert_eq!(one("read", far.as_raw_fd(), &mut buffer), bytes as isize);
        assert_eq!(one("read", far.as_raw_fd(), &mut buffer), -1);
    }
}

/// Of a device, an event counter, a directory, a file without a name, and nothing at all.
pub fn io_other(times: u64) {
    let zero = File::open("/dev/zero").expect("it exists");
    let root = File::open("/").expect("it exists");
    // SAFETY: the descriptors are new and nobody else's; the name is a C string.
    let (events, memory) = unsafe {
        let events = libc::eventfd(1, libc::EFD_SEMAPHORE | libc::EFD_NONBLOCK);
        (OwnedFd::from_raw_fd(events), OwnedFd::from_raw_fd(libc::memfd_create(c"known".as_ptr(), 0)))
    };
    let mut buffer = [0; 8];
    for _ in 0..times {
        assert_eq!(one("read", zero.as_raw_fd(), &mut buffer), 8);
        assert_eq!(one("write", memory.as_raw_fd(), &mut buffer), 8);
        buffer = 1_u64.to_ne_bytes();
        assert_eq!(one("write", events.as_raw_fd(), &mut buffer), 8);
        assert_eq!(one("read", root.as_raw_fd(), &mut buffer), -1);
        assert_eq!(one("read", -1, &mut buffer), -1);
    }
}

/// Reads once from a socket that has something to read only after a while.
pub fn io_slow(wait: Duration) {
    let (near, far) = UnixStream::pair().expect("two sockets");
    let mut buffer = [0; 3];
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(wait);
            assert_eq!(one("write", near.as_raw_fd(), &mut [b'x'; 3]), 3);
        });
        assert_eq!(one("read", far.as_raw_fd(), &mut buffer), 3);
    });
}

/// From one file to another; `splice` from a pipe to the second, which is filled first.
pub fn transfer(call: &str, times: u64, from: &str, to: &str, bytes: usize) {
    let (from, to) = (opened(from), opened(to));
    let (input, output) = (from.as_raw_fd(), to.as_raw_fd());
    let mut ends = [0; 2];
    for _ in 0..times {
        // SAFETY: open descriptors; null offsets mean the file's own; room for two descriptors.
        let moved = unsafe {
            match call {
                "sendfile" => libc::sendfile(output, input, std::ptr::null_mut(), bytes),
                "copy_file_range" => {
                    libc::copy_file_range(input, std::ptr::null_mut(), output, std::ptr::null_mut(), bytes, 0)
                }
                "splice" => {
                    assert_eq!(libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC), 0);
                    let (out, into) = (OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1]));
                    let null = std::ptr::null_mut;
                    let filled = libc::splice(input, null(), into.as_raw_fd(), null(), bytes, 0);
                    assert_eq!(filled, bytes as isize);
                    libc::splice(out.as_raw_fd(), null(), output, null(), bytes, 0)
                }
                other => panic!("{other} is not understood"),
            }
        };
        assert_eq!(moved, bytes as isize, "{call}");
    }
}

/// The same system call again and again, whatever comes of it.
pub fn change(call: &str, times: u64, paths: &[&str]) {
    let paths: Vec<_> = paths.iter().map(|path| text(path)).collect();
    let path = |place: usize| paths[place].as_ptr();
    let here = libc::AT_FDCWD;
    let file = call.starts_with('f').then(|| paths[0].to_str().map(opened).expect("text"));
    let fd = file.as_ref().map_or(-1, File::as_raw_fd);
    // SAFETY: C strings, open descriptors and numbers.
    let once = || unsafe {
        match call {
            "unlink" => libc::unlink(path(0)),
            "unlinkat" => libc::unlinkat(here, path(0), 0),
            "unlinkat-directory" => libc::unlinkat(here, path(0), libc::AT_REMOVEDIR),
            "rmdir" => libc::rmdir(path(0)),
            "rename" => libc::rename(path(0), path(1)),
            "renameat" => libc::renameat(here, path(0), here, path(1)),
            "renameat2" => libc::syscall(libc::SYS_renameat2, here, path(0), here, path(1), 0) as i32,
            "mkdir" => libc::mkdir(path(0), 0o755),
            "mkdirat" => libc::mkdirat(here, path(0), 0o755),
            "mknod" => libc::mknod(path(0), libc::S_IFIFO | 0o600, 0),
            "link" => libc::link(path(0), path(1)),
            "linkat" => libc::linkat(here, path(0), here, path(1), 0),
            "symlink" => libc::symlink(path(0), path(1)),
            "symlinkat" => libc::symlinkat(path(0), here, path(1)),
            "chmod" => libc::chmod(path(0), 0o600),
            "fchmod" => libc::fchmod(fd, 0o600),
            "at-chmod" => libc::fchmodat(here, path(0), 0o600, 0),
            "chown" => libc::chown(path(0), 1, 1),
            "lchown" => libc::lchown(path(0), 1, 1),
            "fchown" => libc::fchown(fd, 1, 1),
            "at-chown" => libc::fchownat(here, path(0), 1, 1, 0),
            "truncate" => libc::truncate(path(0), 10),
            "ftruncate" => libc::ftruncate(fd, 10),
            other => panic!("{other} is not understood"),
        }
    };
    for _ in 0..times {
        once();
    }
}
