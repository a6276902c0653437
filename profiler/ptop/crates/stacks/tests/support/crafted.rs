//! Small ELF files written byte by byte, and a directory that plays
//! `/proc/<pid>`: what no compiler emits, on any architecture.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Run-time address at which crafted files are mapped.
pub(crate) const BASE: u64 = 0x7f00_0000_0000;
/// Link-time address of the code, and its offset in the file.
pub(crate) const CODE: u64 = 0x1000;
const UNWIND: u64 = 0x4000;
const CODE_BYTES: u64 = UNWIND - CODE;

/// One function with its unwind program.
pub(crate) struct Function {
    /// Offset in the code.
    pub(crate) start: u64,
    pub(crate) bytes: u64,
    pub(crate) program: Vec<u8>,
}

/// What a crafted file holds.
pub(crate) struct Crafted {
    pub(crate) machine: u16,
    pub(crate) augmentation: &'static [u8],
    /// Common program, with its return column before it.
    pub(crate) return_register: u8,
    pub(crate) common: Vec<u8>,
    pub(crate) functions: Vec<Function>,
    /// Entry point as a link-time address.
    pub(crate) entry: u64,
}

impl Crafted {
    /// The file: header, segments, code (zeros), then `.eh_frame_hdr` and `.eh_frame`.
    pub(crate) fn file(&self) -> Vec<u8> {
        let frames_at = UNWIND + 12 + 8 * self.functions.len() as u64;
        let (frames, table) = self.frames(frames_at);
        let mut unwind = vec![1, 0x1b, 0x03, 0x3b];
        unwind.extend((frames_at as i64 - UNWIND as i64 - 4).to_le_bytes()[..4].iter());
        unwind.extend((table.len() as u32).to_le_bytes());
        for (start, entry) in table {
            unwind.extend((start.wrapping_sub(UNWIND) as u32).to_le_bytes());
            unwind.extend((entry.wrapping_sub(UNWIND) as u32).to_le_bytes());
        }
        let header_bytes = unwind.len() as u64;
        unwind.extend(frames);
        let mut file = self.header(3);
        file.extend(segment(1, 5, CODE, CODE_BYTES));
        file.extend(segment(1, 4, UNWIND, unwind.len() as u64));
        file.extend(segment(0x6474_e550, 4, UNWIND, header_bytes));
        file.resize(UNWIND as usize, 0);
        file.extend(unwind);
        file
    }

    fn header(&self, segments: u16) -> Vec<u8> {
        let mut header = b"\x7fELF\x02\x01\x01".to_vec();
        header.resize(16, 0);
        header.extend(3_u16.to_le_bytes());
        header.extend(self.machine.to_le_bytes());
        header.extend(1_u32.to_le_bytes());
        for word in [self.entry, 64, 0] {
            header.extend(word.to_le_bytes());
        }
        header.extend(0_u32.to_le_bytes());
        for half in [64, 56, segments, 64, 0, 0] {
            header.extend(half.to_le_bytes());
        }
        header
    }

    /// `.eh_frame`, and each function's start with its entry's address.
    fn frames(&self, at: u64) -> (Vec<u8>, Vec<(u64, u64)>) {
        let mut common = vec![0, 0, 0, 0, 1];
        common.extend(self.augmentation);
        // Code alignment 1, data alignment -8, return column; encoding: relative, four signed bytes.
        common.extend([0, 1, 0x78, self.return_register, 1, 0x1b]);
        common.extend(&self.common);
        let mut frames = entry(common);
        let mut table = Vec::new();
        for function in &self.functions {
            let address = at + frames.len() as u64;
            let mut body = ((address + 4 - at) as u32).to_le_bytes().to_vec();
            let start = CODE + function.start;
            body.extend((start.wrapping_sub(address + 8) as u32).to_le_bytes());
            body.extend((function.bytes as u32).to_le_bytes());
            body.push(0);
            body.extend(&function.program);
            frames.extend(entry(body));
            table.push((start, address));
        }
        frames.extend([0; 4]);
        (frames, table)
    }
}

fn entry(mut body: Vec<u8>) -> Vec<u8> {
    body.resize(body.len().next_multiple_of(8) + 4, 0);
    let mut entry = (body.len() as u32).to_le_bytes().to_vec();
    entry.extend(body);
    entry
}

fn segment(kind: u32, flags: u32, at: u64, bytes: u64) -> Vec<u8> {
    let mut segment = kind.to_le_bytes().to_vec();
    segment.extend(flags.to_le_bytes());
    for word in [at, at, at, bytes, bytes, 0x1000] {
        segment.extend(word.to_le_bytes());
    }
    segment
}

/// Writes `file` and a directory that presents it as mapped at [`BASE`].
pub(crate) fn stand_in(directory: &Path, file: &[u8], more_maps: &str) -> PathBuf {
    let process = directory.join("process");
    if !process.exists() {
        std::fs::create_dir(&process).unwrap();
        std::os::unix::fs::symlink("/", process.join("root")).unwrap();
    }
    let path = directory.join("crafted.so");
    std::fs::write(&path, file).unwrap();
    let inode = std::fs::metadata(&path).unwrap().ino();
    let (start, end) = (BASE + CODE, BASE + CODE + CODE_BYTES);
    let maps = format!("{start:x}-{end:x} r-xp {CODE:08x} 00:00 {inode} {}\n{more_maps}", path.display());
    // As the kernel does; an emulation has no other way to open what is mapped.
    let links = process.join("map_files");
    std::fs::create_dir_all(&links).unwrap();
    let link = links.join(format!("{start:x}-{end:x}"));
    if !link.exists() {
        std::os::unix::fs::symlink(&path, link).unwrap();
    }
    std::fs::write(process.join("maps"), maps).unwrap();
    process
}

/// Numbers that look random and are the same each time, so that a failure repeats: xorshift64*.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below another, of at most 31 bits.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        (self.next() >> 33) as usize % most.max(1)
    }
}
