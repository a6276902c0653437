//! Runs a call frame program up to one address. Each instruction consumes at
//! least one byte and the remembered rows are capped, so time and memory are
//! bounded by the length of the entry.

use super::row::{Expression, FrameAddress, RegisterRule, Row};
use crate::files::cursor::Cursor;

/// Nested `DW_CFA_remember_state` believed; compilers need one.
const REMEMBERED: usize = 16;

/// How a common entry says that the operands of programs are written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Factors {
    pub(crate) code_alignment: u64,
    pub(crate) data_alignment: i64,
    pub(crate) pointer_encoding: u8,
}

/// A program and what it runs against.
pub(crate) struct Program<'a> {
    pub(crate) factors: Factors,
    /// Row that `DW_CFA_restore` goes back to; `None` while the common entry itself runs.
    pub(crate) initial: Option<&'a Row>,
    /// Link-time address of the first byte, for `DW_CFA_set_loc`.
    pub(crate) base: u64,
    /// First address the row is for.
    pub(crate) start: u64,
    /// Address wanted.
    pub(crate) wanted: u64,
}

impl Program<'_> {
    /// Runs instructions on `row` until they pass the wanted address. `None` when malformed.
    pub(crate) fn run(&self, cursor: &mut Cursor<'_>, row: &mut Row) -> Option<()> {
        let mut location = self.start;
        let mut remembered: Vec<Row> = Vec::new();
        while !cursor.is_at_end() {
            let opcode = cursor.u8()?;
            match opcode {
                0x01..=0x04 | 0x40..=0x7f => {
                    location = self.advance(opcode, cursor, location)?;
                    if location > self.wanted {
                        return Some(());
                    }
                }
                0x0a if remembered.len() < REMEMBERED => remembered.push(row.clone()),
                0x0b => *row = remembered.pop()?,
                0x0c..=0x0f | 0x12 | 0x13 => row.cfa = self.frame_address(opcode, cursor, row.cfa)?,
                _ => self.register(opcode, cursor, row)?,
            }
        }
        Some(())
    }

    /// The location after a location instruction.
    fn advance(&self, opcode: u8, cursor: &mut Cursor<'_>, location: u64) -> Option<u64> {
        let delta = match opcode {
            0x01 => return super::pointer::read(cursor, self.factors.pointer_encoding, self.base),
            0x02 => cursor.u8()?.into(),
            0x03 => cursor.u16()?.into(),
            0x04 => cursor.u32()?.into(),
            _ => u64::from(opcode & 0x3f),
        };
        location.checked_add(delta.checked_mul(self.factors.code_alignment)?)
    }

    fn frame_address(&self, opcode: u8, cursor: &mut Cursor<'_>, current: FrameAddress) -> Option<FrameAddress> {
        let (register, offset) = match current {
            FrameAddress::Register(register, offset) => (register, offset),
            FrameAddress::Expression(_) if matches!(opcode, 0x0d | 0x0e | 0x13) => return None,
            FrameAddress::Expression(_) => (0, 0),
        };
        Some(match opcode {
            0x0c => FrameAddress::Register(number(cursor)?, i32::try_from(cursor.uleb()?).ok()?),
            0x12 => FrameAddress::Register(number(cursor)?, self.factored_signed(cursor)?),
            0x0d => FrameAddress::Register(number(cursor)?, offset),
            0x0e => FrameAddress::Register(register, i32::try_from(cursor.uleb()?).ok()?),
            0x13 => FrameAddress::Register(register, self.factored_signed(cursor)?),
            _ => FrameAddress::Expression(self.expression(cursor)?),
        })
    }

    fn register(&self, opcode: u8, cursor: &mut Cursor<'_>, row: &mut Row) -> Option<()> {
        let short = u64::from(opcode & 0x3f);
        let (register, rule) = match opcode {
            // Padding; DW_CFA_AARCH64_negate_ra_state, because return addresses are always stripped, signed or not.
            0x00 | 0x2c | 0x2d => return Some(()),
            0x80..=0xbf => (short, RegisterRule::At(self.factored(cursor)?)),
            0xc0..=0xff => (short, self.restored(short)?),
            0x05 => (cursor.uleb()?, RegisterRule::At(self.factored(cursor)?)),
            0x06 => {
                let register = cursor.uleb()?;
                (register, self.restored(register)?)
            }
            0x07 => (cursor.uleb()?, RegisterRule::Undefined),
            0x08 => (cursor.uleb()?, RegisterRule::Same),
            0x09 => (cursor.uleb()?, RegisterRule::In(number(cursor)?)),
            0x10 => (cursor.uleb()?, RegisterRule::AtExpression(self.expression(cursor)?)),
            0x11 => (cursor.uleb()?, RegisterRule::At(self.factored_signed(cursor)?)),
            0x14 => (cursor.uleb()?, RegisterRule::Is(self.factored(cursor)?)),
            0x15 => (cursor.uleb()?, RegisterRule::Is(self.factored_signed(cursor)?)),
            0x16 => (cursor.uleb()?, RegisterRule::IsExpression(self.expression(cursor)?)),
            // DW_CFA_GNU_args_size: matters to exception handling only.
            0x2e => return cursor.uleb().map(|_| ()),
            0x2f => (cursor.uleb()?, RegisterRule::At(self.factored(cursor)?.checked_neg()?)),
            _ => return None,
        };
        row.set(register, rule);
        Some(())
    }

    fn restored(&self, register: u64) -> Option<RegisterRule> {
        let initial = self.initial?;
        Some(initial.registers.get(usize::try_from(register).ok()?).copied().unwrap_or(RegisterRule::Same))
    }

    fn factored(&self, cursor: &mut Cursor<'_>) -> Option<i32> {
        let offset = i64::try_from(cursor.uleb()?).ok()?.checked_mul(self.factors.data_alignment)?;
        i32::try_from(offset).ok()
    }

    fn factored_signed(&self, cursor: &mut Cursor<'_>) -> Option<i32> {
        i32::try_from(cursor.sleb()?.checked_mul(self.factors.data_alignment)?).ok()
    }

    fn expression(&self, cursor: &mut Cursor<'_>) -> Option<Expression> {
        let length = u16::try_from(cursor.uleb()?).ok()?;
        let start = u16::try_from(cursor.position()).ok()?;
        cursor.take(length.into())?;
        Some(Expression { in_common: self.initial.is_none(), start, length })
    }
}

fn number(cursor: &mut Cursor<'_>) -> Option<u8> {
    u8::try_from(cursor.uleb()?).ok()
}
