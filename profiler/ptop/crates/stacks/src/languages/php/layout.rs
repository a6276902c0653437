//! Where each version of the engine has what, and which version it is.

use crate::process::memory::Memory;

/// Modules of the engine that are searched; all but a few come with it.
const MODULES: u32 = 256;
/// The module whose version is the engine's own.
const STANDARD: &str = "standard";
/// Bytes of a module's own description, in every version of these.
const ENTRY_BYTES: u16 = 168;
/// Longest name or version of a module that is read.
const WORD_BYTES: usize = 64;

/// Offsets that differ from version to version: those that a compiler gives for the headers that each version installs,
/// `Zend/zend_globals.h` and `Zend/zend_compile.h`. What is the same in all of them are constants where it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Offsets {
    /// In what the executor keeps of a thread: the newest call.
    pub(super) current: u32,
    /// In a function in PHP: the number of its instructions, where they are, where it is counted who has them, the name
    /// of the file, the first line.
    pub(super) count: usize,
    pub(super) instructions: usize,
    pub(super) owners: usize,
    pub(super) file: usize,
    pub(super) first_line: usize,
    /// Among the flags of a function: it is a closure.
    pub(super) closure: u32,
}

const PHP_8_2: Offsets =
    Offsets { current: 488, count: 80, instructions: 88, owners: 120, file: 152, first_line: 160, closure: 1 << 22 };
const PHP_8_0: Offsets = Offsets { count: 68, instructions: 72, owners: 112, file: 144, first_line: 152, ..PHP_8_2 };
const PHP_7_4: Offsets =
    Offsets { count: 60, instructions: 64, owners: 104, file: 136, first_line: 144, closure: 1 << 20, ..PHP_8_2 };
const PHP_8_4: Offsets = Offsets { count: 96, instructions: 104, owners: 136, file: 168, first_line: 176, ..PHP_8_2 };
const PHP_8_5: Offsets = Offsets { current: 512, ..PHP_8_4 };

/// What an engine says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Build {
    /// The number of its interface for modules, which each version has its own of.
    pub(super) interface: u32,
    pub(super) is_debug: bool,
    pub(super) has_threads: bool,
    pub(super) version: String,
}

impl Build {
    /// What the modules say that the engine has registered at `registry`. `None` while there are none.
    pub(super) fn read(memory: &Memory, registry: u64) -> Option<Build> {
        // A hash table: its entries are of 32 bytes, and begin with a value.
        let (entries, used) = (memory.u64(registry.wrapping_add(16))?, memory.u32(registry.wrapping_add(24))?);
        (0..used.min(MODULES)).find_map(|number| {
            let at = memory.u64(entries.wrapping_add(32 * u64::from(number)))?;
            let text = |offset: u64| memory.c_string(memory.u64(at.wrapping_add(offset))?, WORD_BYTES);
            let is_standard = memory.u16(at)? == ENTRY_BYTES && text(32)? == STANDARD;
            let version = text(88).filter(|_| is_standard).filter(|text| is_version(text))?;
            let flag = |offset: u64| memory.u8(at.wrapping_add(offset)).map(|flag| flag != 0);
            let interface = memory.u32(at.wrapping_add(4))?;
            Some(Build { interface, is_debug: flag(8)?, has_threads: flag(9)?, version })
        })
    }

    /// The error is what a person should know.
    pub(super) fn offsets(&self) -> Result<Offsets, String> {
        let Build { version, .. } = self;
        if self.is_debug {
            return Err(format!("PHP {version} was built for debugging, and such builds are not understood"));
        }
        match self.interface {
            20_190_902 => Ok(PHP_7_4),
            20_200_930 | 20_210_902 => Ok(PHP_8_0),
            20_220_829 | 20_230_831 => Ok(PHP_8_2),
            20_240_924 => Ok(PHP_8_4),
            20_250_925 => Ok(PHP_8_5),
            _ => Err(format!("PHP {version} is not understood")),
        }
    }
}

/// Numbers with points between them, and what may follow: `8.4.1-dev`.
fn is_version(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}
