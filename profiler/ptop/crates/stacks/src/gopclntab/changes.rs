//! The lists of changes of a table: pairs of how much a value changes and how far on in the code.

use crate::files::pages::Through;

/// Instructions of a function before all of which the stack pointer is equally far from where it was at its start.
pub(super) struct Stretch {
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) distance: i32,
}

/// Those of a function, in order. They end where the list does, or where it makes no sense.
pub(super) struct Stretches<'a, 'b> {
    changes: Changes<'a, 'b>,
    quantum: u64,
    start: u64,
    distance: i32,
    is_first: bool,
}

impl<'a, 'b> Stretches<'a, 'b> {
    /// Of a function that begins at `start`, by its list.
    pub(super) fn new(changes: Changes<'a, 'b>, quantum: u64, start: u64) -> Stretches<'a, 'b> {
        Stretches { changes, quantum, start, distance: -1, is_first: true }
    }
}

impl Iterator for Stretches<'_, '_> {
    type Item = Stretch;

    fn next(&mut self) -> Option<Stretch> {
        let change = self.changes.number()?;
        if change == 0 && !self.is_first {
            return None;
        }
        self.is_first = false;
        // Signed numbers have their sign in the lowest bit.
        self.distance = self.distance.checked_add((change >> 1) as i32 ^ -((change & 1) as i32))?;
        let bytes = u64::from(self.changes.number()?).checked_mul(self.quantum)?;
        let start = self.start;
        self.start = start.checked_add(bytes)?;
        Some(Stretch { start, end: self.start, distance: self.distance })
    }
}

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
