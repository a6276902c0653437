//! A Java virtual machine whose structures lie. A live one is stopped and its
//! memory overwritten at random, thousands of words at the places that are read:
//! whatever it says then, nothing panics, memory stays within its bound, and each
//! sample within its time. A hang would hang the test.
//!
//! Mutations come from a fixed seed, over the memory of the day.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::crafted::Random;
use crate::support::lies::{Overwritten, mutate, stop};
use crate::support::{self, Killed, java, mappings, run, scratch};
use crate::{perf, records};
use stacks::{Arch, Brought, CutReason, HeapChunk, Limits, Registers, Sample, Target};

/// Rounds, each with mutations of its own over what is true.
const ROUNDS: usize = 150;
/// Samples walked in a round.
const SAMPLES: usize = 12;
/// Far above what any sample needs in a build without optimisation on a busy machine.
const SAMPLE_TIME: Duration = Duration::from_secs(2);
const MEMORY_BYTES: usize = 16 << 20;
/// How often a machine is stopped until one of its threads runs a virtual one.
const STOPS: usize = 50;
/// That the structures that lead to frames in the heap were understood.
const CARRIERS: &str = "threads in the heap";

fn mutated(sample: &records::Recorded, random: &mut Random) -> records::Recorded {
    let mut mutated = records::Recorded { values: sample.values.clone(), stack: sample.stack.clone() };
    mutate(&mut mutated.values, &mut mutated.stack, random);
    mutated
}

/// Part of a stack in place of a copy from the heap.
fn cut<'a>(stack: &'a [u8], random: &mut Random) -> HeapChunk<'a> {
    let from = random.below(stack.len() / 8 + 1) * 8;
    let bytes = &stack[from..][..random.below(stack.len() - from + 1)];
    let address =
        if random.below(4) == 0 { random.instead_of(0x7000_0000) } else { 0xf000_0000 + 8 * random.below(4096) as u64 };
    HeapChunk { address, bytes, is_whole: random.below(4) > 0, is_last: random.below(2) == 0 }
}

/// Opens the machine as it is now, walks some samples and names what came; the reasons for which stacks ended.
fn exercise(pid: u32, samples: &[records::Recorded], random: &mut Random, reached: &mut BTreeMap<&'static str, usize>) {
    let mut target = Target::open(pid, Limits::default()).unwrap();
    let mut addresses = BTreeSet::new();
    let mut out = Vec::new();
    for _ in 0..SAMPLES {
        let sample = mutated(&samples[random.below(samples.len())], random);
        let regs = Registers::from_perf(Arch::NATIVE, Arch::NATIVE.perf_mask(), &sample.values).unwrap();
        let started = Instant::now();
        let other = &samples[random.below(samples.len())];
        let chunks: Vec<HeapChunk<'_>> = (0..random.below(4)).map(|_| cut(&other.stack, random)).collect();
        let brought = Brought { python: &[], heap: (random.below(3) > 0).then_some(&chunks), ..Brought::default() };
        let outcome = target.unwind_with(&Sample { regs, stack: &sample.stack, chain: &[] }, brought, &mut out);
        assert!(started.elapsed() < SAMPLE_TIME, "{outcome} took {:?}", started.elapsed());
        assert!(out.len() <= Limits::default().frames);
        *reached.entry(outcome.cut_reason().map_or("whole", stacks::CutReason::code)).or_default() += 1;
        addresses.extend(out.iter().copied());
    }
    if target.java().is_some_and(|java| java.layout.chunk_frames < 4096 && java.threads.len() <= 1024) {
        *reached.entry(CARRIERS).or_default() += 1;
    }
    let addresses: Vec<u64> = addresses.into_iter().collect();
    target
        .symbolise(&addresses, &mut |_, names| {
            let name = &names[0];
            assert!(name.function.len() <= Limits::default().name_bytes + 3);
        })
        .unwrap();
    if target.runtimes().iter().any(|note| note.problem.is_some()) {
        *reached.entry("not understood").or_default() += 1;
    }
    assert!(target.memory_bytes() < MEMORY_BYTES, "{} bytes", target.memory_bytes());
}

#[test]
#[ignore = "deep"]
fn a_machine_whose_structures_lie_does_no_harm() {
    lie("Shop", 17, 400, &["whole", "not understood", "no_unwind_info"]);
}

/// From version 23 on what describes a method is elsewhere.
#[test]
#[ignore = "deep"]
fn a_newer_machine_whose_structures_lie_does_no_harm() {
    lie("Shop", 25, 400, &["whole", "not understood", "no_unwind_info"]);
}

/// Of frames in the heap both the structures that lead there and their copies are wrong.
#[test]
#[ignore = "deep"]
fn a_machine_whose_virtual_threads_lie_does_no_harm() {
    lie("Carried", 25, 20, &[CARRIERS, "frames_elsewhere", "whole"]);
}

/// The structures of the threads that may carry virtual ones, as the machine says before it lies.
fn threads_of(pid: u32, samples: &[records::Recorded]) -> Vec<u64> {
    let mut target = Target::open(pid, Limits::default()).unwrap();
    for sample in samples {
        let regs = sample.registers().unwrap();
        target.unwind(&Sample { regs, stack: &sample.stack, chain: &[] }, &mut Vec::new());
    }
    target.java().map(|java| java.threads.iter().map(|thread| thread.address).collect()).unwrap_or_default()
}

/// So many words are overwritten near what the stacks lead to; `own` are outcomes that must have come beside those that
/// all programs have.
fn lie(program: &str, major: u32, words: usize, own: &[&str]) {
    let directory = scratch(&format!("java-hostile-{program}-{major}"));
    let mut command = java::program(program, major, &["-XX:+UseSerialGC"], &directory);
    let machine = Killed(command.stdout(Stdio::null()).spawn().unwrap());
    let pid = machine.pid();
    support::wait_for_cpu_time(pid, Duration::from_millis(2500));
    let path = directory.join("records");
    perf::record(pid, Duration::from_secs(2), 16 * 1024, &path).unwrap();
    stop(pid);
    let samples = records::read_all(&path).unwrap();
    assert!(samples.len() >= 50, "only {} samples", samples.len());
    let memory = File::options().read(true).write(true).open(format!("/proc/{pid}/mem")).unwrap();
    // Tables, static fields and constants; then what lies before each sampled instruction, and what the stack names.
    let tables = mappings(pid, |line| line.ends_with("libjvm.so") && !line.contains("r-xp "));
    let code = mappings(pid, |line| line.contains("rwxp"));
    let mut threads = threads_of(pid, &samples);
    for _ in 0..STOPS {
        if !threads.is_empty() || !own.contains(&CARRIERS) {
            break;
        }
        // At that moment none ran a virtual thread.
        run(Command::new("kill").arg("-CONT").arg(pid.to_string()));
        std::thread::sleep(Duration::from_millis(3));
        stop(pid);
        threads = threads_of(pid, &samples);
    }
    // It never runs again: it is killed at the end.
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut reached = BTreeMap::new();
    for _ in 0..ROUNDS {
        let mut overwritten = Overwritten::new(&memory);
        let few = random.below(3);
        for _ in 0..few * 40 {
            let range = &tables[random.below(tables.len())];
            overwritten.overwrite(range.start + random.below((range.end - range.start) as usize) as u64, &mut random);
        }
        for thread in &threads {
            let field = thread.wrapping_add(8 * random.below(256) as u64);
            overwritten.overwrite(field, &mut random);
        }
        for _ in 0..words {
            let sample = &samples[random.below(samples.len())];
            // Before the code that the stack leads to lies its blob's header; from there on what it points to.
            let word = random.below(64) * 8;
            let led = u64::from_le_bytes(sample.stack[word..word + 8].try_into().unwrap());
            let is_code = code.iter().any(|range| range.contains(&led));
            let near = if is_code { led } else { sample.values[8] };
            overwritten.overwrite(near.wrapping_sub(random.below(1024) as u64), &mut random);
        }
        exercise(pid, &samples, &mut random, &mut reached);
    }
    // The mutations must get past the tables, and into them, or they prove nothing.
    for reason in ["runtime_unknown", "stack_copy_ended", "outside_stack"].iter().chain(own) {
        assert!(reached.contains_key(reason), "{reason} is not among {reached:?}");
    }
    println!("reached {reached:?}");
    // Put back as it was, the machine is understood again, but for the code that it replaced while it was sampled.
    let mut target = Target::open(pid, Limits::default()).unwrap();
    let mut out = Vec::new();
    let mut cuts: BTreeMap<&str, usize> = BTreeMap::new();
    for sample in &samples {
        let regs = sample.registers().unwrap();
        let outcome = target.unwind(&Sample { regs, stack: &sample.stack, chain: &[] }, &mut out);
        // Nobody copied what was in the heap.
        if let Some(reason) = outcome.cut_reason().filter(|reason| *reason != CutReason::FramesElsewhere) {
            *cuts.entry(reason.code()).or_default() += 1;
        }
    }
    println!("{} samples, {cuts:?}", samples.len());
    assert!(cuts.values().sum::<usize>() * 4 <= samples.len(), "{} samples, {cuts:?}", samples.len());
    std::fs::remove_dir_all(directory).unwrap();
}
