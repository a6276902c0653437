//! One streaming pass over a symbol table.

use std::cmp::Ordering;

use super::candidates::{Candidate, Candidates, Symbol};
use super::{DROP_AFTER_BYTES, WINDOW_BYTES};
use crate::cfi::cursor::Cursor;
use crate::elf::Section;
use crate::limits::Limits;
use crate::module::Module;
use crate::name::NameOrigin;
use crate::source::Source;
use crate::window::Window;

const SYMBOL_BYTES: usize = 24;
const CHUNK_BYTES: usize = WINDOW_BYTES / SYMBOL_BYTES * SYMBOL_BYTES;

/// What a pass found.
pub(super) struct Pass {
    /// One per wanted address.
    pub(super) chosen: Vec<Option<Candidate>>,
    /// The section that holds the names.
    pub(super) names: Section,
    pub(super) origin: NameOrigin,
    pub(super) symbols_read: u64,
    pub(super) bytes_read: u64,
    /// Whether a limit ended the pass before the table's end.
    pub(super) is_cut: bool,
}

/// Streams `.symtab`, or `.dynsym` where the module is stripped. `None` when it has neither.
pub(super) fn pass(module: &Module, wanted: &[u64], limits: &Limits) -> Option<Pass> {
    let source = &module.source;
    let find = |kind| module.elf.sections(source, limits.headers).find(|section| section.kind == kind);
    let (table, origin) = match find(Section::SYMBOLS) {
        Some(table) => (table, NameOrigin::SymbolTable),
        None => (find(Section::DYNAMIC_SYMBOLS)?, NameOrigin::DynamicSymbols),
    };
    let names = module.elf.section(source, table.link)?;
    let mut window = Window::new(source, CHUNK_BYTES, DROP_AFTER_BYTES);
    let mut candidates = Candidates::new(wanted);
    let mut order = |left: u32, right: u32| order_of_names(source, &names, left, right);
    let most = table.bytes / SYMBOL_BYTES as u64;
    let mut is_cut = most > limits.symbols;
    let mut symbols_read = 0;
    'table: while symbols_read < most.min(limits.symbols) {
        let offset = table.offset.saturating_add(symbols_read * SYMBOL_BYTES as u64);
        let left = (most.min(limits.symbols) - symbols_read).saturating_mul(SYMBOL_BYTES as u64);
        let chunk = usize::try_from(left).unwrap_or(CHUNK_BYTES).min(CHUNK_BYTES);
        let Some(bytes) = window.up_to(offset, chunk).filter(|bytes| bytes.len() >= SYMBOL_BYTES) else {
            break;
        };
        for symbol in bytes.chunks_exact(SYMBOL_BYTES) {
            symbols_read += 1;
            let is_kept = parse(symbol).is_none_or(|symbol| candidates.offer(&symbol, &mut order));
            if !is_kept {
                is_cut = true;
                break 'table;
            }
        }
    }
    let bytes_read = window.bytes_read();
    drop(window);
    let same_place = |start: u64, address: u64| {
        let holds = |at: u64| {
            move |segment: &&crate::elf::Segment| {
                segment.is_executable && at.wrapping_sub(segment.address) < segment.file_bytes
            }
        };
        module.elf.segments.iter().find(holds(address)).is_some_and(|segment| holds(start)(&segment))
    };
    Some(Pass { chosen: candidates.choose(&same_place), names, origin, symbols_read, bytes_read, is_cut })
}

/// A symbol that can be code; others are `None`.
fn parse(bytes: &[u8]) -> Option<Symbol> {
    let mut cursor = Cursor::new(bytes);
    let name = cursor.u32()?;
    let info = cursor.u8()?;
    cursor.u8()?;
    let section = cursor.u16()?;
    let (start, bytes) = (cursor.u64()?, cursor.u64()?);
    // Undefined symbols describe what another module provides.
    if section == 0 || name == 0 {
        return None;
    }
    let (kind, binding) = (info & 15, info >> 4);
    let binding_rank = match binding {
        // Global, and GNU unique.
        1 | 10 => 0,
        2 => 1,
        _ => 2,
    };
    let kind_rank = match kind {
        // Function, GNU indirect function.
        2 | 10 => 0,
        // A label of hand-written code. Local ones include the mapping symbols of AArch64.
        0 if binding == 1 => 4,
        _ => return None,
    };
    Some(Symbol { start, bytes, name, rank: kind_rank + binding_rank })
}

/// Which of two names of one place is shown, the same in every build: fewer
/// leading underscores, then the shorter, then the first in the alphabet.
fn order_of_names(source: &Source, names: &Section, left: u32, right: u32) -> Ordering {
    let key = |name: u32| {
        let mut bytes = [0; 256];
        let count = source.read_at(names.offset.saturating_add(name.into()), &mut bytes);
        let text = bytes[..count].split(|byte| *byte == 0).next().unwrap_or(&[]).to_vec();
        let underscores = text.iter().take_while(|byte| **byte == b'_').count();
        (underscores, text.len(), text)
    };
    key(left).cmp(&key(right)).then(left.cmp(&right))
}
