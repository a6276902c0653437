//! The target's instructions, a few bytes at a time: what lets a frame without
//! unwind information be left without inventing its caller.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use crate::files::source::Source;
use crate::process::memory::Memory;
use crate::types::arch::Arch;

/// Return addresses remembered as checked.
const CHECKED: usize = 1024;
/// Bytes before a return address that a call instruction may take.
const CALL_BYTES: usize = 8;
/// Instructions between the return of a thread's first function and the end of the thread.
const ENDING_BYTES: usize = 16;

/// A file that was mapped as code, opened while it was.
pub(crate) struct CodeFile {
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// Of `start` in the file.
    pub(crate) offset: u64,
    pub(crate) source: Rc<Source>,
    /// What distinguished it from others when it was opened.
    pub(crate) identity: String,
}

pub(crate) struct Code {
    arch: Arch,
    memory: Arc<Memory>,
    /// By address. Read when the memory is gone: a process that has ended has none, but its last samples are still to come.
    files: Vec<CodeFile>,
    /// Whether something could be read in neither.
    has_missed: Cell<bool>,
    checked: Vec<u64>,
}

impl Code {
    pub(crate) fn new(arch: Arch, memory: Arc<Memory>) -> Code {
        Code { arch, memory, files: Vec::new(), has_missed: Cell::new(false), checked: Vec::new() }
    }

    /// Replaces the files that may be read for the memory.
    pub(crate) fn set_files(&mut self, mut files: Vec<CodeFile>) {
        files.sort_unstable_by_key(|file| file.start);
        self.files = files;
    }

    /// Whether code was asked for that could not be read, since this was asked last.
    pub(crate) fn take_missed(&self) -> bool {
        self.has_missed.take()
    }

    /// Whose instructions these are.
    pub(crate) fn arch(&self) -> Arch {
        self.arch
    }

    /// Reads instructions; the count is 0 when neither the memory can be read nor the file that was mapped there.
    pub(crate) fn read(&self, address: u64, out: &mut [u8]) -> usize {
        let count = match self.memory.read_at(address, out) {
            0 => self.read_file(address, out),
            count => count,
        };
        if count == 0 {
            self.has_missed.set(true);
        }
        count
    }

    /// What was mapped at an address, as long as the file was not changed since. What the process wrote over its own code
    /// is not in it.
    fn read_file(&self, address: u64, out: &mut [u8]) -> usize {
        let behind = self.files.partition_point(|file| file.start <= address);
        let file = behind.checked_sub(1).map(|at| &self.files[at]).filter(|file| address < file.end);
        let Some(file) = file.filter(|file| file.source.identity().as_ref() == Some(&file.identity)) else { return 0 };
        let (into, rest) = (address - file.start, file.end - address);
        let count = usize::try_from(rest).map_or(out.len(), |rest| rest.min(out.len()));
        file.source.read_at(file.offset.saturating_add(into), &mut out[..count])
    }

    /// Whether the instruction before `address` is a call. Checked once per
    /// address: code that changes under a sample costs a frame, not soundness
    /// of the others.
    pub(crate) fn follows_call(&mut self, address: u64) -> bool {
        if self.checked.is_empty() {
            self.checked = vec![0; CHECKED];
        }
        let slot = (address.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % CHECKED;
        if self.checked[slot] == address && address != 0 {
            return true;
        }
        let Some(before) = address.checked_sub(CALL_BYTES as u64) else {
            return false;
        };
        let mut bytes = [0; CALL_BYTES];
        let is_call = self.read(before, &mut bytes) == CALL_BYTES && ends_in_call(self.arch, bytes);
        if is_call {
            self.checked[slot] = address;
        }
        is_call
    }

    /// Where the function begins that the call before `address` calls, if it says so itself.
    pub(crate) fn called_before(&self, address: u64) -> Option<u64> {
        let mut bytes = [0; 5];
        let wanted = match self.arch {
            Arch::X86_64 => &mut bytes[..],
            Arch::Aarch64 => &mut bytes[1..],
        };
        (self.read(address.checked_sub(wanted.len() as u64)?, wanted) == wanted.len()).then_some(())?;
        let [first, a, b, c, d] = bytes;
        let word = i32::from_le_bytes([a, b, c, d]);
        match self.arch {
            Arch::X86_64 => (first == 0xe8).then(|| address.wrapping_add_signed(word.into())),
            Arch::Aarch64 => {
                // BL: words, in 26 bits with a sign.
                let distance = i64::from(word << 6 >> 4);
                (word >> 26 == -0b1_1011).then(|| address.wrapping_sub(4).wrapping_add_signed(distance))
            }
        }
    }

    /// Whether the thread ends at `address`, or a few instructions behind it: by the call that a C library makes where a
    /// thread's first function returns to.
    pub(crate) fn ends_thread(&self, address: u64) -> bool {
        let mut bytes = [0; ENDING_BYTES];
        let read = self.read(address, &mut bytes);
        let is_there = |call: &[u8]| bytes[..read].windows(call.len()).any(|window| window == call);
        match self.arch {
            // mov $60, %al or %eax; syscall
            Arch::X86_64 => is_there(&[0xb0, 0x3c, 0x0f, 0x05]) || is_there(&[0xb8, 0x3c, 0, 0, 0, 0x0f, 0x05]),
            // mov x8, #93; svc #0
            Arch::Aarch64 => is_there(&[0xa8, 0x0b, 0x80, 0xd2, 0x01, 0, 0, 0xd4]),
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let identities: usize = self.files.iter().map(|file| file.identity.capacity()).sum();
        self.checked.capacity() * 8 + self.files.capacity() * size_of::<CodeFile>() + identities
    }
}

/// Whether the bytes end in a call instruction.
fn ends_in_call(arch: Arch, bytes: [u8; CALL_BYTES]) -> bool {
    match arch {
        Arch::X86_64 => {
            // ff /2 with 0 to 5 bytes of index, displacement after its ModRM byte; or e8 and four bytes.
            let indirect = |length: usize| bytes[8 - length] == 0xff && bytes[9 - length] >> 3 & 7 == 2;
            bytes[3] == 0xe8 || [2, 3, 4, 6, 7].into_iter().any(indirect)
        }
        Arch::Aarch64 => {
            let [.., a, b, c, d] = bytes;
            let word = u32::from_le_bytes([a, b, c, d]);
            // BL; BLR; BLRAA and its kin.
            word >> 26 == 0b10_0101 || word & 0xffff_fc1f == 0xd63f_0000 || word & 0xfeff_f800 == 0xd63f_0800
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x86(code: &[u8]) -> bool {
        let mut bytes = [0x90; CALL_BYTES];
        bytes[CALL_BYTES - code.len()..].copy_from_slice(code);
        ends_in_call(Arch::X86_64, bytes)
    }

    #[test]
    fn every_form_of_call_is_known() {
        for call in [
            &[0xe8, 1, 2, 3, 4][..],
            &[0xff, 0xd0],
            &[0x41, 0xff, 0xd3],
            &[0xff, 0x50, 8],
            &[0xff, 0x54, 0x24, 8],
            &[0xff, 0x15, 1, 2, 3, 4],
            &[0xff, 0x94, 0x24, 0, 1, 0, 0],
        ] {
            assert!(x86(call), "{call:x?}");
        }
        for other in [&[0xe9, 1, 2, 3, 4][..], &[0xff, 0xe0], &[0xc3], &[0x90; 8]] {
            assert!(!x86(other), "{other:x?}");
        }
        for (word, expected) in [(0x9400_0001, true), (0xd63f_0020, true), (0xd63f_0bff, true), (0xd61f_0020, false)] {
            let [a, b, c, d] = u32::to_le_bytes(word);
            assert_eq!(ends_in_call(Arch::Aarch64, [0, 0, 0, 0, a, b, c, d]), expected, "{word:x}");
        }
    }

    #[test]
    fn a_call_says_what_it_calls_and_an_end_is_known() {
        let code = |arch: Arch, bytes: &[u8]| {
            let path = std::env::temp_dir().join(format!("stacks-code-{}-{}", std::process::id(), bytes.len()));
            std::fs::write(&path, bytes).unwrap();
            let memory = Memory::new(Some(std::fs::File::open(&path).unwrap()));
            std::fs::remove_file(path).unwrap();
            Code::new(arch, Arc::new(memory))
        };
        let mut x86 = vec![0x90; 64];
        x86[0x20..0x25].copy_from_slice(&[0xe8, 0xe8, 0xff, 0xff, 0xff]);
        x86[0x30..0x38].copy_from_slice(&[0x89, 0xc7, 0x31, 0xc0, 0xb0, 0x3c, 0x0f, 0x05]);
        let x86 = code(Arch::X86_64, &x86);
        assert_eq!([x86.called_before(0x25), x86.called_before(0x20)], [Some(0x0d), None]);
        assert_eq!([x86.ends_thread(0x30), x86.ends_thread(0)], [true, false]);
        let mut arm = vec![0; 72];
        arm[0x20..0x24].copy_from_slice(&0x97ff_fffe_u32.to_le_bytes());
        arm[0x30..0x38].copy_from_slice(&[0xa8, 0x0b, 0x80, 0xd2, 0x01, 0, 0, 0xd4]);
        let arm = code(Arch::Aarch64, &arm);
        assert_eq!([arm.called_before(0x24), arm.called_before(0x20)], [Some(0x18), None]);
        assert_eq!([arm.ends_thread(0x2c), arm.ends_thread(8)], [true, false]);
    }

    #[test]
    fn the_mapped_file_is_read_where_the_memory_is_gone_unless_it_was_changed() {
        let path = std::env::temp_dir().join(format!("stacks-code-file-{}", std::process::id()));
        std::fs::write(&path, [[0x90; 3].as_slice(), &[0xe8, 1, 2, 3, 4]].concat()).unwrap();
        let source = Rc::new(Source::file(std::fs::File::open(&path).unwrap()));
        let file = CodeFile {
            start: 0x1000,
            end: 0x1006,
            offset: 2,
            identity: source.identity().unwrap(),
            source: Rc::clone(&source),
        };
        let mut code = Code::new(Arch::X86_64, Arc::new(Memory::new(None)));
        assert!(!code.follows_call(0x1006));
        code.set_files(vec![file]);
        let read = |address: u64| {
            let mut bytes = [0; 8];
            let count = code.read(address, &mut bytes);
            bytes[..count].to_vec()
        };
        assert_eq!(read(0x1000), [0x90, 0xe8, 1, 2, 3, 4]);
        assert_eq!((read(0x1004), read(0x1006), read(0xfff)), (vec![3, 4], Vec::new(), Vec::new()));
        std::fs::write(&path, [0x90; 9]).unwrap();
        assert_eq!(read(0x1000), [0; 0]);
        std::fs::remove_file(path).unwrap();
    }
}
