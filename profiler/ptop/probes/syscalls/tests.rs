use serde_json::Value;

use crate::harness::{Capture, Known, assert_measured, count_of, record_of, rows};

/// Calls that made a process or a thread.
fn forks_and_threads(calls: &Value) -> u64 {
    let made = |name: &str| count_of(calls, &[("name", name), ("outcome", "ok")]);
    ["clone", "clone3", "fork", "vfork"].into_iter().map(made).sum()
}

/// Calls of a row that lasted 2^`bucket` ns or more.
fn lasted(row: &Value, bucket: usize) -> u64 {
    (bucket..40).filter_map(|bucket| row["hist"][bucket].as_u64()).sum()
}

#[test]
fn counts_every_call_by_outcome() {
    let target = Known::start();
    let record = record_of("syscalls-count", target, "syscalls", |target| {
        target.does("getppid 1234");
        target.does("close-bad 56");
        target.does("thread worker getppid 1000");
    });
    assert_measured(&record, "syscalls");
    let calls = &record["axes"]["syscalls"]["calls"];
    assert_eq!(count_of(calls, &[("name", "getppid"), ("outcome", "ok")]), 2234);
    assert_eq!(count_of(calls, &[("name", "close"), ("outcome", "EBADF")]), 56);
    assert_eq!(record["axes"]["syscalls"]["cut"], 0);
}

#[test]
#[ignore = "deep"]
fn latency_is_the_time_between_entry_and_return() {
    let target = Known::start();
    let record = record_of("syscalls-latency", target, "syscalls", |target| target.does("nanosleep 20 5"));
    let calls = &record["axes"]["syscalls"]["calls"];
    let slept = rows(calls, &[("name", "nanosleep"), ("outcome", "ok")])[0];
    let total_ns = slept["total_ns"].as_u64().expect("a number");
    assert!(total_ns >= 20 * 5_000_000, "{slept}");
    // 5 ms and more is 2^22 ns and more.
    let long = lasted(slept, 22);
    assert_eq!((long, slept["count"].as_u64()), (20, Some(20)));
}

#[test]
#[ignore = "deep"]
fn of_short_calls_in_great_numbers_all_are_counted_and_some_are_timed() {
    // Many times what fits into the 67 ms in which all are timed.
    const CALLS: u64 = 1_600_000;
    let record = record_of("syscalls-many", Known::start(), "syscalls", |target| {
        target.does(&format!("getppid {CALLS}"));
        // Long ones right behind the burst are still known one by one.
        target.does("nanosleep 4 30");
    });
    let calls = &record["axes"]["syscalls"]["calls"];
    let sum_of =
        |row: &Value| -> u64 { row["hist"].as_array().expect("a list").iter().filter_map(Value::as_u64).sum() };
    let short = rows(calls, &[("name", "getppid"), ("outcome", "ok")])[0];
    let timed = short["timed"].as_u64().expect("a number");
    assert_eq!((short["count"].as_u64(), sum_of(short)), (Some(CALLS), CALLS));
    // All of the first 1024, then one in 16, or none where a rest began.
    assert!((1024..CALLS / 2).contains(&timed), "{timed}");
    assert!(short["total_ns"].as_u64().expect("a number") > CALLS * 20, "{short}");
    let slept = rows(calls, &[("name", "nanosleep"), ("outcome", "ok")])[0];
    let long = lasted(slept, 24);
    assert_eq!((slept["count"].as_u64(), long), (Some(4), 4), "{slept}");
    // The clock of a call that was not drawn may be a tick late, at both ends.
    assert!(slept["total_ns"].as_u64().expect("a number") > 4 * 20_000_000, "{slept}");
}

#[test]
#[ignore = "deep"]
fn entries_are_watched_by_turns_and_no_call_goes_missing() {
    check_turns("syscalls-turns", "syscalls,off_cpu,signals,processes");
    check_turns("syscalls-turns-alone", "syscalls");
}

fn check_turns(name: &str, axes: &str) {
    const CALLS: u64 = 12_000_000;
    let record = record_of(name, Known::start(), axes, |target| {
        target.does(&format!("getppid {CALLS}"));
        // The last rest is still going on.
        target.does("nanosleep 4 30");
        target.does("handle 10");
        target.does("raise 5 10");
        target.does("fork getppid 3");
        target.does("thread worker getppid 5");
    });
    assert_measured(&record, "syscalls");
    let calls = &record["axes"]["syscalls"]["calls"];
    let short = rows(calls, &[("name", "getppid"), ("outcome", "ok")])[0];
    let (count, timed) = (short["count"].as_u64(), short["timed"].as_u64().expect("a number"));
    assert_eq!(count, Some(CALLS + 8));
    // A lot of one in 16 alone would time 750 000. Of the first 67 ms all are timed, and watching begins again sooner
    // where it saw only the beginning of them.
    assert!((CALLS / 1000..CALLS / 24).contains(&timed), "{timed}");
    let mean_ns = short["total_ns"].as_u64().expect("a number") / CALLS;
    assert!((20..5_000).contains(&mean_ns), "{mean_ns}");
    // None of 34 s or more: clocks that are a tick late must not make a call begin after its end.
    assert_eq!(lasted(short, 35), 0, "{short}");
    let slept = rows(calls, &[("name", "nanosleep"), ("outcome", "ok")])[0];
    let long = lasted(slept, 24);
    assert_eq!((slept["count"].as_u64(), long), (Some(4), 4), "{slept}");
    assert_eq!(count_of(calls, &[("name", "rt_sigreturn"), ("outcome", "ok")]), 5);
    assert_eq!(count_of(calls, &[("name", "exit_group"), ("outcome", "ok")]), 1);
    assert_eq!(count_of(calls, &[("name", "exit"), ("outcome", "ok")]), 1);
    assert_eq!(forks_and_threads(calls), 2);
}

#[test]
#[ignore = "deep"]
fn entries_rest_for_the_sake_of_other_programs_and_no_call_goes_missing() {
    check_rests("syscalls-others", "syscalls,off_cpu");
    check_rests("syscalls-others-alone", "syscalls");
}

/// A program next to the target that makes many calls pays for the watch on entries as well. It needs a CPU for that,
/// which the machine of a default run may not have for it.
fn check_rests(name: &str, axes: &str) {
    let mut other = Known::start();
    other.begins("getppid 1000000000");
    let record = record_of(name, Known::start(), axes, |target| {
        target.does("nanosleep 500 4");
        // These are known by their wait.
        target.does("nanosleep 10 30");
    });
    assert_measured(&record, "syscalls");
    let slept = rows(&record["axes"]["syscalls"]["calls"], &[("name", "nanosleep"), ("outcome", "ok")])[0];
    let timed = slept["timed"].as_u64().expect("a number");
    assert_eq!(slept["count"], 510);
    assert!((20..400).contains(&timed), "{timed}");
    let long = lasted(slept, 24);
    // On a busy machine some of the short ones last as long.
    assert!(long >= 10, "{slept}");
}

#[test]
#[ignore = "deep"]
fn calls_that_seccomp_refuses_count_and_took_no_time() {
    let record = record_of("syscalls-refused", Known::start(), "syscalls", |target| {
        target.does("refuse getppid");
        target.does("nanosleep 1 50");
        target.does("getppid 70");
    });
    let calls = &record["axes"]["syscalls"]["calls"];
    let refused = rows(calls, &[("name", "getppid")]);
    let [refused] = refused[..] else { panic!("{refused:?}") };
    assert_eq!((&refused["outcome"], &refused["count"]), (&"EPERM".into(), &70.into()));
    assert_eq!((&refused["timed"], &refused["total_ns"]), (&0.into(), &0.into()), "{refused}");
}

#[test]
#[ignore = "deep"]
fn a_call_counts_when_it_returns_and_only_the_time_inside_the_window() {
    let mut target = Known::start();
    // Entered long before the window: the target waits for its input.
    std::thread::sleep(std::time::Duration::from_millis(300));
    let mut capture = Capture::start("syscalls-edges", &[target.pid()], &["--duration", "2", "--axes", "syscalls"]);
    capture.wait_for("measuring");
    std::thread::sleep(std::time::Duration::from_millis(200));
    target.does("getppid 1");
    // Does not return inside the window.
    target.begins("nanosleep 1 60000");
    let record = capture.finish().record.expect("a record");
    let calls = &record["axes"]["syscalls"]["calls"];
    let waits = rows(calls, &[("name", "read"), ("outcome", "ok")])[0];
    let window_ns = record["window"]["measured_ns"].as_u64().expect("a number");
    assert!(waits["total_ns"].as_u64().expect("a number") < window_ns, "{waits}");
    assert!(waits["total_ns"].as_u64().expect("a number") > 150_000_000, "{waits}");
    assert!(rows(calls, &[("name", "nanosleep")]).is_empty(), "{calls}");
}

#[test]
#[ignore = "deep"]
fn calls_that_never_return_count_when_their_thread_ends_and_a_clone_counts_once() {
    let target = Known::start();
    let record = record_of("syscalls-exit", target, "syscalls", |target| {
        target.does("fork getppid 3");
        target.does("fork getppid 3");
        target.does("thread worker getppid 5");
    });
    let calls = &record["axes"]["syscalls"]["calls"];
    assert_eq!(count_of(calls, &[("name", "getppid"), ("outcome", "ok")]), 11);
    assert_eq!(count_of(calls, &[("name", "exit_group"), ("outcome", "ok")]), 2);
    assert_eq!(count_of(calls, &[("name", "exit"), ("outcome", "ok")]), 1);
    assert_eq!(forks_and_threads(calls), 3);
}

/// It returns while entries rest for the sake of another program.
#[test]
#[ignore = "deep"]
fn a_call_that_waits_since_before_anybody_looked_is_known_by_that() {
    let mut other = Known::start();
    other.begins("getppid 1000000000");
    let mut target = Known::start();
    std::thread::sleep(std::time::Duration::from_millis(300));
    let mut capture = Capture::start("syscalls-waits", &[target.pid()], &["--duration", "2", "--axes", "syscalls"]);
    capture.wait_for("measuring");
    std::thread::sleep(std::time::Duration::from_millis(500));
    target.does("getppid 1");
    let record = capture.finish().record.expect("a record");
    let waits = rows(&record["axes"]["syscalls"]["calls"], &[("name", "read"), ("outcome", "ok")])[0];
    assert_eq!(lasted(waits, 24), 1, "{waits}");
    assert!(waits["total_ns"].as_u64().expect("a number") > 400_000_000, "{waits}");
}
