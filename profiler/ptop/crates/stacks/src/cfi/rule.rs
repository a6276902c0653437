//! A finished unwind rule as a few bytes: about 20 for an ordinary function.
//! Equal rules have equal bytes, which is what lets the store keep each once.
//!
//! Layout: flags, return column, frame address, then one item per register
//! that is not simply kept. An item is register, kind, payload; the payload is
//! four bytes, one byte, or a length of two bytes and an expression.

use crate::cfi::entry::Common;
use crate::cfi::row::{Expression, FrameAddress, RegisterRule, Row};
use crate::files::cursor::Cursor;
use crate::types::arch::REGISTERS;

const SIGNAL_FRAME: u8 = 1;
const EXPRESSION_ADDRESS: u8 = 2;

/// Bytes of all expressions of one rule; glibc's signal trampoline has about 80.
const EXPRESSION_BYTES: usize = 4096;

/// Writes `row` into `out`. `None` when an expression is out of range or too long.
pub(crate) fn encode(row: &Row, common: &Common, function: &[u8], out: &mut Vec<u8>) -> Option<()> {
    out.clear();
    let expression = |expression: Expression| -> Option<&[u8]> {
        let bytes = if expression.in_common { &common.bytes } else { function };
        bytes.get(expression.start.into()..usize::from(expression.start) + usize::from(expression.length))
    };
    let signal = if common.is_signal_frame { SIGNAL_FRAME } else { 0 };
    match row.cfa {
        FrameAddress::Register(register, offset) => {
            out.extend([signal, common.return_register, register]);
            out.extend(offset.to_le_bytes());
        }
        FrameAddress::Expression(at) => {
            out.extend([signal | EXPRESSION_ADDRESS, common.return_register]);
            push_expression(expression(at)?, out);
        }
    }
    for (register, rule) in row.registers.iter().enumerate() {
        let register = register as u8;
        match *rule {
            RegisterRule::Same => {}
            RegisterRule::Undefined => out.extend([register, 0]),
            RegisterRule::At(offset) => push_offset(register, 1, offset, out),
            RegisterRule::Is(offset) => push_offset(register, 2, offset, out),
            RegisterRule::In(other) => out.extend([register, 3, other]),
            RegisterRule::AtExpression(at) => {
                out.extend([register, 4]);
                push_expression(expression(at)?, out);
            }
            RegisterRule::IsExpression(at) => {
                out.extend([register, 5]);
                push_expression(expression(at)?, out);
            }
        }
        if out.len() > EXPRESSION_BYTES {
            return None;
        }
    }
    Some(())
}

/// Writes a rule whose frame address is a register and an offset, and whose saved registers lie at offsets from it.
/// A register without one has no value in the caller: for the return column that marks the root.
pub(crate) fn encode_frame(return_column: u8, cfa: (u8, i32), saved: &[(u8, Option<i32>)], out: &mut Vec<u8>) {
    out.clear();
    out.extend([0, return_column, cfa.0]);
    out.extend(cfa.1.to_le_bytes());
    for (register, offset) in saved {
        match offset {
            Some(offset) => push_offset(*register, 1, *offset, out),
            None => out.extend([*register, 0]),
        }
    }
}

fn push_offset(register: u8, kind: u8, offset: i32, out: &mut Vec<u8>) {
    out.extend([register, kind]);
    out.extend(offset.to_le_bytes());
}

fn push_expression(bytes: &[u8], out: &mut Vec<u8>) {
    out.extend((bytes.len() as u16).to_le_bytes());
    out.extend(bytes);
}

/// How to find a value of the caller; the decoded form of [`RegisterRule`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Value<'a> {
    Undefined,
    At(i32),
    Is(i32),
    In(u8),
    AtExpression(&'a [u8]),
    IsExpression(&'a [u8]),
}

/// A decoded rule. Its items are decoded as they are walked.
pub(crate) struct Rule<'a> {
    pub(crate) is_signal_frame: bool,
    pub(crate) return_register: u8,
    pub(crate) cfa: Address<'a>,
    items: Cursor<'a>,
}

/// How to find the frame address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Address<'a> {
    Register(u8, i32),
    Expression(&'a [u8]),
}

impl<'a> Rule<'a> {
    /// Decodes what [`encode`] wrote.
    pub(crate) fn decode(bytes: &'a [u8]) -> Option<Rule<'a>> {
        let mut cursor = Cursor::new(bytes);
        let flags = cursor.u8()?;
        let return_register = cursor.u8().filter(|number| usize::from(*number) < REGISTERS)?;
        let cfa = if flags & EXPRESSION_ADDRESS == 0 {
            Address::Register(cursor.u8()?, cursor.u32()? as i32)
        } else {
            Address::Expression(take_expression(&mut cursor)?)
        };
        Some(Rule { is_signal_frame: flags & SIGNAL_FRAME != 0, return_register, cfa, items: cursor })
    }

    /// The registers that are not simply kept, in ascending order.
    pub(crate) fn items(&self) -> impl Iterator<Item = (usize, Value<'a>)> {
        let mut cursor = self.items.clone();
        std::iter::from_fn(move || {
            let register = cursor.u8()?;
            let value = match cursor.u8()? {
                0 => Value::Undefined,
                1 => Value::At(cursor.u32()? as i32),
                2 => Value::Is(cursor.u32()? as i32),
                3 => Value::In(cursor.u8()?),
                4 => Value::AtExpression(take_expression(&mut cursor)?),
                _ => Value::IsExpression(take_expression(&mut cursor)?),
            };
            Some((register.into(), value))
        })
    }
}

fn take_expression<'a>(cursor: &mut Cursor<'a>) -> Option<&'a [u8]> {
    let length = cursor.u16()?;
    cursor.take(length.into())
}
