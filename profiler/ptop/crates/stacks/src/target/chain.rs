//! Going on by the kernel's own chain of return addresses where the caller's frame is not in the copied bytes.
//!
//! A Go program does much of its runtime's work on a stack of the thread, called from the goroutine's stack, of which
//! nothing was copied. All of Go's functions with a frame keep frame pointers, so the chain that the kernel took by
//! them at the sample's moment leads on; each of its addresses is checked to be one of Go's that follows a call.

use crate::files::pages::Through;
use crate::gopclntab::GoPlace;
use crate::target::{Place, Sample, Target};
use crate::types::arch::Arch;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;

/// `push %rbp; mov %rsp, %rbp`: after it the frame pointer leads to the caller, on whatever stack that is.
const X86_64_PROLOGUE: [u8; 4] = [0x55, 0x48, 0x89, 0xe5];

impl Target {
    /// Goes on behind a frame that could not be left because of `reason`, and has been reported. `Ok` when the root was
    /// reached; `steps` grows by the frames that were reported.
    pub(crate) fn follow_chain(
        &mut self,
        sample: &Sample<'_>,
        (registers, exact): (&Registers, bool),
        reason: CutReason,
        out: &mut Vec<u64>,
        steps: &mut u16,
    ) -> Result<(), CutReason> {
        let address = if exact { registers.ip() } else { registers.ip().wrapping_sub(1) };
        if out.last() != Some(&address) {
            return Err(reason);
        }
        let place = self.go_place(address).ok_or(reason)?;
        let reason = if matches!(place, GoPlace::Switch { .. }) { CutReason::SwitchedStack } else { reason };
        let rest = self.callers(sample, (registers, exact), (address, place), out).ok_or(reason)?;
        for caller in rest {
            let address = caller.wrapping_sub(1);
            let place = self.go_place(address).ok_or(reason)?;
            if out.len() >= self.limits.frames {
                return Err(CutReason::FrameLimit);
            }
            let is_top = place == GoPlace::Top;
            if !is_top && !self.code.follows_call(*caller) {
                break;
            }
            out.push(address);
            *steps = steps.saturating_add(1);
            if is_top {
                return Ok(());
            }
            if !self.keeps_frame_pointer(place, address) {
                break;
            }
        }
        Err(reason)
    }

    /// What the chain has behind the frame at hand.
    fn callers<'a>(
        &mut self,
        sample: &Sample<'a>,
        (registers, exact): (&Registers, bool),
        (address, place): (u64, GoPlace),
        out: &[u64],
    ) -> Option<&'a [u64]> {
        let (pointer, stack) = (registers.get(self.arch.fp())?, registers.sp());
        let is_framed = match place {
            GoPlace::Top => false,
            GoPlace::Frame { distance } if exact => is_frame_made(self.arch, distance, pointer, stack),
            // The frame pointer may be the caller's again.
            GoPlace::Switch { .. } if exact => false,
            GoPlace::Frame { .. } | GoPlace::Switch { .. } => self.keeps_frame_pointer(place, address),
        };
        if !is_framed {
            return None;
        }
        // Nothing that was left changed the frame pointer: the chain's first step is from here.
        if Some(pointer) == sample.regs.get(self.arch.fp()) {
            return sample.chain.get(1..);
        }
        if exact {
            return None;
        }
        // A function that called itself is in both as often.
        let nth = out.iter().filter(|one| **one == address).count().checked_sub(1)?;
        let at = sample.chain.iter().enumerate().skip(1).filter(|(_, one)| **one == registers.ip()).nth(nth)?.0;
        sample.chain.get(at + 1..)
    }

    /// Whether a frame that has called has the frame pointer lead to its caller.
    fn keeps_frame_pointer(&mut self, place: GoPlace, address: u64) -> bool {
        match place {
            GoPlace::Top => false,
            GoPlace::Frame { distance } => distance >= 8,
            GoPlace::Switch { into } => {
                let start = address.wrapping_sub(into);
                let mut code = [0; X86_64_PROLOGUE.len()];
                self.arch == Arch::X86_64 && self.code.read(start, &mut code) == code.len() && code == X86_64_PROLOGUE
            }
        }
    }

    /// What Go's table says of an address, unless it is none of Go's.
    fn go_place(&mut self, address: u64) -> Option<GoPlace> {
        let Ok(Place::Module(number, linked)) = self.place(address) else { return None };
        let module = self.modules.opened(number)?;
        let mut through = Through { module: number, source: &module.source, pages: &mut self.pages };
        module.go.as_ref()?.place(linked, &mut through)
    }
}

/// Whether an interrupted function's frame is complete: its frame pointer then points to where it saved the caller's.
fn is_frame_made(arch: Arch, distance: i32, pointer: u64, stack: u64) -> bool {
    match arch {
        Arch::X86_64 => distance >= 8 && pointer == stack.wrapping_add_signed(i64::from(distance) - 8),
        Arch::Aarch64 => distance >= 8 && pointer == stack.wrapping_sub(8),
    }
}
