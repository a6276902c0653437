//! Lines of Java methods: the one that ran, where the machine describes it, else none.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use stacks::{Limits, Name};

use super::machine::{Machine, SAMPLES};
use crate::support::java::DESCRIBED;
use crate::support::source;

/// The lines of the program that ran, with their samples, and how many samples of it had none.
fn lines_of(machine: &Machine) -> (BTreeMap<u32, usize>, usize) {
    let mut profile = machine.profile(Limits::default());
    let tops: Vec<u64> = profile.stacks.iter().map(|stack| stack[0]).collect();
    let addresses: Vec<u64> = tops.iter().copied().collect::<BTreeSet<u64>>().into_iter().collect();
    let mut of_program = BTreeMap::new();
    let mut see = |address: u64, names: &[Name]| {
        if names[0].function.starts_with("Lines.") {
            of_program.insert(address, names[0].line);
        }
    };
    profile.target.symbolise(&addresses, &mut see).unwrap();
    let mut lines = BTreeMap::new();
    let mut without = 0;
    for line in tops.iter().filter_map(|top| of_program.get(top)) {
        match line {
            Some(line) => *lines.entry(*line).or_default() += 1,
            None => without += 1,
        }
    }
    (lines, without)
}

fn check_lines(major: u32, flags: &[&str], least: usize) {
    let text = std::fs::read_to_string(source("Lines.java")).unwrap();
    let line = |part: &str| text.lines().position(|line| line.contains(part)).unwrap() as u32 + 1;
    let (head, body, caller) = (line("for (int i"), line("most of it"), line("while (true)"));
    let mut machine = Machine::start_program("Lines", major, flags, &[]);
    machine.works(Duration::from_millis(2500));
    let (lines, without) = lines_of(&machine);
    println!("java {major} {flags:?}: {lines:?}, {without} without a line");
    let (with, of): (usize, usize) = (lines.values().sum(), lines.values().sum::<usize>() + without);
    assert!(of * 2 > SAMPLES && with * 100 >= of * least, "java {major} {flags:?}: {with} of {of}");
    // Whatever is not known has no line rather than a wrong one.
    let of_body = lines.get(&body).copied().unwrap_or(0);
    let of_loop = of_body + [head, caller].iter().filter_map(|line| lines.get(line)).sum::<usize>();
    assert!(of_loop * 100 >= with * 99, "java {major} {flags:?}: {lines:?}");
    // Where the compilers describe little, that may be the end of the loop alone.
    assert!(least == 0 || of_body * 100 >= with * 75, "java {major} {flags:?}: {lines:?}");
}

#[test]
#[ignore = "deep"]
fn interpreted_code_tells_its_lines() {
    for major in [11, 17, 21, 25] {
        check_lines(major, &["-Xint"], 95);
    }
}

/// The flag has the compilers describe all their code, and not only where the machine may stop.
#[test]
#[ignore = "deep"]
fn compiled_code_that_is_described_tells_its_lines() {
    for major in [11, 17, 21, 25] {
        check_lines(major, &DESCRIBED, 80);
    }
}

#[test]
#[ignore = "deep"]
fn compiled_code_tells_no_line_where_none_is_described() {
    for major in [11, 17, 21, 25] {
        check_lines(major, &[], 0);
    }
}
