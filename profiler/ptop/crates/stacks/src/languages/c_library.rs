//! Which C library a runtime is made for: where a thread has what is its own is different in each.

use super::runtime::Opening;
use crate::files::window::{TABLE_DROP_AFTER_BYTES, Window};

/// How a file that needs musl calls it.
const MUSL: &[u8] = b"libc.musl-";
/// Bytes of a table of names that are searched.
const NAME_TABLE_BYTES: u64 = 4 << 20;

/// Whether the file says that it needs musl.
pub(super) fn needs_musl(opening: &Opening<'_>) -> bool {
    let module = opening.module;
    let Some(names) = module.elf.section_named(&module.source, b".dynstr", opening.limits.headers) else {
        return false;
    };
    let mut window = Window::new(&module.source, 64 * 1024, TABLE_DROP_AFTER_BYTES);
    let end = names.bytes.min(NAME_TABLE_BYTES);
    let mut at = 0;
    while at < end {
        let wanted = usize::try_from(end - at).unwrap_or(0).min(64 * 1024);
        let Some(bytes) = window.up_to(names.offset.saturating_add(at), wanted) else { return false };
        if bytes.windows(MUSL.len()).any(|name| name == MUSL) {
            return true;
        }
        // A name may go on in the next piece.
        at += bytes.len().saturating_sub(MUSL.len() - 1).max(1) as u64;
        if bytes.len() < wanted || wanted < MUSL.len() {
            return false;
        }
    }
    false
}
