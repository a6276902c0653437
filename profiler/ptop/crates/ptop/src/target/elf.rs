//! What the ELF file of a program says of itself: the GNU build id in its notes, and the version of Go as its linker
//! wrote it there. Nothing in the file is trusted: every offset and length is bounded.

use std::fs::File;
use std::os::unix::fs::FileExt;

use crate::record::LanguageRuntime;

const PT_NOTE: u32 = 4;
const NT_GNU_BUILD_ID: u32 = 3;
const MAX_HEADERS: u16 = 256;
const MAX_NOTES_BYTES: u64 = 64 * 1024;
const MAX_ID_BYTES: usize = 64;

const SECTION: &[u8] = b".go.buildinfo";
const SECTION_BYTES: u64 = 64;
const MAX_SECTIONS: u64 = 1024;
const MAX_NAMES_BYTES: u64 = 64 * 1024;
const MAGIC: &[u8] = b"\xff Go buildinf:";
/// Where the flags are.
const FLAGS: usize = 15;
/// The version is in the section itself (Go 1.18 and newer), and not where a pointer leads.
const INLINE: u8 = 2;
/// Where it is: its length, then the text.
const TEXT: usize = 32;
const MAX_VERSION_BYTES: usize = 128;

/// The file's header, when it is a 64-bit little-endian ELF.
fn header(file: &File) -> Option<[u8; 64]> {
    let mut head = [0; 64];
    file.read_exact_at(&mut head, 0).ok()?;
    (head[..6] == *b"\x7fELF\x02\x01").then_some(head)
}

/// The id, when the file is a 64-bit little-endian ELF that has one.
pub fn build_id(file: &File) -> Option<Vec<u8>> {
    let head = header(file)?;
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
fn number<const N: usize>(bytes: &[u8], at: usize) -> Option<u64> {
    let part = bytes.get(at..at.checked_add(N)?)?;
    Some(part.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
}

fn find_id(notes: &[u8]) -> Option<Vec<u8>> {
    let mut at = 0_usize;
    loop {
        let (name, description) = (number::<4>(notes, at)? as usize, number::<4>(notes, at + 4)? as usize);
        let kind = number::<4>(notes, at + 8)?;
        let name_at = at + 12;
        let description_at = name_at.checked_add(name.checked_next_multiple_of(4)?)?;
        let next = description_at.checked_add(description.checked_next_multiple_of(4)?)?;
        let is_gnu = notes.get(name_at..)?.starts_with(b"GNU\0") && name == 4;
        if is_gnu && kind == u64::from(NT_GNU_BUILD_ID) && description <= MAX_ID_BYTES {
            return notes.get(description_at..description_at + description).map(<[u8]>::to_vec);
        }
        at = next;
    }
}

/// Which Go made the program, when the file is a 64-bit little-endian ELF that Go made.
pub fn go_runtime(file: &File) -> Option<LanguageRuntime> {
    let mut head = [0; TEXT + MAX_VERSION_BYTES];
    let (offset, size) = section(file)?;
    let bytes = head.len().min(usize::try_from(size).ok()?);
    file.read_exact_at(&mut head[..bytes], offset).ok()?;
    let info = &head[..bytes];
    info.starts_with(MAGIC).then(|| LanguageRuntime { kind: "go", version: version(info) })
}

/// Where the section is in the file, and its size.
fn section(file: &File) -> Option<(u64, u64)> {
    let head = header(file)?;
    let table = number::<8>(&head, 40)?;
    let [size, count, names] = [58, 60, 62].map(|at| number::<2>(&head, at));
    let (count, names) = (count?, names?);
    if size? != SECTION_BYTES || count > MAX_SECTIONS || names >= count {
        return None;
    }
    let mut headers = vec![0; (count * SECTION_BYTES) as usize];
    file.read_exact_at(&mut headers, table).ok()?;
    let place = |index: u64| {
        let at = (index * SECTION_BYTES) as usize;
        Some((number::<8>(&headers, at + 24)?, number::<8>(&headers, at + 32)?))
    };
    let (names_at, names_size) = place(names)?;
    let mut texts = vec![0; names_size.min(MAX_NAMES_BYTES) as usize];
    file.read_exact_at(&mut texts, names_at).ok()?;
    let name = |index: u64| {
        let at = number::<4>(&headers, (index * SECTION_BYTES) as usize)? as usize;
        texts.get(at..)?.split(|byte| *byte == 0).next()
    };
    (0..count).find(|index| name(*index) == Some(SECTION)).and_then(place)
}

/// Without the word `go` before the number: `1.26.8`. Other builds than releases have a text of their own (`devel go1.27-...`).
fn version(info: &[u8]) -> Option<String> {
    if info.get(FLAGS)? & INLINE == 0 {
        return None;
    }
    let length = usize::from(*info.get(TEXT)?);
    // A longer one has its length in more than one byte.
    let text = info.get(TEXT + 1..TEXT + 1 + length).filter(|_| length < MAX_VERSION_BYTES)?;
    let is_plain = !text.is_empty() && text.iter().all(|byte| byte.is_ascii_graphic() || *byte == b' ');
    let text = std::str::from_utf8(text).ok().filter(|_| is_plain)?;
    Some(text.strip_prefix("go").unwrap_or(text).to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::{find_id, go_runtime, version};

    fn note(kind: u8, name: [u8; 4], description: &[u8]) -> Vec<u8> {
        let mut bytes = vec![4, 0, 0, 0, description.len() as u8, 0, 0, 0, kind, 0, 0, 0];
        bytes.extend_from_slice(&name);
        bytes.extend_from_slice(description);
        bytes
    }

    #[test]
    fn the_id_is_found_behind_other_notes() {
        let notes = [note(1, *b"GNU\0", &[0; 16]), note(3, *b"GNU\0", &[0xde, 0xad, 0xbe, 0xef])].concat();
        assert_eq!(find_id(&notes).as_deref(), Some(&[0xde, 0xad, 0xbe, 0xef][..]));
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

    fn info(flags: u8, text: &str) -> Vec<u8> {
        let head = [super::MAGIC, &[8, flags], &[0; 16]].concat();
        [&head[..], &[text.len() as u8], text.as_bytes()].concat()
    }

    #[test]
    fn the_version_is_the_one_that_go_calls_itself() {
        assert_eq!(version(&info(2, "go1.26.8")).as_deref(), Some("1.26.8"));
        assert_eq!(version(&info(3, "devel go1.27-1a2b3c")).as_deref(), Some("devel go1.27-1a2b3c"));
    }

    #[test]
    fn what_is_elsewhere_or_makes_no_sense_is_no_version() {
        assert_eq!(version(&info(0, "go1.17")), None);
        assert_eq!(version(&info(2, "")), None);
        assert_eq!(version(&info(2, "go1.26\n")), None);
        let mut longer = info(2, "go1.26.8");
        longer[32] = 200;
        assert_eq!(version(&longer), None);
        assert_eq!(version(&longer[..20]), None);
    }

    #[test]
    fn programs_of_other_languages_are_not_made_by_go() {
        assert_eq!(go_runtime(&File::open("/proc/self/exe").expect("the own executable")), None);
        assert_eq!(go_runtime(&File::open("/etc/passwd").expect("a text")), None);
    }
}
