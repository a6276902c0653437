//! Go programs whose calls are known: each sampled stack must be one that the
//! program can have, also where the program has no symbols. The programs are
//! built by `test/profiler/go-programs.ts`.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::promised::promised;
use crate::harness::{Known, Stack, assert_sampled, assert_whole, record_of, record_with, stacks_in};
use serde_json::Value;

/// What is asked, and the calls that lead to where the time goes. Sorting five numbers compares them at least
/// four times.
const COURSES: [(&str, u64, &[&str]); 4] = [
    ("spin 400", 400, &["runtime.goexit", "runtime.main", "main.main", "main.obey", "main.outer", "main.inner"]),
    ("descend 20 400", 400, &["runtime.goexit", "runtime.main", "main.main", "main.obey", "main.descend"]),
    (
        "order",
        80,
        &[
            "runtime.goexit",
            "runtime.main",
            "main.main",
            "main.obey",
            "sort.Sort",
            "sort.pdqsort",
            "sort.insertionSort",
            "main.(*byRank).Less",
        ],
    ),
    ("goroutine 400", 400, &["runtime.goexit", "main.obey.func2", "main.outer", "main.inner"]),
];

fn program(name: &str) -> PathBuf {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../.farol/go-programs").join(name);
    assert!(program.exists(), "{} is missing: run ./farol test", program.display());
    program
}

/// The functions of a stack, root first.
fn calls_of((frames, _): &Stack) -> Vec<&str> {
    frames.iter().map(|(_, name)| name.as_str()).collect()
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

fn check(name: &str) {
    let target = Known::from(&mut Command::new(program(name)));
    let record = record_of(&format!("go-{name}"), target, "cpu_stacks", |target| {
        for (what, ..) in COURSES {
            target.does(what);
        }
    });
    assert_sampled(&record);
    let runtime = &record["processes"][0]["runtime"];
    let version = runtime["version"].as_str().expect("Go says its version");
    assert!(runtime["kind"] == "go" && version.starts_with("1."), "{runtime}");
    let axis = &record["axes"]["cpu_stacks"];
    let minor = version.rsplit_once('.').map_or(version, |(minor, _)| minor);
    assert_whole(name, axis, promised("go", minor));
    assert!(number(&axis["named"]) * 100 >= number(&axis["frames"]) * 99, "{name}: {axis}");
    let hz = axis["measured_hz"].as_f64().expect("a number");
    let mut seen = [0; COURSES.len()];
    for stack in &stacks_in(axis) {
        let mut calls = calls_of(stack);
        let Some(burn) = calls.iter().position(|call| *call == "main.burn") else { continue };
        // What the clock's function, the loop and the scheduler call is not at issue.
        calls.truncate(burn);
        let depth = calls.iter().filter(|call| **call == "main.descend").count();
        assert!(depth == 0 || depth == 21, "{name}: {calls:?}");
        calls.dedup();
        let course = COURSES.iter().position(|(_, _, expected)| *expected == calls);
        seen[course.unwrap_or_else(|| panic!("{name}: no such calls: {calls:?}"))] += stack.1;
    }
    for ((what, ms, _), count) in COURSES.iter().zip(seen) {
        // Five standard deviations of a count, and the ticks at both ends.
        let expected = hz * *ms as f64 / 1000.0;
        let least = expected - 5.0 * expected.sqrt() - 5.0;
        assert!(count as f64 >= least, "{name}: {what}: {count} samples, {expected} expected");
    }
}

#[test]
fn stacks_of_a_program_with_symbols_are_whole_and_right() {
    check("symbols");
}

#[test]
#[ignore = "deep"]
fn stacks_of_stripped_programs_are_whole_and_right() {
    check("stripped");
    check("pie");
    check("external");
}

/// What a Go program does on a stack of the thread has the goroutine's calls below it.
#[test]
#[ignore = "deep"]
fn stacks_that_go_over_two_stacks_are_whole() {
    for name in ["symbols", "stripped", "pie"] {
        let target = Known::from(&mut Command::new(program(name)));
        let record = record_with(
            &format!("go-two-{name}"),
            target,
            &["--axes", "cpu_stacks,off_cpu", "--hz", "499"],
            |target| {
                target.does("collect 60");
                target.does("watch 5000000");
            },
        );
        let axis = &record["axes"]["cpu_stacks"];
        // A scheduler changes stacks all the time: 15 of 1000 samples, more or less, are of the moment in which it does.
        assert_whole(name, axis, 950);
        let stacks = stacks_in(axis);
        let through = |calls: &[&str]| -> u64 {
            let has = |stack: &[&str]| calls.iter().all(|call| stack.contains(call)) && stack[0] == calls[0];
            stacks.iter().filter(|stack| has(&calls_of(stack))).map(|(_, count)| count).sum()
        };
        let marking = through(&["runtime.goexit", "runtime.gcBgMarkWorker", "runtime.systemstack"]);
        let watching = through(&["runtime.goexit", "runtime.main", "main.main", "main.obey", "main.watch", "time.Now"]);
        assert!(marking > 50 && watching > 50, "{name}: {marking} and {watching} of {stacks:?}");
        assert_whole(name, &record["axes"]["off_cpu"]["stacks"], 950);
    }
}
