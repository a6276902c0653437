//! Fetches the chosen names from the string tables, in the order in which they
//! lie there, and demangles each once.

use super::candidates::{Candidate, NameAt};
use super::demangle::demangle;
use super::table::Table;
use super::{DROP_AFTER_BYTES, WINDOW_BYTES};
use crate::name::NameOrigin;
use crate::window::Window;

/// Bytes of one name read from the file: mangled names are longer than what they stand for, and a
/// mangled name that is cut cannot be made readable.
const STORED_BYTES: usize = 8 * 1024;

/// What fetching did.
#[derive(Default)]
pub(super) struct Fetched {
    pub(super) bytes_read: u64,
    /// Names shortened to the limit.
    pub(super) names_cut: u64,
}

/// Calls `visit` with each of the `wanted` indices, its readable name and where
/// that is from. The name is empty when no symbol was chosen for it, or when the
/// string table cannot be read there.
pub(super) fn fetch(
    tables: &[Table<'_>],
    chosen: &[Option<Candidate>],
    wanted: &[u32],
    name_bytes: usize,
    visit: &mut dyn FnMut(u32, &str, NameOrigin),
) -> Fetched {
    let mut order: Vec<(NameAt, u32)> = Vec::with_capacity(wanted.len());
    for index in wanted {
        match chosen.get(*index as usize) {
            Some(Some(candidate)) => order.push((candidate.name, *index)),
            _ => visit(*index, "", NameOrigin::NoSymbol),
        }
    }
    order.sort_unstable();
    let mut fetched = Fetched::default();
    let mut readable = String::new();
    for of_table in order.chunk_by(|left, right| left.0.table == right.0.table) {
        let Some(table) = tables.get(usize::from(of_table[0].0.table)) else { continue };
        let mut window = Window::new(table.source, WINDOW_BYTES / 2, DROP_AFTER_BYTES);
        for group in of_table.chunk_by(|left, right| left.0 == right.0) {
            let offset = table.names.offset.saturating_add(group[0].0.offset.into());
            let stored = window.up_to(offset, STORED_BYTES + 1).unwrap_or(&[]);
            let end = stored.iter().position(|byte| *byte == 0);
            let is_cut = demangle(&stored[..end.unwrap_or(stored.len().min(STORED_BYTES))], name_bytes, &mut readable);
            fetched.names_cut += u64::from(is_cut || end.is_none());
            let origin = if readable.is_empty() { NameOrigin::NoSymbol } else { table.origin };
            for (_, index) in group {
                visit(*index, &readable, origin);
            }
        }
        fetched.bytes_read += window.bytes_read();
    }
    fetched
}
