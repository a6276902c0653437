use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::harness::{Known, assert_measured, count_of, record_of, rows};

/// Built by `test/profiler/go-programs.ts`.
fn start(program: &str) -> Known {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../.farol/go-programs").join(program);
    assert!(path.exists(), "{} is missing: run ./farol test", path.display());
    Known::from(&mut Command::new(path))
}

fn goroutines(record: &Value) -> &Value {
    &record["axes"]["locks"]["goroutines"]
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("no number: {value}"))
}

/// Waits of that kind with the function on their stack, and how long they were; each is under the function of the runtime.
fn at_site(record: &Value, lock: &str, site: &str) -> (u64, u64) {
    let stacks = &goroutines(record)["stacks"];
    let name = |frame: &Value| {
        let row = usize::try_from(number(frame)).expect("an index");
        stacks["functions"][row]["name"].as_str().expect("a name")
    };
    let all = rows(&stacks["stacks"], &[("what", lock)]);
    let ours = all.into_iter().filter(|stack| {
        let names: Vec<&str> = stack["frames"].as_array().expect("a list").iter().map(name).collect();
        let is_ours = names.contains(&site);
        let innermost = names.last().expect("a frame");
        assert!(!is_ours || names[0] == "runtime.goexit" && innermost.contains("sync.runtime_Semacquire"), "{names:?}");
        is_ours
    });
    ours.fold((0, 0), |(count, ns), stack| (count + number(&stack["count"]), ns + number(&stack["ns"])))
}

/// A capture in which no stack was lost to a machine that is busy.
fn complete_record(name: &str, program: &str, script: impl Fn(&mut Known)) -> Value {
    for _ in 0..4 {
        let record = record_of(name, start(program), "locks", &script);
        if goroutines(&record)["stacks"]["lost"] == 0 {
            return record;
        }
    }
    panic!("stacks are missing from every capture");
}

fn check(program: &str) {
    let record = complete_record(&format!("go-locks-{program}"), program, |target| {
        target.does("contend mutex 5 40");
        target.does("contend write 3 20");
        target.does("contend read 4 30");
    });
    assert_measured(&record, "go_locks");
    let axis = goroutines(&record);
    let whole = number(&record["window"]["measured_ns"]);
    for (lock, site, times, ms) in [
        ("mutex", "main.(*shelf).waitForMutex", 5, 40),
        ("rwmutex_write", "main.(*shelf).waitToWrite", 3, 20),
        ("rwmutex_read", "main.(*shelf).waitToRead", 4, 30),
    ] {
        let row = rows(&axis["waits"], &[("lock", lock)])[0];
        assert_eq!(count_of(&axis["waits"], &[("lock", lock)]), times, "{program}: {axis}");
        let ns = number(&row["total_ns"]);
        assert!((times * ms * 1_000_000..whole).contains(&ns), "{program} {lock}: {ns} of {whole}");
        let hist: u64 = row["hist"].as_array().expect("a list").iter().map(number).sum();
        assert_eq!(hist, times);
        assert_eq!(at_site(&record, lock, site), (times, ns), "{program}: few enough that each shows its stack");
    }
    assert_eq!((&axis["processes"]["watched"], &axis["processes"]["late"]), (&1.into(), &0.into()));
    assert_eq!(axis["unread"], serde_json::json!([]));
    assert_eq!(axis["stacks"]["whole"], axis["stacks"]["samples"], "{axis}");
}

#[test]
fn waits_of_goroutines_count_exactly_by_lock_and_show_who_waited() {
    check("symbols");
}

#[test]
#[ignore = "deep"]
fn programs_without_symbols_count_the_same() {
    for program in ["stripped", "pie", "external"] {
        check(program);
    }
}

#[test]
#[ignore = "deep"]
fn free_locks_and_other_waits_count_nothing() {
    let record = record_of("go-locks-free", start("symbols"), "locks", |target| target.does("rest 100000"));
    assert_measured(&record, "go_locks");
    let axis = goroutines(&record);
    assert_eq!((&axis["waits"], &axis["stacks"]["samples"]), (&serde_json::json!([]), &0.into()), "{axis}");
    assert_eq!(axis["processes"]["watched"], 1);
}

#[test]
#[ignore = "deep"]
fn a_target_without_go_has_no_goroutines() {
    let record = record_of("go-locks-none", Known::start(), "locks", |target| target.does("futex-timeout 2 5"));
    assert_measured(&record, "go_locks");
    assert!(goroutines(&record).is_null(), "{record}");
}

#[test]
#[ignore = "deep"]
fn a_program_that_is_started_in_the_window_counts_once_it_was_seen() {
    let mut shell = Command::new("sh");
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../.farol/go-programs/symbols");
    // It begins when it reads a line, and waits for a lock once the collector has seen it.
    shell
        .arg("-c")
        .arg(format!("read begin; {{ sleep 2; echo contend mutex 3 20; }} | {}; read end", program.display()));
    let record = record_of("go-locks-late", Known::from(&mut shell), "locks", |target| target.does("begin"));
    let axis = goroutines(&record);
    assert_eq!((&axis["processes"]["watched"], &axis["processes"]["late"]), (&0.into(), &1.into()), "{axis}");
    assert_eq!(count_of(&axis["waits"], &[("lock", "mutex")]), 3, "{axis}");
}
