//! What the programs know of the target's Python interpreters, and the frames that they copy with each stack.

use stacks::{PythonEntry, PythonLayout};

use super::{Plain, read};

/// Entries of one sample, as many as a program writes.
const MAX_ENTRIES: usize = 256;
const HEAD_BYTES: usize = 16;
const ENTRY_BYTES: usize = 16;
const KERNEL_WORKER: u32 = 6;

/// One process's interpreter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Python {
    exec_ns: u64,
    interpreters: u64,
    kind: u32,
    interpreter_next: u32,
    interpreter_threads: u32,
    thread_next: u32,
    thread_id: u32,
    thread_frame: u32,
    record_frame: u32,
    record_previous: u32,
    frame_code: u32,
    frame_previous: u32,
    frame_owner: u32,
    frame_entry: u32,
    code_name: u32,
    frame_instruction: u32,
}

// SAFETY: repr(C) integers only; 16 bytes and fourteen words of four make 72, which is a multiple of eight.
unsafe impl Plain for Python {}
const _: () = assert!(size_of::<Python>() == 72);

impl Python {
    /// The interpreter of a process that replaced its program last at `exec_ns`.
    pub fn new(exec_ns: u64, layout: &PythonLayout) -> Python {
        Python {
            exec_ns,
            interpreters: layout.interpreters,
            kind: layout.kind as u32,
            interpreter_next: layout.interpreter_next,
            interpreter_threads: layout.interpreter_threads,
            thread_next: layout.thread_next,
            thread_id: layout.thread_id,
            thread_frame: layout.thread_frame,
            record_frame: layout.record_frame,
            record_previous: layout.record_previous,
            frame_code: layout.frame_code,
            frame_previous: layout.frame_previous,
            frame_owner: layout.frame_owner,
            frame_entry: layout.frame_entry,
            code_name: layout.code_name,
            frame_instruction: layout.frame_instruction,
        }
    }
}

/// How far the program came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// The process has no interpreter that is understood.
    None,
    /// Every frame of the thread is there, which may be none.
    Whole,
    /// Frames are missing: more than fit, unreadable memory, or more threads than are searched.
    Incomplete,
    /// The thread is one of the kernel's that works for the process: no program runs in it.
    KernelWorker,
}

/// Reads the part of a sample that the program wrote. The frames are added to `entries`, newest first.
pub fn parse(raw: &[u8], entries: &mut Vec<PythonEntry>) -> Reading {
    entries.clear();
    let (head, rest) = raw.split_at(raw.len().min(HEAD_BYTES));
    let [outcome, count] = [0..4, 4..8].map(|part| head.get(part).map_or(0, read::<u32>));
    let instruction = head.get(8..).map_or(0, read::<u64>);
    let frames = rest.chunks_exact(ENTRY_BYTES).take(MAX_ENTRIES.min(count as usize));
    entries.extend(frames.enumerate().map(|(number, entry)| PythonEntry {
        code: read(&entry[..8]),
        name: read(&entry[8..]),
        instruction: if number == 0 { instruction } else { 0 },
    }));
    match outcome {
        0 => Reading::None,
        1 if entries.len() == count as usize => Reading::Whole,
        KERNEL_WORKER => Reading::KernelWorker,
        _ => Reading::Incomplete,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(outcome: u32, count: u32, words: &[u64]) -> Vec<u8> {
        let head = [outcome, count, 5, 0].into_iter().flat_map(u32::to_ne_bytes);
        head.chain(words.iter().flat_map(|word| word.to_ne_bytes())).collect()
    }

    #[test]
    fn frames_come_with_how_far_their_reading_came() {
        let mut entries = Vec::new();
        // The kernel fills up to whole words, so there may be more than was written.
        assert_eq!(parse(&raw(1, 1, &[7, 8, 0]), &mut entries), Reading::Whole);
        assert_eq!(entries, [PythonEntry { code: 7, name: 8, instruction: 5 }]);
        assert_eq!(parse(&raw(1, 2, &[7, 8, 9, 10]), &mut entries), Reading::Whole);
        assert_eq!(entries[1], PythonEntry { code: 9, name: 10, instruction: 0 });
        assert_eq!(parse(&raw(2, 1, &[7, 8]), &mut entries), Reading::Incomplete);
        assert_eq!((parse(&raw(0, 0, &[]), &mut entries), entries.len()), (Reading::None, 0));
    }

    #[test]
    fn counts_that_do_not_fit_are_not_believed() {
        let mut entries = Vec::new();
        assert_eq!(parse(&raw(1, u32::MAX, &[7, 8, 9]), &mut entries), Reading::Incomplete);
        assert_eq!(entries.len(), 1);
        assert_eq!(parse(&[1, 0], &mut entries), Reading::None);
        assert_eq!(parse(&[], &mut entries), Reading::None);
    }
}
