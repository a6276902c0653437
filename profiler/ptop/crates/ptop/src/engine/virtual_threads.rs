//! What the programs that take stacks are told about the target's Java machines: where the frames of virtual threads
//! are that they bring back with each stack.

use std::collections::BTreeMap;

use stacks::JavaLayout;

use crate::abi::Plain;
use crate::bpf::{Known, LoadError, Shared};
use crate::profile::Profile;

/// Processes with a machine that the programs know.
const MAX_JAVAS: usize = 64;
/// Threads that they know, of all those together.
const MAX_THREADS: usize = 1024;

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
    pub fn new(shared: &Shared) -> Result<Javas, LoadError> {
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
