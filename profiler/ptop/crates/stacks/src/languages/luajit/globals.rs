//! What all threads of Lua share, `global_State`, by what leads to it.

use std::collections::HashMap;

use super::layout::{DISPATCH_PLACES, KIND, global, kind, thread};
use crate::process::memory::Memory;

/// Registers of which it is known what they point to.
const MOST_DISPATCHES: usize = 64;

/// Those of one moment.
#[derive(Default)]
pub(super) struct Globals {
    /// By what points to the table of instructions, the `global_State` it is of, if it is of one.
    dispatches: HashMap<u64, Option<u64>>,
    threads: HashMap<u64, Option<u64>>,
}

impl Globals {
    /// Of a thread of Lua. `None` where the address is not that of one.
    pub(super) fn of_thread(&mut self, address: u64, memory: &Memory) -> Option<u64> {
        *self.threads.entry(address).or_insert_with(|| shared_of(address, memory))
    }

    /// To whose table of instructions the register points that always does.
    pub(super) fn by_dispatch(&mut self, dispatch: u64, memory: &Memory) -> Option<u64> {
        if self.dispatches.len() >= MOST_DISPATCHES {
            self.dispatches.clear();
        }
        *self.dispatches.entry(dispatch).or_insert_with(|| {
            DISPATCH_PLACES.step_by(8).find_map(|place| {
                let shared = dispatch.checked_sub(place).filter(|shared| shared % 8 == 0)?;
                let main = memory.u64(shared.wrapping_add(global::MAIN_THREAD))?;
                (memory.u64(main.wrapping_add(thread::GLOBAL))? == shared).then_some(())?;
                (shared_of(main, memory)? == shared).then_some(shared)
            })
        })
    }
}

/// That of the thread of Lua at an address, if one is there.
fn shared_of(address: u64, memory: &Memory) -> Option<u64> {
    let is_thread = |address: u64| memory.u8(address.wrapping_add(KIND as u64)) == Some(kind::THREAD);
    if address == 0 || address % 8 != 0 || !is_thread(address) {
        return None;
    }
    let shared = memory.u64(address.wrapping_add(thread::GLOBAL))?;
    let main = memory.u64(shared.wrapping_add(global::MAIN_THREAD))?;
    let is_shared = memory.u64(main.wrapping_add(thread::GLOBAL)) == Some(shared);
    (is_shared && is_thread(main)).then_some(shared)
}
