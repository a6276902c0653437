//! The walk of one sample, frame by frame.

use crate::bare::{BareFrame, Left};
use crate::module::{Lookup, Reading};
use crate::outcome::{CutReason, Outcome};
use crate::rule::Rule;
use crate::rule_store::{AddressKey, Remembered};
use crate::stack::Stack;
use crate::step::{Frame, Step};
use crate::target::{Place, Sample, Target};

/// Which rule an address has.
enum Found {
    Stored(u32),
    /// In [`Target`]'s buffer for one rule.
    Loose,
    /// None: the place is where the code lies.
    Nothing(Place),
}

impl Target {
    /// Walks one sample. `out` is cleared and filled with lookup addresses, leaf
    /// first: the instruction pointer of the leaf and of frames interrupted by a
    /// signal, the return address minus one of every other frame. They are what
    /// [`Target::symbolise`] takes.
    ///
    /// Whatever the outcome, the addresses reported are sound. Never fails as a
    /// whole, never allocates beyond the limits; `out` holds at most
    /// [`crate::Limits::frames`].
    pub fn unwind(&mut self, sample: &Sample<'_>, out: &mut Vec<u64>) -> Outcome {
        out.clear();
        let mut frame_pointer_steps = 0;
        let end = self.walk(sample, out, &mut frame_pointer_steps);
        self.drop_behind_if_due();
        match end {
            Ok(()) => Outcome::Whole { frame_pointer_steps },
            Err(reason) => Outcome::Cut { reason, frame_pointer_steps },
        }
    }

    /// `Ok` when the root was reached.
    fn walk(&mut self, sample: &Sample<'_>, out: &mut Vec<u64>, bare_steps: &mut u16) -> Result<(), CutReason> {
        if sample.regs.arch() != self.arch {
            return Err(CutReason::WrongArchitecture);
        }
        let stack = Stack::new(sample.regs.sp(), sample.stack);
        let mut registers = sample.regs.clone();
        let mut exact = true;
        loop {
            if out.len() >= self.limits.frames {
                return Err(CutReason::FrameLimit);
            }
            let address = if exact { registers.ip() } else { registers.ip() - 1 };
            let found = match self.rule_at(address) {
                // A signal trampoline is returned to at its first instruction, which may be the first of its mapping.
                Err(CutReason::UnmappedCode) if !exact && self.mappings.find(registers.ip()).is_some() => {
                    Ok(Found::Nothing(Place::Anonymous))
                }
                found => found,
            };
            // A frame is reported even when it cannot be left; an address that is no code is not a frame.
            if !matches!(found, Err(CutReason::UnmappedCode)) || out.is_empty() {
                out.push(address);
            }
            let step = match found? {
                Found::Nothing(place) => {
                    if self.is_entry_code(place) {
                        return Ok(());
                    }
                    let mappings = &mut self.mappings;
                    let mut frame = BareFrame { stack: &stack, code: &mut self.code, exact };
                    let mut executable = |address: u64| mappings.find(address).is_some();
                    let (left, step) = frame.leave(&mut registers, &mut executable)?;
                    *bare_steps = bare_steps.saturating_add((left == Left::Checked).into());
                    step
                }
                found => {
                    let bytes = if let Found::Stored(rule) = found { self.rules.get(rule) } else { &self.loose_rule };
                    let rule = Rule::decode(bytes).ok_or(CutReason::BadUnwindInfo)?;
                    let frame = Frame { stack: &stack, steps: self.limits.expression_steps, exact };
                    frame.leave(&rule, &mut registers)?
                }
            };
            match step {
                Step::Root => return Ok(()),
                Step::Caller { exact: next } => exact = next,
            }
            if registers.ip() == 0 {
                return Err(CutReason::NullReturnAddress);
            }
        }
    }

    fn rule_at(&mut self, address: u64) -> Result<Found, CutReason> {
        let place = self.place(address)?;
        let Place::Module(number, linked) = place else {
            return Ok(Found::Nothing(place));
        };
        let Some(module) = self.modules.opened(number) else {
            return Err(CutReason::ModuleUnreadable);
        };
        let key = AddressKey::new(number, linked.wrapping_sub(module.elf.base()));
        if let Some(remembered) = key.and_then(|key| self.addresses.get(key)) {
            self.counters.rule_hits += 1;
            return match remembered {
                Remembered::Rule(rule) => Ok(Found::Stored(rule)),
                Remembered::NoEntry => Ok(Found::Nothing(place)),
                Remembered::Malformed => Err(CutReason::BadUnwindInfo),
            };
        }
        self.counters.rule_misses += 1;
        let mut reading = Reading {
            module: number,
            pages: &mut self.pages,
            scratch: &mut self.scratch,
            entry_bytes: self.limits.unwind_entry_bytes,
        };
        let (remembered, found) = match module.rule(linked, &mut reading, &mut self.loose_rule) {
            Lookup::NoEntry => (Remembered::NoEntry, Ok(Found::Nothing(place))),
            Lookup::Malformed => {
                self.counters.entries_refused += 1;
                (Remembered::Malformed, Err(CutReason::BadUnwindInfo))
            }
            Lookup::Found => {
                if let Some(rule) = self.rules.intern(&self.loose_rule) {
                    (Remembered::Rule(rule), Ok(Found::Stored(rule)))
                } else {
                    self.counters.rules_not_kept += 1;
                    return Ok(Found::Loose);
                }
            }
        };
        if let Some(key) = key {
            self.addresses.insert(key, remembered);
        }
        found
    }

    fn is_entry_code(&mut self, place: Place) -> bool {
        match place {
            Place::Module(number, linked) => {
                self.modules.opened(number).is_some_and(|module| module.is_entry_code(linked))
            }
            Place::Anonymous => false,
        }
    }
}
