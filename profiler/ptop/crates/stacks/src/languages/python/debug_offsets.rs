//! The table at the start of an interpreter's state in which 3.13 and newer say
//! where their structures have what: words in the order of structures, each a
//! size and then offsets. Versions add words, so each is known by its own order.

use super::layout::{LineTable, Offsets, PythonKind};
use crate::process::memory::Memory;

const COOKIE: [u8; 8] = *b"xdebugpy";
/// Words behind the cookie that any known version uses.
const WORDS: usize = 80;

/// Numbers of the words at which each structure begins.
struct Order {
    interpreter: usize,
    thread: usize,
    frame: usize,
    code: usize,
    object: usize,
    kind: usize,
    text: usize,
}

const ORDER_3_13: Order = Order { interpreter: 5, thread: 18, frame: 27, code: 33, object: 43, kind: 45, text: 66 };
const ORDER_3_14: Order = Order { interpreter: 5, thread: 21, frame: 30, code: 38, object: 49, kind: 51, text: 76 };

/// `None` when there is no such table.
pub(super) fn read(memory: &Memory, state: u64) -> Option<Result<Offsets, String>> {
    let mut bytes = [0; 8 * (WORDS + 1)];
    memory.read_exact(state, &mut bytes)?;
    let (cookie, words) = bytes.split_first_chunk::<8>()?;
    if *cookie != COOKIE {
        return None;
    }
    Some(parse(words))
}

fn parse(bytes: &[u8]) -> Result<Offsets, String> {
    let word = |number: usize| {
        let at = 8 * number;
        bytes.get(at..at + 8).and_then(|word| word.try_into().ok()).map_or(u64::MAX, u64::from_le_bytes)
    };
    // What does not fit is refused by the check that follows.
    let offset = |number: usize| u32::try_from(word(number)).unwrap_or(u32::MAX);
    let version = word(0);
    let order = match (version >> 24, version >> 16 & 0xff) {
        (3, 13) => ORDER_3_13,
        (3, 14) => ORDER_3_14,
        (major, minor) => return Err(format!("CPython {major}.{minor} is not understood")),
    };
    if word(1) != 0 {
        return Err("a free-threaded CPython is not understood".into());
    }
    let Order { interpreter, thread, frame, code, object, kind, text } = order;
    Ok(Offsets {
        version,
        kind: PythonKind::Thread,
        lines: LineTable::Locations,
        interpreters: offset(4),
        interpreter_next: offset(interpreter + 2),
        interpreter_threads: offset(interpreter + 3),
        thread_next: offset(thread + 2),
        thread_id: offset(thread + 6),
        thread_frame: offset(thread + 4),
        record_frame: 0,
        record_previous: 0,
        frame_code: offset(frame + 2),
        frame_previous: offset(frame + 1),
        frame_owner: offset(frame + 5),
        frame_entry: 0,
        frame_instruction: offset(frame + 3),
        code_file: offset(code + 1),
        code_name: offset(code + 3),
        code_line: offset(code + 5),
        code_lines: offset(code + 4),
        code_instructions: offset(code + 9),
        object_type: offset(object + 1),
        type_name: offset(kind + 1),
        text_length: offset(text + 2),
        text_state: offset(text + 1),
        text_ascii: offset(text + 3),
        // Two more words, of the text in UTF-8.
        text_wide: offset(text + 3).saturating_add(16),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table whose every word is its number, but for the first two.
    fn table(version: u64, is_free_threaded: u64) -> Vec<u8> {
        let mut words: Vec<u64> = (0..WORDS as u64).collect();
        words[0] = version;
        words[1] = is_free_threaded;
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn each_version_has_its_own_order() {
        let older = parse(&table(0x030d_00f0, 0)).unwrap();
        assert_eq!((older.interpreters, older.interpreter_threads, older.thread_frame), (4, 8, 22));
        assert_eq!((older.frame_owner, older.code_name, older.text_ascii, older.text_wide), (32, 36, 69, 85));
        let newer = parse(&table(0x030e_06f0, 0)).unwrap();
        assert_eq!((newer.thread_frame, newer.thread_id, newer.frame_owner), (25, 27, 35));
        assert_eq!((newer.code_file, newer.code_name, newer.object_type, newer.type_name), (39, 41, 50, 52));
    }

    #[test]
    fn what_is_not_understood_is_said() {
        assert!(parse(&table(0x030f_0000, 0)).unwrap_err().contains("3.15"));
        assert!(parse(&table(0x030e_0000, 1)).unwrap_err().contains("free-threaded"));
        assert!(parse(&[]).is_err());
    }
}
