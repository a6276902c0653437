//! Fetches the chosen names from the string table, in the order in which they
//! lie there, and demangles each once.

use super::candidates::Candidate;
use super::demangle::demangle;
use super::{DROP_AFTER_BYTES, WINDOW_BYTES};
use crate::elf::Section;
use crate::source::Source;
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

/// Calls `visit` with the index of each chosen candidate and its readable name,
/// which is empty when the string table cannot be read there.
pub(super) fn fetch(
    source: &Source,
    names: &Section,
    chosen: &[Option<Candidate>],
    name_bytes: usize,
    visit: &mut dyn FnMut(usize, &str),
) -> Fetched {
    let mut order: Vec<u32> = (0..chosen.len() as u32).filter(|index| chosen[*index as usize].is_some()).collect();
    let name_of = |index: u32| chosen[index as usize].map_or(0, |candidate| candidate.name);
    order.sort_unstable_by_key(|index| (name_of(*index), *index));
    let mut window = Window::new(source, WINDOW_BYTES / 2, DROP_AFTER_BYTES);
    let mut fetched = Fetched::default();
    let mut readable = String::new();
    for group in order.chunk_by(|left, right| name_of(*left) == name_of(*right)) {
        let Some(first) = group.first() else { continue };
        let offset = names.offset.saturating_add(name_of(*first).into());
        let stored = window.up_to(offset, STORED_BYTES + 1).unwrap_or(&[]);
        let end = stored.iter().position(|byte| *byte == 0);
        let is_cut = demangle(&stored[..end.unwrap_or(stored.len().min(STORED_BYTES))], name_bytes, &mut readable);
        fetched.names_cut += u64::from(is_cut || end.is_none());
        for index in group {
            visit(*index as usize, &readable);
        }
    }
    fetched.bytes_read = window.bytes_read();
    fetched
}
