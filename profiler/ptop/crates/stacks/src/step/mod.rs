//! Applies one rule to the registers of a frame and gives those of its caller.

pub(crate) mod bare;

use crate::cfi::expression::Evaluation;
use crate::cfi::rule::{Address, Rule, Value};
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use crate::types::stack::Stack;

/// Where a rule led.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// To the caller. `exact` when its instruction pointer is where it was
    /// interrupted rather than a return address.
    Caller { exact: bool },
    /// Nowhere: the return address is undefined, which marks the root.
    Root,
}

/// One frame about to be left.
pub(crate) struct Frame<'a> {
    pub(crate) stack: &'a Stack<'a>,
    /// Steps allowed to one expression.
    pub(crate) steps: usize,
    /// Whether the instruction pointer is exact: only then may the stack pointer stay where it is.
    pub(crate) exact: bool,
}

impl Frame<'_> {
    /// Replaces `registers` by the caller's. On an error or at the root they are unchanged.
    pub(crate) fn leave(&self, rule: &Rule<'_>, registers: &mut Registers) -> Result<Step, CutReason> {
        let arch = registers.arch();
        let evaluation = Evaluation { registers, stack: self.stack, steps: self.steps };
        let cfa = match rule.cfa {
            Address::Register(number, offset) => {
                registers.get(number.into()).ok_or(CutReason::RegisterLost)?.wrapping_add_signed(offset.into())
            }
            Address::Expression(bytes) => evaluation.run(bytes, None)?,
        };
        let mut caller = registers.clone();
        caller.keep_only(arch.callee_saved() | 1 << arch.sp());
        caller.set(arch.sp(), cfa);
        let return_register = usize::from(rule.return_register);
        let mut return_address = None;
        for (number, value) in rule.items() {
            let found = self.value(value, cfa, &evaluation);
            if number == return_register {
                return_address = Some(found?);
            }
            match found {
                Ok(Some(found)) => caller.set(number, found),
                Ok(None) => caller.forget(number),
                // In an epilogue the rule points below the stack pointer at a register already
                // restored, and a copy may end before a saved register: the value at hand stays.
                Err(_) => {
                    if let Some(current) = registers.get(number) {
                        caller.set(number, current);
                    }
                }
            }
        }
        let return_address = match return_address {
            Some(None) => return Ok(Step::Root),
            Some(Some(address)) => address,
            None => registers.get(return_register).ok_or(CutReason::RegisterLost)?,
        };
        let return_address = arch.strip(return_address);
        self.check_progress(registers, &caller, return_address, rule.is_signal_frame)?;
        caller.set(arch.ip(), return_address);
        *registers = caller;
        Ok(Step::Caller { exact: rule.is_signal_frame })
    }

    /// `None` inside when the rule says that the value is lost.
    fn value(&self, value: Value<'_>, cfa: u64, evaluation: &Evaluation<'_>) -> Result<Option<u64>, CutReason> {
        let saved = |address: u64| {
            if address < evaluation.registers.sp() { Err(CutReason::OutsideStack) } else { self.stack.read(address) }
        };
        match value {
            Value::Undefined => Ok(None),
            Value::At(offset) => saved(cfa.wrapping_add_signed(offset.into())).map(Some),
            Value::Is(offset) => Ok(Some(cfa.wrapping_add_signed(offset.into()))),
            Value::In(number) => evaluation.registers.get(number.into()).map(Some).ok_or(CutReason::RegisterLost),
            Value::AtExpression(bytes) => saved(evaluation.run(bytes, Some(cfa))?).map(Some),
            Value::IsExpression(bytes) => evaluation.run(bytes, Some(cfa)).map(Some),
        }
    }

    fn check_progress(&self, from: &Registers, to: &Registers, ip: u64, signal: bool) -> Result<(), CutReason> {
        if ip == 0 {
            return Err(CutReason::NullReturnAddress);
        }
        // A signal can interrupt another stack, which may lie anywhere; reads stay bounded by the copy.
        let stays_but_moves_on = self.exact && to.sp() == from.sp() && ip != from.ip();
        if signal || to.sp() > from.sp() || stays_but_moves_on { Ok(()) } else { Err(CutReason::NoProgress) }
    }
}
