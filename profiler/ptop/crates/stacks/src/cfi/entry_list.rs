//! An index made by walking `.eh_frame` once, for the rare module that has the
//! section but no lookup table. Bounded in bytes walked and entries kept.

use super::entry::{Common, Function, common_distance};
use crate::elf::{Elf, Section};
use crate::files::source::Source;
use crate::files::window::Window;
use crate::types::limits::Limits;

const WINDOW_BYTES: usize = 64 * 1024;

/// Function starts and their entries, relative to the section, sorted.
pub(crate) struct EntryList {
    base: u64,
    entries: Vec<(i32, u32)>,
}

impl EntryList {
    /// `None` when the module has no `.eh_frame` section with anything in it.
    pub(crate) fn open(source: &Source, elf: &Elf, stack_pointer: u8, limits: &Limits) -> Option<EntryList> {
        let section = elf
            .section_named(source, b".eh_frame", limits.headers)
            .filter(|section| section.kind != Section::NO_BYTES)?;
        let mut walk = Walk { section, stack_pointer, common: None, entries: Vec::new() };
        let mut window = Window::new(source, WINDOW_BYTES.max(limits.unwind_entry_bytes), limits.page_cache_bytes);
        let end = section.bytes.min(limits.unindexed_eh_frame_bytes).min(u32::MAX.into());
        let mut at = 0;
        while at + 8 < end && walk.entries.len() < limits.unindexed_entries {
            let Some(length) = window.get(section.offset.checked_add(at)?, 4).and_then(|bytes| bytes.try_into().ok())
            else {
                break;
            };
            let length = u64::from(u32::from_le_bytes(length));
            if length == 0 || length > limits.unwind_entry_bytes as u64 {
                break;
            }
            if let Some(body) = window.get(section.offset + at + 4, length as usize) {
                walk.visit(at, body);
            }
            at += 4 + length;
        }
        let mut entries = walk.entries;
        entries.sort_unstable();
        entries.shrink_to_fit();
        (!entries.is_empty()).then_some(EntryList { base: section.address, entries })
    }

    /// Link-time address of the entry of the last function that starts at or before `address`.
    pub(crate) fn find(&self, address: u64) -> Option<u64> {
        let relative = address.wrapping_sub(self.base) as i64;
        let after = self.entries.partition_point(|(start, _)| i64::from(*start) <= relative);
        let (_, entry) = self.entries.get(after.checked_sub(1)?)?;
        Some(self.base.wrapping_add(u64::from(*entry)))
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.entries.capacity() * 8
    }
}

struct Walk {
    section: Section,
    stack_pointer: u8,
    /// The common entry seen last; functions follow their own.
    common: Option<Common>,
    entries: Vec<(i32, u32)>,
}

impl Walk {
    fn visit(&mut self, at: u64, body: &[u8]) {
        let address = self.section.address.wrapping_add(at);
        if common_distance(body).is_none() {
            self.common = Common::parse(body, at, address, self.stack_pointer);
            return;
        }
        let Some(common) = &self.common else { return };
        let Some(function) = Function::parse(body, address, common) else { return };
        if let Ok(start) = i32::try_from(function.start.wrapping_sub(self.section.address) as i64) {
            self.entries.push((start, at as u32));
        }
    }
}
