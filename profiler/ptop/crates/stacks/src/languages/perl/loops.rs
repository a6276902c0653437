//! Which frames run in which native call of the loop over ops.

use std::ops::Range;

use super::contexts::{Contexts, Group, Presence, What};

/// The native stack, as far as it was walked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Native {
    /// Calls of the loop.
    pub(super) loops: usize,
    /// Whether older ones are unknown.
    pub(super) is_cut: bool,
    /// Whether what runs a program was met.
    pub(super) runs_program: bool,
}

/// Frames of each loop, the newest first, and those that are left.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Placed {
    /// By loop; of those without frames none.
    pub(super) loops: Vec<Range<usize>>,
    /// Frames of loops that are older than all that were met.
    pub(super) left: Range<usize>,
}

impl Contexts {
    /// Places the frames.
    pub(super) fn place(&self, native: Native) -> Placed {
        let mut start = 0;
        let mut parts: Vec<(Range<usize>, Presence)> = Vec::with_capacity(self.groups.len());
        for Group { end, presence } in &self.groups {
            parts.push((start..*end, *presence));
            start = *end;
        }
        let is_complete = !native.is_cut && self.is_whole;
        if is_complete && !native.runs_program {
            join_program(self, &mut parts);
        }
        if is_complete {
            leave_out(&mut parts, native.loops);
        }
        let mut loops = vec![0..0; native.loops];
        // Loops that no context begins are the newest: what the compiler of Perl evaluates at once.
        let first = if is_complete { native.loops.saturating_sub(parts.len()) } else { 0 };
        for (place, (frames, _)) in loops.iter_mut().skip(first).zip(&parts) {
            *place = frames.clone();
        }
        let left = parts.get(native.loops - first).map_or(start, |(frames, _)| frames.start);
        Placed { loops, left: left..start.max(left) }
    }
}

/// Where a thread or C code called a sub, no loop runs the program: what is around that call goes with it.
fn join_program(contexts: &Contexts, parts: &mut Vec<(Range<usize>, Presence)>) {
    let Some((mut frames, _)) = parts.pop() else { return };
    if contexts.frames.last().is_some_and(|frame| frame.what == What::Main) {
        frames.end -= 1;
    }
    if let Some((older, _)) = parts.last_mut() {
        older.end = frames.end;
    }
}

/// Leaves out groups whose loop does not run at the moment, the newest first, until there are as many as loops.
fn leave_out(parts: &mut Vec<(Range<usize>, Presence)>, loops: usize) {
    let mut at = 0;
    while parts.len() > loops && at < parts.len() {
        match parts[at].1 {
            Presence::Sure => at += 1,
            Presence::BetweenCalls => {
                parts.remove(at);
            }
            Presence::NotBegun => {
                let (frames, _) = parts.remove(at);
                if let Some((older, _)) = parts.get_mut(at) {
                    older.start = frames.start;
                }
            }
        }
    }
}
