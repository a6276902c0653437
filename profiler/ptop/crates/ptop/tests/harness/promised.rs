//! What `languages.tsv` promises of each language, for the tests of both crates.

/// The stacks of a language that must be whole, of a thousand. The version must be one that a row names.
pub fn promised(language: &str, version: &str) -> u64 {
    let rows = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../ptop/tests/languages.tsv"));
    let rows = rows.expect("readable");
    let rows = rows.lines().map(|row| row.split('\t').collect::<Vec<_>>());
    let row = rows.into_iter().find(|row| row[0] == language && row[3].split(", ").any(|tested| tested == version));
    let row = row.unwrap_or_else(|| panic!("languages.tsv has no row with {language} {version}"));
    row[4].parse().expect("a number")
}
