//! How the machine lays out objects of the heap and their classes.

use super::tables::{Field, Tables, Width};
use crate::process::memory::Memory;

/// Bytes of an object without elements believed.
const OBJECT_BYTES: u32 = 4096;

/// What is asked of the machine's tables.
pub(super) const WANTED: [(&str, &str); 14] = [
    ("oopDesc", "_metadata._compressed_klass"),
    ("CompressedKlassPointers", "_narrow_klass._base"),
    ("CompressedKlassPointers", "_narrow_klass._shift"),
    ("CompressedKlassPointers", "_base"),
    ("CompressedKlassPointers", "_shift"),
    ("Klass", "_super"),
    ("Klass", "_layout_helper"),
    ("InstanceKlass", "_fieldinfo_stream"),
    ("Array<int>", "_length"),
    ("Array<u1>", "_data"),
    ("CompressedOops", "_narrow_oop._base"),
    ("CompressedOops", "_narrow_oop._shift"),
    ("CompressedOops", "_base"),
    ("CompressedOops", "_shift"),
];

/// How objects are laid out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Objects {
    pub(super) class_offset: usize,
    pub(super) class_base: u64,
    pub(super) class_shift: u64,
    pub(super) class_super: Field,
    class_layout: Field,
    pub(super) class_fields: Field,
    pub(super) table_bytes: Field,
    pub(super) table_start: usize,
    heap_base: u64,
    heap_shift: u64,
}

impl Objects {
    /// `None` for a version that has no tables of fields.
    pub(super) fn of(tables: &Tables) -> Option<Objects> {
        let field = |of, name| tables.field(of, name).ok();
        let place = |of, name| tables.static_field(of, name).ok();
        let either = |of, old, new| place(of, old).or_else(|| place(of, new));
        Some(Objects {
            class_offset: field("oopDesc", "_metadata._compressed_klass")?.offset,
            class_base: either("CompressedKlassPointers", "_narrow_klass._base", "_base")?,
            class_shift: either("CompressedKlassPointers", "_narrow_klass._shift", "_shift")?,
            class_super: field("Klass", "_super")?,
            class_layout: field("Klass", "_layout_helper")?,
            class_fields: field("InstanceKlass", "_fieldinfo_stream")?,
            table_bytes: as_int(field("Array<int>", "_length")?),
            table_start: field("Array<u1>", "_data")?.offset,
            heap_base: either("CompressedOops", "_narrow_oop._base", "_base")?,
            heap_shift: either("CompressedOops", "_narrow_oop._shift", "_shift")?,
        })
    }

    /// What is added to a reference of four bytes, once it is shifted left by the second.
    pub(super) fn heap(&self, memory: &Memory) -> Option<(u64, u32)> {
        Some((memory.u64(self.heap_base)?, memory.u32(self.heap_shift).filter(|shift| *shift < 8)?))
    }

    /// Bytes of an object of a class, without elements.
    pub(super) fn bytes(&self, class: u64, memory: &Memory) -> Option<u32> {
        // The lowest bits say how such objects are made.
        let bytes = self.class_layout.at(memory, class)? as u32 & !7;
        Some(bytes).filter(|bytes| (8..OBJECT_BYTES).contains(bytes))
    }
}

/// A field whose type is not told by a name that is known.
pub(super) fn as_int(field: Field) -> Field {
    Field::new(field.offset, Width::Int)
}
