//! What a method is called: its `MethodDesc` has its place in the metadata of its module.

use std::collections::HashMap;

use super::image;
use super::layout::{ImageBase, Layout};
use super::metadata::Metadata;
use crate::process::memory::Memory;

/// Assemblies whose metadata is remembered.
const IMAGES: usize = 512;
/// Kinds of `MethodDesc`: the lowest bits of its flags.
const KIND: u16 = 7;
const ARRAY: u16 = 4;
const DYNAMIC: u16 = 7;
/// Longest name of a method without metadata.
const NAME_BYTES: usize = 256;
/// Of methods without metadata.
pub(super) const DYNAMIC_MODULE: &str = "[dynamic]";

/// Flags of a `MethodTable` of version 8: strings and arrays; generic types.
const HAS_COMPONENTS: u32 = 0x8000_0000;
const IS_GENERIC: u32 = 0x30;
/// That its type is of another module than it was loaded for, and the flags of the slots before that one.
const MODULE_OVERRIDE: u16 = 0x10;
const TABLE_BYTES: u64 = 64;
const SLOTS: u64 = 48;
/// Entries of a virtual table that share a pointer.
const CHUNK_SLOTS: u64 = 8;

/// A method's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) function: String,
    pub(super) module: String,
    /// Whether the method may be gone, and another in its place, a moment later.
    pub(super) is_passing: bool,
}

struct Image {
    base: u64,
    metadata: Metadata,
    /// What its file is called.
    name: String,
}

/// The assemblies that names were read of, by the runtime's `Module`.
#[derive(Default)]
pub(super) struct Methods {
    images: HashMap<u64, Image>,
}

impl Methods {
    pub(super) fn name(&mut self, memory: &Memory, layout: &Layout, method: u64) -> Option<Named> {
        let [token, index, flags] = layout.method;
        let kind = memory.u16(method.wrapping_add(flags))? & KIND;
        if kind == DYNAMIC {
            let name = memory.u64(method.wrapping_add(layout.dynamic_name))?;
            let function = memory.c_string(name, NAME_BYTES).filter(|name| is_name(name))?;
            return Some(Named { function, module: DYNAMIC_MODULE.to_owned(), is_passing: true });
        }
        if kind == ARRAY {
            return None;
        }
        let [table, range, bytes] = layout.chunk;
        let index = u64::from(memory.u8(method.wrapping_add(index))?);
        let chunk = method.wrapping_sub(index * 8).wrapping_sub(bytes);
        let lower = u32::from(memory.u16(method.wrapping_add(token))?) & ((1 << layout.token_bits) - 1);
        let upper = u32::from(memory.u16(chunk.wrapping_add(range))?) & ((1 << (24 - layout.token_bits)) - 1);
        let row = upper << layout.token_bits | lower;
        let table = memory.u64(chunk.wrapping_add(table))?;
        let module = module_of(memory, layout, table)?;
        let image = self.image(memory, layout, module)?;
        let function = image.metadata.method(memory, row).filter(|name| is_name(name))?;
        Some(Named { function, module: image.name.clone(), is_passing: false })
    }

    fn image(&mut self, memory: &Memory, layout: &Layout, module: u64) -> Option<&Image> {
        let base = match layout.image {
            ImageBase::Direct(offset) => memory.u64(module.wrapping_add(offset))?,
            ImageBase::Through(offsets) => {
                offsets.iter().try_fold(module, |at, offset| memory.u64(at.wrapping_add(*offset)))?
            }
        };
        if self.images.get(&module).is_none_or(|image| image.base != base) {
            let metadata = Metadata::read(memory, image::metadata(memory, base)?)?;
            let name = metadata.module(memory).filter(|name| is_name(name))?;
            if self.images.len() >= IMAGES {
                self.images.clear();
            }
            self.images.insert(module, Image { base, metadata, name });
        }
        self.images.get(&module)
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.images.capacity() * (size_of::<(u64, Image)>() + 32)
    }
}

/// Whether it can be a name: all that compilers make can be shown.
fn is_name(text: &str) -> bool {
    !text.is_empty() && !text.chars().any(|letter| letter.is_control() || letter == '\u{fffd}')
}

/// The module that a method table's type is of.
fn module_of(memory: &Memory, layout: &Layout, table: u64) -> Option<u64> {
    let own = memory.u64(table.wrapping_add(layout.table_module));
    if !layout.has_module_override {
        return own;
    }
    let flags = memory.u32(table)?;
    let slots = memory.u16(table.wrapping_add(8))?;
    if flags & (HAS_COMPONENTS | IS_GENERIC) == 0 || slots & MODULE_OVERRIDE == 0 {
        return own;
    }
    // Two slots are in the table, and the others behind the pointers to its parts.
    let before = u64::from((slots & (MODULE_OVERRIDE - 1)).count_ones());
    let parts = u64::from(memory.u16(table.wrapping_add(12))?).div_ceil(CHUNK_SLOTS);
    let at = if before < 2 { SLOTS + before * 8 } else { TABLE_BYTES + (before - 2) * 8 + parts * 8 };
    memory.u64(table.wrapping_add(at))
}
