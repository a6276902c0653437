//! Paths that probes send once, when their key appears: what is left of the ring
//! and how the text reads.

use std::cell::{Ref, RefCell};
use std::collections::HashMap;
use std::os::fd::RawFd;
use std::rc::Rc;

use libbpf_rs::{MapHandle, RingBuffer, RingBufferBuilder};

use super::using;
use crate::abi::{PathHead, read};
use crate::bpf::{Absence, Loaded};

/// Memory all paths together may take; a path that does not fit is cut.
const PATH_BUDGET_BYTES: usize = 2 << 20;
/// Stands for the path of an open whose path address had nothing behind it.
const UNREADABLE: &str = "(unreadable address)";
/// Stands for a directory that was no longer open when it was looked up.
const UNKNOWN_DIRECTORY: &str = "(unknown directory)";

/// Stands for the file of a descriptor that was not open.
const CLOSED: &str = "(closed descriptor)";

/// Paths by their hash, as the ring delivered them.
#[derive(Default)]
pub struct Paths {
    by_hash: HashMap<u64, String>,
    bytes: usize,
}

impl Paths {
    /// The path with this hash. `None` when the budget was used up before it came.
    pub fn get(&self, hash: u64) -> Option<&str> {
        self.by_hash.get(&hash).map(String::as_str)
    }

    fn take(&mut self, record: &[u8]) {
        let head: PathHead = read(record);
        let Some(path) = render(&head, record.get(size_of::<PathHead>()..).unwrap_or_default()) else { return };
        if self.bytes + path.len() <= PATH_BUDGET_BYTES && !self.by_hash.contains_key(&head.path_hash) {
            self.bytes += path.len();
            self.by_hash.insert(head.path_hash, path);
        }
    }
}

/// The absolute path, without empty and `.` components. `..` stays: what it means depends on links.
fn render(head: &PathHead, text: &[u8]) -> Option<String> {
    let (path, base) = text.split_at_checked(head.path_len as usize)?;
    let path = path.strip_suffix(&[0]).unwrap_or(path);
    let base = base.get(..head.base_len as usize)?;
    match head.base {
        0 if path.is_empty() => return Some(UNREADABLE.to_owned()),
        2 if path.is_empty() => return Some(CLOSED.to_owned()),
        3 => return Some(String::from_utf8_lossy(path).into_owned()),
        _ => {}
    }
    let mut whole = if head.base == 2 { UNKNOWN_DIRECTORY.to_owned() } else { String::new() };
    let directories = base.split(|byte| *byte == 0).filter(|part| !part.is_empty()).collect::<Vec<_>>();
    let steps = path.split(|byte| *byte == b'/').filter(|part| !part.is_empty() && *part != b".");
    for part in directories.into_iter().rev().chain(steps) {
        whole.push('/');
        whole.push_str(&String::from_utf8_lossy(part));
    }
    Some(if whole.is_empty() { "/".to_owned() } else { whole })
}

/// The ring of a probe that sends paths, with those that came so far.
pub struct PathRing {
    ring: RingBuffer<'static>,
    paths: Rc<RefCell<Paths>>,
}

impl PathRing {
    /// Maps the ring of a loaded object.
    pub fn of(loaded: &Loaded) -> Result<PathRing, Absence> {
        let paths: Rc<RefCell<Paths>> = Rc::default();
        let ring = ring(&loaded.map("paths")?, Rc::clone(&paths))
            .map_err(|error| Absence::from_bpf(loaded.manifest(), "mapping the path ring", &error))?;
        Ok(PathRing { ring, paths })
    }

    /// Every path sent so far.
    pub fn read(&self, loaded: &Loaded) -> Result<Ref<'_, Paths>, Absence> {
        self.ring.consume().map_err(|error| using(loaded, &error))?;
        Ok(self.paths.borrow())
    }

    /// Starts over without any path.
    pub fn forget(&self, loaded: &Loaded) -> Result<(), Absence> {
        self.ring.consume().map_err(|error| using(loaded, &error))?;
        *self.paths.borrow_mut() = Paths::default();
        Ok(())
    }

    /// Becomes readable when there is something to drain.
    pub fn waker(&self) -> RawFd {
        self.ring.epoll_fd()
    }

    /// Empties the ring.
    pub fn drain(&self) {
        // Fails only when a callback does, and ours cannot.
        self.ring.consume_raw();
    }
}

fn ring(map: &MapHandle, paths: Rc<RefCell<Paths>>) -> Result<RingBuffer<'static>, libbpf_rs::Error> {
    let mut builder = RingBufferBuilder::new();
    builder.add(map, move |record: &[u8]| {
        paths.borrow_mut().take(record);
        0
    })?;
    builder.build()
}

#[cfg(test)]
mod tests {
    use super::render;
    use crate::abi::PathHead;

    fn head(path: &[u8], base: u32, base_text: &[u8]) -> (PathHead, Vec<u8>) {
        let head =
            PathHead { path_hash: 1, path_len: path.len() as u32, base_len: base_text.len() as u32, base, pad: 0 };
        (head, [path, base_text].concat())
    }

    fn rendered(path: &[u8], base: u32, base_text: &[u8]) -> Option<String> {
        let (head, text) = head(path, base, base_text);
        render(&head, &text)
    }

    #[test]
    fn an_absolute_path_is_kept() {
        assert_eq!(rendered(b"/etc//./hosts\0", 0, b"").as_deref(), Some("/etc/hosts"));
        assert_eq!(rendered(b"/\0", 0, b"").as_deref(), Some("/"));
        assert_eq!(rendered(b"/a/../b\0", 0, b"").as_deref(), Some("/a/../b"));
    }

    #[test]
    fn a_relative_path_starts_at_the_walked_directory() {
        assert_eq!(rendered(b"x/y\0", 1, b"data\0var\0").as_deref(), Some("/var/data/x/y"));
        assert_eq!(rendered(b"x\0", 1, b"").as_deref(), Some("/x"));
        assert_eq!(rendered(b"\0", 1, b"var\0").as_deref(), Some("/var"));
    }

    #[test]
    fn what_could_not_be_found_out_is_said() {
        assert_eq!(rendered(b"\0", 0, b"").as_deref(), Some("(unreadable address)"));
        assert_eq!(rendered(b"x\0", 2, b"").as_deref(), Some("(unknown directory)/x"));
        assert_eq!(rendered(b"\0", 2, b"").as_deref(), Some("(closed descriptor)"));
    }

    #[test]
    fn what_no_directory_names_is_not_made_a_path() {
        assert_eq!(rendered(b"memfd:cache\0", 3, b"").as_deref(), Some("memfd:cache"));
    }

    #[test]
    fn lengths_beyond_the_record_are_refused() {
        let (head, _) = head(b"/etc/hosts\0", 0, b"");
        assert_eq!(render(&head, b"/etc"), None);
    }
}
