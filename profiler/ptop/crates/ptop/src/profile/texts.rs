//! Texts one behind the other in one piece of memory: names of tens of thousands of functions, each in memory
//! of its own, take twice the room.

use std::ops::Deref;
use std::rc::Rc;

use super::numbers::Numbers;
use crate::record::Text;

/// Texts by number, of a bounded size together.
pub struct Texts {
    all: Rc<String>,
    ends: Vec<u32>,
    most_bytes: usize,
}

impl Texts {
    /// Room for so many bytes.
    pub fn new(most_bytes: usize) -> Texts {
        Texts { all: Rc::default(), ends: Vec::new(), most_bytes }
    }

    /// The number of a further text. `None` when there is no room, or when one was shared.
    pub fn push(&mut self, text: &str) -> Option<u32> {
        if self.all.len() + text.len() > self.most_bytes {
            return None;
        }
        Rc::get_mut(&mut self.all)?.push_str(text);
        self.ends.push(self.all.len() as u32);
        Some(self.ends.len() as u32 - 1)
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.all.len()
    }

    fn span(&self, number: u32) -> (u32, u32) {
        let before = (number as usize).checked_sub(1);
        (before.map_or(0, |before| self.ends[before]), self.ends[number as usize])
    }

    /// One of them.
    pub fn get(&self, number: u32) -> &str {
        let (start, end) = self.span(number);
        &self.all[start as usize..end as usize]
    }

    /// One of them, to be kept; no further ones are taken after it.
    pub fn share(&self, number: u32) -> Text {
        let (start, end) = self.span(number);
        Text::part_of(&self.all, start, end)
    }
}

/// Texts without repetition.
pub struct DistinctTexts {
    texts: Texts,
    numbers: Numbers,
}

impl DistinctTexts {
    /// Room for so many bytes.
    pub fn new(most_bytes: usize) -> DistinctTexts {
        DistinctTexts { texts: Texts::new(most_bytes), numbers: Numbers::default() }
    }

    /// The number of a text. `None` when it is new and there is no room.
    pub fn number(&mut self, text: &str) -> Option<u32> {
        let DistinctTexts { texts, numbers } = self;
        numbers.find(&text, |number| texts.get(number)).or_else(|| {
            let number = texts.push(text)?;
            numbers.insert(&text, number, |number| texts.get(number));
            Some(number)
        })
    }

    /// Frees what only [`DistinctTexts::number`] needs.
    pub fn freeze(&mut self) {
        self.numbers = Numbers::default();
    }
}

impl Deref for DistinctTexts {
    type Target = Texts;

    fn deref(&self) -> &Texts {
        &self.texts
    }
}

#[cfg(test)]
mod tests {
    use super::{DistinctTexts, Texts};

    #[test]
    fn texts_have_numbers_and_none_is_taken_after_one_was_shared() {
        let mut texts = Texts::new(100);
        assert_eq!(
            (texts.push("ab"), texts.push(""), texts.push("ab"), texts.push("c")),
            (Some(0), Some(1), Some(2), Some(3))
        );
        let shared = texts.share(2);
        assert_eq!(texts.push("d"), None);
        assert_eq!((&*shared, texts.get(1), texts.get(3)), ("ab", "", "c"));
        drop(texts);
        assert_eq!(serde_json::to_string(&shared).expect("it is a text"), "\"ab\"");
    }

    #[test]
    fn distinct_texts_are_kept_once_and_within_their_room() {
        let mut texts = DistinctTexts::new(5);
        assert_eq!([texts.number("ab"), texts.number("cde"), texts.number("ab")], [Some(0), Some(1), Some(0)]);
        assert_eq!((texts.number("f"), texts.number("cde")), (None, Some(1)));
        let mut many = DistinctTexts::new(1 << 20);
        let numbers: Vec<_> = (0..1000).map(|n| many.number(&n.to_string())).collect();
        assert!(numbers.iter().zip(0..).all(|(number, n)| *number == Some(n)));
        assert_eq!((many.number("999"), many.get(500)), (Some(999), "500"));
    }
}
