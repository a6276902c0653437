//! The tables in which `HotSpot` describes itself to debuggers: fields with their
//! offsets, static fields with their addresses, sizes of types, constants.
//! Streamed once; only what was requested is stored.

use std::collections::HashMap;

use crate::languages::runtime::Opening;
use crate::modules::lookup;
use crate::process::memory::Memory;

/// Rows of one table believed; real ones have about 3000.
const ROWS: u64 = 20_000;
/// Rows read at once.
const ROWS_AT_ONCE: usize = 64;
/// Longest row; real ones have 56 bytes.
const ROW_BYTES: u64 = 256;
/// Longest name of a type, field or constant.
const NAME_BYTES: usize = 96;
/// Pages of names kept while the tables are read.
const PAGES: usize = 16;
const PAGE_BYTES: usize = 4096;

/// How a field is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Width {
    Byte,
    Half,
    SignedHalf,
    Int,
    Word,
}

/// A field of a structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) offset: usize,
    width: Width,
}

impl Field {
    pub(super) fn new(offset: usize, width: Width) -> Field {
        Field { offset, width }
    }

    /// Its value in the bytes of a structure.
    pub(super) fn of(self, bytes: &[u8]) -> Option<i64> {
        let rest = bytes.get(self.offset..)?;
        Some(match self.width {
            Width::Byte => i64::from(*rest.first()?),
            Width::Half => i64::from(u16::from_le_bytes(first(rest)?)),
            Width::SignedHalf => i64::from(i16::from_le_bytes(first(rest)?)),
            Width::Int => i64::from(i32::from_le_bytes(first(rest)?)),
            Width::Word => i64::from_le_bytes(first(rest)?),
        })
    }

    /// Its value in the structure at this address.
    pub(super) fn at(self, memory: &Memory, structure: u64) -> Option<i64> {
        let at = structure.checked_add(self.offset as u64)?;
        Some(match self.width {
            Width::Byte => i64::from(memory.u8(at)?),
            Width::Half => i64::from(memory.u16(at)?),
            Width::SignedHalf => i64::from(memory.u16(at)? as i16),
            Width::Int => i64::from(memory.u32(at)? as i32),
            Width::Word => memory.u64(at)? as i64,
        })
    }

    /// End of the field in its structure.
    pub(super) fn end(self) -> usize {
        let bytes = match self.width {
            Width::Byte => 1,
            Width::Half | Width::SignedHalf => 2,
            Width::Int => 4,
            Width::Word => 8,
        };
        self.offset.saturating_add(bytes)
    }

    /// By the name of its type. Names of pointers end in `*`; other types are structures, which only an offset fits.
    fn of_type(offset: usize, name: &str) -> Field {
        let width = match name {
            "bool" | "u1" | "uint8_t" | "CompLevel" | "CodeBlobKind" | "volatile signed char" => Width::Byte,
            "u2" | "uint16_t" | "unsigned short" => Width::Half,
            "short" | "int16_t" | "jshort" => Width::SignedHalf,
            "int" | "jint" | "u4" | "uint32_t" | "unsigned int" => Width::Int,
            _ => Width::Word,
        };
        Field { offset, width }
    }
}

fn first<const N: usize>(bytes: &[u8]) -> Option<[u8; N]> {
    bytes.get(..N)?.try_into().ok()
}

/// What was asked for and found.
#[derive(Default)]
pub(super) struct Tables {
    fields: HashMap<(&'static str, &'static str), Field>,
    statics: HashMap<(&'static str, &'static str), u64>,
    sizes: HashMap<&'static str, u64>,
    constants: HashMap<&'static str, i64>,
}

impl Tables {
    pub(super) fn field(&self, of: &'static str, name: &'static str) -> Result<Field, String> {
        self.fields.get(&(of, name)).copied().ok_or_else(|| format!("it does not describe {of}::{name}"))
    }

    pub(super) fn static_field(&self, of: &'static str, name: &'static str) -> Result<u64, String> {
        self.statics.get(&(of, name)).copied().ok_or_else(|| format!("it does not describe {of}::{name}"))
    }

    pub(super) fn size(&self, of: &'static str) -> Result<u64, String> {
        self.sizes.get(of).copied().ok_or_else(|| format!("it does not describe the size of {of}"))
    }

    pub(super) fn constant(&self, name: &str) -> Option<i64> {
        self.constants.get(name).copied()
    }
}

/// What to look for.
pub(super) struct Wanted {
    /// Types and their fields, in several lists.
    pub(super) fields: &'static [&'static [(&'static str, &'static str)]],
    pub(super) sizes: &'static [&'static str],
    pub(super) constants: &'static [&'static str],
}

const STRUCTS: [&str; 8] = [
    "gHotSpotVMStructs",
    "gHotSpotVMStructEntryArrayStride",
    "gHotSpotVMStructEntryTypeNameOffset",
    "gHotSpotVMStructEntryFieldNameOffset",
    "gHotSpotVMStructEntryTypeStringOffset",
    "gHotSpotVMStructEntryIsStaticOffset",
    "gHotSpotVMStructEntryOffsetOffset",
    "gHotSpotVMStructEntryAddressOffset",
];
const TYPES: [&str; 4] = [
    "gHotSpotVMTypes",
    "gHotSpotVMTypeEntryArrayStride",
    "gHotSpotVMTypeEntryTypeNameOffset",
    "gHotSpotVMTypeEntrySizeOffset",
];
const INTS: [&str; 4] = [
    "gHotSpotVMIntConstants",
    "gHotSpotVMIntConstantEntryArrayStride",
    "gHotSpotVMIntConstantEntryNameOffset",
    "gHotSpotVMIntConstantEntryValueOffset",
];

/// Reads the tables of the virtual machine that the module holds.
pub(super) fn read(opening: &Opening<'_>, wanted: &Wanted) -> Result<Tables, String> {
    let names: Vec<&str> = STRUCTS.iter().chain(&TYPES).chain(&INTS).copied().collect();
    let found = lookup::find(opening.module, &names, opening.limits);
    let mut values = Vec::new();
    for (name, found) in names.iter().zip(found) {
        let found = found.ok_or_else(|| format!("the file has no symbol {name}"))?;
        let value = opening.memory.u64(found.address.wrapping_add(opening.bias));
        values.push(value.ok_or("its memory cannot be read")?);
    }
    let (structs, rest) = values.split_at(STRUCTS.len());
    let (types, ints) = rest.split_at(TYPES.len());
    let mut names = Names { memory: opening.memory, pages: Vec::new(), next: 0 };
    let mut tables = Tables::default();
    read_structs(structs, &mut names, wanted, &mut tables)?;
    rows(opening.memory, types, |row| {
        let name = names.at(word(row, types[2]));
        if let Some(name) = wanted.sizes.iter().find(|wanted| **wanted == name) {
            tables.sizes.insert(name, word(row, types[3]));
        }
    })?;
    rows(opening.memory, ints, |row| {
        let name = names.at(word(row, ints[2]));
        if let Some(name) = wanted.constants.iter().find(|wanted| **wanted == name) {
            tables.constants.insert(name, i64::from(word(row, ints[3]) as i32));
        }
    })?;
    Ok(tables)
}

fn read_structs(table: &[u64], names: &mut Names<'_>, wanted: &Wanted, tables: &mut Tables) -> Result<(), String> {
    let [_, _, type_name, field_name, type_string, is_static, offset, address] = *table else {
        return Err("its tables are malformed".to_owned());
    };
    let fields = || wanted.fields.iter().copied().flatten();
    rows(names.memory, table, |row| {
        let of = names.at(word(row, type_name));
        if !fields().any(|(wanted, _)| *wanted == of) {
            return;
        }
        let name = names.at(word(row, field_name));
        let Some(key) = fields().find(|wanted| **wanted == (&*of, &*name)) else { return };
        if word(row, is_static) as i32 == 0 {
            let offset = usize::try_from(word(row, offset)).unwrap_or(usize::MAX);
            let field = Field::of_type(offset, &names.at(word(row, type_string)));
            tables.fields.insert(*key, field);
        } else {
            tables.statics.insert(*key, word(row, address));
        }
    })
}

/// Calls `visit` with the rows of a table up to the one without a name. `table` is its address, the length of a
/// row, then offsets in a row, the first that of the name.
fn rows(memory: &Memory, table: &[u64], mut visit: impl FnMut(&[u8])) -> Result<(), String> {
    let malformed = || "its tables are malformed".to_owned();
    let [start, stride, ref offsets @ ..] = *table else { return Err(malformed()) };
    let name = *offsets.first().ok_or_else(malformed)?;
    if !(8..=ROW_BYTES).contains(&stride) || offsets.iter().any(|at| at.saturating_add(4) > stride) {
        return Err(malformed());
    }
    let mut buffer = vec![0; ROWS_AT_ONCE * stride as usize];
    let mut row_number = 0;
    while row_number < ROWS {
        let at = start.checked_add(row_number * stride).ok_or_else(malformed)?;
        let count = memory.read_at(at, &mut buffer);
        if (count as u64) < stride {
            return Err("its memory cannot be read".to_owned());
        }
        for row in buffer[..count].chunks_exact(stride as usize) {
            if word(row, name) == 0 {
                return Ok(());
            }
            visit(row);
            row_number += 1;
        }
    }
    Err(malformed())
}

fn word(row: &[u8], offset: u64) -> u64 {
    let mut bytes = [0; 8];
    let rest = usize::try_from(offset).ok().and_then(|at| row.get(at..)).unwrap_or(&[]);
    let count = rest.len().min(8);
    bytes[..count].copy_from_slice(&rest[..count]);
    u64::from_le_bytes(bytes)
}

/// Names in the virtual machine's read-only data, read a page at a time.
struct Names<'a> {
    memory: &'a Memory,
    pages: Vec<(u64, Box<[u8]>)>,
    next: usize,
}

impl Names<'_> {
    /// The name at an address, empty when it cannot be read or is too long.
    fn at(&mut self, address: u64) -> String {
        let mut name = Vec::new();
        for index in 0..NAME_BYTES as u64 {
            match address.checked_add(index).and_then(|at| self.byte(at)) {
                Some(0) => return String::from_utf8(name).unwrap_or_default(),
                Some(byte) => name.push(byte),
                None => break,
            }
        }
        String::new()
    }

    fn byte(&mut self, address: u64) -> Option<u8> {
        let start = address & !(PAGE_BYTES as u64 - 1);
        let at = (address - start) as usize;
        if let Some((_, page)) = self.pages.iter().find(|(known, _)| *known == start) {
            return page.get(at).copied();
        }
        let page = self.memory.bytes(start, PAGE_BYTES, PAGE_BYTES)?.into_boxed_slice();
        let byte = page.get(at).copied();
        if self.pages.len() < PAGES {
            self.pages.push((start, page));
        } else {
            self.next = (self.next + 1) % PAGES;
            self.pages[self.next] = (start, page);
        }
        byte
    }
}
