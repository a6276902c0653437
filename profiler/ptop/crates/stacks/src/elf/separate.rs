//! The separate debug file of a stripped module: found where distributions and
//! debuggers put it, under the target's own root, and taken only when it was
//! made from this very build.

use std::path::{Path, PathBuf};

use crate::elf::{Elf, Section};
use crate::files::cursor::Cursor;
use crate::files::source::Source;
use crate::process::Process;
use crate::types::arch::Arch;
use crate::types::limits::Limits;

/// Bytes of a section of notes that are read.
const NOTE_BYTES: usize = 1024;
/// Bytes of a build id believed.
const ID_BYTES: std::ops::RangeInclusive<usize> = 2..=64;
/// Bytes of the section that names a debug file.
const LINK_BYTES: usize = 512;
/// Bytes summed at a time.
const SUM_BYTES: usize = 64 * 1024;

/// An opened debug file.
pub(crate) struct Separate {
    pub(crate) source: Source,
    pub(crate) elf: Elf,
    /// The checksum that its content must have, where no build id vouches for it.
    checksum: Option<u32>,
}

/// The module whose debug file is wanted.
pub(crate) struct Stripped<'a> {
    pub(crate) path: &'a str,
    pub(crate) source: &'a Source,
    pub(crate) elf: &'a Elf,
}

impl Separate {
    /// The files that may belong to a module, the likeliest first: none when it has everything itself, and
    /// one where a build id decides.
    pub(crate) fn find(of: &Stripped<'_>, process: &Process, arch: Arch, limits: &Limits) -> Vec<Separate> {
        let mut unchecked = Vec::new();
        let certain = Separate::look(of, process, arch, limits, &mut unchecked);
        certain.map_or(unchecked, |file| vec![file])
    }

    fn look(
        of: &Stripped<'_>,
        process: &Process,
        arch: Arch,
        limits: &Limits,
        unchecked: &mut Vec<Separate>,
    ) -> Option<Separate> {
        let has_symbols = of.elf.sections(of.source, limits.headers).any(|section| section.kind == Section::SYMBOLS);
        if has_symbols && of.elf.section_named(of.source, b".debug_info", limits.headers).is_some() {
            return None;
        }
        let id = build_id(of.source, of.elf, limits.headers);
        let open = |path: &Path| {
            let source = Source::file(process.open_inside(path)?);
            source.read_only_what_is_asked();
            let elf = Elf::parse(&source, arch, limits.headers)?;
            Some((source, elf))
        };
        if let Some(id) = &id {
            if let Some((source, elf)) = open(&path_of_id(id)) {
                if build_id(&source, &elf, limits.headers).as_ref() == Some(id) {
                    return Some(Separate { source, elf, checksum: None });
                }
            }
        }
        let (name, checksum) = link(of, limits)?;
        let directory = Path::new(of.path).parent()?;
        let below_debug = Path::new("/usr/lib/debug").join(directory.strip_prefix("/").ok()?);
        for place in [directory.join(&name), directory.join(".debug").join(&name), below_debug.join(&name)] {
            let Some((source, elf)) = open(&place) else { continue };
            match (&id, build_id(&source, &elf, limits.headers)) {
                (Some(wanted), Some(found)) if *wanted == found => {
                    return Some(Separate { source, elf, checksum: None });
                }
                // Of another build.
                (_, Some(_)) => {}
                (_, None) => unchecked.push(Separate { source, elf, checksum: Some(checksum) }),
            }
        }
        None
    }

    /// Whether the file is what the module was made with. Reads the whole file where only its checksum can tell.
    pub(crate) fn belongs(&self, most_bytes: u64) -> bool {
        self.checksum.is_none_or(|checksum| sum(&self.source, most_bytes) == Some(checksum))
    }
}

/// `.build-id/ab/cdef….debug`.
fn path_of_id(id: &[u8]) -> PathBuf {
    let (first, rest) = id.split_at(1);
    PathBuf::from(format!("/usr/lib/debug/.build-id/{}/{}.debug", hex(first), hex(rest)))
}

/// A part of a build id as it is written.
pub(crate) fn hex(id: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(half.into(), 16);
    id.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).flatten().collect()
}

/// The build id from the notes of a file.
pub(crate) fn build_id(source: &Source, elf: &Elf, headers: usize) -> Option<Vec<u8>> {
    let mut notes = elf.sections(source, headers).filter(|section| section.kind == Section::NOTES);
    notes.find_map(|section| {
        let mut bytes = vec![0; usize::try_from(section.bytes).unwrap_or(NOTE_BYTES).min(NOTE_BYTES)];
        source.read_exact_at(section.offset, &mut bytes)?;
        let mut cursor = Cursor::new(&bytes);
        loop {
            let (name_bytes, value_bytes, kind) = (cursor.u32()? as usize, cursor.u32()? as usize, cursor.u32()?);
            let name = cursor.take(name_bytes.checked_next_multiple_of(4)?)?;
            let value = cursor.take(value_bytes)?;
            if kind == 3 && name == b"GNU\0" {
                return ID_BYTES.contains(&value.len()).then(|| value.to_vec());
            }
            cursor.skip((value_bytes.next_multiple_of(4) - value_bytes) as i64)?;
        }
    })
}

/// The name and the checksum that `.gnu_debuglink` gives.
fn link(of: &Stripped<'_>, limits: &Limits) -> Option<(String, u32)> {
    let section = of.elf.section_named(of.source, b".gnu_debuglink", limits.headers)?;
    let mut bytes = vec![0; usize::try_from(section.bytes).ok().filter(|bytes| *bytes <= LINK_BYTES)?];
    of.source.read_exact_at(section.offset, &mut bytes)?;
    let end = bytes.iter().position(|byte| *byte == 0)?;
    let name = std::str::from_utf8(&bytes[..end]).ok().filter(|name| !name.is_empty() && !name.contains('/'))?;
    let mut cursor = Cursor::new(bytes.get((end + 1).next_multiple_of(4)..)?);
    Some((name.to_owned(), cursor.u32()?))
}

/// The CRC-32 of a file, as `.gnu_debuglink` has it. `None` when it is longer than `most_bytes`.
fn sum(source: &Source, most_bytes: u64) -> Option<u32> {
    let mut table = [0_u32; 256];
    for (value, slot) in (0..).zip(&mut table) {
        *slot = (0..8).fold(value, |sum: u32, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 });
    }
    let mut buffer = vec![0; SUM_BYTES];
    let (mut at, mut sum) = (0, u32::MAX);
    loop {
        let count = source.read_at(at, &mut buffer);
        if count == 0 {
            return Some(!sum);
        }
        sum = buffer[..count].iter().fold(sum, |sum, byte| sum >> 8 ^ table[usize::from(sum as u8 ^ byte)]);
        source.give_back(at, count as u64);
        at += count as u64;
        if at > most_bytes {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_known_one() {
        let source = Source::Memory(b"123456789".to_vec().into());
        assert_eq!((sum(&source, 100), sum(&source, 5)), (Some(0xcbf4_3926), None));
    }

    #[test]
    fn an_id_is_a_folder_and_a_file() {
        assert_eq!(path_of_id(&[0xab, 0xcd, 0x01]), Path::new("/usr/lib/debug/.build-id/ab/cd01.debug"));
    }
}
