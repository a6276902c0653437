//! V8's heap as it lies in the target's memory: tagged words, the types of the
//! objects they point to, strings. The heap moves while it is read, so nothing is
//! believed that has not the type it must have.

use std::ops::Range;

use super::layout::Layout;
use crate::process::memory::Memory;

/// The lowest bits of a pointer to an object.
const OBJECT: u64 = 1;
const TAG_MASK: u64 = 3;
/// User space ends here.
const MOST_ADDRESS: u64 = 1 << 47;
/// Types remembered by their map; a heap has a few thousand maps, a stack meets few.
const KNOWN_MAPS: usize = 256;
/// Strings that one string is put together from; names of functions are put together from two or three.
const STRING_PARTS: usize = 64;
/// Characters of a string that one read takes.
const CHUNK: usize = 2048;
/// Bytes of a text that one read takes.
const RANGE_BYTES: usize = 16 * 1024;
/// Strings that lead from one to the one that has its characters.
const STRING_STEPS: usize = 8;

/// Whether a word can be a pointer to an object of the heap.
pub(super) fn is_object(word: u64) -> bool {
    word & TAG_MASK == OBJECT && word < MOST_ADDRESS && word > 4096
}

/// The value of a small integer, if the word is one.
pub(super) fn small_integer(word: u64) -> Option<i32> {
    (word as u32 == 0).then_some((word >> 32) as i32)
}

/// Types by map, for one moment: a map that is collected makes room for something else.
#[derive(Default)]
pub(super) struct Maps {
    known: Vec<(u64, u16)>,
}

impl Maps {
    pub(super) fn forget(&mut self) {
        self.known.clear();
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.known.capacity() * size_of::<(u64, u16)>()
    }

    fn slot(map: u64) -> usize {
        (map.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % KNOWN_MAPS
    }

    fn get(&self, map: u64) -> Option<u16> {
        self.known.get(Maps::slot(map)).filter(|known| known.0 == map).map(|known| known.1)
    }

    fn insert(&mut self, map: u64, kind: u16) {
        if self.known.is_empty() {
            self.known = vec![(0, 0); KNOWN_MAPS];
        }
        if let Some(slot) = self.known.get_mut(Maps::slot(map)) {
            *slot = (map, kind);
        }
    }
}

/// The heap, for as long as one frame is read.
pub(super) struct Heap<'a> {
    pub(super) memory: &'a Memory,
    pub(super) layout: &'a Layout,
    pub(super) maps: &'a mut Maps,
}

impl Heap<'_> {
    /// The first words of an object.
    pub(super) fn words<const N: usize>(&self, object: u64) -> Option<[u64; N]> {
        let mut words = [0; N];
        if !is_object(object) {
            return None;
        }
        let mut bytes = [0; 256];
        let bytes = bytes.get_mut(..N * 8)?;
        self.memory.read_exact(object - OBJECT, bytes)?;
        for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
            *word = u64::from_le_bytes(bytes.try_into().ok()?);
        }
        Some(words)
    }

    /// One word of an object.
    pub(super) fn word(&self, object: u64, offset: u64) -> Option<u64> {
        if is_object(object) { self.memory.u64(object - OBJECT + offset) } else { None }
    }

    /// A number of four bytes in an object.
    pub(super) fn number(&self, object: u64, offset: u64) -> Option<u32> {
        if is_object(object) { self.memory.u32(object - OBJECT + offset) } else { None }
    }

    /// The type that a map gives its objects; `None` when it is no map.
    pub(super) fn kind_of_map(&mut self, map: u64) -> Option<u16> {
        if !is_object(map) {
            return None;
        }
        if let Some(kind) = self.maps.get(map) {
            return Some(kind);
        }
        let offset = self.layout.instance_type;
        let of_map = self.word(map, 0)?;
        if self.kind_at(of_map, offset)? != self.layout.types.map {
            return None;
        }
        let kind = self.kind_at(map, offset)?;
        self.maps.insert(map, kind);
        Some(kind)
    }

    fn kind_at(&self, map: u64, offset: u64) -> Option<u16> {
        if is_object(map) { self.memory.u16(map - OBJECT + offset) } else { None }
    }

    /// The type of an object; `None` when the word points to none.
    pub(super) fn kind(&mut self, object: u64) -> Option<u16> {
        let map = self.word(object, 0)?;
        self.kind_of_map(map)
    }

    /// Whether the word points to an object of this type.
    pub(super) fn is(&mut self, object: u64, kind: u16) -> bool {
        self.kind(object) == Some(kind)
    }

    /// The length and the address of the elements of an array of one of these types.
    pub(super) fn array(&mut self, object: u64, kinds: impl Fn(&Layout) -> &[u16]) -> Option<(u64, u64)> {
        let [map, length] = self.words(object)?;
        let kind = self.kind_of_map(map)?;
        if !kinds(self.layout).contains(&kind) {
            return None;
        }
        let length = u64::try_from(small_integer(length)?).ok()?;
        Some((length, object - OBJECT + self.layout.array_data))
    }

    /// The element of an array of tagged values; a weak one without its mark.
    pub(super) fn element(&mut self, array: u64, index: u64) -> Option<u64> {
        let (length, data) = self.array(array, |layout| &layout.types.arrays)?;
        let word = if index < length { self.memory.u64(data.wrapping_add(index * 8)) } else { None }?;
        Some(if word & TAG_MASK == TAG_MASK { word & !2 } else { word })
    }

    /// Whether the word points to a string.
    pub(super) fn is_string(&mut self, object: u64) -> bool {
        self.kind(object).is_some_and(|kind| kind < self.layout.types.non_string)
    }

    /// At most `most` characters of a string. `None` when it is none, cannot be read, or is put together
    /// from more parts than are believed.
    pub(super) fn text(&mut self, string: u64, most: usize) -> Option<String> {
        let mut text = Text { characters: Vec::new(), most };
        // What is still to be read, the next last: a string, where it starts, and how much of it.
        let mut left = vec![Part { string, from: 0, count: most }];
        let mut parts = 0;
        while let Some(part) = left.pop() {
            parts += 1;
            if parts > STRING_PARTS || left.len() > STRING_PARTS {
                return None;
            }
            if part.count > 0 && text.characters.len() < most {
                self.read_part(&part, &mut text, &mut left)?;
            }
        }
        Some(char::decode_utf16(text.characters).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
    }

    /// Where the characters of a string lie, if they lie together, as those of scripts do. `None` when they do not.
    pub(super) fn characters(&mut self, string: u64) -> Option<Characters> {
        let (mut string, mut from, mut length) = (string, 0_usize, None);
        for _ in 0..STRING_STEPS {
            let (held, own) = self.held(string)?;
            let count = *length.get_or_insert(own);
            string = match held {
                Held::Here { data, width } => {
                    own.checked_sub(from).filter(|rest| *rest >= count)?;
                    let data = data.checked_add(from as u64 * width)?;
                    return Some(Characters { data, width, length: count });
                }
                // One that was written out whole keeps what it was made of: all, and nothing.
                Held::Joined([first, second]) if self.length(second)? == 0 => first,
                Held::Joined(_) => return None,
                Held::Cut { parent, offset } => {
                    from = from.checked_add(offset)?;
                    parent
                }
                Held::Moved(to) => to,
            };
        }
        None
    }

    /// Some of those characters.
    pub(super) fn read_range(&self, text: &Characters, range: Range<usize>) -> Option<Vec<u16>> {
        let count = range.end.checked_sub(range.start).filter(|_| range.end <= text.length)?;
        let at = text.data.checked_add(range.start as u64 * text.width)?;
        let bytes = self.memory.bytes(at, count * text.width as usize, RANGE_BYTES)?;
        Some(if text.width == 1 { bytes.into_iter().map(u16::from).collect() } else { units(&bytes).collect() })
    }

    fn length(&self, string: u64) -> Option<usize> {
        usize::try_from(self.number(string, self.layout.string_length)?).ok()
    }

    /// How a string holds its characters, and how many there are.
    fn held(&mut self, string: u64) -> Option<(Held, usize)> {
        let layout = self.layout;
        let kind = self.kind(string).filter(|kind| *kind < layout.types.non_string)?;
        let width = if kind & 8 == 8 { 1 } else { 2 };
        let held = match kind & 7 {
            0 => Held::Here { data: string - OBJECT + layout.string_characters, width },
            1 => {
                let [first, second] = layout.cons.map(|offset| self.word(string, offset));
                Held::Joined([first?, second?])
            }
            // An external string's characters lie outside the heap, where the word after its resource says.
            2 => Held::Here { data: self.word(string, layout.external_resource + 8)?, width },
            3 => {
                let [parent, offset] = layout.sliced.map(|offset| self.word(string, offset));
                Held::Cut { parent: parent?, offset: usize::try_from(small_integer(offset?)?).ok()? }
            }
            5 => Held::Moved(self.word(string, layout.thin_actual)?),
            _ => return None,
        };
        Some((held, self.length(string)?))
    }

    fn read_part(&mut self, part: &Part, text: &mut Text, left: &mut Vec<Part>) -> Option<()> {
        let (held, length) = self.held(part.string)?;
        let count = part.count.min(length.checked_sub(part.from)?);
        match held {
            Held::Here { data, width } => {
                let count = count.min(text.most - text.characters.len()).min(CHUNK);
                let characters = Characters { data, width, length };
                text.characters.extend(self.read_range(&characters, part.from..part.from + count)?);
            }
            Held::Joined([first, second]) => {
                let middle = self.length(first)?;
                let (from_first, from_second) = (part.from.min(middle), part.from.saturating_sub(middle));
                let of_first = count.min(middle - from_first);
                left.push(Part { string: second, from: from_second, count: count - of_first });
                left.push(Part { string: first, from: from_first, count: of_first });
            }
            Held::Cut { parent, offset } => {
                left.push(Part { string: parent, from: part.from.checked_add(offset)?, count });
            }
            Held::Moved(to) => left.push(Part { string: to, from: part.from, count }),
        }
        Some(())
    }
}

/// How a string holds its characters.
enum Held {
    /// Together, each of so many bytes.
    Here { data: u64, width: u64 },
    /// As two strings, one after the other.
    Joined([u64; 2]),
    /// As a part of another.
    Cut { parent: u64, offset: usize },
    /// As another.
    Moved(u64),
}

fn units(bytes: &[u8]) -> impl Iterator<Item = u16> + '_ {
    bytes.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]))
}

/// Characters that lie together in the target's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Characters {
    data: u64,
    /// Bytes of each.
    width: u64,
    pub(super) length: usize,
}

struct Part {
    string: u64,
    from: usize,
    count: usize,
}

struct Text {
    characters: Vec<u16>,
    most: usize,
}
