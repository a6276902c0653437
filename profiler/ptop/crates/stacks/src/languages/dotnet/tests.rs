//! A runtime that the tests make, and one whose memory is full of lies.

use std::sync::Arc;

use super::made::Made;
use super::*;
use crate::languages::frames::Frames;
use crate::process::code::Code;
use crate::types::limits::Limits;
use crate::types::stack::Stack;

/// Where the made code is, in one entry of the last level of the map.
const CODE: u64 = 0x42_0000;
const CODE_BYTES: u64 = 0x1000;
/// Two methods and a stub.
const OUTER: u64 = CODE + 0x40;
const INNER: u64 = CODE + 0x80;
const STUB: u64 = CODE + 0xc0;
/// Native code that called the outer one.
const NATIVE: u64 = 0x50_0000;
const STACK: u64 = 0x7f00_0000;

/// Metadata of a module with three types, of which the last is inside of the one before, and one method each of these two.
fn metadata() -> Vec<u8> {
    let strings = b"\0Shop.dll\0<Module>\0Shop\0Box`1\0Lid\0Open\0Lift\0";
    let at = |text: &str| {
        let wanted = [&[0], text.as_bytes(), &[0]].concat();
        let place = strings.windows(wanted.len()).position(|window| window == wanted).unwrap();
        (place + 1) as u16
    };
    let mut tables: Vec<u8> = [0_u32, 2].iter().flat_map(|word| word.to_le_bytes()).collect();
    tables.extend((1_u64 << 0 | 1 << 2 | 1 << 6 | 1 << 0x29).to_le_bytes());
    tables.extend(0_u64.to_le_bytes());
    tables.extend([1_u32, 3, 2, 1].iter().flat_map(|word| word.to_le_bytes()));
    let row = |out: &mut Vec<u8>, halves: &[u16]| out.extend(halves.iter().flat_map(|half| half.to_le_bytes()));
    row(&mut tables, &[0, at("Shop.dll"), 0, 0, 0]);
    for (name, namespace, method) in [("<Module>", 0, 1), ("Box`1", at("Shop"), 1), ("Lid", 0, 2)] {
        row(&mut tables, &[0, 0, at(name), namespace, 0, 1, method]);
    }
    for name in ["Open", "Lift"] {
        row(&mut tables, &[0, 0, 0, 0, at(name), 0, 1]);
    }
    row(&mut tables, &[3, 2]);
    let version = b"v4.0.30319\0\0";
    let mut all: Vec<u8> = [0x424a_5342_u32, 1, 0, version.len() as u32].iter().flat_map(|w| w.to_le_bytes()).collect();
    all.extend(version);
    all.extend([0, 0, 2, 0]);
    let first = all.len() + 8 + 4 + 8 + 12;
    for (offset, length, name) in
        [(first, tables.len(), &b"#~\0\0"[..]), (first + tables.len(), strings.len(), b"#Strings\0\0\0\0")]
    {
        all.extend([offset as u32, length as u32].iter().flat_map(|word| word.to_le_bytes()));
        all.extend(name);
    }
    [all, tables, strings.to_vec()].concat()
}

/// An image with that metadata. With `is_file` its one section is elsewhere in the file than in memory.
fn image(is_file: bool) -> Vec<u8> {
    let metadata = metadata();
    let mut bytes = vec![0; 0x400];
    let mut put = |at: usize, value: u32| bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
    let (address, offset) = if is_file { (0x2000, 0x200) } else { (0x200, 0x200) };
    put(0x3c, 0x80);
    put(0x80, 0x4550);
    put(0x84, 1 << 16);
    put(0x94, 240);
    put(0x98, 0x20b);
    put(0x98 + 112 + 14 * 8, address);
    for (at, value) in [(12, address), (16, 0x10_0000), (20, offset)] {
        put(0x98 + 240 + at, value);
    }
    put(0x200 + 8, address + 0x100);
    put(0x200 + 12, metadata.len() as u32);
    bytes.truncate(0x300);
    [bytes, metadata].concat()
}

/// The whole: methods with their code, and what leads to their names.
fn runtime(made: &mut Made, is_file: bool) -> DotNet {
    made.next = 0x60_0000;
    let base = made.bytes(&image(is_file));
    let mut module = [0; 100];
    module[224 / 8] = base;
    let module = made.words(&module);
    let table = made.words(&[0, 0, 0, module, 0, 0, 0, 0]);
    // The chunk, and two methods of two words each.
    let chunk = made.words(&[table, 0, 0x4000 << 16 | 0x0100, 0xb001, 0, 0xb002 | 2 << 16, 0]);
    let methods = [chunk + 24, chunk + 40];
    // push %rbp; mov %rsp, %rbp
    let unwind = made.bytes(&[1, 4, 2, 5, 4, 3, 1, 0x50]);
    for (start, method) in [OUTER, INNER].into_iter().zip(methods) {
        let begin = start - CODE;
        let distance = unwind - CODE;
        let header = made.words(&[0, 0, 0, method, 1 | begin << 32, (begin + 0x30) | distance << 32]);
        made.write(start - 8, &header.to_le_bytes());
        // Behind the prologue a call.
        made.write(start, &[0x55, 0x48, 0x89, 0xe5, 0xe8, 0, 0, 0, 0, 0x5d, 0xc3]);
    }
    made.write(STUB - 8, &4_u64.to_le_bytes());
    // jmp *0(%rip)
    made.write(STUB, &[0xff, 0x25, 0, 0, 0, 0]);
    made.write(NATIVE, &[0xe8, 0, 0, 0, 0, 0xc3]);
    let map = made.words32(&[0x0010_1010, 0, 0, 0]);
    let heap = made.words(&[0, 0, CODE, CODE + CODE_BYTES, CODE, map]);
    let section = made.words(&[CODE, CODE + CODE_BYTES, 2, 0, 0, heap]);
    let mut entry = made.words(&[0, CODE, CODE + CODE_BYTES, section]);
    for level in 0..5 {
        let mut table = [0; 256];
        table[(CODE >> (17 + 8 * level) & 0xff) as usize] = entry;
        entry = made.words(&table);
    }
    DotNet {
        version: Version { text: "10.0.9".into(), major: 10 },
        module: "libcoreclr.so".into(),
        layout: Layout::of(10, None).unwrap(),
        map: entry,
        methods: Methods::default(),
        places: HashMap::new(),
    }
}

/// A runtime, and the names that it gave addresses.
struct Remembering {
    runtime: DotNet,
    names: Frames,
}

impl From<DotNet> for Remembering {
    fn from(runtime: DotNet) -> Remembering {
        Remembering { runtime, names: Frames::new(&Limits::default()) }
    }
}

/// Where the walk is after a frame: the address and the stack pointer; and the names of what was reported.
type Walked = (Option<Result<(u64, u64), CutReason>>, Vec<String>);

fn walk(made: &Made, runtime: &mut Remembering, (ip, sp, rbp, exact): (u64, u64, u64, bool), words: &[u64]) -> Walked {
    let Remembering { runtime, names } = runtime;
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let (memory, stack) = (Arc::new(made.memory()), Stack::new(STACK, &bytes));
    let mut code = Code::new(Arch::X86_64, Arc::clone(&memory));
    let mut values = [7; 17];
    (values[6], values[7], values[8]) = (rbp, sp, ip);
    let mut registers = Registers::from_perf(Arch::X86_64, Arch::X86_64.perf_mask(), &values).unwrap();
    let mut executable = |address: u64| (CODE..=NATIVE + 0x1000).contains(&address);
    let mut frame = RuntimeFrame {
        stack: &stack,
        heap: None,
        memory: &memory,
        code: &mut code,
        executable: &mut executable,
        names,
        exact,
        linked: None,
    };
    let mut out = Vec::new();
    let left = runtime.leave(&mut frame, &mut registers, &mut out);
    let left = left.map(|left| left.map(|_| (registers.ip(), registers.sp())));
    let shown = |address: &u64| names.get(*address).map(|frame| format!("{} {}", frame.module, frame.function));
    (left, out.iter().filter_map(shown).collect())
}

#[test]
fn methods_are_named_and_left_to_the_native_code_that_called() {
    for is_file in [false, true] {
        let mut made = Made::new();
        let mut runtime = runtime(&mut made, is_file).into();
        let (native, outer) = (NATIVE + 5, OUTER + 9);
        let words = [STACK + 16, outer, 0x7777, native];
        // In the inner one's body, in its first instruction, and behind the outer one's call.
        for (at, expected, name) in [
            ((INNER + 5, STACK, STACK, true), (outer, STACK + 16), "Shop.dll Shop.Box`1+Lid.Lift"),
            ((INNER, STACK + 8, STACK + 16, true), (outer, STACK + 16), "Shop.dll Shop.Box`1+Lid.Lift"),
            ((outer, STACK + 16, STACK + 16, false), (native, STACK + 32), "Shop.dll Shop.Box`1.Open"),
        ] {
            // The second time it is remembered.
            for _ in 0..2 {
                assert_eq!(walk(&made, &mut runtime, at, &words), (Some(Ok(expected)), vec![name.to_owned()]));
            }
        }
    }
}

#[test]
fn a_method_that_was_compiled_where_another_was_is_not_taken_for_it() {
    let mut made = Made::new();
    let mut runtime = runtime(&mut made, false).into();
    let words = [STACK + 16, OUTER + 9];
    let at = (INNER + 5, STACK, STACK, true);
    assert_eq!(walk(&made, &mut runtime, at, &words).1, ["Shop.dll Shop.Box`1+Lid.Lift"]);
    let header = made.memory().u64(OUTER - 8).unwrap();
    let other = made.memory().u64(header + 24).unwrap();
    let header = made.memory().u64(INNER - 8).unwrap();
    made.write(header + 24, &other.to_le_bytes());
    assert_eq!(walk(&made, &mut runtime, at, &words).1, ["Shop.dll Shop.Box`1.Open"]);
}

#[test]
fn a_method_of_a_process_that_has_ended_is_what_it_was() {
    let mut made = Made::new();
    let mut runtime = runtime(&mut made, false).into();
    let words = [STACK + 16, OUTER + 9];
    let at = (INNER + 5, STACK, STACK, true);
    assert_eq!(walk(&made, &mut runtime, at, &words).1, ["Shop.dll Shop.Box`1+Lid.Lift"]);
    assert_eq!(walk(&Made::new(), &mut runtime, at, &words).1, ["Shop.dll Shop.Box`1+Lid.Lift"]);
    assert_eq!(walk(&Made::new(), &mut runtime, (OUTER + 5, STACK, STACK, true), &words).0, None);
}

#[test]
fn a_stub_is_left_to_its_return_address_and_what_is_nobodys_to_a_method() {
    let mut made = Made::new();
    let mut runtime = runtime(&mut made, false).into();
    let (native, outer) = (NATIVE + 5, OUTER + 9);
    let stub = vec!["libcoreclr.so [stub]".to_owned()];
    for words in [[native, 0], [1, native]] {
        let pushed = if words[0] == native { 8 } else { 16 };
        let left = walk(&made, &mut runtime, (STUB, STACK, 0, true), &[words[0], words[1], 0, 0]);
        assert_eq!(left, (Some(Ok((native, STACK + pushed))), stub.clone()));
    }
    let lost = walk(&made, &mut runtime, (STUB, STACK, 0, true), &[0; 4]);
    assert_eq!(lost, (Some(Err(CutReason::NoUnwindInfo)), vec![]));
    let helper = CODE + CODE_BYTES + 0x10;
    let left = walk(&made, &mut runtime, (helper, STACK, 0, true), &[outer]);
    assert_eq!(left, (Some(Ok((outer, STACK + 8))), vec![]));
    // What native code calls: two constants and a jump.
    let entry = NATIVE + 0x100;
    made.write(entry, &[0x49, 0xba, 1, 2, 3, 4, 5, 6, 7, 8, 0x48, 0xb8, 1, 2, 3, 4, 5, 6, 7, 8, 0x48, 0xff, 0xe0]);
    for at in [entry, entry + 10, entry + 20] {
        assert_eq!(walk(&made, &mut runtime, (at, STACK, 0, true), &[native]).0, Some(Ok((native, STACK + 8))));
    }
    // Other code that native code called, or not at its beginning.
    assert_eq!(walk(&made, &mut runtime, (helper, STACK, 0, true), &[native]).0, None);
    assert_eq!(walk(&made, &mut runtime, (helper, STACK, 0, false), &[outer]).0, None);
}

#[test]
fn a_method_without_metadata_has_the_name_that_it_was_given() {
    let mut made = Made::new();
    let mut runtime = runtime(&mut made, false).into();
    let name = made.bytes(b"IL_STUB_PInvoke\0");
    let method = made.words(&[7 << 48, 0, 0, 0, name, 0]);
    let header = made.memory().u64(INNER - 8).unwrap();
    made.write(header + 24, &method.to_le_bytes());
    let words = [STACK + 16, OUTER + 9];
    let at = (INNER + 5, STACK, STACK, true);
    assert_eq!(walk(&made, &mut runtime, at, &words).1, ["[dynamic] IL_STUB_PInvoke"]);
    // Nothing is remembered of it.
    made.write(name, b"lambda_method1\0");
    assert_eq!(walk(&made, &mut runtime, at, &words).1, ["[dynamic] lambda_method1"]);
    made.write(name, b"\x01\xff\0");
    assert_eq!(walk(&made, &mut runtime, at, &words).1, Vec::<String>::new());
}

#[test]
fn a_frame_that_does_not_lead_to_a_call_ends_the_stack() {
    let mut made = Made::new();
    let mut runtime = runtime(&mut made, false).into();
    let at = (INNER + 5, STACK, STACK, true);
    for (words, reason) in [
        (vec![STACK + 16, NATIVE + 2], CutReason::NoUnwindInfo),
        (vec![STACK + 16, 0x1000], CutReason::NoUnwindInfo),
        (vec![STACK + 16], CutReason::StackCopyEnded),
    ] {
        assert_eq!(walk(&made, &mut runtime, at, &words).0, Some(Err(reason)));
    }
}

#[test]
fn lies_in_memory_never_panic_and_always_end() {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    let mut made = Made::new();
    let first = runtime(&mut made, false);
    let end = made.next;
    let mut honest = vec![0; (end - CODE) as usize];
    made.memory().read_exact(CODE, &mut honest).unwrap();
    let words = [STACK + 16, OUTER + 9, 0, NATIVE + 5];
    for _ in 0..4000 {
        let at = CODE + random() % (end - CODE);
        let bytes = match random() % 4 {
            0 => random(),
            1 => 0x60_0000 + random() % (end - 0x60_0000),
            2 => u64::MAX - random() % 16,
            _ => random() % 0x1_0000,
        };
        made.write(at & !7, &bytes.to_le_bytes());
        let mut runtime = empty(&first).into();
        for at in [(INNER + 5, STACK, STACK, true), (OUTER + 9, STACK, STACK, false), (STUB, STACK, 0, true)] {
            walk(&made, &mut runtime, at, &words);
        }
        if random() % 8 == 0 {
            made.write(CODE, &honest);
        }
    }
}

/// The same with nothing remembered.
fn empty(runtime: &DotNet) -> DotNet {
    DotNet {
        version: Version { text: "10.0.9".into(), major: 10 },
        module: String::new(),
        layout: runtime.layout,
        map: runtime.map,
        methods: Methods::default(),
        places: HashMap::new(),
    }
}
