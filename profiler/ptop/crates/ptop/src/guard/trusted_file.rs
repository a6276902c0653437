//! A file that the caller cannot have written. The caller chooses the path, the environment, what is open and where it
//! stands, and could open nothing with the capabilities of this program: so every folder on the way is opened once, by
//! the one before, without following a link, and what is judged is what was opened.

use std::ffi::{CStr, CString, OsStr};
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, FromRawFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use crate::collector::privilege::caller_ids;

/// The rule that a file breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// The path starts at the root and has no `..`.
    AbsolutePath,
    /// No part of the path is a symbolic link.
    NoSymlink,
    /// It is there.
    Exists,
    /// It can be opened by the caller itself.
    Readable,
    /// It is a regular file, and what leads there are folders.
    RegularFile,
    /// Root owns the file.
    FileOwner,
    /// Neither group nor others may write to the file.
    FileMode,
    /// Root owns the folder.
    FolderOwner,
    /// Neither group nor others may write to the folder.
    FolderMode,
    /// No other user's program answers for the file system.
    FileSystem,
    /// It is no larger than a list can be.
    Size,
}

impl Rule {
    /// Stable identifier.
    fn code(self) -> &'static str {
        match self {
            Rule::AbsolutePath => "absolute_path",
            Rule::NoSymlink => "no_symlink",
            Rule::Exists => "exists",
            Rule::Readable => "readable",
            Rule::RegularFile => "regular_file",
            Rule::FileOwner => "file_owner",
            Rule::FileMode => "file_mode",
            Rule::FolderOwner => "folder_owner",
            Rule::FolderMode => "folder_mode",
            Rule::FileSystem => "file_system",
            Rule::Size => "size",
        }
    }

    fn fix(self) -> &'static str {
        match self {
            Rule::AbsolutePath => "Give the path from the root, without `..`.",
            Rule::NoSymlink => "Give the path of the file itself; mount a Kubernetes ConfigMap with subPath.",
            Rule::Exists => "Put the file there, or correct the path.",
            Rule::Readable => "Let the caller's group read it: root:<group>, mode 0640.",
            Rule::RegularFile => "Name a regular file.",
            Rule::FileOwner => "Let root own it (chown root), or mount it read-only.",
            Rule::FileMode => "Take write access from group and others (chmod go-w).",
            Rule::FolderOwner | Rule::FolderMode => {
                "Keep the file where root owns every folder above it and only root may write, such as /etc/farol, or on a read-only mount."
            }
            Rule::FileSystem => "Keep the file on a file system of the kernel's own.",
            Rule::Size => "List processes by name.",
        }
    }
}

/// Why a file is not trusted.
#[derive(Debug)]
pub struct Refusal {
    rule: Rule,
    /// The file, or the folder above it, that breaks the rule.
    place: PathBuf,
    why: String,
}

impl Refusal {
    /// What to do.
    pub fn fix(&self) -> &'static str {
        self.rule.fix()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rule {}: {} {}", self.rule.code(), self.place.display(), self.why)
    }
}

/// `FUSE_SUPER_MAGIC` of `linux/magic.h`: a program of any user says there who owns what.
const FUSE: libc::c_long = 0x6573_5546;
const WRITABLE_BY_OTHERS: u32 = 0o022;

/// A folder or the file, as it was opened.
struct Step {
    file: File,
    path: PathBuf,
    facts: Facts,
}

#[derive(Clone, Copy)]
struct Facts {
    mode: u32,
    owner: u32,
    /// Unknown before Linux 5.8.
    mount: Option<u64>,
}

/// Reads a file that the caller cannot have written, at most `limit` bytes. To be called without effective
/// capabilities: a file that the caller may not read itself is refused.
///
/// # Errors
/// The first rule that the file or a folder above it breaks.
pub fn read_trusted(path: &Path, limit: u64) -> Result<Vec<u8>, Refusal> {
    let steps = walk(path)?;
    let Some((last, folders)) = steps.split_last() else {
        return Err(refuse(Rule::AbsolutePath, path, "names no file"));
    };
    let file = open_last(last, folders)?;
    judge(&file, folders)?;
    let mut bytes = Vec::new();
    let read = (&file.file).take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|error| refuse(Rule::Readable, path, &format!("cannot be read: {error}")))?;
    if bytes.len() as u64 > limit {
        return Err(refuse(Rule::Size, path, &format!("is larger than {limit} bytes")));
    }
    Ok(bytes)
}

fn refuse(rule: Rule, place: &Path, why: &str) -> Refusal {
    Refusal { rule, place: place.to_owned(), why: why.to_owned() }
}

/// Takes hold of each part of the path, from the root on, without opening it.
fn walk(path: &Path) -> Result<Vec<Step>, Refusal> {
    let mut parts = path.components();
    if parts.next() != Some(Component::RootDir) {
        return Err(refuse(Rule::AbsolutePath, path, "is not an absolute path"));
    }
    let root = PathBuf::from("/");
    let mut steps = vec![take_hold(libc::AT_FDCWD, OsStr::new("/"), root)?];
    for part in parts {
        let Component::Normal(name) = part else {
            return Err(refuse(Rule::AbsolutePath, path, "contains `..`"));
        };
        let above = &steps[steps.len() - 1];
        if above.facts.mode & libc::S_IFMT != libc::S_IFDIR {
            return Err(refuse(Rule::RegularFile, &above.path, "is not a folder"));
        }
        let next = take_hold(above.file.as_raw_fd(), name, above.path.join(name))?;
        steps.push(next);
    }
    Ok(steps)
}

fn take_hold(above: RawFd, name: &OsStr, path: PathBuf) -> Result<Step, Refusal> {
    let cannot = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => refuse(Rule::Exists, &path, "does not exist"),
        _ => refuse(Rule::Readable, &path, &format!("cannot be opened: {error}")),
    };
    let name = CString::new(name.as_bytes()).map_err(|error| cannot(error.into()))?;
    let file = open_at(above, &name, libc::O_PATH).map_err(cannot)?;
    let facts = facts_of(&file).map_err(cannot)?;
    if facts.mode & libc::S_IFMT == libc::S_IFLNK {
        return Err(refuse(Rule::NoSymlink, &path, "is a symbolic link"));
    }
    if is_answered_for(&file).map_err(cannot)? {
        return Err(refuse(Rule::FileSystem, &path, "lies on a FUSE file system, which a user's program answers for"));
    }
    Ok(Step { file, path, facts })
}

/// Opens the file for reading, by the folder that holds it: what was inspected before may have been replaced, so only
/// what this returns is judged.
fn open_last(seen: &Step, folders: &[Step]) -> Result<Step, Refusal> {
    let path = &seen.path;
    let cannot = |error: io::Error| refuse(Rule::Readable, path, &format!("cannot be opened: {error}"));
    if seen.facts.mode & libc::S_IFMT != libc::S_IFREG {
        return Err(refuse(Rule::RegularFile, path, "is not a regular file"));
    }
    let (Some(folder), Some(name)) = (folders.last(), path.file_name()) else {
        return Err(refuse(Rule::AbsolutePath, path, "names no file"));
    };
    let name = CString::new(name.as_bytes()).map_err(|error| cannot(error.into()))?;
    // Without waiting: what is there by now may be a pipe.
    let flags = libc::O_RDONLY | libc::O_NONBLOCK | libc::O_NOCTTY;
    let file = open_at(folder.file.as_raw_fd(), &name, flags).map_err(|error| match error.raw_os_error() {
        Some(libc::ELOOP) => refuse(Rule::NoSymlink, path, "is a symbolic link"),
        _ => cannot(error),
    })?;
    let facts = facts_of(&file).map_err(cannot)?;
    if facts.mode & libc::S_IFMT != libc::S_IFREG || is_answered_for(&file).map_err(cannot)? {
        return Err(refuse(Rule::RegularFile, path, "is not a regular file"));
    }
    Ok(Step { file, path: path.clone(), facts })
}

fn judge(file: &Step, folders: &[Step]) -> Result<(), Refusal> {
    let cannot = |error: io::Error| refuse(Rule::Readable, &file.path, &format!("cannot be looked at: {error}"));
    let read_only = is_read_only(&file.file).map_err(cannot)?;
    // On a read-only mount nobody writes by this path, whatever user owns the file; the caller must not be that owner,
    // because it might reach the same file by another way.
    let is_sealed = |step: &Step| read_only && step.facts.mount.is_some() && step.facts.mount == file.facts.mount;
    let callers = caller_ids();
    for step in folders.iter().chain([file]) {
        let Facts { mode, owner, .. } = step.facts;
        let is_file = std::ptr::eq(step, file);
        if owner != 0 && (callers.contains(&owner) || !is_sealed(step)) {
            let rule = if is_file { Rule::FileOwner } else { Rule::FolderOwner };
            return Err(refuse(rule, &step.path, &format!("belongs to user {owner} and not to root")));
        }
        // Where an ACL lets somebody else write, the group's bits are its mask and show it.
        if mode & WRITABLE_BY_OTHERS != 0 && (is_file || !is_sealed(step)) {
            let rule = if is_file { Rule::FileMode } else { Rule::FolderMode };
            let why = format!("may be written by others than root (mode {:04o})", mode & 0o7777);
            return Err(refuse(rule, &step.path, &why));
        }
    }
    Ok(())
}

fn open_at(above: RawFd, name: &CStr, flags: libc::c_int) -> io::Result<File> {
    // SAFETY: the name is terminated and outlives the call.
    let descriptor = unsafe { libc::openat(above, name.as_ptr(), flags | libc::O_NOFOLLOW | libc::O_CLOEXEC) };
    if descriptor < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the kernel has just returned this descriptor, and nothing else owns it.
    Ok(unsafe { File::from_raw_fd(descriptor) })
}

fn facts_of(file: &File) -> io::Result<Facts> {
    // SAFETY: the structure is plain integers, for which zero is valid.
    let mut facts: libc::statx = unsafe { std::mem::zeroed() };
    let mask = libc::STATX_BASIC_STATS | libc::STATX_MNT_ID;
    // SAFETY: an empty terminated name and a structure to fill; both outlive the call.
    let done = unsafe {
        libc::statx(
            file.as_raw_fd(),
            c"".as_ptr(),
            libc::AT_EMPTY_PATH | libc::AT_SYMLINK_NOFOLLOW,
            mask,
            &raw mut facts,
        )
    };
    if done != 0 {
        return Err(io::Error::last_os_error());
    }
    let mount = (facts.stx_mask & libc::STATX_MNT_ID != 0).then_some(facts.stx_mnt_id);
    Ok(Facts { mode: facts.stx_mode.into(), owner: facts.stx_uid, mount })
}

fn is_answered_for(file: &File) -> io::Result<bool> {
    // SAFETY: the structure is plain integers, for which zero is valid.
    let mut facts: libc::statfs = unsafe { std::mem::zeroed() };
    // SAFETY: a structure to fill, which outlives the call.
    if unsafe { libc::fstatfs(file.as_raw_fd(), &raw mut facts) } != 0 {
        return Err(io::Error::last_os_error());
    }
    #[allow(clippy::unnecessary_cast, reason = "its type depends on the C library")]
    Ok(facts.f_type as libc::c_long == FUSE)
}

fn is_read_only(file: &File) -> io::Result<bool> {
    // SAFETY: the structure is plain integers, for which zero is valid.
    let mut facts: libc::statvfs = unsafe { std::mem::zeroed() };
    // SAFETY: a structure to fill, which outlives the call.
    if unsafe { libc::fstatvfs(file.as_raw_fd(), &raw mut facts) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(facts.f_flag & libc::ST_RDONLY != 0)
}
