//! Reader of `file_opens`: counts from the map, paths from the ring.

use std::cell::RefCell;
use std::collections::HashMap;
use std::os::fd::RawFd;
use std::rc::Rc;

use libbpf_rs::{MapHandle, RingBuffer, RingBufferBuilder};

use super::{MAX_KEYS, Probe, Proof, Setup, using};
use crate::abi::{BLOCKS, ExitSlot, OpenKey, PathHead, Tally, read};
use crate::bpf::{Absence, Loaded, Table};
use crate::canary::{ABSENT_NAME, Deeds};
use crate::names::outcome_name;
use crate::record::{Axes, Files, Open};
use crate::registry::Manifest;

/// Memory all paths together may take; a path that does not fit is cut.
const PATH_BUDGET_BYTES: usize = 2 << 20;
/// Stands for the path of an open whose path address had nothing behind it.
const UNREADABLE: &str = "(unreadable address)";
/// Stands for a directory that was no longer open when it was looked up.
const UNKNOWN_DIRECTORY: &str = "(unknown directory)";

/// Paths by their hash, as the ring delivered them.
#[derive(Default)]
struct Paths {
    by_hash: HashMap<u64, String>,
    bytes: usize,
}

impl Paths {
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
    if head.base == 0 && path.is_empty() {
        return Some(UNREADABLE.to_owned());
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

/// The attached probe.
pub struct FileOpens {
    loaded: Loaded,
    opens: Table<OpenKey, Tally>,
    ring: RingBuffer<'static>,
    paths: Rc<RefCell<Paths>>,
}

impl FileOpens {
    /// Loads and attaches.
    pub fn load(manifest: &'static Manifest, setup: &Setup) -> Result<FileOpens, Absence> {
        let mut loaded = Loaded::load(manifest, Some(&setup.shared), &[("opens", MAX_KEYS)])?;
        let paths: Rc<RefCell<Paths>> = Rc::default();
        let map = loaded.map("paths")?;
        let ring = ring(&map, Rc::clone(&paths))
            .map_err(|error| Absence::from_bpf(manifest, "mapping the path ring", &error))?;
        loaded.attach_to_exits(&setup.shared, "on_exit", ExitSlot::Opens)?;
        Ok(FileOpens { opens: loaded.table("opens")?, loaded, ring, paths })
    }

    /// Opens with their paths, and how many opens have none because the budget was used up.
    fn list(&self) -> Result<(Vec<Open>, u64), Absence> {
        self.ring.consume().map_err(|error| using(&self.loaded, &error))?;
        let paths = self.paths.borrow();
        let mut cut = 0;
        // Two ways of writing a path render alike, so counts are added up under the result.
        let mut merged: HashMap<(&str, u32, i32), (u64, [u64; BLOCKS])> = HashMap::new();
        let pairs = self.opens.pairs().map_err(|error| using(&self.loaded, &error))?;
        for (key, tally) in &pairs {
            let Some(path) = paths.by_hash.get(&key.path_hash) else {
                cut += tally.count;
                continue;
            };
            let entry = merged.entry((path, key.op, key.error)).or_default();
            entry.0 += tally.count;
            for (all, part) in entry.1.iter_mut().zip(tally.blocks) {
                *all += u64::from(part);
            }
        }
        let mut opens: Vec<Open> = merged
            .into_iter()
            .map(|((path, op, error), (count, blocks))| Open {
                path: path.to_owned(),
                op: ["read", "write", "read_write", "path"].get(op as usize).copied().unwrap_or("read"),
                outcome: outcome_name(error),
                count,
                blocks,
            })
            .collect();
        opens.sort_by(|a, b| {
            b.count.cmp(&a.count).then_with(|| (&a.path, a.op, &a.outcome).cmp(&(&b.path, b.op, &b.outcome)))
        });
        Ok((opens, cut))
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

impl Probe for FileOpens {
    fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    fn prove(&mut self, deeds: &Deeds) -> Result<Proof, Absence> {
        let (opens, _) = self.list()?;
        let count = |path: &str, outcome: &str| -> u64 {
            opens.iter().filter(|open| open.path == path && open.outcome == outcome).map(|open| open.count).sum()
        };
        let observed = count("/", "ok")
            + count(&format!("/{ABSENT_NAME}"), "ENOENT")
            + count(&format!("/proc/{ABSENT_NAME}"), "ENOENT");
        Ok(Proof::exact(deeds.opens, observed, "opens of known paths, absolute and relative"))
    }

    fn reset(&mut self) -> Result<(), Absence> {
        self.loaded.reset_counters()?;
        self.ring.consume().map_err(|error| using(&self.loaded, &error))?;
        *self.paths.borrow_mut() = Paths::default();
        self.opens.clear().map_err(|error| using(&self.loaded, &error))
    }

    fn wakers(&self) -> Vec<RawFd> {
        vec![self.ring.epoll_fd()]
    }

    fn drain(&mut self) {
        // Fails only when a callback does, and ours cannot.
        self.ring.consume_raw();
    }

    fn collect(&mut self, axes: &mut Axes) -> Result<(), Absence> {
        let (opens, without_path) = self.list()?;
        axes.files = Some(Files { opens, cut: self.loaded.counters()?.cut + without_path });
        Ok(())
    }
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
    }

    #[test]
    fn lengths_beyond_the_record_are_refused() {
        let (head, _) = head(b"/etc/hosts\0", 0, b"");
        assert_eq!(render(&head, b"/etc"), None);
    }
}
