//! Runtimes whose frames nobody here reads: it is said that they are there, so that the functions of an
//! interpreter are not taken for all there is.

use super::runtime::{Opening, Runtime};

/// One of them.
struct Family {
    /// In what is said to people.
    title: &'static str,
    /// In one word.
    word: &'static str,
    /// Its programs and libraries, by the beginning of the file's name. What follows is a number, or nothing.
    files: &'static [&'static str],
    /// Whether that number is the version of the runtime.
    is_version: bool,
}

const fn family(title: &'static str, word: &'static str, files: &'static [&'static str], is_version: bool) -> Family {
    Family { title, word, files, is_version }
}

const FAMILIES: [Family; 13] = [
    family("Ruby", "ruby", &["ruby", "libruby"], true),
    family("PHP", "php", &["php", "php-fpm", "php-cgi", "libphp"], true),
    family(".NET", "dotnet", &["libcoreclr"], false),
    family("Mono", "mono", &["mono", "mono-sgen", "libmono-2.0", "libmonosgen-2.0"], false),
    family("Java in OpenJ9", "java", &["libj9vm"], false),
    // As a library, Perl and Lua are in many servers that hardly use them.
    family("Perl", "perl", &["perl"], true),
    family("Lua", "lua", &["lua", "luajit"], true),
    family("Erlang", "erlang", &["beam.smp", "beam"], false),
    family("JavaScript outside Node", "deno", &["deno"], false),
    family("JavaScript outside Node", "bun", &["bun"], false),
    // The number is that of the language.
    family("Python in PyPy", "python", &["pypy", "libpypy"], true),
    family("R", "r", &["libR"], false),
    family("Julia", "julia", &["julia", "libjulia", "libjulia-internal"], false),
];

/// The family of a file of this base name, and the number behind the beginning of the name.
fn family_of(name: &str) -> Option<(&'static Family, &str)> {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'));
    // PyPy's library is that of its C code.
    let number = |prefix: &&str| {
        let rest = name.strip_prefix(*prefix)?;
        let stem = rest.split(".so").next().filter(|_| prefix.starts_with("lib")).unwrap_or(rest);
        let stem = stem.strip_suffix("-c").unwrap_or(stem);
        is_number(stem).then_some(stem)
    };
    FAMILIES.iter().find_map(|family| Some((family, family.files.iter().find_map(number)?)))
}

/// Whether a file of this base name holds one of them.
pub(super) fn is_held_by(name: &str) -> bool {
    family_of(name).is_some()
}

/// Which one a file holds, and its version where the name has it.
pub(super) fn language(name: &str) -> (&'static str, Option<String>) {
    let Some((family, number)) = family_of(name) else { return ("", None) };
    let number = number.trim_matches(['.', '-']);
    (family.word, (family.is_version && !number.is_empty()).then(|| number.to_owned()))
}

/// Always fails, with what a person should know.
pub(super) fn open(opening: &Opening<'_>) -> Result<Box<dyn Runtime>, String> {
    let title = family_of(opening.name).map(|(family, _)| family.title).unwrap_or_default();
    Err(format!("{title} is not read, so the functions of its runtime are counted as those of the program"))
}

#[cfg(test)]
mod tests {
    use super::{family_of, language};

    fn language_of(name: &str) -> Option<&'static str> {
        family_of(name).map(|(family, _)| family.title)
    }

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

    #[test]
    fn a_version_is_known_where_the_name_of_the_file_has_it() {
        let known = [
            ("ruby3.1", "ruby", Some("3.1")),
            ("libruby-3.1.so.3.1.2", "ruby", Some("3.1")),
            ("ruby", "ruby", None),
            ("php-fpm8.2", "php", Some("8.2")),
            ("luajit-2.1.0", "lua", Some("2.1.0")),
            ("libpypy3.10-c.so", "python", Some("3.10")),
            // The numbers of these files are others.
            ("libj9vm29.so", "java", None),
            ("libmonosgen-2.0.so.1", "mono", None),
            ("libcoreclr.so", "dotnet", None),
            ("bun", "bun", None),
        ];
        for (name, word, version) in known {
            assert_eq!(language(name), (word, version.map(str::to_owned)), "{name}");
        }
    }
}
