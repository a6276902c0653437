//! Runtimes whose frames nobody here reads: it is said that they are there, so that the functions of an
//! interpreter are not taken for all there is.

/// One of them.
pub(super) struct Family {
    /// In what is said to people.
    title: &'static str,
    /// In one word.
    pub(super) word: &'static str,
    /// Its programs and libraries, by the beginning of the file's name. What follows is a number, or nothing.
    files: &'static [&'static str],
    /// Whether that number is the version of the runtime.
    is_version: bool,
    /// A function that a file which holds it exports, and other languages do not; or a section, with its point.
    pub(super) mark: &'static str,
    /// What a program calls that goes into it. Where it is a part of another program, what runs in these is its own.
    pub(super) entries: &'static [&'static str],
}

const fn family(title: &'static str, word: &'static str, files: &'static [&'static str], mark: &'static str) -> Family {
    Family { title, word, files, is_version: false, mark, entries: &[] }
}

impl Family {
    const fn versioned(self) -> Family {
        Family { is_version: true, ..self }
    }

    const fn entered_by(self, entries: &'static [&'static str]) -> Family {
        Family { entries, ..self }
    }
}

/// A mark decides before a name, and an earlier mark before a later: bun and deno, and everything else that has the
/// functions of Node for its extensions, come after those that say more.
pub(super) const FAMILIES: [Family; 9] = [
    family("Mono", "mono", &["mono", "mono-sgen", "libmono-2.0", "libmonosgen-2.0"], "mono_jit_init"),
    family("Java in OpenJ9", "java", &["libj9vm"], "J9_CreateJavaVM"),
    family("Lua", "lua", &["lua"], "lua_newstate").versioned().entered_by(&[
        "lua_call",
        "lua_callk",
        "lua_pcall",
        "lua_pcallk",
        "lua_cpcall",
        "lua_resume",
        "luaV_execute",
    ]),
    // The number is that of the language.
    family("Python in PyPy", "python", &["pypy", "libpypy"], "pypy_execute_source").versioned(),
    family("R", "r", &["libR"], "Rf_initEmbeddedR"),
    family("Julia", "julia", &["julia", "libjulia", "libjulia-internal"], "jl_init"),
    family("JavaScript in bun", "bun", &["bun"], ".bun"),
    family("JavaScript in deno", "deno", &["deno"], ""),
    family("JavaScript outside Node", "javascript", &[], "napi_create_function"),
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

/// The family of which a file of this name is the runtime itself.
pub(super) fn named(name: &str) -> Option<&'static Family> {
    family_of(name).map(|(family, _)| family)
}

/// The version of a family that a file's name has.
pub(super) fn version(name: &str) -> Option<String> {
    let (family, number) = family_of(name)?;
    let number = number.trim_matches(['.', '-']);
    (family.is_version && !number.is_empty()).then(|| number.to_owned())
}

impl Family {
    /// What a person should know.
    pub(super) fn problem(&self) -> String {
        format!("{} is not read, so the functions of its runtime are counted as those of the program", self.title)
    }
}

#[cfg(test)]
mod tests {
    use super::{family_of, version};

    fn language_of(name: &str) -> Option<&'static str> {
        family_of(name).map(|(family, _)| family.title)
    }

    #[test]
    fn runtimes_are_known_by_their_files() {
        let known = [
            ("mono-sgen", "Mono"),
            ("libj9vm29.so", "Java in OpenJ9"),
            ("lua5.4", "Lua"),
            ("bun", "JavaScript in bun"),
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
        for name in ["libperl.so.5.36", "liblua5.1.so.0", "monolith", "redis-server", "libRuntime.so", "beams", ""] {
            assert_eq!(language_of(name), None, "{name}");
        }
    }

    #[test]
    fn a_version_is_known_where_the_name_of_the_file_has_it() {
        let known = [
            ("lua5.4", Some("5.4")),
            ("libpypy3.10-c.so", Some("3.10")),
            // The numbers of these files are others.
            ("libj9vm29.so", None),
            ("libmonosgen-2.0.so.1", None),
            ("bun", None),
        ];
        for (name, number) in known {
            assert_eq!(version(name), number.map(str::to_owned), "{name}");
        }
    }
}
