//! A process whose memory lies: a stopped one, words of which are overwritten and put back.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::process::Command;

use super::crafted::Random;
use super::{is_stopped, run};

impl Random {
    /// A word that breaks arithmetic more often than a random one; or a pointer to where `word` points nearby.
    pub(crate) fn instead_of(&mut self, word: u64) -> u64 {
        match self.below(8) {
            0 => 0,
            1 => u64::MAX - self.below(16) as u64,
            2 => 1 << self.below(64),
            3 => i64::MAX as u64 - self.below(4096) as u64,
            4 => word ^ 1 << self.below(32),
            5 => word.wrapping_add(8 * self.below(64) as u64).wrapping_sub(256),
            6 => (self.below(256) | self.below(256) << 32) as u64,
            _ => self.next(),
        }
    }
}

/// Memory that was overwritten, put back when dropped.
pub(crate) struct Overwritten<'a> {
    memory: &'a File,
    before: Vec<(u64, u64)>,
}

impl<'a> Overwritten<'a> {
    /// Of nothing yet.
    pub(crate) fn new(memory: &'a File) -> Overwritten<'a> {
        Overwritten { memory, before: Vec::new() }
    }

    fn word(&self, address: u64) -> Option<u64> {
        let mut bytes = [0; 8];
        self.memory.read_exact_at(&mut bytes, address).ok()?;
        Some(u64::from_le_bytes(bytes))
    }

    /// Overwrites the word at an address, or one that it points to.
    pub(crate) fn overwrite(&mut self, address: u64, random: &mut Random) {
        let mut address = address & !7;
        for _ in 0..random.below(4) {
            let pointed = self.word(address).map(|word| (word & !7).wrapping_add(8 * random.below(24) as u64));
            address = pointed.filter(|at| self.word(*at).is_some()).unwrap_or(address);
        }
        self.overwrite_at(address, random);
    }

    /// Overwrites the word at this address, which need not be a multiple of its size.
    pub(crate) fn overwrite_at(&mut self, address: u64, random: &mut Random) {
        let Some(word) = self.word(address) else { return };
        let new = random.instead_of(word);
        if self.memory.write_all_at(&new.to_le_bytes(), address).is_ok() {
            self.before.push((address, word));
        }
    }
}

impl Drop for Overwritten<'_> {
    fn drop(&mut self) {
        for (address, word) in self.before.drain(..).rev() {
            self.memory.write_all_at(&word.to_le_bytes(), address).unwrap();
        }
    }
}

/// Overwrites some of a sample's registers and words of its stack, and cuts that off now and then.
pub(crate) fn mutate(values: &mut [u64], stack: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..random.below(4) {
        let at = random.below(values.len());
        values[at] = random.instead_of(values[at]);
    }
    for _ in 0..random.below(6) {
        let at = random.below(stack.len().min(1024) / 8) * 8;
        let word = u64::from_le_bytes(stack[at..at + 8].try_into().unwrap());
        stack[at..at + 8].copy_from_slice(&random.instead_of(word).to_le_bytes());
    }
    if random.below(4) == 0 {
        stack.truncate(random.below(2048));
    }
}

pub(crate) fn stop(pid: u32) {
    run(Command::new("kill").arg("-STOP").arg(pid.to_string()));
    // Each thread stops when it comes to it.
    while !is_stopped(pid) {
        std::thread::yield_now();
    }
}
