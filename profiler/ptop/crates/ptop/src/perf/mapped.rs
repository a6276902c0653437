//! What the kernel reports of the code that processes map and of the programs that they start. A process chose the paths:
//! every length is checked against the record's own.

use super::sample::word;

/// Thread and time behind every record.
const TRAILER: usize = 16;
/// Addresses, the file and its rights, before the path.
const HEAD: usize = 64;

/// A mapping of code, or the start of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappingEvent {
    /// Monotonic clock.
    pub time_ns: u64,
    /// Thread group id in this process's pid namespace.
    pub pid: u32,
    /// What happened.
    pub what: MappingChange,
}

/// What happened to an address space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MappingChange {
    /// A program began, and another's mappings ended.
    Exec,
    /// Code was mapped: first address, bytes, place in the file, its device and inode, its path.
    Mapped { start: u64, bytes: u64, offset: u64, device: (u32, u32), inode: u64, path: String },
}

fn time_of(body: &[u8]) -> Option<u64> {
    word(body, body.len().checked_sub(8)?)
}

/// Reads the body of a record of mapped code. `None` where it is none.
pub fn parse_mapped(body: &[u8]) -> Option<MappingEvent> {
    let path = body.get(HEAD..body.len().checked_sub(TRAILER)?)?;
    let path = path.split(|byte| *byte == 0).next().unwrap_or_default();
    let device = word(body, 32)?;
    let what = MappingChange::Mapped {
        start: word(body, 8)?,
        bytes: word(body, 16)?,
        offset: word(body, 24)?,
        device: (device as u32, (device >> 32) as u32),
        inode: word(body, 40)?,
        path: String::from_utf8_lossy(path).into_owned(),
    };
    Some(MappingEvent { time_ns: time_of(body)?, pid: word(body, 0)? as u32, what })
}

/// Reads the body of a record of a program's start.
pub fn parse_exec(body: &[u8]) -> Option<MappingEvent> {
    (body.len() >= 8 + TRAILER).then_some(())?;
    Some(MappingEvent { time_ns: time_of(body)?, pid: word(body, 0)? as u32, what: MappingChange::Exec })
}

#[cfg(test)]
mod tests {
    use super::{MappingChange, MappingEvent, parse_exec, parse_mapped};
    use crate::hostile::Random;

    fn record(path: &[u8]) -> Vec<u8> {
        let words = [7 | 8 << 32, 0x1000, 0x2000, 0x3000, 8 | 1 << 32, 42, 0, 5 | 2 << 32];
        let mut bytes: Vec<u8> = words.iter().flat_map(|word: &u64| word.to_ne_bytes()).collect();
        bytes.extend_from_slice(path);
        bytes.extend([7_u64 | 8 << 32, 99].iter().flat_map(|word| word.to_ne_bytes()));
        bytes
    }

    #[test]
    fn a_record_has_where_what_and_when() {
        let event = parse_mapped(&record(b"/lib/a.so\0\0\0\0\0\0\0"));
        let path = "/lib/a.so".to_owned();
        let what =
            MappingChange::Mapped { start: 0x1000, bytes: 0x2000, offset: 0x3000, device: (8, 1), inode: 42, path };
        assert_eq!(event, Some(MappingEvent { time_ns: 99, pid: 7, what }));
        let exec = [7 | 8 << 32, 0x73, 7 | 8 << 32, 99].iter().flat_map(|word: &u64| word.to_ne_bytes());
        let exec: Vec<u8> = exec.collect();
        assert_eq!(parse_exec(&exec), Some(MappingEvent { time_ns: 99, pid: 7, what: MappingChange::Exec }));
    }

    #[test]
    fn no_record_does_harm() {
        let mut random = Random::new();
        for _ in 0..100_000 {
            let bytes: Vec<u8> = (0..random.below(120)).map(|_| random.below(256) as u8).collect();
            if let Some(MappingEvent { what: MappingChange::Mapped { path, .. }, .. }) = parse_mapped(&bytes) {
                assert!(path.len() <= 3 * bytes.len());
            }
            let _ = parse_exec(&bytes);
        }
    }
}
