//! What was copied of the process that a scheduler runs: where its stack lies, and the stack.

use super::layout::{Layout, PROCESS_HEAP_TOP, PROCESS_STACK, SCHEDULER_PROCESS};
use crate::languages::copied::{CopiedFrames, FramesList, FramesPlace, FramesPlan, FramesStart, HOPS, word_of};

/// What the process says of its stack may be older than the stack, which has grown by less than this in most programs.
const BELOW: i32 = 1024;

/// Where the process's stack is, from the structure of its scheduler.
pub(super) fn plan(layout: &Layout) -> FramesPlan {
    let mut hops = [0; HOPS];
    hops[0] = SCHEDULER_PROCESS;
    let place = |pointer, offset| FramesPlace { pointer, offset, ..FramesPlace::default() };
    FramesPlan {
        start: FramesStart::Learned,
        hops,
        hop_count: 1,
        head_hop: 1,
        head: (PROCESS_HEAP_TOP, layout.process_next + 8 - PROCESS_HEAP_TOP),
        last_bytes: 0,
        list: FramesList::Block {
            from: place(PROCESS_STACK, -BELOW),
            to: place(layout.process_end, 0),
            grows_up: false,
        },
        outer: 0,
    }
}

/// Where a process's stack is. It grows down towards the heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    /// The end of the heap, or what it was before.
    heap: u64,
    /// The lowest address of the stack, as it was noted for native code last.
    pub(super) last: u64,
    /// The address behind it.
    pub(super) end: u64,
}

impl Bounds {
    /// Whether an address can be one of the stack.
    pub(super) fn hold(&self, address: u64) -> bool {
        self.heap != 0 && self.heap <= address && address < self.end && address % 8 == 0
    }
}

/// A copy, for as long as one stack is walked.
#[derive(Default)]
pub(super) struct Copied {
    /// 0 when nobody says it.
    pub(super) thread: u32,
    pub(super) bounds: Option<Bounds>,
    /// The code with which the process goes on, if it does not run.
    pub(super) next: u64,
    rows: Vec<u8>,
    address: u64,
}

impl Copied {
    pub(super) fn take(&mut self, copied: Option<&CopiedFrames<'_>>, layout: &Layout) {
        self.rows.clear();
        let Some(copied) = copied else {
            (self.thread, self.bounds) = (0, None);
            return;
        };
        self.thread = copied.thread;
        let word = |offset: u32| word_of(copied.head, (offset - PROCESS_HEAP_TOP) as usize);
        let words = (word(PROCESS_HEAP_TOP), word(PROCESS_STACK), word(layout.process_end));
        self.next = word(layout.process_next).unwrap_or(0);
        self.bounds = match words {
            (Some(heap), Some(last), Some(end)) => Some(Bounds { heap, last, end }),
            _ => None,
        };
        self.address = copied.address;
        self.rows.extend_from_slice(copied.rows);
    }

    /// The word at an address of the stack.
    pub(super) fn word(&self, address: u64) -> Option<u64> {
        CopiedFrames { rows: &self.rows, address: self.address, ..CopiedFrames::default() }.word(address)
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.rows.capacity()
    }
}
