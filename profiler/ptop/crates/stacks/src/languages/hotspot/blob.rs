//! One blob of code: what its header says.

use super::layout::{DebugInfo, Layout, MethodTable, Place};
use crate::process::memory::Memory;

/// Largest blob believed.
const BLOB_BYTES: u64 = 256 << 20;
/// Largest frame believed, in words.
const FRAME_WORDS: i64 = 1 << 17;
/// Longest name of a blob read.
const NAME_BYTES: usize = 128;
/// Different names remembered: there are about 200 stubs.
const NAMES: usize = 1024;

/// What a blob is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A compiled method, or a wrapper around a native one.
    Method,
    /// The interpreter.
    Interpreter,
    /// Entered and left by jumps: it has no frame of its own.
    Adapter,
    /// Routines of the machine, each with a frame of its own or none.
    Stubs,
    /// One routine of the machine; it has a frame of the blob's size.
    Routine,
}

/// The header of a blob, as far as the walk needs it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Blob {
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) code_start: u64,
    pub(super) code_end: u64,
    pub(super) kind: Kind,
    /// Number of its name in [`Kinds`].
    pub(super) name: u16,
    name_at: u64,
    pub(super) frame_bytes: u64,
    /// From here on the frame is complete.
    pub(super) complete: u64,
    /// Of a method: what follows is 0 for everything else.
    pub(super) method: u64,
    pub(super) compile_id: u32,
    pub(super) entry: u64,
    /// Where frames that the machine gave up on return to.
    pub(super) deoptimised: [u64; 2],
    /// Distance from the stack pointer at which such a frame keeps where it really was.
    pub(super) original_pc: u64,
    /// Descriptions of places, of scopes, and the table of methods: start and end.
    pub(super) places: (u64, u64),
    pub(super) scopes: (u64, u64),
    pub(super) methods: u64,
}

impl Blob {
    /// Reads the blob at `start`; `None` when there is none that makes sense.
    pub(super) fn read(start: u64, layout: &Layout, memory: &Memory, kinds: &mut Kinds) -> Option<Blob> {
        let bytes = memory.bytes(start, layout.header_bytes, layout.header_bytes)?;
        let at = |place: Place, from: u64| {
            Some(match place {
                Place::Address(field) => field.of(&bytes)? as u64,
                Place::Offset(field) => from.wrapping_add_signed(field.of(&bytes)?),
            })
        };
        let size = u64::try_from(layout.blob_bytes.of(&bytes)?).ok().filter(|size| *size <= BLOB_BYTES)?;
        let end = start.checked_add(size)?;
        let (code_start, code_end) = (at(layout.code_start, start)?, at(layout.code_end, start)?);
        if !(start <= code_start && code_start <= code_end && code_end <= end) {
            return None;
        }
        let words = layout.frame_words.of(&bytes)?.clamp(0, FRAME_WORDS) as u64;
        // A frame that is never complete is complete nowhere.
        let complete = layout.frame_complete.of(&bytes)?;
        let complete = u64::try_from(complete).map_or(u64::MAX, |offset| code_start.saturating_add(offset));
        let name_at = layout.blob_name.of(&bytes)? as u64;
        let (name, kind) = kinds.kind(name_at, words, memory)?;
        let mut blob = Blob {
            start,
            end,
            code_start,
            code_end,
            kind,
            name,
            name_at,
            frame_bytes: words * 8,
            complete,
            method: 0,
            compile_id: 0,
            entry: code_start,
            deoptimised: [0; 2],
            original_pc: 0,
            places: (0, 0),
            scopes: (0, 0),
            methods: 0,
        };
        if kind == Kind::Method {
            blob.method = layout.method.of(&bytes)? as u64;
            blob.compile_id = layout.compile_id.of(&bytes)? as u32;
            blob.entry = at(layout.verified_entry, code_start)?;
            let handler = |place: Option<Place>| place.and_then(|place| at(place, start)).unwrap_or(0);
            blob.deoptimised = layout.deoptimised.map(handler);
            blob.original_pc = u64::try_from(layout.original_pc.of(&bytes)?).unwrap_or(0);
            blob.read_debug(&bytes, layout)?;
        }
        Some(blob)
    }

    fn read_debug(&mut self, bytes: &[u8], layout: &Layout) -> Option<()> {
        let after = |base: u64, offset: i64| base.wrapping_add_signed(offset);
        match layout.debug {
            DebugInfo::Inside { scopes_data, scopes_pcs, scopes_pcs_end } => {
                let first = after(self.start, scopes_pcs.of(bytes)?);
                self.places = (first, after(self.start, scopes_pcs_end.of(bytes)?));
                self.scopes = (scopes_data.of(bytes)? as u64, first);
            }
            DebugInfo::Outside { data, bytes: length, scopes_pcs, scopes_data } => {
                let data = data.of(bytes)? as u64;
                let scopes = after(data, scopes_data.of(bytes)?);
                self.places = (after(data, scopes_pcs.of(bytes)?), scopes);
                self.scopes = (scopes, after(data, length.of(bytes)?));
            }
        }
        self.methods = match layout.methods {
            MethodTable::FromStart(offset) => after(self.start, offset.of(bytes)?),
            MethodTable::FromData(data, offset) => after(after(self.start, data.of(bytes)?), offset.of(bytes)?),
            MethodTable::Outside { data, skipped } => after(data.of(bytes)? as u64, skipped.of(bytes)?),
        };
        Some(())
    }

    /// Whether the same blob is still at its place. The interpreter and the stubs stay as long as the machine.
    pub(super) fn is_still_there(&self, layout: &Layout, memory: &Memory) -> bool {
        if matches!(self.kind, Kind::Interpreter | Kind::Stubs) {
            return true;
        }
        let Some(bytes) = memory.bytes(self.start, layout.header_bytes, layout.header_bytes) else {
            return false;
        };
        let is_method = self.kind == Kind::Method;
        let word = |field: super::tables::Field| field.of(&bytes).unwrap_or(0) as u64;
        word(layout.blob_name) == self.name_at
            && self.start.wrapping_add(word(layout.blob_bytes)) == self.end
            && (!is_method || word(layout.method) == self.method)
            && (!is_method || word(layout.compile_id) as u32 == self.compile_id)
    }

    /// Whether an address is the one that frames of this blob return to once the machine gave up on them.
    pub(super) fn is_deoptimised_at(&self, address: u64) -> bool {
        address != 0 && self.deoptimised.contains(&address)
    }
}

/// Kinds of blobs by their names, each read once.
pub(super) struct Kinds {
    rows: Vec<(u64, Kind, Box<str>)>,
}

impl Kinds {
    pub(super) fn new() -> Kinds {
        Kinds { rows: Vec::new() }
    }

    /// Name of a blob by its number.
    pub(super) fn name(&self, number: u16) -> &str {
        self.rows.get(usize::from(number)).map_or("", |(_, _, name)| name)
    }

    fn kind(&mut self, name_at: u64, frame_words: u64, memory: &Memory) -> Option<(u16, Kind)> {
        if let Some(at) = self.rows.iter().position(|(known, ..)| *known == name_at) {
            return Some((at as u16, self.rows[at].1));
        }
        if self.rows.len() >= NAMES {
            return None;
        }
        let name = memory.c_string(name_at, NAME_BYTES)?;
        let kind = match &*name {
            "nmethod" | "native nmethod" => Kind::Method,
            "Interpreter" => Kind::Interpreter,
            "I2C/C2I adapters" | "MethodHandles adapters" | "vtable chunks" | "vtable stub" | "itable stub" => {
                Kind::Adapter
            }
            _ if frame_words == 0 => Kind::Stubs,
            _ => Kind::Routine,
        };
        self.rows.push((name_at, kind, name.into()));
        Some((self.rows.len() as u16 - 1, kind))
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let names: usize = self.rows.iter().map(|(.., name)| name.len()).sum();
        names + self.rows.capacity() * size_of::<(u64, Kind, Box<str>)>()
    }
}
