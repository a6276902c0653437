//! Tables, as far as names of functions are in them.

use std::collections::HashMap;

use super::layout::{KIND, function, global, kind, object, table, thread};
use super::protos::text;
use crate::process::memory::Memory;

/// Rows of one table that are read.
const MOST_ROWS: u64 = 4096;
/// Tables that are read, and functions found in them.
const MOST_TABLES: usize = 1024;
const MOST_FUNCTIONS: usize = 8192;
/// What the registry has the loaded modules at (`LUA_LOADED`).
const LOADED: &str = "_LOADED";
/// The table of globals in there.
const GLOBALS: &str = "_G";

/// The rows of the hash part: key and value.
pub(super) fn rows(table: u64, memory: &Memory) -> Vec<(u64, u64)> {
    read_rows(table, memory).unwrap_or_default()
}

fn read_rows(table: u64, memory: &Memory) -> Option<Vec<(u64, u64)>> {
    if memory.u8(table.wrapping_add(KIND as u64))? != kind::TABLE {
        return None;
    }
    let count = u64::from(memory.u32(table.wrapping_add(table::MASK))?) + 1;
    let nodes = memory.u64(table.wrapping_add(table::NODES))?;
    let bytes = usize::try_from(count.min(MOST_ROWS)).ok()? * table::NODE_BYTES;
    let bytes = memory.bytes(nodes, bytes, bytes)?;
    let word = |node: &[u8], at: usize| u64::from_le_bytes(node[at..at + 8].try_into().unwrap_or_default());
    Some(bytes.chunks_exact(table::NODE_BYTES).map(|node| (word(node, table::NODE_KEY), word(node, 0))).collect())
}

/// The value of a text in a table, or in what its metatable's `__index` leads to.
pub(super) fn field(from: u64, key: u64, memory: &Memory) -> Option<u64> {
    let mut at = from;
    for _ in 0..4 {
        let found = rows(at, memory).into_iter().find(|(own, _)| object(*own, kind::TEXT) == Some(key));
        // nil is all ones.
        if let Some((_, value)) = found.filter(|(_, value)| *value != u64::MAX) {
            return Some(value);
        }
        let metatable = memory.u64(at.wrapping_add(table::METATABLE)).filter(|found| *found != 0)?;
        let index = rows(metatable, memory).into_iter().find(|(own, _)| {
            object(*own, kind::TEXT).and_then(|own| text(own, memory)).is_some_and(|own| own == "__index")
        });
        at = object(index?.1, kind::TABLE)?;
    }
    None
}

/// Functions that are globals, or fields of loaded modules and of global tables: `string.rep`, `json.encode`.
///
/// Each with what it does, since another function may take its address later.
pub(super) fn functions(shared: u64, memory: &Memory) -> HashMap<u64, (String, u64)> {
    let mut found = HashMap::new();
    let insert = |function: u64, name: String, found: &mut HashMap<u64, (String, u64)>| {
        if let Some(does) = does(function, memory) {
            found.entry(function).or_insert((name, does));
        }
    };
    let registry = memory.u64(shared.wrapping_add(global::REGISTRY)).and_then(|value| object(value, kind::TABLE));
    let named = |table: u64| {
        rows(table, memory).into_iter().filter_map(|(key, value)| {
            let name = text(object(key, kind::TEXT)?, memory)?;
            is_plain(&name).then_some((name, value))
        })
    };
    let loaded = registry.and_then(|registry| named(registry).find(|(name, _)| name == LOADED));
    let modules = loaded.and_then(|(_, loaded)| object(loaded, kind::TABLE)).map(|loaded| named(loaded).collect());
    let mut modules: Vec<(String, u64)> = modules.unwrap_or_default();
    let main = memory.u64(shared.wrapping_add(global::MAIN_THREAD));
    let globals = main.and_then(|main| memory.u64(main.wrapping_add(thread::ENV)));
    // The order of a table's rows differs from run to run; that of names does not.
    modules.sort_unstable();
    let mut globals: Vec<(String, u64)> = globals.map(|globals| named(globals).collect()).unwrap_or_default();
    globals.sort_unstable();
    let mut tables: Vec<(String, u64)> = Vec::new();
    for (name, value) in globals.into_iter().filter(|(name, _)| name != GLOBALS) {
        if let Some(function) = object(value, kind::FUNCTION) {
            insert(function, name, &mut found);
        } else if let Some(table) = object(value, kind::TABLE) {
            tables.push((name, table));
        }
    }
    let own = modules.into_iter().filter(|(name, _)| name != GLOBALS);
    let own = own.filter_map(|(name, value)| Some((name, object(value, kind::TABLE)?)));
    for (module, table) in own.chain(tables).take(MOST_TABLES) {
        let mut fields: Vec<(String, u64)> = named(table).collect();
        fields.sort_unstable();
        for (name, value) in fields {
            let Some(function) = object(value, kind::FUNCTION).filter(|_| found.len() < MOST_FUNCTIONS) else {
                continue;
            };
            insert(function, format!("{module}.{name}"), &mut found);
        }
    }
    found
}

/// What a function does: where its instructions are, or those of C.
pub(super) fn does(function: u64, memory: &Memory) -> Option<u64> {
    let of = |offset: u64| memory.u64(function.wrapping_add(offset));
    match memory.u8(function.wrapping_add(function::FAST as u64))? {
        0 => of(function::CODE as u64),
        _ => of(function::NATIVE),
    }
}

/// Whether a key is a name, as programs write them.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-/:".contains(&byte))
}
