//! The lists of changes of a table: pairs of how much a value changes and how far on in the code.

use crate::files::pages::Through;

/// Numbers of seven bits a byte.
pub(super) struct Changes<'a, 'b> {
    pub(super) at: u64,
    pub(super) end: u64,
    pub(super) through: &'a mut Through<'b>,
}

impl Changes<'_, '_> {
    /// The next one.
    pub(super) fn number(&mut self) -> Option<u32> {
        let mut number = 0;
        for shift in (0..32).step_by(7) {
            if self.at >= self.end {
                return None;
            }
            let mut byte = [0];
            self.through.read(self.at, &mut byte)?;
            self.at += 1;
            number |= u32::from(byte[0] & 0x7f) << shift;
            if byte[0] & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }
}
