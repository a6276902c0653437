//! PHP: the calls of the Zend engine.
//!
//! They lie in the heap, each with a pointer to its caller, and come with the samples. One native call of the function
//! that interprets runs all that PHP code calls from PHP code; where C code called in between, a mark says so. So the
//! calls take the place of those native frames, from one mark to the next.

mod calls;
mod execute;
mod functions;
mod layout;
mod placing;
#[cfg(test)]
mod tests;
mod texts;
mod threads;

use std::ops::Range;

use super::copied::{CopiedFrames, FramesEnd, FramesPlan, FramesStart};
use super::frames::Frames;
use super::runtime::{Opening, Runtime, RuntimeFrame, RuntimeNote};
use crate::modules::lookup;
use crate::process::memory::Memory;
use crate::step::Step;
use crate::step::bare::Left;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use calls::Calls;
use execute::{Execute, Place};
use functions::Functions;
use layout::Build;
use placing::Entry;

/// The language, in the word of [`RuntimeNote`].
pub(super) const LANGUAGE: &str = "php";
/// What the engine exports: its modules, what the executor keeps, the function that interprets, what kind that is of, and
/// where the stacks of fibers begin. Where it was built for threads, where those have what the executor keeps.
const SYMBOLS: [&str; 8] = [
    "module_registry",
    "executor_globals",
    "execute_ex",
    "zend_vm_kind",
    "make_fcontext",
    "executor_globals_offset",
    "tsrm_get_ls_cache_tcb_offset",
    "zend_get_executed_scope",
];
/// Bytes of a function that is written in assembler and has no length.
const ROUTINE_BYTES: u64 = 96;
const UNSTARTED: &str = "it has not started";
/// Most bytes that an engine has for each thread.
const THREAD_BYTES: u32 = 16 << 20;
/// Entries of one stack that are remembered.
const ENTRIES: usize = 512;

/// Whether a file of this base name is likely to hold the engine.
pub(super) fn is_likely(name: &str) -> bool {
    let is_number = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let is_program = |program: &&str| name.strip_prefix(*program).is_some_and(is_number);
    ["php", "php-fpm", "php-cgi"].iter().any(is_program)
        || name.strip_prefix("libphp").and_then(|rest| rest.split_once(".so")).is_some_and(|(stem, _)| is_number(stem))
}

/// Finds the engine in a module. The error is a text for people.
pub(super) fn open(opening: &Opening<'_>) -> Result<Box<dyn Runtime>, String> {
    let Opening { module, memory, limits, bias, .. } = opening;
    let found = lookup::find(module, &SYMBOLS, limits);
    let at = |index: usize| found[index].map(|symbol: lookup::Found| symbol.address.wrapping_add(*bias));
    let range = |symbol: lookup::Found| {
        let start = symbol.address.wrapping_add(*bias);
        start..start.saturating_add(symbol.bytes.max(ROUTINE_BYTES))
    };
    let registry = at(0).ok_or("its modules are not found, so that its version is not known")?;
    let build = Build::read(memory, registry).ok_or(UNSTARTED)?;
    let offsets = build.offsets()?;
    let (start, globals) = if build.has_threads {
        let variable =
            threads::variable(memory, at(6), at(7)).ok_or("where its threads keep their own is not found")?;
        let globals = at(5).and_then(|address| memory.u64(address)).ok_or("what its executor keeps is not found")?;
        (FramesStart::Thread(variable), u32::try_from(globals).ok().filter(|globals| *globals < THREAD_BYTES))
    } else {
        (FramesStart::Here(at(1).ok_or("what its executor keeps is not found")?), Some(0))
    };
    let globals = globals.ok_or("what its executor keeps is not where threads can have it")?;
    let execute = found[2].map(range).ok_or("the function that interprets is not found")?;
    let plan = FramesPlan {
        start,
        hops: [0; super::copied::HOPS],
        hop_count: 0,
        head_hop: 0,
        head: (0, 0),
        last_bytes: 0,
        list: calls::list(globals + offsets.current),
        outer: 0,
    };
    Ok(Box::new(Php {
        version: build.version,
        plan,
        execute: Execute::new(execute, at(3), memory),
        fiber_start: found[4].map(range),
        functions: Functions::new(offsets, limits.language_frames),
        calls: None,
        thread: 0,
        entries: Vec::new(),
        has_threads: build.has_threads,
        runs_in: None,
        is_unread: false,
    }))
}

struct Php {
    version: String,
    plan: FramesPlan,
    execute: Execute,
    /// The code that the first function of a fiber returns to.
    fiber_start: Option<Range<u64>>,
    functions: Functions,
    /// Those of the stack that is walked, and of which thread it is.
    calls: Option<Calls>,
    thread: u32,
    entries: Vec<Entry>,
    has_threads: bool,
    /// The thread that runs PHP, where there is one: then what was copied is of that, whatever the thread.
    runs_in: Option<u32>,
    /// Whether the stack leads through the function that interprets, and nothing was copied.
    is_unread: bool,
}

impl Php {
    fn enter(&mut self, registers: &Registers, at: usize, is_made: bool) {
        let (call, instruction) = self.execute.call(registers);
        if self.entries.len() < ENTRIES {
            self.entries.push(Entry { at, call, instruction, is_made });
        }
    }

    fn is_fiber_start(&self, address: u64) -> bool {
        self.fiber_start.as_ref().is_some_and(|code| code.contains(&address))
    }
}

/// Where the newest call is. It has it in a register, if it runs; one that was called has it only written down where it
/// has called in turn. While a function returns the register is its own still, but its caller is the newest.
fn newest_instruction(calls: &Calls, entry: Option<Entry>) -> Option<u64> {
    let newest = calls.list.first()?;
    // Made code has something else in that register.
    let Entry { call: Some(running), instruction, is_made, .. } = entry? else { return None };
    if running == newest.address {
        return instruction.filter(|_| !is_made);
    }
    calls.list.iter().all(|call| call.address != running).then_some(newest.instruction)
}

impl Runtime for Php {
    fn leave(
        &mut self,
        frame: &mut RuntimeFrame<'_>,
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Option<Result<(Left, Step), CutReason>> {
        let calls = self.calls.as_ref()?;
        if self.is_fiber_start(registers.ip()) {
            // The calls of who resumed the fiber follow, in [`Php::end`].
            let root = Ok((Left::Described, Step::Root));
            let mut place = Place { stack: frame.stack, code: frame.code, executable: frame.executable };
            return Some(if frame.exact { place.leave_frameless(registers) } else { root });
        }
        if frame.linked.is_some() {
            return None;
        }
        // Behind the innermost entry the registers are those of what it ran, and nothing else made code calls PHP. Before
        // it, libraries have made code as well: that for regular expressions.
        let call = self.execute.call(registers).0;
        let is_call = !self.entries.is_empty() || call.is_some_and(|call| calls.group_of(call).is_some());
        let mut caller = registers.clone();
        let mut place = Place { stack: frame.stack, code: frame.code, executable: frame.executable };
        let is_made = is_call || self.execute.is_usual(registers, &mut place);
        let left = if is_made {
            self.execute.leave_made(&mut caller, is_call, &mut place)
        } else {
            place.leave_library(&mut caller)
        };
        match left {
            Ok(()) => {}
            Err(CutReason::StackCopyEnded) => return Some(Err(CutReason::StackCopyEnded)),
            Err(_) => return None,
        }
        if is_made {
            self.enter(registers, out.len(), true);
        }
        out.push(if frame.exact { registers.ip() } else { registers.ip().wrapping_sub(1) });
        *registers = caller;
        Some(Ok((Left::Described, Step::Caller { exact: false })))
    }

    fn rename(&mut self, frame: &mut RuntimeFrame<'_>, registers: &Registers, out: &mut Vec<u64>) -> bool {
        let address = if frame.exact { registers.ip() } else { registers.ip().wrapping_sub(1) };
        if !self.execute.has(address) {
            return false;
        }
        if self.calls.is_none() {
            self.is_unread = true;
            return false;
        }
        // What it runs takes its place when all of the stack is known.
        self.enter(registers, out.len(), false);
        out.push(address);
        true
    }

    fn begin(&mut self, copied: Option<&CopiedFrames<'_>>, _memory: &Memory) {
        self.functions.begin();
        self.entries.clear();
        self.is_unread = false;
        self.calls = copied.map(Calls::read);
        self.thread = copied.map_or(0, |copied| copied.thread);
    }

    fn end(&mut self, is_cut: bool, memory: &Memory, names: &mut Frames, out: &mut Vec<u64>) -> FramesEnd {
        let is_unread = self.is_unread;
        let nothing = FramesEnd { is_unread, ..FramesEnd::default() };
        let Some(calls) = self.calls.take() else { return nothing };
        if !self.entries.is_empty() {
            self.runs_in = Some(self.thread);
        }
        if !self.has_threads && self.runs_in != Some(self.thread) {
            return nothing;
        }
        let alignment = placing::align(&self.entries, &calls);
        let innermost = self.entries.first().copied();
        // Lines are given for the top only: with the lines of its callers one stack would become many.
        let has_line = alignment == placing::Alignment::default()
            && innermost.is_some_and(|entry| entry.at == 0 && !entry.is_made);
        let newest = newest_instruction(&calls, innermost.filter(|_| alignment.group == 0));
        let oldest = calls.groups.len().saturating_sub(1);
        let functions = &mut self.functions;
        let mut frames = |group: usize, out: &mut Vec<u64>| {
            let Some(range) = calls.groups.get(group) else { return };
            for number in range.clone() {
                let Some(call) = calls.list.get(number) else { break };
                // Where a call is that called another is always written down.
                let instruction = if number == 0 { newest } else { Some(call.instruction) };
                out.push(if number == 0 && has_line {
                    functions.frame_at_line(call, instruction, memory, names)
                } else {
                    functions.frame(call, instruction, memory, names)
                });
            }
            if calls.is_cut && group == oldest {
                out.push(functions::more(names));
            }
        };
        let left = placing::place(out, &self.entries, (&calls, alignment, is_cut), &mut frames) as u64;
        let missing = left + u64::from(calls.is_cut);
        FramesEnd { missing, is_complete: missing == 0 && !calls.list.is_empty(), is_unread }
    }

    fn plan(&self) -> Option<FramesPlan> {
        Some(self.plan)
    }

    fn note(&self) -> RuntimeNote {
        RuntimeNote {
            name: format!("PHP {}", self.version),
            language: LANGUAGE,
            version: Some(self.version.clone()),
            problem: None,
            hint: None,
        }
    }

    fn memory_bytes(&self) -> usize {
        size_of::<Php>()
            + self.functions.memory_bytes()
            + self.entries.capacity() * size_of::<Entry>()
            + self.version.capacity()
    }
}
