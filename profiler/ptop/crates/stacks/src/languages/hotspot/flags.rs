//! Flags that the machine was started with. It lists them for debuggers: `JVMFlag::flags` is a table of
//! `JVMFlag::numFlags` rows, each with `_name`, `_addr`, the address of the value, and `_flags`, of which the lowest bits
//! say who set it (`OpenJDK` 11 to 25, `hotspot/share/runtime/vmStructs.cpp` and `JVMFlag` beside it).

use super::tables::{Field, Tables};
use crate::process::memory::Memory;

/// What is asked of the machine's tables.
pub(super) const WANTED: [(&str, &str); 5] =
    [("JVMFlag", "flags"), ("JVMFlag", "numFlags"), ("JVMFlag", "_name"), ("JVMFlag", "_addr"), ("JVMFlag", "_flags")];
/// The type of a row, whose size is asked for too.
pub(super) const ROW: &str = "JVMFlag";

/// Rows believed; real tables have about 1500.
const ROWS: u64 = 8192;
/// Longest row believed; real ones have at most 40 bytes.
const ROW_BYTES: u64 = 128;
/// Longest name of a flag read.
const NAME_BYTES: usize = 96;
/// The bits that say who set a flag, and whom of these a person told before the machine started: the command line, the
/// environment, a file of flags, the image of the runtime.
const ORIGIN: u8 = 15;
const TOLD: [u8; 4] = [1, 2, 3, 8];

/// Where the machine has its flags.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flags {
    /// Addresses of the pointer to the rows, and of their number.
    table: u64,
    count: u64,
    row_bytes: u64,
    name: Field,
    value: Field,
    origin: Field,
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
            origin: tables.field(ROW, "_flags").ok()?,
        })
    }

    /// Whether the machine was started with a flag on; `None` when there is none of that name. Profilers that are loaded
    /// into a machine turn flags on in its memory, and what it compiled before does not know of that.
    pub(super) fn was_on(&self, name: &str, memory: &Memory) -> Option<bool> {
        let count = memory.u64(self.count).filter(|count| *count <= ROWS)?;
        let bytes = usize::try_from(count * self.row_bytes).ok()?;
        let rows = memory.bytes(memory.u64(self.table)?, bytes, bytes)?;
        let is_wanted = |row: &&[u8]| {
            let found = self.name.of(row).and_then(|at| memory.c_string(at as u64, NAME_BYTES));
            found.is_some_and(|found| found == name)
        };
        let row = rows.chunks_exact(self.row_bytes as usize).find(is_wanted)?;
        let origin = row.get(self.origin.offset)? & ORIGIN;
        memory.u8(self.value.of(row)? as u64).map(|value| value != 0 && TOLD.contains(&origin))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::super::tables::Width;
    use super::*;

    /// Bytes of a row, and where the rows, the values and the name of these flags are.
    const ROW_BYTES: u64 = 24;
    const ROWS_AT: u64 = 64;
    const VALUES_AT: u64 = 1024;
    const NAMES_AT: u64 = 2048;

    /// A machine whose flags have these values and origins, named `Flag0` and on.
    fn machine(flags: &[(bool, u32)]) -> (Flags, Memory) {
        let mut bytes = vec![0; 4096];
        let mut put = |at: u64, part: &[u8]| bytes[at as usize..][..part.len()].copy_from_slice(part);
        put(0, &ROWS_AT.to_le_bytes());
        put(8, &(flags.len() as u64).to_le_bytes());
        for (number, (is_on, origin)) in flags.iter().enumerate() {
            let (row, number) = (ROWS_AT + ROW_BYTES * number as u64, number as u64);
            put(row, &(VALUES_AT + number).to_le_bytes());
            put(row + 8, &(NAMES_AT + 16 * number).to_le_bytes());
            // Above the origin are bits of other facts.
            put(row + 16, &(origin | 0x7_3100).to_le_bytes());
            put(VALUES_AT + number, &[u8::from(*is_on)]);
            put(NAMES_AT + 16 * number, format!("Flag{number}\0").as_bytes());
        }
        let path = std::env::temp_dir().join(format!("stacks-flags-{}", std::process::id()));
        std::fs::File::create(&path).unwrap().write_all(&bytes).unwrap();
        let memory = Memory::new(Some(std::fs::File::open(&path).unwrap()));
        std::fs::remove_file(path).unwrap();
        let field = |offset| Field::new(offset, Width::Word);
        let (value, name, origin) = (field(0), field(8), field(16));
        (Flags { table: 0, count: 8, row_bytes: ROW_BYTES, name, value, origin }, memory)
    }

    #[test]
    fn only_what_a_machine_was_started_with_is_on() {
        // Default and turned on in its memory; the command line, on and off; the environment; set while it ran.
        let (flags, memory) = machine(&[(true, 0), (true, 1), (false, 1), (true, 2), (true, 4)]);
        let found: Vec<Option<bool>> = (0..6).map(|number| flags.was_on(&format!("Flag{number}"), &memory)).collect();
        assert_eq!(found, [Some(false), Some(true), Some(false), Some(true), Some(false), None]);
    }
}
