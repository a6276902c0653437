//! The target's memory, read as it runs: what a language runtime says about its
//! own frames lies there. Every read is bounded, and any of them may fail or give
//! what another thread is just changing, so that callers check what they read.

use std::fs::File;
use std::os::unix::fs::FileExt;

/// Longest string read at once; callers ask for less.
const STRING_BYTES: usize = 4096;

/// `/proc/<pid>/mem`, or nothing where it cannot be opened.
pub(crate) struct Memory {
    file: Option<File>,
}

impl Memory {
    pub(crate) fn new(file: Option<File>) -> Memory {
        Memory { file }
    }

    /// Reads up to `out.len()` bytes; the count is 0 when the memory cannot be read.
    pub(crate) fn read_at(&self, address: u64, out: &mut [u8]) -> usize {
        // The kernel takes addresses as signed offsets.
        let file = self.file.as_ref().filter(|_| i64::try_from(address).is_ok());
        file.map_or(0, |file| file.read_at(out, address).unwrap_or(0))
    }

    /// Fills `out`, or gives nothing that may be used.
    pub(crate) fn read_exact(&self, address: u64, out: &mut [u8]) -> Option<()> {
        (self.read_at(address, out) == out.len()).then_some(())
    }

    fn array<const N: usize>(&self, address: u64) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        self.read_exact(address, &mut bytes)?;
        Some(bytes)
    }

    pub(crate) fn u8(&self, address: u64) -> Option<u8> {
        self.array::<1>(address).map(|[byte]| byte)
    }

    pub(crate) fn u16(&self, address: u64) -> Option<u16> {
        self.array(address).map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&self, address: u64) -> Option<u32> {
        self.array(address).map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&self, address: u64) -> Option<u64> {
        self.array(address).map(u64::from_le_bytes)
    }

    /// The bytes at `address`; `None` when there are more than `most` or they cannot be read.
    pub(crate) fn bytes(&self, address: u64, count: usize, most: usize) -> Option<Vec<u8>> {
        if count > most {
            return None;
        }
        let mut bytes = vec![0; count];
        self.read_exact(address, &mut bytes)?;
        Some(bytes)
    }

    /// Text of `count` bytes in UTF-8, of which at most `most` are read; bytes that are not UTF-8 are replaced.
    pub(crate) fn utf8(&self, address: u64, count: usize, most: usize) -> Option<String> {
        let count = count.min(most).min(STRING_BYTES);
        self.bytes(address, count, STRING_BYTES).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Text that ends in a zero byte, of at most `most` bytes.
    pub(crate) fn c_string(&self, address: u64, most: usize) -> Option<String> {
        let mut bytes = vec![0; most.min(STRING_BYTES)];
        let count = self.read_at(address, &mut bytes);
        let text = bytes[..count].split(|byte| *byte == 0).next().filter(|text| text.len() < count)?;
        Some(String::from_utf8_lossy(text).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> Memory {
        Memory::new(Some(File::open("/proc/self/mem").unwrap()))
    }

    #[test]
    fn values_of_every_width_are_read() {
        let bytes: [u8; 16] = std::array::from_fn(|index| index as u8 + 1);
        let at = bytes.as_ptr() as u64;
        let memory = own();
        assert_eq!(
            (memory.u8(at), memory.u16(at), memory.u32(at), memory.u64(at)),
            (Some(1), Some(0x0201), Some(0x0403_0201), Some(0x0807_0605_0403_0201))
        );
        assert_eq!(memory.bytes(at, 3, 3), Some(vec![1, 2, 3]));
        assert_eq!(memory.bytes(at, 4, 3), None);
    }

    #[test]
    fn text_is_cut_at_its_bound_and_at_its_end() {
        let text = b"caf\xe9\0tail";
        let at = text.as_ptr() as u64;
        let memory = own();
        assert_eq!(memory.utf8(at, 4, 3).as_deref(), Some("caf"));
        assert_eq!(memory.utf8(at, 4, 100).as_deref(), Some("caf\u{fffd}"));
        assert_eq!(memory.c_string(at, 9).as_deref(), Some("caf\u{fffd}"));
        assert_eq!(memory.c_string(at + 5, 3), None);
    }

    #[test]
    fn what_is_not_there_is_not_read() {
        let memory = own();
        assert_eq!((memory.u64(8), memory.u64(u64::MAX), memory.utf8(0, 10, 10)), (None, None, None));
        assert_eq!(Memory::new(None).u8(0), None);
    }
}
