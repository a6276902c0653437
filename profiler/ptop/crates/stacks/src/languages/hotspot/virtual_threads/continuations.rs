//! Where the machine keeps the frames of virtual threads that are not on a stack: in chunks, objects of the heap that
//! hang on the continuation that the thread runs. They move with every collection and change with every return, so
//! the program that takes a sample copies them at that moment; here is found out what it has to know.
//!
//! Where a thread has its entry the machine's own code says; what an entry leads to shows what it has where.

use std::time::Instant;

use super::machine::{JavaLayout, JavaMachine, JavaThread};
use crate::languages::hotspot::classes::{COLOURS, Fields, class_named, without_colours};
use crate::languages::hotspot::layout::Layout;
use crate::languages::hotspot::threads::Threads;
use crate::process::memory::Memory;
use crate::types::arch::Arch;

/// Threads that are read.
const MAX_THREADS: usize = 4096;
/// Threads told of.
const MAX_TOLD: usize = 1024;
/// Attempts to find out: some collectors keep references in a form that is not understood.
const ATTEMPTS: u8 = 50;
/// Between two attempts lies this many times what one takes, so that they take no more than a hundredth of the time.
const REST: u32 = 100;
/// Words of an entry, one of which leads to the continuation.
const ENTRY_WORDS: u64 = 8;

const CONTINUATION: &str = "jdk/internal/vm/Continuation";
const CHUNK: &str = "jdk/internal/vm/StackChunk";

/// What was found out about the continuations of one machine.
#[derive(Debug, Default)]
pub(in crate::languages::hotspot) struct Continuations {
    /// As the machine's code says it.
    thread_entry: Option<u32>,
    layout: Option<JavaLayout>,
    threads: Vec<JavaThread>,
    revision: u64,
    /// Whether a sample lacked frames that the program should have found.
    is_wanted: bool,
    attempts: u8,
    not_before: Option<Instant>,
}

impl Continuations {
    /// A thread lacks its frames in the heap: it is new, or has another structure now. Where its entry is, the machine's
    /// code says.
    pub(in crate::languages::hotspot) fn want(&mut self, thread_entry: u32) {
        self.thread_entry = Some(thread_entry);
        self.is_wanted = true;
    }

    /// What is known, after it was found out if that is wanted.
    pub(in crate::languages::hotspot) fn known(&mut self, layout: &Layout, memory: &Memory) -> Option<JavaMachine<'_>> {
        if self.is_wanted && self.attempts < ATTEMPTS && self.not_before.is_none_or(|time| time <= Instant::now()) {
            self.is_wanted = false;
            let started = Instant::now();
            self.find(layout, memory);
            self.not_before = Some(started + started.elapsed() * REST);
        }
        self.layout.map(|layout| JavaMachine { layout, threads: &self.threads, revision: self.revision })
    }

    fn find(&mut self, layout: &Layout, memory: &Memory) {
        let (Some(of), Some(thread_entry)) = (&layout.threads, self.thread_entry) else { return };
        let mut threads = read_threads(of, memory).unwrap_or_default();
        let entry = |thread: &JavaThread| memory.u64(thread.address.wrapping_add(thread_entry.into())).unwrap_or(0);
        if self.layout.is_none() {
            let entries: Vec<u64> = threads.iter().map(entry).filter(|entry| *entry != 0).collect();
            self.layout = entries.iter().find_map(|entry| read_layout(*entry, thread_entry, layout, memory));
            // No thread may run a virtual one at this moment.
            self.attempts += u8::from(self.layout.is_none() && !entries.is_empty());
        }
        // Those that run a virtual thread now come first; then those that were made last.
        threads.sort_by_cached_key(|thread| entry(thread) == 0);
        threads.truncate(MAX_TOLD);
        threads.sort_unstable();
        self.revision += u64::from(self.threads != threads);
        self.threads = threads;
    }

    pub(in crate::languages::hotspot) fn memory_bytes(&self) -> usize {
        self.threads.capacity() * size_of::<JavaThread>()
    }
}

/// All threads, those first that were made last.
fn read_threads(of: &Threads, memory: &Memory) -> Option<Vec<JavaThread>> {
    let list = memory.u64(of.list).filter(|list| *list != 0)?;
    let count = usize::try_from(of.count.at(memory, list)?).ok()?;
    let items = of.items.at(memory, list)? as u64;
    let skipped = count.saturating_sub(MAX_THREADS);
    let bytes = memory.bytes(items.checked_add(8 * skipped as u64)?, 8 * (count - skipped), 8 * MAX_THREADS)?;
    let addresses =
        bytes.chunks_exact(8).map(|word| word.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)));
    let thread = |address| {
        let os = of.os_thread.at(memory, address)? as u64;
        let id = u32::try_from(of.id.at(memory, os)?).ok().filter(|id| *id != 0)?;
        Some(JavaThread { id, address })
    };
    Some(addresses.rev().filter_map(thread).collect())
}

/// From a continuation that a thread runs at this moment. It may move on while it is read, so each class is known by
/// its name.
fn read_layout(entry: u64, thread_entry: u32, layout: &Layout, memory: &Memory) -> Option<JavaLayout> {
    let of = layout.objects.as_ref()?;
    let (entry_continuation, continuation, class) = (0..ENTRY_WORDS).find_map(|word| {
        let object = memory.u64(entry.checked_add(8 * word)?)?;
        Some((8 * word as u32, object, class_named(object, CONTINUATION, layout, memory)?))
    })?;
    let fields = Fields::read(class, layout, memory)?;
    let (continuation_chunk, reference_bytes) = (fields.offset_of("tail")?, fields.reference_bytes()?);
    let (heap_base, heap_shift) = match reference_bytes {
        4 => of.heap(memory)?,
        _ => (0, 0),
    };
    let at = continuation.checked_add(continuation_chunk.into())?;
    let reference = match reference_bytes {
        4 => (u64::from(memory.u32(at)?) << heap_shift).checked_add(heap_base)?,
        _ => memory.u64(at)?,
    };
    // On other architectures the address is elsewhere.
    let coloured = without_colours(reference).filter(|_| Arch::NATIVE == Arch::X86_64);
    let possible = [(Some(reference), 0), (coloured, COLOURS)];
    let (class, reference_colours) = possible.into_iter().find_map(|(chunk, colours)| {
        let class = class_named(chunk?, CHUNK, layout, memory)?;
        Some((class, colours))
    })?;
    let fields = Fields::read(class, layout, memory)?;
    let (bottom, arguments) = (fields.offset_of("bottom"), fields.offset_of("argsize"));
    bottom.or(arguments)?;
    Some(JavaLayout {
        heap_base,
        heap_shift,
        reference_bytes,
        reference_colours,
        thread_entry,
        entry_continuation,
        continuation_chunk,
        chunk_parent: fields.offset_of("parent")?,
        chunk_words: fields.offset_of("size")?,
        chunk_top: fields.offset_of("sp")?,
        chunk_bottom: bottom.unwrap_or(0),
        chunk_arguments: arguments.unwrap_or(0),
        chunk_frames: of.bytes(class, memory)?,
    })
}
