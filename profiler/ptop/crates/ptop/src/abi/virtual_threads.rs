//! What the programs know of the target's Java machines, to copy the frames of virtual threads.

use stacks::JavaLayout;

use super::Plain;

/// One process's machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Java {
    exec_ns: u64,
    heap_base: u64,
    heap_shift: u32,
    reference_bytes: u32,
    reference_colours: u32,
    thread_entry: u32,
    entry_continuation: u32,
    continuation_chunk: u32,
    chunk_parent: u32,
    chunk_words: u32,
    chunk_top: u32,
    chunk_bottom: u32,
    chunk_arguments: u32,
    chunk_frames: u32,
}

// SAFETY: repr(C) integers only; two words of eight and twelve of four make 64.
unsafe impl Plain for Java {}
const _: () = assert!(size_of::<Java>() == 64);

impl Java {
    /// The machine of a process that replaced its program last at `exec_ns`.
    pub fn new(exec_ns: u64, layout: &JavaLayout) -> Java {
        Java {
            exec_ns,
            heap_base: layout.heap_base,
            heap_shift: layout.heap_shift,
            reference_bytes: layout.reference_bytes,
            reference_colours: layout.reference_colours,
            thread_entry: layout.thread_entry,
            entry_continuation: layout.entry_continuation,
            continuation_chunk: layout.continuation_chunk,
            chunk_parent: layout.chunk_parent,
            chunk_words: layout.chunk_words,
            chunk_top: layout.chunk_top,
            chunk_bottom: layout.chunk_bottom,
            chunk_arguments: layout.chunk_arguments,
            chunk_frames: layout.chunk_frames,
        }
    }
}

/// A thread: its process, and its id as it knows it itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(C)]
pub struct Thread {
    pub pid: u32,
    pub id: u32,
}

// SAFETY: repr(C) integers only; two of four make eight.
unsafe impl Plain for Thread {}
const _: () = assert!(size_of::<Thread>() == 8);
