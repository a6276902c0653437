//! The debug sections of one file, compressed or not.

use std::ops::{Range, RangeInclusive};

use crate::elf::{Elf, Section};
use crate::files::cursor::Cursor;
use crate::files::reader::Reader;
use crate::files::source::Source;
use crate::files::stream::{Format, Stream};
use crate::types::limits::Limits;

/// Bytes of the header before a compressed section's data.
const COMPRESSION_HEADER: u64 = 24;

/// Sections of calls of other modules believed.
const LINKAGE_SECTIONS: usize = 3;

/// Where a part's bytes are.
enum Place<'a> {
    /// In the file.
    Here(&'a Source),
    /// Decoded from it.
    Decoded(Source),
}

/// One section: empty when the file has none of this name.
pub(super) struct Part<'a> {
    place: Place<'a>,
    offset: u64,
    pub(super) bytes: u64,
}

impl<'a> Part<'a> {
    fn source(&self) -> &Source {
        match &self.place {
            Place::Here(source) => source,
            Place::Decoded(source) => source,
        }
    }

    /// Whether a place in it can be read without what comes before.
    pub(super) fn is_random(&self) -> bool {
        self.source().is_random()
    }

    /// Reads it through a window of so many bytes.
    pub(super) fn reader(&self, window: RangeInclusive<usize>) -> Reader<'_> {
        Reader::new(self.source(), (self.offset, self.bytes), window)
    }

    fn absent(source: &'a Source) -> Part<'a> {
        Part { place: Place::Here(source), offset: 0, bytes: 0 }
    }

    /// `None` for a section that cannot be read: an unknown compression.
    fn open(source: &'a Source, section: &Section, limits: &Limits) -> Option<Part<'a>> {
        if section.kind == Section::NO_BYTES {
            return None;
        }
        if !section.is_compressed() {
            return Some(Part { place: Place::Here(source), offset: section.offset, bytes: section.bytes });
        }
        let mut header = [0; COMPRESSION_HEADER as usize];
        source.read_exact_at(section.offset, &mut header)?;
        let mut cursor = Cursor::new(&header);
        let format = match cursor.u32()? {
            1 => Format::Zlib,
            2 => Format::Zstd,
            _ => return None,
        };
        cursor.u32()?;
        let bytes = cursor.u64()?;
        let Source::File(file) = source else { return None };
        let data = section.offset.checked_add(COMPRESSION_HEADER)?;
        let length = section.bytes.checked_sub(COMPRESSION_HEADER)?;
        let stream = Stream::new(file.try_clone().ok()?, data, length, format, limits.decoded_bytes);
        Some(Part { place: Place::Decoded(Source::Stream(Box::new(stream.into()))), offset: 0, bytes })
    }
}

/// The sections that names and lines need.
pub(super) struct Sections<'a> {
    pub(super) info: Part<'a>,
    pub(super) abbreviations: Part<'a>,
    pub(super) lines: Part<'a>,
    pub(super) strings: Part<'a>,
    pub(super) line_strings: Part<'a>,
    pub(super) string_offsets: Part<'a>,
    pub(super) addresses: Part<'a>,
    pub(super) ranges: Part<'a>,
    pub(super) range_lists: Part<'a>,
    /// By range of code, the unit that it is in.
    pub(super) ranges_of_units: Part<'a>,
    /// Code that the linker made, which is in no unit: calls of other modules.
    linkage: Vec<Range<u64>>,
}

impl<'a> Sections<'a> {
    /// `None` when the file has no debug entries.
    pub(super) fn find(source: &'a Source, elf: &Elf, limits: &Limits) -> Option<Sections<'a>> {
        let absent = || Part::absent(source);
        let mut found = Sections {
            info: absent(),
            abbreviations: absent(),
            lines: absent(),
            strings: absent(),
            line_strings: absent(),
            string_offsets: absent(),
            addresses: absent(),
            ranges: absent(),
            range_lists: absent(),
            ranges_of_units: absent(),
            linkage: Vec::new(),
        };
        elf.visit_named(source, limits.headers, &mut |section, name| {
            let slot = match name {
                b".debug_info" => &mut found.info,
                b".debug_abbrev" => &mut found.abbreviations,
                b".debug_line" => &mut found.lines,
                b".debug_str" => &mut found.strings,
                b".debug_line_str" => &mut found.line_strings,
                b".debug_str_offsets" => &mut found.string_offsets,
                b".debug_addr" => &mut found.addresses,
                b".debug_ranges" => &mut found.ranges,
                b".debug_rnglists" => &mut found.range_lists,
                b".debug_aranges" => &mut found.ranges_of_units,
                b".plt" | b".plt.got" | b".plt.sec" => {
                    if found.linkage.len() < LINKAGE_SECTIONS {
                        found.linkage.push(section.address..section.address.saturating_add(section.bytes));
                    }
                    return;
                }
                _ => return,
            };
            if let Some(part) = Part::open(source, &section, limits) {
                *slot = part;
            }
        });
        (found.info.bytes > 0 && found.abbreviations.bytes > 0).then_some(found)
    }

    /// Whether the linker made the code at this address.
    pub(super) fn is_linkage(&self, address: u64) -> bool {
        self.linkage.iter().any(|range| range.contains(&address))
    }
}
