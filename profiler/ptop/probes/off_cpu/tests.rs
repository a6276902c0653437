use serde_json::Value;

use crate::harness::{Capture, Known, assert_measured, assert_whole_after_the_first, probe, record_of, rows};

fn axis(record: &Value) -> &Value {
    &record["axes"]["off_cpu"]
}

/// A number of a row, 0 when there is no such row.
fn figure(list: &Value, fields: &[(&str, &str)], name: &str) -> u64 {
    rows(list, fields).iter().map(|row| row[name].as_u64().expect("a number")).sum()
}

fn reason(record: &Value, reason: &str, name: &str) -> u64 {
    figure(&axis(record)["reasons"], &[("reason", reason)], name)
}

fn function_ns(record: &Value, part: &str) -> u64 {
    let functions = axis(record)["stacks"]["functions"].as_array().expect("a list");
    let found = functions.iter().filter(|row| row["name"].as_str().is_some_and(|name| name.contains(part)));
    found.map(|row| row["total_ns"].as_u64().expect("a number")).sum()
}

/// Names of a stack's functions, root first.
fn names<'a>(record: &'a Value, stack: &Value) -> Vec<&'a str> {
    let functions = &axis(record)["stacks"]["functions"];
    let frames = stack["frames"].as_array().expect("a list");
    let index = |frame: &Value| usize::try_from(frame.as_u64().expect("a number")).expect("an index");
    frames.iter().map(|frame| functions[index(frame)]["name"].as_str().expect("a name")).collect()
}

/// Switches that the kernel passed over, for others attached to the same tracepoint or left it.
fn drops(record: &Value) -> u64 {
    probe(record, "off_cpu")["drops"].as_u64().expect("a number")
}

/// A capture in which no switch was passed over: such a one says so, and then another is taken.
fn complete_record(name: &str, script: impl Fn(&mut Known)) -> Value {
    for _ in 0..4 {
        let record = record_of(name, Known::start(), "off_cpu", &script);
        if drops(&record) == 0 {
            return record;
        }
    }
    panic!("switches are missing from every capture");
}

fn sum(blocks: &Value) -> u64 {
    blocks.as_array().expect("a list").iter().filter_map(Value::as_u64).sum()
}

#[test]
fn sleeps_count_exactly_and_show_where_they_were_asked_for() {
    let record = complete_record("off-naps", |target| {
        target.does("nap 7 30");
        target.does("doze 4 10");
        target.does("fork doze 1 10");
        Known::start().does("nap 3 1");
    });
    assert_measured(&record, "off_cpu");
    let calls = &axis(&record)["calls"];
    let sleeps = [("name", "nanosleep"), ("reason", "sleep")];
    assert_eq!(figure(calls, &sleeps, "count"), 7 + 4 + 1);
    let asked = 7 * 30_000_000 + 5 * 10_000_000;
    assert!(figure(calls, &sleeps, "total_ns") >= asked, "{calls}");
    let row = rows(calls, &sleeps)[0];
    assert_eq!((sum(&row["blocks"]), sum(&row["hist"])), (12, 12));

    let (nap, doze) = (function_ns(&record, "nap_inner"), function_ns(&record, "doze_outer"));
    assert!(nap >= 7 * 30_000_000 && doze >= 5 * 10_000_000 && nap > doze, "{nap} {doze}");
    assert_eq!(nap, function_ns(&record, "nap_outer"), "its only caller");
    let stacks = axis(&record)["stacks"]["stacks"].as_array().expect("a list");
    let naps: Vec<&Value> = stacks.iter().filter(|stack| stack["what"] == "sleep nanosleep").collect();
    let longest = names(&record, naps[0]);
    let inner = longest.iter().position(|name| name.contains("nap_inner")).expect("the longest site is first");
    assert!(longest[inner - 1].contains("nap_outer"), "root first: {longest:?}");
    assert_eq!(naps.iter().map(|stack| stack["count"].as_u64().expect("a number")).sum::<u64>(), 12, "{naps:?}");
}

#[test]
#[ignore = "deep"]
fn every_stack_is_whole_and_their_time_is_what_the_threads_waited() {
    let record = complete_record("off-whole", |target| {
        target.does("nap 5 20");
        target.does("thread worker doze 5 20");
    });
    let axis = axis(&record);
    let stacks = &axis["stacks"];
    assert!(stacks["samples"].as_u64() >= Some(10), "{stacks}");
    assert_eq!((&stacks["samples"], &stacks["lost"]), (&stacks["whole"], &Value::from(0)));
    let shown: u64 = stacks["stacks"].as_array().expect("a list").iter().filter_map(|stack| stack["ns"].as_u64()).sum();
    assert_eq!(Some(shown), axis["stack_ns"].as_u64(), "few enough that none was left to the lot");
    let of_calls: u64 =
        ["sleep", "uninterruptible", "stopped", "woken"].map(|name| reason(&record, name, "total_ns")).iter().sum();
    let without = axis["without_stack_ns"].as_u64().expect("a number");
    assert_eq!(without, of_calls - shown);
    let worker = [("comm", "worker")];
    assert!(figure(&axis["threads"], &worker, "blocked_ns") >= 100_000_000, "{axis}");
    assert_eq!(figure(&axis["threads"], &worker, "threads"), 1);
}

#[test]
#[ignore = "deep"]
fn stacks_are_whole_below_large_variables() {
    let record = record_of("off-below", Known::start(), "off_cpu", |target| {
        target.does("below missing nap 100 10");
        target.does("below written nap 100 10");
    });
    assert_whole_after_the_first(&axis(&record)["stacks"]);
}

#[test]
#[ignore = "deep"]
fn a_thread_that_sleeps_through_the_window_sleeps_as_long_as_that() {
    let mut target = Known::start();
    target.begins("nanosleep 1 60000");
    std::thread::sleep(std::time::Duration::from_millis(300));
    let record = Capture::start("off-clip", &[target.pid()], &["--duration", "1", "--axes", "off_cpu"]).finish();
    let record = record.record.expect("a record");
    assert_eq!(reason(&record, "sleep", "total_ns"), 1_000_000_000);
    assert_eq!((reason(&record, "sleep", "unfinished"), reason(&record, "sleep", "count")), (1, 0));
    let blocks = &rows(&axis(&record)["reasons"], &[("reason", "sleep")])[0]["blocks_ns"];
    assert_eq!((sum(blocks), &blocks[5]), (1_000_000_000, &Value::from(1_000_000_000_u64.div_ceil(12))));
}

#[test]
#[ignore = "deep"]
fn time_on_and_off_the_cpu_is_all_the_time_there_is() {
    let mut target = Known::start();
    target.begins("spin 60000");
    // Beside others that want the same CPUs.
    let mut others: Vec<Known> = (0..3).map(|_| Known::start()).collect();
    for other in &mut others {
        other.begins("spin 60000");
    }
    let capture = Capture::start("off-all", &[target.pid()], &["--duration", "2", "--axes", "off_cpu,cpu_time"]);
    let record = capture.finish().record.expect("a record");
    let on = record["axes"]["cpu_time"]["total_ns"].as_u64().expect("a number");
    let waiting = reason(&record, "preempted", "total_ns") + reason(&record, "woken", "total_ns");
    assert!(reason(&record, "preempted", "count") > 0 && waiting > 100_000_000, "{record}");
    let all = on + waiting + reason(&record, "sleep", "total_ns");
    // Between the two probes' readings of the clock at each switch lies a little time.
    let is_all = all.abs_diff(2_000_000_000) < 20_000_000;
    assert!(is_all || drops(&record) > 0, "{on} on and {waiting} off");
}

/// How long the kernel says that the process waited for a CPU.
fn run_delay(pid: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{pid}/schedstat")).expect("it runs");
    text.split_whitespace().nth(1).and_then(|word| word.parse().ok()).expect("a number")
}

#[test]
#[ignore = "deep"]
fn waits_for_a_cpu_last_as_long_as_the_kernel_says() {
    for _ in 0..4 {
        let mut target = Known::start();
        let mut others: Vec<Known> = (0..3).map(|_| Known::start()).collect();
        for other in &mut others {
            other.begins("spin 60000");
        }
        let arguments = ["--duration", "4", "--axes", "off_cpu"];
        let mut capture = Capture::start("off-delays", &[target.pid()], &arguments);
        capture.wait_for("measuring");
        let before = run_delay(target.pid());
        target.does("nanosleep 200 3");
        let expected = run_delay(target.pid()) - before;
        let record = capture.finish().record.expect("a record");
        if drops(&record) > 0 {
            continue;
        }
        let waited = reason(&record, "woken", "total_ns") + reason(&record, "preempted", "total_ns");
        // Each of those sleeps ends in a wakeup, and may in a wait of no time at all.
        assert!(reason(&record, "woken", "count") >= 200, "{record}");
        // The two clocks are read some way apart at each switch.
        assert!(waited.abs_diff(expected) < 2_000_000 + expected / 50, "{waited} waited, {expected} expected");
        return;
    }
    panic!("switches are missing from every capture");
}

#[test]
#[ignore = "deep"]
fn a_stopped_process_is_stopped_until_it_goes_on() {
    let mut target = Known::start();
    let mut capture = Capture::start("off-stop", &[target.pid()], &["--duration", "120", "--axes", "off_cpu"]);
    capture.wait_for("measuring");
    target.does("getppid 1");
    let pid = target.pid() as i32;
    let signal = |signal| {
        // SAFETY: no pointers; our own child.
        assert_eq!(unsafe { libc::kill(pid, signal) }, 0);
        std::thread::sleep(std::time::Duration::from_millis(150));
    };
    signal(libc::SIGSTOP);
    signal(libc::SIGCONT);
    target.does("getppid 1");
    drop(target);
    let record = capture.finish().record.expect("a record");
    assert_eq!(reason(&record, "stopped", "count"), 1);
    let stopped = reason(&record, "stopped", "total_ns");
    // A busy machine lets it stop late, and wakes the one who continues it late.
    assert!((75_000_000..60_000_000_000).contains(&stopped), "{stopped}");
}

#[test]
#[ignore = "deep"]
fn of_many_waits_those_drawn_stand_for_all() {
    let record = record_of("off-drawn", Known::start(), "off_cpu", |target| {
        target.does("nap-busily 16 300 1");
    });
    let axis = axis(&record);
    let stacks = &axis["stacks"];
    let lost = stacks["lost"].as_u64().expect("a number");
    let count = figure(&axis["calls"], &[("name", "nanosleep"), ("reason", "sleep")], "count");
    assert!(drops(&record) >= lost && count + drops(&record) - lost >= 16 * 300 && count <= 16 * 300, "{count}");
    let samples = stacks["samples"].as_f64().expect("a number");
    assert!(samples < 2400.0, "{samples} stacks of 4800 waits");
    let shown = function_ns(&record, "nap_inner") as f64;
    let exact = figure(&axis["calls"], &[("name", "nanosleep"), ("reason", "sleep")], "total_ns") as f64;
    // Five standard deviations of as many draws.
    assert!((shown / exact - 1.0).abs() < 5.0 / samples.sqrt(), "{shown} for {exact} by {samples} stacks");
    assert!(probe(&record, "off_cpu")["hits"].as_u64() >= Some(4800));
}
