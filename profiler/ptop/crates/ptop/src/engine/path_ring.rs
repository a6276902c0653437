//! Paths that the probes of files and programs send once each, when their key appears.

use std::cell::{Ref, RefCell};
use std::collections::HashMap;
use std::os::fd::RawFd;
use std::rc::Rc;

use libbpf_rs::{MapHandle, RingBuffer, RingBufferBuilder};

use super::path_text::{Lengths, render};
use crate::abi::{PathHead, read};
use crate::bpf::{LoadError, Loaded, Shared};
use crate::perf::page_bytes;
use crate::registry::Manifest;

/// Axes whose probes send paths.
const AXES: [&str; 4] = ["files", "file_io", "file_changes", "processes"];
/// Bytes that may wait to be read.
const RING_BYTES: u32 = 512 * 1024;
/// Memory all paths together may take; a path that does not fit is cut.
const PATH_BUDGET_BYTES: usize = 2 << 20;

/// Bytes of the ring for a request of these axes. A map must have room for something, whether it is used or not.
pub fn ring_bytes(axes: &[&str]) -> u32 {
    if AXES.iter().any(|axis| axes.contains(axis)) { RING_BYTES } else { page_bytes() as u32 }
}

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
        let lengths = Lengths { path: head.path_len, base: head.base_len, kind: head.base };
        let Some(path) = render(&lengths, record.get(size_of::<PathHead>()..).unwrap_or_default()) else { return };
        if self.bytes + path.len() <= PATH_BUDGET_BYTES && !self.by_hash.contains_key(&head.path_hash) {
            self.bytes += path.len();
            self.by_hash.insert(head.path_hash, path);
        }
    }
}

/// The ring of all probes that send paths, with those that came so far.
pub struct PathRing {
    ring: RingBuffer<'static>,
    paths: Rc<RefCell<Paths>>,
}

impl PathRing {
    /// Maps the ring for the probe that asks first.
    pub fn open(manifest: &Manifest, shared: &Shared) -> Result<PathRing, LoadError> {
        let paths: Rc<RefCell<Paths>> = Rc::default();
        let ring = ring(&shared.paths()?, Rc::clone(&paths))
            .map_err(|error| LoadError::from_bpf(manifest, "mapping the path ring", &error))?;
        Ok(PathRing { ring, paths })
    }

    /// Every path sent so far.
    pub fn read(&self, loaded: &Loaded) -> Result<Ref<'_, Paths>, LoadError> {
        let read = self.ring.consume();
        read.map_err(|error| LoadError::from_bpf(loaded.manifest(), "reading the path ring", &error))?;
        Ok(self.paths.borrow())
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
