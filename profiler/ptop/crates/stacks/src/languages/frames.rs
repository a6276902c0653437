//! Frames of languages: what a runtime calls a function, each once. A frame is
//! reported as an address that no program can have, so that code that counts
//! addresses counts these too.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::types::limits::Limits;
use crate::types::name::{NameOrigin, known_line};

/// Upper half of the addresses that represent language frames: above every
/// user address, below the vsyscall page.
const HIGH: u64 = 0x8000_0000;
/// Number of the frame that represents all without a place.
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
    /// Which language: [`NameOrigin::Java`] and its like.
    pub(crate) origin: NameOrigin,
    pub(crate) source: SourcePlace<'a>,
}

/// Where a function is in its language's text, as far as that is known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct SourcePlace<'a> {
    /// Path of the file, or nothing.
    pub(crate) file: &'a str,
    /// Line at which the function begins.
    pub(crate) first_line: Option<u32>,
    /// Line that runs.
    pub(crate) line: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Row {
    function: u32,
    module: u32,
    file: u32,
    /// 0 where they are not known.
    first_line: u32,
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
    /// By number, the address of the same frame in another table; 0 where nobody asked.
    elsewhere: Vec<u64>,
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
            elsewhere: Vec::new(),
            most: limits.language_frames.max(1),
            most_bytes: limits.language_name_bytes,
            name_bytes: limits.name_bytes,
            cut: 0,
        };
        // Number 0. Its texts are looked up nowhere, so they are not stored.
        let origin = NameOrigin::NoSymbol;
        frames.rows.push(Row { function: 0, module: 0, file: 0, first_line: 0, line: 0, origin });
        frames
    }

    /// The address that represents a frame. Frames without a place share one address.
    pub(crate) fn address(&mut self, frame: &LanguageFrame<'_>) -> u64 {
        HIGH << 32
            | u64::from(self.number(frame).unwrap_or_else(|| {
                self.cut += 1;
                MORE
            }))
    }

    /// The address of the same frame where another line runs; what has no place stays as it is.
    pub(crate) fn at_line(&mut self, address: u64, line: u32) -> u64 {
        let row = Frames::is_frame(address).then(|| self.rows.get(address as u32 as usize)).flatten();
        let number = row.filter(|_| address as u32 != MORE).map(|row| Row { line, ..*row });
        number.and_then(|row| self.number_of(row)).map_or(address, |number| HIGH << 32 | u64::from(number))
    }

    /// The address of the same frame in `other`, always the same table. `None` when the address represents none.
    pub(crate) fn in_table(&mut self, address: u64, other: &mut Frames) -> Option<u64> {
        let number = Frames::is_frame(address).then_some(address as u32 as usize)?;
        if let Some(known) = self.elsewhere.get(number).filter(|known| **known != 0) {
            return Some(*known);
        }
        let there = other.address(&self.get(address)?);
        if self.elsewhere.len() <= number {
            self.elsewhere.resize(self.rows.len(), 0);
        }
        if let Some(place) = self.elsewhere.get_mut(number) {
            *place = there;
        }
        Some(there)
    }

    /// Whether an address represents a language frame.
    pub(crate) fn is_frame(address: u64) -> bool {
        address >> 32 == HIGH
    }

    /// The frame that an address represents.
    pub(crate) fn get(&self, address: u64) -> Option<LanguageFrame<'_>> {
        let number = Frames::is_frame(address).then_some(address as u32)?;
        if number == MORE {
            let origin = NameOrigin::NoSymbol;
            return Some(LanguageFrame::new(MORE_NAME, MORE_MODULE, origin));
        }
        let row = self.rows.get(number as usize)?;
        Some(LanguageFrame {
            function: self.text(row.function),
            module: self.text(row.module),
            origin: row.origin,
            source: SourcePlace {
                file: self.text(row.file),
                first_line: known_line(row.first_line),
                line: known_line(row.line),
            },
        })
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.rows.capacity() * size_of::<Row>()
            + self.text.capacity()
            + self.ends.capacity() * 4
            + self.elsewhere.capacity() * 8
            + (self.texts.capacity() + self.numbers.capacity()) * (size_of::<(u64, u32)>() + 1)
    }

    fn number(&mut self, frame: &LanguageFrame<'_>) -> Option<u32> {
        let function = self.text_number(frame.function)?;
        let module = self.text_number(frame.module)?;
        let file = if frame.source.file.is_empty() { 0 } else { self.text_number(frame.source.file)? };
        let line = |line: Option<u32>| line.unwrap_or(0);
        let (first_line, line) = (line(frame.source.first_line), line(frame.source.line));
        self.number_of(Row { function, module, file, first_line, line, origin: frame.origin })
    }

    fn number_of(&mut self, row: Row) -> Option<u32> {
        let mut hash = hash_of(&row);
        while let Some(number) = self.numbers.get(&hash) {
            if self.rows[*number as usize] == row {
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

impl<'a> LanguageFrame<'a> {
    /// A function of which no more is known than its name and module.
    pub(crate) fn new(function: &'a str, module: &'a str, origin: NameOrigin) -> LanguageFrame<'a> {
        LanguageFrame { function, module, origin, source: SourcePlace::default() }
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
        LanguageFrame::new(function, "m", NameOrigin::Java)
    }

    #[test]
    fn equal_frames_have_one_address_that_no_program_has() {
        let mut frames = Frames::new(&Limits::default());
        let (f, g) = (frames.address(&frame("f")), frames.address(&frame("g")));
        assert_ne!(f, g);
        assert_eq!(frames.address(&frame("f")), f);
        let source = SourcePlace { file: "/m", first_line: Some(1), line: Some(3) };
        let at_line = frames.address(&LanguageFrame { source, ..frame("f") });
        assert_ne!(at_line, f);
        assert_eq!(frames.at_line(at_line, 3), at_line);
        let elsewhere = frames.at_line(at_line, 4);
        assert_eq!(frames.get(elsewhere).map(|frame| (frame.function, frame.source.line)), Some(("f", Some(4))));
        assert_eq!(frames.get(at_line).map(|frame| frame.source), Some(source));
        assert!(f >> 63 == 1 && Frames::is_frame(f) && !Frames::is_frame(0xffff_ffff_ff60_0000));
        assert_eq!(frames.get(f), Some(frame("f")));
        assert_eq!((frames.get(f + 100), frames.get(0x1000), frames.cut), (None, None, 0));
    }

    #[test]
    fn a_frame_has_one_address_in_another_table() {
        let (mut one, mut two, mut kept) =
            (Frames::new(&Limits::default()), Frames::new(&Limits::default()), Frames::new(&Limits::default()));
        two.address(&frame("g"));
        let (of_one, of_two) = (one.address(&frame("f")), two.address(&frame("f")));
        assert_ne!(of_one, of_two);
        let kept_of_one = one.in_table(of_one, &mut kept);
        assert_eq!([kept_of_one, one.in_table(of_one, &mut kept), two.in_table(of_two, &mut kept)], [kept_of_one; 3]);
        assert_eq!(kept.get(kept_of_one.unwrap()), Some(frame("f")));
        let later = one.address(&frame("h"));
        let kept_later = one.in_table(later, &mut kept).unwrap();
        assert_eq!(kept.get(kept_later), Some(frame("h")));
        assert_eq!([0x1000, of_one + 100].map(|address| one.in_table(address, &mut kept)), [None, None]);
        let more = HIGH << 32 | u64::from(MORE);
        assert_eq!(one.in_table(more, &mut kept).and_then(|more| kept.get(more)), one.get(more));
    }

    #[test]
    fn what_does_not_fit_is_one_frame_and_counted() {
        let mut frames = Frames::new(&Limits { language_frames: 3, ..Limits::default() });
        let addresses = ["a", "b", "c", "d", "a"].map(|name| frames.address(&frame(name)));
        assert_eq!(addresses[2], addresses[3]);
        assert_eq!(addresses[0], addresses[4]);
        assert_eq!(frames.get(addresses[2]).map(|frame| frame.function), Some(MORE_NAME));
        assert_eq!([0, 2].map(|at| frames.at_line(addresses[at], 9)), [addresses[0], addresses[2]]);
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
