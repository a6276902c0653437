//! Texts, arrays and names in Ruby's heap.

use super::layout::Layout;
use crate::process::memory::Memory;

/// Where every object has its flags; the kind of object is in the lowest five bits.
const KIND: u64 = 0x1f;
const STRING: u64 = 5;
const ARRAY: u64 = 7;
/// Of an object that Ruby has for itself: which of these it is.
const INTERNAL: u64 = 0x1a;
const INTERNAL_SHIFT: u64 = 12;
const INTERNAL_METHOD: u64 = 6;
const INTERNAL_ISEQ: u64 = 7;
const CLASS: u64 = 2;
const MODULE: u64 = 3;

/// `RUBY_FL_USER0`, and what of these bits texts and arrays use.
const USER_SHIFT: u64 = 12;
/// The characters are not in the object itself.
const IS_OUTSIDE: u64 = 1 << (USER_SHIFT + 1);
/// The items are in the object itself.
const IS_INSIDE: u64 = 1 << (USER_SHIFT + 1);
/// Behind the flags and the class.
const CONTENT: u64 = 16;
/// Bytes of a name that are read.
const NAME_BYTES: usize = 512;
/// How names are numbered in their table: by rows of so many, each with its text and its symbol.
const NAMES_OF_ROW: u64 = 512;
/// The kind of name is in the lowest bits, but of the names of operators.
const SERIAL_SHIFT: u64 = 4;
const LAST_OPERATOR: u64 = 170;

/// Reads objects.
#[derive(Clone, Copy)]
pub(super) struct Objects<'a> {
    pub(super) memory: &'a Memory,
    pub(super) layout: &'a Layout,
}

impl Objects<'_> {
    pub(super) fn word(self, address: u64, offset: u64) -> Option<u64> {
        self.memory.u64(address.wrapping_add(offset))
    }

    /// The flags of an object; `None` of what is a value itself.
    fn flags(self, object: u64) -> Option<u64> {
        // Pointers are aligned, and false, nil and the like are small.
        if object < 0x1000 || object & 7 != 0 {
            return None;
        }
        self.memory.u64(object)
    }

    fn is_internal(self, object: u64, which: u64) -> bool {
        self.flags(object).is_some_and(|flags| flags & KIND == INTERNAL && flags >> INTERNAL_SHIFT & 0xf == which)
    }

    pub(super) fn is_iseq(self, object: u64) -> bool {
        self.is_internal(object, INTERNAL_ISEQ)
    }

    pub(super) fn is_method(self, object: u64) -> bool {
        self.is_internal(object, INTERNAL_METHOD)
    }

    /// What a method of the class is called by, and the mark that Ruby sets between: `Orders#` or `Orders.`.
    pub(super) fn class_prefix(self, class: u64) -> Option<String> {
        let classes = self.layout.classes?;
        let flags = self.flags(class).filter(|flags| matches!(flags & KIND, CLASS | MODULE))?;
        let is_single = flags & KIND == CLASS && flags & classes.single != 0;
        let named = if is_single { self.word(class, classes.object)? } else { class };
        if !matches!(self.flags(named)? & KIND, CLASS | MODULE) {
            return None;
        }
        let name = self.text(self.word(named, classes.name)?).filter(|name| !name.is_empty())?;
        Some(format!("{name}{}", if is_single { '.' } else { '#' }))
    }

    pub(super) fn text(self, object: u64) -> Option<String> {
        let flags = self.flags(object).filter(|flags| flags & KIND == STRING)?;
        let is_outside = flags & IS_OUTSIDE != 0;
        let (length, at) = match (is_outside, self.layout.has_lengths) {
            (true, _) => (self.word(object, CONTENT)?, self.word(object, CONTENT + 8)?),
            (false, true) => (self.word(object, CONTENT)?, object + CONTENT + 8),
            (false, false) => (flags >> (USER_SHIFT + 2) & 0x1f, object + CONTENT),
        };
        self.memory.utf8(at, usize::try_from(length).ok()?, NAME_BYTES)
    }

    pub(super) fn is_array(self, object: u64) -> bool {
        self.flags(object).is_some_and(|flags| flags & KIND == ARRAY)
    }

    /// An item of an array.
    pub(super) fn item(self, object: u64, number: u64) -> Option<u64> {
        let flags = self.flags(object).filter(|flags| flags & KIND == ARRAY)?;
        let (count, at) = if flags & IS_INSIDE == 0 {
            (self.word(object, CONTENT)?, self.word(object, CONTENT + 16)?)
        } else {
            (flags >> (USER_SHIFT + 3) & if self.layout.has_lengths { 0x7f } else { 3 }, object + CONTENT)
        };
        if number < count { self.word(at, 8 * number) } else { None }
    }

    /// The text of a name by its number, in the table of all names.
    pub(super) fn name(self, names: u64, number: u64) -> Option<String> {
        let serial = if number > LAST_OPERATOR { number >> SERIAL_SHIFT } else { number };
        let row = self.item(names, serial / NAMES_OF_ROW)?;
        self.text(self.item(row, serial % NAMES_OF_ROW * 2)?)
    }

    /// Whether an object is the table of all names: its operators are what they are called.
    pub(super) fn is_names(self, object: u64) -> bool {
        ["!", "%", "&", "*", "+", "-", "/", "<", ">", "^", "`", "|", "~"]
            .iter()
            .all(|operator| self.name(object, operator.as_bytes()[0].into()).is_some_and(|name| name == *operator))
    }
}
