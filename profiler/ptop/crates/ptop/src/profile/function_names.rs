//! The names of functions as they are listed.

use super::texts::Texts;
use crate::record::Text;

/// Name of everything without one: code without a symbol, or an unreadable module. In the brackets follows which
/// function it is, where that is known.
const UNKNOWN: &str = "[unknown]";
/// Name of a function that is shown when the others' names take all the room.
pub const NO_ROOM: &str = "[name left out]";

/// Names of functions, by their numbers.
pub struct FunctionNames {
    texts: Texts,
    /// Sorted, with the number of the text; those without have no room.
    places: Vec<(u32, Option<u32>)>,
}

impl FunctionNames {
    /// Room for so many names, of so many bytes together.
    pub fn new(bytes: usize, count: usize) -> FunctionNames {
        FunctionNames { texts: Texts::new(bytes), places: Vec::with_capacity(count) }
    }

    /// Takes the name of a function, which may be empty.
    pub fn add(&mut self, number: u32, name: &str) {
        let name = if name.is_empty() { UNKNOWN } else { name };
        self.places.push((number, self.texts.push(name)));
    }

    /// Takes a function without a name, and what distinguishes it from others of its module.
    pub fn add_nameless(&mut self, number: u32, code: &str) {
        self.add(number, &format!("[unknown {code}]"));
    }

    /// To be called when all are there, before any is asked for. Returns the bytes that they take.
    pub fn seal(&mut self) -> usize {
        self.places.sort_unstable();
        self.texts.bytes()
    }

    fn place(&self, number: u32) -> Option<u32> {
        let at = self.places.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        self.places[at].1
    }

    /// One of them.
    pub fn get(&self, number: u32) -> &str {
        self.place(number).map_or(NO_ROOM, |text| self.texts.get(text))
    }

    /// One of them, to be kept.
    pub fn share(&self, number: u32) -> Text {
        self.place(number).map_or_else(|| NO_ROOM.into(), |text| self.texts.share(text))
    }
}
