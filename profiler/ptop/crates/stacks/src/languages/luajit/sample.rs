//! What was copied of a thread at the moment of its sample: of the `global_State`, of the thread of Lua that ran, and that
//! one's stack.

use super::layout::{global, kind, object, thread};
use crate::languages::copied::{CopiedFrames, word_of};
use crate::languages::{FramesList, FramesPlace, FramesPlan, FramesStart, HOPS};
use crate::process::memory::Memory;

/// Of the `global_State`: from where, and how much.
const GLOBAL_AT: u64 = global::VMSTATE;
const GLOBAL_BYTES: u64 = global::JIT_BASE + 8 - GLOBAL_AT;

/// How the copies are made. The stack is copied to its end, because nothing but registers says where the newest frame is.
pub(super) fn plan() -> FramesPlan {
    let place = |pointer: u64| FramesPlace { pointer: pointer as u32, ..FramesPlace::default() };
    let mut hops = [0; HOPS];
    hops[0] = global::CURRENT as u32;
    FramesPlan {
        start: FramesStart::Learned,
        hops,
        hop_count: 1,
        head_hop: 0,
        head: (GLOBAL_AT as u32, GLOBAL_BYTES as u32),
        last_bytes: thread::BYTES as u32,
        list: FramesList::Block { from: place(thread::STACK), to: place(thread::STACK_END), grows_up: true },
        outer: 0,
    }
}

/// A thread of Lua, and of its stack what is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Thread {
    pub(super) address: u64,
    pub(super) base: u64,
    pub(super) stack: u64,
    pub(super) end: u64,
}

impl Thread {
    fn new(address: u64, word: impl Fn(u64) -> Option<u64>) -> Option<Thread> {
        let (base, stack, end) = (word(thread::BASE)?, word(thread::STACK)?, word(thread::STACK_END)?);
        let found = Thread { address, base, stack, end };
        (stack % 8 == 0 && found.has(base)).then_some(found)
    }

    /// One that does not run, as it is now.
    pub(super) fn now(address: u64, memory: &Memory) -> Option<Thread> {
        Thread::new(address, |offset| memory.u64(address.wrapping_add(offset)))
    }

    /// Whether a frame can begin there.
    pub(super) fn has(&self, base: u64) -> bool {
        base % 8 == 0 && (self.stack.saturating_add(16)..=self.end).contains(&base)
    }
}

/// What was copied of the thread whose stack is walked.
#[derive(Debug, Default)]
pub(super) struct Sample {
    /// The operating system's thread, where anything was asked of it.
    pub(super) id: Option<u32>,
    pub(super) state: i32,
    pub(super) jit_base: u64,
    pub(super) running: Option<Thread>,
    pub(super) global: u64,
    words: Vec<u8>,
    address: u64,
    pub(super) is_whole: bool,
}

impl Sample {
    pub(super) fn begin(&mut self, copied: Option<&CopiedFrames<'_>>) {
        self.words.clear();
        self.id = copied.map(|copied| copied.thread);
        self.running = None;
        let Some(copied) = copied else { return };
        self.running = self.read(copied);
        self.words.extend_from_slice(copied.rows);
        self.address = copied.address;
        self.is_whole = copied.is_whole;
    }

    fn read(&mut self, copied: &CopiedFrames<'_>) -> Option<Thread> {
        let shared = |offset: u64| word_of(copied.head, (offset - GLOBAL_AT) as usize);
        self.state = shared(global::VMSTATE)? as i32;
        self.jit_base = shared(global::JIT_BASE)?;
        let own = |offset: u64| word_of(copied.head, (GLOBAL_BYTES + offset) as usize);
        self.global = own(thread::GLOBAL)?;
        Thread::new(shared(global::CURRENT)?, own)
    }

    /// Whether the thread of Lua is the one whose stack was copied.
    pub(super) fn has(&self, thread: u64) -> bool {
        self.running.is_some_and(|running| running.address == thread)
    }

    /// A word of that stack.
    pub(super) fn word(&self, address: u64) -> Option<u64> {
        CopiedFrames { rows: &self.words, address: self.address, ..CopiedFrames::default() }.word(address)
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.words.capacity()
    }
}

/// The function of the frame at `base`, and the word that leads to the frame before it.
pub(super) fn frame_at(base: u64, word: impl Fn(u64) -> Option<u64>) -> Option<(Called, u64)> {
    let (called, link) = (word(base.checked_sub(16)?)?, word(base - 8)?);
    let function = object(called, kind::FUNCTION).map(Called::Function);
    let called = function.or_else(|| object(called, kind::THREAD).map(|_| Called::Nothing))?;
    Some((called, link))
}

/// What a frame is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Called {
    /// This object.
    Function(u64),
    /// A frame that is there for an error only.
    Nothing,
}

/// The oldest address of a frame that belongs to a native frame: one that was made for a function of C has none
/// below what the stack was then (`cframe_nres`).
pub(super) fn oldest_of(thread: &Thread, results: u64) -> u64 {
    let results = results as u32 as i32;
    if results < 0 { thread.stack.saturating_add(results.unsigned_abs().into()) } else { 0 }
}
