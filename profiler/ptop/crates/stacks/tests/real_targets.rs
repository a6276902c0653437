//! Walks samples of purpose-built programs and compares every frame with the
//! compiler's own unwinder, which ran inside the program at the same moment.

use std::ops::Range;
use std::process::Command;

use crate::support::{Recorded, Sampling, build_shapes, mappings, run, sample, scratch, source, start};
use stacks::{Limits, Outcome, Target};

/// The truth as lookup addresses: a return address means the call before it.
/// A frame that a signal interrupted shows in ours as an exact address.
fn agrees(ours: &[u64], truth: &[u64]) -> bool {
    ours.len() == truth.len()
        && ours.iter().zip(truth).enumerate().all(
            |(index, (ours, ip))| {
                if index == 0 { ours == ip } else { *ours == ip - 1 || *ours == *ip }
            },
        )
}

struct Tally {
    whole: usize,
    agreeing: usize,
    with_truth: usize,
    first_cut: String,
    first_difference: String,
    /// Of those that were cut or differ, the ones in the ranges of code about which nothing is asked.
    excused: usize,
}

/// `excusing` are ranges of code in which a sample may be cut, or differ from the truth.
fn walk(target: &mut Target, samples: &[Recorded], excusing: &[Range<u64>]) -> Tally {
    let mut tally = Tally {
        whole: 0,
        agreeing: 0,
        with_truth: 0,
        first_cut: String::new(),
        first_difference: String::new(),
        excused: 0,
    };
    let mut out = Vec::new();
    for sample in samples {
        let outcome = target.unwind(&sample.sample(), &mut out);
        let is_whole = outcome == (Outcome::Whole { frame_pointer_steps: 0 });
        let agrees = sample.truth.is_empty() || agrees(&out, &sample.truth);
        if !(is_whole && agrees) && excusing.iter().any(|range| range.contains(&sample.sample().regs.ip())) {
            tally.excused += 1;
            continue;
        }
        tally.whole += usize::from(is_whole);
        if !is_whole && tally.first_cut.is_empty() {
            tally.first_cut = format!("{outcome}\nours  {out:x?}\ntruth {:x?}", sample.truth);
        }
        if !sample.truth.is_empty() {
            tally.with_truth += 1;
            tally.agreeing += usize::from(agrees);
            if !agrees && tally.first_difference.is_empty() {
                tally.first_difference = format!("{outcome}\nours  {out:x?}\ntruth {:x?}", sample.truth);
            }
        }
    }
    tally
}

/// `percent` of the samples may be cut.
fn check_allowing(command: Command, name: &str, percent: usize) {
    let directory = scratch(name);
    let sampled = sample(command, &directory, &Sampling::default());
    let mut target = Target::open(sampled.pid(), Limits::default()).unwrap();
    let tally = walk(&mut target, &sampled.samples, &[]);
    check_tally(name, &tally, sampled.samples.len(), percent);
    std::fs::remove_dir_all(directory).unwrap();
}

/// Of a program that throws. While the runtime installs the handler's context it overwrites the saved registers of its
/// own frame with the handler's, and for those instructions no unwind information describes the stack (the compiler's
/// own unwinder, asked there, faults). They take 2 of 100 samples; all others are whole.
fn check_throwing(command: Command, name: &str) {
    let directory = scratch(name);
    let sampled = sample(command, &directory, &Sampling::default());
    let mut target = Target::open(sampled.pid(), Limits::default()).unwrap();
    let unwinder = mappings(sampled.pid(), |line| line.contains("libgcc_s") && line.contains(" r-x"));
    assert!(!unwinder.is_empty(), "{name} has the runtime's unwinder");
    let tally = walk(&mut target, &sampled.samples, &unwinder);
    let count = sampled.samples.len();
    assert!(tally.excused * 10 <= count, "{name}: {} of {count} are in the unwinder and not whole", tally.excused);
    check_tally(name, &tally, count - tally.excused, 0);
    std::fs::remove_dir_all(directory).unwrap();
}

fn check_tally(name: &str, tally: &Tally, count: usize, percent: usize) {
    assert!(count >= 100, "{name}: only {count} samples");
    let allowed = count * percent / 100;
    assert!(tally.whole + allowed >= count, "{name}: {} of {count} whole; {}", tally.whole, tally.first_cut);
    assert!(tally.with_truth * 10 >= count * 9, "{name}: the truth is missing in too many samples");
    assert!(tally.agreeing + allowed >= tally.with_truth, "{name}: {}", tally.first_difference);
}

fn check_modes(name: &str, compiler: &str, flags: &[&str], modes: &[&str]) {
    check_modes_allowing(name, (compiler, flags), modes, 0);
}

fn check_modes_allowing(name: &str, (compiler, flags): (&str, &[&str]), modes: &[&str], percent: usize) {
    let directory = scratch(name);
    let program = build_shapes(&directory, name, compiler, flags);
    for mode in modes {
        let mut command = Command::new(&program);
        command.arg(mode);
        check_allowing(command, &format!("{name}-{mode}"), percent);
    }
    std::fs::remove_dir_all(directory).unwrap();
}

const PIE: [&str; 2] = ["-fPIE", "-pie"];

#[test]
fn calls_signals_and_threads_are_whole_and_right_in_a_position_independent_executable() {
    check_modes("pie", "cc", &PIE, &["deep", "signal", "threads"]);
}

#[test]
#[ignore = "deep"]
fn every_other_call_shape_is_whole_and_right_too() {
    check_modes("pie-more", "cc", &PIE, &["alloca", "callback", "linkage", "clock", "trap", "longjmp"]);
}

#[test]
#[ignore = "deep"]
fn a_fixed_address_executable_is_whole_and_right() {
    check_modes("no-pie", "cc", &["-fno-pie", "-no-pie"], &["deep", "callback", "signal", "linkage"]);
}

#[test]
#[ignore = "deep"]
fn static_executables_are_whole_and_right() {
    // A static program calls some functions of its library through stubs that carry no unwind data: a
    // sample inside one is left by the frame pointer, and the compiler's own unwinder stops there.
    check_modes_allowing("static", ("cc", &["-static"]), &["deep", "callback", "signal", "threads"], 2);
    check_modes_allowing("static-pie", ("cc", &["-static-pie"]), &["deep", "callback", "signal", "clock"], 2);
}

#[test]
#[ignore = "deep"]
fn a_stripped_executable_is_whole_and_right() {
    check_modes("stripped", "cc", &["-s"], &["deep", "alloca", "signal"]);
}

#[test]
#[ignore = "deep"]
fn code_of_another_compiler_is_whole_and_right() {
    check_modes("clang", "clang-14", &[], &["deep", "alloca", "callback", "signal", "trap"]);
}

#[test]
#[ignore = "deep"]
fn size_optimised_and_frame_pointer_code_is_whole_and_right() {
    check_modes("small", "cc", &["-Os"], &["deep", "alloca"]);
    check_modes("framed", "cc", &["-fno-omit-frame-pointer"], &["deep", "alloca"]);
}

#[test]
fn cxx_exceptions_are_whole_and_right() {
    let directory = scratch("thrower-build");
    let program = directory.join("thrower");
    let object = directory.join("sampler.o");
    run(Command::new("cc").args(["-O2", "-c", "-o"]).arg(&object).arg(source("sampler.c")));
    run(Command::new("g++").args(["-O2", "-o"]).arg(&program).arg(source("thrower.cc")).arg(&object));
    check_throwing(Command::new(&program), "thrower");
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn rust_code_is_whole_and_right() {
    let directory = scratch("iterators-build");
    let (program, object) = (directory.join("iterators"), directory.join("sampler.o"));
    run(Command::new("cc").args(["-O2", "-c", "-o"]).arg(&object).arg(source("sampler.c")));
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let link = format!("link-arg={}", object.display());
    run(Command::new(rustc)
        .args(["--edition=2024", "-O", "-C", &link, "-o"])
        .arg(&program)
        .arg(source("iterators.rs")));
    check_throwing(Command::new(&program), "iterators");
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_library_loaded_after_opening_is_found_by_itself() {
    let directory = scratch("dlopen");
    let plugin = directory.join("plugin.so");
    run(Command::new("cc").args(["-O2", "-shared", "-fPIC", "-o"]).arg(&plugin).arg(source("plugin.c")));
    let program = build_shapes(&directory, "loader", "cc", &[]);
    let mut command = Command::new(program);
    command.arg("dlopen").env("SHAPES_PLUGIN", &plugin);
    let mut sampled = start(command, &directory, &Sampling { count: 100, ..Sampling::default() });
    // The target sleeps for a second before it loads the library.
    let limits = Limits { refresh_interval: std::time::Duration::ZERO, ..Limits::default() };
    let mut target = Target::open(sampled.pid(), limits).unwrap();
    sampled.collect();
    let tally = walk(&mut target, &sampled.samples, &[]);
    assert_eq!((tally.whole, tally.agreeing), (100, 100), "{}", tally.first_difference);
    assert!(target.counters().refreshes > 1, "the mappings were not read again");
    std::fs::remove_dir_all(directory).unwrap();
}
