//! Unwind information that no compiler here emits: `AArch64` on any machine, and
//! rules that must cut the stack with the right reason.

mod support;

use stacks::{Arch, CutReason, Limits, Outcome, Registers, Sample, Target};
use support::crafted::{BASE, CODE, Crafted, Function, stand_in};
use support::scratch;

const SP: u64 = 0x7fff_0000;
/// Functions are 0x100 apart; the return address into one is 0x10 after its start.
const SPACING: u64 = 0x100;

const CALLER: &[u64] = &[inside(1)];

const fn inside(function: u64) -> u64 {
    BASE + CODE + function * SPACING + 0x10
}

fn crafted(arch: Arch, programs: &[&[u8]]) -> Crafted {
    let function = |(index, program): (usize, &&[u8])| Function {
        start: index as u64 * SPACING,
        bytes: SPACING,
        program: program.to_vec(),
    };
    let functions = programs.iter().enumerate().map(function).collect();
    let (machine, return_register, common) = match arch {
        // def_cfa rsp, 8; the return address at CFA - 8.
        Arch::X86_64 => (62, 16, vec![0x0c, 7, 8, 0x90, 1]),
        // def_cfa sp, 0.
        Arch::Aarch64 => (183, 30, vec![0x0c, 31, 0]),
    };
    Crafted { machine, augmentation: b"zR", return_register, common, functions, entry: 0 }
}

fn registers(arch: Arch, values: &[(usize, u64)]) -> Registers {
    let mut all = vec![0; arch.perf_mask().count_ones() as usize];
    for (index, value) in values {
        all[*index] = *value;
    }
    Registers::from_perf(arch, arch.perf_mask(), &all).unwrap()
}

fn stack(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Walks one sample of a crafted file; the frames are relative to the first function.
fn walk(name: &str, arch: Arch, programs: &[&[u8]], values: &[(usize, u64)], words: &[u64]) -> (Outcome, Vec<u64>) {
    let directory = scratch(name);
    let process = stand_in(&directory, &crafted(arch, programs).file(), "");
    let mut target = Target::open_at(&process, arch, Limits::default()).unwrap();
    let mut out = Vec::new();
    let sample = Sample { regs: registers(arch, values), stack: &stack(words), chain: &[] };
    let outcome = target.unwind(&sample, &mut out);
    std::fs::remove_dir_all(directory).unwrap();
    (outcome, out.iter().map(|address| address.wrapping_sub(BASE + CODE)).collect())
}

// Positions in perf's order.
const X86_SP: usize = 7;
const X86_IP: usize = 8;
const ARM_FP: usize = 29;
const ARM_LR: usize = 30;
const ARM_SP: usize = 31;
const ARM_PC: usize = 32;

const WHOLE: Outcome = Outcome::Whole { frame_pointer_steps: 0 };
const ROOT: &[u8] = &[0x07, 16];

/// Name, unwind program of the leaf, stack words, reason and number of frames.
type Case = (&'static str, &'static [u8], &'static [u64], CutReason, usize);

fn cut(reason: CutReason) -> Outcome {
    Outcome::Cut { reason, frame_pointer_steps: 0 }
}

#[test]
fn aarch64_walks_leaf_signed_frames_and_root() {
    // A leaf without a frame; a frame of 32 bytes whose return address is signed; the root.
    let saving = [0x2d, 0x0e, 32, 0x9d, 4, 0x9e, 3];
    let signed = 0x00a7_0000_0000_0000 | inside(2);
    let values = [(ARM_PC, inside(0)), (ARM_SP, SP), (ARM_LR, 0x0055_0000_0000_0000 | inside(1)), (ARM_FP, SP)];
    let (outcome, frames) =
        walk("arm", Arch::Aarch64, &[&[], &saving, &[0x07, 30]], &values, &[SP + 64, signed, 0, 0, 0, 0]);
    assert_eq!((outcome, frames), (WHOLE, vec![0x10, 0x10f, 0x20f]));
}

#[test]
fn aarch64_signal_trampoline_without_unwind_information_is_left_by_the_kernels_frame() {
    let directory = scratch("trampoline");
    let trampoline = 0x6000_0000_u64;
    let maps = format!("{trampoline:x}-{:x} r-xp 00000000 00:00 0\n", trampoline + 0x1000);
    let file = crafted(Arch::Aarch64, &[&[], &[0x07, 30], &[0x0e, 32, 0x9e, 3]]);
    let process = stand_in(&directory, &file.file(), &maps);
    let memory = std::fs::File::create(process.join("mem")).unwrap();
    let code = [0x68, 0x11, 0x80, 0xd2, 0x01, 0, 0, 0xd4];
    std::os::unix::fs::FileExt::write_all_at(&memory, &code, trampoline).unwrap();
    // The handler is a leaf; the interrupted function is the root, stopped at its very first byte.
    let mut words = vec![0; 39 + 33];
    words[39 + 31] = SP + 0x1000;
    words[39 + 32] = BASE + CODE + SPACING;
    let mut target = Target::open_at(&process, Arch::Aarch64, Limits::default()).unwrap();
    let regs = registers(Arch::Aarch64, &[(ARM_PC, inside(0)), (ARM_SP, SP), (ARM_LR, trampoline)]);
    let mut out = Vec::new();
    let outcome = target.unwind(&Sample { regs, stack: &stack(&words), chain: &[] }, &mut out);
    assert_eq!((outcome, &out), (WHOLE, &vec![inside(0), trampoline - 1, BASE + CODE + SPACING]));
    // Sampled while the kernel takes the frame away.
    let regs = registers(Arch::Aarch64, &[(ARM_PC, trampoline + 8), (ARM_SP, SP)]);
    let outcome = target.unwind(&Sample { regs, stack: &stack(&words), chain: &[] }, &mut out);
    assert_eq!((outcome, &out), (WHOLE, &vec![trampoline + 8, BASE + CODE + SPACING]));
    // Of the same handler on a stack of its own, what it interrupted is known, and nothing before that.
    words[39 + 31] = SP - 0x10_0000;
    words[39 + 32] = inside(2);
    let regs = registers(Arch::Aarch64, &[(ARM_PC, trampoline), (ARM_SP, SP)]);
    let outcome = target.unwind(&Sample { regs, stack: &stack(&words), chain: &[] }, &mut out);
    assert_eq!((outcome, &out), (cut(CutReason::InterruptedStack), &vec![trampoline, inside(2)]));
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn x86_64_signal_trampoline_is_left_also_within_its_system_call() {
    let directory = scratch("trampoline-x86");
    let trampoline = 0x6000_0000_u64;
    let maps = format!("{trampoline:x}-{:x} r-xp 00000000 00:00 0\n", trampoline + 0x1000);
    let process = stand_in(&directory, &crafted(Arch::X86_64, &[ROOT]).file(), &maps);
    let memory = std::fs::File::create(process.join("mem")).unwrap();
    let code = [0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05];
    std::os::unix::fs::FileExt::write_all_at(&memory, &code, trampoline).unwrap();
    let mut words = vec![0; 5 + 17];
    words[5 + 15] = SP + 0x1000;
    words[5 + 16] = inside(0);
    let mut target = Target::open_at(&process, Arch::X86_64, Limits::default()).unwrap();
    for at in [trampoline, trampoline + 9] {
        let regs = registers(Arch::X86_64, &[(X86_IP, at), (X86_SP, SP)]);
        let mut out = Vec::new();
        let outcome = target.unwind(&Sample { regs, stack: &stack(&words), chain: &[] }, &mut out);
        assert_eq!((outcome, out), (WHOLE, vec![at, inside(0)]));
    }
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn each_broken_rule_cuts_with_its_reason() {
    let leaf = [(X86_IP, inside(0)), (X86_SP, SP)];
    let cases: [Case; 8] = [
        ("copy", &[], &[], CutReason::StackCopyEnded, 1),
        ("null", &[], &[0], CutReason::NullReturnAddress, 1),
        ("data", &[], &[0x1234], CutReason::UnmappedCode, 1),
        // The frame address is a register that the caller's frame no longer knows.
        ("lost", &[], CALLER, CutReason::RegisterLost, 2),
        // def_cfa_expression: an endless loop.
        ("loop", &[0x0f, 3, 0x2f, 0xfd, 0xff], CALLER, CutReason::BadUnwindInfo, 1),
        // An unknown instruction.
        ("bad", &[0x3f], CALLER, CutReason::BadUnwindInfo, 1),
        // restore_state without remember_state.
        ("pop", &[0x0b], CALLER, CutReason::BadUnwindInfo, 1),
        // The frame address is far away.
        ("far", &[0x0c, 0, 8], CALLER, CutReason::OutsideStack, 1),
    ];
    for (name, program, words, reason, count) in cases {
        let (outcome, frames) = walk(name, Arch::X86_64, &[program, &[0x0c, 0, 8]], &leaf, words);
        assert_eq!((outcome, frames.len()), (cut(reason), count), "{name}");
    }
}

#[test]
fn a_rule_that_stands_still_is_not_followed_for_ever() {
    // The frame address is the stack pointer itself, and the return address lies under it.
    let still = [0x0c, 7, 0, 0x11, 16, 0x7f];
    let (outcome, frames) =
        walk("still", Arch::X86_64, &[&still], &[(X86_IP, inside(0)), (X86_SP, SP)], &[inside(0), inside(0)]);
    assert_eq!((outcome, frames.len()), (cut(CutReason::NoProgress), 1));
}

#[test]
fn a_stack_deeper_than_the_limit_is_cut_at_it() {
    let words = vec![inside(0); 1000];
    let (outcome, frames) = walk("deep", Arch::X86_64, &[&[]], &[(X86_IP, inside(0)), (X86_SP, SP)], &words);
    assert_eq!((outcome, frames.len()), (cut(CutReason::FrameLimit), Limits::default().frames));
}

#[test]
fn a_popped_register_keeps_its_value() {
    // rbp saved below the stack pointer, as in an epilogue; the caller's frame address is rbp + 16.
    let epilogue = [0x86, 3];
    let saving = [0x0c, 6, 16];
    let values = [(X86_IP, inside(0)), (X86_SP, SP), (6, SP + 32)];
    let words = [inside(1), 0, 0, 0, 0, inside(2), 0];
    let (outcome, frames) = walk("epilogue", Arch::X86_64, &[&epilogue, &saving, ROOT], &values, &words);
    assert_eq!((outcome, frames), (WHOLE, vec![0x10, 0x10f, 0x20f]));
}

#[test]
fn the_entry_point_without_unwind_information_is_a_root() {
    let directory = scratch("entry");
    let mut file = crafted(Arch::X86_64, &[&[]]);
    file.entry = CODE + 0x200;
    let process = stand_in(&directory, &file.file(), "");
    let mut target = Target::open_at(&process, Arch::X86_64, Limits::default()).unwrap();
    let mut out = Vec::new();
    let regs = registers(Arch::X86_64, &[(X86_IP, inside(0)), (X86_SP, SP)]);
    let outcome = target.unwind(&Sample { regs: regs.clone(), stack: &stack(&[inside(2)]), chain: &[] }, &mut out);
    assert_eq!((outcome, out.len()), (WHOLE, 2));
    let outcome = target.unwind(&Sample { regs, stack: &stack(&[inside(3)]), chain: &[] }, &mut out);
    assert_eq!((outcome, out.len()), (cut(CutReason::NoUnwindInfo), 2));
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn samples_of_another_architecture_and_files_of_another_are_refused() {
    let directory = scratch("other");
    let process = stand_in(&directory, &crafted(Arch::Aarch64, &[&[]]).file(), "");
    let mut target = Target::open_at(&process, Arch::X86_64, Limits::default()).unwrap();
    let mut out = Vec::new();
    let arm = registers(Arch::Aarch64, &[(ARM_PC, inside(0)), (ARM_SP, SP)]);
    assert_eq!(
        target.unwind(&Sample { regs: arm, stack: &[], chain: &[] }, &mut out),
        cut(CutReason::WrongArchitecture)
    );
    let regs = registers(Arch::X86_64, &[(X86_IP, inside(0)), (X86_SP, SP)]);
    let outcome = target.unwind(&Sample { regs, stack: &stack(&[inside(0)]), chain: &[] }, &mut out);
    assert_eq!((outcome, out), (cut(CutReason::NoUnwindInfo), vec![inside(0)]));
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_replaced_file_is_not_taken_for_the_mapped_one() {
    let directory = scratch("replaced");
    let process = stand_in(&directory, &crafted(Arch::X86_64, &[ROOT]).file(), "");
    // Without the kernel's link to what is mapped, only the path is left.
    std::fs::remove_dir_all(process.join("map_files")).unwrap();
    let (mapped, other) = (directory.join("crafted.so"), directory.join("other.so"));
    std::fs::copy(&mapped, &other).unwrap();
    std::fs::rename(&other, &mapped).unwrap();
    let mut target = Target::open_at(&process, Arch::X86_64, Limits::default()).unwrap();
    let mut out = Vec::new();
    let regs = registers(Arch::X86_64, &[(X86_IP, inside(0)), (X86_SP, SP)]);
    assert_eq!(target.unwind(&Sample { regs, stack: &[], chain: &[] }, &mut out), cut(CutReason::ModuleUnreadable));
    assert_eq!(target.counters().modules_unreadable, 1);
    let mut origins = Vec::new();
    target.symbolise(&out, &mut |_, names| origins.push((names[0].module.clone(), names[0].origin))).unwrap();
    assert_eq!(origins, [("crafted.so".to_owned(), stacks::NameOrigin::Unreadable)]);
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_full_rule_store_and_a_small_cache_still_walk_right() {
    let directory = scratch("full");
    let process = stand_in(&directory, &crafted(Arch::X86_64, &[&[0x0e, 16], &[0x0e, 24], ROOT]).file(), "");
    let limits = Limits { distinct_rules: 1, cached_addresses: 1, cached_pages: 1, ..Limits::default() };
    let mut target = Target::open_at(&process, Arch::X86_64, limits).unwrap();
    let words = stack(&[0, inside(1), 0, 0, inside(2)]);
    for _ in 0..3 {
        let mut out = Vec::new();
        let regs = registers(Arch::X86_64, &[(X86_IP, inside(0)), (X86_SP, SP)]);
        assert_eq!(target.unwind(&Sample { regs, stack: &words, chain: &[] }, &mut out), WHOLE);
        assert_eq!(out.len(), 3);
    }
    assert!(target.counters().rules_not_kept >= 2);
    std::fs::remove_dir_all(directory).unwrap();
}
