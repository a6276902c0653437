//! DWARF expressions of unwind rules: procedure linkage tables, signal
//! trampolines, realigned stacks. Steps and depth are bounded; an operation
//! that needs more than registers and stack ends the evaluation.

use crate::files::cursor::Cursor;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use crate::types::stack::Stack;

/// Values on the expression's stack; compilers and libcs need 4.
const DEPTH: usize = 32;

/// Evaluates `bytes` against one frame.
pub(crate) struct Evaluation<'a> {
    pub(crate) registers: &'a Registers,
    pub(crate) stack: &'a Stack<'a>,
    pub(crate) steps: usize,
}

impl Evaluation<'_> {
    /// The top of the expression's stack at its end. `first` is pushed before it starts.
    pub(crate) fn run(&self, bytes: &[u8], first: Option<u64>) -> Result<u64, CutReason> {
        let mut values = Values { slots: [0; DEPTH], count: 0 };
        if let Some(first) = first {
            values.push(first).ok_or(CutReason::BadUnwindInfo)?;
        }
        let mut cursor = Cursor::new(bytes);
        for _ in 0..self.steps {
            if cursor.is_at_end() {
                return values.pop().ok_or(CutReason::BadUnwindInfo);
            }
            self.step(&mut cursor, &mut values)?;
        }
        Err(CutReason::BadUnwindInfo)
    }

    fn step(&self, cursor: &mut Cursor<'_>, values: &mut Values) -> Result<(), CutReason> {
        let malformed = CutReason::BadUnwindInfo;
        let opcode = cursor.u8().ok_or(malformed)?;
        match opcode {
            0x70..=0x8f => self.register(u64::from(opcode - 0x70), cursor, values),
            0x92 => {
                let register = cursor.uleb().ok_or(malformed)?;
                self.register(register, cursor, values)
            }
            0x06 => {
                let address = values.pop().ok_or(malformed)?;
                values.push(self.stack.read(address)?).ok_or(malformed)
            }
            0x94 => {
                let size = cursor.u8().filter(|size| (1..=8).contains(size)).ok_or(malformed)?;
                let address = values.pop().ok_or(malformed)?;
                values.push(self.stack.read(address)? & (u64::MAX >> (64 - 8 * u32::from(size)))).ok_or(malformed)
            }
            _ => arithmetic(opcode, cursor, values).ok_or(malformed),
        }
    }

    /// `DW_OP_breg`: a register plus an offset.
    fn register(&self, register: u64, cursor: &mut Cursor<'_>, values: &mut Values) -> Result<(), CutReason> {
        let offset = cursor.sleb().ok_or(CutReason::BadUnwindInfo)?;
        let number = usize::try_from(register).map_err(|_| CutReason::BadUnwindInfo)?;
        let value = self.registers.get(number).ok_or(CutReason::RegisterLost)?;
        values.push(value.wrapping_add_signed(offset)).ok_or(CutReason::BadUnwindInfo)
    }
}

struct Values {
    slots: [u64; DEPTH],
    count: usize,
}

impl Values {
    fn push(&mut self, value: u64) -> Option<()> {
        *self.slots.get_mut(self.count)? = value;
        self.count += 1;
        Some(())
    }

    fn pop(&mut self) -> Option<u64> {
        self.count = self.count.checked_sub(1)?;
        Some(self.slots[self.count])
    }

    /// Copies the value `depth` below the top onto the top.
    fn pick(&mut self, depth: usize) -> Option<()> {
        let value = self.slots[self.count.checked_sub(depth)?.checked_sub(1)?];
        self.push(value)
    }
}

/// Operations that need nothing but the values.
fn arithmetic(opcode: u8, cursor: &mut Cursor<'_>, values: &mut Values) -> Option<()> {
    match opcode {
        0x96 => Some(()),
        0x03 | 0x08..=0x11 | 0x30..=0x4f => values.push(constant(opcode, cursor)?),
        0x12 => values.pick(0),
        0x13 => values.pop().map(drop),
        0x14 => values.pick(1),
        0x15 => values.pick(cursor.u8()?.into()),
        0x16 => {
            let (top, under) = (values.pop()?, values.pop()?);
            values.push(top)?;
            values.push(under)
        }
        0x17 => {
            let (top, second, third) = (values.pop()?, values.pop()?, values.pop()?);
            values.push(top)?;
            values.push(third)?;
            values.push(second)
        }
        0x19 | 0x1f | 0x20 | 0x23 => {
            let value = values.pop()?;
            values.push(match opcode {
                0x19 => (value as i64).unsigned_abs(),
                0x1f => value.wrapping_neg(),
                0x20 => !value,
                _ => value.wrapping_add(cursor.uleb()?),
            })
        }
        0x28 => {
            let distance = cursor.u16()? as i16;
            if values.pop()? == 0 { Some(()) } else { cursor.skip(distance.into()) }
        }
        0x2f => {
            let distance = cursor.u16()? as i16;
            cursor.skip(distance.into())
        }
        _ => {
            let (right, left) = (values.pop()?, values.pop()?);
            values.push(binary(opcode, left, right)?)
        }
    }
}

fn constant(opcode: u8, cursor: &mut Cursor<'_>) -> Option<u64> {
    match opcode {
        0x03 | 0x0e | 0x0f => cursor.u64(),
        0x08 => cursor.u8().map(u64::from),
        0x09 => cursor.u8().map(|value| value as i8 as u64),
        0x0a => cursor.u16().map(u64::from),
        0x0b => cursor.u16().map(|value| value as i16 as u64),
        0x0c => cursor.u32().map(u64::from),
        0x0d => cursor.u32().map(|value| value as i32 as u64),
        0x10 => cursor.uleb(),
        0x11 => cursor.sleb().map(|value| value as u64),
        _ => Some(u64::from(opcode - 0x30)),
    }
}

fn binary(opcode: u8, left: u64, right: u64) -> Option<u64> {
    let shift = u32::try_from(right).unwrap_or(u32::MAX);
    let (signed_left, signed_right) = (left as i64, right as i64);
    Some(match opcode {
        0x1a => left & right,
        0x1b => signed_left.checked_div(signed_right)? as u64,
        0x1c => left.wrapping_sub(right),
        0x1d => left.checked_rem(right)?,
        0x1e => left.wrapping_mul(right),
        0x21 => left | right,
        0x22 => left.wrapping_add(right),
        0x24 => left.checked_shl(shift).unwrap_or(0),
        0x25 => left.checked_shr(shift).unwrap_or(0),
        0x26 => signed_left.checked_shr(shift).unwrap_or(signed_left >> 63) as u64,
        0x27 => left ^ right,
        0x29 => u64::from(signed_left == signed_right),
        0x2a => u64::from(signed_left >= signed_right),
        0x2b => u64::from(signed_left > signed_right),
        0x2c => u64::from(signed_left <= signed_right),
        0x2d => u64::from(signed_left < signed_right),
        0x2e => u64::from(signed_left != signed_right),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::arch::Arch;

    fn evaluate(bytes: &[u8], first: Option<u64>) -> Result<u64, CutReason> {
        let values: Vec<u64> = (0..17).map(|n| 0x1000 + n * 8).collect();
        let mut registers = Registers::from_perf(Arch::X86_64, Arch::X86_64.perf_mask(), &values).unwrap();
        registers.set(7, 0x5000);
        registers.forget(2);
        let bytes_on_stack: Vec<u8> = (0..64).collect();
        let stack = Stack::new(0x5000, &bytes_on_stack);
        Evaluation { registers: &registers, stack: &stack, steps: 64 }.run(bytes, first)
    }

    #[test]
    fn the_linkage_table_rule_of_gnu_ld_gives_both_frame_sizes() {
        // rsp + 8 + ((rip & 15) >= 11) * 8, as the linker writes it for .plt.
        let rule = [0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22];
        // The instruction pointer of the test registers is 0x1040: its low bits are 0.
        assert_eq!(evaluate(&rule, None), Ok(0x5008));
        let at_push = [0x77, 8, 0x80, 11, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22];
        assert_eq!(evaluate(&at_push, None), Ok(0x5010));
    }

    #[test]
    fn a_pushed_frame_address_can_be_dereferenced() {
        assert_eq!(evaluate(&[0x06], Some(0x5008)), Ok(u64::from_le_bytes([8, 9, 10, 11, 12, 13, 14, 15])));
        assert_eq!(evaluate(&[0x94, 2], Some(0x5008)), Ok(0x0908));
        assert_eq!(evaluate(&[0x06], Some(0x5040)), Err(CutReason::StackCopyEnded));
        assert_eq!(evaluate(&[0x06], Some(0x4ff8)), Err(CutReason::OutsideStack));
    }

    #[test]
    fn a_lost_register_is_named_as_the_reason() {
        assert_eq!(evaluate(&[0x72, 0], None), Err(CutReason::RegisterLost));
    }

    #[test]
    fn endless_and_malformed_expressions_end() {
        assert_eq!(evaluate(&[0x2f, 0xfd, 0xff], None), Err(CutReason::BadUnwindInfo));
        assert_eq!(evaluate(&[0x12; 60], Some(1)), Err(CutReason::BadUnwindInfo));
        assert_eq!(evaluate(&[0x22], Some(1)), Err(CutReason::BadUnwindInfo));
        assert_eq!(evaluate(&[0x31, 0x30, 0x1b], None), Err(CutReason::BadUnwindInfo));
        assert_eq!(evaluate(&[], None), Err(CutReason::BadUnwindInfo));
    }

    #[test]
    fn branches_and_stack_operations_follow_dwarf() {
        // 0 branch-if-not-zero +1; literal 5.
        assert_eq!(evaluate(&[0x30, 0x28, 1, 0, 0x35], None), Ok(5));
        // 1 2 swap minus: 2 - 1.
        assert_eq!(evaluate(&[0x31, 0x32, 0x16, 0x1c], None), Ok(1));
        // 1 2 3 rotate: the top becomes 2.
        assert_eq!(evaluate(&[0x31, 0x32, 0x33, 0x17], None), Ok(2));
        // 4 7 over: 4.
        assert_eq!(evaluate(&[0x34, 0x37, 0x14], None), Ok(4));
    }
}
