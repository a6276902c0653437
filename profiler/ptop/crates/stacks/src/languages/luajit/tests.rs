//! Machines that the tests make, and what a hostile one could have.

use std::fs::File;

use super::engine::{Engine, Stage};
use super::inlined::{Level, levels};
use super::layout::kind;
use super::made::*;
use super::protos::Protos;
use super::traces::Trace;
use super::walk::{Cursor, Place, Runs};
use crate::process::memory::Memory;
use crate::types::arch::Arch;
use crate::types::registers::Registers;

fn registers(base: u64, next: u64, saved: u64) -> Registers {
    let mut registers = Registers::from_perf(Arch::X86_64, Arch::X86_64.perf_mask(), &[0; 17]).unwrap();
    for (number, value) in [(1, base), (3, next), (6, saved)] {
        registers.set(number, value);
    }
    registers
}

fn names(made: &Made, base: u64, next: u64) -> Vec<String> {
    let place = Place { next: Some(next), ..Place::at(base) };
    let (shown, _) = made.report(place, &Runs::Interpreter, &registers(0, 0, 0));
    shown.into_iter().map(|(name, ..)| name).collect()
}

/// Code that calls what its slot 4 has: instruction 3.
fn calling<'a>(first: [u32; 2]) -> Code<'a> {
    let instructions = Box::leak(Box::new([FUNCF, first[0], first[1], abc(CALL, 4, 1, 1), 0]));
    Code { instructions, chunk: "@/srv/app/caller.lua", ..Code::default() }
}

/// What a function is called that is called so, by a function with these upvalues.
fn name_by(code: &Code<'_>, called: u64, upvalues: &[u64], globals: u64) -> String {
    let mut made = Made::new();
    let code = code.make();
    made.first(made_function(code, 0, globals, upvalues));
    made.words.extend([0, 0, 0, 0]);
    let base = made.frame(called, |_| next(code, 3));
    // Slot 0 of the called one, which is the object of a method.
    made.words.extend([value(globals, kind::TABLE), 0]);
    let called = made.words[8];
    let proto = Memory::new(Some(File::open("/proc/self/mem").unwrap()));
    let start = proto.u64((called & ((1 << 47) - 1)) + 32).unwrap();
    names(&made, base, start + 8)[0].clone()
}

#[test]
fn a_function_is_called_what_leads_to_it_and_nothing_else() {
    let called = made_function(Code::default().make(), 0, 0, &[]);
    let other = made_function(Code { lines: (9, &[]), ..Code::default() }.make(), 0, 0, &[]);
    let [own, key] = [value(called, kind::FUNCTION), text("place")];
    let globals = made_table(&[(key, own)], 0);
    let of = |code: &Code<'_>, upvalues: &[u64]| name_by(code, called, upvalues, globals);
    let objects = [key];
    let by_global = Code { objects: &objects, ..calling([ad(GGET, 4, 0), 0]) };
    assert_eq!(of(&by_global, &[]), "place");
    let by_upvalue = Code { upvalues: &["first", "second"], ..calling([ad(UGET, 4, 1), 0]) };
    assert_eq!(of(&by_upvalue, &[value(other, kind::FUNCTION), own]), "second");
    let field = Code { objects: &objects, upvalues: &["holder"], ..calling([ad(UGET, 3, 0), abc(TGETS, 4, 3, 0)]) };
    assert_eq!(of(&field, &[value(globals, kind::TABLE)]), "place");
    // By way of what the metatable leads to.
    let index = text("__index");
    let metatable = made_table(&[(index, value(globals, kind::TABLE))], 0);
    assert_eq!(of(&field, &[value(made_table(&[], metatable), kind::TABLE)]), "place");
    // After a tail call, the code of the caller calls something else; so where what it called has changed since.
    let unnamed = "function <x.lua:7>";
    assert_eq!(name_by(&by_global, called, &[], made_table(&[(key, value(other, kind::FUNCTION))], 0)), unnamed);
    // A variable of the caller that has the very function names it all the same, whatever the call was.
    assert_eq!(of(&by_upvalue, &[own, value(other, kind::FUNCTION)]), "first");
    assert_eq!(of(&calling([0, 0]), &[]), unnamed);
    // A table that leads to itself, and one of an absurd size.
    let metatable = made_table(&[(index, 0)], 0);
    write(metatable + 32, metatable);
    let looped = made_table(&[(index, value(metatable, kind::TABLE))], metatable);
    write(metatable + 48, u64::MAX);
    assert_eq!(of(&field, &[value(looped, kind::TABLE)]), unnamed);
}

#[test]
fn frames_lead_from_one_to_the_next_whatever_their_kind() {
    let code = |line: u64| Code { lines: (line, &[1, 2, 3, 4]), ..calling([0, 0]) }.make();
    let [outer, middle, inner] = [code(10), code(20), code(30)];
    let [one, two, three] = [outer, middle, inner].map(|code| made_function(code, 0, 0, &[]));
    let protected = made_function(0, 9, 0, &[]);
    let mut made = Made::new();
    let first = made.first(one);
    made.words.extend([0, 0, 0, 0]);
    // A function of C that protects, what it calls, and the same with its arguments moved up.
    let pcall = made.frame(protected, |_| next(outer, 3));
    let second = made.frame(two, |base| (base - pcall) | 6);
    let moved = made.frame(two, |base| (base - second) | 3);
    made.words.extend([0, 0, 0, 0, 0x1234_5678, next(middle, 3)]);
    // A metamethod.
    let last = made.frame(three, |base| (base - moved) | 2);
    let place = Place { next: Some(next(inner, 2)), ..Place::at(last) };
    let (shown, cursor) = made.report(place, &Runs::Interpreter, &registers(0, 0, 0));
    let shown: Vec<_> = shown.iter().map(|(name, module, line)| (&**name, &**module, *line)).collect();
    let of = |name, line| (name, "caller.lua", line);
    let expected = [
        of("function <caller.lua:30>", Some(32)),
        of("function <caller.lua:20>", None),
        of("function <caller.lua:10>", None),
    ];
    assert_eq!(shown, expected);
    assert!(matches!(cursor, Cursor::At { base, .. } if base == made.address + 16), "{cursor:?} {first:x}");
}

#[test]
fn the_newest_frame_is_the_one_whose_code_runs() {
    let [outer, inner] = [calling([0, 0]).make(), Code::default().make()];
    let [one, two] = [outer, inner].map(|code| made_function(code, 0, 0, &[]));
    let mut made = Made::new();
    let first = made.first(one);
    made.words.extend([0, 0, 0, 0]);
    let second = made.frame(two, |_| next(outer, 3));
    let count = |base: u64, own: u64, next: u64, runs: Runs| {
        let (shown, cursor) = made.report(Place::at(base), &runs, &registers(own, next, 0));
        (shown.len(), cursor == Cursor::Lost)
    };
    // Where the register says, what the thread has may be old.
    assert_eq!(count(first, second, next(inner, 1), Runs::Interpreter), (2, false));
    // The call is under way: the register has the new frame, and the code is still the caller's.
    assert_eq!(count(first, second, next(outer, 3), Runs::Interpreter), (1, false));
    // What was called: as the thread says.
    assert_eq!(count(second, 0, next(inner, 1), Runs::Called), (2, false));
    // At the very beginning of its code; and returned from, when only what leads to the caller is at hand.
    assert_eq!(count(first, second, next(inner, 0) - 4, Runs::Interpreter), (2, false));
    assert_eq!(count(second, first, (first - made.address - 16) | 1, Runs::Interpreter), (1, false));
    // Not yet entered.
    assert_eq!(count(first, 0, 0x21, Runs::Interpreter), (0, false));
    // Of no code that is known.
    assert_eq!(count(first, second, 0x1234_5678_9abc, Runs::Interpreter), (0, true));
}

#[test]
fn hostile_stacks_end_and_name_nothing() {
    let mut state = 1_u64;
    let mut random = move || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        state.rotate_right(16)
    };
    let code = calling([0, 0]).make();
    let function = made_function(code, 0, 0, &[]);
    for turn in 0..300 {
        let mut made = Made::new();
        made.first(function);
        for _ in 0..100 {
            let word = random();
            made.words.push(match word % 6 {
                0 => value(function, kind::FUNCTION),
                1 => next(code, word >> 8 & 3),
                2 => (word >> 8 & 0xff) << 3 | word >> 20 & 7,
                3 => value(made.address + (word >> 8 & 0xff8), word as u8 >> 4),
                4 => made.address + (word >> 8 & 0x7f8),
                _ => word,
            });
        }
        let base = made.address + (random() & 0x3f8);
        let registers = registers(made.address + (random() & 0x3f8), next(code, turn % 5), random());
        for runs in [Runs::Interpreter, Runs::Called, Runs::Compiled(None)] {
            made.report(Place::at(base.max(made.address + 16)), &runs, &registers);
        }
        made.report(Place { next: Some(next(code, turn % 5)), ..Place::at(base) }, &Runs::Interpreter, &registers);
    }
}

/// Compiled code with two notes: one of the frame it began in, and from byte 64 on one of a frame within that.
fn noted(outer: u64, inner: u64, link: u64) -> Trace {
    // What there always is: in every other word, behind what it is.
    let constants = object(64, &[(8, inner), (24, link)]);
    let entry = |slot: u64, number: u64| slot << 24 | 1 << 16 | number;
    let ends = [next(outer, 1) - 4, next(inner, 0)].map(|instruction| instruction << 8);
    let [newest, packed] = [ends[1] | 6, entry(6, 0) | entry(7, 2) << 32];
    let entries = object(64, &[(0, ends[0]), (8, packed), (16, newest)]);
    // Entries begin at 0 and 2; the code of the second at 64; it has two.
    let notes = object(24, &[(12, 2), (18, 64), (22, 2)]);
    Trace { code: 0x1000..0x2000, number: 1, root: 0, proto: outer, notes: (notes, 2), entries, constants }
}

#[test]
fn what_was_inlined_is_what_the_compiler_noted() {
    let memory = Memory::new(Some(File::open("/proc/self/mem").unwrap()));
    let mut protos = Protos::default();
    let [outer, inner] = [calling([0, 0]).make(), Code::default().make()];
    let trace = noted(outer, inner, next(outer, 3));
    let mut at = |address: u64, trace: &Trace| levels(trace, address, &mut protos, &memory);
    let began = |number: u64| Level { object: None, next: Some(next(outer, number)) };
    assert_eq!(at(0x1000, &trace), Some(vec![began(1)]));
    let within = Level { object: Some(inner), next: Some(next(inner, 1)) };
    assert_eq!(at(0x1040, &trace), Some(vec![within, began(3)]));
    assert_eq!(at(0x0fff, &trace), None);
    // Links that lead to themselves, beyond the beginning, or to C.
    for link in [3, 0xff << 3 | 6, 1 << 3, 6 << 3 | 1, u64::MAX, 0, 0x1000] {
        assert_eq!(at(0x1040, &noted(outer, inner, link)), None, "{link:#x}");
    }
    let lost = Trace { entries: 0, ..noted(outer, inner, next(outer, 3)) };
    assert_eq!(at(0x1040, &lost), None);
}

#[test]
fn where_the_interpreter_is_entered_and_left_is_found_by_its_instructions() {
    let mut code = vec![0x90; 1024];
    let saves = [0x55, 0x53, 0x41, 0x57, 0x41, 0x56, 0x48, 0x83, 0xec, 0x28];
    code[100..110].copy_from_slice(&saves);
    code[300..309].copy_from_slice(&saves[1..]);
    code[500..511].copy_from_slice(&[0x48, 0x83, 0xc4, 0x28, 0x41, 0x5e, 0x41, 0x5f, 0x5b, 0x5d, 0xc3]);
    for at in [600, 620] {
        code[at..at + 5].copy_from_slice(&[0x48, 0x8b, 0x6c, 0x24, 0x10]);
    }
    let engine = Engine::read(0x1000..0x1400, &code).unwrap();
    let partly = |bytes, saved| Stage::Partly { bytes, saved };
    let stages = [
        (0, Stage::Whole),
        (100, partly(8, 0)),
        (101, partly(16, 1)),
        (104, partly(32, 3)),
        (106, partly(40, 4)),
        (110, Stage::Entering),
        (300, partly(16, 1)),
        (500, Stage::Whole),
        (504, partly(40, 4)),
        (506, partly(32, 3)),
        (508, partly(24, 2)),
        (509, partly(16, 1)),
        (510, partly(8, 0)),
        (511, Stage::Whole),
    ];
    for (at, stage) in stages {
        assert_eq!(engine.stage(0x1000 + at, true), stage, "{at}");
        assert_eq!(engine.stage(0x1000 + at, false), Stage::Whole, "{at}");
    }
    code[600..605].fill(0x90);
    code[700..704].copy_from_slice(&[0x8b, 0x6c, 0x24, 0x18]);
    assert!(Engine::read(0x1000..0x1400, &code).unwrap_err().contains("32 bits"));
}
