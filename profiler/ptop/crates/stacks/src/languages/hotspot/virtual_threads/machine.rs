//! What is said of a machine and its threads to the program that takes samples, and what it gives back.

/// What a program that runs in the machine's threads has to know to copy the frames that are in the heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JavaLayout {
    /// A reference in an object is its number shifted left by this, plus this.
    pub heap_base: u64,
    /// See `heap_base`.
    pub heap_shift: u32,
    /// Bytes of a reference in an object: 4 or 8.
    pub reference_bytes: u32,
    /// Where a reference has four bits of which the one that is set is the last below the address; 0 where it has none.
    pub reference_colours: u32,
    /// In a thread: the address of its innermost continuation's entry, or 0.
    pub thread_entry: u32,
    /// In an entry: the address of the continuation.
    pub entry_continuation: u32,
    /// In a continuation: the reference to its newest chunk.
    pub continuation_chunk: u32,
    /// In a chunk: the reference to the one with the callers, or 0.
    pub chunk_parent: u32,
    /// In a chunk: how many words it has for frames, and the number of the first one that is used.
    pub chunk_words: u32,
    /// See `chunk_words`.
    pub chunk_top: u32,
    /// In a chunk: the number of the word behind its frames, from which on are only arguments of the oldest; or, where
    /// it is 0, how many words those are.
    pub chunk_bottom: u32,
    /// See `chunk_bottom`.
    pub chunk_arguments: u32,
    /// In a chunk: its first word for frames.
    pub chunk_frames: u32,
}

/// A thread of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct JavaThread {
    /// As the thread itself knows it.
    pub id: u32,
    /// Of the machine's structure.
    pub address: u64,
}

/// What was found out of a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JavaMachine<'a> {
    /// Where its threads' frames in the heap are.
    pub layout: JavaLayout,
    /// Threads that may have some. Sorted by their id.
    pub threads: &'a [JavaThread],
    /// Another one for each change.
    pub revision: u64,
}

/// One chunk of frames, copied at the moment of the sample.
#[derive(Debug, Clone, Copy)]
pub struct HeapChunk<'a> {
    /// Of the first byte of the copy: two words below the newest frame.
    pub address: u64,
    /// The copy.
    pub bytes: &'a [u8],
    /// Whether all of the chunk's frames were copied.
    pub is_whole: bool,
    /// Whether it is the last chunk with frames, and whole.
    pub is_last: bool,
}
