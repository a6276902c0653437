//! Objects as Ruby has them, made in this process's own memory, and what a hostile one could put there.

use std::fs::File;

use super::code::{Codes, Row};
use super::layout::Layout;
use super::lines;
use super::names::Names;
use super::objects::Objects;
use crate::languages::frames::Frames;
use crate::process::memory::Memory;
use crate::types::limits::Limits;

const STRING: u64 = 5;
const ARRAY: u64 = 7;
const CLASS: u64 = 2;
const METHOD: u64 = 0x1a | 6 << 12;
const ISEQ: u64 = 0x1a | 7 << 12;
/// Characters elsewhere; items inside.
const FLAG: u64 = 1 << 13;
/// A frame of a method, and of a function in C.
const OF_METHOD: u64 = 0x1111_0001;
const OF_C: u64 = 0x5555_0001;
const OLD: &str = "3.1.2";
const NEW: &str = "3.3.8";

fn memory() -> Memory {
    Memory::new(Some(File::open("/proc/self/mem").unwrap()))
}

fn layout(version: &str) -> Layout {
    Layout::of(version).unwrap()
}

/// Words that stay where they are. Returns their address.
fn made(words: &[u64]) -> u64 {
    Box::leak(words.to_vec().into_boxed_slice()).as_ptr() as u64
}

fn bytes(text: &str) -> u64 {
    let mut words = vec![0; text.len() / 8 + 1];
    for (at, byte) in text.bytes().enumerate() {
        words[at / 8] |= u64::from(byte) << (at % 8 * 8);
    }
    made(&words)
}

/// A text elsewhere, which every version has in the same way.
fn string(text: &str) -> u64 {
    made(&[STRING | FLAG, 0, text.len() as u64, bytes(text), 0])
}

fn array(items: &[u64]) -> u64 {
    made(&[ARRAY, 0, items.len() as u64, 0, made(items)])
}

#[test]
fn texts_are_read_as_each_version_has_them() {
    let memory = memory();
    let short = bytes("bike");
    let short = memory.u64(short).unwrap();
    let old = made(&[STRING | 4 << 14, 0, short]);
    let new = made(&[STRING, 0, 4, short]);
    let read = |version: &str, object| Objects { memory: &memory, layout: &layout(version) }.text(object);
    assert_eq!(read(OLD, old).as_deref(), Some("bike"));
    assert_eq!(read(NEW, new).as_deref(), Some("bike"));
    let long = "é".repeat(90);
    for version in [OLD, NEW] {
        assert_eq!(read(version, string(&long)), Some(long.clone()));
        let endless = made(&[STRING | FLAG, 0, u64::MAX, short, 0]);
        for nothing in [0, 8, 0x14, endless, made(&[ARRAY | FLAG, 0, 4, short]), u64::MAX - 7] {
            assert_eq!(read(version, nothing), None, "{nothing:x}");
        }
    }
}

/// A table with all operators, and one name more.
fn names(name: &str) -> (u64, u64) {
    let mut row = vec![8; 1024];
    for operator in b"!%&*+-/<>^`|~" {
        row[usize::from(*operator) * 2] = string(std::str::from_utf8(&[*operator]).unwrap());
    }
    row[2 * 300] = string(name);
    (array(&[array(&row)]), 300 << 4 | 1)
}

#[test]
fn the_table_of_names_is_found_by_its_operators() {
    let (memory, layout) = (memory(), layout(OLD));
    let objects = Objects { memory: &memory, layout: &layout };
    let (table, number) = names("each");
    let other = array(&[array(&[8, 8])]);
    let variables = made(&[0, 3, other, u64::MAX, table, 0]);
    let mut found = Names::new(None, std::iter::once(variables..variables + 48).collect());
    assert_eq!(found.find(number, objects).as_deref(), Some("each"));
    assert_eq!(found.find(b'+'.into(), objects).as_deref(), Some("+"));
    assert_eq!([1 << 40, 500 << 4].map(|unknown| found.find(unknown, objects)), [None, None]);
    let mut none = Names::new(None, vec![variables..variables + 24, 8..u64::MAX]);
    assert_eq!(none.find(number, objects), None);
}

/// Instructions of a method: their object, and the address of the first.
fn method(version: &str, label: &str, path: u64, packed: &[u64]) -> (u64, u64) {
    let code = made(&[1; 600]);
    let entries: Vec<u32> = (0..40).flat_map(|number| [100 + number, 0, 0]).collect();
    let entries =
        made(&entries.chunks(2).map(|pair| u64::from(pair[0]) | u64::from(pair[1]) << 32).collect::<Vec<_>>());
    let mut body = [0; 24];
    (body[0], body[1]) = (600 << 32, code);
    (body[8], body[10]) = (path, string(label));
    body[11] = if version == OLD { 99 << 1 | 1 } else { 99 };
    let lines = if version == OLD { 15 } else { 14 };
    (body[lines], body[lines + 2], body[lines + 3]) = (entries, 40, made(packed));
    (made(&[ISEQ, 0, made(&body)]), code)
}

#[test]
fn the_line_of_an_instruction_is_found_in_the_packed_table() {
    let memory = memory();
    // Entries begin at 0, 2 and 60, and at 54 + 64 + 3.
    let immediate = (0..9).map(|at| if at < 2 { 1 } else { 2 } << (7 * at)).sum::<u64>();
    let more = (0..9).map(|at| 2_u64 << (7 * at)).sum::<u64>();
    let ranks = (1..7).map(|word| if word < 2 { 1 } else { 2 } << (9 * (word - 1))).sum::<u64>();
    let packed = [immediate, more, more, more, more, more, 2, ranks, 1 << 6, 1 << 3, 0, 0, 0, 0, 0, 0];
    for version in [OLD, NEW] {
        let layout = layout(version);
        let objects = Objects { memory: &memory, layout: &layout };
        let (iseq, code) = method(version, "total", string("/app/order.rb"), &packed);
        let body = objects.word(iseq, 16).unwrap();
        assert_eq!(lines::first_line(objects, body), Some(99));
        let line = |position: u64| lines::line_before(objects, body, code + 8 * (position + 1));
        let found = [0, 1, 2, 53, 59, 60, 117, 120, 121, 500].map(line);
        assert_eq!(found, [100, 100, 101, 101, 101, 102, 102, 102, 103, 103].map(Some), "{version}");
        assert_eq!(lines::line_before(objects, body, code - 8), None);
    }
}

fn row(iseq: u64, pc: u64, method: u64, flags: u64) -> Row {
    let words = |words: &[u64]| words.iter().flat_map(|word| word.to_ne_bytes()).collect::<Vec<u8>>();
    Row::parse(&words(&[pc, 0, iseq, 0, 0]), &words(&[method, 0, flags])).unwrap()
}

/// What a frame is called, of what module, in which file and at which lines.
type Shown = (String, String, String, Option<u32>, Option<u32>);

fn shown(codes: &mut Codes, row: Row) -> Option<Shown> {
    let mut frames = Frames::new(&Limits::default());
    let address = codes.frame(&[row], true, &memory(), &mut frames)?;
    let frame = frames.get(address).unwrap();
    let place = frame.source;
    Some((frame.function.into(), frame.module.into(), place.file.into(), place.first_line, place.line))
}

/// A method entry of a class, `Orders` or its singleton.
fn entry(iseq: u64, number: u64, is_single: bool) -> u64 {
    let mut class = [0; 20];
    (class[0], class[19]) = (CLASS, string("Orders"));
    let mut single = [0; 20];
    (single[0], single[16]) = (CLASS | 1 << 12, made(&class));
    let owner = if is_single { made(&single) } else { made(&class) };
    made(&[METHOD, 0, made(&[0, iseq]), number, owner])
}

#[test]
fn frames_are_called_what_ruby_calls_them() {
    let (table, number) = names("each");
    let place = made(&[table]);
    let packed = [(0..9).map(|at| 1_u64 << (7 * at)).sum()];
    let path = array(&[string("order.rb"), string("/srv/app/order.rb")]);
    for (version, labels) in [(OLD, ["total", "total"]), (NEW, ["Orders#total", "Orders.total"])] {
        let mut codes = Codes::new(layout(version), Names::new(Some(place), Vec::new()), &Limits::default());
        let (iseq, code) = method(version, "total", path, &packed);
        for (label, is_single) in labels.into_iter().zip([false, true]) {
            let frame = row(iseq, code + 8, entry(iseq, number, is_single), OF_METHOD);
            let expected = (label.into(), "order.rb".into(), "/srv/app/order.rb".into(), Some(99), Some(100));
            assert_eq!(shown(&mut codes, frame), Some(expected));
        }
        let in_c = shown(&mut codes, row(0, 0, entry(0, number, false), OF_C)).unwrap();
        assert_eq!((&*in_c.0, &*in_c.1), (if version == OLD { "each" } else { "Orders#each" }, "[ruby]"));
    }
}

#[test]
fn what_is_not_the_code_of_the_sample_has_no_name() {
    let mut codes = Codes::new(layout(NEW), Names::new(None, Vec::new()), &Limits::default());
    let (iseq, code) = method(NEW, "total", string("/app/order.rb"), &[1]);
    let freed = made(&[0, 0, 0]);
    for (iseq, pc) in [(iseq, code - 8), (iseq, code + 8 * 601), (freed, code), (8, code), (iseq + 1, code)] {
        assert_eq!(shown(&mut codes, row(iseq, pc, 0, OF_METHOD)).unwrap().0, "", "{iseq:x} {pc:x}");
    }
    assert_eq!(shown(&mut codes, row(0, 0, freed, OF_C)), None);
    assert_eq!(shown(&mut codes, row(0, 0, 0, 0x6666_0001)), None);
}

#[test]
fn a_circle_of_variables_ends() {
    let mut codes = Codes::new(layout(NEW), Names::new(None, Vec::new()), &Limits::default());
    let (iseq, code) = method(NEW, "block in total", string("/app/order.rb"), &[1]);
    let circle = made(&[0, 0, 0x2222_0001]);
    // SAFETY: the words are this test's own, and nothing else refers to them.
    unsafe { *((circle + 8) as *mut u64) = circle + 16 };
    let words = |words: &[u64]| words.iter().flat_map(|word| word.to_ne_bytes()).collect::<Vec<u8>>();
    let block = Row::parse(&words(&[code + 8, 0, iseq, 0, 0]), &words(&[0, circle + 16, 0x2222_0001])).unwrap();
    assert_eq!(shown(&mut codes, block).unwrap().0, "block in total");
}
