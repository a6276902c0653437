//! What methods and classes refer to: bytecodes, and the texts of constant pools.

use super::layout::Layout;
use crate::process::memory::Memory;

/// Bytes of one class's or method's name read.
const NAME_BYTES: usize = 1024;

/// Where the bytecodes of a method start and end.
pub(super) fn bytecodes(method: u64, layout: &Layout, memory: &Memory) -> Option<(u64, u64)> {
    bytecodes_of(layout.const_method.at(memory, method)? as u64, layout, memory)
}

/// As [`bytecodes`], by what a method keeps unchanged.
pub(super) fn bytecodes_of(constant: u64, layout: &Layout, memory: &Memory) -> Option<(u64, u64)> {
    let start = constant.checked_add(layout.const_method_bytes)?;
    let bytes = u64::try_from(layout.code_bytes.at(memory, constant)?).ok()?;
    Some((start, start.checked_add(bytes)?))
}

/// The text that a pool has at an index.
pub(super) fn text_of(pool: u64, index: i64, most: usize, layout: &Layout, memory: &Memory) -> Option<String> {
    if !(1..layout.pool_count.at(memory, pool)?).contains(&index) {
        return None;
    }
    let slot = pool.checked_add(layout.pool_bytes)?.checked_add(8 * index as u64)?;
    text(memory.u64(slot)?, most, layout, memory)
}

/// As [`text_of`], of a name.
pub(super) fn name_of(pool: u64, index: i64, layout: &Layout, memory: &Memory) -> Option<String> {
    text_of(pool, index, NAME_BYTES, layout, memory)
}

/// The name of a class as the machine has it.
pub(super) fn class_name(class: u64, layout: &Layout, memory: &Memory) -> Option<String> {
    text(layout.class_name.at(memory, class)? as u64, NAME_BYTES, layout, memory)
}

fn text(symbol: u64, most: usize, layout: &Layout, memory: &Memory) -> Option<String> {
    let bytes = usize::try_from(layout.symbol_bytes.at(memory, symbol)?).ok()?;
    memory.utf8(symbol.checked_add(layout.symbol_text as u64)?, bytes, most)
}
