//! Memory that the tests make: a file that plays the target's.

use std::fs::File;
use std::os::unix::fs::FileExt;

use crate::process::memory::Memory;

/// Where things are put.
pub(super) const FIRST: u64 = 0x10_0000;

pub(super) struct Made {
    file: File,
    pub(super) next: u64,
}

impl Made {
    pub(super) fn new() -> Made {
        static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("stacks-dotnet-{}-{number}", std::process::id()));
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&path).unwrap();
        std::fs::remove_file(path).unwrap();
        Made { file, next: FIRST }
    }

    pub(super) fn write(&self, address: u64, bytes: &[u8]) {
        self.file.write_all_at(bytes, address).unwrap();
    }

    /// Puts bytes at the next place, with room behind them.
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> u64 {
        let at = self.next;
        self.write(at, bytes);
        self.write(at + bytes.len() as u64, &[0; 64]);
        self.next = (at + bytes.len() as u64 + 64).next_multiple_of(64);
        at
    }

    pub(super) fn words(&mut self, words: &[u64]) -> u64 {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.bytes(&bytes)
    }

    pub(super) fn words32(&mut self, words: &[u32]) -> u64 {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.bytes(&bytes)
    }

    pub(super) fn memory(&self) -> Memory {
        Memory::new(Some(self.file.try_clone().unwrap()))
    }
}
