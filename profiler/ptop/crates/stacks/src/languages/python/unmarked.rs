//! Interpreters whose frames are objects (3.10 and older). Each call of the function that interprets runs one
//! frame, and neither says which: the newest is the newest call's, the next one the next's.

use super::layout::Offsets;
use crate::process::memory::Memory;

/// Where a thread's state has its interpreter's, in every version of these.
const THREAD_INTERPRETER: u64 = 16;
/// Name of the type of code objects.
const CODE: &str = "code";
/// Most native frames above the newest call while its frame is not the thread's yet, or no longer: it calls functions
/// that check the depth of recursion, or the result, which ask for errors.
const CALLED: usize = 3;

const UNLIKE: &str = "the interpreter's structures are not those of its version";

/// Whether the structures at hand are those of the version: builds for debugging have others.
pub(super) fn check(memory: &Memory, offsets: &Offsets, state: u64, code_type: Option<u64>) -> Result<(), String> {
    let word = |address: u64, offset: u32| memory.u64(address.wrapping_add(offset.into()));
    let name = code_type.and_then(|kind| memory.c_string(word(kind, offsets.type_name)?, 16));
    if name.is_none_or(|name| name != CODE) {
        return Err(UNLIKE.into());
    }
    let interpreter = word(state, offsets.interpreters).ok_or(UNLIKE)?;
    if interpreter == 0 {
        // It has not started.
        return Ok(());
    }
    let thread = word(interpreter, offsets.interpreter_threads).ok_or(UNLIKE)?;
    let is_right = thread == 0 || memory.u64(thread.wrapping_add(THREAD_INTERPRETER)) == Some(interpreter);
    if is_right { Ok(()) } else { Err(UNLIKE.into()) }
}

/// The calls that run frames, newest first, of all of a stack's, given by their places in its report. All but the
/// newest do when the root was reached with one call more than frames: it is beginning or has just ended. With more
/// calls than that, other threads of control have theirs below (greenlets), and so the newest are meant.
pub(crate) fn with_frames(calls: &[usize], frames: usize, is_whole: bool) -> &[usize] {
    match calls {
        [newest, rest @ ..] if is_whole && rest.len() == frames && *newest <= CALLED => rest,
        _ => calls,
    }
}

#[cfg(test)]
mod tests {
    use super::with_frames;

    #[test]
    fn a_call_that_begins_has_no_frame_yet() {
        assert_eq!(with_frames(&[0, 3, 6], 2, true), [3, 6]);
        assert_eq!(with_frames(&[1, 3, 6], 2, true), [3, 6]);
        assert_eq!(with_frames(&[0, 3, 6], 3, true), [0, 3, 6]);
        assert_eq!(with_frames(&[4, 5, 8], 2, true), [4, 5, 8], "that is called with a frame only");
        assert_eq!(with_frames(&[0, 3, 6, 9], 2, true), [0, 3, 6, 9]);
        assert_eq!(with_frames(&[0, 3, 6], 2, false), [0, 3, 6], "others may follow");
        assert_eq!(with_frames(&[], 2, true), [0; 0]);
    }
}
