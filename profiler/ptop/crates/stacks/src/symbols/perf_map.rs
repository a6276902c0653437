//! Names written by a JIT into `/tmp/perf-<pid>.map`: lines of start, length
//! (both hexadecimal) and name. Streamed once; only the place of each wanted
//! name is stored, and the names are read at the end. A JIT reuses memory, and no line
//! says when it was written: what lines of different names cover has no name.

use std::fs::File;
use std::hash::{DefaultHasher, Hasher};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::FileExt;

use super::demangle::demangle;
use crate::files::window::TABLE_WINDOW_BYTES;
use crate::types::limits::Limits;

/// Where the name of one address lies in the file; no bytes means none.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    offset: u64,
    bytes: u16,
    /// Of the name, while all lines that cover the address have the same.
    hash: Option<u64>,
}

/// The places of the names of some addresses.
pub(super) struct PerfMap {
    file: File,
    places: Vec<Place>,
    pub(super) bytes_read: u64,
    pub(super) is_cut: bool,
}

impl PerfMap {
    /// Streams the file for `wanted`, sorted run-time addresses.
    pub(super) fn read(file: File, wanted: &[u64], limits: &Limits) -> std::io::Result<PerfMap> {
        let mut places = vec![Place::default(); wanted.len()];
        let mut work = 64 * wanted.len() as u64 + (1 << 20);
        let mut reader = BufReader::with_capacity(TABLE_WINDOW_BYTES, (&file).take(limits.perf_map_bytes));
        let mut line = Vec::new();
        let mut offset = 0;
        let mut is_cut = false;
        loop {
            line.clear();
            let count = reader.by_ref().take(limits.name_bytes as u64 + 64).read_until(b'\n', &mut line)?;
            if count == 0 {
                break;
            }
            let Some((start, length, name)) = parse(&line) else {
                offset += count as u64;
                continue;
            };
            let first = wanted.partition_point(|address| *address < start);
            for (address, place) in wanted[first..].iter().zip(&mut places[first..]) {
                if address - start >= length || work == 0 {
                    break;
                }
                work -= 1;
                let hash =
                    Some(hash_of(&line[name.clone()])).filter(|hash| place.bytes == 0 || place.hash == Some(*hash));
                *place = Place { offset: offset + name.start as u64, bytes: name.len() as u16, hash };
            }
            offset += count as u64;
            if work == 0 {
                is_cut = true;
                break;
            }
        }
        Ok(PerfMap { file, places, bytes_read: offset, is_cut: is_cut || offset >= limits.perf_map_bytes })
    }

    /// Writes the name of the wanted address with this index. False when it has none.
    pub(super) fn name(&self, index: usize, most_bytes: usize, out: &mut String) -> bool {
        let Some(place) = self.places.get(index).filter(|place| place.hash.is_some()) else {
            return false;
        };
        let mut bytes = vec![0; place.bytes.into()];
        let count = self.file.read_at(&mut bytes, place.offset).unwrap_or(0);
        demangle(&bytes[..count], most_bytes, out);
        !out.is_empty()
    }
}

fn hash_of(name: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(name);
    hasher.finish()
}

/// Start, length and where in the line the name is.
fn parse(line: &[u8]) -> Option<(u64, u64, std::ops::Range<usize>)> {
    let text_end = line.iter().rposition(|byte| !byte.is_ascii_whitespace())? + 1;
    let first = line.iter().position(|byte| *byte == b' ')?;
    let second = first + 1 + line[first + 1..].iter().position(|byte| *byte == b' ')?;
    let number = |bytes: &[u8]| {
        let text = std::str::from_utf8(bytes).ok()?;
        u64::from_str_radix(text.strip_prefix("0x").unwrap_or(text), 16).ok()
    };
    let name = second + 1..text_end;
    (name.start < name.end && u16::try_from(name.len()).is_ok())
        .then_some(())
        .and_then(|()| Some((number(&line[..first])?, number(&line[first + 1..second])?, name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn names(content: &[u8], wanted: &[u64], limits: &Limits) -> Vec<Option<String>> {
        let path = std::env::temp_dir().join(format!("stacks-perf-map-{}-{:p}", std::process::id(), wanted));
        let mut file = File::options().create_new(true).read(true).write(true).open(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        file.write_all(content).unwrap();
        std::io::Seek::rewind(&mut file).unwrap();
        let map = PerfMap::read(file, wanted, limits).unwrap();
        let mut name = String::new();
        (0..wanted.len()).map(|index| map.name(index, 100, &mut name).then(|| name.clone())).collect()
    }

    #[test]
    fn lines_of_one_name_that_cover_an_address_name_it() {
        let content = b"1000 100 first name\n0x2000 0x10 second\n1080 20 replaced\nbad line\n\n3000 zz x\n4000 10 last\n4000 8 last\n1090 4 first name";
        let found = names(content, &[0xfff, 0x1000, 0x1090, 0x200f, 0x2010, 0x3000, 0x4001], &Limits::default());
        let expected = [None, Some("first name"), None, Some("second"), None, None, Some("last")];
        assert_eq!(found, expected.map(|name| name.map(String::from)));
    }

    #[test]
    fn the_file_is_read_up_to_the_limit_only() {
        let mut content = b"1000 10 early\n".to_vec();
        content.extend(b"2000 10 filler\n".repeat(100));
        content.extend(b"3000 10 late\n");
        let limits = Limits { perf_map_bytes: 200, ..Limits::default() };
        assert_eq!(names(&content, &[0x1000, 0x3000], &limits), [Some("early".into()), None]);
    }
}
