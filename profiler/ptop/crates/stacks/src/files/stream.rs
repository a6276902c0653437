//! The decoded bytes of a compressed part of a file: `.gnu_debugdata` (xz) and
//! compressed debug sections (zlib, zstd). They are decoded forward, as they are
//! asked for, and never held whole: a reader that goes back further than the
//! last chunks makes decoding start again, or go on from a place that was jumped to
//! before, where the format lets a decoder be copied. What all of that may cost is
//! bounded.

mod part;
mod xz;
mod zlib;
mod zstd;

use std::io::{self, BufReader, Read};

use crate::files::source_file::SourceFile;
use part::{INPUT_BYTES, Part};

/// Bytes decoded at a time, and kept for small steps back.
const CHUNK_BYTES: usize = 64 * 1024;
/// Places remembered to go on from.
const MARKS: usize = 8;
/// Only after a jump over so many bytes: going back over fewer costs little.
const MARK_AFTER_BYTES: u64 = 4 * CHUNK_BYTES as u64;

/// How bytes are compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Xz,
    Zlib,
    Zstd,
}

/// Decodes forward.
enum Decoder {
    Xz(xz::Xz<BufReader<Part>>),
    Zlib(zlib::Zlib),
    Zstd(Box<zstd::Zstd<BufReader<Part>>>),
}

impl Decoder {
    /// Where it is, to go on from there later.
    fn mark(&self) -> Option<zlib::Mark> {
        match self {
            Decoder::Zlib(zlib) => zlib.mark(),
            Decoder::Xz(_) | Decoder::Zstd(_) => None,
        }
    }
}

impl Read for Decoder {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self {
            Decoder::Xz(xz) => xz.read(out),
            Decoder::Zlib(zlib) => zlib.read(out),
            Decoder::Zstd(zstd) => zstd.read(out),
        }
    }
}

/// A compressed part of a file.
pub(crate) struct Stream {
    file: SourceFile,
    offset: u64,
    bytes: u64,
    format: Format,
    decoder: Option<Decoder>,
    /// Where the decoder stands, in decoded bytes.
    position: u64,
    /// The last two chunks, the older one first; both end where the next begins.
    chunks: [Vec<u8>; 2],
    /// With their decoded positions.
    marks: Vec<(u64, zlib::Mark)>,
    /// Bytes decoded since what was asked for was among them.
    passed: u64,
    /// Bytes that may still be decoded, restarts included.
    left: u64,
}

impl Stream {
    /// `budget` bounds what is decoded in all, restarts included.
    pub(crate) fn new(file: SourceFile, offset: u64, bytes: u64, format: Format, budget: u64) -> Stream {
        let chunks = [Vec::new(), Vec::new()];
        let marks = Vec::new();
        Stream { file, offset, bytes, format, decoder: None, position: 0, chunks, marks, passed: 0, left: budget }
    }

    /// Copies decoded bytes at `offset`; the count is short at the end, after
    /// malformed input, and when the budget is used up.
    pub(crate) fn read_at(&mut self, offset: u64, out: &mut [u8]) -> usize {
        let mut done = 0;
        while done < out.len() {
            let at = offset.saturating_add(done as u64);
            let copied = self.copy_kept(at, &mut out[done..]);
            done += copied;
            if copied == 0 && !self.advance_towards(at) {
                break;
            }
        }
        done
    }

    fn copy_kept(&self, at: u64, out: &mut [u8]) -> usize {
        let [older, newer] = &self.chunks;
        let newer_start = self.position - newer.len() as u64;
        let (chunk, start) =
            if at >= newer_start { (newer, newer_start) } else { (older, newer_start - older.len() as u64) };
        let Some(within) = at.checked_sub(start) else { return 0 };
        let rest = usize::try_from(within).ok().and_then(|within| chunk.get(within..)).unwrap_or(&[]);
        let count = rest.len().min(out.len());
        out[..count].copy_from_slice(&rest[..count]);
        count
    }

    /// Decodes the next chunk, or goes on from elsewhere when `at` lies behind, or that is nearer. False at the end.
    fn advance_towards(&mut self, at: u64) -> bool {
        if self.decoder.is_none() && self.position > 0 && at >= self.position {
            // Ended, or failed, here before.
            return false;
        }
        let is_behind = self.decoder.is_none() || at < self.position;
        let marks = self.marks.iter().filter(|(place, _)| *place <= at && (is_behind || *place > self.position));
        let nearest = marks.max_by_key(|(place, _)| *place);
        if is_behind || nearest.is_some() {
            let (position, decoder) = match nearest {
                Some((place, mark)) => (*place, self.resume(mark)),
                None => (0, self.start()),
            };
            self.chunks = [Vec::new(), Vec::new()];
            (self.position, self.passed, self.decoder) = (position, 0, decoder);
        }
        let Some(decoder) = &mut self.decoder else { return false };
        if at - self.position >= CHUNK_BYTES as u64 {
            self.passed += CHUNK_BYTES as u64;
        } else {
            let is_due = self.passed >= MARK_AFTER_BYTES && self.marks.len() < MARKS;
            let mark = is_due.then(|| decoder.mark()).flatten();
            self.marks.extend(mark.map(|mark| (self.position, mark)));
            self.passed = 0;
        }
        self.chunks.swap(0, 1);
        let chunk = &mut self.chunks[1];
        chunk.clear();
        let most = self.left.min(CHUNK_BYTES as u64);
        // A failure ends the part as its end does: what follows cannot be known.
        let whole = decoder.take(most).read_to_end(chunk).is_ok() && !chunk.is_empty();
        self.left -= chunk.len() as u64;
        self.position += chunk.len() as u64;
        if !whole {
            self.decoder = None;
        }
        !self.chunks[1].is_empty()
    }

    fn resume(&self, mark: &zlib::Mark) -> Option<Decoder> {
        Some(Decoder::Zlib(zlib::Zlib::resume(mark, self.file.try_clone().ok()?)))
    }

    fn start(&self) -> Option<Decoder> {
        let input = Part { file: self.file.try_clone().ok()?, at: self.offset, left: self.bytes };
        let input = BufReader::with_capacity(INPUT_BYTES, input);
        Some(match self.format {
            Format::Xz => Decoder::Xz(xz::Xz::new(input)),
            Format::Zlib => Decoder::Zlib(zlib::Zlib::new(input)),
            Format::Zstd => Decoder::Zstd(Box::new(zstd::Zstd::new(input))),
        })
    }

    /// Heap bytes held besides a decoder.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.chunks.iter().map(Vec::capacity).sum::<usize>() + self.marks.len() * zlib::Mark::BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::process::{Command, Stdio};
    use std::sync::atomic::{AtomicU32, Ordering};

    /// A file without a name.
    fn file(content: &[u8]) -> File {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("stacks-stream-{}-{number}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        let file = File::open(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        file
    }

    /// Compresses with the format's own program.
    fn compressed(command: &mut Command, content: &[u8]) -> File {
        let output = command.stdin(file(content)).stderr(Stdio::inherit()).output().unwrap();
        assert!(output.status.success(), "{command:?}");
        file(&[b"before".as_slice(), &output.stdout, b"after"].concat())
    }

    /// Repeats that no short history covers.
    fn content() -> Vec<u8> {
        let mut state = 1_u32;
        let words: Vec<u8> = (0..200_000)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                b"etaoin shrdlu"[(state >> 24) as usize % 13]
            })
            .collect();
        [words.clone(), vec![0; 300_000], words].concat()
    }

    fn streams() -> Vec<(&'static str, Stream)> {
        let content = content();
        let python = "import sys,zlib; sys.stdout.buffer.write(zlib.compress(sys.stdin.buffer.read()))";
        [
            ("xz", Format::Xz, Command::new("xz").args(["-6", "-c"])),
            ("blocks", Format::Xz, Command::new("xz").args(["-6", "--block-size=100KiB", "-c"])),
            ("zlib", Format::Zlib, Command::new("python3").args(["-c", python])),
            ("zstd", Format::Zstd, Command::new("zstd").args(["-q", "-c"])),
        ]
        .into_iter()
        .map(|(name, format, command)| {
            let file = compressed(command, &content);
            let bytes = file.metadata().unwrap().len() - 11;
            let file = SourceFile::new(file);
            (name, Stream::new(file, 6, bytes, format, 1 << 30))
        })
        .collect()
    }

    #[test]
    fn every_format_gives_its_content_forward_and_back() {
        let content = content();
        for (name, mut stream) in streams() {
            let mut out = vec![0; content.len() + 10];
            assert_eq!(stream.read_at(0, &mut out), content.len(), "{name}");
            assert!(out.starts_with(&content), "{name}");
            for (offset, count) in [(690_000, 100), (689_000, 2000), (10, 20), (500_000, 70_000), (65_530, 20)] {
                let mut part = vec![0; count];
                assert_eq!(stream.read_at(offset as u64, &mut part), count.min(content.len() - offset), "{name}");
                assert_eq!(part, content[offset..offset + count], "{name} at {offset}");
            }
            assert_eq!(stream.read_at(content.len() as u64, &mut [0; 4]), 0, "{name}");
            assert_eq!(stream.read_at(u64::MAX, &mut [0; 4]), 0, "{name}");
        }
    }

    /// Whatever was jumped to is there a second time, and costs what lies there and not what comes before.
    #[test]
    fn what_was_jumped_to_is_found_again() {
        let content = content();
        let places = [600_000, 10, 300_000, 650_000, 299_000, 690_000, 601_000, 5];
        for (name, mut stream) in streams() {
            for _ in 0..3 {
                for place in places {
                    let mut out = vec![0; 2000];
                    assert_eq!(stream.read_at(place, &mut out), out.len(), "{name} at {place}");
                    assert_eq!(out, content[place as usize..][..2000], "{name} at {place}");
                }
            }
            let before = stream.left;
            for place in places {
                stream.read_at(place, &mut [0]);
            }
            let decoded = before - stream.left;
            assert!((decoded <= 16 * CHUNK_BYTES as u64) == (name == "zlib"), "{name}: {decoded}");
        }
    }

    #[test]
    fn the_budget_counts_restarts() {
        for (name, mut stream) in streams() {
            stream.left = 2_000_000;
            let mut byte = [0];
            let mut reads = |place: u64| {
                (0..10)
                    .take_while(|_| stream.read_at(place, &mut byte) == 1 && stream.read_at(0, &mut byte) == 1)
                    .count()
            };
            // Too near the beginning to be remembered.
            assert_eq!(reads(250_000), 7, "{name}");
        }
    }

    #[test]
    fn damaged_input_ends_and_is_never_an_endless_loop() {
        for (_, stream) in streams() {
            let mut bytes = vec![0; stream.bytes as usize];
            assert_eq!(stream.file.read_at(stream.offset, &mut bytes), bytes.len());
            for round in 0..64_usize {
                let mut damaged = bytes.clone();
                let at = round * damaged.len() / 64;
                damaged[at] ^= 1 << (round % 8);
                damaged.truncate(damaged.len() - round);
                let mut stream =
                    Stream::new(SourceFile::new(file(&damaged)), 0, damaged.len() as u64, stream.format, 4 << 20);
                let mut out = vec![0; 1 << 20];
                assert!(stream.read_at(0, &mut out) <= 1 << 20);
                stream.read_at(3, &mut out);
            }
        }
    }
}
