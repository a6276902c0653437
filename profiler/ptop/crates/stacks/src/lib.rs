//! Whole user stacks from copied stack bytes, and names for their addresses, in
//! memory that does not grow with the size of the target's executable.
//!
//! Two halves behind one type, [`Target`]:
//! - **unwinding**: each [`Sample`] (user registers and a copy of the top of the
//!   user stack) is walked with the target's own `.eh_frame`, of which only the
//!   pages that are needed are read, through `pread`, never mapped;
//!   Frames of language runtimes (`languages`) are left and named by what the
//!   runtime's structures in the target's memory say; they are reported as
//!   addresses that no program has;
//! - **naming**: addresses are collected by the caller and resolved at the end,
//!   one streaming pass over each module's symbol table, and over the debug
//!   information of the units that hold an address.
//!
//! Invariants:
//! - nothing read from the target is trusted: every length, count and depth is
//!   bounded by [`Limits`], and what a bound cut is counted in [`Counters`];
//! - a frame is reported only when unwind information or a runtime's own (or a frame pointer that
//!   passed every check, and then the [`Outcome`] says so) leads to it;
//! - [`Outcome::is_whole`] only when unwind information marks the root.
//!
//! ```no_run
//! use stacks::{Limits, Registers, Arch, Sample, Target};
//! # fn next_sample() -> Option<(Vec<u64>, Vec<u8>)> { None }
//! let mut target = Target::open(1234, Limits::default())?;
//! let mut stack = Vec::new();
//! let mut addresses = std::collections::BTreeSet::new();
//! while let Some((values, bytes)) = next_sample() {
//!     let regs = Registers::from_perf(Arch::NATIVE, Arch::NATIVE.perf_mask(), &values)?;
//!     let outcome = target.unwind(&Sample { regs, stack: &bytes, chain: &[] }, &mut stack);
//!     addresses.extend(stack.iter().copied());
//!     if !outcome.is_whole() { eprintln!("{outcome}"); }
//! }
//! let addresses: Vec<u64> = addresses.into_iter().collect();
//! let report = target.symbolise(&addresses, &mut |address, names| println!("{address:#x} {}", names[0].function))?;
//! # Ok::<(), stacks::Error>(())
//! ```
//!
//! Not thread safe by design: one collector thread owns a `Target`. No call
//! blocks on the target process, stops it, or writes to it.

mod cfi;
mod dwarf;
mod elf;
mod files;
mod gopclntab;
mod languages;
mod modules;
mod process;
mod step;
mod symbols;
mod target;
mod types;

pub use gopclntab::calls::{GoCall, find_go_calls};
pub use gopclntab::is_go_program;
pub use languages::python::{PythonEntry, PythonKind, PythonLayout};
pub use languages::{
    CopiedFrames, FramesList, FramesNode, FramesPlace, FramesPlan, FramesStart, HEAD_BYTES, HOPS, HeapChunk,
    JavaLayout, JavaMachine, JavaThread, KnownThread, NODE_BYTES, RuntimeNote,
};
pub use modules::definitions::{Definer, find_definers};
pub use process::Root;
pub use symbols::SymboliseReport;
pub use target::{Brought, NewMapping, Sample, Target};
pub use types::arch::Arch;
pub use types::counters::Counters;
pub use types::error::Error;
pub use types::limits::Limits;
pub use types::name::{Name, NameOrigin, SymbolAt, SymbolNames};
pub use types::outcome::{CutReason, Outcome};
pub use types::registers::Registers;
pub use types::stack::StackPart;
