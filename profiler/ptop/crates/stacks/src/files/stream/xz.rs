//! The xz container with the one filter that is used for debug data, LZMA2.
//! Its checksums are not verified: what comes out is checked as an ELF file.

use std::io::{self, BufRead, Read};

use lzma_rust2::Lzma2Reader;

use super::part::{HISTORY_BYTES, malformed};

const MAGIC: [u8; 6] = [0xfd, b'7', b'z', b'X', b'Z', 0];
const LZMA2: u64 = 0x21;

pub(super) struct Xz<R: BufRead> {
    state: State<R>,
    /// Bytes of the check after each block.
    check_bytes: usize,
}

enum State<R: BufRead> {
    Start(R),
    Block(Box<Lzma2Reader<Counted<R>>>),
    End,
}

impl<R: BufRead> Xz<R> {
    pub(super) fn new(input: R) -> Xz<R> {
        Xz { state: State::Start(input), check_bytes: 0 }
    }

    /// After the stream's header: a block, or the index that ends the stream.
    fn next_block(mut input: R) -> io::Result<State<R>> {
        let size = byte(&mut input)?;
        if size == 0 {
            return Ok(State::End);
        }
        let mut header = vec![0; usize::from(size) * 4 + 3];
        input.read_exact(&mut header)?;
        let dictionary = dictionary_bytes(&header).ok_or_else(|| malformed("xz block"))?;
        // A larger one is declared by presets for content that is smaller: only a reference that
        // really reaches further back fails.
        let history = dictionary.min(HISTORY_BYTES) as u32;
        Ok(State::Block(Box::new(Lzma2Reader::new(Counted { input, count: 0 }, history, None))))
    }
}

impl<R: BufRead> Read for Xz<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            // An error leaves the end behind: nothing is read from what could not be understood.
            self.state = match std::mem::replace(&mut self.state, State::End) {
                State::End => return Ok(0),
                State::Start(mut input) => {
                    let mut header = [0; 12];
                    input.read_exact(&mut header)?;
                    if !header.starts_with(&MAGIC) {
                        return Err(malformed("xz"));
                    }
                    self.check_bytes =
                        [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64][usize::from(header[7] & 15)];
                    Xz::next_block(input)?
                }
                State::Block(mut block) => {
                    let count = block.read(out)?;
                    if count > 0 || out.is_empty() {
                        self.state = State::Block(block);
                        return Ok(count);
                    }
                    let Counted { mut input, count } = block.into_inner();
                    let padding = (4 - count % 4) % 4;
                    let mut skipped = [0; 3 + 64];
                    input.read_exact(&mut skipped[..padding as usize + self.check_bytes])?;
                    Xz::next_block(input)?
                }
            };
        }
    }
}

/// Counts what a block takes, because blocks are padded.
struct Counted<R> {
    input: R,
    count: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(out)?;
        self.count += count as u64;
        Ok(count)
    }
}

fn byte(input: &mut impl Read) -> io::Result<u8> {
    let mut byte = [0];
    input.read_exact(&mut byte)?;
    Ok(byte[0])
}

/// From a block header without its first byte: the size of the dictionary, when LZMA2 is the only filter.
fn dictionary_bytes(header: &[u8]) -> Option<u64> {
    let mut cursor = crate::files::cursor::Cursor::new(header);
    let flags = cursor.u8()?;
    if flags & 3 != 0 {
        return None;
    }
    for bit in [0x40, 0x80] {
        if flags & bit != 0 {
            cursor.uleb()?;
        }
    }
    if (cursor.uleb()?, cursor.uleb()?) != (LZMA2, 1) {
        return None;
    }
    let code = u32::from(cursor.u8()?);
    (code < 40).then(|| u64::from(2 | code & 1) << (code / 2 + 11))
}
