//! What is on top of a stack: methods that are entered or left, inlined ones, routines of the machine with a frame or
//! without. Its callers are known from the program, so a stack with another caller is wrong, however whole it looks.

use std::collections::BTreeMap;
use std::time::Duration;

use stacks::Limits;

use super::machine::Machine;
use crate::support::java::DESCRIBED;

/// What `turn` calls: each has its own kind of code on top.
const PARTS: [&str; 9] = ["calls", "inlined", "copied", "hashed", "summed", "sines", "allocated", "followed", "clock"];
/// Those of them that call routines of the machine.
const ROUTINES: [&str; 5] = ["copied", "hashed", "summed", "sines", "allocated"];
/// Whole stacks, and possible ones, of a thousand.
const LEAST: usize = 990;

/// Whether a method may have been called by the one above it.
fn is_possible(called: &str, by: &str) -> bool {
    match called {
        "tiny" => ["framed", "deep", "calls"].contains(&by),
        "framed" => by == "calls",
        "deep" => ["deep", "calls"].contains(&by),
        "turn" => ["work", "main"].contains(&by),
        "work" => by == "main" || by.starts_with("lambda"),
        part if PARTS.contains(&part) => by == "turn",
        _ => true,
    }
}

/// Whether every method of the program has a caller that it can have, up to where the thread begins, and a routine of
/// the machine on top has one that calls some.
fn is_right(stack: &[String]) -> bool {
    let own: Vec<&str> = stack.iter().filter_map(|name| name.strip_prefix("Leaves.")).collect();
    let is_begun = own.last().is_some_and(|last| *last == "main" || last.starts_with("lambda") || *last == "work");
    let is_routine = stack[0] == "[libjvm.so]" && stack.get(1).is_some_and(|name| name.starts_with("Leaves"));
    is_begun
        && own.windows(2).all(|pair| is_possible(pair[0], pair[1]))
        && (!is_routine || ROUTINES.contains(&own[0]) || own[0] == "clock")
}

fn check(major: u32, flags: &[&str], arguments: &[&str]) {
    // Every method but the inlined one, which is of another class.
    let kept = ["-XX:CompileCommand=quiet", "-XX:CompileCommand=dontinline,Leaves.*"];
    let all = [flags, &kept, &DESCRIBED].concat();
    let mut machine = Machine::start_program("Leaves", major, &all, arguments);
    machine.works(Duration::from_millis(2500));
    let mut profile = machine.profile(Limits { frames: 1024, ..Limits::default() });
    let shown = format!("java {major} {flags:?} {arguments:?}");
    let (samples, whole) = (profile.samples, profile.whole);
    let stacks = profile.named();
    let of_program: Vec<_> =
        stacks.iter().filter(|stack| stack.iter().any(|name| name.starts_with("Leaves"))).collect();
    let wrong: Vec<_> = of_program.iter().filter(|stack| !is_right(stack)).collect();
    let mut tops: BTreeMap<&str, usize> = BTreeMap::new();
    for stack in &of_program {
        *tops.entry(&stack[0]).or_default() += 1;
    }
    println!("{shown}: {whole} of {samples} whole, {} wrong, {tops:?}, {:?}", wrong.len(), profile.cuts);
    assert!(whole * 1000 >= samples * LEAST, "{shown}: {whole} of {samples}, {:?}", profile.cuts);
    assert!(of_program.len() * 2 > samples, "{shown}: {} of {samples}", of_program.len());
    assert!(wrong.len() * 1000 <= of_program.len() * (1000 - LEAST), "{shown}: {wrong:?}");
}

fn check_collectors(major: u32, collectors: &[&[&str]]) {
    for collector in collectors {
        let flags = [&["-XX:+UnlockExperimentalVMOptions"], *collector].concat();
        check(major, &flags, &[]);
    }
}

const COLLECTORS: [&[&str]; 5] =
    [&["-XX:+UseG1GC"], &["-XX:+UseZGC"], &["-XX:+UseParallelGC"], &["-XX:+UseSerialGC"], &["-XX:+UseShenandoahGC"]];

#[test]
fn routines_of_the_machine_have_the_callers_they_had() {
    check(17, &["-XX:+UseG1GC"], &[]);
}

#[test]
#[ignore = "deep"]
fn java_11_has_every_top_with_its_caller() {
    check_collectors(11, &COLLECTORS);
}

#[test]
#[ignore = "deep"]
fn java_17_has_every_top_with_its_caller() {
    check_collectors(17, &COLLECTORS);
    check(17, &["-Xint"], &[]);
    check(17, &["-XX:TieredStopAtLevel=1"], &[]);
}

#[test]
#[ignore = "deep"]
fn java_21_has_every_top_with_its_caller() {
    check_collectors(21, &COLLECTORS);
    check(21, &["-XX:+UseZGC", "-XX:+ZGenerational"], &[]);
    check(21, &["-XX:+UseZGC"], &["virtual"]);
}

#[test]
#[ignore = "deep"]
fn java_25_has_every_top_with_its_caller() {
    check_collectors(25, &COLLECTORS);
    check(25, &["-Xint"], &[]);
    check(25, &["-XX:+UseZGC"], &["virtual"]);
}
