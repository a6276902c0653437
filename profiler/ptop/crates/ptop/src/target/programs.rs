//! What the target's programs are, as far as it decides how its stacks are copied and its messages are counted: known
//! by the files that they have mapped and run.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

/// How much of the list of mappings is read: some 40 000 of them.
const MAPS_BYTES: u64 = 4 << 20;
/// As the kernel lists what a ring for requests consists of.
const RING: &[u8] = b" anon_inode:[io_uring]";
/// An ELF file's first bytes, if it is of the 32-bit kind.
const ELF_OF_32_BITS: [u8; 5] = *b"\x7fELF\x01";

/// Whether any of these runs a program whose stacks need a larger copy. One that cannot be read does not.
pub fn any_has_deep_stacks(pids: &[u32]) -> bool {
    let mut seen = HashSet::new();
    // Of a server with many workers one is enough.
    pids.iter().any(|pid| file_of(*pid).is_none_or(|file| seen.insert(file)) && stacks::Target::has_deep_stacks(*pid))
}

/// Device and inode of what a process runs.
pub fn file_of(pid: u32) -> Option<(u64, u64)> {
    let file = fs::metadata(format!("/proc/{pid}/exe")).ok()?;
    Some((file.dev(), file.ino()))
}

/// Whether any of these runs a program that keeps frame pointers in all its functions, so that the kernel can follow
/// them.
pub fn any_keeps_frame_pointers(pids: &[u32]) -> bool {
    pids.iter().any(|pid| stacks::is_go_program(&PathBuf::from(format!("/proc/{pid}/exe"))))
}

/// Whether any of these has a ring for requests. One that makes its ring later is seen by its calls.
pub fn any_maps_a_ring(pids: &[u32]) -> bool {
    pids.iter().any(|pid| maps_any(*pid, is_ring))
}

fn is_ring(line: &[u8]) -> bool {
    line.ends_with(RING)
}

/// Whether any of these runs a 32-bit program. One that begins to later is seen by its calls.
pub fn any_has_32_bits(pids: &[u32]) -> bool {
    pids.iter().any(|pid| has_32_bits(*pid))
}

fn has_32_bits(pid: u32) -> bool {
    let mut first = [0; ELF_OF_32_BITS.len()];
    let read = File::open(format!("/proc/{pid}/exe")).and_then(|mut file| file.read_exact(&mut first));
    read.is_ok() && first == ELF_OF_32_BITS
}

/// Whether a line of the process's list is one of these. One that cannot be read has none.
fn maps_any(pid: u32, is_one: impl Fn(&[u8]) -> bool) -> bool {
    File::open(format!("/proc/{pid}/maps")).is_ok_and(|maps| lists_any(maps.take(MAPS_BYTES), is_one))
}

/// The same of a list.
fn lists_any(maps: impl Read, is_one: impl Fn(&[u8]) -> bool) -> bool {
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

#[cfg(test)]
mod tests {
    use super::{any_has_32_bits, any_has_deep_stacks, any_keeps_frame_pointers, any_maps_a_ring, is_ring};

    #[test]
    fn programs_of_other_languages_and_processes_that_have_gone_do_not() {
        let ours = [std::process::id(), u32::MAX];
        assert!(!any_keeps_frame_pointers(&ours) && !any_has_deep_stacks(&ours));
    }

    #[test]
    fn rings_are_known_by_their_names() {
        let line = |name: &str| format!("7f2a10000000-7f2a10001000 rw-s 00000000 00:0e 1057    {name}");
        assert!(is_ring(line("anon_inode:[io_uring]").as_bytes()));
        for other in ["", "[heap]", "anon_inode:[perf_event]", "/tmp/anon_inode:[io_uring]"] {
            assert!(!is_ring(line(other).as_bytes()), "{other}");
        }
    }

    #[test]
    fn this_process_and_those_that_have_gone_move_messages_by_calls_alone() {
        let pids = [std::process::id(), u32::MAX];
        assert!(!any_maps_a_ring(&pids) && !any_has_32_bits(&pids));
    }
}
