//! Parts of the target's memory that a program copied with a sample: what a virtual thread of Java has in the heap, what
//! another runtime keeps outside the stack, or what the kernel's own copy of the stack lacks.

use stacks::{CopiedFrames, HeapChunk, StackPart};

use crate::abi::read;

/// As outcome: the thread is one of a Java machine that is known, and what it has in the heap was copied.
const IN_HEAP: u32 = 5;
/// Parts of one sample, as many as a program writes.
const MAX_PARTS: usize = 8;
/// Where the copies begin: behind the outcome and the count of Python's frames when there are none of these, else
/// behind the room for all of them.
const AT_ONCE: usize = 16;
const BEHIND_FRAMES: usize = 4304;
/// Of the copies: counts, then a row for each part, then their content.
const HEAD_BYTES: usize = 16;
const ROW_BYTES: usize = 16;
/// What the parts are of.
const OF_STACK: u32 = 1;
const OF_FRAMES: u32 = 2;

const NO_CHUNK: HeapChunk<'static> = HeapChunk { address: 0, bytes: &[], is_whole: false, is_last: false };
const NO_PART: StackPart<'static> = StackPart { address: 0, bytes: &[] };

/// What came with one sample.
pub struct Copies<'a> {
    is_of_java: bool,
    frames: Option<CopiedFrames<'a>>,
    chunks: [HeapChunk<'a>; MAX_PARTS],
    chunk_count: usize,
    parts: [StackPart<'a>; MAX_PARTS],
    part_count: usize,
}

impl<'a> Copies<'a> {
    /// Of what a program wrote of a thread, which may be nothing.
    pub fn parse(raw: &'a [u8]) -> Copies<'a> {
        let word = |at: usize| raw.get(at..at + 4).map_or(0, read::<u32>);
        let mut found = Copies {
            is_of_java: word(0) == IN_HEAP,
            frames: None,
            chunks: [NO_CHUNK; MAX_PARTS],
            chunk_count: 0,
            parts: [NO_PART; MAX_PARTS],
            part_count: 0,
        };
        let start = if word(4) == 0 { AT_ONCE } else { BEHIND_FRAMES };
        let rows = start + HEAD_BYTES;
        let Some(mut rest) = raw.get(rows + MAX_PARTS * ROW_BYTES..) else { return found };
        let (count, is_complete, of) = (word(start) as usize, word(start + 8) != 0, word(start + 12));
        // Frames follow what leads to them, which is as long as whole words.
        let padding = |number: usize, bytes: usize| {
            if of == OF_FRAMES && number == 0 { bytes.next_multiple_of(8) - bytes } else { 0 }
        };
        for number in 0..MAX_PARTS.min(count) {
            let at = rows + number * ROW_BYTES;
            let address = raw.get(at..at + 8).map_or(0, read::<u64>);
            let (bytes, is_whole) = (word(at + 8) as usize, word(at + 12) != 0);
            // The kernel cuts records that are too long for its own bookkeeping.
            let (copy, behind) = rest.split_at(bytes.min(rest.len()));
            rest = behind.get(padding(number, bytes)..).unwrap_or(&[]);
            let is_whole = is_whole && copy.len() == bytes;
            if of == OF_STACK || of == OF_FRAMES && number > 1 {
                found.parts[found.part_count] = StackPart { address, bytes: copy };
                found.part_count += 1;
            } else if of == OF_FRAMES {
                let frames = found.frames.get_or_insert_default();
                if number == 0 {
                    (frames.head, frames.thread) = (copy, address as u32);
                } else {
                    (frames.rows, frames.address, frames.is_whole) = (copy, address, is_whole && is_complete);
                }
            } else {
                let is_last = is_whole && is_complete && number + 1 == count;
                found.chunks[number] = HeapChunk { address, bytes: copy, is_whole, is_last };
                found.chunk_count += 1;
            }
        }
        found
    }

    /// Frames in the heap, the newest first, of a thread of Java that the programs know; `None` of any other.
    pub fn heap(&self) -> Option<&[HeapChunk<'a>]> {
        self.is_of_java.then(|| &self.chunks[..self.chunk_count])
    }

    /// Frames that a runtime keeps outside the stack, where the programs know where.
    pub fn frames(&self) -> Option<&CopiedFrames<'a>> {
        self.frames.as_ref()
    }

    /// Parts of the stack, by address: of a thread without frames elsewhere, or behind those.
    pub fn stack(&self) -> &[StackPart<'a>] {
        &self.parts[..self.part_count]
    }
}

#[cfg(test)]
mod tests {
    use super::{AT_ONCE, BEHIND_FRAMES, Copies, IN_HEAP, MAX_PARTS, OF_FRAMES, OF_STACK};

    const HEAP: u32 = 0;
    const STACK: u32 = OF_STACK;

    fn raw((outcome, frames): (u32, u32), of: u32, parts: &[(u64, u32, u32)], content: &[u8]) -> Vec<u8> {
        let mut raw: Vec<u8> = [outcome, frames].into_iter().flat_map(u32::to_ne_bytes).collect();
        raw.resize(if frames == 0 { AT_ONCE } else { BEHIND_FRAMES }, 7);
        raw.extend([parts.len() as u32, content.len() as u32, 1, of].into_iter().flat_map(u32::to_ne_bytes));
        for number in 0..MAX_PARTS {
            let (address, bytes, is_whole) = parts.get(number).copied().unwrap_or((7, 9, 1));
            raw.extend(address.to_ne_bytes());
            raw.extend([bytes, is_whole].into_iter().flat_map(u32::to_ne_bytes));
        }
        [&raw, content].concat()
    }

    #[test]
    fn copies_of_the_heap_lie_one_behind_another() {
        let whole_and_not = raw((IN_HEAP, 0), HEAP, &[(0x1000, 3, 1), (0x2000, 2, 0)], &[1, 2, 3, 4, 5, 6]);
        let found = Copies::parse(&whole_and_not);
        let chunks = found.heap().expect("of a thread that is known").iter();
        let parts: Vec<_> = chunks.map(|chunk| (chunk.address, chunk.bytes, chunk.is_whole, chunk.is_last)).collect();
        assert_eq!(parts, [(0x1000, &[1, 2, 3][..], true, false), (0x2000, &[4, 5][..], false, false)]);
        let last = raw((IN_HEAP, 0), HEAP, &[(0x1000, 1, 1)], &[1]);
        assert!(Copies::parse(&last).heap().is_some_and(|chunks| chunks[0].is_last));
        let none = Copies::parse(&whole_and_not[..AT_ONCE]);
        assert_eq!((none.heap().map(<[_]>::len), none.stack().len()), (Some(0), 0));
    }

    #[test]
    fn parts_of_the_stack_come_with_frames_of_python_and_without() {
        for frames in [0, 1, 200] {
            let raw = raw((1, frames), STACK, &[(0x1000, 3, 0), (0x9000, 1, 0)], &[1, 2, 3, 4]);
            let found = Copies::parse(&raw);
            let parts: Vec<_> = found.stack().iter().map(|part| (part.address, part.bytes)).collect();
            assert_eq!(parts, [(0x1000, &[1, 2, 3][..]), (0x9000, &[4][..])]);
            assert!(found.heap().is_none());
        }
    }

    #[test]
    fn frames_outside_the_stack_follow_what_leads_to_them() {
        let both = raw((0, 0), OF_FRAMES, &[(77, 3, 1), (0x1000, 2, 1)], &[1, 2, 3, 9, 9, 9, 9, 9, 4, 5, 9]);
        let found = Copies::parse(&both);
        let frames = found.frames().expect("they were copied");
        assert_eq!(
            (frames.thread, frames.head, frames.address, frames.rows),
            (77, &[1, 2, 3][..], 0x1000, &[4, 5][..])
        );
        assert!(frames.is_whole && found.heap().is_none() && found.stack().is_empty());
        let three =
            raw((0, 0), OF_FRAMES, &[(77, 0, 0), (0x1000, 8, 1), (0x9000, 2, 0)], &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        let found = Copies::parse(&three);
        assert_eq!(found.frames().map(|frames| frames.rows.len()), Some(8));
        assert_eq!(
            found.stack().iter().map(|part| (part.address, part.bytes)).collect::<Vec<_>>(),
            [(0x9000, &[9, 10][..])]
        );
        let cut = Copies::parse(&both[..both.len() - 2]).frames().map(|frames| (frames.rows.len(), frames.is_whole));
        assert_eq!(cut, Some((1, false)));
        let unknown = raw((0, 0), OF_FRAMES, &[(77, 0, 0)], &[]);
        let frames = *Copies::parse(&unknown).frames().expect("the thread's id is known");
        assert_eq!((frames.thread, frames.head.len(), frames.rows.len(), frames.is_whole), (77, 0, 0, false));
    }

    #[test]
    fn what_does_not_fit_is_not_believed() {
        let cut = raw((IN_HEAP, 0), HEAP, &[(0x1000, 30, 1)], &[1, 2, 3]);
        let chunk = Copies::parse(&cut).heap().expect("it is known")[0];
        assert_eq!((chunk.bytes.len(), chunk.is_whole, chunk.is_last), (3, false, false));
        let cut = raw((0, 0), STACK, &[(0x1000, u32::MAX, 0), (0x2000, 5, 0)], &[1, 2, 3]);
        let lengths: Vec<usize> = Copies::parse(&cut).stack().iter().map(|part| part.bytes.len()).collect();
        assert_eq!(lengths, [3, 0]);
        let mut many = raw((IN_HEAP, 0), HEAP, &[], &[]);
        many[AT_ONCE..AT_ONCE + 4].copy_from_slice(&u32::MAX.to_ne_bytes());
        assert_eq!(Copies::parse(&many).heap().map(<[_]>::len), Some(MAX_PARTS));
        let stack = raw((1, 3), STACK, &[(1, 1, 1)], &[1]);
        for length in 0..stack.len() {
            assert!(Copies::parse(&stack[..length]).stack().iter().all(|part| part.bytes.is_empty()));
        }
    }
}
