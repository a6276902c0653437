//! Heaps that no engine has: objects that contain themselves, lengths that are
//! absurd, types that lie. They lie in a file that plays the target's memory.

use std::sync::Arc;

use super::heap::is_object;
use super::made::{HEAP, Made, ONE_BYTE, TWO_BYTES, layout};
use super::*;
use crate::languages::frames::Frames;
use crate::process::code::Code;
use crate::types::arch::Arch;
use crate::types::limits::Limits;
use crate::types::stack::Stack;
use functions::Running;

#[test]
fn a_version_of_node_is_three_numbers_and_nothing_else_is_taken_for_one() {
    for version in ["20.20.2", "24.0.0-pre", "25.1.0-nightly20251101abc"] {
        assert!(is_version(version), "{version}");
    }
    for other in ["", "20.20", "20..2", "v20.20.2", "20.20.2.1", "20.20.x", "20.20.2-a b"] {
        assert!(!is_version(other), "{other}");
    }
}

#[test]
fn every_kind_of_string_is_read() {
    let mut made = Made::new();
    let (plain, other) = (made.text("plain and long"), made.text("!"));
    let wide = made.string(TWO_BYTES, 2, &[0x0000_0000_3042_00e9]);
    let cons = made.string(0x29, 15, &[plain, other]);
    let outer = made.string(0x29, 17, &[cons, wide]);
    let sliced = made.string(0x2b, 4, &[plain, 10 << 32]);
    let thin = made.string(0x2d, 14, &[plain]);
    let external = made.string(0x2a, 3, &[0x5000, 0x7000]);
    made.write(0x7000, b"outside");
    let texts = [plain, wide, cons, outer, sliced, thin, external].map(|string| made.read(string, 100));
    let expected =
        ["plain and long", "é\u{3042}", "plain and long!", "plain and long!é\u{3042}", "long", "plain and long", "out"];
    assert_eq!(texts, expected.map(|text| Some(text.to_owned())));
    assert_eq!(made.read(outer, 7).as_deref(), Some("plain a"));
    let part = made.string(0x2b, 4, &[outer, 13 << 32]);
    assert_eq!(made.read(part, 100).as_deref(), Some("g!é\u{3042}"));
}

#[test]
fn strings_that_contain_themselves_end() {
    let mut made = Made::new();
    for kind in [0x29, 0x2b, 0x2d] {
        let map = made.map(kind);
        let own = made.next + 1;
        let string = made.object(&[map, 0x7fff_ffff << 32, own, own]);
        assert_eq!((string, made.read(string, 100)), (own, None), "{kind:#x}");
    }
    let mut deep = made.text("x");
    for _ in 0..200 {
        deep = made.string(0x29, u32::MAX, &[deep, deep]);
    }
    assert_eq!(made.read(deep, 1000), None);
}

#[test]
fn absurd_lengths_take_no_more_than_what_is_asked() {
    let mut made = Made::new();
    let long = made.string(ONE_BYTE, u32::MAX, &[0x6161_6161_6161_6161; 64]);
    assert_eq!(made.read(long, 100), Some("a".repeat(100)));
    let outside = made.string(0x2a, 1 << 30, &[0, u64::MAX - 5]);
    let sliced = made.string(0x2b, 100, &[long, 0xffff_fff0_0000_0000]);
    assert_eq!((made.read(outside, 100), made.read(sliced, 100)), (None, None));
}

#[test]
fn a_function_has_its_name_in_its_description_or_its_scope() {
    let mut made = Made::new();
    let (name, file) = (made.text("named"), made.text("/srv/app.js"));
    let script = made.script(file);
    let plain = made.shared(0, name, script);
    assert_eq!(made.name(plain), Some(("named".into(), "/srv/app.js".into())));
    let of_scope = |made: &mut Made, flags: u64, words: &[u64]| {
        let scope = made.of_kind(280, &[&[flags, 0, 0, 3 << 32, 0], words].concat());
        let shared = made.shared(0, scope, script);
        made.name(shared).map(|(name, _)| name)
    };
    assert_eq!(of_scope(&mut made, 3 << 12, &[name, 0]).as_deref(), Some("named"));
    let inferred = made.text("Till.sell");
    let empty = made.text("");
    assert_eq!(of_scope(&mut made, 7 << 12, &[empty, 0, inferred]).as_deref(), Some("Till.sell"));
    assert_eq!(of_scope(&mut made, 1 << 14, &[inferred]).as_deref(), Some("Till.sell"));
    assert_eq!(of_scope(&mut made, 0, &[]).as_deref(), Some("(anonymous)"));
    // Where it begins, behind two lines.
    let text = made.text("\n\nnamed = () => 1;");
    let script = made.of_kind(167, &[text, file, 0]);
    let scope = made.of_kind(280, &[0, 0, 0, 10 << 32, 17 << 32]);
    let shared = made.shared(0, scope, script);
    assert_eq!(made.place(shared), Some(("/srv/app.js".into(), Some(3))));
    // More variables than any function has.
    let scope = made.of_kind(280, &[3 << 12, 0, 0x7fff_ffff << 32]);
    let shared = made.shared(0, scope, script);
    assert_eq!(made.name(shared), Some(("(anonymous)".into(), "/srv/app.js".into())));
}

#[test]
fn the_code_of_a_script_begins_with_it() {
    let mut made = Made::new();
    let (empty, file) = (made.text(""), made.text("/srv/app.js"));
    let script = made.script(file);
    let mut name = |scope_words: u64, words: &[u64]| {
        made.scope_words = scope_words;
        let scope = made.of_kind(280, words);
        let shared = made.shared(0, scope, script);
        made.name(shared).expect("a function").0
    };
    let (number, named, module) = (|value: u64| value << 32, 3 << 12, 3);
    // Words before the variables, the place of the name, the name's own variable; where it begins, and ends.
    let newer = |start: u64| [named, 0, 0, number(start), number(90), empty, number(7)];
    assert_eq!([0, 5].map(|start| name(5, &newer(start))), ["(top level)", "(anonymous)"]);
    let older = |start: u64| [module | named, 0, 0, empty, number(7), number(start), number(90)];
    assert_eq!([0, 5].map(|start| name(3, &older(start))), ["(top level)", "(anonymous)"]);
    // With the number of a module's variables.
    let between = |start: u64| [module | named, 0, 0, number(2), empty, number(7), number(start), number(90)];
    assert_eq!([0, 5].map(|start| name(3, &between(start))), ["(top level)", "(anonymous)"]);
}

#[test]
fn a_place_in_a_text_has_its_line_however_lines_end() {
    let mut made = Made::new();
    let long = format!("{}\r\n{}\n\r\rend", "a".repeat(4095), "b\n".repeat(5000));
    let line_at = |made: &mut Made, source: u64, place: usize, offset: u64| {
        let file = made.text("/srv/app.js");
        let script = made.of_kind(167, &[source, file, offset << 32]);
        let (memory, layout) = (made.memory(), layout());
        let mut heap = Heap { memory: &memory, layout: &layout, maps: &mut Maps::default() };
        lines::Lines::default().line(script, place, &mut heap)
    };
    let text = made.text(&long);
    // The first line ends with two characters, of which the second is in the next piece.
    for place in [0, 4095, 4096, 4097, 4098, 4099, 8192, long.len() - 3, long.len()] {
        let ends = long[..place].replace("\r\n", "\n").matches(['\n', '\r']).count() as u32;
        let halved = u32::from(place == 4096);
        assert_eq!(line_at(&mut made, text, place, 0), Some(1 + ends - halved), "{place}");
    }
    assert_eq!(line_at(&mut made, text, 0, 41), Some(42));
    assert_eq!(line_at(&mut made, text, long.len() + 1, 0), None);
    // Texts that lie elsewhere: written out, cut from another, of wide characters with a line separator.
    let empty = made.text("");
    let cons = made.string(0x29, long.len() as u32, &[text, empty]);
    let sliced = made.string(0x2b, 100, &[text, 4090 << 32]);
    let wide = made.string(TWO_BYTES, 3, &[0x0000_0062_2028_0061]);
    assert_eq!([cons, sliced, wide].map(|source| line_at(&mut made, source, 3, 0)), [Some(1), Some(1), Some(2)]);
    assert_eq!(line_at(&mut made, sliced, 10, 0), Some(3));
    let unwritten = made.string(0x29, 100, &[empty, text]);
    let own = made.next + 1;
    let endless = made.string(0x2d, 100, &[own]);
    assert_eq!([unwritten, endless, 0].map(|source| line_at(&mut made, source, 3, 0)), [None; 3]);
}

#[test]
fn a_description_that_moved_is_not_taken_for_the_one_in_its_place() {
    let mut made = Made::new();
    let [first, second, third] = ["first", "second", "third"].map(|name| made.text(name));
    let script = made.script(first);
    let bytecodes = [0; 3].map(|_| made.of_kind(186, &[9 << 32, 0, 0, 0, 0]));
    let descriptions = [(0, first), (1, second)].map(|(at, name)| made.shared(bytecodes[at], name, script));
    let functions = descriptions.map(|shared| made.of_kind(2065, &[0, 0, 0, shared, 0]));
    let mut known = Functions::default();
    let mut owner = |made: &Made, moment: u32, at: usize, object: u64| {
        let (memory, limits, layout) = (made.memory(), Limits::default(), layout());
        let (mut names, mut maps) = (Frames::new(&limits), Maps::default());
        let heap = Heap { memory: &memory, layout: &layout, maps: &mut maps };
        let mut naming = Naming { heap, names: &mut names, moment, name_bytes: limits.name_bytes };
        let running = Running { object, bytecode: Some(bytecodes[at]), feedback: [None; 2] };
        known.owner_of(bytecodes[at], &running, &mut naming)
    };
    assert_eq!([0, 1].map(|at| owner(&made, 0, at, functions[at])), descriptions.map(Some));
    // The heap is put in order: the first description is elsewhere, the third lies in its place.
    let moved = made.shared(bytecodes[0], first, script);
    made.write(descriptions[0] - 1 + 8, &bytecodes[2].to_le_bytes());
    made.write(descriptions[0] - 1 + 24, &third.to_le_bytes());
    assert_eq!(owner(&made, 1, 0, functions[0]), None);
    made.write(functions[0] - 1 + 32, &moved.to_le_bytes());
    assert_eq!(owner(&made, 1, 0, functions[0]), Some(moved));
    assert_eq!(owner(&made, 1, 1, 0), Some(descriptions[1]));
}

#[test]
fn what_has_another_type_is_no_function() {
    let mut made = Made::new();
    let name = made.text("named");
    let script = made.script(name);
    let shared = made.shared(0, name, script);
    // A map whose map is none.
    let liar = made.object(&[shared, 282 << 32, 0]);
    let object = made.object(&[liar, 0, 0, name, 0, script, 0]);
    assert!(made.name(shared).is_some());
    for other in [object, script, name, HEAP + 1, 1, u64::MAX, u64::MAX - 2, 1 << 47 | 1] {
        assert_eq!(made.name(other), None, "{other:#x}");
    }
    let native = made.shared(0, name, 0);
    assert_eq!(made.name(native), None);
}

/// Numbers that look random and are the same each time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, most: u64) -> u64 {
        self.next() % most
    }
}

const STACK: u64 = 0x7000_0000;
const CODE: u64 = 0x20_0000;

/// A heap in which everything has a type that is looked for, and points anywhere.
fn wild(random: &mut Random) -> Made {
    let mut made = Made::new();
    let kinds = [282, 167, 280, 187, 192, 186, 266, 205, 199, 217, 195, 188, 2065, 0x28, 0x29, 0x2b, 0x2d, 0x2a, 0x20];
    let maps = kinds.map(|kind| made.map(kind));
    let first = made.next;
    let any = |random: &mut Random| match random.below(8) {
        0 => random.next(),
        1 => random.below(1 << 20) << 32,
        2 => u64::MAX << 32,
        3 => CODE + random.below(0x1000) / 32 * 32,
        4 => random.below(64),
        _ => first + random.below(0x8000) / 192 * 192 + 1,
    };
    for _ in 0..200 {
        let map = maps[random.below(maps.len() as u64) as usize];
        let words: Vec<u64> = (0..15).map(|_| any(random)).collect();
        made.object(&[&[map], &words[..]].concat());
    }
    // Code with headers that point at descriptions, each after a call.
    for at in (CODE..CODE + 0x2000).step_by(64) {
        let mut bytes = [0xe8; 64];
        bytes[..8].copy_from_slice(&maps[4].to_le_bytes());
        bytes[8..16].copy_from_slice(&any(random).to_le_bytes());
        made.write(at, &bytes);
    }
    made
}

#[test]
fn wild_heaps_neither_stop_nor_grow_the_walk() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let arch = Arch::X86_64;
    let mut left = 0;
    for _ in 0..60 {
        let made = wild(&mut random);
        let memory = Arc::new(made.memory());
        let limits = Limits::default();
        let mut names = Frames::new(&limits);
        let mut code = Code::new(arch, Arc::clone(&memory));
        let interpreter = Interpreter { handlers: 0x1000..0x2000, trampoline: 0x3000..0x4000 };
        let mut v8 = V8 {
            node_version: None,
            layout: layout(),
            version: None,
            interpreter,
            name_bytes: limits.name_bytes,
            state: State::default(),
            moment: 0,
            started: Instant::now(),
        };
        for _ in 0..300 {
            let word = |random: &mut Random| match random.below(4) {
                0 => STACK + random.below(0x400) / 8 * 8,
                1 => CODE + random.below(0x2000),
                2 => random.below(40) * 2,
                _ => HEAP + random.below(0x10000) / 192 * 192 + 1,
            };
            let stack: Vec<u8> = (0..128).flat_map(|_| word(&mut random).to_le_bytes()).collect();
            let values = vec![0; arch.perf_mask().count_ones() as usize];
            let mut registers = Registers::from_perf(arch, arch.perf_mask(), &values).unwrap();
            registers.set(arch.ip(), CODE + random.below(0x2000));
            registers.set(arch.sp(), STACK + random.below(0x200) / 8 * 8);
            registers.set(arch.fp(), STACK + random.below(0x400) / 8 * 8);
            let before = (registers.ip(), registers.sp());
            let mut out = Vec::new();
            let mut frame = RuntimeFrame {
                heap: None,
                stack: &Stack::new(STACK, &stack),
                memory: &memory,
                code: &mut code,
                executable: &mut |address| (CODE..CODE + 0x2000).contains(&address),
                names: &mut names,
                exact: random.below(2) == 0,
                linked: (random.below(2) == 0).then(|| random.below(0x5000)),
            };
            match v8.leave(&mut frame, &mut registers, &mut out) {
                Some(Ok(_)) => {
                    left += 1;
                    assert!(registers.sp() >= before.1 && out.len() <= 40, "{out:x?}");
                }
                // What it does not leave it does not change.
                None => assert!((registers.ip(), registers.sp()) == before && out.is_empty()),
                Some(Err(_)) => {}
            }
        }
        assert!(v8.memory_bytes() < 1 << 20, "{}", v8.memory_bytes());
    }
    assert!(left > 1000, "only {left} frames were left");
}

#[test]
fn what_can_be_an_object_is_decided_by_its_tag_and_its_place() {
    assert!(is_object(HEAP + 1));
    assert!(!is_object(HEAP) && !is_object(HEAP + 3) && !is_object(1) && !is_object(u64::MAX - 2));
}

#[test]
fn the_engine_is_looked_for_in_files_that_hold_it() {
    for name in ["node", "nodejs", "node20", "node24.1", "libnode.so.108", "libv8.so"] {
        assert!(is_likely(name), "{name}");
    }
    for name in ["node_exporter", "nodetool", "libnodejs.a", "java", ""] {
        assert!(!is_likely(name), "{name}");
    }
}
