//! Puts calls where the native stack has the function that interprets.

use super::calls::Calls;

/// A native frame of the function that interprets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    /// Where the report has it.
    pub(super) at: usize,
    /// Its newest call, and that one's instruction, where registers had them.
    pub(super) call: Option<u64>,
    pub(super) instruction: Option<u64>,
    /// Whether it ran machine code that the engine made.
    pub(super) is_made: bool,
}

/// Which group of calls the innermost entry runs, and how many entries, the innermost, run none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Alignment {
    pub(super) group: usize,
    pub(super) entry: usize,
}

/// As a rule the newest calls are those of the innermost entry. Where its register says another, the newest were made by
/// native code that is not known to be the interpreter's. Where it has a call that is none any more, and there is one
/// entry more than there are groups, it is about to return.
pub(super) fn align(entries: &[Entry], calls: &Calls) -> Alignment {
    let Some(innermost) = entries.first() else { return Alignment::default() };
    if let Some(group) = innermost.call.and_then(|call| calls.group_of(call)) {
        return Alignment { group, entry: 0 };
    }
    let is_one_more = !calls.is_cut && entries.len() == calls.here + 1;
    Alignment { group: 0, entry: usize::from(is_one_more) }
}

/// The report with calls in place of entries: `frames` gives those of a group. Calls for which there is no entry come
/// before all others where they are newer, and behind where they are older, if `takes_rest`. Returns how many groups
/// found no place.
pub(super) fn place(
    out: &mut Vec<u64>,
    entries: &[Entry],
    (calls, alignment, takes_rest): (&Calls, Alignment, bool),
    frames: &mut dyn FnMut(usize, &mut Vec<u64>),
) -> usize {
    let native = std::mem::take(out);
    (0..alignment.group).for_each(|group| frames(group, out));
    let mut group = alignment.group;
    let mut entries = entries.iter().skip(alignment.entry).peekable();
    for (at, address) in native.iter().enumerate() {
        match entries.next_if(|entry| entry.at == at) {
            Some(_) if group < calls.here => {
                frames(group, out);
                group += 1;
            }
            _ => out.push(*address),
        }
    }
    if group < calls.here && !takes_rest {
        return calls.here - group;
    }
    (group..calls.groups.len()).for_each(|group| frames(group, out));
    0
}
