//! Frames of language runtimes: code that a runtime made, or interprets, is
//! described by the runtime's own structures in the target's memory and nowhere
//! else. A runtime is found by the name of the file that holds it, when that is
//! mapped; the walk asks it wherever unwind information ends, and for the native
//! frames in which it interprets.
//!
//! What a runtime reports are [`Frames`]; the walk itself stays in `walk`.

mod frames;
mod hotspot;
pub(crate) mod python;
mod runtime;
#[cfg(test)]
mod tests;
mod unread;
mod v8;

pub(crate) use frames::{Frames, LanguageFrame};
pub use hotspot::{HeapChunk, JavaLayout, JavaMachine, JavaThread};
pub use runtime::RuntimeNote;
pub(crate) use runtime::{Opening, RuntimeFrame};

use crate::process::memory::Memory;
use crate::step::Step;
use crate::step::bare::Left;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use python::interpreter::Interpreter;
use runtime::Runtime;

/// Runtimes of one process. More than one is rare: an embedded interpreter beside another.
const RUNTIMES: usize = 4;
/// Attempts to open a runtime that is mapped but not yet ready: it may only be starting.
const ATTEMPTS: u8 = 20;

/// A kind of runtime this crate knows.
struct Kind {
    /// Whether a file of this base name may hold it.
    is_held_by: fn(&str) -> bool,
    /// The language of the runtime in a file that may hold it, and its version where the file's name has one.
    language: fn(&str) -> (&'static str, Option<String>),
    /// Opens it. The error is what [`RuntimeNote::problem`] says; empty when the file holds none after all.
    open: fn(&Opening<'_>) -> Result<Box<dyn Runtime>, String>,
}

const KINDS: [Kind; 4] = [
    Kind { is_held_by: hotspot::is_held_by, language: |_| (hotspot::LANGUAGE, None), open: hotspot::open },
    Kind { is_held_by: v8::is_held_by, language: |_| (v8::LANGUAGE, None), open: v8::open },
    Kind { is_held_by: python::is_held_by, language: |_| (python::LANGUAGE, None), open: python::open },
    Kind { is_held_by: unread::is_held_by, language: unread::language, open: unread::open },
];

/// Whether a program or library of this name keeps more on its stacks than most do: V8's event loop alone has
/// 12 KB there, below which deep chains of calls begin, and where Java and Python call by way of C each call has
/// half a kilobyte.
#[must_use]
pub fn has_deep_stacks(name: &str) -> bool {
    v8::is_held_by(name) || hotspot::is_held_by(name) || python::is_held_by(name)
}

enum State {
    Open(Box<dyn Runtime>),
    Failed { attempts: u8, note: RuntimeNote },
}

struct Slot {
    module: u16,
    state: State,
}

/// The runtimes of one process.
pub(crate) struct Languages {
    slots: Vec<Slot>,
    kinds: &'static [Kind],
}

impl Languages {
    pub(crate) fn new() -> Languages {
        Languages { slots: Vec::new(), kinds: &KINDS }
    }

    /// Whether the module may hold a runtime that is not open yet.
    pub(crate) fn wants(&self, module: u16, name: &str) -> bool {
        let known = self.slots.iter().find(|slot| slot.module == module);
        match known.map(|slot| &slot.state) {
            Some(State::Open(_)) => false,
            Some(State::Failed { attempts, .. }) => *attempts < ATTEMPTS,
            None => self.slots.len() < RUNTIMES && self.kinds.iter().any(|kind| (kind.is_held_by)(name)),
        }
    }

    /// Opens the runtime that a module holds.
    pub(crate) fn open(&mut self, module: u16, opening: &Opening<'_>) {
        let Some(kind) = self.kinds.iter().find(|kind| (kind.is_held_by)(opening.name)) else { return };
        let at = self.slots.iter().position(|slot| slot.module == module);
        let state = match (kind.open)(opening) {
            Ok(runtime) => State::Open(runtime),
            Err(problem) => {
                let before = match at.and_then(|at| self.slots.get(at)).map(|slot| &slot.state) {
                    Some(State::Failed { attempts, .. }) => *attempts,
                    _ => 0,
                };
                let attempts = if problem.is_empty() { ATTEMPTS } else { before + 1 };
                let (language, version) = (kind.language)(opening.name);
                let name = opening.name.to_owned();
                let note = RuntimeNote { name, language, version, problem: Some(problem) };
                State::Failed { attempts, note }
            }
        };
        match at.and_then(|at| self.slots.get_mut(at)) {
            Some(slot) => slot.state = state,
            None => self.slots.push(Slot { module, state }),
        }
    }

    /// Whether any runtime can be asked.
    pub(crate) fn is_empty(&self) -> bool {
        self.runtimes().next().is_none()
    }

    /// Tells the runtimes that the mappings were read again.
    pub(crate) fn refresh(&mut self, memory: &Memory) {
        for slot in &mut self.slots {
            if let State::Open(runtime) = &mut slot.state {
                runtime.refresh(memory);
            }
        }
    }

    /// Leaves a frame through the runtime whose code it is; see [`Runtime::leave`].
    pub(crate) fn leave(
        &mut self,
        frame: &mut RuntimeFrame<'_>,
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Option<Result<(Left, Step), CutReason>> {
        let before = (registers.ip(), registers.sp(), out.len());
        let left = self.slots.iter_mut().find_map(|slot| match &mut slot.state {
            State::Open(runtime) => runtime.leave(frame, registers, out),
            State::Failed { .. } => None,
        })?;
        let (ip, sp, reported) = before;
        if out.len() == reported {
            out.push(if frame.exact { ip } else { ip.wrapping_sub(1) });
        }
        let moves = registers.sp() > sp || frame.exact && registers.sp() == sp && registers.ip() != ip;
        Some(match left {
            Ok((_, Step::Caller { .. })) if !moves => Err(CutReason::NoProgress),
            left => left,
        })
    }

    /// Names a native frame in which a runtime interprets; see [`Runtime::rename`].
    pub(crate) fn rename(&mut self, frame: &mut RuntimeFrame<'_>, registers: &Registers, out: &mut Vec<u64>) -> bool {
        self.slots.iter_mut().any(|slot| match &mut slot.state {
            State::Open(runtime) => runtime.rename(frame, registers, out),
            State::Failed { .. } => false,
        })
    }

    /// The interpreter whose frames come with the samples.
    pub(crate) fn interpreter(&mut self) -> Option<&mut Interpreter> {
        self.slots.iter_mut().find_map(|slot| match &mut slot.state {
            State::Open(runtime) => runtime.interpreter(),
            State::Failed { .. } => None,
        })
    }

    /// See [`Runtime::java`].
    pub(crate) fn java(&mut self, memory: &Memory) -> Option<JavaMachine<'_>> {
        self.slots.iter_mut().find_map(|slot| match &mut slot.state {
            State::Open(runtime) => runtime.java(memory),
            State::Failed { .. } => None,
        })
    }

    /// What was found, understood or not.
    pub(crate) fn notes(&self) -> Vec<RuntimeNote> {
        let note = |slot: &Slot| match &slot.state {
            State::Open(runtime) => runtime.note(),
            State::Failed { note, .. } => note.clone(),
        };
        let is_one = |note: &RuntimeNote| note.problem.as_ref().is_none_or(|problem| !problem.is_empty());
        self.slots.iter().map(note).filter(is_one).collect()
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.runtimes().map(Runtime::memory_bytes).sum()
    }

    fn runtimes(&self) -> impl Iterator<Item = &dyn Runtime> {
        self.slots.iter().filter_map(|slot| match &slot.state {
            State::Open(runtime) => Some(&**runtime),
            State::Failed { .. } => None,
        })
    }
}
