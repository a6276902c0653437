//! How a walk ended. The distinction between whole and cut is what the capture
//! reports, so nothing here may call a guess whole.

use std::fmt;

/// How the walk of one sample ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Unwind information marked the outermost frame (undefined return address,
    /// or a process entry point). Frames of a language runtime on the way were
    /// left by what the runtime itself says about them, which is as sure.
    Whole {
        /// Frames whose code (JIT, undescribed linkage tables) has no unwind
        /// information, left by the frame pointer or by the instruction at which
        /// the thread stood, and frames of Go on a stack that was not copied, by
        /// [`crate::Sample::chain`]; each checked. 0 on most native programs.
        frame_pointer_steps: u16,
    },
    /// The walk stopped before the root; the frames reported so far are sound.
    Cut {
        /// Why it stopped.
        reason: CutReason,
        /// As in [`Outcome::Whole`].
        frame_pointer_steps: u16,
    },
}

impl Outcome {
    /// Whether the root was reached and marked by unwind information.
    #[must_use]
    pub fn is_whole(self) -> bool {
        matches!(self, Outcome::Whole { .. })
    }

    /// Why the walk was cut, if it was.
    #[must_use]
    pub fn cut_reason(self) -> Option<CutReason> {
        match self {
            Outcome::Whole { .. } => None,
            Outcome::Cut { reason, .. } => Some(reason),
        }
    }

    /// Frames left without unwind information.
    #[must_use]
    pub fn frame_pointer_steps(self) -> u16 {
        match self {
            Outcome::Whole { frame_pointer_steps } | Outcome::Cut { frame_pointer_steps, .. } => frame_pointer_steps,
        }
    }
}

/// Why a stack is not whole. [`CutReason::text`] is the sentence for people,
/// [`CutReason::code`] the stable word for data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum CutReason {
    /// More frames than [`crate::Limits::frames`].
    FrameLimit,
    /// The walk needs bytes above the copy: a larger stack copy would go further.
    StackCopyEnded,
    /// The walk needs memory that is not the sampled stack (switched stack, or a corrupt one).
    OutsideStack,
    /// A signal handler runs on a stack of its own (`sigaltstack`), and the interrupted stack was not copied.
    InterruptedStack,
    /// A language runtime called on a stack of its own, and the one that it left was not copied.
    SwitchedStack,
    /// A return address of zero that no unwind information marks as the root (coroutines, some runtimes).
    NullReturnAddress,
    /// The frame did not move up the stack.
    NoProgress,
    /// The code has no unwind information and the frame pointer did not pass its checks.
    NoUnwindInfo,
    /// The address lies in no executable mapping.
    UnmappedCode,
    /// The unwind information is malformed, or longer than the limits believe.
    BadUnwindInfo,
    /// The rule needs a register whose value is lost at a call.
    RegisterLost,
    /// The module's file could not be opened or is not the file that was mapped.
    ModuleUnreadable,
    /// More modules than [`crate::Limits::modules`].
    ModuleLimit,
    /// The code is of a language runtime whose structures are not understood, or say nothing about it.
    RuntimeUnknown,
    /// The thread's other frames are not on a stack: a runtime keeps them elsewhere until they are returned to.
    FramesElsewhere,
    /// The sample is of another architecture than the target was opened for.
    WrongArchitecture,
}

impl CutReason {
    /// Every reason, in the order of their codes' first appearance.
    pub const ALL: [CutReason; 16] = [
        CutReason::FrameLimit,
        CutReason::StackCopyEnded,
        CutReason::OutsideStack,
        CutReason::InterruptedStack,
        CutReason::SwitchedStack,
        CutReason::NullReturnAddress,
        CutReason::NoProgress,
        CutReason::NoUnwindInfo,
        CutReason::UnmappedCode,
        CutReason::BadUnwindInfo,
        CutReason::RegisterLost,
        CutReason::ModuleUnreadable,
        CutReason::ModuleLimit,
        CutReason::RuntimeUnknown,
        CutReason::FramesElsewhere,
        CutReason::WrongArchitecture,
    ];

    /// Stable identifier, snake case.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            CutReason::FrameLimit => "frame_limit",
            CutReason::StackCopyEnded => "stack_copy_ended",
            CutReason::OutsideStack => "outside_stack",
            CutReason::InterruptedStack => "interrupted_stack",
            CutReason::SwitchedStack => "switched_stack",
            CutReason::NullReturnAddress => "null_return_address",
            CutReason::NoProgress => "no_progress",
            CutReason::NoUnwindInfo => "no_unwind_info",
            CutReason::UnmappedCode => "unmapped_code",
            CutReason::BadUnwindInfo => "bad_unwind_info",
            CutReason::RegisterLost => "register_lost",
            CutReason::ModuleUnreadable => "module_unreadable",
            CutReason::ModuleLimit => "module_limit",
            CutReason::RuntimeUnknown => "runtime_unknown",
            CutReason::FramesElsewhere => "frames_elsewhere",
            CutReason::WrongArchitecture => "wrong_architecture",
        }
    }

    /// One sentence for a person, without a final stop.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            CutReason::FrameLimit => "the stack has more frames than the limit",
            CutReason::StackCopyEnded => "the stack continues above the copied bytes; a larger copy would go further",
            CutReason::OutsideStack => "the frame's data is not on the sampled stack",
            CutReason::InterruptedStack => {
                "a signal handler ran on a stack of its own, and the stack that it interrupted was not copied"
            }
            CutReason::SwitchedStack => {
                "the language runtime went on on a stack of its own, and the one that it left was not copied"
            }
            CutReason::NullReturnAddress => "the stack ends in a null return address that nothing marks as the root",
            CutReason::NoProgress => "the unwind information does not lead up the stack",
            CutReason::NoUnwindInfo => "the code has no unwind information and no usable frame pointer",
            CutReason::UnmappedCode => "the address is in no executable mapping",
            CutReason::BadUnwindInfo => "the module's unwind information is malformed or exceeds the limits",
            CutReason::RegisterLost => "the unwind information needs a register that a call does not preserve",
            CutReason::ModuleUnreadable => "the module's file cannot be read or has been replaced",
            CutReason::ModuleLimit => "the process has more modules than the limit",
            CutReason::RuntimeUnknown => "the code is of a language runtime that says nothing usable about it",
            CutReason::FramesElsewhere => "the language runtime keeps the thread's other frames outside the stack",
            CutReason::WrongArchitecture => "the sample is of another architecture",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Whole { frame_pointer_steps: 0 } => f.write_str("whole"),
            Outcome::Whole { frame_pointer_steps } => {
                write!(f, "whole, {frame_pointer_steps} frames without unwind information")
            }
            Outcome::Cut { reason, .. } => write!(f, "cut: {}", reason.text()),
        }
    }
}
