//! The layouts of the versions that are understood. From 3.13 on an interpreter describes itself; the older ones
//! are known by their version, whose structures no release changed. The offsets are those that a compiler gives for
//! the headers that each version installs: `internal/pycore_runtime.h`, `internal/pycore_interp.h` (3.8:
//! `internal/pycore_pystate.h`, 3.7: `internal/pystate.h`), `cpython/pystate.h`, `cpython/frameobject.h`,
//! `cpython/code.h`.

use super::debug_offsets;
use super::layout::{LineTable, Offsets, PythonKind};
use crate::process::memory::Memory;

const PYTHON_3_10: Offsets = Offsets {
    version: 0x030a_0000,
    kind: PythonKind::Object,
    lines: LineTable::Ranges,
    interpreters: 32,
    interpreter_threads: 8,
    thread_id: 176,
    thread_frame: 24,
    record_frame: 0,
    record_previous: 0,
    frame_code: 32,
    frame_previous: 24,
    frame_owner: 0,
    frame_entry: 0,
    frame_instruction: 96,
    code_file: 104,
    code_name: 112,
    code_line: 40,
    code_lines: 120,
    code_instructions: 0,
    ..PYTHON_3_11
};

const PYTHON_3_9: Offsets =
    Offsets { version: 0x0309_0000, lines: LineTable::Changes, frame_instruction: 104, ..PYTHON_3_10 };

const PYTHON_3_8: Offsets = Offsets { version: 0x0308_0000, ..PYTHON_3_9 };

const PYTHON_3_7: Offsets = Offsets {
    version: 0x0307_0000,
    interpreters: 24,
    code_file: 96,
    code_name: 104,
    code_line: 36,
    code_lines: 112,
    ..PYTHON_3_8
};

const PYTHON_3_11: Offsets = Offsets {
    version: 0x030b_0000,
    kind: PythonKind::Entry,
    lines: LineTable::Locations,
    interpreters: 40,
    interpreter_next: 0,
    interpreter_threads: 16,
    thread_next: 8,
    thread_id: 160,
    thread_frame: 56,
    record_frame: 8,
    record_previous: 16,
    frame_code: 32,
    frame_previous: 48,
    frame_owner: 69,
    frame_entry: 68,
    frame_instruction: 56,
    code_file: 112,
    code_name: 128,
    code_line: 72,
    code_lines: 136,
    code_instructions: 184,
    object_type: 8,
    type_name: 24,
    text_length: 16,
    text_state: 32,
    text_ascii: 48,
    text_wide: 72,
};

const PYTHON_3_12: Offsets = Offsets {
    version: 0x030c_0000,
    kind: PythonKind::Record,
    interpreter_threads: 72,
    thread_id: 144,
    record_frame: 0,
    record_previous: 8,
    frame_code: 0,
    frame_previous: 8,
    frame_owner: 70,
    frame_entry: 0,
    code_line: 68,
    code_instructions: 192,
    text_ascii: 40,
    text_wide: 56,
    ..PYTHON_3_11
};

/// Those of the interpreter whose state is at `state` and that says to be of this version.
pub(super) fn find(memory: &Memory, state: u64, version: Option<u64>) -> Result<Offsets, String> {
    if let Some(described) = debug_offsets::read(memory, state) {
        return described.and_then(Offsets::checked);
    }
    let minor = version.map(|version| (version >> 24 & 0xff, version >> 16 & 0xff));
    let known = match minor {
        Some((3, 7)) => PYTHON_3_7,
        Some((3, 8)) => PYTHON_3_8,
        Some((3, 9)) => PYTHON_3_9,
        Some((3, 10)) => PYTHON_3_10,
        Some((3, 11)) => PYTHON_3_11,
        Some((3, 12)) => PYTHON_3_12,
        Some((major, minor)) => return Err(format!("CPython {major}.{minor} does not describe its structures")),
        None => return Err("a CPython that does not say its version is not understood".into()),
    };
    Ok(Offsets { version: version.unwrap_or(known.version), ..known })
}
