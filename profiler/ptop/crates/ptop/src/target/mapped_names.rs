//! What a process has mapped, by the names in its list of mappings.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};

/// How much of the list of mappings is read: some 40 000 of them.
const MAPS_BYTES: u64 = 4 << 20;

/// Whether a line of the process's list is one of these. One that cannot be read has none.
pub fn maps_any(pid: u32, is_one: impl Fn(&[u8]) -> bool) -> bool {
    File::open(format!("/proc/{pid}/maps")).is_ok_and(|maps| lists_any(maps.take(MAPS_BYTES), is_one))
}

/// The same of a list.
pub fn lists_any(maps: impl Read, is_one: impl Fn(&[u8]) -> bool) -> bool {
    let mut maps = BufReader::new(maps);
    let mut line = Vec::new();
    loop {
        line.clear();
        match maps.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return false,
            Ok(_) if is_one(line.trim_ascii_end()) => return true,
            Ok(_) => {}
        }
    }
}
