//! Where Go's code begins, from which newer tables count: the table's head says it, or the program's description of
//! its parts, in the file or in what the loader relocates.

use crate::elf::{Elf, Section};
use crate::files::cursor::Cursor;
use crate::files::source::Source;
use crate::files::window::Window;

const TEXT_SECTION: &[u8] = b".text";
/// Where the program's own description of its parts lies since 1.26, and at which offset it has the start of the code.
const MODULE_SECTION: &[u8] = b".go.module";
const MODULE_TEXT: u64 = 176;
/// Offset at which the table's head had it before.
const HEADER_TEXT: u64 = 24;
/// Bytes of relocations that are searched for it.
const RELOCATION_BYTES: u64 = 64 << 20;
const RELOCATION: usize = 24;

/// Link-time address of the start of Go's code.
pub(super) fn start_of_text(source: &Source, elf: &Elf, table: &Section, headers: usize) -> Option<u64> {
    let module = || {
        let module = elf.section_ending(source, MODULE_SECTION, headers)?;
        word(source, elf, module.offset.checked_add(MODULE_TEXT)?, module.address.checked_add(MODULE_TEXT)?, headers)
    };
    let head =
        word(source, elf, table.offset.checked_add(HEADER_TEXT)?, table.address.checked_add(HEADER_TEXT)?, headers);
    head.or_else(module).or_else(|| Some(elf.section_ending(source, TEXT_SECTION, headers)?.address))
}

/// An address in the file, or what the loader writes there. `None` when it is zero.
fn word(source: &Source, elf: &Elf, offset: u64, address: u64, headers: usize) -> Option<u64> {
    let mut bytes = [0; 8];
    source.read_exact_at(offset, &mut bytes)?;
    match u64::from_le_bytes(bytes) {
        0 => relocated(source, elf, address, headers),
        word => Some(word),
    }
}

fn relocated(source: &Source, elf: &Elf, address: u64, headers: usize) -> Option<u64> {
    for section in elf.sections(source, headers).filter(|section| section.kind == Section::RELOCATIONS) {
        let most = section.bytes.min(RELOCATION_BYTES);
        let mut window = Window::new(source, RELOCATION * 1024, RELOCATION_BYTES);
        let mut at = 0;
        while at + RELOCATION as u64 <= most {
            let wanted = (most - at).min(RELOCATION as u64 * 1024) as usize;
            let Some(bytes) = window.up_to(section.offset.checked_add(at)?, wanted) else { break };
            if bytes.len() < RELOCATION {
                break;
            }
            for relocation in bytes.chunks_exact(RELOCATION) {
                let mut cursor = Cursor::new(relocation);
                if cursor.u64()? == address {
                    cursor.skip(8)?;
                    return cursor.u64().filter(|addend| *addend != 0);
                }
                at += RELOCATION as u64;
            }
        }
    }
    None
}
