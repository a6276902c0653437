//! Readable names that stay the same from build to build: Rust and C++ are
//! demangled without hashes, and suffixes that carry a hash are dropped.
//! Length is bounded while demangling, because a short mangled name can
//! describe a readable one of any length.

use std::fmt::{self, Write};

/// Mark of a name that was shortened.
const CUT: &str = "…";

/// Writes the readable form of `mangled` into `out`. True when it was shortened.
pub(super) fn demangle(mangled: &[u8], most_bytes: usize, out: &mut String) -> bool {
    out.clear();
    let text = String::from_utf8_lossy(mangled);
    let text = without_build_suffix(&text);
    let mut bounded = Bounded { out, most: most_bytes, is_cut: false };
    let rust_name = is_rust(text).then(|| rustc_demangle::try_demangle(text).ok()).flatten();
    if let Some(name) = rust_name {
        let written = write!(bounded, "{name:#}");
        if bounded.finish(&written) {
            return bounded.mark_cut();
        }
        bounded.out.clear();
        bounded.is_cut = false;
    }
    if text.starts_with("_Z") || text.starts_with("__Z") {
        let options = cpp_demangle::DemangleOptions::new().no_return_type().recursion_limit(128);
        let parsing = cpp_demangle::ParseOptions::default().recursion_limit(128);
        if let Ok(name) = cpp_demangle::BorrowedSymbol::new_with_options(text.as_bytes(), &parsing) {
            let written = name.structured_demangle(&mut bounded, &options);
            if bounded.finish(&written) {
                return bounded.mark_cut();
            }
            bounded.out.clear();
            bounded.is_cut = false;
        }
    }
    let _ = bounded.write_str(text);
    bounded.mark_cut()
}

/// Whether nothing readable would be left of a name.
pub(super) fn is_empty(mangled: &[u8]) -> bool {
    without_build_suffix(&String::from_utf8_lossy(mangled)).is_empty()
}

/// Legacy Rust names end in a hash that tells them from C++ (a suffix may follow); the newer scheme
/// has its own prefix.
fn is_rust(name: &str) -> bool {
    let ends_in_hash = |name: &str| {
        let Some((_, rest)) = name.rsplit_once("17h") else { return false };
        let Some((hash, after)) = rest.split_at_checked(16) else { return false };
        hash.bytes().all(|byte| byte.is_ascii_hexdigit()) && (after == "E" || after.starts_with("E."))
    };
    name.starts_with("_R") || name.starts_with("_ZN") && ends_in_hash(name)
}

/// Without `.llvm.<hash>`, without a symbol version (`@@GLIBC_2.34`), and without the calling convention
/// (`.abi0`) that Go's symbols have and its own table has not.
fn without_build_suffix(name: &str) -> &str {
    let name = name.strip_suffix(".abi0").filter(|before| !before.is_empty()).unwrap_or(name);
    let name = name.split_once(".llvm.").map_or(name, |(before, _)| before);
    match name.split_once('@') {
        Some((before, version))
            if !before.is_empty() && version.trim_start_matches('@').starts_with(char::is_uppercase) =>
        {
            before
        }
        _ => name,
    }
}

/// A writer that stops at a length.
struct Bounded<'a> {
    out: &'a mut String,
    most: usize,
    is_cut: bool,
}

impl Bounded<'_> {
    /// Whether the output may be used: it is complete, or was cut by the bound.
    fn finish<E>(&self, written: &Result<(), E>) -> bool {
        (written.is_ok() || self.is_cut) && !self.out.is_empty()
    }

    fn mark_cut(&mut self) -> bool {
        if self.is_cut {
            self.out.push_str(CUT);
        }
        self.is_cut
    }
}

impl Write for Bounded<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = self.most.saturating_sub(self.out.len());
        if text.len() <= room {
            self.out.push_str(text);
            return Ok(());
        }
        self.out.push_str(&text[..(0..=room).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)]);
        self.is_cut = true;
        Err(fmt::Error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn readable(mangled: &str) -> String {
        let mut out = String::new();
        demangle(mangled.as_bytes(), 200, &mut out);
        out
    }

    #[test]
    fn names_of_each_language_become_readable_and_lose_their_hashes() {
        for (mangled, expected) in [
            ("main", "main"),
            ("_ZN4acme7service6handleERKNS_7RequestEl", "acme::service::handle(acme::Request const&, long)"),
            ("_ZN3foo3barEv.llvm.123456789", "foo::bar()"),
            ("_ZN4core3fmt9Formatter3pad17h0123456789abcdefE", "core::fmt::Formatter::pad"),
            ("_ZN4core3fmt9Formatter3pad17h0123456789abcdefE.llvm.99", "core::fmt::Formatter::pad"),
            (
                "_ZN4core6FnOnce9call_once32_$u7b$$u7b$vtable.shim$u7d$$u7d$17h3762bf1c1a0fe0b9E",
                "core::FnOnce::call_once::{{vtable.shim}}",
            ),
            ("_RNvC6_123foo3bar", "123foo::bar"),
            ("memcpy@@GLIBC_2.14", "memcpy"),
            ("_Znot a mangled name", "_Znot a mangled name"),
            ("operator@", "operator@"),
            ("runtime.goexit.abi0", "runtime.goexit"),
        ] {
            assert_eq!(readable(mangled), expected);
        }
    }

    #[test]
    fn a_short_name_cannot_explode() {
        // Substitutions that double at each step.
        let mut name = String::from("_Z1fIiE");
        for _ in 0..60 {
            name.push_str("St4pairIS_S_E");
        }
        let mut out = String::new();
        demangle(name.as_bytes(), 100, &mut out);
        assert!(out.len() <= 100 + CUT.len(), "{}", out.len());
        assert!(demangle(&b"x".repeat(300), 100, &mut out));
        assert_eq!(out.len(), 100 + CUT.len());
    }

    #[test]
    fn nonsense_in_the_alphabet_of_mangled_names_ends() {
        let alphabet = b"_ZNKSTIXLEFDvilb0123456789Rh$.PO17";
        let mut state = 88_172_645_463_325_252_u64;
        let mut next = |most: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 33) as usize % most
        };
        let mut out = String::new();
        for round in 0..3000 {
            let prefix = ["_Z", "_ZN", "_R", "_ZN4core3fmt", "_Z1fIiE"][round % 5];
            let length = if round % 50 == 0 { 8000 } else { next(200) };
            let name: Vec<u8> = prefix.bytes().chain((0..length).map(|_| alphabet[next(alphabet.len())])).collect();
            demangle(&name, 1024, &mut out);
            assert!(out.len() <= 1024 + CUT.len());
        }
    }

    #[test]
    fn cutting_keeps_characters_whole() {
        let mut out = String::new();
        assert!(demangle("éééé".as_bytes(), 5, &mut out));
        assert_eq!(out, "éé…");
        assert!(!demangle(&[0xff, 0xfe], 100, &mut out));
    }
}
