//! A file system that a program answers for (`linux/fuse.h`, protocol 7.31): one folder with one file, of which the
//! program says that root owns it and nobody else may write it. Any user can mount such a one with `fusermount`.

use std::ffi::CString;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

const FOLDER: u64 = 1;
const FILE: u64 = 2;
const HEADER_BYTES: usize = 40;

/// Mounted until it is dropped.
pub struct Answered {
    at: PathBuf,
    server: Option<JoinHandle<()>>,
}

impl Answered {
    /// A file of this name and content in a folder of this path, which exists.
    pub fn mount(at: &Path, name: &'static str, content: &str) -> Answered {
        let device = OpenOptions::new().read(true).write(true).open("/dev/fuse").expect("the kernel has FUSE");
        let options = format!("fd={},rootmode=40000,user_id=0,group_id=0,allow_other", device.as_raw_fd());
        let text = |value: &str| CString::new(value).expect("no zero in it");
        let (source, target, kind, options) =
            (text("test"), text(at.to_str().expect("text")), text("fuse"), text(&options));
        let flags = libc::MS_NOSUID | libc::MS_NODEV;
        // SAFETY: four terminated texts that outlive the call.
        let done =
            unsafe { libc::mount(source.as_ptr(), target.as_ptr(), kind.as_ptr(), flags, options.as_ptr().cast()) };
        assert_eq!(done, 0, "{}", std::io::Error::last_os_error());
        let content = content.as_bytes().to_vec();
        let server = std::thread::spawn(move || serve(device, name, &content));
        Answered { at: at.to_owned(), server: Some(server) }
    }
}

impl Drop for Answered {
    fn drop(&mut self) {
        let at = CString::new(self.at.to_str().expect("text")).expect("no zero in it");
        // SAFETY: a terminated text that outlives the call.
        unsafe { libc::umount2(at.as_ptr(), libc::MNT_DETACH) };
        let _ = self.server.take().map(JoinHandle::join);
    }
}

/// Answers until the kernel says that the file system is gone.
fn serve(mut device: File, name: &str, content: &[u8]) {
    let mut request = vec![0; 1 << 17];
    while let Ok(length) = device.read(&mut request) {
        let request = &request[..length];
        let number = |at: usize| u32::from_ne_bytes(request[at..at + 4].try_into().expect("four bytes"));
        let long = |at: usize| u64::from_ne_bytes(request[at..at + 8].try_into().expect("eight bytes"));
        let (operation, unique, node) = (number(4), long(8), long(16));
        let body = &request[HEADER_BYTES..];
        let answer = match operation {
            1 if node == FOLDER && body.strip_suffix(&[0]) == Some(name.as_bytes()) => Ok(entry(content.len())),
            1 => Err(libc::ENOENT),
            3 => Ok([seconds(1, 0), attributes(node, content.len())].concat()),
            // Nothing is stored for a file that is open.
            14 | 27 => Ok(vec![0; 16]),
            15 => {
                let from = usize::try_from(long(HEADER_BYTES + 8)).expect("a small file").min(content.len());
                let most = usize::try_from(number(HEADER_BYTES + 16)).expect("a small file");
                Ok(content[from..content.len().min(from + most)].to_vec())
            }
            17 => Ok(vec![0; 80]),
            18 | 25 | 29 => Ok(Vec::new()),
            26 => Ok(init()),
            // Forgotten entries are not answered.
            2 | 42 => continue,
            _ => Err(libc::ENOSYS),
        };
        let (error, body) = match answer {
            Ok(body) => (0, body),
            Err(code) => (-code, Vec::new()),
        };
        let length = u32::try_from(16 + body.len()).expect("a short answer");
        let head = [&length.to_ne_bytes()[..], &error.to_ne_bytes(), &unique.to_ne_bytes()].concat();
        // The caller may have left meanwhile.
        let _ = device.write(&[head, body].concat());
    }
}

/// `fuse_init_out`: the version, and nothing beyond what every kernel does.
fn init() -> Vec<u8> {
    let mut answer = [7_u32, 31, 0, 0].iter().flat_map(|one| one.to_ne_bytes()).collect::<Vec<u8>>();
    answer.extend([0; 4]);
    answer.extend((1_u32 << 16).to_ne_bytes());
    answer.resize(64, 0);
    answer
}

/// For how long the kernel may believe what it hears.
fn seconds(whole: u64, rest: u32) -> Vec<u8> {
    [&whole.to_ne_bytes()[..], &rest.to_ne_bytes(), &[0; 4]].concat()
}

/// `fuse_entry_out`.
fn entry(size: usize) -> Vec<u8> {
    let numbers = [FILE, 0, 1, 1].iter().flat_map(|one| one.to_ne_bytes());
    numbers.chain([0; 8]).chain(attributes(FILE, size)).collect()
}

/// `fuse_attr`: everything belongs to root.
fn attributes(node: u64, size: usize) -> Vec<u8> {
    let (mode, size) = if node == FOLDER { (0o40755_u32, 0) } else { (0o100_644, size as u64) };
    let longs = [node, size, 1, 0, 0, 0].iter().flat_map(|one| one.to_ne_bytes()).collect::<Vec<u8>>();
    let shorts = [0, 0, 0, mode, 1, 0, 0, 0, 4096, 0].into_iter().flat_map(|one: u32| one.to_ne_bytes());
    longs.into_iter().chain(shorts).collect()
}
