//! The version of Go in the executable of a Go program, as the linker wrote it there. Nothing in the file is trusted:
//! every offset and length is bounded.

use std::fs::File;
use std::os::unix::fs::FileExt;

use super::build_id::number;
use crate::record::LanguageRuntime;

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
    let mut head = [0; 64];
    file.read_exact_at(&mut head, 0).ok()?;
    if head[..6] != *b"\x7fELF\x02\x01" {
        return None;
    }
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

    use super::{go_runtime, version};

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
