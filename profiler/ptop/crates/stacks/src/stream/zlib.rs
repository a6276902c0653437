//! zlib.

use std::io::{self, BufRead, Read};

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

use super::malformed;

pub(super) struct Zlib<R> {
    input: R,
    state: Box<InflateState>,
    is_finished: bool,
}

impl<R: BufRead> Zlib<R> {
    pub(super) fn new(input: R) -> Zlib<R> {
        Zlib { input, state: InflateState::new_boxed(DataFormat::Zlib), is_finished: false }
    }
}

impl<R: BufRead> Read for Zlib<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while !self.is_finished && !out.is_empty() {
            let input = self.input.fill_buf()?;
            let is_input_over = input.is_empty();
            let done = inflate(&mut self.state, input, out, MZFlush::None);
            self.input.consume(done.bytes_consumed);
            match done.status {
                Ok(MZStatus::StreamEnd) => self.is_finished = true,
                Ok(_) | Err(MZError::Buf) if !is_input_over || done.bytes_written > 0 => {}
                _ => return Err(malformed("zlib")),
            }
            if done.bytes_written > 0 {
                return Ok(done.bytes_written);
            }
        }
        Ok(0)
    }
}
