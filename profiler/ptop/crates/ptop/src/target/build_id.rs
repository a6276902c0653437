//! The GNU build id in an ELF file's notes. Nothing in the file is trusted:
//! every offset and length is bounded.

use std::fs::File;
use std::os::unix::fs::FileExt;

use super::executable::hex;

const PT_NOTE: u32 = 4;
const NT_GNU_BUILD_ID: u32 = 3;
const MAX_HEADERS: u16 = 256;
const MAX_NOTES_BYTES: u64 = 64 * 1024;
const MAX_ID_BYTES: usize = 64;

/// The id in hexadecimal, when the file is a 64-bit little-endian ELF that has one.
pub fn build_id(file: &File) -> Option<String> {
    let mut head = [0; 64];
    file.read_exact_at(&mut head, 0).ok()?;
    if head[..6] != *b"\x7fELF\x02\x01" {
        return None;
    }
    let table = number::<8>(&head, 32)?;
    let (entry, count) = (number::<2>(&head, 54)?, number::<2>(&head, 56)?);
    if entry < 56 || count > u64::from(MAX_HEADERS) {
        return None;
    }
    (0..count).find_map(|index| {
        let mut header = [0; 56];
        file.read_exact_at(&mut header, table.checked_add(index * entry)?).ok()?;
        if number::<4>(&header, 0)? != u64::from(PT_NOTE) {
            return None;
        }
        let (offset, size) = (number::<8>(&header, 8)?, number::<8>(&header, 32)?);
        let mut notes = vec![0; size.min(MAX_NOTES_BYTES) as usize];
        file.read_exact_at(&mut notes, offset).ok()?;
        find_id(&notes)
    })
}

/// Little-endian number of `N` bytes.
pub(super) fn number<const N: usize>(bytes: &[u8], at: usize) -> Option<u64> {
    let part = bytes.get(at..at.checked_add(N)?)?;
    Some(part.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
}

fn find_id(notes: &[u8]) -> Option<String> {
    let mut at = 0_usize;
    loop {
        let (name, description) = (number::<4>(notes, at)? as usize, number::<4>(notes, at + 4)? as usize);
        let kind = number::<4>(notes, at + 8)?;
        let name_at = at + 12;
        let description_at = name_at.checked_add(name.checked_next_multiple_of(4)?)?;
        let next = description_at.checked_add(description.checked_next_multiple_of(4)?)?;
        let is_gnu = notes.get(name_at..)?.starts_with(b"GNU\0") && name == 4;
        if is_gnu && kind == u64::from(NT_GNU_BUILD_ID) && description <= MAX_ID_BYTES {
            return notes.get(description_at..description_at + description).map(hex);
        }
        at = next;
    }
}

#[cfg(test)]
mod tests {
    use super::find_id;

    fn note(kind: u8, name: [u8; 4], description: &[u8]) -> Vec<u8> {
        let mut bytes = vec![4, 0, 0, 0, description.len() as u8, 0, 0, 0, kind, 0, 0, 0];
        bytes.extend_from_slice(&name);
        bytes.extend_from_slice(description);
        bytes
    }

    #[test]
    fn the_id_is_found_behind_other_notes() {
        let notes = [note(1, *b"GNU\0", &[0; 16]), note(3, *b"GNU\0", &[0xde, 0xad, 0xbe, 0xef])].concat();
        assert_eq!(find_id(&notes).as_deref(), Some("deadbeef"));
    }

    #[test]
    fn lengths_beyond_the_notes_are_refused() {
        let mut notes = note(3, *b"GNU\0", &[1, 2, 3, 4]);
        notes[4] = 200;
        assert_eq!(find_id(&notes), None);
        notes[0..4].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(find_id(&notes), None);
        assert_eq!(find_id(&[]), None);
    }
}
