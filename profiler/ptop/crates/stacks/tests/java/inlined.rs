//! Who has the time of a method that is inlined into another: what the machine describes, and nothing guessed.

use std::collections::BTreeMap;
use std::time::Duration;

use stacks::Limits;

use super::machine::Machine;
use crate::support::java::DESCRIBED;

/// `middle` is compiled by itself, with what it calls inside.
const COMPILED: [&str; 4] = [
    "-XX:CompileCommand=quiet",
    "-XX:CompileCommand=dontinline,Inlined.middle",
    "-XX:CompileCommand=inline,Inlined.leaf",
    "-XX:CompileCommand=inline,Inlined.polled",
];

/// Samples by the method on top of their stack, of those that `main` calls, and the hint to make them more exact.
fn self_time(major: u32, flags: &[&str], arguments: &[&str]) -> (BTreeMap<String, usize>, Option<String>) {
    let flags = [&COMPILED, flags].concat();
    let mut machine = Machine::start_program("Inlined", major, &flags, arguments);
    machine.works(Duration::from_millis(1500));
    let mut profile = machine.profile(Limits::default());
    let hint = profile.target.runtimes().into_iter().find_map(|note| note.hint);
    let mut times = BTreeMap::new();
    for stack in profile.named() {
        if let Some(method) = stack[0].strip_prefix("Inlined.").filter(|method| *method != "main") {
            *times.entry(method.to_owned()).or_default() += 1;
        }
    }
    println!("java {major} {flags:?} {arguments:?}: {times:?}");
    (times, hint)
}

fn share(times: &BTreeMap<String, usize>, method: &str) -> f64 {
    times.get(method).copied().unwrap_or(0) as f64 / times.values().sum::<usize>() as f64
}

fn check(major: u32, collector: &str) {
    for (leaf, arguments) in [("leaf", &[][..]), ("polled", &["polled"])] {
        let (times, hint) = self_time(major, &[collector], arguments);
        let (described, no_hint) = self_time(major, &[&[collector], &DESCRIBED[..]].concat(), arguments);
        assert!(share(&times, "middle") >= 0.99, "java {major} {collector} {leaf}: {times:?}");
        assert!(hint.is_some_and(|hint| hint.contains("DebugNonSafepoints")));
        assert!(share(&described, leaf) >= 0.95, "java {major} {collector} {leaf}: {described:?}");
        assert_eq!(no_hint, None);
    }
}

#[test]
fn time_in_an_inlined_method_is_its_callers_where_nothing_describes_it() {
    check(17, "-XX:+UseG1GC");
}

fn check_collectors(major: u32, collectors: &[&str]) {
    for collector in collectors {
        check(major, &format!("-XX:+Use{collector}GC"));
    }
}

/// In this version Z is an experiment.
#[test]
#[ignore = "deep"]
fn java_11_has_the_time_of_inlined_methods_where_it_is_described() {
    check_collectors(11, &["G1", "Parallel", "Serial"]);
}

#[test]
#[ignore = "deep"]
fn java_17_has_the_time_of_inlined_methods_where_it_is_described() {
    check_collectors(17, &["Z", "Parallel", "Serial"]);
}

#[test]
#[ignore = "deep"]
fn java_21_has_the_time_of_inlined_methods_where_it_is_described() {
    check_collectors(21, &["G1", "Z", "Parallel", "Serial"]);
}

#[test]
#[ignore = "deep"]
fn java_25_has_the_time_of_inlined_methods_where_it_is_described() {
    check_collectors(25, &["G1", "Z", "Parallel", "Serial"]);
}
