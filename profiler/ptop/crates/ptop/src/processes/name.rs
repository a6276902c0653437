//! The three names of a process: the base name of its executable, the kernel's
//! command name, the base name of `argv[0]`. Each is compared whole and byte by byte.

use std::io::{self, Read};

use serde::Serialize;

use super::directory::{ProcessDirectory, has_ended};

/// Which name of a process is the asked one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchedBy {
    /// Base name of the executable, without what the kernel adds when the file was removed.
    Exe,
    /// What the kernel calls it: at most 15 bytes.
    Comm,
    /// Base name of its first argument.
    Argv0,
}

impl MatchedBy {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            MatchedBy::Exe => "exe",
            MatchedBy::Comm => "comm",
            MatchedBy::Argv0 => "argv0",
        }
    }
}

/// The kernel's limit for one argument. A process may make its list look longer.
const ARGUMENT_BYTES: u64 = 128 * 1024;
/// More than any command name, of kernel threads too.
const COMM_BYTES: usize = 256;
const PIECE_BYTES: usize = 4096;
const DELETED: &[u8] = b" (deleted)";

/// The names of a process, each read when it is asked for. A kernel thread and a process that has ended have none.
pub struct Names<'a> {
    process: &'a ProcessDirectory,
    next: Option<MatchedBy>,
    last: MatchedBy,
    unread: Option<io::Error>,
}

impl<'a> Names<'a> {
    /// Of a process.
    pub fn of(process: &'a ProcessDirectory) -> Names<'a> {
        Names { process, next: Some(MatchedBy::Exe), last: MatchedBy::Exe, unread: None }
    }

    /// The next one, `None` after the last.
    ///
    /// # Errors
    /// When the process has ended meanwhile, or its command name or arguments cannot be read.
    pub fn read_next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let Some(which) = self.next else { return Ok(None) };
        self.last = which;
        match which {
            MatchedBy::Exe => {
                self.next = Some(MatchedBy::Comm);
                match self.process.link(c"exe") {
                    Ok(path) => {
                        return Ok(Some(base_name(path.strip_suffix(DELETED).unwrap_or(&path)).to_vec()));
                    }
                    Err(error) if has_ended(&error) => self.next = None,
                    // Refused for a kernel thread too, which has none to read.
                    Err(_) if self.process.stat()?.is_none_or(|stat| stat.is_kernel_thread) => self.next = None,
                    Err(error) => self.unread = Some(error),
                }
                self.read_next()
            }
            MatchedBy::Comm => {
                self.next = Some(MatchedBy::Argv0);
                let comm = self.process.read(c"comm", COMM_BYTES)?;
                Ok(Some(comm.strip_suffix(b"\n").unwrap_or(&comm).to_vec()))
            }
            MatchedBy::Argv0 => {
                self.next = None;
                Ok(Some(base_name(&first_argument(self.process)?).to_vec()))
            }
        }
    }

    /// Which one was returned last.
    pub fn last(&self) -> MatchedBy {
        self.last
    }

    /// Why the executable could not be read, so that one name stayed unknown.
    pub fn unread(self) -> Option<io::Error> {
        self.unread
    }
}

/// Finds the name of a process that is the asked one, and reads no further than needed. A kernel thread
/// and a process that has ended have none.
///
/// # Errors
/// When the process has ended meanwhile. When its executable may not be read and neither of the other
/// names is the asked one, so that it stays open whether the process is.
pub fn find_name(process: &ProcessDirectory, wanted: &[u8]) -> io::Result<Option<MatchedBy>> {
    let mut names = Names::of(process);
    while let Some(name) = names.read_next()? {
        if name == wanted {
            return Ok(Some(names.last()));
        }
    }
    names.unread().map_or(Ok(None), Err)
}

/// The first argument, without reading the others further than a piece.
fn first_argument(process: &ProcessDirectory) -> io::Result<Vec<u8>> {
    let mut file = process.open_entry(c"cmdline", libc::O_RDONLY)?.take(ARGUMENT_BYTES);
    let mut argument = Vec::new();
    let mut piece = [0; PIECE_BYTES];
    loop {
        let read = file.read(&mut piece)?;
        let end = piece[..read].iter().position(|byte| *byte == 0);
        argument.extend_from_slice(&piece[..end.unwrap_or(read)]);
        if read == 0 || end.is_some() {
            return Ok(argument);
        }
    }
}

/// What follows the last slash that is not at the end.
fn base_name(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|byte| *byte != b'/').map_or(0, |last| last + 1);
    path[..end].rsplit(|byte| *byte == b'/').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::base_name;

    #[test]
    fn base_names() {
        for (path, name) in [
            (&b"/usr/bin/app"[..], &b"app"[..]),
            (b"app", b"app"),
            (b"/srv/app//", b"app"),
            (b"/srv/\xff\xfe", b"\xff\xfe"),
            (b"-bash", b"-bash"),
            (b"/", b""),
            (b"", b""),
        ] {
            assert_eq!(base_name(path), name, "{}", String::from_utf8_lossy(path));
        }
    }
}
