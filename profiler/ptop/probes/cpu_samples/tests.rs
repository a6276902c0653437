use serde_json::Value;

use crate::harness::{
    Capture, Known, assert_measured, assert_whole, assert_whole_after_the_first, ended_by, known_program, record_of,
    samples_and_whole,
};

fn function<'a>(record: &'a Value, name: &str) -> (usize, &'a Value) {
    let functions = record["axes"]["cpu_stacks"]["functions"].as_array().expect("a list");
    let found =
        functions.iter().enumerate().find(|(_, row)| row["name"].as_str().is_some_and(|text| text.contains(name)));
    found.unwrap_or_else(|| panic!("no function {name} in {functions:?}"))
}

#[test]
fn the_busy_function_and_its_caller_are_in_the_stacks_with_what_was_inlined_on_top() {
    let target = Known::start();
    let record = record_of("samples", target, "cpu_stacks,cpu_time", |target| target.does("spin 600"));
    assert_measured(&record, "cpu_samples");
    let axis = &record["axes"]["cpu_stacks"];
    let samples = axis["samples"].as_u64().expect("a number");
    let (inner, row) = function(&record, "spin_inner");
    let (outer, caller) = function(&record, "spin_outer");
    assert!(row["total"].as_u64() > Some(samples / 2), "{row}");
    assert!(caller["total"].as_u64() >= row["total"].as_u64().map(|total| total / 10 * 9), "{caller}");
    assert_eq!(row["module"], "known");
    let stacks = axis["stacks"].as_array().expect("a list");
    let frames_of = |stack: &Value| -> Vec<u64> {
        stack["frames"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect()
    };
    let (inner, outer) = (inner as u64, outer as u64);
    let passes = |stack: &&Value| frames_of(stack).windows(2).any(|pair| pair == [outer, inner]);
    let of_spin = stacks.iter().filter(passes).max_by_key(|stack| stack["count"].as_u64()).expect("root first");
    // What runs in the loop are calls that the compiler puts in place; without them the function itself is on top.
    let top = frames_of(of_spin).last().map(|top| &axis["functions"][*top as usize]).expect("a frame");
    let blocks: u64 = top["self_blocks"].as_array().expect("a list").iter().filter_map(Value::as_u64).sum();
    assert_eq!(Some(blocks), top["self"].as_u64());
    assert!(top["self"].as_u64() > Some(0) && top["module"] == "known", "{top}");
    let in_lines: u64 = top["lines"].as_array().expect("a list").iter().filter_map(|line| line["self"].as_u64()).sum();
    assert_eq!(Some(in_lines), top["self"].as_u64());
}

#[test]
fn a_thread_of_the_kernel_that_polls_a_ring_is_said_to_be_one() {
    let record = record_of("samples-polled", Known::start(), "cpu_stacks", |target| target.does("net poll-ring 600"));
    let axis = &record["axes"]["cpu_stacks"];
    let (workers, ending) = (ended_by(axis, "kernel_worker"), ended_by(axis, "no_registers"));
    assert!(workers > 10 && ending == 0, "{}", axis["ends_early"]);
}

#[test]
#[ignore = "deep"]
fn a_function_is_declared_where_the_source_has_it() {
    let target = Known::start();
    let record = record_of("samples-source", target, "cpu_stacks", |target| target.does("spin 300"));
    let source = include_str!("../../crates/ptop/examples/known.rs");
    let line_of = |text: &str| source.lines().position(|line| line.contains(text)).map(|line| line as u64 + 1);
    for name in ["fn spin_inner(", "fn spin_outer("] {
        let (_, row) = function(&record, name.trim_start_matches("fn ").trim_end_matches('('));
        assert!(row["file"].as_str().is_some_and(|file| file.ends_with("examples/known.rs")), "{row}");
        assert_eq!(row["line"].as_u64(), line_of(name), "{row}");
    }
    let detail = &record["axes"]["cpu_stacks"]["source"];
    assert!(detail["addresses_with_line"].as_u64() > Some(0), "{detail}");
    assert_eq!(detail["cut"], 0);
}

#[test]
#[ignore = "deep"]
fn the_measured_rate_explains_the_number_of_samples() {
    let target = Known::start();
    let record = record_of("samples-rate", target, "cpu_stacks,cpu_time", |target| target.does("spin 800"));
    let axis = &record["axes"]["cpu_stacks"];
    let hz = axis["measured_hz"].as_f64().expect("a number");
    let seconds = record["axes"]["cpu_time"]["total_ns"].as_f64().expect("a number") / 1e9;
    let samples = axis["samples"].as_f64().expect("a number");
    assert!((samples - hz * seconds).abs() < 0.5, "{samples} samples in {seconds} s at {hz} Hz");
    // Which ticks hit the target is chance where it shares its CPU; five standard deviations of a count, and the ticks
    // at both ends. A virtual CPU skips some.
    let expected = 99.0 * seconds;
    assert!(samples > expected / 5.0 && samples < expected + 5.0 * expected.sqrt() + 4.0, "{samples} of {expected}");
}

#[test]
#[ignore = "deep"]
fn a_language_that_is_not_read_is_named() {
    let mut perl = std::process::Command::new("perl").args(["-e", "1 while 1"]).spawn().expect("Debian has it");
    let capture = Capture::start("samples-perl", &[perl.id()], &["--duration", "1", "--axes", "cpu_stacks"]);
    let record = capture.finish().record;
    perl.kill().expect("it runs");
    perl.wait().expect("it was started here");
    let stacks = &record.expect("a record")["axes"]["cpu_stacks"];
    let problem = "Perl is not read, so the functions of its runtime are counted as those of the program";
    assert_eq!(stacks["runtimes"], serde_json::json!([{ "name": "perl", "problem": problem }]));
    assert!(stacks["samples"].as_u64() > Some(0), "{stacks}");
}

#[test]
#[ignore = "deep"]
fn nearly_every_stack_reaches_its_root() {
    let target = Known::start();
    let record = record_of("samples-whole", target, "cpu_stacks", |target| {
        target.does("thread busy spin 300");
        target.does("fork spin 300");
    });
    let axis = &record["axes"]["cpu_stacks"];
    assert!(samples_and_whole(axis).0 > 10, "{axis}");
    assert_whole("known", axis, 950);
    let named = axis["named"].as_u64().expect("a number");
    assert!(named * 2 > axis["frames"].as_u64().expect("a number"), "{axis}");
}

#[test]
#[ignore = "deep"]
fn stacks_are_whole_below_large_variables() {
    let record = record_of("samples-below", Known::start(), "cpu_stacks", |target| {
        for pages in ["missing", "written"] {
            target.does(&format!("below {pages} spin 600"));
            target.does(&format!("thread busy below {pages} spin 600"));
        }
    });
    assert_measured(&record, "cpu_samples");
    assert_whole_after_the_first(&record["axes"]["cpu_stacks"]);
}

#[test]
#[ignore = "deep"]
fn programs_that_the_target_starts_one_after_the_other_add_up() {
    // More than are unwound at a time, each at other addresses than those before.
    let started = 50;
    let record = record_of("samples-started", Known::start(), "cpu_stacks", |target| {
        for _ in 0..started {
            target.does(&format!("exec {} spin 150", known_program().display()));
        }
    });
    assert_eq!(record["processes"].as_array().map(Vec::len), Some(1 + started));
    let axis = &record["axes"]["cpu_stacks"];
    let (samples, whole) = samples_and_whole(axis);
    assert!(samples > 300 && whole * 100 >= samples * 95, "{whole} of {samples}: {}", axis["ends_early"]);
    let (_, inner) = function(&record, "spin_inner");
    assert!(inner["total"].as_u64() > Some(samples * 7 / 10), "{inner}");
    // What each of them ran is one path and not fifty.
    let stacks = axis["stacks"].as_array().expect("a list");
    assert!(stacks.len() < 100, "{}", stacks.len());
}

#[test]
#[ignore = "deep"]
fn programs_that_end_soon_are_looked_at_while_they_live() {
    let record = record_of("samples-soon", Known::start(), "cpu_stacks", |target| {
        for _ in 0..200 {
            target.does(&format!("exec {} spin 8", known_program().display()));
        }
    });
    let axis = &record["axes"]["cpu_stacks"];
    let (samples, whole) = samples_and_whole(axis);
    // By the clock alone it is three in four, at a look each tenth of a second one in ten.
    assert!(samples > 100 && whole * 100 >= samples * 80, "{whole} of {samples}: {}", axis["ends_early"]);
}
