//! Values of Perl in the target's memory: names of packages, globs and subs, and the ops at which lines begin.

use super::layout::{Layout, Slab, fixed};
use crate::languages::copied::word_of;
use crate::process::memory::Memory;

/// Buckets of a package's hash that are believed.
const MOST_BUCKETS: u64 = 1 << 32;
/// What a file's glob is called before its path.
const FILE_GLOB: &str = "_<";

/// Reads values.
#[derive(Clone, Copy)]
pub(super) struct Objects<'a> {
    pub(super) memory: &'a Memory,
    pub(super) layout: &'a Layout,
    pub(super) name_bytes: usize,
}

/// An op at which a line begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LineOp {
    pub(super) file: String,
    pub(super) line: u32,
    /// The first slab of the sub it belongs to.
    pub(super) slab: Option<u64>,
}

/// What a sub says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Code {
    /// Of itself, or `__ANON__`.
    pub(super) name: String,
    /// Empty where a name is a lexical one.
    pub(super) package: String,
    pub(super) is_anonymous: bool,
    /// Address of the op that runs first.
    pub(super) start: u64,
    /// Path as its compiler was given it.
    pub(super) file: String,
}

impl Objects<'_> {
    /// A value's body and flags, and what is beside them, if it has one of two types.
    fn value(&self, address: u64, types: [u32; 2]) -> Option<(u64, u32, u64)> {
        let mut bytes = [0; fixed::VALUE_BYTES];
        self.memory.read_exact(address, &mut bytes)?;
        let flags = half_of(&bytes, fixed::VALUE_FLAGS)?;
        types.contains(&(flags & 0xff)).then_some((word_of(&bytes, 0)?, flags, word_of(&bytes, fixed::VALUE_UNION)?))
    }

    /// A sub that is written in Perl, or a format. `None` when it is something else by now.
    pub(super) fn code(&self, address: u64) -> Option<Code> {
        let (body, flags, beside) = self.value(address, [fixed::CODE, fixed::FORMAT])?;
        let mut bytes = [0; fixed::CODE_BYTES];
        self.memory.read_exact(body, &mut bytes)?;
        let word = |at: usize| word_of(&bytes, at).filter(|word| *word != 0);
        let kind = half_of(&bytes, fixed::CODE_FLAGS)?;
        if kind & fixed::IS_NATIVE != 0 {
            return None;
        }
        let named = word(fixed::CODE_NAME)?;
        let (name, package) = if kind & fixed::IS_NAMED == 0 {
            let (glob, ..) = self.value(named, [fixed::GLOB; 2])?;
            let name = self.text(self.memory.u64(glob.wrapping_add(fixed::GLOB_NAME))?)?;
            (name, self.memory.u64(glob.wrapping_add(fixed::GLOB_STASH)).unwrap_or(0))
        } else {
            (self.text(named)?, word(fixed::CODE_STASH).unwrap_or(0))
        };
        let is_lexical = kind & fixed::IS_LEXICAL != 0;
        let package = if is_lexical { String::new() } else { self.package(package)? };
        let file = word(fixed::CODE_FILE).and_then(|file| self.memory.c_string(file, self.name_bytes));
        let start = word(fixed::CODE_START)?;
        // Read again: what was freed meanwhile may have been something else in between.
        (self.value(address, [fixed::CODE, fixed::FORMAT])? == (body, flags, beside)).then_some(Code {
            name,
            package,
            is_anonymous: kind & fixed::IS_ANONYMOUS != 0,
            start,
            file: file.unwrap_or_default(),
        })
    }

    /// The name of a package.
    fn package(&self, address: u64) -> Option<String> {
        let (body, flags, buckets) = self.value(address, [fixed::HASH; 2])?;
        if flags & fixed::HAS_NAMES == 0 {
            return None;
        }
        let names = if self.layout.has_names_in_body {
            body.wrapping_add(fixed::HASH_AUX)
        } else {
            let most = self.memory.u64(body.wrapping_add(fixed::HASH_MOST)).filter(|most| *most < MOST_BUCKETS)?;
            buckets.wrapping_add((most + 1) * 8)
        };
        let name = self.memory.u64(names)?;
        let has_one = self.memory.u32(names.wrapping_add(fixed::NAME_COUNT))? == 0;
        self.text(if has_one { name } else { self.memory.u64(name)? })
    }

    /// A shared text, in UTF-8 or, where it is none, in Latin-1.
    fn text(&self, address: u64) -> Option<String> {
        let length = self.memory.u32(address.wrapping_add(fixed::TEXT_LENGTH))?;
        let length = usize::try_from(length).ok().filter(|length| (1..=self.name_bytes).contains(length))?;
        let bytes = self.memory.bytes(address.wrapping_add(fixed::TEXT), length, self.name_bytes)?;
        Some(
            String::from_utf8(bytes)
                .unwrap_or_else(|error| error.as_bytes().iter().map(|byte| *byte as char).collect()),
        )
    }

    /// The op at an address, if a line begins there.
    pub(super) fn line_op(&self, address: u64) -> Option<LineOp> {
        let mut bytes = [0; fixed::COP_BYTES];
        self.memory.read_exact(address, &mut bytes)?;
        let kind = half_of(&bytes, fixed::COP_TYPE)? as u16 & fixed::OP_TYPE_MASK;
        // Code in a regular expression runs at a line whose op the compiler took away.
        let was = word_of(&bytes, fixed::OP_WAS)?;
        let kind = if kind == 0 { u16::try_from(was).ok()? } else { kind };
        if kind != self.layout.line_type && kind != self.layout.line_type + 1 {
            return None;
        }
        let file = word_of(&bytes, fixed::COP_FILE).filter(|file| *file != 0)?;
        let file = if self.layout.has_threads {
            self.memory.c_string(file, self.name_bytes)?
        } else {
            let (glob, ..) = self.value(file, [fixed::GLOB; 2])?;
            let name = self.text(self.memory.u64(glob.wrapping_add(fixed::GLOB_NAME))?)?;
            name.strip_prefix(FILE_GLOB)?.to_owned()
        };
        let slab = self.slab(address);
        Some(LineOp { file, line: half_of(&bytes, fixed::COP_LINE)?, slab })
    }

    /// The first slab of the sub that an op belongs to.
    pub(super) fn slab(&self, op: u64) -> Option<u64> {
        let slot = op.checked_sub(8)?;
        match self.layout.slab {
            Slab::Pointer => self.memory.u64(slot),
            Slab::Distance(slots) => {
                let words: u64 = self.memory.u16(slot + 2)?.into();
                self.memory.u64(slot.checked_sub(words * 8 + slots)? + 8)
            }
        }
        .filter(|slab| *slab != 0)
    }
}

fn half_of(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at.checked_add(4)?).map(|half| u32::from_le_bytes(half.try_into().unwrap_or_default()))
}
