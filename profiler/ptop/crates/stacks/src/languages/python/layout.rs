//! Where an interpreter's structures have what.

/// Bytes of a frame that the sampling program reads: as many as the smallest frame has.
const FRAME_BYTES: u32 = 80;
/// Larger than any of an interpreter's structures.
const STRUCTURE_BYTES: u32 = 4 << 20;

/// How an interpreter's frames hang together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum PythonKind {
    /// The thread leads to its newest frame; where C code entered the interpreter, a frame that lies on the
    /// C stack and says so stands between (3.13 and newer).
    Thread = 0,
    /// The same behind a record on the C stack (3.12).
    Record = 1,
    /// A record on the C stack for each time that C code entered, whose oldest frame is marked (3.11).
    Entry = 2,
    /// The thread leads to its newest frame, an object; each call of the function that interprets runs one
    /// (3.10 and older).
    Object = 3,
}

/// How a code object says what line an instruction is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineTable {
    /// Entries with lines and columns (3.11 and newer).
    Locations,
    /// Ranges of instructions, each with the lines since the one before (3.10).
    Ranges,
    /// Where the line changes, and by how much (3.9 and older).
    Changes,
}

/// What a program that runs inside the target's thread needs to read that thread's frames: an address and offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the offset of the structure and the field in its name")]
pub struct PythonLayout {
    pub kind: PythonKind,
    /// Where the address of the first interpreter is.
    pub interpreters: u64,
    pub interpreter_next: u32,
    pub interpreter_threads: u32,
    pub thread_next: u32,
    pub thread_id: u32,
    /// The newest frame, or the record on the C stack.
    pub thread_frame: u32,
    pub record_frame: u32,
    pub record_previous: u32,
    pub frame_code: u32,
    pub frame_previous: u32,
    pub frame_owner: u32,
    pub frame_entry: u32,
    pub frame_instruction: u32,
    pub code_name: u32,
}

/// Every offset that is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Offsets {
    /// As `PY_VERSION_HEX`.
    pub(super) version: u64,
    pub(super) kind: PythonKind,
    pub(super) lines: LineTable,
    /// In the state of the whole runtime.
    pub(super) interpreters: u32,
    pub(super) interpreter_next: u32,
    pub(super) interpreter_threads: u32,
    pub(super) thread_next: u32,
    pub(super) thread_id: u32,
    pub(super) thread_frame: u32,
    pub(super) record_frame: u32,
    pub(super) record_previous: u32,
    pub(super) frame_code: u32,
    pub(super) frame_previous: u32,
    pub(super) frame_owner: u32,
    pub(super) frame_entry: u32,
    pub(super) frame_instruction: u32,
    pub(super) code_file: u32,
    pub(super) code_name: u32,
    pub(super) code_line: u32,
    /// The table of lines, and where instructions begin.
    pub(super) code_lines: u32,
    pub(super) code_instructions: u32,
    pub(super) object_type: u32,
    pub(super) type_name: u32,
    pub(super) text_length: u32,
    pub(super) text_state: u32,
    /// Where the characters of a text in ASCII begin, and of any other.
    pub(super) text_ascii: u32,
    pub(super) text_wide: u32,
}

impl Offsets {
    /// What comes from the target must not lead a program astray.
    pub(super) fn checked(self) -> Result<Offsets, String> {
        let in_frame = [self.frame_owner, self.frame_entry];
        let words = [self.frame_code, self.frame_previous, self.frame_instruction];
        let others = [
            self.interpreters,
            self.interpreter_next,
            self.interpreter_threads,
            self.thread_next,
            self.thread_id,
            self.thread_frame,
            self.record_frame,
            self.record_previous,
            self.code_file,
            self.code_name,
            self.code_line,
            self.code_lines,
            self.code_instructions,
            self.object_type,
            self.type_name,
            self.text_length,
            self.text_state,
            self.text_ascii,
        ];
        let is_sound = in_frame.iter().all(|offset| *offset < FRAME_BYTES)
            && words.iter().all(|offset| offset % 8 == 0 && *offset + 8 <= FRAME_BYTES)
            && others.iter().all(|offset| *offset < STRUCTURE_BYTES);
        if is_sound { Ok(self) } else { Err("the interpreter describes its structures in an unknown way".into()) }
    }

    /// What the sampling program needs.
    pub(super) fn layout(&self, state: u64) -> PythonLayout {
        PythonLayout {
            kind: self.kind,
            interpreters: state.wrapping_add(self.interpreters.into()),
            interpreter_next: self.interpreter_next,
            interpreter_threads: self.interpreter_threads,
            thread_next: self.thread_next,
            thread_id: self.thread_id,
            thread_frame: self.thread_frame,
            record_frame: self.record_frame,
            record_previous: self.record_previous,
            frame_code: self.frame_code,
            frame_previous: self.frame_previous,
            frame_owner: self.frame_owner,
            frame_entry: self.frame_entry,
            frame_instruction: self.frame_instruction,
            code_name: self.code_name,
        }
    }
}
