//! Whether a process has stacks that are deeper than usual.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};

/// Of the list of mappings, what is looked at: some 40 000 of them.
const MAPS_BYTES: u64 = 4 << 20;

/// Whether any of these runs a program whose stacks need a larger copy. One that cannot be read does not.
pub fn any_has_deep_stacks(pids: &[u32]) -> bool {
    pids.iter().any(|pid| File::open(format!("/proc/{pid}/maps")).is_ok_and(|maps| lists_deep(maps.take(MAPS_BYTES))))
}

fn lists_deep(maps: impl Read) -> bool {
    let mut maps = BufReader::new(maps);
    let mut line = Vec::new();
    loop {
        line.clear();
        match maps.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return false,
            Ok(_) if names_deep(&line) => return true,
            Ok(_) => {}
        }
    }
}

/// The path is the only field with slashes, and last.
fn names_deep(line: &[u8]) -> bool {
    let name = line.rsplit(|byte| *byte == b'/').next().unwrap_or_default().trim_ascii_end();
    let name = name.strip_suffix(b" (deleted)").unwrap_or(name);
    line.contains(&b'/') && std::str::from_utf8(name).is_ok_and(stacks::has_deep_stacks)
}

#[cfg(test)]
mod tests {
    use super::{any_has_deep_stacks, lists_deep};

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
            assert!(lists_deep(maps(deep).as_bytes()), "{deep:?}");
        }
        for usual in [&["[heap]", ""][..], &["/srv/node/server"], &["/usr/bin/nodemon.py"], &["node"]] {
            assert!(!lists_deep(maps(usual).as_bytes()), "{usual:?}");
        }
        assert!(!any_has_deep_stacks(&[std::process::id(), u32::MAX]));
    }
}
