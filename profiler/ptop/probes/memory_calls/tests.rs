use serde_json::Value;

use crate::harness::{Known, Scratch, assert_measured, count_of, record_of, rows};

/// Count and bytes of the requests of that kind.
fn requests(record: &Value, call: &str, change: &str, area: &str, outcome: &str) -> (u64, u64) {
    let fields = [("call", call), ("change", change), ("area", area), ("outcome", outcome)];
    let list = &record["axes"]["memory"]["requests"];
    let bytes = rows(list, &fields).first().map_or(0, |row| {
        let blocks: u64 = row["bytes_blocks"].as_array().expect("blocks").iter().filter_map(Value::as_u64).sum();
        assert_eq!(Some(blocks), row["bytes"].as_u64(), "{row}");
        blocks
    });
    (count_of(list, &fields), bytes)
}

#[test]
fn counts_what_is_asked_for_and_given_back() {
    let (target, mut other) = (Known::start(), Known::start());
    let record = record_of("memory-requests", target, "memory", |target| {
        target.does("memory map 7 8192000 anonymous");
        target.does("memory map 3 10000 shared");
        target.does("memory map 2 1073741824 reserved");
        target.does("fork memory map 1 8192000 anonymous");
        other.does("memory map 9 12288 shared");
    });
    assert_measured(&record, "memory_calls");
    assert_eq!(requests(&record, "mmap", "grow", "anonymous", "ok"), (8, 8 * 8_192_000));
    assert_eq!(requests(&record, "mmap", "grow", "shared", "ok"), (3, 3 * 12_288), "whole pages");
    assert_eq!(requests(&record, "mmap", "grow", "reserved", "ok"), (2, 2 << 30));
    let given_back = 8 * 8_192_000 + 3 * 12_288 + (2 << 30);
    assert_eq!(requests(&record, "munmap", "shrink", "any", "ok"), (8 + 3 + 2, given_back));
    assert_eq!(record["axes"]["memory"]["cut"], 0);
}

#[test]
#[ignore = "deep"]
fn the_heap_grows_and_shrinks_by_what_brk_moves() {
    let mut target = Known::start();
    target.does("memory break 1 4096 4096");
    let record = record_of("memory-brk", target, "memory", |target| {
        target.does("memory break 5 1048576 1048576");
        target.does("memory break 2 8192 4096");
        target.does("memory break-too-far 3");
        // The child's heap starts where the parent's ended.
        target.does("fork memory break 1 40960 4096");
    });
    assert_measured(&record, "memory_calls");
    let grown = (5 << 20) + 2 * 8192 + 40_960;
    assert_eq!(requests(&record, "brk", "grow", "heap", "ok"), (5 + 2 + 1, grown));
    assert_eq!(requests(&record, "brk", "shrink", "heap", "ok"), (5 + 2 + 1, (5 << 20) + 3 * 4096));
    assert_eq!(requests(&record, "brk", "grow", "heap", "ENOMEM").0, 3);
}

#[test]
#[ignore = "deep"]
fn files_moves_and_refusals_have_rows_of_their_own() {
    let scratch = Scratch::new("memory-mapped");
    let file = scratch.path("data");
    std::fs::write(&file, vec![7; 20_000]).expect("it is ours");
    let record = record_of("memory-rows", Known::start(), "memory", |target| {
        target.does(&format!("memory map 4 20000 {}", file.display()));
        target.does("memory map 6 4096 bad-file");
        target.does("memory remap 2 40960 81920");
        target.does("memory remap 3 81920 40960");
    });
    assert_eq!(requests(&record, "mmap", "grow", "file", "ok"), (4, 4 * 20_480));
    assert_eq!(requests(&record, "mmap", "grow", "file", "EBADF").0, 6);
    assert_eq!(requests(&record, "mremap", "grow", "any", "ok"), (2, 2 * 40_960));
    assert_eq!(requests(&record, "mremap", "shrink", "any", "ok"), (3, 3 * 40_960));
}

#[test]
#[ignore = "deep"]
fn what_becomes_executable_is_seen_beside_it() {
    let record = record_of("memory-both", Known::start(), "memory,executable_memory", |target| {
        target.does("map 3 rwx");
        target.does("memory map 2 4096 anonymous");
    });
    assert_eq!(requests(&record, "mmap", "grow", "anonymous", "ok"), (5, 5 * 4096));
    let grants = &record["axes"]["executable_memory"]["grants"];
    assert_eq!(count_of(grants, &[("call", "mmap"), ("area", "anonymous"), ("outcome", "ok")]), 3);
}

/// Weight of the stacks that a function of that name is in.
pub fn weight_in(sites: &Value, name: &str) -> u64 {
    let functions = sites["functions"].as_array().expect("a list");
    let found = functions.iter().filter(|row| row["name"].as_str().is_some_and(|text| text.contains(name)));
    found.filter_map(|row| row["total"].as_u64()).sum()
}

#[test]
#[ignore = "deep"]
fn growth_is_found_where_it_was_asked_for() {
    let record = record_of("memory-sites", Known::start(), "memory", |target| {
        target.does("memory grow-sites 16000");
    });
    let memory = &record["axes"]["memory"];
    let (much, little) =
        (weight_in(&memory["growth_sites"], "grow_much"), weight_in(&memory["growth_sites"], "grow_little"));
    let ratio = much as f64 / little.max(1) as f64;
    assert!((3.5..10.0).contains(&ratio), "{much} {little}");
    let asked = 16_000_u64 * 7 * 9 * 4096;
    let sum = (much + little) as f64 / asked as f64;
    assert!((0.7..1.4).contains(&sum), "{sum} of what was asked for");
    let stack = &memory["growth_sites"]["stacks"][0];
    assert_eq!(stack["kind"], "mmap", "{stack}");
}
