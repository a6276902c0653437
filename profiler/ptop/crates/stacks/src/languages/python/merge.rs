//! Puts the interpreter's frames where the native stack has the interpreter.
//! Where C code entered it, a structure on the C stack marks the place: the
//! native frame around that address represents the frames up to the mark. No
//! name of any function is needed, so it is the same for every build.

/// A frame of the interpreter as the sample brings it: newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PythonEntry {
    /// Address of the code object, or one of the numbers below, which are no addresses.
    pub code: u64,
    /// Address of the code object's name at the time of the sample, 0 when it could not be read; or the place on
    /// the C stack at which C code entered the interpreter.
    pub name: u64,
    /// Address of the instruction that the thread runs, or, where frames are objects, its place in the code plus
    /// one. 0 in all but its newest frame.
    pub instruction: u64,
}

impl PythonEntry {
    /// Marks the end of the frames of one native frame.
    pub const C_CODE: u64 = 1;
    /// Represents frames that were not copied.
    pub const MORE: u64 = 2;

    pub(crate) fn is_mark(self) -> bool {
        self.code == PythonEntry::C_CODE
    }
}

/// The interpreter's frames of one sample, taken piece by piece as the native stack is walked.
pub(crate) struct PythonStack<'a> {
    entries: &'a [PythonEntry],
    /// Stack pointer of the native frame that was walked last.
    pub(crate) reached: u64,
    /// Where the report has the calls of the function that interprets, newest first. `None` where marks say which
    /// frames are whose.
    pub(crate) calls: Option<Vec<usize>>,
}

impl<'a> PythonStack<'a> {
    pub(crate) fn new(entries: &'a [PythonEntry]) -> PythonStack<'a> {
        PythonStack { entries, reached: 0, calls: None }
    }

    /// The frames that the native frame between two stack pointers represents. `None` when it is a native one.
    ///
    /// Marks that are not in the frame stay for a later one: places on another stack are met when that is walked.
    pub(crate) fn take(&mut self, from: u64, to: u64) -> Option<&'a [PythonEntry]> {
        let mark = self.entries.iter().position(|entry| entry.is_mark())?;
        let place = self.entries[mark].name;
        if place < from || place >= to {
            return None;
        }
        let (frames, rest) = self.entries.split_at(mark);
        self.entries = &rest[1..];
        Some(frames)
    }

    /// The frames whose native ones lie behind the end of the stack's copy: all those up to the last mark, as
    /// long as the next mark lies there too.
    pub(crate) fn take_rest(&mut self) -> Option<&'a [PythonEntry]> {
        let is_behind = self.entries.iter().find(|entry| entry.is_mark())?.name >= self.reached;
        let last = self.entries.iter().rposition(|entry| entry.is_mark()).filter(|_| is_behind)?;
        let (frames, rest) = self.entries.split_at(last);
        self.entries = &rest[1..];
        Some(frames)
    }

    /// The newest frames, so many at most.
    pub(crate) fn take_first(&mut self, most: usize) -> &'a [PythonEntry] {
        let (frames, rest) = self.entries.split_at(most.min(self.entries.len()));
        self.entries = rest;
        frames
    }

    /// Frames that no native frame stood for.
    pub(crate) fn left(&self) -> usize {
        self.entries.iter().filter(|entry| !entry.is_mark()).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(code: u64) -> PythonEntry {
        PythonEntry { code, name: 0, instruction: 0 }
    }

    fn mark(place: u64) -> PythonEntry {
        PythonEntry { code: PythonEntry::C_CODE, name: place, instruction: 0 }
    }

    #[test]
    fn frames_belong_to_the_native_frame_around_their_mark() {
        let entries = [code(100), code(101), mark(50), code(102), mark(90), mark(7)];
        let mut stack = PythonStack::new(&entries);
        assert_eq!(stack.take(10, 40), None);
        assert_eq!(stack.take(40, 60), Some(&entries[..2]));
        assert_eq!(stack.take(60, 80), None);
        assert_eq!(stack.left(), 1);
        assert_eq!(stack.take(80, 100), Some(&entries[3..4]));
        assert_eq!((stack.take(100, 200), stack.left()), (None, 0));
    }

    #[test]
    fn what_lies_behind_the_copy_is_taken_as_a_whole() {
        let entries = [code(100), mark(50), code(101), mark(90), code(102)];
        let mut stack = PythonStack::new(&entries);
        stack.reached = 60;
        assert_eq!(stack.take_rest(), None);
        assert_eq!(stack.take(40, 60), Some(&entries[..1]));
        assert_eq!((stack.take_rest(), stack.left()), (Some(&entries[2..3]), 1));
        assert_eq!(stack.take_rest(), None, "only the mark is left");
    }

    #[test]
    fn frames_without_a_mark_are_nobodys() {
        let entries = [code(100)];
        let mut stack = PythonStack::new(&entries);
        assert_eq!((stack.take(0, u64::MAX), stack.left()), (None, 1));
    }
}
