//! The emulator's tables of code and of atoms. Nothing exports the first, and a stripped emulator neither, so they are
//! found in its data by what they are like.

use super::atoms::Atoms;
use super::banner::each_text;
use super::layout::{self, Layout};
use super::ranges;
use crate::languages::runtime::Opening;

/// Sections that may hold them, and bytes of each that are read.
const SECTIONS: [&[u8]; 2] = [b".bss", b".data"];
const SECTION_BYTES: u64 = 8 << 20;
/// Section with the name of the table of atoms.
const CONSTANTS: &[u8] = b".rodata";
/// What the table of atoms is called.
const ATOMS: &[u8] = b"atom_tab\0";
/// Texts that may be that name.
const NAMES: usize = 8;
/// Tables of code: the active one, the one being made, and the one before.
const CODE_TABLES: usize = 3;

/// Where the tables are.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tables {
    /// Those of code.
    pub(super) code: Vec<u64>,
    pub(super) atoms: u64,
}

impl Tables {
    /// The error is a text for people.
    pub(super) fn find(opening: &Opening<'_>, layout: &Layout) -> Result<Tables, String> {
        let mut names = Vec::new();
        each_text(opening, &[CONSTANTS], ATOMS, &mut |_, address| {
            if names.len() < NAMES {
                names.push(address);
            }
        });
        let (mut code, mut atoms) = (Vec::new(), None);
        for name in SECTIONS {
            let section = opening.module.elf.section_named(&opening.module.source, name, opening.limits.headers);
            let Some(section) = section else { continue };
            let first = section.address.wrapping_add(opening.bias);
            let mut bytes = vec![0; usize::try_from(section.bytes.min(SECTION_BYTES)).unwrap_or(0)];
            let count = opening.memory.read_at(first, &mut bytes);
            let words: Vec<u64> = bytes[..count]
                .chunks_exact(8)
                .map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default()))
                .collect();
            for (address, window) in (first..).step_by(8).zip(words.windows(ranges::RECORD_WORDS)) {
                if names.contains(&window[0]) {
                    let table = address.wrapping_sub(layout::ATOMS_NAME);
                    let is_it = Atoms::new(table, layout.has_binary_names).check(opening.memory).is_some();
                    atoms = atoms.or(is_it.then_some(table));
                }
                let near = code
                    .first()
                    .is_none_or(|first| address.abs_diff(*first) < (CODE_TABLES * ranges::RECORD_BYTES) as u64);
                if near && ranges::is_record(window) && ranges::read(opening.memory, address).is_some() {
                    code.push(address);
                }
            }
            if !code.is_empty() {
                code.truncate(CODE_TABLES);
            }
        }
        let atoms = atoms.ok_or("its table of atoms was not found")?;
        if code.is_empty() {
            return Err("its table of code was not found".into());
        }
        Ok(Tables { code, atoms })
    }
}
