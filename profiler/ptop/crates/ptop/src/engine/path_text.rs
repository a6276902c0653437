//! How the path of a record reads. The text is the target's; the lengths came with it.

/// Placeholder for the path of an open whose path address had nothing behind it.
const UNREADABLE: &str = "(unreadable address)";
/// Placeholder for a directory that was no longer open when it was looked up.
const UNKNOWN_DIRECTORY: &str = "(unknown directory)";

/// Placeholder for the file of a descriptor that was not open.
const CLOSED: &str = "(closed descriptor)";

/// Lengths of a record's parts.
#[derive(Debug, Clone, Copy)]
pub struct Lengths {
    /// Bytes of the path as the target wrote it.
    pub path: u32,
    /// Bytes of the names of the directory it starts from, innermost first.
    pub base: u32,
    /// Where it starts: 0 the root, 1 that directory, 2 an unknown one, 3 nowhere.
    pub kind: u32,
}

/// The absolute path, without empty and `.` components. `..` stays: what it means depends on links.
pub fn render(head: &Lengths, text: &[u8]) -> Option<String> {
    let (path, base) = text.split_at_checked(head.path as usize)?;
    let path = path.strip_suffix(&[0]).unwrap_or(path);
    let base = base.get(..head.base as usize)?;
    match head.kind {
        0 if path.is_empty() => return Some(UNREADABLE.to_owned()),
        2 if path.is_empty() => return Some(CLOSED.to_owned()),
        3 => return Some(String::from_utf8_lossy(path).into_owned()),
        _ => {}
    }
    let mut whole = if head.kind == 2 { UNKNOWN_DIRECTORY.to_owned() } else { String::new() };
    let directories = base.split(|byte| *byte == 0).filter(|part| !part.is_empty()).collect::<Vec<_>>();
    let steps = path.split(|byte| *byte == b'/').filter(|part| !part.is_empty() && *part != b".");
    for part in directories.into_iter().rev().chain(steps) {
        whole.push('/');
        whole.push_str(&String::from_utf8_lossy(part));
    }
    Some(if whole.is_empty() { "/".to_owned() } else { whole })
}

#[cfg(test)]
mod tests {
    use super::{Lengths, render};
    use crate::hostile::Random;

    fn rendered(path: &[u8], kind: u32, base_text: &[u8]) -> Option<String> {
        let lengths = Lengths { path: path.len() as u32, base: base_text.len() as u32, kind };
        render(&lengths, &[path, base_text].concat())
    }

    #[test]
    fn an_absolute_path_is_kept() {
        assert_eq!(rendered(b"/etc//./hosts\0", 0, b"").as_deref(), Some("/etc/hosts"));
        assert_eq!(rendered(b"/\0", 0, b"").as_deref(), Some("/"));
        assert_eq!(rendered(b"/a/../b\0", 0, b"").as_deref(), Some("/a/../b"));
    }

    #[test]
    fn a_relative_path_starts_at_the_walked_directory() {
        assert_eq!(rendered(b"x/y\0", 1, b"data\0var\0").as_deref(), Some("/var/data/x/y"));
        assert_eq!(rendered(b"x\0", 1, b"").as_deref(), Some("/x"));
        assert_eq!(rendered(b"\0", 1, b"var\0").as_deref(), Some("/var"));
    }

    #[test]
    fn what_could_not_be_found_out_is_said() {
        assert_eq!(rendered(b"\0", 0, b"").as_deref(), Some("(unreadable address)"));
        assert_eq!(rendered(b"x\0", 2, b"").as_deref(), Some("(unknown directory)/x"));
        assert_eq!(rendered(b"\0", 2, b"").as_deref(), Some("(closed descriptor)"));
    }

    #[test]
    fn what_no_directory_names_is_not_made_a_path() {
        assert_eq!(rendered(b"memfd:cache\0", 3, b"").as_deref(), Some("memfd:cache"));
    }

    #[test]
    fn lengths_beyond_the_record_are_refused() {
        assert_eq!(render(&Lengths { path: 11, base: 0, kind: 0 }, b"/etc"), None);
    }

    #[test]
    fn no_record_does_harm() {
        let mut random = Random::new();
        let mut taken = 0;
        for _ in 0..100_000 {
            let text: Vec<u8> = (0..random.below(64)).map(|_| b"/.\0a\xff"[random.below(5)]).collect();
            let mut length = || if random.below(4) > 0 { random.below(40) as u32 } else { random.length() as u32 };
            let lengths = Lengths { path: length(), base: length(), kind: length() % 5 };
            if let Some(path) = render(&lengths, &text) {
                // A byte that is not UTF-8 needs three bytes; nothing else grows, but for the marker of a directory.
                assert!(path.len() <= 3 * text.len() + 32, "{path:?}");
                taken += 1;
            }
        }
        assert!(taken > 1000, "only {taken} looked like paths");
    }
}
