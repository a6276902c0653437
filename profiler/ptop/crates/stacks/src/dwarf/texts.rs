//! Strings of the debug sections: asked for in any order, read in the order in
//! which they lie there, each once.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use super::forms::Text;
use super::sections::{Part, Sections};

/// Number of a string.
pub(super) type TextId = u32;

/// Bytes of one string read.
const STORED_BYTES: usize = 8 * 1024;
/// Bytes of all strings of a batch; further ones are empty.
const MOST_BYTES: usize = 4 << 20;
/// Bytes read at a time: names that are wanted may lie far apart.
const WINDOW: RangeInclusive<usize> = 512..=16 * 1024;

/// One part of what encloses a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Scope {
    Named(TextId),
    /// A namespace without a name.
    Anonymous,
    /// A type without a name.
    Unnamed,
}

/// The strings of a batch.
#[derive(Default)]
pub(super) struct Texts {
    numbers: HashMap<Text, TextId>,
    scopes: HashMap<Vec<Scope>, TextId>,
    /// By number, where the string lies in `bytes`.
    places: Vec<(u32, u32)>,
    bytes: Vec<u8>,
    pub(super) bytes_read: u64,
    /// Strings left out or shortened.
    pub(super) cut: u64,
}

impl Texts {
    /// The number of a string that [`Texts::load`] is to read.
    pub(super) fn want(&mut self, text: Text) -> TextId {
        let next = self.places.len() as TextId;
        let number = *self.numbers.entry(text).or_insert(next);
        if number == next {
            self.places.push((0, 0));
        }
        number
    }

    /// The number of the names of what encloses a function, outermost first.
    pub(super) fn want_scope(&mut self, path: Vec<Scope>) -> TextId {
        let next = self.places.len() as TextId;
        let number = *self.scopes.entry(path).or_insert(next);
        if number == next {
            self.places.push((0, 0));
        }
        number
    }

    /// The number of a string that was read already.
    pub(super) fn keep(&mut self, text: &[u8]) -> TextId {
        let number = self.places.len() as TextId;
        self.places.push((0, 0));
        self.put(number, text);
        number
    }

    /// The string with this number, once it was read.
    pub(super) fn get(&self, number: TextId) -> &[u8] {
        let (start, count) = self.places.get(number as usize).copied().unwrap_or_default();
        self.bytes.get(start as usize..(start + count) as usize).unwrap_or(&[])
    }

    /// Reads what was asked for.
    pub(super) fn load(&mut self, sections: &Sections<'_>) {
        let mut wanted: Vec<(Text, TextId)> = std::mem::take(&mut self.numbers).into_iter().collect();
        wanted.sort_unstable();
        for of_one in wanted.chunk_by(|a, b| std::mem::discriminant(&a.0) == std::mem::discriminant(&b.0)) {
            self.load_from(part_of(sections, of_one[0].0), of_one);
        }
        for (path, number) in std::mem::take(&mut self.scopes) {
            let mut joined = Vec::new();
            for scope in path {
                let text = match scope {
                    Scope::Named(text) => self.get(text),
                    Scope::Anonymous => b"(anonymous namespace)",
                    Scope::Unnamed => b"{unnamed type}",
                };
                joined.extend_from_slice(text);
                joined.extend_from_slice(b"::");
            }
            joined.truncate(STORED_BYTES);
            self.put(number, &joined);
        }
    }

    fn load_from(&mut self, part: &Part<'_>, wanted: &[(Text, TextId)]) {
        let mut reader = part.reader(WINDOW);
        let mut text = Vec::new();
        for (place, number) in wanted {
            let (Text::Info(offset) | Text::Strings(offset) | Text::LineStrings(offset)) = *place;
            text.clear();
            // A string without an end is not looked for beyond its stored part.
            let ends = reader.seek(offset).and_then(|()| reader.short_string(STORED_BYTES, &mut text)).is_some();
            let is_cut = text.len() == STORED_BYTES;
            self.cut += u64::from(!ends || is_cut);
            if ends || is_cut {
                self.put(*number, &text);
            }
        }
        self.bytes_read += reader.bytes_read();
    }

    fn put(&mut self, number: TextId, text: &[u8]) {
        if self.bytes.len() + text.len() > MOST_BYTES {
            self.cut += 1;
        } else if let Some(place) = self.places.get_mut(number as usize) {
            *place = (self.bytes.len() as u32, text.len() as u32);
            self.bytes.extend_from_slice(text);
        }
    }
}

fn part_of<'a, 'b>(sections: &'a Sections<'b>, text: Text) -> &'a Part<'b> {
    match text {
        Text::Info(_) => &sections.info,
        Text::Strings(_) => &sections.strings,
        Text::LineStrings(_) => &sections.line_strings,
    }
}
