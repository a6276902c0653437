//! Where the machine keeps the frames of virtual threads that are not on a stack: in chunks, objects of the heap that
//! hang on the continuation that the thread runs. They move with every collection and change with every return, so
//! the program that takes a sample copies them at that moment; here is found out what it has to know.
//!
//! The places of fields in Java objects come from the field table of their class (`fieldInfo.hpp`, from Java 21 on),
//! that of a thread's entry from the machine's own code; what an entry has where is told by what it leads to.

use std::time::Instant;

use super::layout::Layout;
use super::names;
use super::scopes::Numbers;
use super::tables::{Field, Tables, Width};
use crate::arch::Arch;
use crate::memory::Memory;

/// Threads looked at.
const MAX_THREADS: usize = 4096;
/// Threads told of.
const MAX_TOLD: usize = 1024;
/// Classes between the one of a continuation and the one that has the fields.
const MAX_SUPERS: usize = 4;
/// Most bytes of a table of fields believed.
const FIELDS_BYTES: usize = 4096;
/// Most fields of a class believed.
const MAX_FIELDS: u32 = 256;
/// Offsets in objects believed.
const OBJECT_BYTES: u32 = 4096;
/// Attempts to find out: some collectors keep references in a form that is not understood.
const ATTEMPTS: u8 = 50;
/// Between two attempts lies this many times what one takes, so that they take no more than a hundredth of the time.
const REST: u32 = 100;
/// How numbers of the table of fields are packed: without the zero byte.
const FIELDS_PACKING: u32 = 1;
/// Words of an entry, one of which leads to the continuation.
const ENTRY_WORDS: u64 = 8;

/// Where the class begins in the mark of an object that has nothing else before its fields (`markWord.hpp` of Java 25).
const MARK_CLASS_SHIFT: u32 = 42;

/// Where a reference has those bits.
const COLOURS: u32 = 12;

const CONTINUATION: &str = "jdk/internal/vm/Continuation";
const CHUNK: &str = "jdk/internal/vm/StackChunk";

/// Flags of a field in a table of fields, as far as they say that a number follows.
const INITIALISED: u32 = 1 << 0;
const GENERIC: u32 = 1 << 2;
const CONTENDED: u32 = 1 << 4;
/// A field that the machine has added, whose name is not in the class.
const INJECTED: u32 = 1 << 1;

/// What a program that runs in the machine's threads has to know to copy the frames that are in the heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JavaLayout {
    /// A reference in an object is its number shifted left by this, plus this.
    pub heap_base: u64,
    /// See `heap_base`.
    pub heap_shift: u32,
    /// Bytes of a reference in an object: 4 or 8.
    pub reference_bytes: u32,
    /// Where a reference has four bits of which the one that is set is the last below the address; 0 where it has none.
    pub reference_colours: u32,
    /// In a thread: the address of its innermost continuation's entry, or 0.
    pub thread_entry: u32,
    /// In an entry: the address of the continuation.
    pub entry_continuation: u32,
    /// In a continuation: the reference to its newest chunk.
    pub continuation_chunk: u32,
    /// In a chunk: the reference to the one with the callers, or 0.
    pub chunk_parent: u32,
    /// In a chunk: how many words it has for frames, and the number of the first one that is used.
    pub chunk_words: u32,
    /// See `chunk_words`.
    pub chunk_top: u32,
    /// In a chunk: the number of the word behind its frames, from which on are only arguments of the oldest; or, where
    /// it is 0, how many words those are.
    pub chunk_bottom: u32,
    /// See `chunk_bottom`.
    pub chunk_arguments: u32,
    /// In a chunk: its first word for frames.
    pub chunk_frames: u32,
}

/// A thread of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct JavaThread {
    /// As the thread itself knows it.
    pub id: u32,
    /// Of the machine's structure.
    pub address: u64,
}

/// What was found out of a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JavaMachine<'a> {
    /// Where its threads' frames in the heap are.
    pub layout: JavaLayout,
    /// Threads that may have some. Sorted by their id.
    pub threads: &'a [JavaThread],
    /// Another one for each change.
    pub revision: u64,
}

/// One chunk of frames, copied at the moment of the sample.
#[derive(Debug, Clone, Copy)]
pub struct HeapChunk<'a> {
    /// Of the first byte of the copy: two words below the newest frame.
    pub address: u64,
    /// The copy.
    pub bytes: &'a [u8],
    /// Whether all of the chunk's frames were copied.
    pub is_whole: bool,
    /// Whether it is the last chunk with frames, and whole.
    pub is_last: bool,
}

/// Fields of the machine's own structures.
#[derive(Debug, Clone, Copy)]
pub(super) struct Structures {
    threads: u64,
    thread_count: Field,
    thread_items: Field,
    thread_os: Field,
    os_id: Field,
    object_class: usize,
    class_base: u64,
    class_shift: u64,
    class_super: Field,
    class_layout: Field,
    class_fields: Field,
    table_bytes: Field,
    table_start: usize,
    heap_base: u64,
    heap_shift: u64,
}

/// What is asked of the machine's tables.
pub(super) const WANTED: [(&str, &str); 20] = [
    ("ThreadsSMRSupport", "_java_thread_list"),
    ("ThreadsList", "_length"),
    ("ThreadsList", "_threads"),
    ("JavaThread", "_osthread"),
    ("Thread", "_osthread"),
    ("OSThread", "_thread_id"),
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

impl Structures {
    /// `None` for a machine without virtual threads.
    pub(super) fn of(tables: &Tables) -> Option<Structures> {
        let field = |of, name| tables.field(of, name).ok();
        let place = |of, name| tables.static_field(of, name).ok();
        Some(Structures {
            threads: place("ThreadsSMRSupport", "_java_thread_list")?,
            thread_count: as_int(field("ThreadsList", "_length")?),
            thread_items: field("ThreadsList", "_threads")?,
            thread_os: field("JavaThread", "_osthread").or_else(|| field("Thread", "_osthread"))?,
            os_id: as_int(field("OSThread", "_thread_id")?),
            object_class: field("oopDesc", "_metadata._compressed_klass")?.offset,
            class_base: place("CompressedKlassPointers", "_narrow_klass._base")
                .or_else(|| place("CompressedKlassPointers", "_base"))?,
            class_shift: place("CompressedKlassPointers", "_narrow_klass._shift")
                .or_else(|| place("CompressedKlassPointers", "_shift"))?,
            class_super: field("Klass", "_super")?,
            class_layout: field("Klass", "_layout_helper")?,
            class_fields: field("InstanceKlass", "_fieldinfo_stream")?,
            table_bytes: as_int(field("Array<int>", "_length")?),
            table_start: field("Array<u1>", "_data")?.offset,
            heap_base: place("CompressedOops", "_narrow_oop._base").or_else(|| place("CompressedOops", "_base"))?,
            heap_shift: place("CompressedOops", "_narrow_oop._shift").or_else(|| place("CompressedOops", "_shift"))?,
        })
    }
}

fn as_int(field: Field) -> Field {
    Field::new(field.offset, Width::Int)
}

/// What was found out about the continuations of one machine.
#[derive(Debug, Default)]
pub(super) struct Continuations {
    /// As the machine's code says it.
    thread_entry: Option<u32>,
    layout: Option<JavaLayout>,
    threads: Vec<JavaThread>,
    revision: u64,
    /// Whether a sample lacked frames that the program should have found.
    is_wanted: bool,
    attempts: u8,
    not_before: Option<Instant>,
}

impl Continuations {
    /// A thread lacks its frames in the heap: it is new, or has another structure now. Where its entry is, the machine's code says.
    pub(super) fn want(&mut self, thread_entry: u32) {
        self.thread_entry = Some(thread_entry);
        self.is_wanted = true;
    }

    /// What is known, after it was found out if that is wanted.
    pub(super) fn known(&mut self, layout: &Layout, memory: &Memory) -> Option<JavaMachine<'_>> {
        let now = Instant::now();
        if self.is_wanted && self.attempts < ATTEMPTS && self.not_before.is_none_or(|time| time <= now) {
            self.is_wanted = false;
            self.find(layout, memory);
            self.not_before = Some(now + now.elapsed() * REST);
        }
        self.layout.map(|layout| JavaMachine { layout, threads: &self.threads, revision: self.revision })
    }

    fn find(&mut self, layout: &Layout, memory: &Memory) {
        let (Some(of), Some(thread_entry)) = (&layout.continuations, self.thread_entry) else { return };
        let mut threads = read_threads(of, memory).unwrap_or_default();
        let entry = |thread: &JavaThread| memory.u64(thread.address.wrapping_add(thread_entry.into())).unwrap_or(0);
        if self.layout.is_none() {
            let entries = threads.iter().map(entry).filter(|entry| *entry != 0);
            self.layout = entries.into_iter().find_map(|entry| read_layout(entry, thread_entry, layout, memory));
            self.attempts += u8::from(self.layout.is_none());
        }
        // Those that run a virtual thread now come first; then those that were made last.
        threads.sort_by_key(|thread| entry(thread) == 0);
        threads.truncate(MAX_TOLD);
        threads.sort_unstable();
        self.revision += u64::from(self.threads != threads);
        self.threads = threads;
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.threads.capacity() * size_of::<JavaThread>()
    }
}

/// All threads, those first that were made last.
fn read_threads(of: &Structures, memory: &Memory) -> Option<Vec<JavaThread>> {
    let list = memory.u64(of.threads).filter(|list| *list != 0)?;
    let count = usize::try_from(of.thread_count.at(memory, list)?).ok()?;
    let items = of.thread_items.at(memory, list)? as u64;
    let skipped = count.saturating_sub(MAX_THREADS);
    let bytes = memory.bytes(items.checked_add(8 * skipped as u64)?, 8 * (count - skipped), 8 * MAX_THREADS)?;
    let addresses =
        bytes.chunks_exact(8).map(|word| word.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)));
    let thread = |address| {
        let os = of.thread_os.at(memory, address)? as u64;
        let id = u32::try_from(of.os_id.at(memory, os)?).ok().filter(|id| *id != 0)?;
        Some(JavaThread { id, address })
    };
    Some(addresses.rev().filter_map(thread).collect())
}

/// From a continuation that a thread runs at this moment. It may move on while it is read, so each class is known by
/// its name.
fn read_layout(entry: u64, thread_entry: u32, layout: &Layout, memory: &Memory) -> Option<JavaLayout> {
    let of = layout.continuations.as_ref()?;
    let (entry_continuation, continuation, class) = (0..ENTRY_WORDS).find_map(|word| {
        let object = memory.u64(entry.checked_add(8 * word)?)?;
        Some((8 * word as u32, object, class_named(object, CONTINUATION, layout, memory)?))
    })?;
    let fields = Fields::read(class, layout, memory)?;
    let (continuation_chunk, reference_bytes) = (fields.offset_of("tail")?, fields.reference_bytes()?);
    let (heap_base, heap_shift) = match reference_bytes {
        4 => (memory.u64(of.heap_base)?, memory.u32(of.heap_shift).filter(|shift| *shift < 8)?),
        _ => (0, 0),
    };
    let at = continuation.checked_add(continuation_chunk.into())?;
    let reference = match reference_bytes {
        4 => (u64::from(memory.u32(at)?) << heap_shift).checked_add(heap_base)?,
        _ => memory.u64(at)?,
    };
    // On other architectures the address is elsewhere.
    let coloured = without_colours(reference).filter(|_| Arch::NATIVE == Arch::X86_64);
    let possible = [(Some(reference), 0), (coloured, COLOURS)];
    let (class, reference_colours) = possible.into_iter().find_map(|(chunk, colours)| {
        let class = class_named(chunk?, CHUNK, layout, memory)?;
        Some((class, colours))
    })?;
    let fields = Fields::read(class, layout, memory)?;
    let (bottom, arguments) = (fields.offset_of("bottom"), fields.offset_of("argsize"));
    bottom.or(arguments)?;
    // The lowest bit says how such objects are made.
    let chunk_frames = of.class_layout.at(memory, class)? as u32 & !7;
    Some(JavaLayout {
        heap_base,
        heap_shift,
        reference_bytes,
        reference_colours,
        thread_entry,
        entry_continuation,
        continuation_chunk,
        chunk_parent: fields.offset_of("parent")?,
        chunk_words: fields.offset_of("size")?,
        chunk_top: fields.offset_of("sp")?,
        chunk_bottom: bottom.unwrap_or(0),
        chunk_arguments: arguments.unwrap_or(0),
        chunk_frames: Some(chunk_frames).filter(|bytes| (8..OBJECT_BYTES).contains(bytes))?,
    })
}

/// The class of this name, if the object is of it or of one below it, as those of virtual threads are.
fn class_named(object: u64, wanted: &str, layout: &Layout, memory: &Memory) -> Option<u64> {
    let of = layout.continuations.as_ref()?;
    possible_classes(object, of, memory).into_iter().flatten().find_map(|mut class| {
        for _ in 0..=MAX_SUPERS {
            if names::class_name(class, layout, memory)? == wanted {
                return Some(class);
            }
            class = of.class_super.at(memory, class).filter(|class| *class != 0)? as u64;
        }
        None
    })
}

/// The address in a reference as the collector `ZGC` keeps it from Java 21 on, with four bits below it of which one is
/// set and is the last that does not belong to it (`zAddress.hpp`).
fn without_colours(reference: u64) -> Option<u64> {
    let bits = reference >> COLOURS & 0xf;
    bits.is_power_of_two().then(|| reference >> (COLOURS + 1 + bits.trailing_zeros()))
}

/// What may be the class of an object: its compressed address or the whole one is behind the object's mark, or the
/// compressed one is the mark's upper part.
fn possible_classes(object: u64, of: &Structures, memory: &Memory) -> [Option<u64>; 3] {
    let decompressed = |class: u64| {
        let shift = memory.u32(of.class_shift).filter(|shift| *shift < 32)?;
        (class << shift).checked_add(memory.u64(of.class_base)?)
    };
    let behind = object.saturating_add(of.object_class as u64);
    [
        memory.u32(behind).and_then(|class| decompressed(class.into())),
        memory.u64(behind),
        memory.u64(object).and_then(|mark| decompressed(mark >> MARK_CLASS_SHIFT)),
    ]
}

/// The fields that a class declares: name, offset in an object, and whether it is a reference.
struct Fields(Vec<(String, u32, bool)>);

impl Fields {
    fn read(class: u64, layout: &Layout, memory: &Memory) -> Option<Fields> {
        let of = layout.continuations.as_ref()?;
        let table = of.class_fields.at(memory, class)? as u64;
        let bytes = usize::try_from(of.table_bytes.at(memory, table)?).ok()?;
        let table = memory.bytes(table.checked_add(of.table_start as u64)?, bytes, FIELDS_BYTES)?;
        let pool = layout.class_pool.at(memory, class)? as u64;
        let text = |index: u32| names::name_of(pool, index.into(), layout, memory);
        let mut fields = Vec::new();
        for field in rows(&table)? {
            if field.is_injected {
                continue;
            }
            fields.push((text(field.name)?, field.offset, text(field.signature)?.starts_with(['L', '['])));
        }
        Some(Fields(fields))
    }

    fn offset_of(&self, name: &str) -> Option<u32> {
        self.0.iter().find(|(field, ..)| field == name).map(|(_, offset, _)| *offset)
    }

    /// References lie side by side.
    fn reference_bytes(&self) -> Option<u32> {
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
