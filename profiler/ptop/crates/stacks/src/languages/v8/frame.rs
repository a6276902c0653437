//! One frame of V8: what it is, which functions it represents, and its caller.

use std::collections::HashMap;

use super::code::{Codes, Owner, Unit};
use super::functions::{Functions, Known, Naming, Running};
use super::heap::is_object;
use super::inlining::inlined;
use super::interpreter::Interpreter;
use crate::languages::frames::LanguageFrame;
use crate::process::code::Code;
use crate::step::Step;
use crate::step::bare::Left;
use crate::types::arch::Arch;
use crate::types::name::NameOrigin;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use crate::types::stack::Stack;

/// Distances below the frame pointer: what the frame is, the function object, the bytecode, and where
/// newer and older versions have its feedback.
const MARK: u64 = 8;
const FUNCTION: u64 = 16;
const BYTECODE: u64 = 32;
const FEEDBACK: [u64; 2] = [40, 48];
/// Addresses of which it is remembered, for one moment, what is inlined there.
const INLININGS: usize = 1024;

pub(super) type Leaving = Option<Result<(Left, Step), CutReason>>;

/// What is inlined at an address, by whether the thread is there itself.
pub(super) type Inlinings = HashMap<(u64, bool), Box<[u64]>>;

/// What the words of a frame say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A frame of V8's own, by its number.
    Marked(u64),
    /// A frame of a function.
    Function(Running),
    /// The frame is not complete yet, or none of V8's.
    Unknown,
}

pub(super) struct Frame<'a, 'b> {
    pub(super) naming: Naming<'a, 'b>,
    pub(super) functions: &'a mut Functions,
    pub(super) codes: &'a mut Codes,
    pub(super) inlinings: &'a mut Inlinings,
    pub(super) interpreter: &'a Interpreter,
    pub(super) stack: &'a Stack<'a>,
    pub(super) code: &'b mut Code,
    pub(super) executable: &'b mut dyn FnMut(u64) -> bool,
    pub(super) exact: bool,
    pub(super) linked: Option<u64>,
}

impl Frame<'_, '_> {
    pub(super) fn leave(&mut self, registers: &mut Registers, out: &mut Vec<u64>) -> Leaving {
        let shape = self.shape(registers);
        match (self.linked, self.exact) {
            (Some(linked), false) => self.leave_routine(linked, shape, registers, out),
            (Some(linked), true) => self.leave_routine_on_top(linked, shape, registers, out),
            (None, false) => self.leave_made(shape, registers, out),
            (None, true) => self.leave_made_on_top(shape, registers, out),
        }
    }

    fn shape(&self, registers: &Registers) -> Shape {
        let Some(fp) = registers.get(registers.arch().fp()) else { return Shape::Unknown };
        // What lies below the stack pointer is not written yet.
        let slot = |below: u64| {
            let at = fp.checked_sub(below).filter(|at| *at >= registers.sp())?;
            self.stack.read(at).ok()
        };
        match slot(MARK) {
            Some(mark) if mark & 1 == 0 && mark > 0 && mark / 2 <= self.naming.heap.layout.markers.last => {
                Shape::Marked(mark / 2)
            }
            Some(context) if is_object(context) => match slot(FUNCTION) {
                Some(object) if is_object(object) => {
                    let word = |below| slot(below).filter(|word| is_object(*word));
                    Shape::Function(Running { object, bytecode: word(BYTECODE), feedback: FEEDBACK.map(word) })
                }
                _ => Shape::Unknown,
            },
            _ => Shape::Unknown,
        }
    }

    /// A routine of V8's, built into the executable, that has called something.
    fn leave_routine(&mut self, linked: u64, shape: Shape, registers: &mut Registers, out: &mut Vec<u64>) -> Leaving {
        if shape == Shape::Unknown {
            return None;
        }
        let left = self.step(shape, registers)?;
        if let Shape::Function(running) = shape {
            // The routine's own function has no script; one that has is being interpreted.
            let is_interpreter = self.is_interpreter(linked);
            match self.function(&running) {
                Some(Known::Script(address)) => out.push(address),
                None if is_interpreter => out.push(self.unnamed("[interpreted JavaScript]")),
                _ => {}
            }
        }
        Some(left)
    }

    /// A routine of V8's in which the thread is.
    fn leave_routine_on_top(
        &mut self,
        linked: u64,
        shape: Shape,
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Leaving {
        let function = match shape {
            Shape::Function(running) => self.function(&running),
            _ => None,
        };
        if self.interpreter.handlers.contains(&linked) {
            if matches!(shape, Shape::Function(_)) {
                let left = self.step(shape, registers)?;
                out.push(match function {
                    Some(Known::Script(address)) => address,
                    _ => self.unnamed("[interpreted JavaScript]"),
                });
                return Some(left);
            }
        } else if self.is_at_edge(registers) {
            return None;
        }
        let ip = registers.ip();
        let likely = match (function, shape) {
            (None, Shape::Function(running)) => self.likely(&running),
            _ => function,
        };
        // A routine without a frame of its own: the frame is that of the function which called it.
        if let Some(Known::Script(address)) = likely {
            let is_caller = self.stack.read(registers.sp()).ok().is_some_and(|caller| {
                (self.executable)(caller) && self.code.follows_call(caller) && self.runs_in(caller, address)
            });
            if is_caller {
                out.push(ip);
                return Some(self.step_over(0, registers));
            }
        }
        if shape == Shape::Unknown {
            return None;
        }
        let left = self.step(shape, registers)?;
        out.push(ip);
        match (function, likely) {
            (Some(Known::Script(address)), _) => out.push(address),
            (None, Some(Known::Script(_))) => out.push(self.unnamed("[compiled JavaScript]")),
            _ => {}
        }
        Some(left)
    }

    /// Code that V8 made and that has called something.
    fn leave_made(&mut self, shape: Shape, registers: &mut Registers, out: &mut Vec<u64>) -> Leaving {
        let address = registers.ip().wrapping_sub(1);
        let unit = match shape {
            Shape::Function(_) => self.find(address),
            _ => None,
        };
        let left = self.step(shape, registers)?;
        if let Some(unit) = &unit {
            self.push_inlined(unit, address, out);
        }
        self.push_made(unit.as_ref(), shape, out);
        Some(left)
    }

    /// Code that V8 made, in which the thread is: its frame may not be there yet, or no longer.
    fn leave_made_on_top(&mut self, shape: Shape, registers: &mut Registers, out: &mut Vec<u64>) -> Leaving {
        let ip = registers.ip();
        let unit = match shape {
            // WebAssembly has no headers, so that what is not known already is most likely that.
            Shape::Marked(mark) if self.naming.heap.layout.markers.wasm.contains(&mark) => self.codes.known(ip),
            _ => self.find(ip),
        };
        let Some(unit) = unit.filter(|unit| unit.owner != Owner::Other) else {
            if self.is_at_edge(registers) {
                return None;
            }
            let left = self.step(shape, registers)?;
            self.push_made(None, shape, out);
            return Some(left);
        };
        let own = self.owner(&unit, shape);
        if let Some(slot) = self.slot_of_return(&unit, shape, own, registers) {
            out.push(self.name(own, &unit));
            return Some(self.step_over(slot, registers));
        }
        let left = self.step(shape, registers)?;
        self.push_inlined(&unit, ip, out);
        out.push(self.name(own, &unit));
        Some(left)
    }

    /// Where the return address lies, in bytes above the stack pointer, when the code has no frame at the
    /// instruction where the thread is.
    fn slot_of_return(&mut self, unit: &Unit, shape: Shape, own: Option<Known>, registers: &Registers) -> Option<u64> {
        if registers.arch() != Arch::X86_64 {
            return None;
        }
        let is_before = registers.ip() < unit.framed;
        let is_other = match shape {
            Shape::Function(running) => {
                let function = self.function(&running);
                function.is_some() && own.is_some() && function != own
            }
            Shape::Marked(_) => true,
            Shape::Unknown => false,
        };
        let slots: &[u64] = if is_before || is_other || self.is_at_edge(registers) { &[0, 8] } else { &[] };
        slots.iter().copied().find(|slot| {
            let caller = self.stack.read(registers.sp().wrapping_add(*slot));
            caller.is_ok_and(|caller| (self.executable)(caller) && self.code.follows_call(caller))
        })
    }

    /// Reports what is inlined at an address of optimised code.
    fn push_inlined(&mut self, unit: &Unit, address: u64, out: &mut Vec<u64>) {
        let Owner::Optimised { data, .. } = unit.owner else { return };
        let place = (address, self.exact);
        if let Some(known) = self.inlinings.get(&place) {
            out.extend(known);
            return;
        }
        let mut found = Vec::new();
        for shared in inlined(unit, data, address, self.exact, &mut self.naming.heap) {
            if let Some(Known::Script(address)) = self.functions.describe(shared, &mut self.naming) {
                found.push(address);
            }
        }
        out.extend(&found);
        if self.inlinings.len() < INLININGS {
            self.inlinings.insert(place, found.into());
        }
    }

    fn push_made(&mut self, unit: Option<&Unit>, shape: Shape, out: &mut Vec<u64>) {
        let markers = &self.naming.heap.layout.markers;
        match (shape, unit) {
            (Shape::Marked(mark), _) if markers.wasm.contains(&mark) => out.push(self.named("[wasm]")),
            (Shape::Marked(mark), _) if markers.wasm_adaptors.contains(&mark) => out.push(self.named("[adaptor]")),
            (Shape::Marked(mark), _) if markers.regexp == Some(mark) => out.push(self.named("[regular expression]")),
            (Shape::Function(_), Some(unit)) if unit.owner != Owner::Other => {
                let own = self.owner(unit, shape);
                out.push(self.name(own, unit));
            }
            (Shape::Function(running), None) => match self.function(&running) {
                Some(Known::Script(address)) => out.push(address),
                Some(Known::Native) => {}
                None => out.push(self.unnamed("[compiled JavaScript]")),
            },
            // Between functions of different kinds; the frame is that of the function which is called.
            (Shape::Function(running), Some(_)) => match self.function(&running) {
                Some(Known::Script(address)) => out.push(address),
                _ => out.push(self.named("[adaptor]")),
            },
            _ => {}
        }
    }

    fn find(&mut self, address: u64) -> Option<Unit> {
        self.codes.find(address, self.naming.moment, &mut self.naming.heap)
    }

    /// The function whose code it is.
    fn owner(&mut self, unit: &Unit, shape: Shape) -> Option<Known> {
        match (unit.owner, shape) {
            (Owner::Optimised { shared, .. }, _) => self.functions.describe(shared, &mut self.naming),
            (Owner::Baseline(bytecode), Shape::Function(running)) => {
                self.function(&Running { bytecode: Some(bytecode), ..running })
            }
            (Owner::Baseline(bytecode), _) => {
                self.function(&Running { object: 0, bytecode: Some(bytecode), feedback: [None; 2] })
            }
            (Owner::Other, _) => None,
        }
    }

    /// The function of a frame, if it can be believed: one of a script only by the bytecode that runs.
    fn function(&mut self, running: &Running) -> Option<Known> {
        let heap = &mut self.naming.heap;
        let bytecode = running.bytecode.filter(|word| heap.is(*word, heap.layout.types.bytecode));
        let Some(bytecode) = bytecode else {
            return self.likely(running).filter(|function| *function == Known::Native);
        };
        let shared = self.functions.owner_of(bytecode, running, &mut self.naming)?;
        self.functions.describe(shared, &mut self.naming)
    }

    /// The function of a frame by its object alone, in whose place another may lie by now: enough to
    /// compare with what is known otherwise, not to report.
    fn likely(&mut self, running: &Running) -> Option<Known> {
        let shared = Functions::shared_of(running.object, &mut self.naming.heap)?;
        self.functions.describe(shared, &mut self.naming)
    }

    /// Whether a return address lies in code of the function that `address` represents.
    fn runs_in(&mut self, caller: u64, address: u64) -> bool {
        let Some(unit) = self.find(caller.wrapping_sub(1)) else { return false };
        match unit.owner {
            Owner::Optimised { shared, .. } => {
                self.functions.describe(shared, &mut self.naming) == Some(Known::Script(address))
            }
            Owner::Baseline(_) => true,
            Owner::Other => false,
        }
    }

    fn is_interpreter(&self, linked: u64) -> bool {
        self.interpreter.handlers.contains(&linked) || self.interpreter.trampoline.contains(&linked)
    }

    fn name(&mut self, function: Option<Known>, unit: &Unit) -> u64 {
        match (function, unit.owner) {
            (Some(Known::Script(address)), _) => address,
            (_, Owner::Baseline(_)) => self.unnamed("[baseline JavaScript]"),
            _ => self.unnamed("[optimised JavaScript]"),
        }
    }

    /// A frame of JavaScript that has no name, by the kind of its code.
    fn unnamed(&mut self, kind: &str) -> u64 {
        self.special("", kind)
    }

    /// A frame of V8's own without a symbol.
    fn named(&mut self, kind: &str) -> u64 {
        self.special(kind, "[JavaScript engine]")
    }

    fn special(&mut self, function: &str, module: &str) -> u64 {
        self.naming.names.address(&LanguageFrame::new(function, module, NameOrigin::JavaScript))
    }
}
