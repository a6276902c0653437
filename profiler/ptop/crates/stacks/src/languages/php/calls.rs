//! Calls as the engine keeps them: each in the heap, with a pointer to its caller. They were copied at the moment of the
//! sample. Which of them one native call of the function that interprets runs, says a mark on the oldest of those.

use std::ops::Range;

use crate::languages::copied::{CopiedFrames, FramesList, FramesNode, FramesPlace, word_of};

/// In a call, in every version: the instruction it is at, the function, marks, and the caller. `Zend/zend_compile.h`,
/// `_zend_execute_data`.
const INSTRUCTION: usize = 0;
const FUNCTION: usize = 24;
const MARKS: usize = 40;
const CALLER: usize = 48;
/// In a function: what it is, its flags, its name and its class.
const KIND: usize = 0;
const FLAGS: usize = 4;
const NAME: usize = 8;
const CLASS: usize = 16;

const CALL_BYTES: u32 = 56;
const FUNCTION_BYTES: u32 = 24;
/// Native code entered the interpreter with this call: `ZEND_CALL_TOP`.
const ENTERED: u32 = 1 << 17;

const NODE: FramesNode =
    FramesNode { bytes: CALL_BYTES, beside: FUNCTION as u32, beside_offset: 0, beside_bytes: FUNCTION_BYTES };

/// Where calls are found, `current` being the offset of the newest.
pub(super) fn list(current: u32) -> FramesList {
    FramesList::Linked {
        first: FramesPlace { pointer: current, ..FramesPlace::default() },
        next: CALLER as u32,
        node: NODE,
    }
}

/// What a call runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A function of the engine's or of a module's, in C.
    Internal,
    /// A function or file in PHP.
    User,
    /// Text that became code as the program ran.
    Eval,
}

/// A function as it was at the moment of the sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Function {
    pub(super) address: u64,
    /// Addresses of the names of it and of its class; 0 where it has none.
    pub(super) name: u64,
    pub(super) class: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) address: u64,
    /// Where it was when it called: of the newest call this may be what was there before.
    pub(super) instruction: u64,
    pub(super) function: Function,
    pub(super) kind: Kind,
    pub(super) flags: u32,
    /// Whether native code entered the interpreter here.
    pub(super) is_entered: bool,
    /// Whether no other call is below it.
    pub(super) is_oldest: bool,
}

/// The calls of a thread, newest first.
#[derive(Debug, Default)]
pub(super) struct Calls {
    pub(super) list: Vec<Call>,
    /// Those that one native call of the interpreter runs each, newest first.
    pub(super) groups: Vec<Range<usize>>,
    /// How many of the groups run on the stack that the sample is of: the others wait on those that switched to it.
    pub(super) here: usize,
    /// Whether older ones may be missing.
    pub(super) is_cut: bool,
}

impl Calls {
    pub(super) fn read(copied: &CopiedFrames<'_>) -> Calls {
        let mut calls = Calls { is_cut: !copied.is_whole, ..Calls::default() };
        let mut start = 0;
        let mut here = None;
        for (address, own, function) in copied.nodes(NODE) {
            match call(address, own, function) {
                Found::Call(call) => {
                    calls.list.push(call);
                    if call.is_entered {
                        calls.groups.push(start..calls.list.len());
                        start = calls.list.len();
                    }
                }
                Found::Bottom => {
                    if start < calls.list.len() {
                        calls.groups.push(start..calls.list.len());
                        start = calls.list.len();
                    }
                    here.get_or_insert(calls.groups.len());
                }
                Found::Nothing => {}
            }
        }
        if start < calls.list.len() {
            calls.groups.push(start..calls.list.len());
        }
        calls.here = here.unwrap_or(calls.groups.len());
        calls
    }

    /// The group of the call at this address, of those that run on this stack.
    pub(super) fn group_of(&self, address: u64) -> Option<usize> {
        let here = &self.groups[..self.here];
        here.iter().position(|group| self.list[group.clone()].iter().any(|call| call.address == address))
    }
}

enum Found {
    Call(Call),
    /// The oldest of a fiber, which has no function: below it are the calls of who resumed the fiber, on another
    /// native stack.
    Bottom,
    /// It is something else than a call.
    Nothing,
}

fn call(address: u64, own: &[u8], beside: &[u8]) -> Found {
    let word = |bytes: &[u8], at: usize| word_of(bytes, at).unwrap_or(0);
    let half = |bytes: &[u8], at: usize| word(bytes, at) as u32;
    let function = Function { address: word(own, FUNCTION), name: word(beside, NAME), class: word(beside, CLASS) };
    let kind = match beside.get(KIND) {
        Some(1) if function.name == 0 => return Found::Bottom,
        Some(1) => Kind::Internal,
        Some(2) => Kind::User,
        Some(4) => Kind::Eval,
        _ => return Found::Nothing,
    };
    Found::Call(Call {
        address,
        instruction: word(own, INSTRUCTION),
        function,
        kind,
        flags: half(beside, FLAGS),
        // Of a function in C the mark says only who called it.
        is_entered: half(own, MARKS) & ENTERED != 0 && kind != Kind::Internal,
        is_oldest: word(own, CALLER) == 0,
    })
}
