//! The state of the call frame program: one rule per register, and the compact
//! bytes that a finished row becomes.

use crate::types::arch::REGISTERS;

/// Bytes of an expression, in the common entry (CIE) or in the function's own (FDE).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Expression {
    pub(crate) in_common: bool,
    pub(crate) start: u16,
    pub(crate) length: u16,
}

/// How to find a register's value in the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RegisterRule {
    Same,
    Undefined,
    /// Saved at CFA + offset.
    At(i32),
    /// Is CFA + offset.
    Is(i32),
    /// Held in another register.
    In(u8),
    /// Saved where the expression says.
    AtExpression(Expression),
    /// Is what the expression says.
    IsExpression(Expression),
}

/// How to find the canonical frame address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FrameAddress {
    Register(u8, i32),
    Expression(Expression),
}

/// One row of the table that the program describes.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) cfa: FrameAddress,
    pub(crate) registers: [RegisterRule; REGISTERS],
}

impl Row {
    /// The row before any instruction.
    pub(crate) fn initial(stack_pointer: u8) -> Row {
        Row { cfa: FrameAddress::Register(stack_pointer, 0), registers: [RegisterRule::Same; REGISTERS] }
    }

    /// Sets a rule. Registers that are not tracked (vector registers) are ignored.
    pub(crate) fn set(&mut self, register: u64, rule: RegisterRule) {
        if let Some(slot) = usize::try_from(register).ok().and_then(|register| self.registers.get_mut(register)) {
            *slot = rule;
        }
    }

    /// Whether the row refers to bytes of the entries it came from.
    pub(crate) fn uses_expressions(&self) -> bool {
        matches!(self.cfa, FrameAddress::Expression(_))
            || self
                .registers
                .iter()
                .any(|rule| matches!(rule, RegisterRule::AtExpression(_) | RegisterRule::IsExpression(_)))
    }
}
