//! The frames of Lua that one native frame of the interpreter runs: from the newest to the one that C code called.

use std::ops::Range;
use std::rc::Rc;

use super::inlined::{self, Level};
use super::layout::function;
use super::layout::link::{C, CONTINUATION, KINDS, KINDS_AND_PROTECTED, LUA, VARIABLE_ARGUMENTS};
use super::names::Names;
use super::naming::Caller;
use super::protos::{Proto, Protos};
use super::sample::{Called, Sample, Thread, frame_at};
use super::search::Search;
use super::traces::Trace;
use crate::languages::frames::Frames;
use crate::process::memory::Memory;
use crate::types::registers::Registers;

/// Frames of one native frame.
const MOST_FRAMES: usize = 1024;
/// Frames whose variables are searched for a name.
const FRAMES_SEARCHED: usize = 64;
/// What a continuation is that goes back to a callback's caller.
const CALLBACK: u64 = 1;
/// Distances are shorter.
const MOST_DISTANCE: u64 = 1 << 32;
/// Bytes behind the `global_State` in which its own instructions lie.
const OWN_BYTES: u64 = 16 * 1024;

/// By DWARF number.
const RDX: usize = 1;
const RBX: usize = 3;
const RBP: usize = 6;
const R15: usize = 15;

/// How far a stack of Lua was walked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Cursor {
    /// Not at all.
    #[default]
    Newest,
    /// To the frame at a base.
    At { thread: u64, base: u64 },
    /// To where it cannot be walked any further.
    Lost,
}

/// How code was found to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Runs {
    /// The interpreter's own, interrupted.
    Interpreter,
    /// Something that the interpreter called.
    Called,
    /// Compiled code, or something that it called: the piece, where that is known, and an address in it.
    Compiled(Option<(Trace, u64)>),
}

pub(super) struct Walk<'a> {
    pub(super) sample: &'a Sample,
    pub(super) protos: &'a mut Protos,
    pub(super) names: &'a mut Names,
    pub(super) frames: &'a mut Frames,
    pub(super) memory: &'a Memory,
    pub(super) thread: Thread,
}

/// A frame that there would be: its function object, and the code that runs in it unless it is of C.
struct InlinedCode {
    object: u64,
    proto: Option<Rc<Proto>>,
    next: Option<u64>,
}

/// A frame, and the instruction that runs in it where that is known.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) base: u64,
    pub(super) next: Option<u64>,
    /// Whether it is known to be of a function of C, or of the interpreter.
    pub(super) is_native: bool,
}

impl Place {
    /// Where nothing is known but the frame.
    pub(super) fn at(base: u64) -> Place {
        Place { base, next: None, is_native: false }
    }
}

impl Walk<'_> {
    fn word(&self, address: u64) -> Option<u64> {
        if self.sample.has(self.thread.address) { self.sample.word(address) } else { self.memory.u64(address) }
    }

    fn frame(&self, base: u64) -> Option<(Called, u64)> {
        if !self.thread.has(base) {
            return None;
        }
        let (called, link) = frame_at(base, |address| self.word(address))?;
        Some((called, link))
    }

    /// Whether the frame at `base` is of code that the instruction before `next` is of.
    fn runs(&mut self, base: u64, next: u64) -> bool {
        let Some((Called::Function(object), _)) = self.frame(base) else { return false };
        let proto = self.protos.function(object, self.memory).and_then(|function| function.proto());
        let proto = proto.and_then(|proto| self.protos.at(proto, self.memory));
        proto.is_some_and(|proto| proto.position(next).is_some())
    }

    /// Whether a thread of Lua that is read later than the sample still waits where its native frame says: in a function
    /// of the interpreter's that resumes another, by the instruction it returns to; in one of C, by what was called.
    pub(super) fn waits(&self, saved: u64, registers: &Registers) -> bool {
        let Some((Called::Function(object), link)) = self.frame(self.thread.base) else { return false };
        let native = || self.memory.u64(object.wrapping_add(function::NATIVE));
        let is_there = link == saved || registers.get(R15).is_some_and(|called| native() == Some(called));
        is_there && Thread::now(self.thread.address, self.memory) == Some(self.thread)
    }

    /// The frame at a base, if it is returned from, or if a function of the interpreter itself runs in it, by instructions
    /// of its own.
    fn passing(&mut self, base: u64, next: u64, own_code: &Range<u64>) -> Option<Place> {
        let (Called::Function(object), link) = self.frame(base)? else { return None };
        let is_own = own_code.contains(&next);
        if !is_own && link != next {
            return None;
        }
        let is_native = self.protos.function(object, self.memory).is_none_or(|function| function.fast != 0);
        (is_native || !is_own).then(|| Place { is_native, ..Place::at(base) })
    }

    /// The newest frame of a thread that was interrupted. `None` where that is not certain; `base` alone where its
    /// native frame has no frame of Lua yet, or none any more.
    pub(super) fn newest(&mut self, runs: &Runs, registers: &Registers) -> Option<Result<Place, u64>> {
        let base = self.thread.base;
        let next = registers.get(RBX)?;
        let certain = |walk: &mut Self, base: u64| {
            walk.runs(base, next).then_some(Ok(Place { next: Some(next), ..Place::at(base) }))
        };
        // Functions of the interpreter itself run in frames of their own, by instructions of its own.
        let own_code = self.sample.global..self.sample.global.saturating_add(OWN_BYTES);
        match runs {
            Runs::Compiled(_) => {
                let base = if self.sample.jit_base == 0 { base } else { self.sample.jit_base };
                self.thread.has(base).then_some(Ok(Place::at(base)))
            }
            Runs::Called => {
                // Where the base is not with the thread, a register has it.
                let other = registers.get(RBP).filter(|other| *other != self.thread.address && self.thread.has(*other));
                let base = other.filter(|other| self.frame(*other).is_some()).unwrap_or(base);
                certain(self, base).or_else(|| {
                    let place = self.passing(base, next, &own_code).unwrap_or(Place::at(base));
                    self.frame(base).map(|_| Ok(place))
                })
            }
            Runs::Interpreter => {
                let own = registers.get(RDX).filter(|own| self.thread.has(*own));
                let caller = own.and_then(|own| {
                    let call = self.memory.u32(next.checked_sub(4)?)?;
                    own.checked_sub(16 + 8 * u64::from(call >> 8 & 0xff)).filter(|caller| self.thread.has(*caller))
                });
                let saved = registers.get(RBP).filter(|saved| self.thread.has(*saved));
                for candidate in [own, caller, Some(base), saved].into_iter().flatten() {
                    if let Some(found) = certain(self, candidate) {
                        return Some(found);
                    }
                }
                // Distances are equal more often than instructions.
                let others = [Some(base), saved].into_iter().flatten().filter(|_| next >= MOST_DISTANCE);
                for candidate in own.into_iter().chain(others) {
                    if let Some(found) = self.passing(candidate, next, &own_code) {
                        return Some(Ok(found));
                    }
                }
                if next >= MOST_DISTANCE {
                    return None;
                }
                if next & KINDS == C {
                    return Some(Err(base));
                }
                // What is to lead from the next frame to this one, or led: a function is called by no instruction.
                let own =
                    own.filter(|own| self.frame(*own).is_some_and(|(_, link)| self.before(*own, link).is_some()))?;
                Some(Ok(Place::at(own)))
            }
        }
    }

    /// Reports frames from `from` to the one that C code called, and returns how far that was. Frames older than
    /// `oldest` belong to another native frame.
    pub(super) fn report(&mut self, from: Place, oldest: u64, out: &mut Vec<u64>) -> Cursor {
        self.report_from(from, oldest, None, out)
    }

    /// The first frame is of this code, where that is known.
    fn report_from(&mut self, from: Place, oldest: u64, proto: Option<Rc<Proto>>, out: &mut Vec<u64>) -> Cursor {
        let mut place = from;
        let mut first = proto;
        let mut is_same = false;
        for _ in 0..MOST_FRAMES {
            if place.base <= self.thread.stack.saturating_add(16) || place.base - 8 < oldest {
                return Cursor::At { thread: self.thread.address, base: place.base };
            }
            let Some((called, link)) = self.frame(place.base) else {
                out.push(Names::unknown(self.frames));
                return Cursor::Lost;
            };
            let before = self.before(place.base, link);
            if let (Called::Function(object), false) = (called, is_same) {
                self.push(object, (place, first.take()), before.as_ref(), out);
            }
            let Some((older, _)) = before else {
                out.push(Names::unknown(self.frames));
                return Cursor::Lost;
            };
            let is_end = link & KINDS == C
                || link & KINDS_AND_PROTECTED == CONTINUATION && self.word(place.base - 32) == Some(CALLBACK);
            if is_end {
                return Cursor::At { thread: self.thread.address, base: older.base };
            }
            is_same = link & KINDS_AND_PROTECTED == VARIABLE_ARGUMENTS;
            place = if is_same { Place { next: place.next, ..older } } else { older };
        }
        Cursor::Lost
    }

    /// As [`Walk::report`], where compiled code runs: what it inlined comes first.
    pub(super) fn report_compiled(
        &mut self,
        from: Place,
        oldest: u64,
        (trace, address): (&Trace, u64),
        out: &mut Vec<u64>,
    ) -> Cursor {
        let levels = inlined::levels(trace, address, self.protos, self.memory).unwrap_or_default();
        let codes: Option<Vec<_>> = levels.iter().map(|level| self.code_of(*level, from.base)).collect();
        let Some((began, inner)) = codes.as_ref().and_then(|codes| codes.split_last()) else {
            // Where it begins by itself it says of what code it is, and that cannot have changed.
            let proto = (trace.root == 0).then(|| self.protos.at(trace.proto, self.memory)).flatten();
            return self.report_from(from, oldest, proto, out);
        };
        for (at, code) in inner.iter().enumerate() {
            let InlinedCode { object, proto, next } = code;
            let Some(proto) = proto else {
                out.extend(self.names.native(*object, (self.sample.global, self.memory), self.frames));
                continue;
            };
            let caller = codes.iter().flatten().nth(at + 1);
            let name = |walk: &mut Self| {
                let InlinedCode { object: calling, proto: Some(proto), next: Some(next) } = caller? else {
                    return None;
                };
                let function = walk.protos.function(*calling, walk.memory)?;
                let position = proto.position(*next)?;
                // Its variables are in registers.
                let slot = |_| None;
                let memory = walk.memory;
                Caller { proto, position, object: *calling, function, slot: &slot, memory }.name_of(*object)
            };
            self.push_code(proto, (*object, *next), Place::at(from.base), name, out);
        }
        self.report_from(Place { next: began.next, ..from }, oldest, began.proto.clone(), out)
    }

    /// The code of a frame that there would be; `began` is the base of the frame in which compiled code began.
    fn code_of(&mut self, level: Level, began: u64) -> Option<InlinedCode> {
        let on_stack = match self.frame(began)?.0 {
            Called::Function(object) => object,
            Called::Nothing => return None,
        };
        let object = level.object.unwrap_or(on_stack);
        let Some(next) = level.next else {
            let is_native = self.protos.function(object, self.memory).is_some_and(|function| function.fast != 0);
            return is_native.then_some(InlinedCode { object, proto: None, next: None });
        };
        let proto = self.protos.of(next, Some(object), self.memory)?;
        Some(InlinedCode { object, proto: Some(proto), next: Some(next) })
    }

    /// The frame before the one at `base`, and the code that called where that is known.
    fn before(&mut self, base: u64, link: u64) -> Option<(Place, Option<Rc<Proto>>)> {
        let distance = |link: u64| {
            let distance = link & !KINDS_AND_PROTECTED;
            (16..MOST_DISTANCE).contains(&distance).then(|| base.checked_sub(distance)).flatten()
        };
        let (older, next) = match link & KINDS {
            LUA => {
                // The call itself says how far below its frame begins, and the code where it is says whether that is so.
                let proto = self.protos.of(link, None, self.memory);
                let call = match &proto {
                    Some(proto) => *proto.instructions.get(proto.position(link)?)?,
                    None => self.memory.u32(link.checked_sub(4)?)?,
                };
                (base.checked_sub(16 + 8 * u64::from(call >> 8 & 0xff))?, Some(link))
            }
            CONTINUATION if link & KINDS_AND_PROTECTED == CONTINUATION => {
                (distance(link)?, self.word(base.checked_sub(24)?))
            }
            _ => (distance(link)?, None),
        };
        if older < self.thread.stack.saturating_add(16) || older >= base {
            return None;
        }
        let is_bottom = older == self.thread.stack.saturating_add(16);
        let called = if is_bottom { None } else { Some(self.frame(older)?.0) };
        let object = called.and_then(|called| if let Called::Function(object) = called { Some(object) } else { None });
        let proto = next.and_then(|next| self.protos.of(next, object, self.memory));
        if link & KINDS == LUA && proto.is_none() {
            return None;
        }
        let next = next.filter(|_| proto.is_some());
        Some((Place { next, ..Place::at(older) }, proto))
    }

    /// Reports one frame; `proto` is its code where that is known.
    fn push(
        &mut self,
        object: u64,
        (place, proto): (Place, Option<Rc<Proto>>),
        before: Option<&(Place, Option<Rc<Proto>>)>,
        out: &mut Vec<u64>,
    ) {
        let function = self.protos.function(object, self.memory);
        let is_native = function.is_some_and(|function| function.fast != 0) && place.next.is_none();
        if place.is_native || is_native && proto.is_none() {
            // Functions of C are on the native stack; what the program calls them may be known all the same.
            out.extend(self.names.native(object, (self.sample.global, self.memory), self.frames));
            return;
        }
        let proto = proto.or_else(|| {
            if let Some(next) = place.next {
                return self.protos.of(next, Some(object), self.memory);
            }
            let proto = function.and_then(|function| function.proto());
            proto.and_then(|proto| self.protos.at(proto, self.memory))
        });
        let Some(proto) = proto else {
            out.push(Names::unknown(self.frames));
            return;
        };
        let caller = before.and_then(|(caller, proto)| Some((caller, proto.as_ref()?)));
        let name = |walk: &mut Self| {
            let (caller, proto) = caller?;
            let (Called::Function(calling), _) = walk.frame(caller.base)? else { return None };
            let position = proto.position(caller.next?)?;
            let function = walk.protos.function(calling, walk.memory)?;
            let slot = |slot: u64| walk.word(caller.base.checked_add(8 * slot)?);
            let memory = walk.memory;
            Caller { proto, position, object: calling, function, slot: &slot, memory }.name_of(object)
        };
        self.push_code(&proto, (object, place.next), place, name, out);
    }

    /// Reports a frame of code that is known, of a function object; `name` finds out what its caller calls it.
    fn push_code(
        &mut self,
        proto: &Rc<Proto>,
        (object, next): (u64, Option<u64>),
        from: Place,
        name: impl Fn(&mut Self) -> Option<String>,
        out: &mut Vec<u64>,
    ) {
        let is_known = self.names.known(proto, object, (self.sample.global, self.memory));
        let name = if is_known { None } else { name(self).or_else(|| self.name_elsewhere(proto, from)) };
        let next = next.filter(|_| out.is_empty());
        let line = next.and_then(|next| proto.line(proto.position(next)?, self.memory));
        out.push(self.names.frame(proto, name, line, self.frames));
    }

    /// What a function is called by the variables of those that are on the stack, and by theirs.
    fn name_elsewhere(&mut self, of: &Rc<Proto>, from: Place) -> Option<String> {
        let mut search = Search::new(of.address, self.memory);
        let mut place = from;
        for _ in 0..FRAMES_SEARCHED {
            let (called, link) = self.frame(place.base)?;
            if let Called::Function(object) = called {
                if place.base != from.base {
                    let proto = place.next.and_then(|next| self.protos.of(next, Some(object), self.memory));
                    let position = proto.as_ref().zip(place.next).and_then(|(proto, next)| proto.position(next));
                    if let Some((proto, position)) = proto.zip(position) {
                        let slot = |slot: u64| self.word(place.base.checked_add(8 * slot)?);
                        search.variables(&proto, position, &slot);
                    }
                }
                search.function(object);
            }
            let Some((older, _)) = self.before(place.base, link) else { break };
            if older.base <= self.thread.stack.saturating_add(16) {
                break;
            }
            place = older;
        }
        search.find(self.protos)
    }
}
