//! Functions that outlive the address spaces they were met in. Programs that a target starts over and over come to lie
//! elsewhere each time, yet their files are the same: here each file has addresses of its own, once, so that what many
//! processes ran adds up, and none of them has to be remembered.

use std::path::PathBuf;

use crate::process::mappings::{EVER, Mapping};
use crate::target::{Place, Target};
use crate::types::arch::Arch;
use crate::types::limits::Limits;

/// No process has this directory.
const NOBODY: &str = "/proc/0";
/// Where the first file lies; nothing is at the addresses below.
const FIRST_ADDRESS: u64 = 1 << 16;
/// Files begin on such boundaries, and one of them is left free between two.
const BOUNDARY: u64 = 1 << 16;
/// Code of one file believed: as many files as there may be then end below the addresses of language frames.
const CODE_BYTES: u64 = 1 << 34;

impl Target {
    /// An address space without a process: what [`Target::keep`] fills.
    #[must_use]
    pub fn without_process(limits: Limits) -> Target {
        Target::closed(PathBuf::from(NOBODY), Arch::NATIVE, limits)
    }

    /// The address at which `kept` has the code that is at this address here now. `None` for code that is in no file,
    /// or in one for which there is no room.
    pub fn keep(&mut self, address: u64, kept: &mut Target) -> Option<u64> {
        if let Some(there) = self.frames.in_table(address, &mut kept.frames) {
            return Some(there);
        }
        let Ok(Place::Module(number, linked)) = self.place(address) else { return None };
        let in_kept = match self.modules.kept(number) {
            Some(known) => known,
            None => self.keep_module(number, kept)?,
        };
        let mapping = kept.mappings.at(in_kept)?;
        let there = linked.wrapping_add(mapping.bias?);
        (mapping.start..mapping.end).contains(&there).then_some(there)
    }

    /// Gives `kept` the files that it refers to and nobody gave it yet: to be called when this address space is left,
    /// and before anything of `kept` is named.
    pub fn leave_files(&mut self, kept: &mut Target) {
        self.modules.leave(&mut kept.modules);
    }

    fn keep_module(&mut self, number: u16, kept: &mut Target) -> Option<u16> {
        let linked = self.modules.opened(number)?.elf.code_range().filter(|code| code.end - code.start < CODE_BYTES)?;
        let in_kept = self.modules.keep(number, &mut kept.modules, kept.limits.modules)?;
        if kept.mappings.at(in_kept).is_none() {
            let last = kept.mappings.current().last();
            let start = last.map_or(FIRST_ADDRESS, |mapping| mapping.end.next_multiple_of(BOUNDARY) + BOUNDARY);
            let end = start + (linked.end - linked.start);
            let bias = Some(start.wrapping_sub(linked.start));
            kept.mappings.append(Mapping { start, end, offset: 0, module: in_kept, bias, last: EVER });
        }
        Some(in_kept)
    }
}
