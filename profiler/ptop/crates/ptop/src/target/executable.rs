//! Identity of an executable file, without reading all of it.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::elf::{build_id, go_runtime};
use crate::record::LanguageRuntime;

/// Bytes hashed at either end.
const END_BYTES: u64 = 1 << 20;
const CHUNK: usize = 16 * 1024;
/// Files remembered.
const MAX_FILES: usize = 256;

/// What identifies a program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Executable {
    /// Size of the file.
    pub bytes: u64,
    /// SHA-256 of the size (8 bytes, little endian), the first and the last MiB.
    pub sha256: String,
    /// GNU build id, hexadecimal.
    pub build_id: Option<String>,
    /// Which Go made it, if Go did.
    pub go: Option<LanguageRuntime>,
}

/// Executables already read, by device and inode: a hundred workers run one program. A file that was written over, or made
/// with the inode of one that was removed, has another size or time.
#[derive(Default)]
pub struct Executables {
    known: HashMap<([u64; 3], [i64; 2]), Executable>,
}

impl Executables {
    /// Reads the file behind a path such as `/proc/<pid>/exe`.
    ///
    /// # Errors
    /// When it cannot be opened or read.
    pub fn read(&mut self, path: &Path) -> io::Result<Executable> {
        let file = File::open(path)?;
        let facts = file.metadata()?;
        let key = ([facts.dev(), facts.ino(), facts.len()], [facts.mtime(), facts.mtime_nsec()]);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let read = Executable {
            bytes: facts.len(),
            sha256: hash_ends(&file, facts.len())?,
            build_id: build_id(&file).map(|id| hex(&id)),
            go: go_runtime(&file),
        };
        if self.known.len() < MAX_FILES {
            self.known.insert(key, read.clone());
        }
        Ok(read)
    }
}

fn hash_ends(file: &File, bytes: u64) -> io::Result<String> {
    let mut digest = Sha256::new();
    digest.update(bytes.to_le_bytes());
    hash_range(file, 0, bytes.min(END_BYTES), &mut digest)?;
    hash_range(file, bytes.saturating_sub(END_BYTES), bytes, &mut digest)?;
    Ok(hex(&digest.finalize()))
}

fn hash_range(file: &File, from: u64, to: u64, digest: &mut Sha256) -> io::Result<()> {
    let mut buffer = [0; CHUNK];
    let mut at = from;
    while at < to {
        let wanted = (to - at).min(CHUNK as u64) as usize;
        let read = file.read_at(&mut buffer[..wanted], at)?;
        if read == 0 {
            break;
        }
        digest.update(&buffer[..read]);
        at += read as u64;
    }
    Ok(())
}

/// Lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Executables, hex};

    #[test]
    fn a_program_is_read_once_and_has_a_build_id() {
        let mut executables = Executables::default();
        let first = executables.read(Path::new("/proc/self/exe")).expect("the own executable");
        assert_eq!(first, executables.read(Path::new("/proc/self/exe")).expect("again"));
        assert_eq!((first.sha256.len(), executables.known.len()), (64, 1));
        assert!(first.bytes > 0);
    }

    #[test]
    fn bytes_print_as_hexadecimal() {
        assert_eq!(hex(&[0, 0xab]), "00ab");
    }
}
