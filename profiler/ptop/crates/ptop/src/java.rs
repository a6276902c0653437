//! What the programs that take stacks are told about the target's Java machines, and the frames of virtual threads
//! that they bring back with each stack.

use std::collections::BTreeMap;

use stacks::{HeapChunk, JavaLayout};

use crate::abi::{Plain, read};
use crate::bpf::{Absence, Known, Shared};
use crate::profile::Profile;

/// Processes with a machine that the programs know.
const MAX_JAVAS: usize = 64;
/// Threads that they know, of all those together.
const MAX_THREADS: usize = 1024;
/// Says that the thread is known, and that what it has in the heap follows.
const IN_HEAP: u32 = 5;
/// Chunks of one sample, as many as a program writes.
const MAX_CHUNKS: usize = 8;
const HEAD_BYTES: usize = 16;
const CHUNK_BYTES: usize = 16;

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
    fn new(exec_ns: u64, layout: &JavaLayout) -> Java {
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
    pid: u32,
    id: u32,
}

// SAFETY: repr(C) integers only; two of four make eight.
unsafe impl Plain for Thread {}
const _: () = assert!(size_of::<Thread>() == 8);

/// The machines and threads that the programs were told of.
pub struct Javas {
    machines: Known<u32, Java>,
    threads: Known<Thread, u64>,
    /// Of which state of which process they were told: pid, time of its exec, revision.
    told: Vec<(u32, u64, u64)>,
}

impl Javas {
    /// None yet.
    ///
    /// # Errors
    /// When the programs' maps cannot be used.
    pub fn new(shared: &Shared) -> Result<Javas, Absence> {
        Ok(Javas {
            machines: Known::new(shared.javas()?),
            threads: Known::new(shared.java_threads()?),
            told: Vec::new(),
        })
    }

    /// Tells the programs what is new. Until they know a thread, frames that it has in the heap are missing from its
    /// stacks, which say so. What could not be told is tried again the next time.
    pub fn tell(&mut self, profile: &mut Profile) {
        let mut known = Vec::new();
        profile.javas(&mut |pid, exec_ns, machine| known.push((pid, exec_ns, machine.revision)));
        if known == self.told {
            return;
        }
        let mut machines = BTreeMap::new();
        let mut threads = BTreeMap::new();
        profile.javas(&mut |pid, exec_ns, machine| {
            if machines.len() < MAX_JAVAS {
                machines.insert(pid, Java::new(exec_ns, &machine.layout));
                let room = MAX_THREADS - threads.len();
                threads.extend(
                    machine.threads.iter().take(room).map(|thread| (Thread { pid, id: thread.id }, thread.address)),
                );
            }
        });
        let (has_machines, has_threads) = (self.machines.tell(&machines), self.threads.tell(&threads));
        self.told = if has_machines && has_threads { known } else { Vec::new() };
    }
}

/// No chunk.
const NONE: HeapChunk<'static> = HeapChunk { address: 0, bytes: &[], is_whole: false, is_last: false };

/// Chunks that came with one sample.
pub struct Chunks<'a> {
    chunks: [HeapChunk<'a>; MAX_CHUNKS],
    count: usize,
}

impl<'a> Chunks<'a> {
    /// Those of a thread that the programs know, which may be none; `None` of any other.
    pub fn parse(raw: &'a [u8]) -> Option<Chunks<'a>> {
        let word = |at: usize| raw.get(at..at + 4).map(read::<u32>);
        if word(0)? != IN_HEAP {
            return None;
        }
        let mut rest = raw.get(HEAD_BYTES + MAX_CHUNKS * CHUNK_BYTES..)?;
        let mut found = Chunks { chunks: [NONE; MAX_CHUNKS], count: 0 };
        let (count, is_complete) = (word(4)? as usize, word(12)? != 0);
        for number in 0..MAX_CHUNKS.min(count) {
            let at = HEAD_BYTES + number * CHUNK_BYTES;
            let address = read::<u64>(raw.get(at..at + 8)?);
            let (bytes, is_whole) = (word(at + 8)? as usize, word(at + 12)? != 0);
            // The kernel cuts records that are too long for its own bookkeeping.
            let (copy, behind) = rest.split_at(bytes.min(rest.len()));
            let is_whole = is_whole && copy.len() == bytes;
            let is_last = is_whole && is_complete && number + 1 == count;
            found.chunks[number] = HeapChunk { address, bytes: copy, is_whole, is_last };
            found.count += 1;
            rest = behind;
        }
        Some(found)
    }

    /// The newest first.
    pub fn as_slice(&self) -> &[HeapChunk<'a>] {
        &self.chunks[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(outcome: u32, chunks: &[(u64, u32, u32)], copies: &[u8]) -> Vec<u8> {
        let mut raw: Vec<u8> =
            [outcome, chunks.len() as u32, copies.len() as u32, 1].into_iter().flat_map(u32::to_ne_bytes).collect();
        for number in 0..MAX_CHUNKS {
            let (address, bytes, is_whole) = chunks.get(number).copied().unwrap_or((7, 9, 1));
            raw.extend(address.to_ne_bytes());
            raw.extend([bytes, is_whole].into_iter().flat_map(u32::to_ne_bytes));
        }
        [&raw, copies].concat()
    }

    #[test]
    fn copies_lie_one_behind_another() {
        let raw = raw(IN_HEAP, &[(0x1000, 3, 1), (0x2000, 2, 0)], &[1, 2, 3, 4, 5, 6]);
        let found = Chunks::parse(&raw).unwrap();
        let parts: Vec<_> = found.as_slice().iter().map(|chunk| (chunk.address, chunk.bytes, chunk.is_whole)).collect();
        assert_eq!(parts, [(0x1000, &[1, 2, 3][..], true), (0x2000, &[4, 5][..], false)]);
        let none = super::tests::raw(IN_HEAP, &[], &[]);
        assert!(Chunks::parse(&none).unwrap().as_slice().is_empty());
    }

    #[test]
    fn what_does_not_fit_is_not_believed() {
        let cut = raw(IN_HEAP, &[(0x1000, 30, 1)], &[1, 2, 3]);
        let found = Chunks::parse(&cut).unwrap();
        assert_eq!((found.as_slice()[0].bytes.len(), found.as_slice()[0].is_whole), (3, false));
        let mut many = raw(IN_HEAP, &[], &[]);
        many[4..8].copy_from_slice(&u32::MAX.to_ne_bytes());
        assert_eq!(Chunks::parse(&many).unwrap().as_slice().len(), MAX_CHUNKS);
        for other in [&raw(1, &[], &[])[..], &raw(IN_HEAP, &[], &[])[..20], &[5, 0], &[]] {
            assert!(Chunks::parse(other).is_none());
        }
    }
}
