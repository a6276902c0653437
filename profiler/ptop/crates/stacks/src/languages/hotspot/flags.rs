//! Flags that the machine was started with. It lists them for debuggers: `JVMFlag::flags` is a table of
//! `JVMFlag::numFlags` rows, each with `_name` and `_addr`, the address of the value (`OpenJDK` 11 to 25,
//! `hotspot/share/runtime/vmStructs.cpp`).

use super::tables::{Field, Tables};
use crate::process::memory::Memory;

/// What is asked of the machine's tables.
pub(super) const WANTED: [(&str, &str); 4] =
    [("JVMFlag", "flags"), ("JVMFlag", "numFlags"), ("JVMFlag", "_name"), ("JVMFlag", "_addr")];
/// The type of a row, whose size is asked for too.
pub(super) const ROW: &str = "JVMFlag";

/// Rows believed; real tables have about 1500.
const ROWS: u64 = 8192;
/// Longest row believed; real ones have at most 40 bytes.
const ROW_BYTES: u64 = 128;
/// Longest name of a flag read.
const NAME_BYTES: usize = 96;

/// Where the machine has its flags.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flags {
    /// Addresses of the pointer to the rows, and of their number.
    table: u64,
    count: u64,
    row_bytes: u64,
    name: Field,
    value: Field,
}

impl Flags {
    /// `None` for a version that does not list them.
    pub(super) fn of(tables: &Tables) -> Option<Flags> {
        let row_bytes = tables.size(ROW).ok().filter(|bytes| (1..=ROW_BYTES).contains(bytes))?;
        Some(Flags {
            table: tables.static_field(ROW, "flags").ok()?,
            count: tables.static_field(ROW, "numFlags").ok()?,
            row_bytes,
            name: tables.field(ROW, "_name").ok()?,
            value: tables.field(ROW, "_addr").ok()?,
        })
    }

    /// Whether a flag that is on or off is on; `None` when there is none of that name.
    pub(super) fn is_on(&self, name: &str, memory: &Memory) -> Option<bool> {
        let count = memory.u64(self.count).filter(|count| *count <= ROWS)?;
        let bytes = usize::try_from(count * self.row_bytes).ok()?;
        let rows = memory.bytes(memory.u64(self.table)?, bytes, bytes)?;
        let is_wanted = |row: &&[u8]| {
            let found = self.name.of(row).and_then(|at| memory.c_string(at as u64, NAME_BYTES));
            found.is_some_and(|found| found == name)
        };
        let row = rows.chunks_exact(self.row_bytes as usize).find(is_wanted)?;
        memory.u8(self.value.of(row)? as u64).map(|value| value != 0)
    }
}
