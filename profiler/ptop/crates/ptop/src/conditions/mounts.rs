//! Where the cgroup file system is mounted, by a process's `mountinfo`.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Component, Path, PathBuf};

/// The type of the unified hierarchy.
const TYPE: &[u8] = b"cgroup2";

/// A mount of it.
#[derive(Debug, PartialEq, Eq)]
pub struct Mount {
    /// The cgroup that is visible there, by the path that it has for the reader.
    root: PathBuf,
    /// Where, for the process.
    pub point: PathBuf,
}

impl Mount {
    /// Every one in the list.
    pub fn all(mountinfo: &[u8]) -> Vec<Mount> {
        mountinfo.split(|byte| *byte == b'\n').filter_map(Mount::of).collect()
    }

    fn of(line: &[u8]) -> Option<Mount> {
        let mut fields = line.split(|byte| *byte == b' ');
        let (root, point) = (fields.nth(3)?, fields.next()?);
        // A few optional fields, of which the last is a dash.
        let mut rest = fields.skip_while(|field| *field != b"-").skip(1);
        (rest.next()? == TYPE).then(|| Mount { root: path_of(root), point: path_of(point) })
    }

    /// Folders below the mount that lead to a cgroup; none when it is the one that is mounted. `None` when it cannot be
    /// seen there.
    pub fn way_to(&self, cgroup: &Path) -> Option<Vec<OsString>> {
        let below = cgroup.strip_prefix(&self.root).ok()?;
        let name = |part: Component| match part {
            Component::Normal(name) => Some(name.to_owned()),
            // It lies beside what the reader sees, not below it.
            _ => None,
        };
        below.components().map(name).collect()
    }
}

/// The kernel writes a space, a tab, the end of a line and a backslash as three octal digits behind a backslash.
fn path_of(field: &[u8]) -> PathBuf {
    let mut path = Vec::with_capacity(field.len());
    let mut rest = field;
    while let Some((first, others)) = rest.split_first() {
        let code = others.get(..3).filter(|_| *first == b'\\').and_then(|digits| std::str::from_utf8(digits).ok());
        match code.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            Some(byte) => (path.push(byte), rest = &others[3..]).1,
            None => (path.push(*first), rest = others).1,
        }
    }
    PathBuf::from(OsString::from_vec(path))
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::Mount;

    const LIST: &str = "22 1 0:21 / /proc rw,nosuid - proc proc rw
28 25 0:24 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime shared:9 - cgroup2 cgroup2 rw,nsdelegate
29 25 0:25 / /sys/fs/cgroup/cpu rw shared:10 master:3 - cgroup cgroup rw,cpu
97 80 0:24 /../a\\040b /odd\\134place ro - cgroup2 cgroup rw
garbage
";

    fn mount(root: &str, point: &str) -> Mount {
        Mount { root: PathBuf::from(root), point: PathBuf::from(point) }
    }

    #[test]
    fn mounts_of_the_unified_hierarchy_are_found_whatever_their_paths_contain() {
        let found = Mount::all(LIST.as_bytes());
        assert_eq!(found, [mount("/", "/sys/fs/cgroup"), mount("/../a b", "/odd\\place")]);
    }

    #[test]
    fn a_cgroup_is_seen_where_it_or_one_above_it_is_mounted() {
        let way = |root: &str, cgroup: &str| mount(root, "/m").way_to(Path::new(cgroup));
        let names = |names: &[&str]| Some(names.iter().map(Into::into).collect());
        assert_eq!(way("/", "/system.slice/a.service"), names(&["system.slice", "a.service"]));
        assert_eq!(way("/", "/"), names(&[]));
        // As a container shows itself to a collector in another one.
        assert_eq!(way("/../b", "/../b"), names(&[]));
        assert_eq!(way("/../b", "/../b/inner"), names(&["inner"]));
    }

    #[test]
    fn what_lies_beside_the_mount_is_not_seen() {
        let way = |root: &str, cgroup: &str| mount(root, "/m").way_to(Path::new(cgroup));
        assert_eq!(way("/", "/../b"), None);
        assert_eq!(way("/a", "/ab"), None);
        assert_eq!(way("/a", "/a/../b"), None);
    }
}
