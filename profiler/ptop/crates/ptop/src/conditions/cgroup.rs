//! The folders of a process's cgroup and of those above it. Where the collector's own mounts do not show them, as from
//! another container, the process's own do. Those are under its control, so nothing is believed that is not of the
//! cgroup file system itself.

use std::ffi::{CString, OsStr};
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::mounts::Mount;
use crate::processes::see_inside;

/// The kernel's number for the type of file system (`CGROUP2_SUPER_MAGIC` in `linux/magic.h`).
const CGROUP2: libc::c_long = 0x6367_7270;
/// Folders below one another that are opened.
const MOST: usize = 32;
/// More than any file that is read here has.
const FILE_BYTES: u64 = 16 * 1024;

/// One cgroup.
pub struct Folder(File);

impl Folder {
    /// Text of one of its files. `None` when there is none, or it cannot be read.
    pub fn text(&self, name: &str) -> Option<String> {
        let mut text = String::new();
        let file = self.open(OsStr::new(name), libc::O_RDONLY | libc::O_NOFOLLOW).ok()?;
        file.take(FILE_BYTES).read_to_string(&mut text).ok()?;
        Some(text)
    }

    fn open(&self, name: &OsStr, flags: libc::c_int) -> io::Result<File> {
        let name = CString::new(name.as_bytes())?;
        // SAFETY: the name is terminated and outlives the call.
        let descriptor = unsafe { libc::openat(self.0.as_raw_fd(), name.as_ptr(), flags | libc::O_CLOEXEC) };
        if descriptor < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the kernel has just returned this descriptor, and nothing else owns it.
        Ok(unsafe { File::from_raw_fd(descriptor) })
    }

    /// A folder of any file system, for tests.
    #[cfg(test)]
    pub fn unchecked(path: &Path) -> Folder {
        Folder(File::open(path).expect("it was just made"))
    }
}

/// The cgroup of a process and those above it that can be seen, the nearest first.
pub fn folders(pid: u32) -> Vec<Folder> {
    let Some(cgroup) = fs::read_to_string(format!("/proc/{pid}/cgroup")).ok().and_then(|text| unified(&text)) else {
        return Vec::new();
    };
    let seen = seen_by("self", &cgroup).or_else(|| seen_by(&pid.to_string(), &cgroup));
    let mut folders = seen.unwrap_or_default();
    folders.reverse();
    folders
}

/// The path of a process in the unified hierarchy.
fn unified(lines: &str) -> Option<PathBuf> {
    lines.lines().find_map(|line| line.strip_prefix("0::")).map(PathBuf::from)
}

/// The folders in the mounts of a process, the nearest last.
fn seen_by(process: &str, cgroup: &Path) -> Option<Vec<Folder>> {
    let mountinfo = fs::read(format!("/proc/{process}/mountinfo")).ok()?;
    let flags = libc::O_PATH | libc::O_DIRECTORY;
    let root = File::options().read(true).custom_flags(flags).open(format!("/proc/{process}/root")).ok()?;
    Mount::all(&mountinfo).into_iter().find_map(|mount| {
        let way = mount.way_to(cgroup)?;
        let point = CString::new(mount.point.as_os_str().as_bytes()).ok()?;
        let mut folders = vec![Folder(see_inside(&root, &point).ok().filter(is_cgroup)?)];
        for name in way.iter().take(MOST) {
            let next = folders.last()?.open(name, flags | libc::O_NOFOLLOW).ok().filter(is_cgroup)?;
            folders.push(Folder(next));
        }
        Some(folders)
    })
}

fn is_cgroup(file: &File) -> bool {
    // SAFETY: the structure is plain integers, for which zero is valid.
    let mut facts: libc::statfs = unsafe { std::mem::zeroed() };
    // SAFETY: a structure to fill, which outlives the call.
    let done = unsafe { libc::fstatfs(file.as_raw_fd(), &raw mut facts) };
    #[allow(clippy::unnecessary_cast, reason = "its type depends on the C library")]
    let is_one = facts.f_type as libc::c_long == CGROUP2;
    done == 0 && is_one
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::path::{Path, PathBuf};

    use super::{folders, is_cgroup, unified};

    #[test]
    fn the_path_in_the_unified_hierarchy_counts() {
        assert_eq!(unified("9:memory:/old\n0::/a/b\n"), Some(PathBuf::from("/a/b")));
        assert_eq!(unified("9:memory:/old\n"), None);
    }

    #[test]
    fn folders_of_another_file_system_are_not_believed() {
        assert!(!is_cgroup(&File::open("/proc").expect("it is there")));
        assert!(!is_cgroup(&File::open("/").expect("it is there")));
    }

    #[test]
    fn the_own_cgroup_has_a_folder_where_the_unified_hierarchy_is_mounted() {
        let mountinfo = std::fs::read("/proc/self/mountinfo").expect("readable");
        let is_mounted = super::Mount::all(&mountinfo).iter().any(|mount| mount.way_to(Path::new("/")).is_some());
        let own = folders(std::process::id());
        assert_eq!(is_mounted, !own.is_empty());
        let procs: Option<String> = own.first().map(|nearest| nearest.text("cgroup.procs").expect("it has this file"));
        let pid = std::process::id().to_string();
        assert!(procs.is_none_or(|procs| procs.lines().any(|line| line == pid)));
    }
}
