//! Structures as an interpreter has them, made in this process's own memory, and
//! what a hostile one could put there.

use std::fs::File;

use super::PythonEntry;
use super::code::Codes;
use super::layout::{Offsets, PythonKind};
use super::{text, unmarked, versions};
use crate::languages::frames::Frames;
use crate::process::memory::Memory;
use crate::types::limits::Limits;
use crate::types::name::NameOrigin;

fn memory() -> Memory {
    Memory::new(Some(File::open("/proc/self/mem").unwrap()))
}

fn offsets() -> Offsets {
    versions::find(&memory(), 0, Some(0x030c_01f0)).unwrap()
}

#[test]
fn a_version_has_the_last_number_where_the_interpreter_says_it() {
    assert_eq!(super::version_text(0x030b_02f0), "3.11.2");
    assert_eq!(super::version_text(0x030e_00f0), "3.14.0");
    assert_eq!(super::version_text(0x030b_0000), "3.11");
}

const LATIN: u32 = 1 << 2 | 1 << 5;
const ASCII: u32 = LATIN | 1 << 6;

/// A text object as 3.12 has it.
fn object(length: u64, state: u32, characters: &[u8]) -> Box<[u8]> {
    let mut bytes = vec![0; if state & 1 << 6 == 0 { 56 } else { 40 }];
    bytes[16..24].copy_from_slice(&length.to_le_bytes());
    bytes[32..36].copy_from_slice(&state.to_le_bytes());
    bytes.extend(characters);
    bytes.into()
}

fn ascii(text: &str) -> Box<[u8]> {
    object(text.len() as u64, ASCII, text.as_bytes())
}

fn address(object: &[u8]) -> u64 {
    object.as_ptr() as u64
}

fn read(object: &[u8]) -> Option<String> {
    text::read(&memory(), &offsets(), address(object))
}

#[test]
fn texts_of_every_width_are_read() {
    assert_eq!(read(&ascii("handle")).as_deref(), Some("handle"));
    assert_eq!(read(&object(2, LATIN, &[0xe9, b'x'])).as_deref(), Some("éx"));
    assert_eq!(read(&object(2, 2 << 2 | 1 << 5, &[0x08, 0x8a, 0x97, 0x7b])).as_deref(), Some("計算"));
    assert_eq!(read(&object(1, 4 << 2 | 1 << 5, &[0, 0xf3, 1, 0])).as_deref(), Some("🌀"));
}

#[test]
fn what_is_no_text_is_none_and_what_is_no_character_is_replaced() {
    assert_eq!(read(&object(2, LATIN, b"a\n")).as_deref(), Some("a\u{fffd}"));
    assert_eq!(read(&object(1, 2 << 2 | 1 << 5, &[0, 0xd8])).as_deref(), Some("\u{fffd}"));
    assert_eq!(read(&object(1, 4 << 2 | 1 << 5, &[0xff; 4])).as_deref(), Some("\u{fffd}"));
    for state in [0, 1 << 2, 3 << 2 | 1 << 5, 7 << 2 | 1 << 5 | 1 << 6] {
        assert_eq!(read(&object(1, state, b"abcdefgh")), None, "{state:x}");
    }
    assert_eq!(read(&object(u64::MAX, ASCII, b"x")), None);
    assert_eq!([0, 8, u64::MAX - 20].map(|at| text::read(&memory(), &offsets(), at)), [None, None, None]);
}

#[test]
fn a_text_without_end_is_cut() {
    let long = object(1 << 40, ASCII, &[b'x'; 4096]);
    assert_eq!(read(&long).map(|text| text.len()), Some(1024));
}

/// A code object with its type and texts, which must outlive what is read.
struct Code {
    object: [u64; 25],
    _type: Box<[u64; 52]>,
    _texts: [Box<[u8]>; 2],
}

impl Code {
    fn new(name: &str, file: &str, type_name: &'static [u8]) -> Code {
        let texts = [ascii(name), ascii(file)];
        let mut kind = Box::new([0; 52]);
        kind[3] = type_name.as_ptr() as u64;
        let mut object = [0; 25];
        object[1] = kind.as_ptr() as u64;
        object[14] = address(&texts[1]);
        object[16] = address(&texts[0]);
        Code { object, _type: kind, _texts: texts }
    }

    fn entry(&self) -> PythonEntry {
        PythonEntry { code: self.object.as_ptr() as u64, name: self.object[16], instruction: 0 }
    }
}

fn named(codes: &mut Codes, names: &mut Frames, entry: PythonEntry) -> (String, String) {
    let address = codes.frame(entry, &memory(), names);
    let frame = names.get(address).unwrap();
    assert_eq!(frame.origin, NameOrigin::Python);
    (frame.function.to_owned(), frame.module.to_owned())
}

fn codes() -> (Codes, Frames) {
    let limits = Limits { language_frames: 4, ..Limits::default() };
    (Codes::new(offsets(), None, &limits), Frames::new(&Limits::default()))
}

const TYPE: &[u8] = b"code\0           ";

#[test]
fn a_code_object_has_its_qualified_name_and_its_file() {
    let (mut codes, mut names) = codes();
    let code = Code::new("Orders.total", "/usr/lib/python3.12/orders/total.py", TYPE);
    assert_eq!(named(&mut codes, &mut names, code.entry()), ("Orders.total".into(), "orders/total.py".into()));
}

/// A code object that begins in line 7, and whose third and fourth instruction are of line 9.
fn lined() -> (Code, Box<[u8]>) {
    let mut code = Code::new("f", "/srv/f.py", TYPE);
    let entries = [0x81, 0x21, 0x80 | 12 << 3 | 1, 0, 0];
    let mut table = vec![0; 32];
    table[16] = entries.len() as u8;
    table.extend(entries);
    let table: Box<[u8]> = table.into();
    code.object[8] = 7 << 32;
    code.object[17] = address(&table);
    (code, table)
}

#[test]
fn a_frame_on_top_has_the_line_of_its_instruction() {
    let (mut codes, mut names) = codes();
    let (code, _table) = lined();
    let first = &raw const code.object[24] as u64;
    let mut place = |instruction: u64| {
        let address = codes.frame(PythonEntry { instruction, ..code.entry() }, &memory(), &mut names);
        let source = names.get(address).unwrap().source;
        assert_eq!((source.file, source.first_line), ("/srv/f.py", Some(7)));
        source.line
    };
    assert_eq!([0, 2, 4, 6, 8].map(|at| place(first + at)), [Some(7), Some(7), Some(9), Some(9), None]);
    assert_eq!([0, first - 2, u64::MAX].map(&mut place), [None; 3]);
}

#[test]
fn the_place_in_the_code_of_older_versions_leads_to_a_line() {
    for (version, instructions) in [(0x030a_0000, 1), (0x0309_0000, 2)] {
        let offsets = versions::find(&memory(), 0, Some(version)).unwrap();
        let mut codes = Codes::new(offsets, None, &Limits::default());
        let (mut names, mut code) = (Frames::new(&Limits::default()), Code::new("", "", TYPE));
        // There one word more is before the characters of a text.
        let texts =
            ["f", "/srv/f.py"].map(|text| object(text.len() as u64, ASCII, &[&[0; 8], text.as_bytes()].concat()));
        let [name, file] = [address(&texts[0]), address(&texts[1])];
        // Two instructions of line 7 and two of line 9.
        let mut table = vec![0_u8; 32];
        table[16] = 4;
        table.extend(if version == 0x030a_0000 { [4, 0, 4, 2] } else { [4, 2, 4, 1] });
        (code.object[5], code.object[13], code.object[14], code.object[15]) = (7, file, name, table.as_ptr() as u64);
        let mut line = |instruction: u64| {
            let entry = PythonEntry { code: code.object.as_ptr() as u64, name, instruction };
            let address = codes.frame(entry, &memory(), &mut names);
            names.get(address).map(|frame| (frame.function.to_owned(), frame.source.first_line, frame.source.line))
        };
        let places = [0, 1, 1 + 2 * instructions, 1 + 3 * instructions];
        let lines = places.map(|place| line(place).expect("a frame"));
        assert_eq!(lines, [None, Some(7), Some(9), Some(9)].map(|line| ("f".to_owned(), Some(7), line)), "{version:x}");
    }
}

#[test]
fn a_table_of_lines_that_cannot_be_read_leaves_the_name() {
    for table in [0, 8, u64::MAX - 20] {
        // Again, because the next code object may lie where this one did, with its name elsewhere.
        let (mut codes, mut names) = codes();
        let (mut code, _table) = lined();
        code.object[17] = table;
        let entry = PythonEntry { instruction: &raw const code.object[24] as u64, ..code.entry() };
        let frame = codes.frame(entry, &memory(), &mut names);
        assert_eq!(names.get(frame).map(|frame| (frame.function, frame.source.line)), Some(("f", None)));
    }
}

#[test]
fn what_took_the_place_of_a_code_object_is_not_named() {
    let (mut codes, mut names) = codes();
    let gone = (String::new(), "[python]".to_owned());
    let code = Code::new("f", "f.py", TYPE);
    let entry = PythonEntry { name: code.entry().name + 8, ..code.entry() };
    assert_eq!(named(&mut codes, &mut names, entry), gone);
    let other = Code::new("f", "f.py", b"function\0       ");
    assert_eq!(named(&mut codes, &mut names, other.entry()), gone);
    for code in [0, 3, 0xdead_beef_0000, u64::MAX - 7] {
        assert_eq!(named(&mut codes, &mut names, PythonEntry { code, name: 1, instruction: 0 }), gone);
    }
}

#[test]
fn a_program_that_makes_code_without_end_does_not_make_memory() {
    let (mut codes, mut names) = codes();
    let code = Code::new("f", "f.py", TYPE);
    for _ in 0..3 {
        named(&mut codes, &mut names, code.entry());
    }
    let before = codes.memory_bytes();
    let made: Vec<Code> = (0..100).map(|number| Code::new(&format!("f{number}"), "f.py", TYPE)).collect();
    for code in &made {
        named(&mut codes, &mut names, code.entry());
    }
    assert!(codes.memory_bytes() <= before.max(16 * 33), "{} bytes", codes.memory_bytes());
}

#[test]
fn versions_that_do_not_describe_themselves_are_known_or_refused() {
    let find = |version| versions::find(&memory(), 0, version);
    assert_eq!(find(Some(0x030b_09f0)).map(|offsets| offsets.kind), Ok(PythonKind::Entry));
    assert_eq!(find(Some(0x030c_00f0)).map(|offsets| offsets.kind), Ok(PythonKind::Record));
    for minor in 7..=10 {
        assert_eq!(find(Some(3 << 24 | minor << 16)).map(|offsets| offsets.kind), Ok(PythonKind::Object), "3.{minor}");
    }
    assert!(find(Some(0x0306_0000)).unwrap_err().contains("3.6"));
    assert!(find(None).unwrap_err().contains("does not say its version"));
}

/// A state with an interpreter that has a thread, as 3.8 has them, and the type of code objects.
fn started() -> [Box<[u64; 8]>; 4] {
    let [mut state, mut interpreter, mut thread, mut kind] = [(); 4].map(|()| Box::new([0; 8]));
    state[4] = interpreter.as_ptr() as u64;
    interpreter[1] = thread.as_ptr() as u64;
    thread[2] = interpreter.as_ptr() as u64;
    kind[3] = TYPE.as_ptr() as u64;
    [state, interpreter, thread, kind]
}

#[test]
fn structures_that_are_not_those_of_the_version_are_refused() {
    let offsets = versions::find(&memory(), 0, Some(0x0308_0000)).unwrap();
    let check = |parts: &[Box<[u64; 8]>; 4]| {
        unmarked::check(&memory(), &offsets, parts[0].as_ptr() as u64, Some(parts[3].as_ptr() as u64))
    };
    assert_eq!(check(&started()), Ok(()));
    for (part, word, value, is_right) in
        [(0, 4, 0, true), (0, 4, 8, false), (1, 1, 0, true), (1, 1, 8, false), (2, 2, 8, false), (3, 3, 8, false)]
    {
        let mut parts = started();
        parts[part][word] = value;
        assert_eq!(check(&parts).is_ok(), is_right, "word {word} of {part}");
    }
    assert!(unmarked::check(&memory(), &offsets, started()[0].as_ptr() as u64, None).is_err());
}

#[test]
fn a_table_that_leads_astray_is_refused() {
    let table = |word: u64| {
        let mut words = vec![word; 81];
        words[0] = u64::from_le_bytes(*b"xdebugpy");
        words[1] = 0x030d_00f0;
        words[2] = 0;
        words
    };
    let find = |words: &[u64]| versions::find(&memory(), words.as_ptr() as u64, None);
    assert!(find(&table(64)).is_ok());
    for word in [79, 80, 1 << 31, u64::MAX] {
        assert!(find(&table(word)).is_err(), "{word}");
    }
}

#[test]
fn a_function_keeps_its_name_at_an_instruction_that_is_met_when_the_process_has_ended() {
    let (mut codes, mut names) = codes();
    let code = Code::new("handle", "/srv/app/service.py", TYPE);
    let at = |offset: u64| PythonEntry { instruction: code.entry().code + offset, ..code.entry() };
    let alive = codes.frame(at(208), &memory(), &mut names);
    let ended = codes.frame(at(210), &Memory::new(None), &mut names);
    let name = |address: u64| names.get(address).map(|frame| (frame.function, frame.source.first_line));
    assert_eq!(name(ended), name(alive));
    assert_eq!(names.get(ended).map(|frame| (frame.function, frame.source.line)), Some(("handle", None)));
    let other = PythonEntry { name: 8, ..at(210) };
    let unknown = codes.frame(other, &Memory::new(None), &mut names);
    assert_eq!(names.get(unknown).map(|frame| frame.function), Some(""));
}
