//! Go programs whose calls are known: each sampled stack must be one that the
//! program can have, also where the program has no symbols. The programs are
//! built by `test/profiler/go-programs.ts`.

mod harness;

use std::path::Path;
use std::process::Command;

use harness::{Known, assert_measured, ended_by, record_of};
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

fn check(name: &str) {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../.farol/go-programs").join(name);
    assert!(program.exists(), "{} is missing: run ./farol test", program.display());
    let target = Known::from(&mut Command::new(program));
    let record = record_of(&format!("go-{name}"), target, "cpu_stacks", |target| {
        for (what, ..) in COURSES {
            target.does(what);
        }
    });
    assert_measured(&record, "cpu_samples");
    let axis = &record["axes"]["cpu_stacks"];
    let number = |value: &Value| value.as_u64().expect("a number");
    let (samples, whole) = (number(&axis["samples"]), number(&axis["whole"]));
    // Go stops its loops by signals, whose handler has a stack of its own.
    let known = whole + ended_by(axis, "interrupted_stack");
    assert!(known * 1000 >= samples * 995, "{name}: {whole} of {samples} stacks are whole: {}", axis["ends_early"]);
    assert!(number(&axis["named"]) * 100 >= number(&axis["frames"]) * 99, "{name}: {axis}");
    let hz = axis["measured_hz"].as_f64().expect("a number");
    let mut seen = [0; COURSES.len()];
    for stack in axis["stacks"].as_array().expect("a list") {
        let function = |index: &Value| axis["functions"][number(index) as usize]["name"].as_str().expect("a name");
        let mut calls: Vec<&str> = stack["frames"].as_array().expect("a list").iter().map(function).collect();
        let Some(burn) = calls.iter().position(|call| *call == "main.burn") else { continue };
        // What the clock's function, the loop and the scheduler call is not at issue.
        calls.truncate(burn);
        let depth = calls.iter().filter(|call| **call == "main.descend").count();
        assert!(depth == 0 || depth == 21, "{name}: {calls:?}");
        calls.dedup();
        let course = COURSES.iter().position(|(_, _, expected)| *expected == calls);
        seen[course.unwrap_or_else(|| panic!("{name}: no such calls: {calls:?}"))] += number(&stack["count"]);
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
fn stacks_of_stripped_programs_are_whole_and_right() {
    check("stripped");
    check("pie");
    check("external");
}
