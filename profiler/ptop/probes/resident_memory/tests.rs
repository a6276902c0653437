use serde_json::Value;

use crate::harness::{Capture, Known, assert_measured, rows};

const MIB: u64 = 1 << 20;

fn kind<'a>(record: &'a Value, name: &str) -> &'a Value {
    rows(&record["axes"]["memory"]["resident"]["kinds"], &[("kind", name)])[0]
}

fn number(value: &Value, name: &str) -> u64 {
    value[name].as_u64().unwrap_or_else(|| panic!("no {name} in {value}"))
}

/// Bytes of a line of `/proc/<pid>/status`.
fn status(pid: u32, label: &str) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it lives");
    let line = text.lines().find_map(|line| line.strip_prefix(label)).expect("the kernel says so");
    line.trim().trim_end_matches("kB").trim().parse::<u64>().expect("a number") * 1024
}

#[test]
fn the_level_follows_what_is_touched_and_given_back() {
    let mut target = Known::start();
    target.does("memory hold 1000");
    let (anonymous, file) = (status(target.pid(), "RssAnon:"), status(target.pid(), "RssFile:"));
    let mut capture = Capture::start("resident", &[target.pid()], &["--duration", "3", "--axes", "memory"]);
    capture.wait_for("measuring");
    target.does("memory touch 20000");
    target.does("memory hold 5000");
    let ends_at = status(target.pid(), "RssAnon:");
    let record = capture.finish().record.expect("a record");
    assert_measured(&record, "resident_memory");
    let resident = &record["axes"]["memory"]["resident"];
    let near = |value: u64, expected: u64| value.abs_diff(expected) <= number(resident, "uncertain_bytes");
    assert!(number(resident, "uncertain_bytes") <= 4 * MIB, "{resident}");
    let row = kind(&record, "anonymous");
    assert_eq!(number(row, "first_bytes"), anonymous, "nothing is under way in a target that waits: {row}");
    assert!(near(number(row, "highest_bytes"), anonymous + 20_000 * 4096), "{row}");
    assert!(near(number(row, "last_bytes"), ends_at) && ends_at >= anonymous + 5000 * 4096, "{row}");
    assert!(near(number(kind(&record, "file"), "first_bytes"), file), "{resident}");
    let total = number(resident, "highest_bytes");
    let touched = total.saturating_sub(anonymous + file);
    assert!((19_000 * 4096..24_000 * 4096).contains(&touched), "{total}");
    let last_block = resident["blocks_bytes"][11].as_u64().expect("a number");
    let last: u64 = ["anonymous", "file", "shared"].iter().map(|name| number(kind(&record, name), "last_bytes")).sum();
    assert_eq!(last_block, last, "{resident}");
}

#[test]
#[ignore = "deep"]
fn children_count_while_they_live() {
    let mut target = Known::start();
    let before = status(target.pid(), "RssAnon:");
    let mut capture = Capture::start("resident-fork", &[target.pid()], &["--duration", "3", "--axes", "memory"]);
    capture.wait_for("measuring");
    for _ in 0..20 {
        target.does("fork memory touch 3000");
    }
    target.does("exec /bin/true");
    let record = capture.finish().record.expect("a record");
    let row = kind(&record, "anonymous");
    let margin = number(&record["axes"]["memory"]["resident"], "uncertain_bytes") + 2 * MIB;
    assert!(number(row, "highest_bytes") >= before + 3000 * 4096, "{row}");
    assert!(number(row, "highest_bytes") < before + 2 * 3000 * 4096, "one at a time: {row}");
    assert!(number(row, "last_bytes").abs_diff(before) <= margin, "they are gone: {row} {before}");
}

#[test]
#[ignore = "deep"]
fn what_others_hold_does_not_count() {
    let (target, mut other) = (Known::start(), Known::start());
    let mut capture = Capture::start("resident-other", &[target.pid()], &["--duration", "1", "--axes", "memory"]);
    capture.wait_for("measuring");
    other.does("memory hold 30000");
    let record = capture.finish().record.expect("a record");
    let row = kind(&record, "anonymous");
    assert_eq!((&row["first_bytes"], &row["highest_bytes"]), (&row["last_bytes"], &row["last_bytes"]), "{row}");
}
