//! The table of all names, which methods that are written in C are named by. Ruby does not export where it is; it is the one
//! array among the library's variables whose operators are called what they are.

use std::ops::Range;

use super::objects::Objects;

/// Bytes of variables that are searched, and at once.
const MOST_BYTES: u64 = 4 << 20;
const PIECE_BYTES: usize = 4096;
/// Searches; Ruby may only be starting.
const ATTEMPTS: u8 = 8;

/// Where names are.
pub(super) struct Names {
    /// Address of the variable that has the table.
    place: Option<u64>,
    /// The library's variables.
    variables: Vec<Range<u64>>,
    attempts: u8,
}

impl Names {
    /// In one of these variables, or in the one at `place`.
    pub(super) fn new(place: Option<u64>, variables: Vec<Range<u64>>) -> Names {
        Names { place, variables, attempts: 0 }
    }

    /// The name with a number.
    pub(super) fn find(&mut self, number: u64, objects: Objects<'_>) -> Option<String> {
        if self.place.is_none() && self.attempts < ATTEMPTS {
            self.attempts += 1;
            self.place = self.variables.iter().find_map(|variables| search(variables, objects));
        }
        let names = objects.word(self.place?, 0).filter(|names| objects.is_array(*names))?;
        objects.name(names, number).filter(|name| !name.is_empty())
    }
}

fn search(variables: &Range<u64>, objects: Objects<'_>) -> Option<u64> {
    let end = variables.end.min(variables.start.saturating_add(MOST_BYTES));
    let mut piece = [0; PIECE_BYTES];
    let mut at = variables.start.next_multiple_of(8);
    while at < end {
        let bytes = PIECE_BYTES.min(usize::try_from(end - at).unwrap_or(PIECE_BYTES));
        let read = objects.memory.read_at(at, &mut piece[..bytes]);
        let words = piece[..read].chunks_exact(8).map(|word| u64::from_ne_bytes(word.try_into().unwrap_or_default()));
        for (number, word) in words.enumerate() {
            // The variables are not in the heap, and neither is anything behind them.
            if word > 1 << 16 && word < 1 << 47 && objects.is_array(word) && objects.is_names(word) {
                return Some(at + 8 * number as u64);
            }
        }
        at += PIECE_BYTES as u64;
    }
    None
}
