//! The abbreviations of a unit: which attributes an entry has, and how they are
//! written. Read once per table and reused by the units that share it.

use std::ops::RangeInclusive;

use super::forms::{self, Attribute, Encoding};
use super::sections::Part;
use crate::files::reader::Reader;

/// Abbreviations believed per table; compilers write a few hundred.
const MOST_ENTRIES: usize = 16_384;
/// Attributes believed per table.
const MOST_ATTRIBUTES: usize = 131_072;
/// Bytes read at a time: most tables fit.
const WINDOW: RangeInclusive<usize> = 4096..=16 * 1024;

/// What one kind of entry looks like.
#[derive(Debug, Clone, Copy)]
pub(super) struct Abbreviation {
    code: u64,
    pub(super) tag: u16,
    pub(super) has_children: bool,
    first: u32,
    count: u32,
    /// Bytes of the attributes, when no entry differs.
    pub(super) fixed_bytes: Option<u32>,
}

/// One table.
pub(super) struct Abbreviations {
    loaded: Option<(u64, Encoding)>,
    entries: Vec<Abbreviation>,
    attributes: Vec<Attribute>,
    pub(super) bytes_read: u64,
}

impl Abbreviations {
    pub(super) fn new() -> Abbreviations {
        Abbreviations { loaded: None, entries: Vec::new(), attributes: Vec::new(), bytes_read: 0 }
    }

    /// Reads the table at `offset` unless it is the one held. `None` when it is malformed or too large.
    pub(super) fn load(&mut self, part: &Part<'_>, offset: u64, encoding: Encoding) -> Option<()> {
        if self.loaded == Some((offset, encoding)) {
            return Some(());
        }
        self.loaded = None;
        self.entries.clear();
        self.attributes.clear();
        let mut reader = part.reader(WINDOW);
        reader.seek(offset)?;
        let parsed = self.parse(&mut reader, encoding);
        self.bytes_read += reader.bytes_read();
        parsed?;
        self.entries.sort_by_key(|entry| entry.code);
        self.loaded = Some((offset, encoding));
        Some(())
    }

    fn parse(&mut self, reader: &mut Reader<'_>, encoding: Encoding) -> Option<()> {
        loop {
            let code = reader.uleb()?;
            if code == 0 {
                return Some(());
            }
            let tag = u16::try_from(reader.uleb()?).unwrap_or(0);
            let has_children = reader.u8()? != 0;
            let first = self.attributes.len() as u32;
            let mut fixed_bytes = Some(0_u32);
            loop {
                let (name, form) = (reader.uleb()?, reader.uleb()?);
                let constant = if form == u64::from(forms::IMPLICIT_CONST) { reader.sleb()? } else { 0 };
                if (name, form) == (0, 0) {
                    break;
                }
                // Unknown attributes are passed over by their form; an unknown form cannot be.
                let (name, form) = (u16::try_from(name).unwrap_or(0), u16::try_from(form).ok()?);
                let bytes = forms::fixed_bytes(form, encoding);
                fixed_bytes = fixed_bytes.zip(bytes).and_then(|(all, one)| all.checked_add(one));
                self.attributes.push(Attribute { name, form, constant });
                if self.attributes.len() > MOST_ATTRIBUTES {
                    return None;
                }
            }
            let count = self.attributes.len() as u32 - first;
            self.entries.push(Abbreviation { code, tag, has_children, first, count, fixed_bytes });
            if self.entries.len() > MOST_ENTRIES {
                return None;
            }
        }
    }

    /// The abbreviation with this code.
    pub(super) fn find(&self, code: u64) -> Option<Abbreviation> {
        let direct = usize::try_from(code.wrapping_sub(1)).ok().and_then(|index| self.entries.get(index));
        if let Some(entry) = direct.filter(|entry| entry.code == code) {
            return Some(*entry);
        }
        let index = self.entries.binary_search_by_key(&code, |entry| entry.code).ok()?;
        self.entries.get(index).copied()
    }

    /// The attributes of an abbreviation.
    pub(super) fn attributes(&self, of: &Abbreviation) -> &[Attribute] {
        self.attributes.get(of.first as usize..(of.first + of.count) as usize).unwrap_or(&[])
    }
}
