//! An emulator that is made up: a module with two functions, a process's stack, and structures that lie. They are in a
//! file that plays the target's memory.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::Arc;

use super::*;
use crate::languages::copied::FramesStart;
use crate::languages::frames::Frames;
use crate::process::code::Code;
use crate::types::limits::Limits;
use crate::types::stack::Stack;

const TABLE: u64 = 0x1_0000;
const RANGES: u64 = 0x1_1000;
const MODULE: u64 = 0x2_0000;
const FIRST: u64 = 0x2_1000;
const SECOND: u64 = 0x2_1100;
const MODULE_END: u64 = 0x2_1200;
const OWN: u64 = 0x3_0000;
const EXIT: u64 = OWN + 40;
const LINES: u64 = 0x4_0000;
const ATOMS: u64 = 0x5_0000;
const STACK: u64 = 0x80_0000;
const REGISTERS: u64 = 0x90_0040;
const PROCESS: u64 = 0xa0_0000;
const SCHEDULER: u64 = 0xb0_0000;
const NAMES: [&str; 6] = ["false", "Elixir.Shop", "sell", "count", "erts_beamasm", "normal_exit"];

struct Made(File);

impl Made {
    fn new() -> Made {
        static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("stacks-erlang-{}-{number}", std::process::id()));
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&path).unwrap();
        std::fs::remove_file(path).unwrap();
        file.set_len(0x100_0000).unwrap();
        let made = Made(file);
        made.words(TABLE, &[RANGES, 1, 8, RANGES]);
        made.words(RANGES, &[MODULE, MODULE_END]);
        made.words(MODULE, &[2, 0, 0, 0, 0, 0, 0, 0, 0, LINES]);
        made.words(MODULE + 136, &[FIRST, SECOND, MODULE_END]);
        made.words(FIRST, &[0, 0, atom(1), atom(2), 2]);
        made.words(SECOND, &[0, 0, atom(1), atom(3), 0]);
        made.words(OWN, &[0, 0, atom(4), atom(5), 0]);
        // Files, bytes of a line, the lines, and where each function's addresses are.
        made.words(LINES, &[LINES + 0x100, 2, LINES + 0x200, LINES + 0x300, LINES + 0x310, LINES + 0x318]);
        made.words(LINES + 0x100, &[LINES + 0x401]);
        made.words(LINES + 0x200, &[7 | 9 << 16 | 20 << 32]);
        made.words(LINES + 0x300, &[FIRST, FIRST + 60, SECOND]);
        for (at, character) in "lib/shop.ex".chars().enumerate() {
            let pair = LINES + 0x400 + 16 * at as u64;
            let next = if at == 10 { 0x3b } else { pair + 16 + 1 };
            made.words(pair, &[u64::from(character) << 4 | 15, next]);
        }
        made.write(ATOMS + 104, &[1, 1024, 4096, 6].map(u32::to_le_bytes).concat());
        made.words(ATOMS + 120, &[ATOMS + 0x1000]);
        made.words(ATOMS + 0x1000, &[ATOMS + 0x2000]);
        for (number, name) in NAMES.into_iter().enumerate() {
            let at = ATOMS + 0x4000 + 0x100 * number as u64;
            made.words(ATOMS + 0x2000 + 8 * number as u64, &[at]);
            made.words(at + 16, &[number as u64, name.len() as u64, at + 64]);
            made.write(at + 64, name.as_bytes());
        }
        made.words(PROCESS + 0x2e8, &[SCHEDULER]);
        made.words(SCHEDULER, &[REGISTERS - 0x40]);
        made
    }

    fn write(&self, address: u64, bytes: &[u8]) {
        self.0.write_all_at(bytes, address).unwrap();
    }

    fn words(&self, address: u64, words: &[u64]) {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.write(address, &bytes);
    }

    fn memory(&self) -> Memory {
        Memory::new(Some(self.0.try_clone().unwrap()))
    }
}

fn atom(number: u64) -> u64 {
    number << 6 | 0b00_1011
}

fn emulator() -> Erlang {
    let layout = Layout::of(27).unwrap();
    Erlang {
        name: "made".into(),
        version: "27".into(),
        layout,
        functions: Functions::new(layout, Tables { code: vec![TABLE], atoms: ATOMS }),
        sizes: FrameSizes::default(),
        calls: Calls::default(),
        schedulers: Schedulers::default(),
        copied: Copied::default(),
        dirty: Dirty { code: 0..0, arrays: Vec::new() },
        most_frames: 64,
    }
}

/// One sample: where it was taken, the stack at the stack pointer, and what was copied of the process.
struct Taken<'a> {
    ip: u64,
    sp: u64,
    exact: bool,
    stack: &'a [u64],
    copied: Option<&'a CopiedFrames<'a>>,
}

type Walked = (Option<Result<(Left, Step), CutReason>>, Vec<(String, String, Option<u32>)>);

fn walk(emulator: &mut Erlang, made: &Made, taken: &Taken<'_>) -> Walked {
    let memory = Arc::new(made.memory());
    let arch = Arch::X86_64;
    let mut registers =
        Registers::from_perf(arch, arch.perf_mask(), &vec![0; arch.perf_mask().count_ones() as usize]).unwrap();
    for (number, value) in [(16, taken.ip), (7, taken.sp), (3, REGISTERS), (13, PROCESS), (6, STACK)] {
        registers.set(number, value);
    }
    let bytes: Vec<u8> = taken.stack.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut names = Frames::new(&Limits::default());
    emulator.begin(taken.copied, &memory);
    let mut frame = RuntimeFrame {
        stack: &Stack::new(taken.sp, &bytes),
        heap: None,
        memory: &memory,
        code: &mut Code::new(arch, Arc::clone(&memory)),
        executable: &mut |address| (MODULE..LINES).contains(&address),
        names: &mut names,
        exact: taken.exact,
        linked: None,
    };
    let mut out = Vec::new();
    let left = emulator.leave(&mut frame, &mut registers, &mut out);
    let shown = out.iter().filter_map(|address| names.get(*address)).map(|frame| {
        (frame.function.to_owned(), format!("{} {:?}", frame.source.file, frame.source.first_line), frame.source.line)
    });
    (left, shown.collect())
}

const ROOT: Option<Result<(Left, Step), CutReason>> = Some(Ok((Left::Described, Step::Root)));

fn sell(line: Option<u32>) -> (String, String, Option<u32>) {
    ("Shop.sell/2".into(), "lib/shop.ex Some(7)".into(), line)
}

fn count(line: Option<u32>) -> (String, String, Option<u32>) {
    ("Shop.count/0".into(), "lib/shop.ex Some(20)".into(), line)
}

/// The head of a process whose stack is between two addresses, from the end of its heap on.
fn head(last: u64, end: u64) -> Vec<u8> {
    let mut words = [0_u64; 22];
    (words[0], words[1], words[15]) = (STACK - 0x100, last, end);
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn a_process_that_runs_has_its_stack_up_to_its_exit() {
    let made = Made::new();
    let stack = [0x3b, FIRST + 80, 0x1f, 0x51, FIRST + 96, EXIT, FIRST + 80];
    let taken = Taken { ip: SECOND + 50, sp: STACK, exact: true, stack: &stack, copied: None };
    let expected = vec![count(Some(20)), sell(None), sell(None)];
    assert_eq!(walk(&mut emulator(), &made, &taken), (ROOT, expected.clone()));
    // The line of the top is that of the last address before.
    let taken = Taken { ip: FIRST + 61, stack: &[EXIT], ..taken };
    assert_eq!(walk(&mut emulator(), &made, &taken), (ROOT, vec![sell(Some(9))]));
    // A stack that was not copied to its end is not whole, and what was found stays.
    let taken = Taken { ip: SECOND + 50, stack: &stack[..5], ..taken };
    let head = head(STACK, STACK + 48);
    let copied = CopiedFrames { head: &head, ..CopiedFrames::default() };
    let taken = Taken { copied: Some(&copied), ..taken };
    assert_eq!(walk(&mut emulator(), &made, &taken), (Some(Err(CutReason::StackCopyEnded)), expected));
}

#[test]
fn native_code_leads_to_the_stack_of_its_process() {
    let made = Made::new();
    let (ip, native) = (FIRST + 80, REGISTERS - 0x40);
    let rows: Vec<u8> = [FIRST + 96, 0x3b, FIRST + 104, EXIT].iter().flat_map(|word| word.to_le_bytes()).collect();
    let at = |last: u64, end: u64| (head(last, end), last);
    let (of_process, _) = at(STACK + 16, STACK + 32);
    let copied = CopiedFrames { head: &of_process, rows: &rows, address: STACK, is_whole: true, thread: 5 };
    let taken = Taken { ip, sp: native, exact: false, stack: &[], copied: Some(&copied) };
    // mov rsp, [r13+0x58]: from the process.
    made.write(ip, &[0x90, 0x49, 0x8b, 0x65, 0x58]);
    let mut emulator = emulator();
    assert_eq!(walk(&mut emulator, &made, &taken), (ROOT, vec![sell(Some(9)), sell(None)]));
    assert_eq!(emulator.threads(), [KnownThread { id: 5, address: SCHEDULER }]);
    assert_eq!(emulator.plan().map(|plan| plan.start), Some(FramesStart::Learned));
    // mov rsp, rbp: from the register.
    made.write(ip, &[0x48, 0x89, 0xec, 0x90, 0x90]);
    let mut emulator = self::emulator();
    assert_eq!(walk(&mut emulator, &made, &taken), (ROOT, vec![sell(Some(9)), sell(None), sell(None)]));
    // The scheduler chooses what runs next.
    made.write(ip, &[0x49, 0x89, 0xc5]);
    let (left, shown) = walk(&mut self::emulator(), &made, &taken);
    assert_eq!((left, &*shown[0].0), (ROOT, "[scheduler]"));
    // Where nothing was copied, nothing is invented.
    made.write(ip, &[0x48, 0x89, 0xec]);
    let taken = Taken { copied: None, ..taken };
    let walked = walk(&mut self::emulator(), &made, &taken);
    assert_eq!(walked, (Some(Err(CutReason::FramesElsewhere)), vec![sell(Some(9))]));
}

#[test]
fn a_stack_that_moves_to_another_heap_is_believed_if_it_ends_as_one_does() {
    let made = Made::new();
    let ip = FIRST + 80;
    made.write(ip, &[0x49, 0x8b, 0x65, 0x58]);
    let rows: Vec<u8> = [FIRST + 96, EXIT].iter().flat_map(|word| word.to_le_bytes()).collect();
    let head = head(STACK + 0x1000, STACK);
    let whole = CopiedFrames { head: &head, rows: &rows, address: STACK + 0x1000, ..CopiedFrames::default() };
    let part = CopiedFrames { rows: &rows[..8], ..whole };
    let taken = Taken { ip, sp: REGISTERS - 0x40, exact: false, stack: &[], copied: Some(&whole) };
    assert_eq!(walk(&mut emulator(), &made, &taken), (ROOT, vec![sell(Some(9)), sell(None)]));
    let taken = Taken { copied: Some(&part), ..taken };
    let cut = (Some(Err(CutReason::FramesElsewhere)), vec![sell(Some(9))]);
    assert_eq!(walk(&mut emulator(), &made, &taken), cut);
}

#[test]
fn what_is_left_of_calls_that_are_over_is_no_frame() {
    let made = Made::new();
    let mut emulator = emulator();
    let calls = [SECOND + 60, 0x3b, FIRST + 80, FIRST + 96, EXIT];
    let taken = Taken { ip: FIRST + 50, sp: STACK, exact: true, stack: &calls, copied: None };
    let first = vec![sell(Some(7)), count(None), sell(None), sell(None)];
    assert_eq!(walk(&mut emulator, &made, &taken), (ROOT, first));
    // The names of the next walk are other ones.
    emulator.functions = Functions::new(emulator.layout, Tables { code: vec![TABLE], atoms: ATOMS });
    // Known now: what returns to FIRST + 80 has a frame of one word, not of three.
    let taken = Taken { stack: &[FIRST + 80, 0x3b, 0x3b, FIRST + 96, EXIT], ..taken };
    assert_eq!(walk(&mut emulator, &made, &taken), (ROOT, vec![sell(Some(7)), sell(None)]));
}

#[test]
fn versions_that_are_not_known_are_refused_by_name() {
    for release in [0, 24, 26, 28, 30, u32::MAX] {
        let problem = Layout::of(release).unwrap_err();
        assert!(problem.contains(&release.to_string()), "{problem}");
    }
}

#[test]
fn code_of_others_is_left_alone() {
    let made = Made::new();
    let taken = Taken { ip: 0x9_0000, sp: 0x70_0000, exact: false, stack: &[EXIT], copied: None };
    assert_eq!(walk(&mut emulator(), &made, &taken), (None, Vec::new()));
    let taken = Taken { exact: true, stack: &[FIRST + 80, 7], ..taken };
    assert_eq!(walk(&mut emulator(), &made, &taken), (None, Vec::new()));
}

#[test]
fn structures_that_lie_cost_frames_and_nothing_else() {
    let mut seed = 1_u64;
    let mut random = || {
        seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        let value = seed >> 16;
        [0, u64::MAX, value, value % 64, MODULE + value % 0x2000, STACK + value % 256, 1 << 40]
            [(seed >> 60) as usize % 7]
    };
    let places = [TABLE, RANGES, MODULE, MODULE + 136, FIRST, LINES, LINES + 0x100, LINES + 0x300, ATOMS + 104];
    for _ in 0..300 {
        let made = Made::new();
        for place in places {
            let words = [random(), random(), random()];
            if random() % 3 == 0 {
                made.words(place, &words);
            }
        }
        let stack: Vec<u64> = (0..32).map(|_| random()).chain([EXIT]).collect();
        let head: Vec<u8> = (0..22).flat_map(|_| random().to_le_bytes()).collect();
        let copied = CopiedFrames { head: &head, rows: &head, address: random(), is_whole: true, thread: 1 };
        let sp = if random() % 2 == 0 { STACK } else { REGISTERS - 0x40 };
        let exact = random() % 2 == 0;
        let taken = Taken { ip: MODULE + random() % 0x2000, sp, exact, stack: &stack, copied: Some(&copied) };
        let (_, shown) = walk(&mut emulator(), &made, &taken);
        assert!(shown.len() <= 65);
    }
}
