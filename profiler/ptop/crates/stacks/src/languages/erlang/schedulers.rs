//! Schedulers whose structure is known, because a stack led to it: while a process runs, a register has the address of
//! its scheduler's registers, the process has that of the scheduler, and the scheduler again that of its registers.

use super::layout::{Layout, SCHEDULER_DIRTY_NUMBER, SCHEDULER_REGISTERS};
use crate::languages::copied::KnownThread;
use crate::process::memory::Memory;

/// Schedulers known, several times as many as a machine has processors.
const MOST: usize = 1024;
/// Bytes of one in an array.
const MOST_BYTES: u64 = 16 * 1024;

#[derive(Default)]
pub(super) struct Schedulers {
    /// Sorted by their ids.
    known: Vec<KnownThread>,
}

impl Schedulers {
    /// Takes note of the one that runs a process, if it can be found.
    pub(super) fn learn(&mut self, thread: u32, (process, registers): (u64, u64), layout: &Layout, memory: &Memory) {
        let Err(at) = self.known.binary_search_by_key(&thread, |known| known.id) else { return };
        if thread == 0 || self.known.len() >= MOST {
            return;
        }
        let scheduler = memory.u64(process.wrapping_add(layout.process_scheduler)).filter(|address| *address != 0);
        let Some(scheduler) = scheduler else { return };
        if memory.u64(scheduler.wrapping_add(SCHEDULER_REGISTERS)) == Some(registers) {
            self.known.insert(at, KnownThread { id: thread, address: scheduler });
        }
    }

    /// Takes note of a scheduler that runs native code only, if it is one of an array of them: it says which.
    pub(super) fn learn_dirty(&mut self, thread: u32, scheduler: u64, arrays: &[u64], memory: &Memory) {
        let Err(at) = self.known.binary_search_by_key(&thread, |known| known.id) else { return };
        if thread == 0 || self.known.len() >= MOST {
            return;
        }
        let is_there = |array: &u64| {
            let distance = scheduler.checked_sub(*array).filter(|distance| *distance <= MOST as u64 * MOST_BYTES)?;
            let number = memory.u64(scheduler.wrapping_add(SCHEDULER_DIRTY_NUMBER))?.checked_sub(1)?;
            let bytes = distance.checked_div(number);
            let is_it = match bytes {
                Some(bytes) => bytes * number == distance && bytes % 64 == 0 && bytes > SCHEDULER_DIRTY_NUMBER,
                None => distance == 0,
            };
            is_it.then_some(())
        };
        if arrays.iter().any(|array| is_there(array).is_some()) {
            self.known.insert(at, KnownThread { id: thread, address: scheduler });
        }
    }

    pub(super) fn known(&self) -> &[KnownThread] {
        &self.known
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.known.capacity() * size_of::<KnownThread>()
    }
}
