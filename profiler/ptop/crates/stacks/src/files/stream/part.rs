//! What the decoders share.

use std::io::{self, Read};

use crate::files::source_file::SourceFile;

/// Bytes of compressed input read at a time.
pub(super) const INPUT_BYTES: usize = 32 * 1024;
/// Largest history that a decoder may keep, as much as the usual settings of each format need.
pub(super) const HISTORY_BYTES: u64 = 8 << 20;

/// The compressed bytes.
pub(super) struct Part {
    pub(super) file: SourceFile,
    pub(super) at: u64,
    pub(super) left: u64,
}

impl Read for Part {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let most = out.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let count = self.file.read_at(self.at, &mut out[..most]);
        self.file.give_back(self.at, count as u64);
        self.at = self.at.saturating_add(count as u64);
        self.left -= count as u64;
        Ok(count)
    }
}

pub(super) fn malformed(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}
