//! Where this version of `HotSpot` keeps what the walk needs. Everything comes
//! from the machine's own tables; what a version lacks is either not needed or
//! makes the version "not understood", never assumed.

use super::flags::{self, Flags};
use super::objects::{self, Objects};
use super::tables::{self, Field, Tables, Wanted, Width};
use super::threads::{self, Threads};
use crate::languages::runtime::Opening;

/// Longest header of a code blob believed; real ones have at most 400 bytes.
const HEADER_BYTES: u64 = 1024;
/// Largest offset in a structure believed.
const OFFSET_BYTES: usize = 4096;

/// A place in a code blob.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    /// Its address is stored.
    Address(Field),
    /// Its distance from the blob's start is stored.
    Offset(Field),
}

/// Where an nmethod's debugging information is.
#[derive(Debug, Clone, Copy)]
pub(super) enum DebugInfo {
    /// In the nmethod: addresses relative to its start, but for the scopes' data (to version 22).
    Inside { scopes_data: Field, scopes_pcs: Field, scopes_pcs_end: Field },
    /// In memory of its own (from version 23).
    Outside { data: Field, bytes: Field, scopes_pcs: Field, scopes_data: Field },
}

/// Where an nmethod's table of methods is.
#[derive(Debug, Clone, Copy)]
pub(super) enum MethodTable {
    /// This far from the nmethod's start.
    FromStart(Field),
    /// This far (second) from the nmethod's data (first, from its start).
    FromData(Field, Field),
    /// In memory of its own, after the relocations.
    Outside { data: Field, skipped: Field },
}

/// Where the number of the name of a class's source file is.
#[derive(Debug, Clone, Copy)]
pub(super) enum SourceFile {
    InClass(Field),
    InPool(Field),
}

/// How a method's table of lines is found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lines {
    pub(super) flags: Field,
    /// The flag that says that there is one.
    pub(super) present: i64,
    /// As [`super::scopes::Numbers`] has it.
    pub(super) packing: u32,
}

/// The layout of one running virtual machine.
#[derive(Debug)]
pub(super) struct Layout {
    /// Address of the pointer to the list of code heaps.
    pub(super) heaps: u64,
    pub(super) list_count: Field,
    pub(super) list_items: Field,
    /// In a code heap: its memory's and its segment map's `VirtualSpace`, and the segments' size.
    pub(super) heap_memory: usize,
    pub(super) heap_map: usize,
    pub(super) heap_segment: Field,
    pub(super) space_low: Field,
    pub(super) space_high: Field,
    /// In a block of a heap: whether it is used. Its header's length.
    pub(super) block_used: Field,
    pub(super) block_bytes: u64,

    /// Bytes read of a blob: up to the last field that is needed.
    pub(super) header_bytes: usize,
    pub(super) blob_name: Field,
    pub(super) blob_bytes: Field,
    pub(super) code_start: Place,
    pub(super) code_end: Place,
    pub(super) frame_complete: Field,
    pub(super) frame_words: Field,

    pub(super) method: Field,
    pub(super) compile_id: Field,
    pub(super) verified_entry: Place,
    /// Where frames that the machine gave up on return to, and where in the frame it kept their address.
    pub(super) deoptimised: [Option<Place>; 2],
    pub(super) original_pc: Field,
    pub(super) debug: DebugInfo,
    pub(super) methods: MethodTable,
    pub(super) pc_bytes: u64,
    pub(super) pc_offset: Field,
    pub(super) pc_scope: Field,

    pub(super) const_method: Field,
    pub(super) constants: Field,
    pub(super) code_bytes: Field,
    pub(super) name_index: Field,
    pub(super) const_method_bytes: u64,
    pub(super) pool_class: Field,
    pub(super) pool_count: Field,
    pub(super) pool_bytes: u64,
    pub(super) class_pool: Field,
    pub(super) class_name: Field,
    pub(super) symbol_bytes: Field,
    pub(super) symbol_text: usize,
    /// Of versions that describe them.
    pub(super) source_file: Option<SourceFile>,
    pub(super) lines: Option<Lines>,

    /// Address of the pointer to the interpreter's queue of code, and the queue's fields.
    pub(super) interpreter: u64,
    pub(super) queue_start: Field,
    pub(super) queue_bytes: Field,
    /// Address of the address that Java code called from native code returns to.
    pub(super) call_stub_return: u64,
    /// Distance of an interpreted frame's method from its frame pointer, and of its caller's stack pointer.
    pub(super) frame_method: i64,
    pub(super) frame_sender: i64,
    /// Address of the text of the version.
    pub(super) version: u64,
    pub(super) major: Option<u64>,
    /// Of a version that lists them.
    pub(super) flags: Option<Flags>,
    /// Of a version that may have virtual threads.
    pub(super) threads: Option<Threads>,
    pub(super) objects: Option<Objects>,
}

const WANTED: Wanted = Wanted {
    fields: &[&FIELDS, &threads::WANTED, &objects::WANTED, &flags::WANTED],
    sizes: &["HeapBlock", "PcDesc", "ConstMethod", "ConstantPool", flags::ROW],
    constants: &[
        "frame::interpreter_frame_sender_sp_offset",
        "frame::interpreter_frame_last_sp_offset",
        "ConstMethod::_has_linenumber_table",
    ],
};

const FIELDS: [(&str, &str); 60] = [
    ("CodeCache", "_heaps"),
    ("GrowableArrayBase", "_len"),
    ("GenericGrowableArray", "_len"),
    ("GrowableArray<int>", "_data"),
    ("CodeHeap", "_memory"),
    ("CodeHeap", "_segmap"),
    ("CodeHeap", "_log2_segment_size"),
    ("VirtualSpace", "_low_boundary"),
    ("VirtualSpace", "_high_boundary"),
    ("VirtualSpace", "_low"),
    ("HeapBlock::Header", "_used"),
    ("CodeBlob", "_name"),
    ("CodeBlob", "_size"),
    ("CodeBlob", "_code_begin"),
    ("CodeBlob", "_code_end"),
    ("CodeBlob", "_code_offset"),
    ("CodeBlob", "_data_offset"),
    ("CodeBlob", "_frame_complete_offset"),
    ("CodeBlob", "_frame_size"),
    ("CodeBlob", "_mutable_data"),
    ("CodeBlob", "_relocation_size"),
    ("CompiledMethod", "_method"),
    ("CompiledMethod", "_scopes_data_begin"),
    ("CompiledMethod", "_deopt_handler_begin"),
    ("CompiledMethod", "_deopt_mh_handler_begin"),
    ("nmethod", "_method"),
    ("nmethod", "_compile_id"),
    ("nmethod", "_verified_entry_point"),
    ("nmethod", "_verified_entry_offset"),
    ("nmethod", "_deopt_handler_offset"),
    ("nmethod", "_deopt_mh_handler_offset"),
    ("nmethod", "_orig_pc_offset"),
    ("nmethod", "_scopes_pcs_offset"),
    ("nmethod", "_scopes_data_offset"),
    ("nmethod", "_dependencies_offset"),
    ("nmethod", "_metadata_offset"),
    ("nmethod", "_immutable_data"),
    ("nmethod", "_immutable_data_size"),
    ("PcDesc", "_pc_offset"),
    ("PcDesc", "_scope_decode_offset"),
    ("Method", "_constMethod"),
    ("ConstMethod", "_constants"),
    ("ConstMethod", "_code_size"),
    ("ConstMethod", "_name_index"),
    ("ConstMethod", "_flags"),
    ("ConstMethod", "_flags._flags"),
    ("ConstantPool", "_pool_holder"),
    ("ConstantPool", "_length"),
    ("ConstantPool", "_source_file_name_index"),
    ("InstanceKlass", "_constants"),
    ("InstanceKlass", "_source_file_name_index"),
    ("Klass", "_name"),
    ("Symbol", "_length"),
    ("Symbol", "_body"),
    ("AbstractInterpreter", "_code"),
    ("StubQueue", "_stub_buffer"),
    ("StubQueue", "_buffer_limit"),
    ("StubRoutines", "_call_stub_return_address"),
    ("Abstract_VM_Version", "_s_vm_release"),
    ("Abstract_VM_Version", "_vm_major_version"),
];

impl Layout {
    /// Reads the layout, or says what this version does not describe.
    pub(super) fn read(opening: &Opening<'_>) -> Result<Layout, String> {
        let tables = tables::read(opening, &WANTED)?;
        let mut layout = Layout::from(&tables)?;
        layout.header_bytes = layout.blob_fields().map(Field::end).max().unwrap_or(0);
        if layout.header_bytes as u64 > HEADER_BYTES || layout.largest_offset() > OFFSET_BYTES {
            return Err("it describes structures that are too large".to_owned());
        }
        Ok(layout)
    }

    fn from(tables: &Tables) -> Result<Layout, String> {
        let field = |of, name| tables.field(of, name);
        let either = |first: Result<Field, String>, second: Result<Field, String>| first.or(second);
        let place = |pointer: Result<Field, String>, offset: Result<Field, String>| {
            pointer.map(Place::Address).or_else(|_| offset.map(Place::Offset))
        };
        let handler = |pointer, offset| place(field("CompiledMethod", pointer), field("nmethod", offset)).ok();
        let sender = tables.constant("frame::interpreter_frame_sender_sp_offset");
        let last = tables.constant("frame::interpreter_frame_last_sp_offset");
        let (sender, last) = sender.zip(last).ok_or("it does not describe the frames of its interpreter")?;
        if !(-8..0).contains(&sender) || !(-8..0).contains(&last) {
            return Err("it describes the frames of its interpreter in a new way".to_owned());
        }
        Ok(Layout {
            heaps: tables.static_field("CodeCache", "_heaps")?,
            list_count: either(field("GrowableArrayBase", "_len"), field("GenericGrowableArray", "_len"))?,
            list_items: field("GrowableArray<int>", "_data")?,
            heap_memory: field("CodeHeap", "_memory")?.offset,
            heap_map: field("CodeHeap", "_segmap")?.offset,
            heap_segment: field("CodeHeap", "_log2_segment_size")?,
            space_low: field("VirtualSpace", "_low")?,
            space_high: field("VirtualSpace", "_high_boundary")?,
            block_used: field("HeapBlock::Header", "_used")?,
            block_bytes: tables.size("HeapBlock")?,
            header_bytes: 0,
            blob_name: field("CodeBlob", "_name")?,
            blob_bytes: field("CodeBlob", "_size")?,
            code_start: place(field("CodeBlob", "_code_begin"), field("CodeBlob", "_code_offset"))?,
            code_end: place(field("CodeBlob", "_code_end"), field("CodeBlob", "_data_offset"))?,
            frame_complete: field("CodeBlob", "_frame_complete_offset")?,
            frame_words: field("CodeBlob", "_frame_size")?,
            method: either(field("nmethod", "_method"), field("CompiledMethod", "_method"))?,
            compile_id: field("nmethod", "_compile_id")?,
            verified_entry: place(
                field("nmethod", "_verified_entry_point"),
                field("nmethod", "_verified_entry_offset"),
            )?,
            deoptimised: [
                handler("_deopt_handler_begin", "_deopt_handler_offset"),
                handler("_deopt_mh_handler_begin", "_deopt_mh_handler_offset"),
            ],
            original_pc: field("nmethod", "_orig_pc_offset")?,
            debug: debug_info(tables)?,
            methods: method_table(tables)?,
            pc_bytes: tables.size("PcDesc")?,
            pc_offset: field("PcDesc", "_pc_offset")?,
            pc_scope: field("PcDesc", "_scope_decode_offset")?,
            const_method: field("Method", "_constMethod")?,
            constants: field("ConstMethod", "_constants")?,
            code_bytes: field("ConstMethod", "_code_size")?,
            name_index: field("ConstMethod", "_name_index")?,
            const_method_bytes: tables.size("ConstMethod")?,
            pool_class: field("ConstantPool", "_pool_holder")?,
            pool_count: field("ConstantPool", "_length")?,
            pool_bytes: tables.size("ConstantPool")?,
            class_pool: field("InstanceKlass", "_constants")?,
            class_name: field("Klass", "_name")?,
            symbol_bytes: field("Symbol", "_length")?,
            symbol_text: field("Symbol", "_body")?.offset,
            source_file: source_file(tables),
            lines: lines(tables),
            interpreter: tables.static_field("AbstractInterpreter", "_code")?,
            queue_start: field("StubQueue", "_stub_buffer")?,
            queue_bytes: field("StubQueue", "_buffer_limit")?,
            call_stub_return: tables.static_field("StubRoutines", "_call_stub_return_address")?,
            frame_method: (last - 1) * 8,
            frame_sender: sender * 8,
            version: tables.static_field("Abstract_VM_Version", "_s_vm_release")?,
            major: tables.static_field("Abstract_VM_Version", "_vm_major_version").ok(),
            flags: Flags::of(tables),
            threads: Threads::of(tables),
            objects: Objects::of(tables),
        })
    }

    /// Every field of a blob's header that is read.
    fn blob_fields(&self) -> impl Iterator<Item = Field> {
        let of = |place: Place| match place {
            Place::Address(field) | Place::Offset(field) => field,
        };
        let debug = match self.debug {
            DebugInfo::Inside { scopes_data, scopes_pcs, scopes_pcs_end } => {
                [scopes_data, scopes_pcs, scopes_pcs_end, scopes_pcs]
            }
            DebugInfo::Outside { data, bytes, scopes_pcs, scopes_data } => [data, bytes, scopes_pcs, scopes_data],
        };
        let methods = match self.methods {
            MethodTable::FromStart(field) => [field, field],
            MethodTable::FromData(data, field) => [data, field],
            MethodTable::Outside { data, skipped } => [data, skipped],
        };
        let handlers = self.deoptimised.into_iter().flatten().map(of);
        let places = [self.code_start, self.code_end, self.verified_entry].map(of);
        let plain = [
            self.blob_name,
            self.blob_bytes,
            self.frame_complete,
            self.frame_words,
            self.method,
            self.compile_id,
            self.original_pc,
        ];
        plain.into_iter().chain(places).chain(debug).chain(methods).chain(handlers)
    }

    fn largest_offset(&self) -> usize {
        [self.heap_memory, self.heap_map, self.symbol_text]
            .into_iter()
            .chain([self.class_pool, self.class_name, self.pool_class, self.pool_count].map(Field::end))
            .chain([self.constants, self.const_method, self.heap_segment, self.list_items].map(Field::end))
            .chain([self.block_bytes, self.pc_bytes, self.const_method_bytes, self.pool_bytes].map(|n| n as usize))
            .max()
            .unwrap_or(usize::MAX)
    }
}

fn source_file(tables: &Tables) -> Option<SourceFile> {
    let field = |of| tables.field(of, "_source_file_name_index");
    field("ConstantPool").map(SourceFile::InPool).or_else(|_| field("InstanceKlass").map(SourceFile::InClass)).ok()
}

fn lines(tables: &Tables) -> Option<Lines> {
    let field = |name| tables.field("ConstMethod", name);
    let flags = field("_flags").or_else(|_| field("_flags._flags")).ok()?;
    // Versions that do not name the flag any more have it first.
    let present = tables.constant("ConstMethod::_has_linenumber_table").unwrap_or(1);
    Some(Lines { flags, present, packing: 0 })
}

fn debug_info(tables: &Tables) -> Result<DebugInfo, String> {
    let scopes_pcs = tables.field("nmethod", "_scopes_pcs_offset")?;
    if let Ok(data) = tables.field("nmethod", "_immutable_data") {
        let bytes = tables.field("nmethod", "_immutable_data_size")?;
        return Ok(DebugInfo::Outside {
            data,
            bytes,
            scopes_pcs,
            scopes_data: tables.field("nmethod", "_scopes_data_offset")?,
        });
    }
    Ok(DebugInfo::Inside {
        scopes_data: tables.field("CompiledMethod", "_scopes_data_begin")?,
        scopes_pcs,
        scopes_pcs_end: tables.field("nmethod", "_dependencies_offset")?,
    })
}

fn method_table(tables: &Tables) -> Result<MethodTable, String> {
    if let Ok(data) = tables.field("CodeBlob", "_mutable_data") {
        return Ok(MethodTable::Outside { data, skipped: tables.field("CodeBlob", "_relocation_size")? });
    }
    let offset = tables.field("nmethod", "_metadata_offset")?;
    match tables.field("nmethod", "_immutable_data") {
        Ok(_) => Ok(MethodTable::FromData(tables.field("CodeBlob", "_data_offset")?, offset)),
        Err(_) => Ok(MethodTable::FromStart(offset)),
    }
}

/// A field that is one word, at this offset.
pub(super) fn word_at(offset: usize) -> Field {
    Field::new(offset, Width::Word)
}
