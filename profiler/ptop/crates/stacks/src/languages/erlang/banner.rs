//! What the emulator says about itself, where a person asks for it.

use crate::languages::runtime::Opening;
use crate::process::memory::Memory;

/// Sections that may have the text: it is a variable.
const SECTIONS: [&[u8]; 2] = [b".data", b".rodata"];
/// Bytes of a section that are read, so many at a time.
const SECTION_BYTES: u64 = 16 << 20;
const CHUNK: usize = 256 * 1024;
/// Bytes of the text.
const TEXT_BYTES: usize = 256;
const START: &[u8] = b"Erlang/OTP ";
const VERSION: &str = "[erts-";
/// It makes machine code, and that runs on the stack of the process.
const MAKES_CODE: &str = "[jit:ns";

/// Which emulator it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Banner {
    /// Of Erlang/OTP.
    pub(super) release: u32,
    /// Of the runtime system.
    pub(super) version: String,
    pub(super) makes_code: bool,
}

impl Banner {
    /// `None` where the file does not say it.
    pub(super) fn find(opening: &Opening<'_>) -> Option<Banner> {
        let mut found = None;
        each_text(opening, &SECTIONS, START, &mut |memory, address| {
            found = found.take().or_else(|| parse(&memory.c_string(address, TEXT_BYTES)?));
        });
        found
    }
}

/// The addresses of texts in sections that begin with `start`.
pub(super) fn each_text(opening: &Opening<'_>, sections: &[&[u8]], start: &[u8], visit: &mut dyn FnMut(&Memory, u64)) {
    for name in sections {
        let section = opening.module.elf.section_named(&opening.module.source, name, opening.limits.headers);
        if let Some(section) = section {
            let first = section.address.wrapping_add(opening.bias);
            each_text_in(opening.memory, (first, section.bytes), start, visit);
        }
    }
}

fn each_text_in(memory: &Memory, (first, bytes): (u64, u64), start: &[u8], visit: &mut dyn FnMut(&Memory, u64)) {
    let mut chunk = vec![0; CHUNK];
    let mut at = 0;
    while at < bytes.min(SECTION_BYTES) {
        let count = memory.read_at(first.wrapping_add(at), &mut chunk);
        for (offset, _) in chunk[..count].windows(start.len()).enumerate().filter(|(_, window)| *window == start) {
            visit(memory, first.wrapping_add(at + offset as u64));
        }
        // What begins at the end of a chunk is found in the next.
        if count <= start.len() {
            break;
        }
        at += (count - start.len() + 1) as u64;
    }
}

/// Of a line such as `Erlang/OTP 27%s [erts-15.2.7] [source] [64-bit] … [jit:ns%s]`.
fn parse(text: &str) -> Option<Banner> {
    let rest = text.strip_prefix("Erlang/OTP ")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let release = rest[..digits].parse().ok()?;
    let (_, version) = rest.split_once(VERSION)?;
    let (version, _) = version.split_once(']')?;
    let is_version = version.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'));
    let makes_code = rest.contains(MAKES_CODE);
    is_version.then(|| Banner { release, version: version.to_owned(), makes_code })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_about_the_emulator_says_its_versions() {
        let of = |text: &str| parse(text).map(|banner| (banner.release, banner.version, banner.makes_code));
        let rest = "[source] [64-bit] [smp:%beu:%beu] [async-threads:%d]";
        assert_eq!(of(&format!("Erlang/OTP 27%s [erts-15.2.7] {rest} [jit:ns%s]")), Some((27, "15.2.7".into(), true)));
        assert_eq!(of(&format!("Erlang/OTP 23%s [erts-11.1.8] {rest}")), Some((23, "11.1.8".into(), false)));
        assert_eq!(of(&format!("Erlang/OTP 26%s [erts-14.2] {rest} [jit%s]")), Some((26, "14.2".into(), false)));
        for other in ["Erlang/OTP 27 compiler or update", "Erlang/OTP [erts-1]", "Erlang/OTP 27 [erts-\u{e9}]", ""] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
