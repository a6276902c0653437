//! Virtual threads, whose frames are in the heap but for the few that run.

use std::collections::BTreeSet;
use std::time::Duration;

use stacks::{CutReason, Limits};

use super::machine::{Machine, SHELVES};

#[test]
#[ignore = "deep"]
fn a_virtual_thread_whose_callers_are_in_the_heap_is_not_called_whole() {
    for major in [21, 25] {
        let mut machine = Machine::start_with(major, &[], &["virtual"]);
        machine.works(Duration::from_millis(2500));
        let mut profile = machine.profile(Limits::default());
        let elsewhere = profile.cuts.get(&CutReason::FramesElsewhere).copied().unwrap_or(0);
        println!("java {major}: {elsewhere} of {} elsewhere, {:?}", profile.samples, profile.cuts);
        assert!(elsewhere * 5 > profile.samples, "{elsewhere} of {}", profile.samples);
        // No whole stack has fewer of the callers than there are.
        let waits = |stack: &Vec<String>| stack.iter().filter(|name| *name == "Shop.wait").count();
        let depths: BTreeSet<usize> = profile.named().iter().map(waits).filter(|depth| *depth > 0).collect();
        assert!(depths.iter().all(|depth| *depth == SHELVES), "{depths:?}");
    }
}

/// A virtual thread's frames that are in the heap are missing, and nothing else: what is on the stack below them and
/// the thread that carries it above are there.
fn check_carried(major: u32, flags: &[&str]) {
    let mut machine = Machine::start_program("Carried", major, flags, &[]);
    machine.works(Duration::from_millis(2500));
    let mut profile = machine.profile(Limits { frames: 1024, ..Limits::default() });
    let (samples, carried) = (profile.samples, profile.carried.len());
    let known = profile.whole + carried;
    assert!(known * 1000 >= samples * 975, "java {major} {flags:?}: {known} of {samples}, {:?}", profile.cuts);
    assert!(carried * 5 > samples, "java {major} {flags:?}: {carried} of {samples}");
    profile.stacks = std::mem::take(&mut profile.carried);
    for stack in profile.named() {
        // The machine's mark stands where the frames are missing.
        let begin = stack.iter().position(|name| name == "jdk.internal.vm.Continuation.run");
        let begin = begin.unwrap_or_else(|| panic!("java {major} {flags:?}: nobody carries {stack:?}"));
        let (below, above) = (&stack[..begin], &stack[begin..]);
        assert_eq!(below.last().map(String::as_str), Some("[libjvm.so]"), "{stack:?}");
        assert_eq!(above[1], "java.lang.VirtualThread.runContinuation", "{stack:?}");
        assert_eq!(stack.last().map(String::as_str), Some("[libc.so.6]"), "{stack:?}");
    }
}

#[test]
#[ignore = "deep"]
fn virtual_threads_of_java_21_lack_only_what_is_in_the_heap() {
    check_carried(21, &[]);
    check_carried(21, &["-Xint"]);
}

#[test]
#[ignore = "deep"]
fn virtual_threads_of_java_25_lack_only_what_is_in_the_heap() {
    check_carried(25, &[]);
    check_carried(25, &["-Xcomp"]);
}
