//! What all runtimes have in common, shown with two that are made up.

use std::cell::Cell;
use std::fs::File;

use super::*;
use crate::files::source::Source;
use crate::modules::module::Module;
use crate::process::code::Code;
use crate::types::arch::Arch;
use crate::types::limits::Limits;
use crate::types::name::NameOrigin;
use crate::types::stack::Stack;

thread_local! {
    static ATTEMPTED: Cell<u8> = const { Cell::new(0) };
}

/// Code at 0x1000 is one frame of 16 bytes that represents two functions, at 0x2000 one that leads nowhere.
struct Fake;

impl Runtime for Fake {
    fn leave(
        &mut self,
        frame: &mut RuntimeFrame<'_>,
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Option<Result<(Left, Step), CutReason>> {
        let ip = registers.ip();
        if ip == 0x1000 {
            for function in ["inner", "outer"] {
                let origin = NameOrigin::Java;
                out.push(frame.names.address(&LanguageFrame::new(function, "m", origin)));
            }
            let arch = registers.arch();
            registers.set(arch.sp(), registers.sp() + 16);
            registers.set(arch.ip(), 0x2000);
        }
        let step = Step::Caller { exact: false };
        matches!(ip, 0x1000 | 0x2000).then_some(Ok((Left::Described, step)))
    }

    fn note(&self) -> RuntimeNote {
        RuntimeNote { name: "fake".to_owned(), language: "fake", version: None, problem: None, hint: None }
    }

    fn memory_bytes(&self) -> usize {
        0
    }
}

const FAST: [Kind; 1] = [Kind {
    language: "fake",
    marks: &["main"],
    is_likely: |name| name == "libfake.so",
    entries: &[],
    open: |_| Ok(Box::new(Fake)),
}];

const SLOW: [Kind; 1] = [Kind {
    language: "slow",
    entries: &["main"],
    open: |_| {
        ATTEMPTED.set(ATTEMPTED.get() + 1);
        Err("it has not started".to_owned())
    },
    ..FAST[0]
}];

fn with(kinds: &'static [Kind]) -> Languages {
    Languages { slots: Vec::new(), kinds, without: HashMap::new() }
}

fn own() -> Module {
    let source = Source::file(File::open("/proc/self/exe").unwrap());
    Module::open(source, Arch::NATIVE, &Limits::default()).unwrap()
}

fn open(languages: &mut Languages, number: u16, (name, is_thorough): (&str, bool)) {
    let limits = Limits::default();
    let mut module = own();
    let found = Finding { name, bias: 0, memory: &Memory::new(None), limits: &limits };
    languages.look((number, &mut module), found, is_thorough);
}

fn leave(languages: &mut Languages, ip: u64, out: &mut Vec<u64>) -> Option<Result<(Left, Step), CutReason>> {
    let arch = Arch::NATIVE;
    let values = vec![0; arch.perf_mask().count_ones() as usize];
    let mut registers = Registers::from_perf(arch, arch.perf_mask(), &values).unwrap();
    registers.set(arch.ip(), ip);
    let memory = std::sync::Arc::new(Memory::new(None));
    let mut frame = RuntimeFrame {
        stack: &Stack::new(0, &[]),
        heap: None,
        memory: &memory,
        code: &mut Code::new(arch, std::sync::Arc::clone(&memory)),
        executable: &mut |_| true,
        names: &mut Frames::new(&Limits::default()),
        exact: false,
        linked: None,
    };
    languages.leave(&mut frame, &mut registers, out)
}

#[test]
fn one_physical_frame_may_stand_for_several() {
    let mut languages = with(&FAST);
    assert!(languages.wants(3, true) && languages.expect("libfake.so") && !languages.expect("libother.so"));
    open(&mut languages, 3, ("libother.so", true));
    assert!(!languages.wants(3, true) && !languages.is_empty());
    let mut out = Vec::new();
    let left = leave(&mut languages, 0x1000, &mut out);
    assert_eq!(left, Some(Ok((Left::Described, Step::Caller { exact: false }))));
    assert!(out.len() == 2 && out.iter().all(|address| Frames::is_frame(*address)));
    assert_eq!(leave(&mut languages, 0x3000, &mut out), None);
    assert_eq!(out.len(), 2);
}

#[test]
fn a_frame_that_leads_nowhere_is_reported_and_ends_the_stack() {
    let mut languages = with(&FAST);
    open(&mut languages, 3, ("libfake.so", true));
    let mut out = Vec::new();
    assert_eq!(leave(&mut languages, 0x2000, &mut out), Some(Err(CutReason::NoProgress)));
    assert_eq!(out, [0x1fff]);
}

#[test]
fn a_runtime_that_does_not_open_is_tried_again_and_then_left_alone() {
    let mut languages = with(&SLOW);
    let before = ATTEMPTED.get();
    while languages.wants(4, true) {
        open(&mut languages, 4, ("server", true));
    }
    assert_eq!(ATTEMPTED.get() - before, ATTEMPTS);
    assert!(languages.is_empty());
    let problem = languages.notes().pop().and_then(|note| note.problem);
    assert_eq!(problem.as_deref(), Some("it has not started"));
}

#[test]
fn what_a_file_defines_decides_and_not_its_name() {
    let mut languages = with(&FAST);
    // What is not exported is asked for where somebody made code.
    open(&mut languages, 5, ("libfake.so", false));
    assert!(languages.notes().is_empty() && !languages.wants(5, false) && languages.wants(5, true));
    open(&mut languages, 5, ("server", true));
    assert_eq!(languages.notes().len(), 1);
}

#[test]
fn where_a_runtime_cannot_be_read_its_functions_or_its_file_are_the_programs() {
    let mut part = with(&SLOW);
    open(&mut part, 6, ("server", true));
    let module = own();
    let main = crate::modules::lookup::find(&module, &["main"], &Limits::default())[0].unwrap().address;
    assert!(part.is_unread(6, main) && !part.is_unread(6, main - 1) && !part.is_unread(7, main));
    let mut whole = with(&SLOW);
    open(&mut whole, 6, ("libfake.so", true));
    assert!(whole.is_unread(6, main - 1));
}

#[test]
fn runtimes_are_bounded_in_number() {
    let mut languages = with(&FAST);
    for number in 0..100 {
        if languages.wants(number, true) {
            open(&mut languages, number, ("server", true));
        }
    }
    assert_eq!(languages.notes().len(), RUNTIMES);
}
