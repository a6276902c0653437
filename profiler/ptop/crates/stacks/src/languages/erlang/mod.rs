//! Erlang and Elixir: processes of the BEAM, whose code is compiled when it is loaded (OTP 25, 27 and 29 on x86-64).
//!
//! That code has the process's stack in the stack pointer, so a sample taken there has it. Native code runs on the
//! thread's own stack; where it is done, the process's stack is in a register or in the process, and a copy of the
//! moment of the sample has it. The oldest frame returns to the code that ends a process. What is below on the thread's
//! own stack is the scheduler, which is not reported.

mod atoms;
mod banner;
mod copied;
mod frame;
mod functions;
mod layout;
mod lines;
mod ranges;
mod schedulers;
mod stack;
mod switch;
mod tables;
#[cfg(test)]
mod tests;
mod trampoline;

use std::ops::Range;

use crate::languages::copied::{CopiedFrames, FramesPlan, KnownThread};
use crate::languages::runtime::{Opening, Runtime, RuntimeFrame, RuntimeNote};
use crate::modules::lookup;
use crate::process::memory::Memory;
use crate::step::Step;
use crate::step::bare::Left;
use crate::types::arch::Arch;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use banner::Banner;
use copied::Copied;
use functions::Functions;
use layout::Layout;
use schedulers::Schedulers;
use stack::FrameSizes;
use switch::Calls;
use tables::Tables;

/// The language, in the word of [`RuntimeNote`].
pub(super) const LANGUAGE: &str = "erlang";

/// The function that schedulers run in which run native code only, and pointers to the arrays of those.
const DIRTY: [&str; 3] =
    ["erts_dirty_process_main", "erts_aligned_dirty_cpu_scheduler_data", "erts_aligned_dirty_io_scheduler_data"];

/// Whether a file of this base name is likely to hold the emulator.
pub(super) fn is_likely(name: &str) -> bool {
    matches!(name, "beam.smp" | "beam")
}

/// Opens the emulator that a module holds.
pub(super) fn open(opening: &Opening<'_>) -> Result<Box<dyn Runtime>, String> {
    if Arch::NATIVE != Arch::X86_64 {
        return Err("Erlang is read on x86-64 only".into());
    }
    let banner = Banner::find(opening).ok_or("an Erlang emulator that does not say its version is not understood")?;
    let Banner { release, version, makes_code } = banner;
    if !makes_code {
        return Err(format!("the emulator of Erlang/OTP {release} interprets, and is read only where it compiles"));
    }
    let layout = Layout::of(release)?;
    let tables = Tables::find(opening, &layout)?;
    Ok(Box::new(Erlang {
        name: format!("Erlang/OTP {release} (erts {version})"),
        version: release.to_string(),
        layout,
        functions: Functions::new(layout, tables),
        sizes: FrameSizes::default(),
        calls: Calls::default(),
        schedulers: Schedulers::default(),
        copied: Copied::default(),
        dirty: Dirty::find(opening),
        most_frames: opening.limits.frames,
    }))
}

/// What is known of schedulers that run native code only; nothing where the file does not export it.
struct Dirty {
    code: Range<u64>,
    arrays: Vec<u64>,
}

impl Dirty {
    fn find(opening: &Opening<'_>) -> Dirty {
        let found = lookup::find(opening.module, &DIRTY, opening.limits);
        let at = |found: &lookup::Found| found.address.wrapping_add(opening.bias);
        let code = found[0].map_or(0..0, |found| at(&found)..at(&found).saturating_add(found.bytes));
        let arrays = found[1..].iter().flatten().filter_map(|found| opening.memory.u64(at(found)));
        Dirty { code, arrays: arrays.filter(|array| *array != 0).collect() }
    }
}

struct Erlang {
    name: String,
    version: String,
    layout: Layout,
    functions: Functions,
    sizes: FrameSizes,
    calls: Calls,
    schedulers: Schedulers,
    copied: Copied,
    dirty: Dirty,
    most_frames: usize,
}

impl Runtime for Erlang {
    fn leave(
        &mut self,
        frame: &mut RuntimeFrame<'_>,
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Option<Result<(Left, Step), CutReason>> {
        self.leave_process(frame, registers, out)
    }

    fn rename(&mut self, frame: &mut RuntimeFrame<'_>, registers: &Registers, out: &mut Vec<u64>) -> bool {
        self.rename_dirty(frame, registers, out)
    }

    fn begin(&mut self, copied: Option<&CopiedFrames<'_>>, memory: &Memory) {
        self.copied.take(copied, &self.layout);
        if self.functions.refresh_if_due(memory) {
            self.calls.clear();
        }
    }

    fn plan(&self) -> Option<FramesPlan> {
        Some(copied::plan(&self.layout))
    }

    fn threads(&self) -> &[KnownThread] {
        self.schedulers.known()
    }

    fn refresh(&mut self, _memory: &Memory) {
        self.functions.forget();
        self.sizes.forget();
    }

    fn note(&self) -> RuntimeNote {
        let (name, version) = (self.name.clone(), Some(self.version.clone()));
        RuntimeNote { name, language: LANGUAGE, version, problem: None, hint: None }
    }

    fn memory_bytes(&self) -> usize {
        size_of::<Erlang>()
            + self.name.capacity()
            + self.functions.memory_bytes()
            + self.sizes.memory_bytes()
            + self.calls.memory_bytes()
            + self.schedulers.memory_bytes()
            + self.copied.memory_bytes()
    }
}
