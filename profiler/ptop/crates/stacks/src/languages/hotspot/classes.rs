//! Classes of objects of the heap, and where their fields are. The machine's tables say nothing of the classes of
//! Java, but each class has a table of its fields (`fieldInfo.hpp`, from Java 21 on).

use super::layout::Layout;
use super::objects::Objects;
use super::pools;
use super::scopes::Numbers;
use crate::process::memory::Memory;

/// Classes between the one of an object and the one that is looked for.
const MAX_SUPERS: usize = 4;
/// Most bytes of a table of fields believed.
const FIELDS_BYTES: usize = 4096;
/// Most fields of a class believed.
const MAX_FIELDS: u32 = 256;
/// How numbers of the table of fields are packed: without the zero byte.
const FIELDS_PACKING: u32 = 1;
/// Where the class begins in the mark of an object that has nothing else before its fields (`markWord.hpp` of Java 25).
const MARK_CLASS_SHIFT: u32 = 42;
/// Where a reference of the collector `ZGC` has the bits that [`without_colours`] goes by.
pub(super) const COLOURS: u32 = 12;

/// Flags of a field in a table of fields, as far as they say that a number follows.
const INITIALISED: u32 = 1 << 0;
const GENERIC: u32 = 1 << 2;
const CONTENDED: u32 = 1 << 4;
/// A field that the machine has added, whose name is not in the class.
const INJECTED: u32 = 1 << 1;

/// The class of this name, if the object is of it or of one below it, as those of virtual threads are.
pub(super) fn class_named(object: u64, wanted: &str, layout: &Layout, memory: &Memory) -> Option<u64> {
    let of = layout.objects.as_ref()?;
    possible_classes(object, of, memory).into_iter().flatten().find_map(|mut class| {
        for _ in 0..=MAX_SUPERS {
            if pools::class_name(class, layout, memory)? == wanted {
                return Some(class);
            }
            class = of.class_super.at(memory, class).filter(|class| *class != 0)? as u64;
        }
        None
    })
}

/// The address in a reference as the collector `ZGC` keeps it from Java 21 on, with four bits below it of which one is
/// set and is the last that does not belong to it (`zAddress.hpp`).
pub(super) fn without_colours(reference: u64) -> Option<u64> {
    let bits = reference >> COLOURS & 0xf;
    bits.is_power_of_two().then(|| reference >> (COLOURS + 1 + bits.trailing_zeros()))
}

/// What may be the class of an object: its compressed address or the whole one is behind the object's mark, or the
/// compressed one is the mark's upper part.
fn possible_classes(object: u64, of: &Objects, memory: &Memory) -> [Option<u64>; 3] {
    let decompressed = |class: u64| {
        let shift = memory.u32(of.class_shift).filter(|shift| *shift < 32)?;
        (class << shift).checked_add(memory.u64(of.class_base)?)
    };
    let behind = object.saturating_add(of.class_offset as u64);
    [
        memory.u32(behind).and_then(|class| decompressed(class.into())),
        memory.u64(behind),
        memory.u64(object).and_then(|mark| decompressed(mark >> MARK_CLASS_SHIFT)),
    ]
}

/// The fields that a class declares: name, offset in an object, and whether it is a reference.
pub(super) struct Fields(Vec<(String, u32, bool)>);

impl Fields {
    pub(super) fn read(class: u64, layout: &Layout, memory: &Memory) -> Option<Fields> {
        let of = layout.objects.as_ref()?;
        let table = of.class_fields.at(memory, class)? as u64;
        let bytes = usize::try_from(of.table_bytes.at(memory, table)?).ok()?;
        let table = memory.bytes(table.checked_add(of.table_start as u64)?, bytes, FIELDS_BYTES)?;
        let pool = layout.class_pool.at(memory, class)? as u64;
        let text = |index: u32| pools::name_of(pool, index.into(), layout, memory);
        let mut fields = Vec::new();
        for field in rows(&table)? {
            if field.is_injected {
                continue;
            }
            fields.push((text(field.name)?, field.offset, text(field.signature)?.starts_with(['L', '['])));
        }
        Some(Fields(fields))
    }

    pub(super) fn offset_of(&self, name: &str) -> Option<u32> {
        self.0.iter().find(|(field, ..)| field == name).map(|(_, offset, _)| *offset)
    }

    /// References lie side by side.
    pub(super) fn reference_bytes(&self) -> Option<u32> {
        let mut offsets: Vec<u32> = self.0.iter().filter(|(.., is_reference)| *is_reference).map(|row| row.1).collect();
        offsets.sort_unstable();
        offsets.windows(2).map(|pair| pair[1] - pair[0]).min().filter(|bytes| [4, 8].contains(bytes))
    }
}

/// A row of a table of fields.
#[derive(Debug, PartialEq, Eq)]
struct FieldRow {
    name: u32,
    signature: u32,
    offset: u32,
    is_injected: bool,
}

/// The rows of a table of fields: how many the class has and how many the machine has added, then of each its name,
/// its type, its offset, how it is declared and flags, which say whether more numbers follow.
fn rows(table: &[u8]) -> Option<Vec<FieldRow>> {
    let mut numbers = Numbers { bytes: table, packing: FIELDS_PACKING };
    let count = numbers.next()?.checked_add(numbers.next()?).filter(|count| *count <= MAX_FIELDS)?;
    let mut rows = Vec::new();
    for _ in 0..count {
        let (name, signature) = (numbers.next()?, numbers.next()?);
        let offset = numbers.next()?;
        let (_declared, flags) = (numbers.next()?, numbers.next()?);
        for follows in [INITIALISED, GENERIC, CONTENDED] {
            if flags & follows != 0 {
                numbers.next()?;
            }
        }
        rows.push(FieldRow { name, signature, offset, is_injected: flags & INJECTED != 0 });
    }
    Some(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each number below 191 is a byte one larger.
    fn packed(numbers: &[u8]) -> Vec<u8> {
        numbers.iter().map(|number| number + 1).collect()
    }

    #[test]
    fn rows_have_more_numbers_where_their_flags_say_so() {
        let table = packed(&[2, 1, 7, 8, 24, 0, 0, 9, 8, 28, 2, 1 | 4 | 16, 70, 71, 72, 3, 4, 32, 0, 2]);
        let row = |name, signature, offset, is_injected| FieldRow { name, signature, offset, is_injected };
        assert_eq!(rows(&table), Some(vec![row(7, 8, 24, false), row(9, 8, 28, false), row(3, 4, 32, true)]));
    }

    #[test]
    fn tables_that_end_or_promise_too_much_are_not_believed() {
        let table = packed(&[1, 0, 7, 8, 24, 0, 1]);
        assert_eq!(rows(&table), None);
        assert_eq!(rows(&[]), None);
        assert_eq!(rows(&[0, 0, 0]), None);
        // 300 fields: 44 and 4 times 64.
        assert_eq!(rows(&[44 + 192 + 1, 1 + 1, 1]), None);
    }

    #[test]
    fn an_address_begins_behind_the_one_bit_that_is_set() {
        let address = 0x4_0000_1238_u64;
        for bit in 0..4 {
            let reference = address << (13 + bit) | 1 << (12 + bit) | 0x5a0;
            assert_eq!(without_colours(reference), Some(address), "{bit}");
        }
        assert_eq!(without_colours(0x1000), Some(0));
        assert_eq!([0, 0x3000, 0xf000].map(without_colours), [None; 3]);
    }

    #[test]
    fn references_are_as_large_as_they_lie_close() {
        let field = |offset, is_reference| (String::from("f"), offset, is_reference);
        let bytes = |fields: &[(String, u32, bool)]| Fields(fields.to_vec()).reference_bytes();
        assert_eq!(bytes(&[field(24, true), field(16, true), field(12, false), field(20, true)]), Some(4));
        assert_eq!(bytes(&[field(24, true), field(16, true), field(40, true)]), Some(8));
        assert_eq!(bytes(&[field(24, true)]), None);
        assert_eq!(bytes(&[field(24, true), field(24, true)]), None);
    }
}
