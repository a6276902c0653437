//! From a frame whose shape is known to its caller.

use super::blob::Blob;
use super::leaf::Extent;
use crate::languages::runtime::RuntimeFrame;
use crate::step::Step;
use crate::step::bare::Left;
use crate::types::arch::Arch;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;

/// How far a caller's stack pointer can be above its callee's end: arguments that an adapter moved.
pub(super) const ADAPTED_BYTES: u64 = 64 * 1024;
/// Callee-saved registers that the call stub keeps, with their distances from the frame pointer.
const CALL_STUB_X86_64: [(usize, u64); 5] = [(3, 56), (12, 64), (13, 72), (14, 80), (15, 88)];

pub(super) type Outcome = Result<(Left, Step), CutReason>;

/// What is known of a frame's caller.
#[derive(Clone, Copy)]
pub(super) struct Caller {
    pub(super) ip: u64,
    pub(super) sp: u64,
    pub(super) fp: Option<u64>,
}

/// The caller of a frame of the blob's size of which this much exists.
pub(super) fn caller_of(
    blob: &Blob,
    extent: Extent,
    frame: &RuntimeFrame<'_>,
    registers: &Registers,
) -> Result<Caller, CutReason> {
    let arch = registers.arch();
    let sp = registers.sp();
    let (end, saved) = match extent {
        Extent::Complete => (sp.wrapping_add(blob.frame_bytes), Some(sp.wrapping_add(blob.frame_bytes - 16))),
        Extent::Partial { back, frame_pointer } => {
            (sp.wrapping_add(back + 8), frame_pointer.map(|at| sp.wrapping_add(at)))
        }
        Extent::InLink => {
            let ip = registers.get(30).filter(|_| arch == Arch::Aarch64).ok_or(CutReason::RegisterLost)?;
            return Ok(Caller { ip: arch.strip(ip), sp, fp: registers.get(arch.fp()) });
        }
    };
    let ip = arch.strip(frame.stack.read(end.wrapping_sub(8))?);
    let fp = match saved {
        Some(at) => Some(frame.stack.pointer(at, at)?),
        None => registers.get(arch.fp()),
    };
    Ok(Caller { ip, sp: end, fp })
}

/// The frame through which native code calls Java: back to native code.
pub(super) fn leave_call_stub(frame: &mut RuntimeFrame<'_>, registers: &mut Registers) -> Outcome {
    let arch = registers.arch();
    let fp = registers.get(arch.fp()).ok_or(CutReason::RegisterLost)?;
    if fp < registers.sp() {
        return Err(CutReason::RuntimeUnknown);
    }
    let step = go_to(framed_caller(fp, None, frame, arch)?, registers);
    if arch == Arch::X86_64 {
        for (number, distance) in CALL_STUB_X86_64 {
            if let Ok(value) = frame.stack.read(fp.wrapping_sub(distance)) {
                registers.set(number, value);
            }
        }
    }
    Ok((Left::Described, step))
}

/// The caller of a frame with a frame pointer. Its stack ends where it was before an adapter moved the
/// arguments, if that makes sense.
pub(super) fn framed_caller(
    fp: u64,
    sender: Option<u64>,
    frame: &RuntimeFrame<'_>,
    arch: Arch,
) -> Result<Caller, CutReason> {
    let end = fp.wrapping_add(16);
    let sender = sender.filter(|at| at % 8 == 0 && at.wrapping_sub(end) <= ADAPTED_BYTES);
    let ip = arch.strip(frame.stack.read(fp.wrapping_add(8))?);
    Ok(Caller { ip, sp: sender.unwrap_or(end), fp: Some(frame.stack.pointer(fp, fp)?) })
}

pub(super) fn go_to(caller: Caller, registers: &mut Registers) -> Step {
    let arch = registers.arch();
    registers.keep_only(0);
    registers.set(arch.sp(), caller.sp);
    registers.set(arch.ip(), caller.ip);
    if let Some(fp) = caller.fp {
        registers.set(arch.fp(), fp);
    }
    Step::Caller { exact: false }
}
