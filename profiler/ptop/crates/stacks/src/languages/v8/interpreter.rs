//! Where the engine's own code that interprets lies.

use std::ops::Range;

use crate::languages::runtime::Opening;
use crate::modules::lookup;

/// First and last of the routines that carry out one instruction each of bytecode; they lie together.
const HANDLERS: [&str; 2] = ["Builtins_WideHandler", "Builtins_AbortExtraWideHandler"];
const TRAMPOLINE: &str = "Builtins_InterpreterEntryTrampoline";
/// Bytes believed of the last routine: its symbol has a length, but need not.
const ROUTINE_BYTES: u64 = 64;

/// Link-time addresses of the code that interprets.
#[derive(Default)]
pub(super) struct Interpreter {
    pub(super) handlers: Range<u64>,
    pub(super) trampoline: Range<u64>,
}

impl Interpreter {
    /// Nothing where the symbols were stripped: then routines of the interpreter show as frames of their own.
    pub(super) fn find(opening: &Opening<'_>) -> Interpreter {
        let [first, last] = HANDLERS;
        let found = lookup::find(opening.module, &[first, last, TRAMPOLINE], opening.limits);
        let range = |from: &lookup::Found, to: &lookup::Found| {
            from.address..to.address.saturating_add(to.bytes.max(ROUTINE_BYTES))
        };
        match &found[..] {
            [Some(first), Some(last), Some(trampoline)] => {
                Interpreter { handlers: range(first, last), trampoline: range(trampoline, trampoline) }
            }
            _ => Interpreter::default(),
        }
    }
}
