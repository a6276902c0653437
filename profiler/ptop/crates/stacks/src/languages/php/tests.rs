//! Structures of the engine, made up in the memory of the test.

use std::fs::File;
use std::sync::Arc;

use super::calls::{Call, Calls, Function, Kind};
use super::execute::{Execute, Place};
use super::functions::{FUNCTION_BYTES, Functions};
use super::layout::Build;
use super::placing::{Alignment, Entry, align, place};
use super::{is_likely, texts};
use crate::languages::copied::CopiedFrames;
use crate::languages::frames::Frames;
use crate::process::code::Code;
use crate::process::memory::Memory;
use crate::types::arch::Arch;
use crate::types::limits::Limits;
use crate::types::name::NameOrigin;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use crate::types::stack::Stack;

const TOP: u64 = 1 << 17;

fn memory() -> Memory {
    Memory::new(Some(File::open("/proc/self/mem").unwrap()))
}

fn at<T>(of: &[T]) -> u64 {
    of.as_ptr() as u64
}

/// A text of the engine: references and kind, hash, length, bytes.
fn text(text: &str) -> Vec<u64> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(text.len().next_multiple_of(8) + 8, 0);
    let mut words = vec![6 << 32 | 1, 0, text.len() as u64];
    words.extend(bytes.chunks_exact(8).map(|word| u64::from_ne_bytes(word.try_into().unwrap())));
    words
}

fn read(words: &[u64]) -> Option<String> {
    texts::read(&memory(), at(words))
}

#[test]
fn a_text_is_read_up_to_what_is_not_for_people() {
    assert_eq!(read(&text("größe")).as_deref(), Some("größe"));
    assert_eq!(read(&text("class@anonymous\0/srv/a.php:3$0")).as_deref(), Some("class@anonymous"));
    assert_eq!(read(&text("a\nb")).as_deref(), Some("a\u{fffd}b"));
    let mut endless = text(&"x".repeat(2000));
    endless[2] = 1 << 40;
    assert_eq!(read(&endless).map(|text| text.len()), Some(1024));
    assert_eq!(read(&[7 << 32, 0, 1, 0x61]), None, "an array");
    assert_eq!([0, 8, u64::MAX - 20].map(|at| texts::read(&memory(), at)), [None, None, None]);
}

#[test]
fn a_file_is_called_what_it_is_called_everywhere() {
    for (path, module) in [
        ("/srv/app/index.php", "index.php"),
        ("/srv/app/vendor/acme/lib/src/Kernel.php", "acme/lib/src/Kernel.php"),
        ("/srv/vendor/a/vendor/b/c.php", "b/c.php"),
        ("phar:///usr/bin/tool.phar/src/Run.php", "Run.php"),
        ("Standard input code", "Standard input code"),
        ("", ""),
        ("/srv/vendor/", "/srv/vendor/"),
    ] {
        assert_eq!(texts::module_of(path), module, "{path}");
    }
    assert_eq!(texts::evaluated_in("/srv/a.php(12) : eval()'d code"), Some("/srv/a.php"));
    assert_eq!(texts::evaluated_in("/srv/a(1).php(3) : runtime-created function"), Some("/srv/a(1).php"));
    for path in ["/srv/a.php", "/srv/a.php(x) : eval()'d code", "/srv/a.php(1) : other", "(", ") : "] {
        assert_eq!(texts::evaluated_in(path), None, "{path}");
    }
}

#[test]
fn a_closure_says_where_it_is_without_where_that_was_installed() {
    for (name, shown) in [
        ("{closure}", "{closure}"),
        ("App\\{closure}", "App\\{closure}"),
        ("{closure:/srv/app/a.php:4}", "{closure:a.php:4}"),
        ("{closure:App\\Shop::order():12}", "{closure:App\\Shop::order():12}"),
        ("{closure:{closure:/srv/app/a.php:4}:6}", "{closure:{closure:a.php:4}:6}"),
        ("{closure:/srv/vendor/acme/lib/a.php:4}", "{closure:acme/lib/a.php:4}"),
        ("{closure:}", "{closure:}"),
        ("{closure:", "{closure:"),
        ("order", "order"),
    ] {
        assert_eq!(texts::closure(name), shown);
    }
}

#[test]
fn an_engine_may_be_in_files_of_these_names() {
    assert!(["php", "php8.2", "php-fpm8.2", "php-cgi", "libphp8.2.so", "libphp.so"].into_iter().all(is_likely));
    assert!(["phpize8.2", "phpunit", "libphpy.so", "phpX", "libphp"].into_iter().all(|name| !is_likely(name)));
}

/// A row of what is copied: the call's own words, and its function's.
struct Row {
    address: u64,
    instruction: u64,
    function: u64,
    marks: u64,
    caller: u64,
    beside: [u64; 3],
}

impl Row {
    fn new(address: u64, kind: u64, name: u64) -> Row {
        let beside = [kind, name, 0];
        Row { address, instruction: 0x77, function: 0xf0, marks: 0, caller: address + 0x100, beside }
    }

    fn entered(self) -> Row {
        Row { marks: TOP, ..self }
    }
}

fn rows(rows: &[Row]) -> Vec<u8> {
    let words = |row: &Row| {
        let own = [row.instruction, 0, 0, row.function, 0, row.marks, row.caller];
        [&[row.address][..], &own, &row.beside].concat()
    };
    rows.iter().flat_map(words).flat_map(u64::to_ne_bytes).collect()
}

fn calls(of: &[Row], is_whole: bool) -> Calls {
    let bytes = rows(of);
    Calls::read(&CopiedFrames { rows: &bytes, is_whole, ..CopiedFrames::default() })
}

const INTERNAL: u64 = 1;
const USER: u64 = 2;

#[test]
fn calls_are_one_group_up_to_where_native_code_entered() {
    let found = calls(
        &[
            // strlen, called by array_map: its mark says nothing.
            Row::new(0x100, INTERNAL, 8).entered(),
            Row::new(0x200, INTERNAL, 8),
            Row::new(0x300, USER, 8),
            Row::new(0x400, USER, 8).entered(),
            // No call.
            Row { beside: [0; 3], ..Row::new(0x450, 0, 0) },
            Row::new(0x500, INTERNAL, 8),
            Row { caller: 0, ..Row::new(0x600, USER, 0).entered() },
        ],
        true,
    );
    assert_eq!((found.groups.clone(), found.here, found.is_cut), (vec![0..4, 4..6], 2, false));
    assert_eq!(found.list.iter().filter(|call| call.is_oldest).count(), 1);
    assert_eq!([0x300, 0x600, 0x450].map(|call| found.group_of(call)), [Some(0), Some(1), None]);
}

#[test]
fn the_calls_of_who_resumed_a_fiber_are_on_another_stack() {
    let found = calls(
        &[
            Row::new(0x100, USER, 8).entered(),
            Row::new(0x200, INTERNAL, 0),
            Row::new(0x300, INTERNAL, 8),
            Row::new(0x400, USER, 8).entered(),
        ],
        true,
    );
    assert_eq!((found.groups.clone(), found.here), (vec![0..1, 1..3], 1));
    assert_eq!(found.group_of(0x400), None);
}

fn entries(of: &[(usize, Option<u64>)]) -> Vec<Entry> {
    of.iter().map(|(at, call)| Entry { at: *at, call: *call, instruction: None, is_made: false }).collect()
}

/// Natives are numbers below 10, calls those of their group times 10.
fn placed(natives: u64, of: &[(usize, Option<u64>)], calls: &Calls, takes_rest: bool) -> (Vec<u64>, usize) {
    let entries = entries(of);
    let mut out: Vec<u64> = (0..natives).collect();
    let alignment = align(&entries, calls);
    let mut frames = |group: usize, out: &mut Vec<u64>| out.push(10 * (group as u64 + 1));
    let left = place(&mut out, &entries, (calls, alignment, takes_rest), &mut frames);
    (out, left)
}

fn two_groups(is_whole: bool) -> Calls {
    calls(&[Row::new(0x100, USER, 8).entered(), Row::new(0x200, USER, 8).entered()], is_whole)
}

#[test]
fn groups_stand_in_place_of_the_native_frames_that_ran_them() {
    let two = two_groups(true);
    assert_eq!(placed(4, &[(1, Some(0x100)), (3, None)], &two, false), (vec![0, 10, 2, 20], 0));
    assert_eq!(placed(4, &[(1, None), (3, None)], &two, false), (vec![0, 10, 2, 20], 0));
    // One that is about to return has none any more; where calls are missing it is not known that it has none.
    assert_eq!(placed(4, &[(0, Some(0x50)), (1, None), (3, None)], &two, false), (vec![0, 10, 2, 20], 0));
    let cut = two_groups(false);
    assert_eq!(placed(4, &[(0, Some(0x50)), (1, None), (3, None)], &cut, false), (vec![10, 20, 2, 3], 0));
    // A native frame of the newest is not known as such.
    assert_eq!(placed(3, &[(2, Some(0x200))], &two, false), (vec![10, 0, 1, 20], 0));
    // Without a place they follow where the stack goes on.
    assert_eq!(placed(2, &[(1, Some(0x100))], &two, true), (vec![0, 10, 20], 0));
    assert_eq!(placed(2, &[(1, Some(0x100))], &two, false), (vec![0, 10], 1));
    assert_eq!(placed(2, &[], &two, false), (vec![0, 1], 2));
    assert_eq!(align(&[], &two), Alignment::default());
}

/// A function in PHP 8.2, with what it leads to.
struct Made {
    function: Vec<u64>,
    instructions: Vec<u64>,
    name: Vec<u64>,
    _file: Vec<u64>,
    class: Vec<u64>,
    _class_name: Vec<u64>,
}

impl Made {
    fn new(name: &str, class: &str, file: &str) -> Made {
        let (name, file, class_name) = (text(name), text(file), text(class));
        let class = vec![2, at(&class_name)];
        // Lines 10 and 11, of 9 to 12; `last` shares a word with what is before it.
        let instructions = vec![0, 0, 0, 10, 0, 0, 0, 11];
        let mut function = vec![0; 32];
        (function[0], function[1], function[2]) = (2, at(&name), at(&class));
        (function[10], function[11], function[15]) = (2, at(&instructions), 1);
        (function[19], function[20]) = (at(&file), 12 << 32 | 9);
        Made { function, instructions, name, _file: file, class, _class_name: class_name }
    }

    fn call(&self, instruction: usize) -> Call {
        let function = Function { address: at(&self.function), name: at(&self.name), class: at(&self.class) };
        Call {
            address: 0x1000,
            instruction: at(&self.instructions) + 32 * instruction as u64,
            function,
            kind: Kind::User,
            flags: 0,
            is_entered: false,
            is_oldest: false,
        }
    }
}

fn functions() -> (Functions, Frames) {
    let build = Build { interface: 20_220_829, is_debug: false, has_threads: false, version: "8.2.1".into() };
    (Functions::new(build.offsets().unwrap(), 4), Frames::new(&Limits::default()))
}

fn shown(names: &Frames, address: u64) -> (String, String, Option<u32>) {
    let frame = names.get(address).unwrap();
    assert_eq!(frame.origin, NameOrigin::Php);
    (frame.function.to_owned(), frame.module.to_owned(), frame.source.line)
}

#[test]
fn a_function_has_its_class_its_file_and_the_line_that_runs() {
    let (mut functions, mut names) = functions();
    let made = Made::new("order", "App\\Shop", "/srv/app/shop.php");
    let call = made.call(1);
    let frame = functions.frame_at_line(&call, Some(call.instruction), &memory(), &mut names);
    assert_eq!(shown(&names, frame), ("App\\Shop::order".into(), "shop.php".into(), Some(11)));
    let source = names.get(frame).unwrap().source;
    assert_eq!((source.file, source.first_line), ("/srv/app/shop.php", Some(9)));
    let frame = functions.frame(&call, Some(call.instruction), &memory(), &mut names);
    assert_eq!(shown(&names, frame).2, None);
}

#[test]
fn a_line_outside_its_function_is_none() {
    let (mut functions, mut names) = functions();
    let mut made = Made::new("order", "Shop", "/srv/shop.php");
    made.instructions[7] = u32::MAX.into();
    let call = made.call(1);
    let frame = functions.frame_at_line(&call, Some(call.instruction), &memory(), &mut names);
    assert_eq!(shown(&names, frame).2, None);
}

#[test]
fn what_is_no_longer_the_function_of_the_sample_has_no_name() {
    let (mut functions, mut names) = functions();
    let made = Made::new("order", "Shop", "/srv/shop.php");
    let right = made.call(0);
    let function = right.function;
    let elsewhere = Some(at(&made.instructions) + 64);
    for (call, instruction) in [
        (Call { function: Function { name: function.name + 8, ..function }, ..right }, None),
        (Call { function: Function { class: 0, ..function }, ..right }, None),
        (Call { kind: Kind::Internal, ..right }, None),
        (right, elsewhere),
        (right, Some(at(&made.instructions) + 8)),
    ] {
        let frame = functions.frame(&call, instruction, &memory(), &mut names);
        assert_eq!(shown(&names, frame), (String::new(), "[php]".into(), None), "{call:?}");
    }
    // What the process can no longer say was known before.
    let known = functions.frame(&right, None, &memory(), &mut names);
    assert_eq!(functions.frame(&right, None, &Memory::new(None), &mut names), known);
    // A file that has run is a file still.
    let file = Call { function: Function { address: 8, name: 0, class: 0 }, ..right };
    for (call, name) in [(file, "{include}"), (Call { is_oldest: true, ..file }, "{main}")] {
        let frame = functions.frame(&call, None, &memory(), &mut names);
        assert_eq!(shown(&names, frame), (name.into(), "[php]".into(), None));
    }
}

#[test]
fn a_closure_that_is_gone_is_known_by_another_with_its_instructions() {
    let (mut functions, mut names) = functions();
    let made = Made::new("{closure}", "Shop", "/srv/shop.php");
    let call = Call { flags: 1 << 22, ..made.call(1) };
    let frame = functions.frame(&call, Some(call.instruction), &memory(), &mut names);
    assert_eq!(shown(&names, frame).1, "shop.php");
    let nothing = vec![0_u64; 32];
    let gone = Call { function: Function { address: at(&nothing), ..call.function }, ..call };
    assert_eq!(functions.frame(&gone, Some(gone.instruction), &memory(), &mut names), frame);
    // Without its instruction there is what it is called.
    let frame = functions.frame(&gone, None, &memory(), &mut names);
    assert_eq!(shown(&names, frame), ("Shop::{closure}".into(), "[php]".into(), None));
}

/// The registry of an engine's modules, of one of which this is said.
fn build(interface: u32, flags: [u8; 2], version: &'static [u8]) -> Option<Build> {
    let name = b"standard\0".to_vec();
    let mut entry = vec![0_u64; 21];
    entry[0] = u64::from(interface) << 32 | 0xa8;
    entry[1] = u64::from(u16::from_le_bytes(flags));
    (entry[4], entry[11]) = (at(&name), at(version));
    let buckets = [0, 0, 0, 0, at(&entry), 0, 0, 0];
    let registry = [0, 0, at(&buckets), 2];
    Build::read(&memory(), at(&registry))
}

#[test]
fn an_engine_says_its_version_and_those_not_known_are_refused() {
    let refusal = |found: Option<Build>| found.unwrap().offsets().err();
    assert_eq!(build(20_220_829, [0, 0], b"8.2.36\0").unwrap().version, "8.2.36");
    for interface in [20_190_902, 20_200_930, 20_210_902, 20_220_829, 20_230_831, 20_240_924, 20_250_925] {
        let offsets = build(interface, [0, 0], b"8\0").unwrap().offsets().unwrap();
        assert!(offsets.first_line + 8 <= FUNCTION_BYTES);
    }
    assert_eq!(refusal(build(20_990_101, [0, 0], b"9.1.0\0")).as_deref(), Some("PHP 9.1.0 is not understood"));
    assert!(refusal(build(20_220_829, [1, 0], b"8.2.36\0")).unwrap().contains("for debugging"));
    assert!(build(20_220_829, [0, 1], b"8.2.36\0").unwrap().has_threads);
    assert_eq!(build(20_220_829, [0, 0], b"\xff\xfe\0"), None);
    assert_eq!([0, 8, u64::MAX - 4].map(|registry| Build::read(&memory(), registry)), [None, None, None]);
}

/// `execute_ex` with a frame of 160 bytes, `zend_vm_kind`, and a call by a pointer.
struct Text {
    code: Vec<u8>,
}

const KIND: u64 = 64;
const RETURN: u64 = 98;

impl Text {
    fn new() -> Text {
        let mut code = vec![0x90; 128];
        code[..10].copy_from_slice(&[0x41, 0x55, 0x41, 0x54, 0x55, 0x53, 0x48, 0x83, 0xec, 0x78]);
        code[64..70].copy_from_slice(&[0xb8, 4, 0, 0, 0, 0xc3]);
        code[96..98].copy_from_slice(&[0xff, 0xd0]);
        Text { code }
    }

    fn start(&self) -> u64 {
        at(&self.code)
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn made_code_is_left_with_the_frame_that_it_runs_in() {
    let text = Text::new();
    let (start, end) = (text.start(), text.start() + 128);
    let mut execute = Execute::new(start..end, Some(start + KIND), &memory());
    assert!(execute.has_registers && execute.has(start) && !execute.has(end));
    let mut words = [0_u64; 64];
    // 16 bytes on top of the frame; saved registers below the return address.
    words[21] = start + RETURN;
    words[17..21].copy_from_slice(&[3, 6, 12, 13]);
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let stack = Stack::new(0x7000, &bytes);
    let values = vec![0; Arch::X86_64.perf_mask().count_ones() as usize];
    let mut begun = Registers::from_perf(Arch::X86_64, Arch::X86_64.perf_mask(), &values).unwrap();
    begun.set(7, 0x7000);
    let memory = Arc::new(memory());
    let mut code = Code::new(Arch::X86_64, Arc::clone(&memory));
    let mut executable = |address: u64| (start..end).contains(&address);
    let mut place = Place { stack: &stack, code: &mut code, executable: &mut executable };
    assert!(!execute.is_usual(&begun, &mut place), "nothing is known yet");
    let mut caller = begun.clone();
    assert_eq!(execute.leave_made(&mut caller, true, &mut place), Ok(()));
    assert_eq!((caller.ip(), caller.sp()), (start + RETURN, 0x7000 + 22 * 8));
    assert_eq!([3, 6, 12, 13].map(|number| caller.get(number)), [Some(3), Some(6), Some(12), Some(13)]);
    assert!(execute.is_usual(&begun, &mut place));
    let mut other = begun.clone();
    assert_eq!(place.leave_library(&mut other), Ok(()));
    assert_eq!((other.ip(), other.sp(), other.get(3)), (start + RETURN, 0x7000 + 22 * 8, None));
    begun.set(7, 0x7000 + 64);
    assert_eq!(execute.leave_made(&mut begun.clone(), true, &mut place), Err(CutReason::StackCopyEnded));
    assert_eq!(place.leave_frameless(&mut begun), Err(CutReason::NoUnwindInfo));
}

#[test]
fn hostile_bytes_give_no_more_than_wrong_numbers() {
    let mut state = 7_u64;
    let mut random = || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        state >> 24
    };
    let made = Made::new("order", "Shop", "/srv/shop.php");
    for turn in 0..2000 {
        let (mut functions, mut names) = functions();
        let bytes: Vec<u8> =
            (0..random() % 900).map(|_| if turn % 2 == 0 { random() as u8 } else { 1 << (random() % 3) }).collect();
        let calls = Calls::read(&CopiedFrames { rows: &bytes, is_whole: turn % 3 == 0, ..CopiedFrames::default() });
        for call in &calls.list {
            let address = if random() % 2 == 0 { at(&made.function) } else { random() };
            let call = Call { function: Function { address, ..call.function }, ..*call };
            let frame = functions.frame_at_line(&call, Some(random()), &memory(), &mut names);
            assert!(names.get(frame).is_some());
        }
        let of: Vec<(usize, Option<u64>)> =
            (0..random() % 5).map(|_| ((random() % 9) as usize, Some(random()))).collect();
        placed(8, &of, &calls, turn % 2 == 0);
        Build::read(&memory(), random());
        let words: Vec<u64> = (0..32).map(|_| random()).collect();
        read(&words);
        Build::read(&memory(), at(&words));
    }
}
