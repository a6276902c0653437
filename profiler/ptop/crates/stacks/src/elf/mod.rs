//! The parts of an ELF file that unwinding and naming need: loadable segments,
//! the unwind table's place, the entry point, section headers. Every count is
//! capped; nothing is stored that grows with the file.

pub(crate) mod separate;

use std::ops::Range;

use crate::files::cursor::Cursor;
use crate::files::source::Source;
use crate::files::window::Window;
use crate::types::arch::Arch;

const HEADER_BYTES: usize = 64;
const PROGRAM_HEADER_BYTES: u64 = 56;
const SECTION_HEADER_BYTES: u64 = 64;
const LOADABLE: u32 = 1;
const UNWIND_TABLE: u32 = 0x6474_e550;
const EXECUTABLE: u32 = 1;
/// Flags of a section that holds loaded code.
const CODE: u64 = 1 << 1 | 1 << 2;
/// Flag of a section whose bytes are compressed.
const COMPRESSED: u64 = 1 << 11;

/// Bytes of headers or names that are read at once, and of a name.
const BLOCK_BYTES: usize = 1024;
const NAME_BYTES: usize = 32;

/// Loadable segments believed; linkers write fewer than ten.
const SEGMENTS: usize = 128;

/// One loadable segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Segment {
    pub(crate) offset: u64,
    pub(crate) address: u64,
    pub(crate) file_bytes: u64,
    pub(crate) is_executable: bool,
}

/// What is stored of a file's headers.
#[derive(Debug)]
pub(crate) struct Elf {
    pub(crate) segments: Box<[Segment]>,
    /// Link-time address, file offset and length of `.eh_frame_hdr`.
    pub(crate) unwind_table: Option<Segment>,
    /// Link-time address of the entry point, 0 when there is none.
    pub(crate) entry: u64,
    sections: (u64, u16),
    section_names: u16,
}

impl Elf {
    /// `None` unless this is a 64-bit little-endian file of `arch`.
    pub(crate) fn parse(source: &Source, arch: Arch, headers: usize) -> Option<Elf> {
        let mut bytes = [0; HEADER_BYTES];
        source.read_exact_at(0, &mut bytes)?;
        let mut cursor = Cursor::new(&bytes);
        // Magic, 64 bits, little endian.
        if cursor.take(6)? != b"\x7fELF\x02\x01" {
            return None;
        }
        cursor.skip(12)?;
        if cursor.u16()? != arch.elf_machine() {
            return None;
        }
        cursor.u32()?;
        let entry = cursor.u64()?;
        let (programs, sections) = (cursor.u64()?, cursor.u64()?);
        cursor.skip(6)?;
        let (program_bytes, program_count) = (cursor.u16()?, cursor.u16()?);
        let (section_bytes, section_count) = (cursor.u16()?, cursor.u16()?);
        let section_names = cursor.u16()?;
        let mut elf = Elf {
            segments: Box::default(),
            unwind_table: None,
            entry,
            sections: (sections, if u64::from(section_bytes) == SECTION_HEADER_BYTES { section_count } else { 0 }),
            section_names,
        };
        if u64::from(program_bytes) == PROGRAM_HEADER_BYTES {
            elf.read_program_headers(source, programs, usize::from(program_count).min(headers))?;
        }
        Some(elf)
    }

    fn read_program_headers(&mut self, source: &Source, start: u64, count: usize) -> Option<()> {
        let mut segments = Vec::new();
        for index in 0..count as u64 {
            let mut bytes = [0; PROGRAM_HEADER_BYTES as usize];
            source.read_exact_at(start.checked_add(index * PROGRAM_HEADER_BYTES)?, &mut bytes)?;
            let mut cursor = Cursor::new(&bytes);
            let (kind, flags) = (cursor.u32()?, cursor.u32()?);
            let (offset, address) = (cursor.u64()?, cursor.u64()?);
            cursor.u64()?;
            let is_executable = flags & EXECUTABLE != 0;
            let segment = Segment { offset, address, file_bytes: cursor.u64()?, is_executable };
            match kind {
                LOADABLE if segments.len() < SEGMENTS => segments.push(segment),
                UNWIND_TABLE => self.unwind_table = Some(segment),
                _ => {}
            }
        }
        self.segments = segments.into();
        Some(())
    }

    /// File offset of a link-time address, and the bytes that follow it in its segment.
    pub(crate) fn offset_of(&self, address: u64) -> Option<(u64, u64)> {
        self.segments.iter().find_map(|segment| {
            let within = address.checked_sub(segment.address).filter(|within| *within < segment.file_bytes)?;
            Some((segment.offset.checked_add(within)?, segment.file_bytes - within))
        })
    }

    /// Lowest link-time address.
    pub(crate) fn base(&self) -> u64 {
        self.segments.iter().map(|segment| segment.address).min().unwrap_or(0)
    }

    /// Link-time addresses of its code, from the first executable segment to the last.
    pub(crate) fn code_range(&self) -> Option<Range<u64>> {
        let executable = || self.segments.iter().filter(|segment| segment.is_executable);
        let start = executable().map(|segment| segment.address).min()?;
        let end = executable().map(|segment| segment.address.saturating_add(segment.file_bytes)).max()?;
        (start < end).then_some(start..end)
    }

    /// What to subtract from a run-time address in an executable mapping that
    /// starts at `start` and maps the file from `offset`, to get a link-time address.
    ///
    /// Only executable segments count: linkers let segments overlap in the file
    /// (the end of one shares a page with the start of the next), so another
    /// segment may contain the offset with a different bias.
    pub(crate) fn bias(&self, start: u64, offset: u64, page: u64) -> Option<u64> {
        let first_page = |segment: &Segment| segment.offset & !(page - 1);
        let executable = || self.segments.iter().filter(|segment| segment.is_executable);
        let segment = executable().find(|segment| first_page(segment) == offset).or_else(|| {
            executable().find(|segment| {
                first_page(segment) <= offset && offset < segment.offset.saturating_add(segment.file_bytes)
            })
        })?;
        Some(start.wrapping_sub(offset.wrapping_add(segment.address.wrapping_sub(segment.offset))))
    }

    /// Whether what is mapped from `offset` is no part of any segment, but behind all of them in the file.
    pub(crate) fn is_behind_segments(&self, offset: u64, page: u64) -> bool {
        let is_before = |segment: &Segment| segment.offset.saturating_add(segment.file_bytes) & !(page - 1) <= offset;
        !self.segments.is_empty() && self.segments.iter().all(is_before)
    }

    /// The section headers, in order, as many as are believed.
    pub(crate) fn sections<'a>(&self, source: &'a Source, headers: usize) -> impl Iterator<Item = Section> + 'a {
        let (start, count) = self.sections;
        let mut window = Window::keeping(source, BLOCK_BYTES);
        (0..u64::from(count).min(headers as u64)).map_while(move |index| {
            let offset = start.checked_add(index * SECTION_HEADER_BYTES)?;
            Section::parse(window.get(offset, SECTION_HEADER_BYTES as usize)?)
        })
    }

    /// One section header by number.
    pub(crate) fn section(&self, source: &Source, number: u32) -> Option<Section> {
        let (start, count) = self.sections;
        let number = u64::from(number);
        let mut bytes = [0; SECTION_HEADER_BYTES as usize];
        let offset = (number < u64::from(count)).then(|| start.checked_add(number * SECTION_HEADER_BYTES))??;
        source.read_exact_at(offset, &mut bytes)?;
        Section::parse(&bytes)
    }

    /// The section with this name.
    pub(crate) fn section_named(&self, source: &Source, name: &[u8], headers: usize) -> Option<Section> {
        let mut found = None;
        self.visit_named(source, headers, &mut |section, its_name| {
            if its_name == name && found.is_none() {
                found = Some(section);
            }
        });
        found
    }

    /// Calls `visit` with each section and its name, as far as it fits 31 bytes.
    pub(crate) fn visit_named(&self, source: &Source, headers: usize, visit: &mut dyn FnMut(Section, &[u8])) {
        let Some(names) = self.section(source, self.section_names.into()) else { return };
        let mut window = Window::keeping(source, BLOCK_BYTES);
        for section in self.sections(source, headers) {
            let bytes = section.name_in(&names, &mut window);
            if let Some(end) = bytes.iter().position(|byte| *byte == 0) {
                visit(section, &bytes[..end]);
            }
        }
    }

    /// The first section whose name ends so.
    pub(crate) fn section_ending(&self, source: &Source, end: &[u8], headers: usize) -> Option<Section> {
        let names = self.section(source, self.section_names.into())?;
        let mut window = Window::keeping(source, BLOCK_BYTES);
        self.sections(source, headers).find(|section| {
            let bytes = section.name_in(&names, &mut window);
            bytes.split(|byte| *byte == 0).next().is_some_and(|name| name.ends_with(end))
        })
    }
}

/// One section header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Section {
    name: u32,
    pub(crate) kind: u32,
    flags: u64,
    pub(crate) address: u64,
    pub(crate) offset: u64,
    pub(crate) bytes: u64,
    pub(crate) link: u32,
}

impl Section {
    /// `.symtab`.
    pub(crate) const SYMBOLS: u32 = 2;
    /// `.dynsym`.
    pub(crate) const DYNAMIC_SYMBOLS: u32 = 11;
    /// Relocations with addends.
    pub(crate) const RELOCATIONS: u32 = 4;
    /// Notes, among them the build id.
    pub(crate) const NOTES: u32 = 7;
    /// A section without bytes in the file.
    pub(crate) const NO_BYTES: u32 = 8;

    fn parse(bytes: &[u8]) -> Option<Section> {
        let mut cursor = Cursor::new(bytes);
        let (name, kind) = (cursor.u32()?, cursor.u32()?);
        let flags = cursor.u64()?;
        let (address, offset, length) = (cursor.u64()?, cursor.u64()?, cursor.u64()?);
        Some(Section { name, kind, flags, address, offset, bytes: length, link: cursor.u32()? })
    }

    /// Its name and what follows, as far as that fits; `names` has the names of all sections.
    fn name_in<'a>(&self, names: &Section, window: &'a mut Window<'_>) -> &'a [u8] {
        window.up_to(names.offset.saturating_add(self.name.into()), NAME_BYTES).unwrap_or(&[])
    }

    pub(crate) fn is_code(&self) -> bool {
        self.flags & CODE == CODE
    }

    pub(crate) fn holds(&self, address: u64) -> bool {
        address.wrapping_sub(self.address) < self.bytes
    }

    /// Whether its bytes begin with a compression header.
    pub(crate) fn is_compressed(&self) -> bool {
        self.flags & COMPRESSED != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elf(segments: &[(u64, u64, u64, bool)]) -> Elf {
        let segment = |&(offset, address, file_bytes, is_executable): &(u64, u64, u64, bool)| Segment {
            offset,
            address,
            file_bytes,
            is_executable,
        };
        Elf {
            segments: segments.iter().map(segment).collect(),
            unwind_table: None,
            entry: 0,
            sections: (0, 0),
            section_names: 0,
        }
    }

    #[test]
    fn overlapping_file_pages_take_the_executable_segments_bias() {
        // As lld lays out: the read-only segment ends in the page where the code starts.
        let elf = elf(&[(0, 0, 0x1234, false), (0x1240, 0x2240, 0x5000, true), (0x6240, 0x8240, 0x100, false)]);
        assert_eq!(elf.bias(0x5555_0000_2000, 0x1000, 4096), Some(0x5555_0000_0000));
    }

    #[test]
    fn code_reaches_from_the_first_executable_segment_to_the_last() {
        let of = |segments: &[(u64, u64, u64, bool)]| elf(segments).code_range();
        assert_eq!(of(&[(0, 0, 9, false), (0, 0x1000, 0x20, true), (0, 0x5000, 0x30, true)]), Some(0x1000..0x5030));
        assert_eq!(of(&[(0, 16, u64::MAX, true)]), Some(16..u64::MAX));
        assert_eq!([of(&[]), of(&[(0, 0, 9, false)]), of(&[(0, 8, 0, true)])], [None, None, None]);
    }

    #[test]
    fn a_mapping_split_by_mprotect_keeps_the_bias() {
        let elf = elf(&[(0, 0, 0x1000, false), (0x1000, 0x1000, 0x8000, true)]);
        assert_eq!(elf.bias(0x7000_0000_4000, 0x4000, 4096), Some(0x7000_0000_0000));
        assert_eq!(elf.bias(0x7000_0000_4000, 0xa000, 4096), None);
    }

    #[test]
    fn a_fixed_address_executable_has_no_bias() {
        let elf = elf(&[(0, 0x40_0000, 0x1000, false), (0x1000, 0x40_1000, 0x8000, true)]);
        assert_eq!((elf.bias(0x40_1000, 0x1000, 4096), elf.base()), (Some(0), 0x40_0000));
    }

    #[test]
    fn addresses_outside_the_file_have_no_offset() {
        let elf = elf(&[(0x1000, 0x2000, 0x100, true)]);
        assert_eq!(elf.offset_of(0x20ff), Some((0x10ff, 1)));
        assert_eq!(elf.offset_of(0x2100), None);
        assert_eq!(elf.offset_of(0x1fff), None);
    }
}
