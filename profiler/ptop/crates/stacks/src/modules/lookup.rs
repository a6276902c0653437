//! Where symbols of known names lie: what a language runtime exports for those
//! who look into it. Two streaming passes: the names' places in the string table,
//! then the symbols that point there.

use crate::elf::Section;
use crate::files::cursor::Cursor;
use crate::files::window::{TABLE_DROP_AFTER_BYTES, TABLE_WINDOW_BYTES, Window};
use crate::modules::module::Module;
use crate::types::limits::Limits;

const SYMBOL_BYTES: usize = 24;
/// Places of one name in the string table, as the end of other strings as well: many end in `free`.
const PLACES: usize = 1024;
/// Bytes of a string table streamed.
const TEXT_BYTES: u64 = 256 << 20;
/// Longest name that can be looked up.
const NAME_BYTES: usize = 256;

/// A symbol that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Found {
    /// Link-time address.
    pub(crate) address: u64,
    pub(crate) bytes: u64,
}

/// Looks the names up in `.dynsym`, and those that are not there in `.symtab`. One answer for each name.
pub(crate) fn find(module: &Module, names: &[&str], limits: &Limits) -> Vec<Option<Found>> {
    let mut found = vec![None; names.len()];
    for kind in [Section::DYNAMIC_SYMBOLS, Section::SYMBOLS] {
        if found.iter().any(Option::is_none) {
            find_in(module, kind, names, limits, &mut found);
        }
    }
    found
}

/// As [`find`], in `.dynsym` alone: for names most of which the module does not have.
pub(crate) fn find_exported(module: &Module, names: &[&str], limits: &Limits) -> Vec<Option<Found>> {
    let mut found = vec![None; names.len()];
    find_in(module, Section::DYNAMIC_SYMBOLS, names, limits, &mut found);
    found
}

fn find_in(module: &Module, kind: u32, names: &[&str], limits: &Limits, found: &mut [Option<Found>]) {
    let source = &module.source;
    let table = module.elf.sections(source, limits.headers).find(|section| section.kind == kind);
    let Some((table, texts)) = table.and_then(|table| Some((table, module.elf.section(source, table.link)?))) else {
        return;
    };
    let places = places(module, &texts, names);
    if places.is_empty() {
        return;
    }
    let chunk = TABLE_WINDOW_BYTES / SYMBOL_BYTES * SYMBOL_BYTES;
    let mut window = Window::new(source, chunk, TABLE_DROP_AFTER_BYTES);
    let mut symbol = 0;
    while symbol < (table.bytes / SYMBOL_BYTES as u64).min(limits.symbols) {
        let offset = table.offset.saturating_add(symbol * SYMBOL_BYTES as u64);
        let Some(bytes) = window.up_to(offset, chunk).filter(|bytes| bytes.len() >= SYMBOL_BYTES) else { return };
        for bytes in bytes.chunks_exact(SYMBOL_BYTES) {
            symbol += 1;
            let Some((name, value)) = parse(bytes) else { continue };
            if let Ok(at) = places.binary_search_by_key(&name, |(place, _)| *place) {
                found[places[at].1].get_or_insert(value);
            }
        }
    }
}

/// Places in the string table with the number of the name that is there, sorted. A name may be the
/// end of another string.
fn places(module: &Module, texts: &Section, names: &[&str]) -> Vec<(u32, usize)> {
    let mut places = Vec::new();
    let mut counts = vec![0; names.len()];
    let mut window = Window::new(&module.source, TABLE_WINDOW_BYTES, TABLE_DROP_AFTER_BYTES);
    let end = texts.bytes.min(TEXT_BYTES).min(u32::MAX.into());
    let mut at = 0;
    while at < end {
        let wanted = usize::try_from(end - at).unwrap_or(TABLE_WINDOW_BYTES).min(TABLE_WINDOW_BYTES);
        let Some(bytes) = window.up_to(texts.offset.saturating_add(at), wanted) else { break };
        let mut start = 0;
        for (zero, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte == 0) {
            let text = &bytes[start..zero];
            for (number, name) in names.iter().enumerate() {
                let is_it = text.ends_with(name.as_bytes()) && !name.is_empty();
                if is_it && counts[number] < PLACES {
                    counts[number] += 1;
                    places.push(((at + (zero - name.len()) as u64) as u32, number));
                }
            }
            start = zero + 1;
        }
        // What is left belongs to a string that goes on; only its end can be a name.
        let left = (bytes.len() - start).min(NAME_BYTES);
        let step = bytes.len() - left;
        if step == 0 || bytes.len() < wanted {
            break;
        }
        at += step as u64;
    }
    places.sort_unstable();
    places.dedup_by_key(|(place, _)| *place);
    places
}

/// Name and place of a defined symbol.
fn parse(bytes: &[u8]) -> Option<(u32, Found)> {
    let mut cursor = Cursor::new(bytes);
    let name = cursor.u32()?;
    cursor.u16()?;
    let section = cursor.u16()?;
    let (address, bytes) = (cursor.u64()?, cursor.u64()?);
    (section != 0).then_some((name, Found { address, bytes }))
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use object::{Object, ObjectSymbol};

    use super::*;
    use crate::files::source::Source;
    use crate::types::arch::Arch;

    fn own() -> Module {
        Module::open(Source::file(File::open("/proc/self/exe").unwrap()), Arch::NATIVE, &Limits::default()).unwrap()
    }

    #[test]
    fn symbols_are_found_wherever_their_name_lies_in_the_table() {
        let file = std::fs::read("/proc/self/exe").unwrap();
        let parsed = object::File::parse(&*file).unwrap();
        let defined = |symbol: &object::Symbol<'_, '_>| {
            let name = symbol.name().unwrap_or("");
            let is_fit = !symbol.is_undefined() && !name.is_empty() && name.len() < NAME_BYTES;
            is_fit && parsed.symbols().chain(parsed.dynamic_symbols()).filter(|s| s.name() == Ok(name)).count() == 1
        };
        let all: Vec<_> = parsed.symbols().collect();
        let some: Vec<_> = all.iter().step_by(all.len() / 20 + 1).filter(|symbol| defined(symbol)).collect();
        let names: Vec<&str> = some.iter().map(|symbol| symbol.name().unwrap()).chain(["no such symbol", ""]).collect();
        let found = find(&own(), &names, &Limits::default());
        assert!(names.len() > 10);
        for (symbol, found) in some.iter().zip(&found) {
            let expected = Found { address: symbol.address(), bytes: symbol.size() };
            assert_eq!(*found, Some(expected), "{:?}", symbol.name());
        }
        assert_eq!(found[some.len()..], [None, None]);
    }

    #[test]
    fn the_symbols_looked_at_are_bounded() {
        assert_eq!(find(&own(), &["main"], &Limits { symbols: 0, ..Limits::default() }), [None]);
    }
}
