use serde_json::Value;

use crate::harness::{Known, assert_measured, count_of, probe, record_of, rows};

fn locks(record: &Value) -> &Value {
    &record["axes"]["locks"]
}

/// Waits whose stack has a function, and how long they were.
fn at_site(record: &Value, site: &str) -> (u64, u64) {
    let stacks = &locks(record)["stacks"];
    let is_site = |frame: &Value| {
        let row = usize::try_from(frame.as_u64().expect("a number")).expect("an index");
        stacks["functions"][row]["name"].as_str().is_some_and(|name| name.contains(site))
    };
    let all = stacks["stacks"].as_array().expect("a list");
    let ours = all.iter().filter(|stack| stack["frames"].as_array().expect("a list").iter().any(is_site));
    ours.fold((0, 0), |(count, ns), stack| {
        (count + stack["count"].as_u64().expect("a number"), ns + stack["ns"].as_u64().expect("a number"))
    })
}

#[test]
fn waits_count_exactly_by_operation_and_outcome() {
    let (target, mut other) = (Known::start(), Known::start());
    let record = record_of("futex-count", target, "locks", |target| {
        target.does("futex-timeout 6 20");
        target.does("futex-stale 5");
        target.does("fork futex-timeout 1 5");
        other.does("futex-timeout 3 1");
    });
    let waits = &locks(&record)["waits"];
    assert_eq!(count_of(waits, &[("operation", "wait"), ("outcome", "ETIMEDOUT")]), 6 + 1);
    assert_eq!(count_of(waits, &[("operation", "wait"), ("outcome", "EAGAIN")]), 5);
    let waited = rows(waits, &[("outcome", "ETIMEDOUT")])[0]["total_ns"].as_u64().expect("a number");
    let drops = probe(&record, "off_cpu")["drops"].as_u64().expect("a number");
    assert!(waited >= 6 * 20_000_000 + 5_000_000 || drops > 0, "{waits}");
    assert_eq!(rows(waits, &[("outcome", "EAGAIN")])[0]["total_ns"], 0, "those that did not wait");
    assert_measured(&record, "futex_waits");
}

#[test]
#[ignore = "deep"]
fn a_lock_shows_where_it_was_waited_for_and_the_longest_wait_is_first() {
    let record = record_of("futex-sites", Known::start(), "locks", |target| {
        target.does("contend short 5 40");
        target.does("contend long 3 120");
    });
    let (long, short) = (at_site(&record, "long_site"), at_site(&record, "short_site"));
    let drops = probe(&record, "off_cpu")["drops"].as_u64().expect("a number");
    assert!((long.0, short.0) == (3, 5) || drops > 0, "{long:?} {short:?}");
    assert!(long.1 >= 3 * 120_000_000 || drops > 0, "{long:?}");
    let stacks = &locks(&record)["stacks"];
    let sites: Vec<&str> = stacks["functions"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|row| row["name"].as_str().filter(|name| name.contains("_site")))
        .collect();
    assert!(sites[0].contains("long_site") && sites[1].contains("short_site"), "most time first: {sites:?}");
    assert_eq!((&stacks["whole"], &stacks["lost"]), (&stacks["samples"], &Value::from(0)));
}
