//! Zstandard: one frame after another.

use std::io::{self, BufRead, Read};

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::part::{HISTORY_BYTES, malformed};

/// Bytes of the longest frame header.
const HEADER_BYTES: usize = 18;

pub(super) struct Zstd<R> {
    input: R,
    decoder: FrameDecoder,
    is_in_frame: bool,
}

impl<R: BufRead> Zstd<R> {
    pub(super) fn new(input: R) -> Zstd<R> {
        Zstd { input, decoder: FrameDecoder::new(), is_in_frame: false }
    }

    /// Begins the next frame. False at the end of the input.
    fn begin(&mut self) -> io::Result<bool> {
        let mut header = Vec::new();
        (&mut self.input).take(5).read_to_end(&mut header)?;
        if header.is_empty() {
            return Ok(false);
        }
        let [.., descriptor] = *header.first_chunk::<5>().ok_or_else(|| malformed("zstd frame"))?;
        let rest = header_rest(descriptor);
        (&mut self.input).take(rest as u64).read_to_end(&mut header)?;
        let window = window_bytes(&header).ok_or_else(|| malformed("zstd frame"))?;
        if window > HISTORY_BYTES {
            return Err(malformed("zstd window"));
        }
        self.decoder.init(header.as_slice()).map_err(io::Error::other)?;
        self.is_in_frame = true;
        Ok(true)
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.is_in_frame && !self.begin()? {
                return Ok(0);
            }
            let count = self.decoder.read(out)?;
            if count > 0 || out.is_empty() {
                return Ok(count);
            }
            if self.decoder.is_finished() {
                self.is_in_frame = false;
            } else {
                self.decoder
                    .decode_blocks(&mut self.input, BlockDecodingStrategy::UptoBlocks(1))
                    .map_err(io::Error::other)?;
            }
        }
    }
}

/// Bytes of a frame header that follow its descriptor.
fn header_rest(descriptor: u8) -> usize {
    let is_single = descriptor & 0x20 != 0;
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let content = match descriptor >> 6 {
        0 => usize::from(is_single),
        1 => 2,
        2 => 4,
        _ => 8,
    };
    (usize::from(!is_single) + dictionary + content).min(HEADER_BYTES)
}

/// How far back the frame may refer.
fn window_bytes(header: &[u8]) -> Option<u64> {
    let (start, rest) = header.split_at_checked(5)?;
    let descriptor = start[4];
    if descriptor & 0x20 == 0 {
        let code = *rest.first()?;
        let base = 1_u64 << (10 + u32::from(code >> 3));
        return Some(base + (base >> 3) * u64::from(code & 7));
    }
    let content = &rest[[0, 1, 2, 4][usize::from(descriptor & 3)].min(rest.len())..];
    let mut size = [0; 8];
    size.get_mut(..content.len())?.copy_from_slice(content);
    Some(u64::from_le_bytes(size) + if content.len() == 2 { 256 } else { 0 })
}
