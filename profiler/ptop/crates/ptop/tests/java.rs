//! Java programs whose calls are known. What virtual threads have in the heap is read at the moment of the sample, so
//! each stack has every call that leads to it, or says that some are missing. Time in what is inlined is nobody's guess.

#[path = "../../stacks/tests/support/java.rs"]
mod machines;

use std::time::Duration;

use crate::harness::{Capture, Known, Scratch, Stack, assert_sampled, ended_by, samples_and_whole, stacks_in};
use serde_json::Value;

/// Stands where frames are missing.
const MARK: &str = "frames in the heap";
/// What runs a virtual thread's own code, root first.
const CARRYING: [&str; 4] = [
    "jdk.internal.vm.Continuation.run",
    "jdk.internal.vm.Continuation.enterSpecial",
    "jdk.internal.vm.Continuation.enter",
    "jdk.internal.vm.Continuation.enter0",
];
/// Samples that may come before the collector has seen that the machine has virtual threads: a few, on a busy machine
/// those of a tenth of a second.
const FIRST: u64 = 60;

/// The record of `Carried`, with its calls as deep as this below the first, and all its code described.
fn record(major: u32, flags: &[&str], depth: usize) -> Value {
    record_of("Carried", major, &[flags, &machines::DESCRIBED].concat(), &[&depth.to_string()])
}

fn record_of(program: &str, major: u32, flags: &[&str], arguments: &[&str]) -> Value {
    let named = [flags, arguments].concat().concat().replace([':', '+', ','], "");
    let scratch = Scratch::new(&format!("java-{program}-{major}{named}"));
    let mut command = machines::program(program, major, flags, &scratch.0);
    let mut target = Known::from(command.args(arguments));
    target.hears(machines::BEGUN);
    // What it runs is compiled by then.
    while cpu_ticks(target.pid()) < 300 {
        std::thread::sleep(Duration::from_millis(50));
    }
    let arguments = ["--duration", "4", "--axes", "cpu_stacks", "--hz", "199"];
    // The machine goes on after the window: the names are in its memory.
    let outcome = Capture::start("java", &[target.pid()], &arguments).finish();
    assert_eq!(outcome.status, Some(0), "{}", outcome.last_line);
    outcome.record.expect("a capture that succeeded has a record")
}

/// CPU time of a process, in hundredths of a second.
fn cpu_ticks(pid: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("it runs");
    let (_, fields) = stat.rsplit_once(')').expect("a name");
    fields.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<u64>().expect("a number")).sum()
}

fn names(stack: &Stack) -> Vec<&str> {
    stack.0.iter().map(|(_, name)| &**name).collect()
}

fn dives(stack: &Stack) -> usize {
    names(stack).iter().filter(|name| **name == "Carried.dive").count()
}

fn is_marked(stack: &Stack) -> bool {
    names(stack).contains(&MARK)
}

/// How many samples these are.
fn count<'a>(stacks: impl Iterator<Item = &'a Stack>) -> u64 {
    stacks.map(|stack| stack.1).sum()
}

fn check(major: u32, flags: &[&str]) {
    let record = record(major, flags, 60);
    let shown = format!("java {major} {flags:?}");
    assert_sampled(&record);
    let axis = &record["axes"]["cpu_stacks"];
    let (samples, whole) = samples_and_whole(axis);
    println!("{shown}: {whole} of {samples}: {}", axis["ends_early"]);
    assert!(samples > 150 && (samples - whole).saturating_sub(FIRST) * 1000 <= samples * 25, "{shown}: {axis}");
    let stacks = stacks_in(axis);
    let working: Vec<&Stack> = stacks.iter().filter(|stack| names(stack).contains(&"Carried.work")).collect();
    let all = count(working.iter().copied());
    let (marked, unmarked): (Vec<&Stack>, Vec<&Stack>) = working.into_iter().partition(|stack| is_marked(stack));
    let expected: Vec<&Stack> = unmarked.into_iter().filter(|stack| dives(stack) == 61).collect();
    let (marked, complete) = (count(marked.into_iter()), count(expected.iter().copied()));
    // Where a stack could not be walked that far, it is not whole.
    let other = all - complete - marked;
    assert!(
        all * 2 > samples && other <= samples - whole && other * 100 <= all && marked <= FIRST,
        "{shown}: {complete}, {marked} of {all}"
    );
    for stack in expected {
        let names = names(stack);
        let begin = names.iter().position(|name| *name == CARRYING[0]).unwrap_or_else(|| panic!("{shown}: {names:?}"));
        assert_eq!(names[begin..begin + CARRYING.len()], CARRYING, "{shown}: {names:?}");
        let first = names.iter().position(|name| *name == "Carried.dive").expect("it dives");
        assert_eq!(names[first - 1], "Carried.lambda$main$0", "{shown}: {names:?}");
        assert!(names[first..first + 61].iter().all(|name| *name == "Carried.dive"), "{shown}: {names:?}");
        assert_eq!(names[first + 61], "Carried.work", "{shown}: {names:?}");
    }
}

#[test]
fn stacks_of_virtual_threads_have_what_is_in_the_heap() {
    check(25, &[]);
}

#[test]
#[ignore = "deep"]
fn interpreted_and_compiled_frames_are_read_from_the_heap() {
    check(21, &[]);
    check(21, &["-Xint"]);
    check(25, &["-Xcomp"]);
}

/// Of references, of classes in objects, and of addresses below marks of the collector.
#[test]
#[ignore = "deep"]
fn each_form_of_a_reference_is_understood() {
    check(21, &["-XX:-UseCompressedOops"]);
    check(25, &["-XX:-UseCompressedClassPointers"]);
    check(25, &["-XX:+UseCompactObjectHeaders"]);
    check(25, &["-XX:+UseZGC"]);
}

/// Interpreted, a call takes a hundred bytes, and sixteen thousand are copied.
#[test]
#[ignore = "deep"]
fn a_virtual_thread_with_more_frames_than_are_copied_shows_the_newest_and_says_so() {
    let record = record(25, &["-Xint"], 1000);
    let axis = &record["axes"]["cpu_stacks"];
    let stacks = stacks_in(axis);
    let working: Vec<&Stack> = stacks.iter().filter(|stack| names(stack).contains(&"Carried.work")).collect();
    assert!(working.iter().all(|stack| is_marked(stack) && dives(stack) < 1001), "{}", axis["ends_early"]);
    let newest = count(working.iter().copied().filter(|stack| dives(stack) > 50));
    assert!(newest > 80 && ended_by(axis, "frames_elsewhere") >= newest, "{newest}: {}", axis["ends_early"]);
}

/// The methods of the program by self time, the runtimes and the state of what ran `Inlined`.
fn inlined(flags: &[&str]) -> (Vec<(String, u64)>, Value) {
    let compiled = ["quiet", "dontinline,Inlined.middle", "inline,Inlined.leaf"];
    let compiled = compiled.map(|command| format!("-XX:CompileCommand={command}"));
    let all: Vec<&str> = compiled.iter().map(String::as_str).chain(flags.iter().copied()).collect();
    let record = record_of("Inlined", 17, &all, &[]);
    assert_sampled(&record);
    let axis = &record["axes"]["cpu_stacks"];
    let mut times: Vec<(String, u64)> = Vec::new();
    for stack in &stacks_in(axis) {
        let Some(top) = names(stack).last().and_then(|name| name.strip_prefix("Inlined.")) else { continue };
        match times.iter_mut().find(|(method, _)| method == top) {
            Some((_, count)) => *count += stack.1,
            None => times.push((top.to_owned(), stack.1)),
        }
    }
    times.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    (times, axis["runtimes"].clone())
}

#[test]
fn a_record_names_the_flag_that_distinguishes_inlined_methods_where_it_is_off() {
    for (flags, method, is_hinted) in [(&[][..], "middle", true), (&machines::DESCRIBED, "leaf", false)] {
        let (times, runtimes) = inlined(flags);
        let all: u64 = times.iter().map(|(_, count)| count).sum();
        assert!(times[0].0 == method && times[0].1 * 100 >= all * 95 && all > 30, "{flags:?}: {times:?}");
        let hint = runtimes[0]["hint"].as_str();
        let names_flag =
            hint.is_some_and(|hint| hint.contains("-XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints"));
        assert!(names_flag == is_hinted && hint.is_some() == is_hinted, "{flags:?}: {runtimes}");
        assert_eq!(runtimes[0]["problem"], Value::Null);
    }
}
