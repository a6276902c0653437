use serde_json::Value;

use crate::harness::{Known, assert_measured, record_of};

fn function<'a>(record: &'a Value, name: &str) -> (usize, &'a Value) {
    let functions = record["axes"]["cpu_stacks"]["functions"].as_array().expect("a list");
    let found =
        functions.iter().enumerate().find(|(_, row)| row["name"].as_str().is_some_and(|text| text.contains(name)));
    found.unwrap_or_else(|| panic!("no function {name} in {functions:?}"))
}

#[test]
fn the_busy_function_is_on_top_and_its_caller_above_it() {
    let target = Known::start();
    let record = record_of("samples", target, "cpu_stacks,cpu_time", |target| target.does("spin 600"));
    assert_measured(&record, "cpu_samples");
    let axis = &record["axes"]["cpu_stacks"];
    let samples = axis["samples"].as_u64().expect("a number");
    let (inner, row) = function(&record, "spin_inner");
    let (outer, caller) = function(&record, "spin_outer");
    assert!(row["self"].as_u64() > Some(samples / 2), "{row}");
    assert!(caller["total"].as_u64() >= row["self"].as_u64().map(|own| own / 10 * 9), "{caller}");
    assert_eq!(row["module"], "known");
    let blocks: u64 = row["self_blocks"].as_array().expect("a list").iter().filter_map(Value::as_u64).sum();
    assert_eq!(Some(blocks), row["self"].as_u64());
    let stacks = axis["stacks"].as_array().expect("a list");
    let ends_in_spin = |stack: &&Value| {
        let frames: Vec<u64> = stack["frames"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
        frames.ends_with(&[outer as u64, inner as u64])
    };
    assert!(stacks.iter().any(|stack| ends_in_spin(&stack)), "root first: {stacks:?}");
}

#[test]
fn the_measured_rate_explains_the_number_of_samples() {
    let target = Known::start();
    let record = record_of("samples-rate", target, "cpu_stacks,cpu_time", |target| target.does("spin 800"));
    let axis = &record["axes"]["cpu_stacks"];
    let hz = axis["measured_hz"].as_f64().expect("a number");
    let seconds = record["axes"]["cpu_time"]["total_ns"].as_f64().expect("a number") / 1e9;
    let samples = axis["samples"].as_f64().expect("a number");
    assert!(hz > 20.0 && hz < 105.0, "{hz}");
    // Five standard deviations of a count, and the ticks at both ends.
    let expected = hz * seconds;
    assert!((samples - expected).abs() < 5.0 * expected.sqrt() + 4.0, "{samples} samples, {expected} expected");
}

#[test]
fn nearly_every_stack_reaches_its_root() {
    let target = Known::start();
    let record = record_of("samples-whole", target, "cpu_stacks", |target| {
        target.does("thread busy spin 300");
        target.does("fork spin 300");
    });
    let axis = &record["axes"]["cpu_stacks"];
    let (samples, whole) = (axis["samples"].as_u64().expect("a number"), axis["whole"].as_u64().expect("a number"));
    assert!(samples > 10 && whole * 100 >= samples * 95, "{whole} of {samples}");
    let named = axis["named"].as_u64().expect("a number");
    assert!(named * 2 > axis["frames"].as_u64().expect("a number"), "{axis}");
}
