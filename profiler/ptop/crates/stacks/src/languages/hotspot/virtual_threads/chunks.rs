//! The frames of a virtual thread that were in the heap when the sample was taken, between those on the stack and
//! those of the thread that carries it.
//!
//! In a chunk the frames lie as on a stack. Two words below the newest are its frame pointer and the address at which
//! it goes on (`set_top_frame_metadata_pd` in `continuationFreezeThaw_*.inline.hpp`). The oldest returns to the barrier
//! when its caller is in the next chunk, else to the method that entered the virtual thread.

use super::barrier;
use super::machine::HeapChunk;
use crate::languages::frames::{LanguageFrame, SourcePlace};
use crate::languages::hotspot::HotSpot;
use crate::languages::hotspot::blob::Kind;
use crate::languages::hotspot::caller::{Caller, Outcome, go_to};
use crate::languages::runtime::RuntimeFrame;
use crate::step::Step;
use crate::step::bare::Left;
use crate::types::name::NameOrigin;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use crate::types::stack::Stack;

/// Where the frame pointer and the next instruction lie below the newest frame.
const BELOW_BYTES: u64 = 16;

/// What moves the frames of the virtual thread that runs it to the heap.
const YIELDING: &str = "jdk.internal.vm.Continuation.doYield";

/// How the frames of a chunk ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Their caller is in the next chunk.
    NextChunk,
    /// Their caller is on the stack of the thread that carries them.
    Carrier,
}

/// What enters a virtual thread. Where frames were frozen one by one, the oldest returns to nowhere.
fn entering() -> LanguageFrame<'static> {
    let source = SourcePlace { file: "Continuation.java", first_line: None, line: None };
    let (function, class) = ("jdk.internal.vm.Continuation.enterSpecial", "jdk.internal.vm.Continuation");
    LanguageFrame { source, ..LanguageFrame::new(function, class, NameOrigin::Java) }
}

/// Whether frames were on their way to the heap: then some that are on the stack may be there already. Where a function
/// calls itself, that cannot be distinguished from the frame of its caller.
fn is_moving(frame: &RuntimeFrame<'_>, out: &[u64], on_stack: usize) -> bool {
    let (on_stack, in_heap) = out.split_at(on_stack);
    let is_yielding = |address: &u64| frame.names.get(*address).is_some_and(|name| name.function == YIELDING);
    in_heap.first().is_some_and(|newest| on_stack.contains(newest)) && on_stack.iter().any(is_yielding)
}

impl HotSpot {
    /// Leaves the oldest frame of a virtual thread that is on the stack, when its caller is in the heap.
    pub(in crate::languages::hotspot) fn leave_for_heap(
        &mut self,
        frame: &mut RuntimeFrame<'_>,
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Outcome {
        let entry = barrier::thread_entry(registers.ip(), registers.arch(), frame.memory);
        let carrier = entry.and_then(|_| self.carrier(frame, registers));
        let reported = out.len();
        let left = match (frame.heap, entry) {
            (_, None) => Err(CutReason::FramesElsewhere),
            (Some(chunks @ [_, ..]), _) => self.frames_in_heap(chunks, frame, registers, out),
            (_, Some(entry)) => {
                self.continuations.want(entry);
                Err(CutReason::FramesElsewhere)
            }
        };
        if let Err(reason) = left {
            // What is not there is not wrong.
            if reason != CutReason::FramesElsewhere {
                out.truncate(reported);
            }
            self.report("frames in the heap", frame, out);
        }
        let carrier = carrier.ok_or(CutReason::FramesElsewhere)?;
        Ok((if left.is_ok() { Left::Checked } else { Left::Skipping }, go_to(carrier, registers)))
    }

    fn frames_in_heap(
        &mut self,
        chunks: &[HeapChunk<'_>],
        frame: &mut RuntimeFrame<'_>,
        registers: &Registers,
        out: &mut Vec<u64>,
    ) -> Result<(), CutReason> {
        let on_stack = out.len();
        let walked = chunks.iter().find_map(|chunk| match self.frames_of(chunk, frame, registers, out) {
            Ok(End::NextChunk) => None,
            Ok(End::Carrier) => Some(Ok(())),
            Err(CutReason::StackCopyEnded) if !chunk.is_whole => Some(Err(CutReason::FramesElsewhere)),
            Err(reason) => Some(Err(reason)),
        });
        if is_moving(frame, out, on_stack) {
            return Err(CutReason::RuntimeUnknown);
        }
        walked.unwrap_or(Err(CutReason::FramesElsewhere))
    }

    fn frames_of(
        &mut self,
        chunk: &HeapChunk<'_>,
        frame: &mut RuntimeFrame<'_>,
        on_stack: &Registers,
        out: &mut Vec<u64>,
    ) -> Result<End, CutReason> {
        let arch = on_stack.arch();
        let stack = Stack::in_heap(chunk.address, chunk.bytes);
        let end = chunk.address.wrapping_add(chunk.bytes.len() as u64);
        let mut registers = on_stack.clone();
        let newest = Caller {
            ip: arch.strip(stack.read(chunk.address.wrapping_add(8))?),
            sp: chunk.address.wrapping_add(BELOW_BYTES),
            fp: Some(stack.pointer(chunk.address, chunk.address)?),
        };
        go_to(newest, &mut registers);
        let mut exact = false;
        loop {
            let (ip, sp) = (registers.ip(), registers.sp());
            if barrier::thread_entry(ip, arch, frame.memory).is_some() {
                return Ok(End::NextChunk);
            }
            if ip == 0 && chunk.is_whole {
                if chunk.is_last {
                    out.push(frame.names.address(&entering()));
                }
                return Ok(if chunk.is_last { End::Carrier } else { End::NextChunk });
            }
            let is_code = self.heaps.contains(ip);
            let address = if exact { ip } else { ip.wrapping_sub(1) };
            let blob = is_code.then(|| self.blob(address, frame.memory)).flatten().ok_or(CutReason::RuntimeUnknown)?;
            if blob.kind == Kind::Method && chunk.is_last && end.wrapping_sub(sp) < blob.frame_bytes {
                // It is on the stack: what enters a virtual thread.
                out.extend(self.methods(&blob, ip, false, frame));
                return Ok(End::Carrier);
            }
            let mut inner = RuntimeFrame {
                stack: &stack,
                heap: None,
                memory: frame.memory,
                code: frame.code,
                executable: frame.executable,
                names: frame.names,
                exact,
                linked: None,
            };
            let (_, step) = self.leave_blob(&blob, &mut inner, &mut registers, out)?;
            let Step::Caller { exact: next } = step else { return Err(CutReason::RuntimeUnknown) };
            exact = next;
            if registers.sp() <= sp {
                return Err(CutReason::NoProgress);
            }
        }
    }
}
