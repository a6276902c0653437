use serde_json::Value;

use crate::harness::{Capture, Known, assert_measured, record_of, rows};

fn thread_ns(record: &Value, comm: &str) -> u64 {
    let threads = &record["axes"]["cpu_time"]["threads"];
    rows(threads, &[("comm", comm)]).iter().filter_map(|row| row["ns"].as_u64()).sum()
}

/// Slices include interrupts and what the machine under this one took, which may be all of the window; they leave out
/// the switch itself.
fn assert_spun(record: &Value, observed: u64, spun_ms: u64) {
    let (spun, window) = (spun_ms * 1_000_000, record["window"]["measured_ns"].as_u64().expect("a number"));
    assert!((spun / 100 * 99..=window).contains(&observed), "{observed} ns for {spun_ms} ms spun in {window} ns");
}

#[test]
fn time_is_exact_in_total_and_by_thread_name() {
    let target = Known::start();
    let record = record_of("cpu-time", target, "cpu_time", |target| {
        target.does("thread busy spin 300");
        target.does("thread busy spin 100");
        target.does("fork name forked");
        target.does("name renamed");
        target.does("spin 200");
    });
    assert_measured(&record, "cpu_time");
    assert_spun(&record, thread_ns(&record, "busy"), 400);
    assert_spun(&record, thread_ns(&record, "renamed"), 200);
    let time = &record["axes"]["cpu_time"];
    let sum: u64 = time["threads"].as_array().expect("a list").iter().filter_map(|row| row["ns"].as_u64()).sum();
    let blocks: u64 = time["blocks_ns"].as_array().expect("a list").iter().filter_map(Value::as_u64).sum();
    assert_eq!((Some(sum), Some(blocks)), (time["total_ns"].as_u64(), time["total_ns"].as_u64()));
    assert_eq!(rows(&time["threads"], &[("comm", "busy")])[0]["threads"], 2);
    assert_eq!(rows(&time["threads"], &[("comm", "forked")]).len(), 1);
}

#[test]
#[ignore = "deep"]
fn each_process_has_its_own_part() {
    let (mut first, mut second) = (Known::start(), Known::start());
    let pids = [first.pid(), second.pid()];
    let arguments = ["--duration", "120", "--axes", "cpu_time,cpu_stacks", "--hz", "499"];
    let mut capture = Capture::start("cpu-time-processes", &pids, &arguments);
    capture.wait_for("measuring");
    first.does("spin 200");
    second.does("spin 300");
    second.does("fork spin 100");
    drop((first, second));
    let record = capture.finish().record.expect("a record");
    let processes = record["processes"].as_array().expect("a list");
    let of = |process: &Value, key: &str| process[key].as_u64().unwrap_or_else(|| panic!("no {key}: {process}"));
    let of_pid = |pid: u32| processes.iter().find(|process| process["pid"] == pid).expect("it is listed");
    assert_spun(&record, of(of_pid(pids[0]), "cpu_ns"), 200);
    assert_spun(&record, of(of_pid(pids[1]), "cpu_ns"), 300);
    let children: Vec<_> = processes.iter().filter(|process| process["forked"] == true).collect();
    assert_eq!(children.len(), 1);
    assert_spun(&record, of(children[0], "cpu_ns"), 100);
    let sum = |key: &str| processes.iter().map(|process| of(process, key)).sum::<u64>();
    assert_eq!(sum("cpu_ns"), record["axes"]["cpu_time"]["total_ns"]);
    // Of three that end, each may be sampled once more after the kernel has taken its id back.
    let samples = record["axes"]["cpu_stacks"]["samples"].as_u64().expect("a count");
    assert!((samples - 3..=samples).contains(&sum("samples")), "{} of {samples}", sum("samples"));
    assert!(processes.iter().all(|process| of(process, "samples") > 5), "{processes:?}");
}

#[test]
#[ignore = "deep"]
fn slices_that_span_the_window_are_clipped_to_it() {
    let mut target = Known::start();
    target.begins("spin 60000");
    let outcome = Capture::start("cpu-time-clip", &[target.pid()], &["--duration", "1", "--axes", "cpu_time"]).finish();
    let record = outcome.record.expect("a record");
    let total = record["axes"]["cpu_time"]["total_ns"].as_u64().expect("a number");
    // One thread that never sleeps has all of the window that other processes leave it, and never more.
    assert!(total > 1_000_000 && total <= 1_000_000_000, "{total}");
    let blocks = record["axes"]["cpu_time"]["blocks_ns"].as_array().expect("a list").clone();
    let whole_ns = 1_000_000_000_u64.div_ceil(12);
    assert!(blocks.iter().all(|block| block.as_u64().is_some_and(|ns| ns <= whole_ns)), "{blocks:?}");
}
