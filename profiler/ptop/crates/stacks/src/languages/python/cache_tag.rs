//! The version of an interpreter that exports none (before 3.11): it has the tag with which it names the files it
//! compiles, `cpython-38`, as a string among its constants (`PEP 3147`).

use crate::files::window::{TABLE_DROP_AFTER_BYTES, TABLE_WINDOW_BYTES, Window};
use crate::modules::module::Module;
use crate::types::limits::Limits;

const SECTION: &[u8] = b".rodata";
/// Bytes of constants that are searched.
const MOST_BYTES: u64 = 32 << 20;
/// The tag up to the version, as it follows another string.
const TAG: &[u8] = b"\0cpython-3";
/// Digits of a version behind that, and the end.
const TAG_END: usize = 3;

/// As `PY_VERSION_HEX`, without the last number. `None` when there is no such tag, or several that are different.
pub(super) fn version(module: &Module, limits: &Limits) -> Option<u64> {
    let section = module.elf.section_named(&module.source, SECTION, limits.headers)?;
    let mut window = Window::new(&module.source, TABLE_WINDOW_BYTES, TABLE_DROP_AFTER_BYTES);
    let mut found = None;
    let end = section.bytes.min(MOST_BYTES);
    let mut at = 0;
    while at < end {
        let wanted = usize::try_from(end - at).unwrap_or(TABLE_WINDOW_BYTES).min(TABLE_WINDOW_BYTES);
        let bytes = window.up_to(section.offset.checked_add(at)?, wanted)?;
        for minor in minors(bytes) {
            if *found.get_or_insert(minor) != minor {
                return None;
            }
        }
        // One may lie across the end.
        let step = bytes.len().saturating_sub(TAG.len() + TAG_END);
        if step == 0 || bytes.len() < wanted {
            break;
        }
        at += step as u64;
    }
    found.map(|minor| 3 << 24 | minor << 16)
}

/// The second numbers of the versions whose tags are whole in the bytes.
fn minors(bytes: &[u8]) -> impl Iterator<Item = u64> {
    let tags = bytes.windows(TAG.len()).enumerate().filter(|(_, window)| *window == TAG);
    tags.filter_map(|(start, _)| {
        let rest = &bytes[start + TAG.len()..];
        let digits = &rest[..rest.iter().take(TAG_END).position(|byte| *byte == 0)?];
        let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        is_number.then(|| digits.iter().fold(0, |number, digit| number * 10 + u64::from(digit - b'0')))
    })
}

#[cfg(test)]
mod tests {
    use super::minors;

    #[test]
    fn a_tag_is_a_string_of_its_own() {
        let tags = |bytes: &[u8]| minors(bytes).collect::<Vec<_>>();
        assert_eq!(tags(b"x\0cpython-310\0yz\0cpython-38\0"), [10, 8]);
        for other in [
            &b"\0cpython-38-x86_64-linux-gnu\0"[..],
            b"a cpython-38\0..",
            b"\0cpython-3\0....",
            b"\0cpython-38",
            b"\0cpython-27\0..",
        ] {
            assert_eq!(tags(other), [0; 0]);
        }
    }
}
