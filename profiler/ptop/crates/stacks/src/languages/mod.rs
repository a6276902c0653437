//! Frames of language runtimes: code that a runtime made, or interprets, is
//! described by the runtime's own structures in the target's memory and nowhere
//! else. A runtime is found by what the file defines that holds it; the walk asks
//! it wherever unwind information ends, and for the native frames in which it
//! interprets. Where it cannot be read, it is known which frames are the program's.
//!
//! What a runtime reports are [`Frames`]; the walk itself stays in `walk`.

mod c_library;
mod copied;
mod dotnet;
mod erlang;
mod frames;
mod held;
mod hotspot;
mod luajit;
mod perl;
mod php;
pub(crate) mod python;
mod ruby;
mod runtime;
#[cfg(test)]
mod tests;
mod unread;
mod v8;

pub(crate) use copied::FramesEnd;
pub use copied::{
    CopiedFrames, FramesList, FramesNode, FramesPlace, FramesPlan, FramesStart, HEAD_BYTES, HOPS, KnownThread,
    NODE_BYTES,
};
pub(crate) use frames::{Frames, LanguageFrame};
pub use hotspot::{HeapChunk, JavaLayout, JavaMachine, JavaThread};
pub(crate) use runtime::RuntimeFrame;
pub use runtime::RuntimeNote;

use std::collections::HashMap;
use std::ops::Range;

use crate::modules::module::Module;
use crate::process::memory::Memory;
use crate::step::Step;
use crate::step::bare::Left;
use crate::types::limits::Limits;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use held::{Inside, KINDS, Kind};
use python::interpreter::Interpreter;
use runtime::{Opening, Runtime};

/// Runtimes of one process. More than one is rare: an embedded interpreter beside another.
const RUNTIMES: usize = 4;
/// Attempts to open a runtime that is mapped but not yet ready: it may only be starting.
const ATTEMPTS: u8 = 20;

enum State {
    Open(Box<dyn Runtime>),
    Failed { attempts: u8, note: RuntimeNote, inside: Inside },
}

struct Slot {
    module: u16,
    state: State,
}

/// The runtimes of one process.
pub(crate) struct Languages {
    slots: Vec<Slot>,
    kinds: &'static [Kind],
    /// Modules that hold none, and whether their look was thorough.
    without: HashMap<u16, bool>,
}

impl Languages {
    pub(crate) fn new() -> Languages {
        Languages { slots: Vec::new(), kinds: KINDS, without: HashMap::new() }
    }

    /// Whether a file of this base name is worth opening for what it may hold.
    pub(crate) fn expect(&self, name: &str) -> bool {
        self.kinds.iter().any(|kind| (kind.is_likely)(name)) || unread::named(name).is_some()
    }

    /// Whether the module may hold a runtime that is not open yet, if the look into it is as thorough as this.
    pub(crate) fn wants(&self, module: u16, is_thorough: bool) -> bool {
        match self.slots.iter().find(|slot| slot.module == module).map(|slot| &slot.state) {
            Some(State::Open(_)) => false,
            Some(State::Failed { attempts, .. }) => *attempts < ATTEMPTS,
            None => {
                let is_known = self.without.get(&module).is_some_and(|was| *was || !is_thorough);
                self.slots.len() < RUNTIMES && !is_known
            }
        }
    }

    /// Looks into a module, and opens the runtime that it holds.
    pub(crate) fn look(&mut self, (number, module): (u16, &mut Module), found: Finding<'_>, is_thorough: bool) {
        let Some(held) = held::look(self.kinds, module, found.name, is_thorough, found.limits) else {
            self.without.insert(number, is_thorough);
            return;
        };
        let opening =
            Opening { module, name: found.name, bias: found.bias, memory: found.memory, limits: found.limits };
        let place = self.slots.iter().position(|slot| slot.module == number);
        // Where a program runs in it does not change from one attempt to the next.
        let (attempts, known) = match place.map(|at| self.slots.remove(at).state) {
            Some(State::Failed { attempts, inside, .. }) => (attempts, Some(inside)),
            _ => (0, None),
        };
        let state = held.open(&opening).map_or_else(
            |problem| {
                let (name, language) = (found.name.to_owned(), held.language());
                let version = unread::version(found.name);
                let note = RuntimeNote { name, language, version, problem: Some(problem), hint: None };
                let inside = known.unwrap_or_else(|| held.inside(&opening));
                State::Failed { attempts: if held.is_read() { attempts + 1 } else { ATTEMPTS }, note, inside }
            },
            State::Open,
        );
        self.slots.insert(place.unwrap_or(self.slots.len()), Slot { module: number, state });
    }

    /// Whether a link-time address in a module is where a program runs in a runtime that cannot be read.
    pub(crate) fn is_unread(&self, module: u16, linked: u64) -> bool {
        self.slots.iter().any(|slot| match &slot.state {
            State::Failed { inside, .. } if slot.module == module => match inside {
                Inside::File => true,
                Inside::Functions(functions) => functions.iter().any(|function| function.contains(&linked)),
            },
            _ => false,
        })
    }

    /// Whether a runtime of which more is on the stack than of most: V8's event loop alone has 12 KB there, below which
    /// deep chains of calls begin, and where Java and Python call by way of C each call has half a kilobyte.
    pub(crate) fn has_deep_stacks(&self) -> bool {
        self.notes().iter().any(|note| self.kinds.iter().any(|kind| kind.language == note.language))
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

    /// Whether a runtime leaves frames at this address by itself; see [`Runtime::describes`].
    pub(crate) fn describe(&self, address: u64) -> bool {
        self.runtimes().any(|runtime| runtime.describes(address))
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

    /// Where frames are that a runtime keeps outside the native stack, and the threads of which it is known.
    pub(crate) fn plan(&self) -> Option<(FramesPlan, &[KnownThread])> {
        self.runtimes().find_map(|runtime| Some((runtime.plan()?, runtime.threads())))
    }

    /// See [`Runtime::begin`]. What was copied is of the runtime whose plan that was.
    pub(crate) fn begin(&mut self, copied: Option<&CopiedFrames<'_>>, memory: &Memory) {
        let mut copied = copied;
        for slot in &mut self.slots {
            if let State::Open(runtime) = &mut slot.state {
                let is_its = runtime.plan().is_some();
                runtime.begin(copied.filter(|_| is_its), memory);
                copied = copied.filter(|_| !is_its);
            }
        }
    }

    /// See [`Runtime::unknown_code`].
    pub(crate) fn unknown_code(&self) -> Option<u64> {
        self.runtimes().find_map(Runtime::unknown_code)
    }

    /// Answers the runtime that asked.
    pub(crate) fn learn_code(&mut self, function: Option<Range<u64>>) {
        let asks = self.slots.iter_mut().find_map(|slot| match &mut slot.state {
            State::Open(runtime) if runtime.unknown_code().is_some() => Some(runtime),
            _ => None,
        });
        if let Some(runtime) = asks {
            runtime.learn_code(function);
        }
    }

    /// See [`Runtime::end`].
    pub(crate) fn end(&mut self, is_cut: bool, memory: &Memory, names: &mut Frames, out: &mut Vec<u64>) -> FramesEnd {
        let mut end = FramesEnd::default();
        for slot in &mut self.slots {
            if let State::Open(runtime) = &mut slot.state {
                let FramesEnd { missing, is_complete, is_unread } = runtime.end(is_cut, memory, names, out);
                end.missing += missing;
                end.is_complete |= is_complete;
                end.is_unread |= is_unread;
            }
        }
        end
    }

    /// What was found, understood or not.
    pub(crate) fn notes(&self) -> Vec<RuntimeNote> {
        let note = |slot: &Slot| match &slot.state {
            State::Open(runtime) => runtime.note(),
            State::Failed { note, .. } => note.clone(),
        };
        self.slots.iter().map(note).collect()
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

/// Where a module lies that is looked into.
#[derive(Clone, Copy)]
pub(crate) struct Finding<'a> {
    /// Base name of its file.
    pub(crate) name: &'a str,
    /// Run-time address less link-time address.
    pub(crate) bias: u64,
    pub(crate) memory: &'a Memory,
    pub(crate) limits: &'a Limits,
}
