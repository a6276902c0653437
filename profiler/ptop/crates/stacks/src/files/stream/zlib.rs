//! zlib.

use std::io::{self, BufRead, BufReader, Read};

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

use super::part::{INPUT_BYTES, Part, malformed};
use crate::files::source_file::SourceFile;

pub(super) struct Zlib {
    input: BufReader<Part>,
    state: Box<InflateState>,
    is_finished: bool,
}

/// A place from which decoding can go on.
pub(super) struct Mark {
    state: Box<InflateState>,
    /// Where the next compressed byte is in the file, and how many there are.
    at: u64,
    left: u64,
}

impl Mark {
    pub(super) const BYTES: usize = size_of::<InflateState>() + size_of::<Mark>();
}

impl Zlib {
    pub(super) fn new(input: BufReader<Part>) -> Zlib {
        Zlib { input, state: InflateState::new_boxed(DataFormat::Zlib), is_finished: false }
    }

    pub(super) fn resume(mark: &Mark, file: SourceFile) -> Zlib {
        let input = BufReader::with_capacity(INPUT_BYTES, Part { file, at: mark.at, left: mark.left });
        Zlib { input, state: mark.state.clone(), is_finished: false }
    }

    /// Where it is; nowhere once it is finished.
    pub(super) fn mark(&self) -> Option<Mark> {
        let part = self.input.get_ref();
        let unread = self.input.buffer().len() as u64;
        let mark = || Mark { state: self.state.clone(), at: part.at - unread, left: part.left + unread };
        (!self.is_finished).then(mark)
    }
}

impl Read for Zlib {
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
