//! Whether a process may move messages in ways of which the exits of its system calls do not tell: requests over a ring,
//! and calls of the 32-bit table.

use std::fs::File;
use std::io::Read;

use super::mapped_names::maps_any;

/// As the kernel lists what such a ring consists of.
const RING: &[u8] = b" anon_inode:[io_uring]";
/// An ELF file's first bytes, if it is of the 32-bit kind.
const ELF_OF_32_BITS: [u8; 5] = *b"\x7fELF\x01";

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

#[cfg(test)]
mod tests {
    use super::{any_has_32_bits, any_maps_a_ring, is_ring};

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
