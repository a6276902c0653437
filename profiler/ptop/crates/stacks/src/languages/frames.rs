//! Frames of languages: what a runtime calls a function, each once. A frame is
//! reported as an address that no program can have, so that whoever counts
//! addresses counts these too.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::limits::Limits;
use crate::name::NameOrigin;

/// Upper half of the addresses that stand for language frames: above every
/// user address, below the vsyscall page.
const HIGH: u64 = 0x8000_0000;
/// Number of the frame that stands for all without a place.
const MORE: u32 = 0;
/// What that frame is called.
const MORE_NAME: &str = "[more functions]";
/// Module of that frame.
const MORE_MODULE: &str = "[languages]";
/// Mark of a name that was shortened.
const CUT: &str = "…";

/// A function of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct LanguageFrame<'a> {
    pub(crate) function: &'a str,
    /// Class, script or file.
    pub(crate) module: &'a str,
    /// Line that runs, where it is known.
    pub(crate) line: Option<u32>,
    /// Which language: [`NameOrigin::Java`] and its like.
    pub(crate) origin: NameOrigin,
}

#[derive(Clone, Copy)]
struct Row {
    function: u32,
    module: u32,
    /// 0 where it is not known.
    line: u32,
    origin: NameOrigin,
}

/// The frames, and the texts of their names, each once.
pub(crate) struct Frames {
    rows: Vec<Row>,
    text: String,
    /// End of each text in `text`; the first is empty.
    ends: Vec<u32>,
    /// By hash; a taken hash is passed on to the next number.
    texts: HashMap<u64, u32>,
    numbers: HashMap<u64, u32>,
    most: usize,
    most_bytes: usize,
    name_bytes: usize,
    /// Frames that had no place.
    pub(crate) cut: u64,
}

impl Frames {
    pub(crate) fn new(limits: &Limits) -> Frames {
        let mut frames = Frames {
            rows: Vec::new(),
            text: String::new(),
            ends: vec![0],
            texts: HashMap::new(),
            numbers: HashMap::new(),
            most: limits.language_frames.max(1),
            most_bytes: limits.language_name_bytes,
            name_bytes: limits.name_bytes,
            cut: 0,
        };
        // Number 0. Its texts are looked up nowhere, so they are not stored.
        frames.rows.push(Row { function: 0, module: 0, line: 0, origin: NameOrigin::NoSymbol });
        frames
    }

    /// The address that stands for a frame. What has no place stands with all others without one.
    pub(crate) fn address(&mut self, frame: &LanguageFrame<'_>) -> u64 {
        HIGH << 32
            | u64::from(self.number(frame).unwrap_or_else(|| {
                self.cut += 1;
                MORE
            }))
    }

    /// Whether an address stands for a language frame.
    pub(crate) fn is_frame(address: u64) -> bool {
        address >> 32 == HIGH
    }

    /// The frame that an address stands for.
    pub(crate) fn get(&self, address: u64) -> Option<LanguageFrame<'_>> {
        let number = Frames::is_frame(address).then_some(address as u32)?;
        if number == MORE {
            let origin = NameOrigin::NoSymbol;
            return Some(LanguageFrame { function: MORE_NAME, module: MORE_MODULE, line: None, origin });
        }
        let row = self.rows.get(number as usize)?;
        Some(LanguageFrame {
            function: self.text(row.function),
            module: self.text(row.module),
            line: (row.line != 0).then_some(row.line),
            origin: row.origin,
        })
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.rows.capacity() * size_of::<Row>()
            + self.text.capacity()
            + self.ends.capacity() * 4
            + (self.texts.capacity() + self.numbers.capacity()) * (size_of::<(u64, u32)>() + 1)
    }

    fn number(&mut self, frame: &LanguageFrame<'_>) -> Option<u32> {
        let function = self.text_number(frame.function)?;
        let module = self.text_number(frame.module)?;
        let row = Row { function, module, line: frame.line.unwrap_or(0), origin: frame.origin };
        let key = |row: &Row| (row.function, row.module, row.line, row.origin);
        let mut hash = hash_of(&key(&row));
        while let Some(number) = self.numbers.get(&hash) {
            if key(&self.rows[*number as usize]) == key(&row) {
                return Some(*number);
            }
            hash = hash.wrapping_add(1);
        }
        if self.rows.len() >= self.most {
            return None;
        }
        let number = u32::try_from(self.rows.len()).ok()?;
        self.rows.push(row);
        self.numbers.insert(hash, number);
        Some(number)
    }

    fn text_number(&mut self, text: &str) -> Option<u32> {
        let (kept, mark) = shortened(text, self.name_bytes);
        let mut hash = hash_of(&(kept, mark));
        while let Some(number) = self.texts.get(&hash) {
            if self.text(*number).strip_prefix(kept) == Some(mark) {
                return Some(*number);
            }
            hash = hash.wrapping_add(1);
        }
        let end = self.text.len() + kept.len() + mark.len();
        if end > self.most_bytes {
            return None;
        }
        let number = u32::try_from(self.ends.len()).ok()?;
        self.text.push_str(kept);
        self.text.push_str(mark);
        self.ends.push(u32::try_from(end).ok()?);
        self.texts.insert(hash, number);
        Some(number)
    }

    fn text(&self, number: u32) -> &str {
        let number = number as usize;
        let range = number.checked_sub(1).and_then(|before| self.ends.get(before)).zip(self.ends.get(number));
        range.and_then(|(start, end)| self.text.get(*start as usize..*end as usize)).unwrap_or("")
    }
}

fn shortened(text: &str, most: usize) -> (&str, &str) {
    if text.len() <= most {
        return (text, "");
    }
    let end = (0..=most).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    (&text[..end], CUT)
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(function: &str) -> LanguageFrame<'_> {
        LanguageFrame { function, module: "m", line: None, origin: NameOrigin::Java }
    }

    #[test]
    fn equal_frames_have_one_address_that_no_program_has() {
        let mut frames = Frames::new(&Limits::default());
        let (f, g) = (frames.address(&frame("f")), frames.address(&frame("g")));
        assert_ne!(f, g);
        assert_eq!(frames.address(&frame("f")), f);
        assert_ne!(frames.address(&LanguageFrame { line: Some(3), ..frame("f") }), f);
        assert!(f >> 63 == 1 && Frames::is_frame(f) && !Frames::is_frame(0xffff_ffff_ff60_0000));
        assert_eq!(frames.get(f), Some(frame("f")));
        assert_eq!((frames.get(f + 100), frames.get(0x1000), frames.cut), (None, None, 0));
    }

    #[test]
    fn what_does_not_fit_is_one_frame_and_counted() {
        let mut frames = Frames::new(&Limits { language_frames: 3, ..Limits::default() });
        let addresses = ["a", "b", "c", "d", "a"].map(|name| frames.address(&frame(name)));
        assert_eq!(addresses[2], addresses[3]);
        assert_eq!(addresses[0], addresses[4]);
        assert_eq!(frames.get(addresses[2]).map(|frame| frame.function), Some(MORE_NAME));
        assert_eq!(frames.cut, 2);
    }

    #[test]
    fn names_take_no_more_than_their_bytes() {
        let limits = Limits { language_name_bytes: 1000, name_bytes: 100, ..Limits::default() };
        let mut frames = Frames::new(&limits);
        for number in 0..10_000 {
            frames.address(&frame(&format!("{number}{}", "é".repeat(200))));
        }
        assert!(frames.text.len() <= 1000 && frames.cut > 9000);
        let long = frames.get(HIGH << 32 | 1).unwrap().function;
        assert!(long.starts_with('0') && long.ends_with("é…") && long.len() <= 100 + CUT.len(), "{long}");
    }
}
