//! One streaming pass over the symbol tables of a module.

use std::cmp::Ordering;
use std::num::NonZeroU32;

use super::candidates::{Candidate, Candidates, NameAt, Symbol};
use crate::elf::{Elf, Section};
use crate::files::cursor::Cursor;
use crate::files::source::Source;
use crate::files::stream::{Format, Stream};
use crate::files::window::{TABLE_DROP_AFTER_BYTES, TABLE_WINDOW_BYTES, Window};
use crate::modules::module::Module;
use crate::types::arch::Arch;
use crate::types::limits::Limits;
use crate::types::name::NameOrigin;

const SYMBOL_BYTES: usize = 24;
const CHUNK_BYTES: usize = TABLE_WINDOW_BYTES / SYMBOL_BYTES * SYMBOL_BYTES;

/// A file with a symbol table that is compressed inside the module.
pub(super) struct Packed {
    source: Source,
    elf: Elf,
}

impl Packed {
    /// `None` when the module has none, or it is none of this architecture.
    pub(super) fn open(module: &Module, arch: Arch, limits: &Limits) -> Option<Packed> {
        let Source::File(file) = &*module.source else { return None };
        let section = module.elf.section_named(&module.source, b".gnu_debugdata", limits.headers)?;
        let file = file.try_clone().ok()?;
        let stream = Stream::new(file, section.offset, section.bytes, Format::Xz, limits.decoded_bytes);
        let source = Source::Stream(Box::new(stream.into()));
        Elf::parse(&source, arch, limits.headers).map(|elf| Packed { source, elf })
    }
}

/// One symbol table.
pub(super) struct Table<'a> {
    pub(super) source: &'a Source,
    /// The section that holds the names.
    pub(super) names: Section,
    pub(super) origin: NameOrigin,
    symbols: Section,
    /// What to add to its addresses to get the module's: a file may have been moved since it was made.
    shift: u64,
}

impl<'a> Table<'a> {
    fn find(
        (source, elf): (&'a Source, &Elf),
        kind: u32,
        origin: NameOrigin,
        shift: u64,
        limits: &Limits,
    ) -> Option<Table<'a>> {
        let symbols = elf.sections(source, limits.headers).find(|section| section.kind == kind)?;
        let names = elf.section(source, symbols.link)?;
        Some(Table { source, names, origin, symbols, shift })
    }

    /// The tables that together name the most: the module's own; else a debug file's; else what is
    /// packed into the module and what it exports, of which each lacks what the other has.
    pub(super) fn all(module: &'a Module, packed: Option<&'a Packed>, limits: &Limits) -> Vec<Table<'a>> {
        let own = (&*module.source, &module.elf);
        let base = module.elf.base();
        if let Some(table) = Table::find(own, Section::SYMBOLS, NameOrigin::SymbolTable, 0, limits) {
            return vec![table];
        }
        let separate = module.separate.first().and_then(|file| {
            let shift = base.wrapping_sub(file.elf.base());
            Table::find((&file.source, &file.elf), Section::SYMBOLS, NameOrigin::DebugFile, shift, limits)
        });
        if let Some(table) = separate {
            return vec![table];
        }
        let packed = packed.and_then(|file| {
            let shift = base.wrapping_sub(file.elf.base());
            Table::find((&file.source, &file.elf), Section::SYMBOLS, NameOrigin::DebugData, shift, limits)
        });
        let exported = Table::find(own, Section::DYNAMIC_SYMBOLS, NameOrigin::DynamicSymbols, 0, limits);
        packed.into_iter().chain(exported).collect()
    }
}

/// What a pass found.
pub(super) struct Pass {
    /// One per wanted address.
    pub(super) chosen: Vec<Option<NameAt>>,
    pub(super) symbols_read: u64,
    pub(super) bytes_read: u64,
    /// Whether a limit ended the pass before the tables' end.
    pub(super) is_cut: bool,
}

/// Streams the tables.
pub(super) fn pass(module: &Module, tables: &[Table<'_>], wanted: &[u64], limits: &Limits) -> Pass {
    let mut candidates = Candidates::new(wanted);
    let mut pass = Pass { chosen: Vec::new(), symbols_read: 0, bytes_read: 0, is_cut: false };
    for (table, number) in tables.iter().zip(0..) {
        stream(tables, table, number, &mut candidates, &mut pass, limits);
    }
    let code: Vec<Section> = module.elf.sections(&module.source, limits.headers).filter(Section::is_code).collect();
    // A linker's own sections, such as that of the jumps to other modules, often have no symbol.
    let place = |address: u64| {
        let segment =
            module.elf.segments.iter().position(|segment| {
                segment.is_executable && address.wrapping_sub(segment.address) < segment.file_bytes
            })?;
        Some((segment, code.iter().position(|section| section.holds(address))))
    };
    let same_place = |start: u64, address: u64| place(address).is_some_and(|here| place(start) == Some(here));
    let chosen = candidates.choose(&same_place);
    pass.chosen = chosen.iter().map(|chosen| chosen.map(Candidate::name)).collect();
    pass
}

fn stream(
    tables: &[Table<'_>],
    table: &Table<'_>,
    number: u8,
    candidates: &mut Candidates<'_>,
    pass: &mut Pass,
    limits: &Limits,
) {
    let mut window = Window::new(table.source, CHUNK_BYTES, TABLE_DROP_AFTER_BYTES);
    let mut order = |left: NameAt, right: NameAt| order_of_names(tables, left, right);
    let all = table.symbols.bytes / SYMBOL_BYTES as u64;
    let most = all.min(limits.symbols.saturating_sub(pass.symbols_read));
    pass.is_cut |= all > most;
    let mut read = 0;
    'table: while read < most {
        let offset = table.symbols.offset.saturating_add(read * SYMBOL_BYTES as u64);
        let left = (most - read).saturating_mul(SYMBOL_BYTES as u64);
        let chunk = usize::try_from(left).unwrap_or(CHUNK_BYTES).min(CHUNK_BYTES);
        let Some(bytes) = window.up_to(offset, chunk).filter(|bytes| bytes.len() >= SYMBOL_BYTES) else {
            // Where it was decoded, its end may have been cut off.
            pass.is_cut |= !table.source.is_random();
            break;
        };
        for symbol in bytes.chunks_exact(SYMBOL_BYTES) {
            read += 1;
            let symbol = parse(symbol, number, table.shift);
            let is_kept = symbol.is_none_or(|symbol| candidates.offer(&symbol, &mut order));
            if !is_kept {
                pass.is_cut = true;
                break 'table;
            }
        }
    }
    pass.symbols_read += read;
    pass.bytes_read += window.bytes_read();
}

/// A symbol that can be code; others are `None`.
fn parse(bytes: &[u8], table: u8, shift: u64) -> Option<Symbol> {
    let mut cursor = Cursor::new(bytes);
    let name = NonZeroU32::new(cursor.u32()?);
    let info = cursor.u8()?;
    cursor.u8()?;
    let section = cursor.u16()?;
    let (start, bytes) = (cursor.u64()?.wrapping_add(shift), cursor.u64()?);
    // Undefined symbols describe what another module provides.
    let name = NameAt { table, offset: name.filter(|_| section != 0)? };
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
/// leading underscores, then the shorter, then the first in the alphabet. Where
/// names cannot be read back and forth, the first in the table.
fn order_of_names(tables: &[Table<'_>], left: NameAt, right: NameAt) -> Ordering {
    let key = |name: NameAt| {
        let table = tables.get(usize::from(name.table)).filter(|table| table.source.is_random())?;
        let mut bytes = [0; 256];
        let count = table.source.read_at(table.names.offset.saturating_add(name.offset.get().into()), &mut bytes);
        let text = bytes[..count].split(|byte| *byte == 0).next().unwrap_or(&[]).to_vec();
        let underscores = text.iter().take_while(|byte| **byte == b'_').count();
        Some((underscores, text.len(), text))
    };
    match (key(left), key(right)) {
        (Some(left_key), Some(right_key)) => left_key.cmp(&right_key).then(left.cmp(&right)),
        _ => left.cmp(&right),
    }
}
