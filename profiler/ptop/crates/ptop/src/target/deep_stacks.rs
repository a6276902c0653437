//! Whether a process has stacks that are deeper than usual.

use super::mapped_names::maps_any;

/// Whether any of these runs a program whose stacks need a larger copy. One that cannot be read does not.
pub fn any_has_deep_stacks(pids: &[u32]) -> bool {
    pids.iter().any(|pid| maps_any(*pid, names_deep))
}

/// The path is the only field with slashes, and last.
fn names_deep(line: &[u8]) -> bool {
    let name = line.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
    let name = name.strip_suffix(b" (deleted)").unwrap_or(name);
    line.contains(&b'/') && std::str::from_utf8(name).is_ok_and(stacks::has_deep_stacks)
}

#[cfg(test)]
mod tests {
    use super::super::mapped_names::lists_any;
    use super::{any_has_deep_stacks, names_deep};

    #[test]
    fn the_files_that_are_mapped_tell() {
        let line = |path: &str| format!("55d0c0000000-55d0c0021000 r-xp 00001000 fe:00 1234   {path}\n");
        let maps = |paths: &[&str]| paths.iter().map(|path| line(path)).collect::<String>();
        for deep in [
            &["/usr/bin/cat", "/usr/bin/node"][..],
            &["/opt/libnode.so.115"],
            &["/srv/node (deleted)"],
            &["/jdk/libjvm.so"],
            &["/a/python3.11"],
        ] {
            assert!(lists_any(maps(deep).as_bytes(), names_deep), "{deep:?}");
        }
        for usual in [&["[heap]", ""][..], &["/srv/node/server"], &["/usr/bin/nodemon.py"], &["node"]] {
            assert!(!lists_any(maps(usual).as_bytes(), names_deep), "{usual:?}");
        }
        assert!(!any_has_deep_stacks(&[std::process::id(), u32::MAX]));
    }
}
