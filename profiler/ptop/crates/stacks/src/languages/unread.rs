//! Runtimes whose frames nobody here reads: it is said that they are there, so that the functions of an
//! interpreter are not taken for all there is.

use super::{Opening, Runtime};

/// Programs and libraries of a language, by the beginning of the file's name. What follows is a version, or nothing.
const FILES: [(&str, &[&str]); 12] = [
    ("Ruby", &["ruby", "libruby"]),
    ("PHP", &["php", "php-fpm", "php-cgi", "libphp"]),
    (".NET", &["libcoreclr"]),
    ("Mono", &["mono", "mono-sgen", "libmono-2.0", "libmonosgen-2.0"]),
    ("Java in OpenJ9", &["libj9vm"]),
    // As a library, Perl and Lua are in many servers that hardly use them.
    ("Perl", &["perl"]),
    ("Lua", &["lua", "luajit"]),
    ("Erlang", &["beam.smp", "beam"]),
    ("JavaScript outside Node", &["deno", "bun"]),
    ("Python in PyPy", &["pypy", "libpypy"]),
    ("R", &["libR"]),
    ("Julia", &["julia", "libjulia", "libjulia-internal"]),
];

fn language_of(name: &str) -> Option<&'static str> {
    let is_version = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'));
    // PyPy's library is that of its C code.
    let begins = |prefix: &&str| {
        let rest = name.strip_prefix(*prefix)?;
        let stem = rest.split(".so").next().filter(|_| prefix.starts_with("lib")).unwrap_or(rest);
        Some(is_version(stem.strip_suffix("-c").unwrap_or(stem)))
    };
    let is_of = |prefixes: &[&str]| prefixes.iter().any(|prefix| begins(prefix).unwrap_or(false));
    FILES.iter().find(|(_, prefixes)| is_of(prefixes)).map(|(language, _)| *language)
}

/// Whether a file of this base name holds one of them.
pub(super) fn is_held_by(name: &str) -> bool {
    language_of(name).is_some()
}

/// Always fails, with what a person should know.
pub(super) fn open(opening: &Opening<'_>) -> Result<Box<dyn Runtime>, String> {
    let language = language_of(opening.name).unwrap_or_default();
    Err(format!("{language} is not read, so the functions of its runtime stand for those of the program"))
}

#[cfg(test)]
mod tests {
    use super::language_of;

    #[test]
    fn runtimes_are_known_by_their_files() {
        let known = [
            ("ruby3.1", "Ruby"),
            ("libruby-3.1.so.3.1.2", "Ruby"),
            ("php8.2", "PHP"),
            ("php-fpm8.2", "PHP"),
            ("libphp8.2.so", "PHP"),
            ("libcoreclr.so", ".NET"),
            ("mono-sgen", "Mono"),
            ("libj9vm29.so", "Java in OpenJ9"),
            ("perl", "Perl"),
            ("perl5.36.0", "Perl"),
            ("luajit-2.1.0", "Lua"),
            ("beam.smp", "Erlang"),
            ("bun", "JavaScript outside Node"),
            ("libpypy3-c.so", "Python in PyPy"),
            ("libpypy3.10-c.so", "Python in PyPy"),
            ("libR.so", "R"),
            ("libjulia-internal.so.1.10", "Julia"),
        ];
        for (name, language) in known {
            assert_eq!(language_of(name), Some(language), "{name}");
        }
    }

    #[test]
    fn other_files_hold_none() {
        for name in
            ["rubyfmt", "libperl.so.5.36", "liblua5.1.so.0", "monolith", "redis-server", "libRuntime.so", "beams", ""]
        {
            assert_eq!(language_of(name), None, "{name}");
        }
    }
}
