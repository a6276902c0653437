//! Finds an interpreter in a file that defines its loop over ops.

use std::ops::Range;

use super::layout::{Layout, fixed};
use crate::languages::c_library::needs_musl;
use crate::languages::copied::FramesStart;
use crate::languages::runtime::Opening;
use crate::modules::lookup::{self, Found};
use crate::process::memory::Memory;
use crate::types::arch::Arch;

/// What the interpreter exports: its version; the loop over ops; and where interpreters are, or, without threads, what
/// would be in one.
const SYMBOLS: [&str; 10] = [
    "PL_revision",
    "PL_version",
    "PL_subversion",
    "Perl_runops_standard",
    "Perl_runops_debug",
    "perl_run",
    "PL_curinterp",
    "PL_thr_key",
    "PL_curcop",
    "PL_curstackinfo",
];
/// Where a thread of glibc on x86-64 has pointers to the parts of its own values, from its pointer: `specific` of `struct
/// pthread` in 2.4 to 2.43, as `_thread_db_pthread_specific` says. Each part has 32 values, behind a number each.
const GLIBC_PARTS: i64 = 0x510;
const GLIBC_VALUES: u32 = 32;
/// Where one of musl on x86-64 has a pointer to them: `tsd` of `struct pthread` in 1.2.
const MUSL_VALUES: i64 = 0x80;
/// What is said where it is not known where frames are.
const NOWHERE: &str = "where its threads keep their frames is not known";
const NOT_STARTED: &str = "it has not started yet";
/// Keys of values that are believed.
const MOST_KEYS: u32 = 1024;
/// Contexts and stacks that are believed.
const MOST_CONTEXTS: i32 = 1 << 24;
const MOST_STACKS: usize = 64;

/// Where the plan begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Start {
    pub(super) from: FramesStart,
    /// Where a pointer to the interpreter is in what the plan begins at, if that is not the interpreter.
    pub(super) hop: Option<u32>,
    /// Where the interpreter has the op of the line that runs, and its stack.
    pub(super) current_op: u32,
    pub(super) stack: u32,
    /// Where it is said to which place on the native stack exceptions jump, if it must be checked that this is the
    /// thread's: because all threads have the same start. A pointer to the interpreter, and an offset.
    pub(super) jump: Option<(u64, u64)>,
}

/// What was found of it.
pub(super) struct Interpreter {
    pub(super) version: String,
    pub(super) layout: Layout,
    pub(super) start: Start,
    /// Addresses of the loop over ops, and of what runs a program.
    pub(super) loops: Vec<Range<u64>>,
    pub(super) program: Range<u64>,
}

/// Whether a file of this base name is likely to hold an interpreter.
pub(in super::super) fn is_likely(name: &str) -> bool {
    let name = name.strip_prefix("lib").unwrap_or(name);
    name.strip_prefix("perl").is_some_and(|rest| !rest.starts_with(|first: char| first.is_ascii_alphabetic()))
}

/// Finds the interpreter in a module. The error is a text for people.
pub(super) fn find(opening: &Opening<'_>) -> Result<Interpreter, String> {
    let Opening { module, memory, limits, .. } = opening;
    let found = lookup::find(module, &SYMBOLS, limits);
    let at = |index: usize| found[index].map(|symbol: Found| symbol.address.wrapping_add(opening.bias));
    let number = |index: usize| at(index).and_then(|address| memory.u8(address));
    let (Some(5), Some(minor), Some(patch)) = (number(0), number(1), number(2)) else {
        return Err("the version of this Perl is not known".into());
    };
    let version = format!("5.{minor}.{patch}");
    let has_threads = at(9).is_none();
    let layout = Layout::of(minor, has_threads).ok_or_else(|| format!("Perl {version} is not read"))?;
    let range = |index: usize| {
        let found = found[index]?;
        let start = found.address.wrapping_add(opening.bias);
        Some(start..start.saturating_add(found.bytes.max(1)))
    };
    let loops: Vec<Range<u64>> = [range(3), range(4)].into_iter().flatten().collect();
    if loops.is_empty() {
        return Err(NOWHERE.into());
    }
    let (start, stack) = if has_threads {
        let pointer = at(6).ok_or(NOWHERE)?;
        // Built for several interpreters, but not for threads, it has another layout.
        let key = at(7).ok_or("a Perl that is built for several interpreters without threads is not read")?;
        let interpreter = memory.u64(pointer).filter(|interpreter| *interpreter != 0).ok_or(NOT_STARTED)?;
        let key = memory.u32(key).filter(|key| *key < MOST_KEYS).ok_or(NOT_STARTED)?;
        let stack = memory.u64(interpreter.wrapping_add(layout.stack.into()));
        (start_of_thread(opening, &layout, key, pointer), stack)
    } else {
        let (op, stack) = at(8).zip(at(9)).ok_or(NOWHERE)?;
        let base = op.min(stack);
        let offset = |address: u64| u32::try_from(address - base).map_err(|_| NOWHERE);
        let start = Start {
            from: FramesStart::Here(base),
            hop: None,
            current_op: offset(op)?,
            stack: offset(stack)?,
            // There is one interpreter, so the thread in which it runs is the one of which it is asked.
            jump: None,
        };
        (start, memory.u64(stack))
    };
    let stack = stack.filter(|stack| *stack != 0).ok_or(NOT_STARTED)?;
    if !is_stack(memory, &layout, stack) {
        return Err(format!("the frames of Perl {version} are not where they were expected"));
    }
    Ok(Interpreter { version, layout, start, loops, program: range(5).unwrap_or(0..0) })
}

/// Where a thread has its interpreter: by the key under which the thread keeps it, where it is known how threads keep
/// values; else the first interpreter, for which it must be checked that it is the thread's.
fn start_of_thread(opening: &Opening<'_>, layout: &Layout, key: u32, pointer: u64) -> Start {
    let (current_op, stack) = (layout.current_op, layout.stack);
    if Arch::NATIVE != Arch::X86_64 {
        let jump = Some((pointer, layout.jump.into()));
        return Start { from: FramesStart::At(pointer), hop: None, current_op, stack, jump };
    }
    let (start, hop) = if needs_musl(opening) {
        (MUSL_VALUES, key * 8)
    } else {
        (GLIBC_PARTS + i64::from(key / GLIBC_VALUES) * 8, key % GLIBC_VALUES * 16 + 8)
    };
    Start { from: FramesStart::Thread(start), hop: Some(hop), current_op, stack, jump: None }
}

/// Whether an interpreter's stacks look like it, from the newest to the first.
fn is_stack(memory: &Memory, layout: &Layout, newest: u64) -> bool {
    let mut stack = newest;
    for _ in 0..MOST_STACKS {
        let at = |offset: u32| stack.wrapping_add(offset.into());
        let contexts = memory.u64(at(fixed::STACK_CONTEXTS));
        let number = |offset: u32| memory.u32(at(offset)).map(|number| number as i32);
        let (Some(contexts), Some(count), Some(most), Some(outer)) =
            (contexts, number(fixed::STACK_NEWEST), number(fixed::STACK_MOST), memory.u64(at(fixed::STACK_OUTER)))
        else {
            return false;
        };
        if !(-1..=most).contains(&count) || !(0..MOST_CONTEXTS).contains(&most) {
            return false;
        }
        if outer == 0 {
            let last = contexts.wrapping_add(u64::from(layout.context_bytes) * most as u64);
            let is_first = memory.u32(at(layout.stack_type)) == Some(fixed::FIRST_STACK);
            return is_first && memory.u8(contexts).is_some() && memory.u8(last).is_some();
        }
        stack = outer;
    }
    false
}
