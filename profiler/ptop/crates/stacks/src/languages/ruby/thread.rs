//! Where each thread keeps the pointer to its state, which the library does not export: a small function that it exports in
//! every version, `rb_errinfo`, begins with reading it, and says so in one of the ways that compilers have.

use crate::languages::c_library::needs_musl;
use crate::languages::copied::FramesStart;
use crate::languages::runtime::Opening;
use crate::modules::lookup;
use crate::types::arch::Arch;

/// The pointer itself where all threads share it (2.7), and a function that reads it.
const SHARED: &str = "ruby_current_execution_context_ptr";
const READER: &str = "rb_errinfo";
/// Bytes of that function that are read.
const READER_BYTES: usize = 40;
/// Thread's variables that are found at once lie below its pointer, so far at most.
const MOST_BELOW: i64 = 1 << 24;
/// Where the C library has the pointer to the table of all files' variables, from the thread's pointer.
const TABLE: i32 = 8;
/// Files with such variables.
const MOST_FILES: u64 = 1 << 16;
/// Bytes of a place in the table: in glibc, and in musl.
const PLACE_BYTES: [u32; 2] = [16, 8];

const UNKNOWN: &str = "where its threads keep their frames is not known";

/// Finds it. The error is a text for people.
pub(super) fn find(opening: &Opening<'_>) -> Result<FramesStart, String> {
    let found = lookup::find(opening.module, &[SHARED, READER], opening.limits);
    let at = |number: usize| found[number].map(|symbol: lookup::Found| symbol.address.wrapping_add(opening.bias));
    if let Some(shared) = at(0) {
        return Ok(FramesStart::At(shared));
    }
    let reader = at(1).filter(|_| Arch::NATIVE == Arch::X86_64).ok_or(UNKNOWN)?;
    let mut code = [0; READER_BYTES];
    opening.memory.read_exact(reader, &mut code).ok_or(UNKNOWN)?;
    let start = match reading_of(&code, reader).ok_or(UNKNOWN)? {
        Way::Offset(offset) => FramesStart::Thread(offset),
        Way::OffsetAt(address) => {
            let offset = opening.memory.u64(address).ok_or(UNKNOWN)?;
            FramesStart::Thread(i64::from_ne_bytes(offset.to_ne_bytes()))
        }
        Way::Pair(address) => {
            let file = opening.memory.u64(address).filter(|file| (1..MOST_FILES).contains(file)).ok_or(UNKNOWN)?;
            let offset = opening.memory.u64(address.wrapping_add(8)).and_then(|offset| u32::try_from(offset).ok());
            let place = PLACE_BYTES[usize::from(needs_musl(opening))];
            FramesStart::Variable { table: TABLE, slot: file as u32 * place, offset: offset.ok_or(UNKNOWN)? }
        }
    };
    match start {
        FramesStart::Thread(offset) if !(-MOST_BELOW..0).contains(&offset) => Err(UNKNOWN.to_owned()),
        start => Ok(start),
    }
}

/// How code finds a variable of the running thread.
#[derive(Debug, PartialEq, Eq)]
enum Way {
    /// So far from the thread's pointer.
    Offset(i64),
    /// That is in memory.
    OffsetAt(u64),
    /// By the number of its file and its place there, which are in memory.
    Pair(u64),
}

/// The first variable of a thread that code on x86-64 reads, as the processor supplement of the ABI has it.
fn reading_of(code: &[u8], address: u64) -> Option<Way> {
    let signed = |at: usize| Some(i32::from_le_bytes(code.get(at..at + 4)?.try_into().ok()?));
    let relative = |at: usize| Some(address.wrapping_add(at as u64 + 4).wrapping_add_signed(signed(at)?.into()));
    let follows = |at: usize, bytes: &[u8]| code.get(at..).is_some_and(|rest| rest.starts_with(bytes));
    (0..code.len()).find_map(|at| {
        // lea pair(%rip), %rdi with the prefix that only this use of it has; then the call.
        if follows(at, &[0x66, 0x48, 0x8d, 0x3d]) {
            return Some(Way::Pair(relative(at + 4)?));
        }
        // mov %fs:offset, %rax; with 0 as offset the pointer itself, and lea offset(%rax), %rax behind it.
        if follows(at, &[0x64, 0x48, 0x8b, 0x04, 0x25]) {
            return match signed(at + 5)? {
                0 if follows(at + 9, &[0x48, 0x8d, 0x80]) => Some(Way::Offset(signed(at + 12)?.into())),
                0 if follows(at + 9, &[0x48, 0x03, 0x05]) => Some(Way::OffsetAt(relative(at + 12)?)),
                offset => Some(Way::Offset(offset.into())),
            };
        }
        // mov $offset, %rax; mov %fs:(%rax), %rax.
        if follows(at, &[0x48, 0xc7, 0xc0]) && follows(at + 7, &[0x64, 0x48, 0x8b, 0x00]) {
            return Some(Way::Offset(signed(at + 3)?.into()));
        }
        // mov place(%rip), %rax; mov %fs:(%rax), %rax.
        if follows(at, &[0x48, 0x8b, 0x05]) && follows(at + 7, &[0x64, 0x48, 0x8b, 0x00]) {
            return Some(Way::OffsetAt(relative(at + 3)?));
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::{Way, reading_of};

    #[test]
    fn each_way_of_a_compiler_is_understood() {
        let ways: [(&[u8], Way); 5] = [
            // Of a library: lea 0x10(%rip), %rdi; call __tls_get_addr.
            (&[0x48, 0x83, 0xec, 8, 0x66, 0x48, 0x8d, 0x3d, 0x10, 0, 0, 0], Way::Pair(0x101c)),
            // Of a program.
            (&[0x64, 0x48, 0x8b, 0x04, 0x25, 0xf8, 0xff, 0xff, 0xff], Way::Offset(-8)),
            (&[0x48, 0xc7, 0xc0, 0xf0, 0xff, 0xff, 0xff, 0x64, 0x48, 0x8b, 0x00], Way::Offset(-16)),
            (&[0x48, 0x8b, 0x05, 1, 0, 0, 0, 0x64, 0x48, 0x8b, 0x00], Way::OffsetAt(0x1008)),
            (&[0x64, 0x48, 0x8b, 0x04, 0x25, 0, 0, 0, 0, 0x48, 0x8d, 0x80, 0xe8, 0xff, 0xff, 0xff], Way::Offset(-24)),
        ];
        for (code, way) in ways {
            assert_eq!(reading_of(code, 0x1000), Some(way));
        }
        for length in 0..ways_bytes().len() {
            assert_eq!(reading_of(&ways_bytes()[..length], 0), None, "{length}");
        }
    }

    /// All but what makes the first way one.
    fn ways_bytes() -> [u8; 7] {
        [0x66, 0x48, 0x8d, 0x3d, 1, 2, 3]
    }
}
