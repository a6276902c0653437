//! Entries of `.eh_frame`: the common part (CIE) shared by functions and the
//! part of one function (FDE).

use super::pointer;
use super::program::{Factors, Program};
use super::row::Row;
use crate::files::cursor::Cursor;

/// A parsed common entry with the row its program leaves.
pub(crate) struct Common {
    /// Offset of the entry in the file: its identity.
    pub(crate) offset: u64,
    pub(crate) factors: Factors,
    pub(crate) return_register: u8,
    pub(crate) is_signal_frame: bool,
    has_augmentation: bool,
    /// `None` only while the entry is being built.
    row: Option<Row>,
    /// The entry's bytes, kept only when its row refers to expressions in them.
    pub(crate) bytes: Box<[u8]>,
}

impl Common {
    /// Parses the body that follows the length field. `address` is the link-time
    /// address of the length field. `None` when malformed or of an unknown kind.
    pub(crate) fn parse(body: &[u8], offset: u64, address: u64, stack_pointer: u8) -> Option<Common> {
        let base = address.wrapping_add(4);
        let mut cursor = Cursor::new(body);
        if cursor.u32()? != 0 {
            return None;
        }
        let version = cursor.u8()?;
        let augmentation = text(&mut cursor)?;
        if version == 4 && cursor.take(2)? != [8, 0] {
            return None;
        }
        let mut common = Common {
            offset,
            factors: Factors { code_alignment: cursor.uleb()?, data_alignment: cursor.sleb()?, pointer_encoding: 0 },
            return_register: match version {
                1 => cursor.u8()?,
                3 | 4 => u8::try_from(cursor.uleb()?).ok()?,
                _ => return None,
            },
            is_signal_frame: false,
            has_augmentation: false,
            row: None,
            bytes: Box::default(),
        };
        common.read_augmentation(augmentation, &mut cursor)?;
        let mut row = Row::initial(stack_pointer);
        let program = Program { factors: common.factors, initial: None, base, start: 0, wanted: u64::MAX };
        program.run(&mut cursor, &mut row)?;
        if row.uses_expressions() {
            common.bytes = body.into();
        }
        common.row = Some(row);
        Some(common)
    }

    fn read_augmentation(&mut self, letters: &[u8], cursor: &mut Cursor<'_>) -> Option<()> {
        let Some((b'z', letters)) = letters.split_first() else {
            // Without the leading z the length of unknown data is unknown too.
            return letters.is_empty().then_some(());
        };
        self.has_augmentation = true;
        let length = usize::try_from(cursor.uleb()?).ok()?;
        let mut data = Cursor::new(cursor.take(length)?);
        for letter in letters {
            match letter {
                b'R' => self.factors.pointer_encoding = data.u8()?,
                b'L' => drop(data.u8()?),
                b'P' => {
                    let encoding = data.u8()?;
                    pointer::read_value(&mut data, encoding)?;
                }
                b'S' => self.is_signal_frame = true,
                // AArch64: return addresses signed with the B key; memory tagging of the frame.
                b'B' | b'G' => {}
                _ => return None,
            }
        }
        Some(())
    }

    /// The row at the start of every function of this entry.
    pub(crate) fn row(&self) -> Option<&Row> {
        self.row.as_ref()
    }

    /// Heap bytes held.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.bytes.len()
    }
}

/// Where the function's entry says it starts and ends, and its program.
pub(crate) struct Function<'a> {
    pub(crate) start: u64,
    pub(crate) end: u64,
    program: Cursor<'a>,
    base: u64,
}

impl<'a> Function<'a> {
    /// Parses the body that follows the length field at link-time `address`.
    pub(crate) fn parse(body: &'a [u8], address: u64, common: &Common) -> Option<Function<'a>> {
        let base = address.wrapping_add(4);
        let mut cursor = Cursor::new(body);
        cursor.u32()?;
        let start = pointer::read(&mut cursor, common.factors.pointer_encoding, base)?;
        let length = pointer::read_value(&mut cursor, common.factors.pointer_encoding)?;
        if common.has_augmentation {
            let skipped = usize::try_from(cursor.uleb()?).ok()?;
            cursor.take(skipped)?;
        }
        Some(Function { start, end: start.checked_add(length)?, program: cursor, base })
    }

    /// The row that holds at `wanted`, an address within the function.
    pub(crate) fn row_at(&self, wanted: u64, common: &Common) -> Option<Row> {
        let initial = common.row()?;
        let mut row = initial.clone();
        let program =
            Program { factors: common.factors, initial: Some(initial), base: self.base, start: self.start, wanted };
        program.run(&mut self.program.clone(), &mut row)?;
        Some(row)
    }
}

/// Distance from the second field of a function's entry back to its common entry.
pub(crate) fn common_distance(body: &[u8]) -> Option<u32> {
    Cursor::new(body).u32().filter(|distance| *distance != 0)
}

/// A NUL-terminated string of at most 8 bytes: no augmentation is longer.
fn text<'a>(cursor: &mut Cursor<'a>) -> Option<&'a [u8]> {
    let start = cursor.clone();
    for length in 0..=8 {
        if cursor.u8()? == 0 {
            return start.clone().take(length);
        }
    }
    None
}
