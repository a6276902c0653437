//! Which version of the runtime a file holds: a text in its data says so, `@(#)Version 9.0.725.31616 @Commit: …`.

use crate::languages::runtime::Opening;

const MARK: &[u8] = b"@(#)Version ";
/// Bytes of data searched; a runtime has a few hundred kilobytes.
const DATA_BYTES: u64 = 4 << 20;
const CHUNK: usize = 64 * 1024;
const TEXT_BYTES: usize = 32;

/// A version: `9.0.7`, and its first number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Version {
    pub(super) text: String,
    pub(super) major: u32,
}

/// The version that the file says.
pub(super) fn find(opening: &Opening<'_>) -> Option<Version> {
    let module = opening.module;
    let mut data = None;
    module.elf.visit_named(&module.source, opening.limits.headers, &mut |section, name| {
        if name == b".data" {
            data = Some((section.offset, section.bytes));
        }
    });
    let (start, bytes) = data?;
    let end = start.checked_add(bytes.min(DATA_BYTES))?;
    let mut buffer = vec![0; CHUNK];
    let mut at = start;
    while at < end {
        let count = module.source.read_at(at, &mut buffer);
        let read = &buffer[..count.min(usize::try_from(end - at).unwrap_or(CHUNK))];
        if let Some(place) = read.windows(MARK.len()).position(|window| window == MARK) {
            let mut text = [0; TEXT_BYTES];
            let count = module.source.read_at(at + (place + MARK.len()) as u64, &mut text);
            return parse(&text[..count]);
        }
        // A mark may begin at the end of what was read.
        at += read.len().checked_sub(MARK.len()).filter(|step| *step > 0)? as u64;
    }
    None
}

/// A build's number has the patch in front of the year: 9.0.725 is 9.0.7 of 2025.
fn parse(text: &[u8]) -> Option<Version> {
    let text: String =
        text.iter().map_while(|byte| matches!(byte, b'0'..=b'9' | b'.').then_some(char::from(*byte))).collect();
    let numbers: Vec<u32> = text.split('.').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    match numbers[..] {
        [major, minor, build, _] if major >= 5 => {
            Some(Version { text: format!("{major}.{minor}.{}", build / 100), major })
        }
        // Of .NET Core, which counted otherwise.
        [major, _, _, _] => Some(Version { text, major }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_is_a_version() {
        let version = |text: &[u8]| parse(text).map(|version| (version.text, version.major));
        assert_eq!(version(b"8.0.424.16909 @Commit: 2d"), Some(("8.0.4".into(), 8)));
        assert_eq!(version(b"10.0.1126.37416"), Some(("10.0.11".into(), 10)));
        assert_eq!(version(b"4.700.20.6602 @Bui"), Some(("4.700.20.6602".into(), 4)));
        for other in [&b""[..], b"9.0", b"9..0.1", b"x.y.z.w", b"99999999999.0.1.1"] {
            assert_eq!(version(other), None);
        }
    }
}
