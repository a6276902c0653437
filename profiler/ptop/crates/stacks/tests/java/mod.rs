//! Stacks of live Java virtual machines, of every version, way of compiling and
//! collector, taken as the kernel gives them: no agent. Which of several methods in one another ran is checked with
//! the flag that has the machine describe it.

mod inlined;
mod leaves;
mod lines;
mod machine;
mod virtual_threads;

use std::collections::BTreeMap;
use std::time::Duration;

use machine::{Machine, Profile, SHELVES};
use stacks::{Limits, Target};

use crate::promised::promised;
use crate::support::java::DESCRIBED;

/// What called what in `Shop`, without what the machine puts between.
const CALLERS: [(&str, &[&str]); 17] = [
    ("Shop.main", &[]),
    ("Shop.serve", &["Shop.main"]),
    ("Shop.round", &["Shop.serve"]),
    ("Shop$Bread.price", &["Shop.round"]),
    ("Shop$Milk.price", &["Shop.round"]),
    ("Shop.weigh", &["Shop$Bread.price", "Shop$Milk.price"]),
    ("Shop.shelf", &["Shop.round", "Shop.shelf"]),
    ("Shop.first", &["Shop.round"]),
    ("Shop.second", &["Shop.first"]),
    ("Shop.third", &["Shop.second"]),
    ("Shop.inner", &["Shop.third"]),
    ("Shop.count", &["Shop.shelf", "Shop.till", "Shop.mirror"]),
    ("Shop.refuse", &["Shop.returns"]),
    ("Shop.lambda$order$0", &["Shop.order"]),
    ("Shop.lambda$order$1", &["Shop.order"]),
    ("Shop.lambda$order$2", &["Shop.order"]),
    ("Shop.lambda$books$0", &["Shop.books"]),
];

/// Whether each of the program's frames was called by the one above it.
fn is_possible(stack: &[String]) -> bool {
    let own: Vec<&str> = stack.iter().map(String::as_str).filter(|name| name.starts_with("Shop")).collect();
    let begins = own.last().is_none_or(|outermost| ["Shop.main", "Shop.serve", "Shop$$Lambda.run"].contains(outermost));
    begins
        && own.windows(2).all(|pair| {
            let [called, by] = *pair else { return false };
            // A class that the machine made for a lambda stands between.
            if called.contains("$$Lambda") || by.contains("$$Lambda") {
                return true;
            }
            match CALLERS.iter().find(|(name, _)| *name == called) {
                Some((_, callers)) => callers.contains(&by),
                None => by == "Shop.round",
            }
        })
}

fn check(major: u32, flags: &[&str]) -> Vec<Vec<String>> {
    let mut machine = Machine::start(major, flags);
    // The program must be running, and the machine must have compiled what it will.
    machine.works(Duration::from_millis(3500));
    let mut profile = machine.profile(Limits { frames: 1024, ..Limits::default() });
    let notes = profile.target.runtimes();
    let version = format!("HotSpot {major}.");
    assert!(notes.iter().any(|note| note.name.starts_with(&version) && note.problem.is_none()), "{notes:?}");
    let (samples, whole) = (profile.samples, profile.whole);
    println!("java {major} {flags:?}: {whole} of {samples} whole, {:?}", profile.cuts);
    let least = promised("java", &major.to_string()) as usize;
    assert!(whole * 1000 >= samples * least, "java {major} {flags:?}: {whole} of {samples}, {:?}", profile.cuts);
    let stacks = profile.named();
    let own = |stack: &&Vec<String>| stack.iter().any(|name| name.starts_with("Shop"));
    let impossible: Vec<_> = stacks.iter().filter(own).filter(|stack| !is_possible(stack)).collect();
    let of = stacks.iter().filter(own).count();
    assert!(of * 5 > stacks.len(), "java {major} {flags:?}: only {of} stacks of the program");
    // A call to what never stops a thread returns to a place that is not described: the next one is taken.
    assert!(
        impossible.len() * 100 <= of * 2,
        "java {major} {flags:?}: {} of {of}, as {:?}",
        impossible.len(),
        impossible[0]
    );
    assert!(profile.target.counters().language_frames_cut == 0);
    stacks
}

/// The innermost frames with their samples, for a failing test to show.
fn leaves(stacks: &[Vec<String>]) -> BTreeMap<&[String], usize> {
    let mut leaves = BTreeMap::new();
    for stack in stacks {
        *leaves.entry(&stack[..stack.len().min(3)]).or_default() += 1;
    }
    leaves
}

/// The recursion has exactly its depth under every sample of what it ends in.
fn check_depth(stacks: &[Vec<String>]) {
    let under = |stack: &&Vec<String>| stack[0] == "Shop.count" && stack[1] == "Shop.shelf";
    let depth = |stack: &Vec<String>| stack.iter().filter(|name| *name == "Shop.shelf").count();
    let all: Vec<usize> = stacks.iter().filter(under).map(depth).collect();
    let right = all.iter().filter(|depth| **depth == SHELVES).count();
    assert!(all.len() >= 10, "only {} samples of it; {:?}", all.len(), leaves(stacks));
    assert!(right * 100 >= all.len() * 90, "{right} of {}: {all:?}", all.len());
}

/// Methods that were put into one another are all there, innermost first.
fn check_chain(stacks: &[Vec<String>], least: usize) {
    let chain = ["Shop.inner", "Shop.third", "Shop.second", "Shop.first", "Shop.round", "Shop.serve"];
    let from = |stack: &Vec<String>| chain[..4].iter().position(|name| *name == stack[0]);
    let all: Vec<(&Vec<String>, usize)> = stacks.iter().filter_map(|stack| Some((stack, from(stack)?))).collect();
    let is_right = |stack: &[String], expected: &[&str]| {
        stack.len() >= expected.len() && stack.iter().zip(expected).all(|(name, expected)| name == expected)
    };
    let right = all.iter().filter(|(stack, from)| is_right(stack, &chain[*from..])).count();
    assert!(all.len() >= least, "only {} samples of it; {:?}", all.len(), leaves(stacks));
    assert!(right * 100 >= all.len() * 95, "{right} of {}", all.len());
}

fn check_described(major: u32, flags: &[&str]) {
    let stacks = check(major, &[flags, &DESCRIBED].concat());
    check_depth(&stacks);
    // A compiler may leave nothing of the chain but the loop that it ends in.
    let least = if flags == ["-Xint"] { 10 } else { 0 };
    check_chain(&stacks, least);
}

fn check_all(major: u32, flags: &[&str]) {
    check(major, flags);
    check_described(major, flags);
}

#[test]
fn java_21_with_default_flags_is_whole_and_named() {
    check(21, &[]);
}

#[test]
#[ignore = "deep"]
fn java_21_that_describes_all_its_code_is_whole_and_named() {
    check_described(21, &[]);
}

#[test]
#[ignore = "deep"]
fn java_of_other_versions_is_whole_and_named() {
    for major in [11, 17, 25] {
        check_all(major, &[]);
    }
}

#[test]
#[ignore = "deep"]
fn interpreted_frames_are_whole_and_named() {
    for major in [17, 25] {
        check_all(major, &["-Xint"]);
    }
}

#[test]
#[ignore = "deep"]
fn frames_of_the_first_compiler_are_whole_and_named() {
    for major in [11, 17, 21, 25] {
        let first = "-XX:TieredStopAtLevel=1";
        check(major, &[first]);
        check_chain(&check(major, &[&[first], &DESCRIBED[..]].concat()), 10);
    }
}

#[test]
#[ignore = "deep"]
fn frames_of_the_second_compiler_alone_are_whole_and_named() {
    for major in [17, 25] {
        check_all(major, &["-XX:-TieredCompilation"]);
    }
}

#[test]
#[ignore = "deep"]
fn frames_under_every_collector_are_whole_and_named() {
    for (major, flag) in
        [(11, "-XX:+UseParallelGC"), (17, "-XX:+UseSerialGC"), (21, "-XX:+UseShenandoahGC"), (25, "-XX:+UseZGC")]
    {
        check_all(major, &[flag]);
    }
}

#[test]
#[ignore = "deep"]
fn frames_that_keep_a_frame_pointer_are_whole_and_named() {
    check_all(17, &["-XX:+PreserveFramePointer"]);
}

#[test]
#[ignore = "deep"]
fn a_machine_that_starts_after_it_was_opened_is_understood() {
    let mut machine = Machine::start(17, &[]);
    let limits = Limits { refresh_interval: Duration::ZERO, ..Limits::default() };
    let mut profile = Profile { target: Target::open(machine.pid(), limits).unwrap(), ..Profile::empty(machine.pid()) };
    machine.works(Duration::from_millis(2500));
    profile.take(&machine, Duration::from_secs(1));
    assert!(profile.target.counters().refreshes > 1, "the mappings were not read again");
    let (samples, whole) = (profile.samples, profile.whole);
    assert!(whole * 1000 >= samples * 975 && samples > 50, "{whole} of {samples}, {:?}", profile.cuts);
    assert!(profile.named().iter().flatten().any(|name| name == "Shop.serve"));
}
