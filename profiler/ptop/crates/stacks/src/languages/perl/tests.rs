//! Contexts and values that the tests make, as Perl 5.36 lays them out.

use std::fs::File;
use std::os::unix::fs::FileExt;

use super::contexts::{Contexts, PerlFrame, Presence, What};
use super::layout::Layout;
use super::loops::{Native, Placed};
use super::names::Names;
use crate::languages::copied::CopiedFrames;
use crate::languages::frames::Frames;
use crate::process::memory::Memory;
use crate::types::limits::Limits;

/// Types and flags of contexts.
const BLOCK: u8 = 2;
const LOOP: u8 = 5;
const SUB: u8 = 9;
const TEXT: u8 = 0xb | 0x20;
const EVAL: u8 = 0xb | 0x40;
const TRY: u8 = EVAL | 0x80;
const FILE: u8 = 11;
const REPEATED: u8 = SUB | 0x10;
const COPY: u8 = REPEATED | 0x40 | 0x80;
const DEFER: u8 = 13;

/// A type, the op that led there, the op to return to, and the code of a sub.
type Context = (u8, u64, u64, u64);

fn layout() -> Layout {
    Layout::of(36, true).expect("it is known")
}

/// Rows as they are copied, from stacks whose oldest contexts come first, the newest stack first.
fn rows(layout: &Layout, stacks: &[&[Context]]) -> Vec<u8> {
    let mut rows = Vec::new();
    for (number, stack) in stacks.iter().enumerate() {
        for (place, (kind, cop, returns, code)) in stack.iter().enumerate().rev() {
            let address = ((number as u64 + 1) << 20) + place as u64 * u64::from(layout.context_bytes);
            let mut row = vec![0; layout.copied_bytes() as usize];
            row[0] = *kind;
            row[16..24].copy_from_slice(&cop.to_ne_bytes());
            row[48..56].copy_from_slice(&returns.to_ne_bytes());
            row[layout.context_code..layout.context_code + 8].copy_from_slice(&code.to_ne_bytes());
            rows.extend(address.to_ne_bytes());
            rows.extend(row);
        }
    }
    rows
}

fn contexts_of(stacks: &[&[Context]]) -> Contexts {
    let rows = rows(&layout(), stacks);
    let mut contexts = Contexts::default();
    contexts.read(&layout(), &CopiedFrames { rows: &rows, is_whole: true, ..CopiedFrames::default() }, 99);
    contexts
}

/// Codes of the subs by loop, 0 for anything else, and of those that are left.
fn placed(stacks: &[&[Context]], native: Native) -> (Vec<Vec<u64>>, Vec<u64>) {
    let contexts = contexts_of(stacks);
    let code = |frame: &PerlFrame| match frame.what {
        What::Sub(code) | What::Format(code) => code,
        What::Main => 1,
        _ => 0,
    };
    let Placed { loops, left } = contexts.place(native);
    let codes = |range: &std::ops::Range<usize>| contexts.frames[range.clone()].iter().map(code).collect();
    (loops.iter().map(codes).collect(), codes(&left))
}

const fn whole(loops: usize) -> Native {
    Native { loops, is_cut: false, runs_program: true }
}

#[test]
fn subs_that_call_each_other_run_in_one_loop() {
    let stack: &[Context] =
        &[(LOOP, 10, 0, 7), (SUB, 11, 5, 100), (BLOCK, 12, 0, 0), (SUB, 13, 6, 200), (EVAL, 14, 7, 0)];
    let contexts = contexts_of(&[stack]);
    let frame = |what, entered, runs| PerlFrame { what, entered, runs };
    let expected = [
        frame(What::Eval, 14, 99),
        frame(What::Sub(200), 13, 14),
        frame(What::Sub(100), 11, 13),
        frame(What::Main, 0, 11),
    ];
    assert_eq!(contexts.frames, expected);
    assert_eq!(placed(&[stack], whole(1)), (vec![vec![0, 200, 100, 1]], vec![]));
    // What is not a sub's after all.
    let mut contexts = contexts_of(&[&[(SUB, 11, 5, 100), (SUB, 13, 0, 200)]]);
    assert_eq!(contexts.newest_call(), Some(frame(What::Sub(200), 13, 99)));
    contexts.forget_newest(&layout());
    assert_eq!(contexts.frames, [frame(What::Sub(100), 11, 99), frame(What::Main, 0, 11)]);
    assert_eq!(contexts.groups.len(), 1);
    assert_eq!(contexts_of(&[&[(SUB, 11, 5, 100), (LOOP, 13, 0, 200)]]).newest_call(), None);
    assert_eq!(contexts_of(&[&[(SUB, 11, 5, 100), (COPY, 13, 0, 200)]]).newest_call(), None);
    // A sub that is just being entered, or is left already.
    assert_eq!(placed(&[&[(SUB, 11, 0, 0)]], whole(1)).0, [[1]]);
}

#[test]
fn a_sub_that_returns_to_no_op_begins_a_loop() {
    let outer: &[Context] = &[(SUB, 10, 5, 100)];
    // C code called with exceptions caught, and the sub calls another.
    let inner: &[Context] = &[(EVAL, 11, 0, 0), (SUB, 11, 0, 200), (SUB, 12, 6, 300)];
    assert_eq!(placed(&[inner, outer], whole(2)).0, [vec![300, 200, 0], vec![100, 1]]);
    // A thread's first sub is called by C code that runs no program.
    let thread = Native { runs_program: false, ..whole(1) };
    assert_eq!(placed(&[inner], thread), (vec![vec![300, 200, 0]], vec![]));
    // The native stack goes on where it was not copied.
    let cut = Native { is_cut: true, runs_program: false, loops: 1 };
    assert_eq!(placed(&[inner, outer], cut), (vec![vec![300, 200, 0]], vec![100, 1]));
    // What the compiler evaluates at once runs in a loop that no context begins.
    assert_eq!(placed(&[inner, outer], whole(3)).0, [vec![], vec![300, 200, 0], vec![100, 1]]);
    // A loop that the walk did not meet.
    assert_eq!(placed(&[inner, outer], whole(1)), (vec![vec![300, 200, 0]], vec![100, 1]));
    assert_eq!(placed(&[inner, outer], whole(0)), (vec![], vec![300, 200, 0, 100, 1]));
}

#[test]
fn c_code_between_two_calls_of_a_sub_runs_no_loop() {
    let outer: &[Context] = &[(SUB, 10, 5, 100)];
    for repeated in [REPEATED, SUB | 0x30] {
        let inner: &[Context] = &[(repeated, 11, 0, 200)];
        assert_eq!(placed(&[inner, outer], whole(2)).0, [vec![200], vec![100, 1]]);
        assert_eq!(placed(&[inner, outer], whole(1)), (vec![vec![100, 1]], vec![]));
    }
    // The block of a sort is a part of its sub, and so is code in a regular expression.
    for inner in [(0, 11, 0, 0), (COPY, 11, 0, 100)] {
        assert_eq!(placed(&[&[inner], outer], whole(2)).0, [vec![], vec![100, 1]]);
        assert_eq!(placed(&[&[inner], outer], whole(1)).0, [vec![100, 1]]);
    }
}

#[test]
fn an_eval_runs_in_a_loop_of_its_own_where_c_code_called() {
    let outer: &[Context] = &[(EVAL, 9, 4, 0), (SUB, 10, 5, 100)];
    let inner: &[Context] = &[(REPEATED, 11, 0, 200), (EVAL, 12, 6, 0), (EVAL, 13, 7, 0), (SUB, 14, 8, 300)];
    assert_eq!(placed(&[inner, outer], whole(3)).0, [vec![300, 0, 0], vec![200], vec![100, 0, 1]]);
    // A file that is being compiled runs in no loop yet.
    let inner: &[Context] = &[(SUB, 11, 0, 200), (FILE, 12, 6, 0)];
    assert_eq!(placed(&[inner, outer], whole(3)).0, [vec![0], vec![200], vec![100, 0, 1]]);
    assert_eq!(placed(&[inner, outer], whole(2)).0, [vec![0, 200], vec![100, 0, 1]]);
    // A try is a part of its sub, but runs in a loop too; a block that is deferred does.
    let inner: &[Context] = &[(SUB, 11, 0, 200), (TRY, 12, 6, 0), (DEFER, 13, 0, 0), (SUB, 14, 9, 300)];
    assert_eq!(placed(&[inner, outer], whole(4)).0, [vec![300], vec![], vec![200], vec![100, 0, 1]]);
    // C code evaluates a text.
    let inner: &[Context] = &[(TEXT, 11, 0, 0), (EVAL, 12, 7, 0), (SUB, 12, 7, 300)];
    assert_eq!(placed(&[inner, outer], whole(2)).0, [vec![300, 0, 0], vec![100, 0, 1]]);
}

#[test]
fn contexts_that_were_not_all_copied_are_the_newest() {
    let layout = layout();
    let rows = rows(&layout, &[&[(SUB, 10, 5, 100), (SUB, 11, 0, 200), (SUB, 12, 6, 300)]]);
    let mut contexts = Contexts::default();
    contexts.read(&layout, &CopiedFrames { rows: &rows, ..CopiedFrames::default() }, 99);
    assert!(contexts.frames.iter().all(|frame| frame.what != What::Main));
    let Placed { loops, left } = contexts.place(whole(3));
    assert_eq!((loops, left), (vec![0..2, 2..3, 0..0], 3..3));
}

#[test]
fn nothing_copied_makes_it_fail_or_run_on() {
    let mut state = 1_u64;
    let mut bytes = vec![0; 8 * 1024];
    for round in 0..300_usize {
        for byte in &mut bytes {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // Small numbers are types and flags more often than others.
            *byte = if state >> 60 < 8 { 0 } else { (state >> 56) as u8 };
        }
        for minor in (28..=42).step_by(2) {
            let layout = Layout::of(minor, true).expect("it is known");
            let mut contexts = Contexts::default();
            let copied =
                CopiedFrames { rows: &bytes[..round * 20], is_whole: round % 2 == 0, ..CopiedFrames::default() };
            contexts.read(&layout, &copied, state);
            for (loops, is_cut, runs_program) in
                [(0, false, false), (1, true, false), (3, false, true), (500, false, false)]
            {
                let Placed { loops: ranges, left } = contexts.place(Native { loops, is_cut, runs_program });
                assert_eq!(ranges.len(), loops);
                assert!(
                    ranges.iter().all(|range| range.end <= contexts.frames.len()) && left.end <= contexts.frames.len()
                );
            }
            assert!(contexts.groups.iter().any(|group| group.presence == Presence::Sure));
        }
    }
}

/// Memory into which values are put.
struct Made {
    file: File,
    next: u64,
}

impl Made {
    fn new() -> Made {
        static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("stacks-perl-{}-{number}", std::process::id()));
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&path).unwrap();
        std::fs::remove_file(path).unwrap();
        Made { file, next: 0x10_000 }
    }

    fn put(&mut self, bytes: &[u8]) -> u64 {
        let at = self.next;
        self.file.write_all_at(bytes, at).unwrap();
        self.next += (bytes.len() as u64 + 64).next_multiple_of(64);
        at
    }

    fn words(&mut self, words: &[u64]) -> u64 {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.put(&bytes)
    }

    fn value(&mut self, body: u64, flags: u32, beside: u64) -> u64 {
        self.words(&[body, u64::from(flags) << 32 | 1, beside])
    }

    /// A `HEK`.
    fn text(&mut self, text: &[u8]) -> u64 {
        let mut bytes = vec![0; 4];
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text);
        self.put(&bytes)
    }

    fn package(&mut self, name: &str) -> u64 {
        let name = self.text(name.as_bytes());
        let body = self.words(&[0, 0, 0, 7, name, 0, 0, 0]);
        self.value(body, 0xc | 0x0200_0000, 0)
    }

    fn glob(&mut self, package: u64, name: &[u8]) -> u64 {
        let name = self.text(name);
        let body = self.words(&[0, 0, 0, 0, name, package]);
        self.value(body, 9, 0)
    }

    /// An op at which a line begins, in a slab of its own or another.
    fn line(&mut self, file: &str, line: u32, slab: Option<u64>) -> u64 {
        let file = self.put(&[file.as_bytes(), &[0]].concat());
        let head = slab.unwrap_or(self.next);
        let mut words = [0; 16];
        words[1] = head;
        // Two words behind where the ops of its slab begin, 40 bytes behind its own beginning.
        words[7] = 2 << 16;
        words[8 + 4] = 0xc3 | u64::from(line) << 32;
        words[8 + 6] = file;
        self.words(&words) + 64
    }

    fn code(&mut self, flags: u32, named: u64, package: u64, start: u64) -> u64 {
        let body = self.words(&[0, 0, 0, 0, package, start, 0, named, 0, 0, 0, u64::from(flags) << 32]);
        self.value(body, 13, 0)
    }

    fn memory(&self) -> Memory {
        Memory::new(Some(self.file.try_clone().unwrap()))
    }
}

/// Function, module, file, first line and the line that runs.
fn shown(made: &Made, names: &mut Names, frame: PerlFrame) -> (String, String, String, Option<u32>, Option<u32>) {
    let mut frames = Frames::new(&Limits::default());
    let known = names.find(frame, &made.memory(), &mut frames).expect("it has a line");
    let found = frames.get(known.address).expect("a frame");
    let (function, module, file) = (found.function, found.module, found.source.file);
    (function.into(), module.into(), file.into(), found.source.first_line, known.line)
}

fn fresh() -> Names {
    Names::new(layout(), &Limits::default())
}

const PATH: &str = "/srv/lib/Shop/Order.pm";

#[test]
fn a_sub_has_its_name_its_file_and_its_lines() {
    let mut made = Made::new();
    let package = made.package("Shop::Order");
    let start = made.line(PATH, 7, None);
    let runs = made.line(PATH, 9, Some(start - 64));
    let entered = made.line("/srv/shop.pl", 3, None);
    let glob = made.glob(package, b"total");
    let name = made.text(b"sum");
    let latin = made.glob(package, b"gr\xf6\xdfe");
    for (flags, named, function) in [
        (0, glob, "Shop::Order::total"),
        (0x8000, name, "Shop::Order::sum"),
        (0x1_8000, name, "sum"),
        (0, latin, "Shop::Order::größe"),
    ] {
        let code = made.code(flags, named, package, start);
        let frame = PerlFrame { what: What::Sub(code), entered, runs };
        let expected = (function.into(), "Shop/Order.pm".into(), PATH.into(), Some(7), Some(9));
        assert_eq!(shown(&made, &mut fresh(), frame), expected);
        // It has not come to its first line.
        let line = shown(&made, &mut fresh(), PerlFrame { runs: entered, ..frame }).4;
        assert_eq!(line, None);
    }
    // The compiler made the op of the line none.
    let none = made.line(PATH, 12, Some(start - 64));
    made.file.write_all_at(&[0xc3_u64.to_le_bytes(), (12_u64 << 32).to_le_bytes()].concat(), none + 24).unwrap();
    let code = made.code(0, glob, package, start);
    assert_eq!(shown(&made, &mut fresh(), PerlFrame { what: What::Sub(code), entered, runs: none }).4, Some(12));
    let native = made.code(0x8, glob, package, start);
    let frame = PerlFrame { what: What::Sub(native), entered, runs };
    assert_eq!(shown(&made, &mut fresh(), frame).1, "[perl]");
    let frames = [(What::Eval, "(eval)", "shop.pl", 3), (What::TextEval, "(eval)", "shop.pl", 3)];
    for (what, function, module, first) in frames {
        let found = shown(&made, &mut fresh(), PerlFrame { what, entered, runs });
        assert_eq!((&*found.0, &*found.1, found.3), (function, module, Some(first)));
    }
    let required = shown(&made, &mut fresh(), PerlFrame { what: What::File, entered, runs });
    assert_eq!((&*required.0, &*required.1, required.4), ("(require)", "Shop/Order.pm", Some(9)));
    let compiled = shown(&made, &mut fresh(), PerlFrame { what: What::File, entered, runs: 8 });
    assert_eq!((&*compiled.0, &*compiled.1, compiled.4), ("(require)", "shop.pl", None));
    let (memory, mut frames) = (made.memory(), Frames::new(&Limits::default()));
    let no_line = |what| PerlFrame { what, entered: 8, runs: 8 };
    assert_eq!(fresh().find(no_line(What::Main), &memory, &mut frames), None);
    let called = fresh().find(no_line(What::Eval), &memory, &mut frames).expect("it is an eval");
    assert_eq!(frames.get(called.address).map(|frame| (frame.function, frame.module)), Some(("(eval)", "[perl]")));
    let program = shown(&made, &mut fresh(), PerlFrame { what: What::Main, entered: 0, runs: entered });
    assert_eq!((&*program.0, &*program.1, program.4), ("(main)", "shop.pl", Some(3)));
}

#[test]
fn a_sub_without_a_name_is_known_by_an_op_of_its_own() {
    let mut made = Made::new();
    let package = made.package("main");
    let (start, other) = (made.line("/a.pl", 7, None), made.line("/a.pl", 20, None));
    let runs = made.line("/a.pl", 9, Some(start - 64));
    let glob = made.glob(package, b"__ANON__");
    let code = made.code(0x80, glob, package, start);
    let frame = |runs| PerlFrame { what: What::Sub(code), entered: 5, runs };
    let mut names = fresh();
    assert_eq!(shown(&made, &mut names, frame(other)).1, "[perl]", "it may be another one's code");
    assert_eq!(shown(&made, &mut names, frame(5)).1, "[perl]");
    assert_eq!(shown(&made, &mut names, frame(runs)).0, "main::__ANON__[a.pl:7]");
    assert_eq!(shown(&made, &mut names, frame(5)).1, "[perl]");
    let known = made.code(0, glob, package, start);
    let of_known = |entered, runs| PerlFrame { what: What::Sub(known), entered, runs };
    assert_eq!(shown(&made, &mut fresh(), of_known(5, 5)).0, "main::__ANON__[a.pl:7]", "its name makes it certain");
    assert_eq!(shown(&made, &mut fresh(), of_known(5, other)).1, "[perl]", "another one's op runs");
}

#[test]
fn code_that_was_freed_is_known_by_its_ops_if_they_were_met() {
    let mut made = Made::new();
    let package = made.package("main");
    let start = made.line("/a.pl", 7, None);
    let runs = made.line("/a.pl", 9, Some(start - 64));
    let glob = made.glob(package, b"__ANON__");
    let code = made.code(0x80, glob, package, start);
    let mut names = fresh();
    let mut frames = Frames::new(&Limits::default());
    let memory = made.memory();
    let known = names.find(PerlFrame { what: What::Sub(code), entered: 5, runs }, &memory, &mut frames);
    let gone = PerlFrame { what: What::Sub(0x10), entered: 5, runs };
    assert_eq!(names.find(gone, &memory, &mut frames), known);
    let unknown = names.find(PerlFrame { runs: 5, ..gone }, &memory, &mut frames).expect("a frame without a name");
    assert_eq!(frames.get(unknown.address).map(|frame| (frame.function, frame.module)), Some(("", "[perl]")));
}

#[test]
fn a_call_that_is_only_being_made_is_no_frame_yet() {
    let mut made = Made::new();
    let package = made.package("main");
    let (start, callers) = (made.line("/a.pl", 7, None), made.line("/a.pl", 20, None));
    let other = made.line("/a.pl", 21, Some(callers - 64));
    let glob = made.glob(package, b"total");
    let code = made.code(0, glob, package, start);
    let memory = made.memory();
    let is_made =
        |code, entered, runs| fresh().is_being_made(PerlFrame { what: What::Sub(code), entered, runs }, &memory);
    // Where the sub will be, something else still is.
    assert!(is_made(glob, callers, callers) && is_made(glob, other, callers) && is_made(0, callers, callers));
    assert!(!is_made(glob, callers, start) && !is_made(code, callers, callers));
    // A sub without a name that calls itself.
    let glob = made.glob(package, b"__ANON__");
    let code = made.code(0x80, glob, package, start);
    let again = made.line("/a.pl", 8, Some(start - 64));
    assert!(!is_made(code, start, again) && is_made(code, callers, callers));
}

#[test]
fn memory_of_any_content_is_survived() {
    let mut made = Made::new();
    let mut state = 7_u64;
    let words: Vec<u64> = (0..4096)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // Pointers into itself, types of values and small numbers.
            match state >> 62 {
                0 => 0x10_000 + (state >> 40 & 0x7ff8),
                1 => (9 + (state >> 40 & 7)) << 32 | 0x0200_0000 << 32,
                2 => state >> 58,
                _ => state,
            }
        })
        .collect();
    let at = made.words(&words);
    for minor in (28..=42).step_by(2) {
        for has_threads in [true, false] {
            let layout = Layout::of(minor, has_threads).expect("it is known");
            let mut names = Names::new(layout, &Limits { language_frames: 50, ..Limits::default() });
            let mut frames = Frames::new(&Limits::default());
            let memory = made.memory();
            for place in 0..1000 {
                let (entered, runs) = (at + place * 8, at + place * 24 % 0x7000);
                for what in [What::Sub(at + place * 16), What::Eval, What::File, What::Main] {
                    names.find(PerlFrame { what, entered, runs }, &memory, &mut frames);
                }
            }
        }
    }
}

#[test]
fn versions_that_are_not_known_are_refused() {
    for minor in [0, 8, 26, 27, 29, 41, 43, 44, 255] {
        assert_eq!(Layout::of(minor, true), None, "{minor}");
    }
    let files = ["perl", "perl5.36.0", "libperl.so.5.36", "libperl.so"].map(super::is_likely);
    assert_eq!(files, [true; 4]);
    assert_eq!(["perldoc", "perltidy", "libperlite.so", "pearl", ""].map(super::is_likely), [false; 5]);
}
