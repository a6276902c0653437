//! Lua in `LuaJIT` 2.1.
//!
//! Functions of Lua have their frames on stacks of their own, one for each coroutine, in the heap. The interpreter is
//! assembler, and has one native frame for all that it runs until C code is called that calls Lua again; so has code that
//! the compiler made, below which that frame lies. A native frame says of which thread of Lua it is, and where that is,
//! leads to what is copied at the moment of the sample.
//!
//! Functions that the compiler has inlined into others have no frame until the compiled code is left. It is noted which
//! frames there will be then; where that is not understood, the function in which the code began is all that is reported.

mod engine;
mod globals;
mod inlined;
mod layout;
#[cfg(test)]
mod made;
mod names;
mod naming;
mod protos;
mod sample;
mod search;
mod tables;
#[cfg(test)]
mod tests;
mod traces;
mod walk;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::languages::copied::{CopiedFrames, FramesEnd, FramesPlan, KnownThread};
use crate::languages::frames::Frames;
use crate::languages::runtime::{Opening, Runtime, RuntimeFrame, RuntimeNote};
use crate::process::memory::Memory;
use crate::step::Step;
use crate::step::bare::Left;
use crate::types::arch::Arch;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use engine::{Engine, Stage};
use globals::Globals;
use layout::cframe;
use names::Names;
use protos::Protos;
use sample::{Sample, Thread, oldest_of, plan};
use traces::Traces;
use walk::{Cursor, Runs, Walk};

/// For how long what was read of the heap is believed: no longer than a sample waits to be read.
const MOMENT: Duration = Duration::from_millis(100);
/// The language, in the word of [`RuntimeNote`].
pub(super) const LANGUAGE: &str = "lua";
/// Threads of which it is known where they have Lua.
const MOST_THREADS: usize = 1024;
/// Frames that do not fit, after which it is another version than those that are known.
const STRANGE: u32 = 8;
/// Bytes that compiled code, and what it leaves by, may have on the stack above the interpreter's frame.
const COMPILED_BYTES: u64 = 2048;
/// By DWARF number.
const R14: usize = 14;

/// Whether a file of this base name is likely to hold it.
pub(super) fn is_likely(name: &str) -> bool {
    name.starts_with("luajit") || name.starts_with("libluajit")
}

/// Opens the engine that a module holds.
pub(super) fn open(opening: &Opening<'_>) -> Result<Box<dyn Runtime>, String> {
    let version = Engine::version(opening);
    if version.as_ref().is_some_and(|version| !version.starts_with("2.1.")) {
        return Err(format!("LuaJIT {} is not understood, only 2.1", version.unwrap_or_default()));
    }
    let engine = Engine::find(opening)?;
    Ok(Box::new(LuaJit {
        version,
        engine,
        threads: Vec::new(),
        globals: Globals::default(),
        protos: Protos::default(),
        names: Names::new(opening.limits),
        traces: HashMap::new(),
        sample: Sample::default(),
        cursor: Cursor::Newest,
        lacks: false,
        strange: 0,
        is_understood: false,
        started: Instant::now(),
    }))
}

struct LuaJit {
    version: Option<String>,
    engine: Engine,
    threads: Vec<KnownThread>,
    /// Of this moment.
    globals: Globals,
    protos: Protos,
    names: Names,
    /// By `global_State`.
    traces: HashMap<u64, Traces>,
    sample: Sample,
    cursor: Cursor,
    /// Frames of the sample are missing, because nothing was copied of its thread.
    lacks: bool,
    /// Frames of the interpreter in which what is known of its structures does not fit, and whether it ever did.
    strange: u32,
    is_understood: bool,
    started: Instant,
}

/// The native frame of the interpreter.
#[derive(Clone, Copy)]
struct Native {
    address: u64,
    thread: u64,
    shared: u64,
}

impl LuaJit {
    /// The native frame at `address`, if there is one.
    fn native(&mut self, frame: &mut RuntimeFrame<'_>, address: u64) -> Result<Option<Native>, CutReason> {
        let thread = frame.stack.read(address.wrapping_add(cframe::THREAD))?;
        let Some(shared) = self.globals.of_thread(thread, frame.memory) else { return Ok(None) };
        let returns = frame.stack.read(address.wrapping_add(cframe::RETURN))?;
        let older = frame.stack.read(address.wrapping_add(cframe::OLDER))? & !3;
        let fits = address % 16 == 0
            && (older == 0 || older > address)
            && (frame.executable)(returns)
            && frame.code.follows_call(returns);
        Ok(fits.then_some(Native { address, thread, shared }))
    }

    /// The native frame that lies nearest above.
    fn nearest(&mut self, frame: &mut RuntimeFrame<'_>, from: u64) -> Result<Native, CutReason> {
        let first = from.next_multiple_of(16);
        for address in (first..first.saturating_add(COMPILED_BYTES)).step_by(16) {
            if let Some(found) = self.native(frame, address)? {
                return Ok(found);
            }
        }
        Err(CutReason::RuntimeUnknown)
    }

    /// Which piece of compiled code an address is in.
    fn compiled(&mut self, address: u64, registers: &Registers, memory: &Memory) -> Option<Runs> {
        let shared = self.globals.by_dispatch(registers.get(R14)?, memory)?;
        let number = self.sample.running.is_some().then_some(self.sample.state);
        let number = number.and_then(|state| u32::try_from(state).ok());
        let traces = self.traces.entry(shared).or_default();
        let found = traces.find(shared, address, number, memory)?;
        Some(Runs::Compiled(Some((found, address))))
    }

    fn learn(&mut self, shared: u64) {
        let Some(id) = self.sample.id else { return };
        if let Some(known) = self.threads.iter_mut().find(|thread| thread.id == id) {
            known.address = shared;
        } else if self.threads.len() < MOST_THREADS {
            self.threads.push(KnownThread { id, address: shared });
        }
    }

    /// Reports the frames of Lua of a native frame. Nothing where the thread was not known yet when it was sampled.
    fn report(
        &mut self,
        native: Native,
        runs: Runs,
        frame: &mut RuntimeFrame<'_>,
        registers: &Registers,
        out: &mut Vec<u64>,
    ) {
        if self.sample.running.is_none() || self.sample.global != native.shared {
            self.learn(native.shared);
            self.lacks = true;
            return;
        }
        let is_running = self.sample.has(native.thread);
        let thread = self.sample.running.filter(|_| is_running).or_else(|| Thread::now(native.thread, frame.memory));
        let results = frame.stack.read(native.address.wrapping_add(cframe::RESULTS)).unwrap_or_default();
        let Some(thread) = thread.filter(|_| self.cursor != Cursor::Lost) else {
            out.push(Names::unknown(frame.names));
            return;
        };
        let LuaJit { sample, protos, names, cursor, .. } = self;
        let mut walk = Walk { sample, protos, names, frames: frame.names, memory: frame.memory, thread };
        let place = match *cursor {
            Cursor::At { thread, base } if thread == native.thread => Some(Ok(walk::Place::at(base))),
            // Of another thread of Lua, which waits for the one that runs.
            _ if !is_running => {
                let saved = frame.stack.read(native.address.wrapping_add(cframe::INSTRUCTION)).unwrap_or_default();
                walk.waits(saved, registers).then_some(Ok(walk::Place::at(thread.base)))
            }
            _ => walk.newest(&runs, registers),
        };
        *cursor = match place {
            Some(Ok(place)) => {
                let reported = out.len();
                let oldest = oldest_of(&thread, results);
                let cursor = match runs {
                    Runs::Compiled(Some((trace, address))) => {
                        walk.report_compiled(place, oldest, (&trace, address), out)
                    }
                    _ => walk.report(place, oldest, out),
                };
                // What is read later than the sample may have changed in between.
                if is_running || Thread::now(thread.address, frame.memory) == Some(thread) {
                    cursor
                } else {
                    out.truncate(reported);
                    out.push(Names::unknown(walk.frames));
                    Cursor::Lost
                }
            }
            Some(Err(base)) => Cursor::At { thread: thread.address, base },
            None => {
                out.push(Names::unknown(walk.frames));
                Cursor::Lost
            }
        };
    }

    /// Goes to the caller of a native frame.
    fn step(
        native: Native,
        is_compiled: bool,
        frame: &RuntimeFrame<'_>,
        registers: &mut Registers,
    ) -> Result<(Left, Step), CutReason> {
        let mut caller = registers.clone();
        if is_compiled {
            for (number, offset) in cframe::COMPILED {
                match frame.stack.read(native.address.wrapping_add_signed(offset)) {
                    Ok(value) => caller.set(number, value),
                    Err(_) => caller.forget(number),
                }
            }
        }
        for (number, offset) in cframe::REGISTERS {
            caller.set(number, frame.stack.read(native.address.wrapping_add(offset))?);
        }
        caller.keep_only(Arch::X86_64.callee_saved());
        caller.set(Arch::X86_64.ip(), frame.stack.read(native.address.wrapping_add(cframe::RETURN))?);
        caller.set(Arch::X86_64.sp(), native.address.wrapping_add(cframe::BYTES));
        *registers = caller;
        Ok((Left::Described, Step::Caller { exact: false }))
    }

    /// Goes to the caller from where the interpreter is being entered or left.
    fn step_partly(
        bytes: u64,
        saved: usize,
        frame: &RuntimeFrame<'_>,
        registers: &mut Registers,
    ) -> Result<(Left, Step), CutReason> {
        let begin = registers.sp().wrapping_add(bytes);
        let mut caller = registers.clone();
        // rbp, rbx, r15, r14 are saved in that order.
        for (number, offset) in cframe::REGISTERS.iter().rev().take(saved) {
            caller.set(*number, frame.stack.read(begin.wrapping_sub(cframe::BYTES - offset))?);
        }
        caller.keep_only(Arch::X86_64.callee_saved());
        caller.set(Arch::X86_64.ip(), frame.stack.read(begin.wrapping_sub(8))?);
        caller.set(Arch::X86_64.sp(), begin);
        *registers = caller;
        Ok((Left::Described, Step::Caller { exact: false }))
    }

    /// Leaves a frame of the interpreter. `Ok(None)` where it is not understood: then its unwind information may be right.
    fn leave_engine(
        &mut self,
        frame: &mut RuntimeFrame<'_>,
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Result<Option<(Left, Step)>, CutReason> {
        let sp = registers.sp();
        match self.engine.stage(registers.ip(), frame.exact) {
            Stage::Partly { bytes, saved } => {
                self.pass();
                LuaJit::step_partly(bytes, saved, frame, registers).map(Some)
            }
            Stage::Entering => {
                self.pass();
                LuaJit::step_partly(cframe::BYTES, 4, frame, registers).map(Some)
            }
            Stage::Exiting => {
                let native = self.nearest(frame, sp)?;
                self.report(native, Runs::Compiled(None), frame, registers, out);
                LuaJit::step(native, true, frame, registers).map(Some)
            }
            Stage::Whole => {
                if let Some(native) = self.native(frame, sp)? {
                    self.is_understood = true;
                    let runs = if frame.exact { Runs::Interpreter } else { Runs::Called };
                    self.report(native, runs, frame, registers, out);
                    return LuaJit::step(native, false, frame, registers).map(Some);
                }
                if frame.exact {
                    return self.leave_helper(frame, registers, out);
                }
                self.strange = self.strange.saturating_add(1);
                Ok(None)
            }
        }
    }

    /// Nothing of a native frame that is being made or taken away runs, so what its thread of Lua says is so.
    fn pass(&mut self) {
        if let Some(running) = self.sample.running {
            self.cursor = Cursor::At { thread: running.address, base: running.base };
        }
    }

    /// Leaves a helper, which the interpreter or compiled code called.
    fn leave_helper(
        &mut self,
        frame: &mut RuntimeFrame<'_>,
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Result<Option<(Left, Step)>, CutReason> {
        let sp = registers.sp();
        let returns = frame.stack.read(sp)?;
        if self.engine.code.contains(&returns) {
            let Some(native) = self.native(frame, sp.wrapping_add(8))? else { return Ok(None) };
            self.report(native, Runs::Interpreter, frame, registers, out);
            return LuaJit::step(native, false, frame, registers).map(Some);
        }
        let Some(runs) = self.compiled(returns.wrapping_sub(1), registers, frame.memory) else { return Ok(None) };
        let native = self.nearest(frame, sp)?;
        self.report(native, runs, frame, registers, out);
        LuaJit::step(native, true, frame, registers).map(Some)
    }
}

impl Runtime for LuaJit {
    fn describes(&self, address: u64) -> bool {
        self.engine.code.contains(&address)
    }

    fn leave(
        &mut self,
        frame: &mut RuntimeFrame<'_>,
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Option<Result<(Left, Step), CutReason>> {
        let address = if frame.exact { registers.ip() } else { registers.ip().wrapping_sub(1) };
        if self.engine.code.contains(&address) {
            return self.leave_engine(frame, registers, out).transpose();
        }
        if frame.linked.is_some() {
            return None;
        }
        let runs = self.compiled(address, registers, frame.memory)?;
        let native = match self.nearest(frame, registers.sp()) {
            Ok(native) => native,
            Err(reason) => return Some(Err(reason)),
        };
        self.report(native, runs, frame, registers, out);
        Some(LuaJit::step(native, true, frame, registers))
    }

    fn begin(&mut self, copied: Option<&CopiedFrames<'_>>, memory: &Memory) {
        // Of a process that has ended since, what was read stays so.
        if self.started.elapsed() >= MOMENT && memory.u8(self.engine.code.start).is_some() {
            self.started = Instant::now();
            self.protos.next_moment();
            self.globals = Globals::default();
            self.traces.values_mut().for_each(Traces::next_moment);
        }
        self.sample.begin(copied);
        self.cursor = Cursor::Newest;
        self.lacks = false;
    }

    fn end(&mut self, is_cut: bool, memory: &Memory, frames: &mut Frames, out: &mut Vec<u64>) -> FramesEnd {
        let missing = u64::from(self.lacks || self.cursor == Cursor::Lost);
        let end = FramesEnd { missing, ..FramesEnd::default() };
        let Some(thread) = self.sample.running.filter(|_| is_cut) else { return end };
        let LuaJit { sample, protos, names, cursor, .. } = self;
        // Who called is known although the native frames in between are not.
        while let Cursor::At { thread: own, base } = *cursor {
            if own != thread.address || base <= thread.stack.saturating_add(16) {
                break;
            }
            let mut walk = Walk { sample, protos, names, frames, memory, thread };
            let next = walk.report(walk::Place::at(base), 0, out);
            *cursor = if next == *cursor { Cursor::Lost } else { next };
        }
        end
    }

    fn plan(&self) -> Option<FramesPlan> {
        Some(plan())
    }

    fn threads(&self) -> &[KnownThread] {
        &self.threads
    }

    fn note(&self) -> RuntimeNote {
        let version = self.version.as_deref().unwrap_or("of an unknown version");
        let name = format!("LuaJIT {version}");
        let is_strange = self.strange >= STRANGE && !self.is_understood;
        let problem = is_strange.then(|| "the structures of this LuaJIT are not understood".to_owned());
        RuntimeNote { name, language: LANGUAGE, version: self.version.clone(), problem, hint: None }
    }

    fn memory_bytes(&self) -> usize {
        size_of::<LuaJit>()
            + self.engine.memory_bytes()
            + self.threads.capacity() * size_of::<KnownThread>()
            + self.protos.memory_bytes()
            + self.names.memory_bytes()
            + self.sample.memory_bytes()
            + self.traces.values().map(Traces::memory_bytes).sum::<usize>()
    }
}
