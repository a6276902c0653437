//! The table that every Go program carries for its own stack traces
//! (`.gopclntab`, also in stripped ones): names of functions, and how far the
//! stack pointer is from the frame's start at each instruction. Go code has no
//! other unwind information. Layouts of Go 1.2, 1.16, 1.18 and 1.20 on.
//!
//! The table is read where it lies; what is stored does not grow with it.

pub mod calls;
mod changes;
mod text_start;

use std::fs::File;
use std::path::Path;

use crate::cfi::rule;
use crate::elf::Elf;
use crate::files::cursor::Cursor;
use crate::files::pages::{PageCache, Through};
use crate::files::source::Source;
use crate::types::arch::Arch;
use crate::types::limits::Limits;
use changes::{Changes, Stretches};
use text_start::start_of_text;

/// End of the section's name; position-independent programs have it behind another prefix.
const SECTION: &[u8] = b".gopclntab";
const HEADER_BYTES: usize = 72;
/// Bytes of a function's entry that hold what is needed.
const FUNCTION_BYTES: usize = 48;
/// Bytes of one function's list of stack pointer changes; each takes at least two.
const CHANGES_BYTES: usize = 16 * 1024;
/// Functions read to verify that the start of the code was understood.
const CHECKED: u64 = 64;
/// Longest name compared with those of the runtime's own functions.
const RUNTIME_NAME_BYTES: usize = 40;

/// Outermost on its stack (Go's own stack traces end there).
const TOP_FRAME: u8 = 1;
/// Changes to another stack by itself.
const WRITES_STACK_POINTER: u8 = 2;
/// The same by name: versions before 1.17 have no flags, and the flags leave out the scheduler.
const TOPS: [&[u8]; 5] =
    [b"runtime.goexit", b"runtime.mstart", b"runtime.rt0_go", b"runtime.mcall", b"runtime.morestack"];
const WRITERS: [&[u8]; 7] = [
    b"runtime.systemstack",
    b"runtime.asmcgocall",
    b"runtime.cgocallback",
    b"runtime.gogo",
    b"runtime.nanotime1",
    b"runtime.walltime1",
    b"runtime.walltime",
];
/// Returns from a signal: the kernel's own frame lies there.
const SIGNAL_RETURN: &[u8] = b"runtime.sigreturn";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// Go 1.2 to 1.15.
    V2,
    V16,
    V18,
    V20,
}

/// A program's table.
pub(crate) struct GoTable {
    layout: Layout,
    arch: Arch,
    /// File offsets.
    start: u64,
    end: u64,
    functions: u64,
    names: u64,
    changes: u64,
    count: u64,
    /// Bytes of the smallest instruction.
    quantum: u64,
    /// Link-time address that addresses of the newer layouts are relative to.
    text: u64,
}

/// What the table says about the function around an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GoFunction {
    pub(crate) start: u64,
    /// File offset of the name, which ends in a zero byte.
    pub(crate) name: u64,
    changes: u64,
    flags: u8,
}

/// How an address lies in its function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GoPlace {
    /// The function is outermost on its stack.
    Top,
    /// The function changes to another stack; so many bytes into it.
    Switch { into: u64 },
    /// The stack pointer is so many bytes below where it was when the function began.
    Frame { distance: i32 },
}

/// What [`GoTable::rule`] found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GoRule {
    /// The rule is in the output buffer.
    Found,
    /// The address is in no function of the table, or in one of which the table cannot say how to leave it.
    Nothing,
}

/// Whether a file is a Go program, stripped or not: one whose functions with a frame keep frame pointers.
#[must_use]
pub fn is_go_program(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    let (source, arch, headers) = (Source::file(file), Arch::NATIVE, Limits::default().headers);
    Elf::parse(&source, arch, headers).is_some_and(|elf| GoTable::open(&source, &elf, arch, headers).is_some())
}

impl GoTable {
    /// `None` when the module is no Go program, or its table is not understood.
    pub(crate) fn open(source: &Source, elf: &Elf, arch: Arch, headers: usize) -> Option<GoTable> {
        let section = elf.section_ending(source, SECTION, headers)?;
        let mut header = [0; HEADER_BYTES];
        source.read_exact_at(section.offset, &mut header)?;
        let mut cursor = Cursor::new(&header);
        let layout = match cursor.u32()? {
            0xffff_fffb => Layout::V2,
            0xffff_fffa => Layout::V16,
            0xffff_fff0 => Layout::V18,
            0xffff_fff1 => Layout::V20,
            _ => return None,
        };
        let (zero, quantum, pointer_bytes) = (cursor.u16()?, cursor.u8()?, cursor.u8()?);
        if zero != 0 || !matches!(quantum, 1 | 2 | 4) || pointer_bytes != 8 {
            return None;
        }
        let count = cursor.u64()?;
        let start = section.offset;
        let at = |offset: u64| start.checked_add(offset);
        let mut table = GoTable {
            layout,
            arch,
            start,
            end: start.checked_add(section.bytes)?,
            functions: at(16)?,
            names: start,
            changes: start,
            count,
            quantum: quantum.into(),
            text: 0,
        };
        if layout != Layout::V2 {
            cursor.u64()?;
            cursor.skip(if layout == Layout::V16 { 0 } else { 8 })?;
            table.names = at(cursor.u64()?)?;
            cursor.skip(16)?;
            table.changes = at(cursor.u64()?)?;
            table.functions = at(cursor.u64()?)?;
        }
        let room = table.end.checked_sub(table.functions)? / table.key_bytes();
        table.count = count.min(room.saturating_sub(1));
        if table.is_relative() {
            table.text = start_of_text(source, elf, &section, headers)?;
        }
        (table.count > 0 && table.leads_to_functions(source, elf)).then_some(table)
    }

    fn is_relative(&self) -> bool {
        matches!(self.layout, Layout::V18 | Layout::V20)
    }

    /// Bytes of one row of the list of functions.
    fn key_bytes(&self) -> u64 {
        if self.is_relative() { 8 } else { 16 }
    }

    /// Whether code begins where the table says. Linkers fill the gaps between functions, so most functions have
    /// filling before them; where the start of the code was taken wrongly, hardly any has.
    fn leads_to_functions(&self, source: &Source, elf: &Elf) -> bool {
        let mut pages = PageCache::new(8);
        let mut through = Through { module: 0, source, pages: &mut pages };
        let step = (self.count / CHECKED).max(1);
        let (mut seen, mut fitting) = (0, 0);
        for index in (0..self.count).step_by(step as usize).skip(1).take(CHECKED as usize) {
            let Some((address, _)) = self.row(index, &mut through) else { return false };
            let Some((offset, _)) = elf.offset_of(address.wrapping_sub(4)) else { return false };
            let mut before = [0; 4];
            if source.read_exact_at(offset, &mut before).is_none() {
                return false;
            }
            seen += 1;
            let fills = match self.arch {
                Arch::X86_64 => before[3] == 0xcc,
                Arch::Aarch64 => before == [0; 4],
            };
            fitting += u32::from(fills);
        }
        // Programs of before 1.18 state addresses, not distances.
        !self.is_relative() || seen < 8 || fitting * 3 >= seen
    }

    /// Start of a function by its number, and the file offset of its entry.
    fn row(&self, index: u64, through: &mut Through<'_>) -> Option<(u64, u64)> {
        let mut bytes = [0; 16];
        let size = self.key_bytes() as usize;
        through.read(self.functions.checked_add(index.checked_mul(self.key_bytes())?)?, &mut bytes[..size])?;
        let mut cursor = Cursor::new(&bytes);
        let (start, entry) = if self.is_relative() {
            (self.text.wrapping_add(cursor.u32()?.into()), u64::from(cursor.u32()?))
        } else {
            (cursor.u64()?, cursor.u64()?)
        };
        let base = if self.layout == Layout::V2 { self.start } else { self.functions };
        Some((start, base.checked_add(entry).filter(|entry| *entry < self.end)?))
    }

    /// The function around a link-time address.
    pub(crate) fn find(&self, address: u64, through: &mut Through<'_>) -> Option<GoFunction> {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.row(middle, through)?.0 <= address {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let index = low.checked_sub(1)?;
        // The list ends with the address behind the last function.
        if index + 1 == self.count && self.last(through)? <= address {
            return None;
        }
        let (start, entry) = self.row(index, through)?;
        let mut bytes = [0; FUNCTION_BYTES];
        through.read(entry, &mut bytes)?;
        self.function(start, &bytes)
    }

    /// Writes the name of the function around a link-time address. False when there is none.
    pub(crate) fn name(&self, address: u64, most: usize, through: &mut Through<'_>, out: &mut String) -> bool {
        out.clear();
        let Some(function) = self.find(address, through) else { return false };
        let mut bytes = vec![0; most];
        let count = through.read_some(function.name, &mut bytes);
        let name = bytes[..count].split(|byte| *byte == 0).next().unwrap_or(&[]);
        out.push_str(&String::from_utf8_lossy(name));
        !out.is_empty()
    }

    fn last(&self, through: &mut Through<'_>) -> Option<u64> {
        let mut bytes = [0; 8];
        let size = if self.is_relative() { 4 } else { 8 };
        through.read(self.functions.checked_add(self.count.checked_mul(self.key_bytes())?)?, &mut bytes[..size])?;
        Some(self.text.wrapping_add(u64::from_le_bytes(bytes)))
    }

    fn function(&self, start: u64, bytes: &[u8]) -> Option<GoFunction> {
        let mut cursor = Cursor::new(bytes);
        cursor.skip(if self.is_relative() { 4 } else { 8 })?;
        let name = cursor.u32()?;
        // Arguments, and where deferred calls return.
        cursor.skip(8)?;
        let changes = cursor.u32()?;
        // Files, lines, the number of further tables.
        cursor.skip(12)?;
        match self.layout {
            Layout::V2 => {}
            Layout::V16 | Layout::V18 => cursor.skip(4)?,
            Layout::V20 => cursor.skip(8)?,
        }
        cursor.u8()?;
        // The byte was padding before 1.17.
        let flags = if self.layout == Layout::V2 { 0 } else { cursor.u8()? };
        let within = |base: u64, offset: u32| base.checked_add(offset.into()).filter(|offset| *offset < self.end);
        let changes = if changes == 0 { 0 } else { within(self.changes, changes)? };
        Some(GoFunction { start, name: within(self.names, name)?, changes, flags })
    }

    /// Writes the rule for a link-time address into `out`.
    pub(crate) fn rule(&self, address: u64, through: &mut Through<'_>, out: &mut Vec<u8>) -> GoRule {
        self.try_rule(address, through, out).map_or(GoRule::Nothing, |()| GoRule::Found)
    }

    /// `None` where the table says nothing, and in the way back from a signal.
    pub(crate) fn place(&self, address: u64, through: &mut Through<'_>) -> Option<GoPlace> {
        let function = self.find(address, through)?;
        let mut bytes = [0; RUNTIME_NAME_BYTES];
        let name = short_name(&function, through, &mut bytes);
        if function.flags & TOP_FRAME != 0 || TOPS.contains(&name) {
            return Some(GoPlace::Top);
        }
        if name.starts_with(SIGNAL_RETURN) {
            return None;
        }
        if function.flags & WRITES_STACK_POINTER != 0 || WRITERS.contains(&name) {
            return Some(GoPlace::Switch { into: address - function.start });
        }
        let distance = self.distance(&function, address, through)?;
        Some(GoPlace::Frame { distance })
    }

    fn try_rule(&self, address: u64, through: &mut Through<'_>, out: &mut Vec<u8>) -> Option<()> {
        let arch = self.arch;
        let (stack, caller) = (arch.sp() as u8, arch.return_column());
        let distance = match self.place(address, through)? {
            GoPlace::Top => {
                rule::encode_frame(caller, (stack, 0), &[(caller, None)], out);
                return Some(());
            }
            GoPlace::Switch { .. } => return None,
            GoPlace::Frame { distance } => distance,
        };
        match arch {
            Arch::X86_64 => {
                let frame = arch.fp() as u8;
                let saved = [(frame, Some(-16)), (caller, Some(-8))];
                // Without a frame of its own a function leaves the frame pointer alone.
                let saved = if distance >= 8 { &saved[..] } else { &saved[1..] };
                rule::encode_frame(caller, (stack, distance.checked_add(8)?), saved, out);
            }
            Arch::Aarch64 => {
                let saved = [(caller, Some(-distance))];
                let saved = if distance > 0 { &saved[..] } else { &[] };
                rule::encode_frame(caller, (stack, distance), saved, out);
            }
        }
        Some(())
    }

    /// How far the stack pointer is below where it was at the function's first instruction.
    fn distance(&self, function: &GoFunction, address: u64, through: &mut Through<'_>) -> Option<i32> {
        let stretch = self.stretches(function, through)?.find(|stretch| address < stretch.end)?;
        (stretch.distance >= 0).then_some(stretch.distance)
    }

    fn stretches<'a, 'b>(&self, function: &GoFunction, through: &'a mut Through<'b>) -> Option<Stretches<'a, 'b>> {
        let changes = Changes { at: function.changes, end: function.changes + CHANGES_BYTES as u64, through };
        (function.changes != 0).then(|| Stretches::new(changes, self.quantum, function.start))
    }
}

/// As much of a function's name as is compared with those of the runtime's own.
fn short_name<'a>(
    function: &GoFunction,
    through: &mut Through<'_>,
    bytes: &'a mut [u8; RUNTIME_NAME_BYTES],
) -> &'a [u8] {
    let count = through.read_some(function.name, bytes);
    bytes[..count].split(|byte| *byte == 0).next().unwrap_or(&[])
}

#[cfg(test)]
mod tests;
