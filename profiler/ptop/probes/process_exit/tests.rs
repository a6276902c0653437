use serde_json::Value;

use crate::harness::{Known, assert_measured, count_of, record_of, rows};

fn ends(record: &Value, comm: &str, outcome: &str) -> u64 {
    count_of(&record["axes"]["processes"]["exits"], &[("comm", comm), ("outcome", outcome)])
}

#[test]
fn counts_ends_by_name_and_outcome() {
    let (target, mut other) = (Known::start(), Known::start());
    let record = record_of("exit-count", target, "processes", |target| {
        for _ in 0..4 {
            target.does("fork end 7");
        }
        for _ in 0..3 {
            target.does("fork raise 1 9");
        }
        target.does("fork raise 1 15");
        target.does("exec /bin/false");
        target.does("fork name worker");
        target.does("fork getppid 1");
        other.does("fork end 7");
    });
    assert_measured(&record, "process_exit");
    assert_eq!(ends(&record, "known", "code 7"), 4);
    assert_eq!(ends(&record, "known", "SIGTERM"), 1);
    assert_eq!(ends(&record, "false", "code 1"), 1);
    assert_eq!(ends(&record, "worker", "code 0"), 1);
    assert_eq!(ends(&record, "known", "code 0"), 1);
    // The test ends the target itself with SIGKILL, which may fall inside the window.
    assert!((3..=4).contains(&ends(&record, "known", "SIGKILL")), "{}", record["axes"]["processes"]);
}

#[test]
#[ignore = "deep"]
fn a_process_ends_once_with_its_last_thread() {
    let record = record_of("exit-threads", Known::start(), "processes", |target| {
        target.does("thread worker getppid 1");
        for _ in 0..5 {
            target.does("fork thread worker getppid 1");
        }
    });
    assert_eq!(ends(&record, "known", "code 0"), 5);
    assert!(rows(&record["axes"]["processes"]["exits"], &[("comm", "worker")]).is_empty());
}

#[test]
#[ignore = "deep"]
fn processes_whose_threads_all_end_at_once_count_once_each() {
    let record = record_of("exit-race", Known::start(), "processes", |target| {
        for _ in 0..100 {
            target.does("fork end-threads 4");
        }
    });
    assert_eq!(ends(&record, "known", "code 0"), 100);
}
