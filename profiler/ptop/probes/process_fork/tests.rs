use std::process::Command;

use serde_json::Value;

use crate::harness::{Capture, Known, PTOP, assert_measured, count_of, known_program, record_of, rows};

#[test]
fn children_are_part_of_the_target() {
    let target = Known::start();
    let pid = target.pid();
    let record = record_of("fork", target, "syscalls", |target| {
        target.does("fork getppid 10");
        target.does("fork fork getppid 20");
        target.does("exec /bin/true");
    });
    assert_measured(&record, "process_fork");
    assert_eq!(count_of(&record["axes"]["syscalls"]["calls"], &[("name", "getppid"), ("outcome", "ok")]), 30);
    let processes = record["processes"].as_array().expect("a list");
    assert_eq!(processes.len(), 5, "{processes:?}");
    let first = &processes[0];
    assert_eq!(
        (&first["pid"], &first["forked"], &first["present_at_end"]),
        (&pid.into(), &false.into(), &false.into())
    );
    assert!(processes[1..].iter().all(|child| child["forked"] == true && child["present_at_end"] == false));
    let same = processes.iter().filter(|process| process["exe_sha256"] == first["exe_sha256"]).count();
    assert_eq!(same, 4, "forks without exec run their parent's program");
    let executed = rows(&record["processes"], &[("comm", "true")]);
    assert!(executed[0]["exe_path"].as_str().is_some_and(|path| path.ends_with("/true")), "{executed:?}");
}

#[test]
fn other_processes_are_not() {
    let (target, mut other) = (Known::start(), Known::start());
    let record = record_of("fork-other", target, "syscalls", |target| {
        target.does("getppid 7");
        other.does("getppid 5000");
        other.does("fork getppid 5000");
    });
    assert_eq!(count_of(&record["axes"]["syscalls"]["calls"], &[("name", "getppid"), ("outcome", "ok")]), 7);
    assert_eq!(record["processes"].as_array().map(Vec::len), Some(1));
}

#[test]
fn several_requested_processes_are_one_target() {
    let (mut one, mut two) = (Known::start(), Known::start());
    let mut capture =
        Capture::start("fork-several", &[one.pid(), two.pid()], &["--duration", "120", "--axes", "syscalls"]);
    capture.wait_for("measuring");
    one.does("getppid 11");
    // One of them may end; the window lasts as long as any is there.
    drop(one);
    two.does("getppid 22");
    drop(two);
    let record = capture.finish().record.expect("a record");
    assert_eq!(count_of(&record["axes"]["syscalls"]["calls"], &[("name", "getppid"), ("outcome", "ok")]), 33);
    assert_eq!(record["processes"].as_array().map(Vec::len), Some(2));
}

#[test]
fn pids_are_those_of_the_collectors_own_namespace() {
    // Collector and target share a pid namespace in which the target has a small pid.
    let script = format!(
        "{known} < /proc/self/fd/3 & sleep 0.3; exec {PTOP} capture --pid $! --duration 120 --axes syscalls,cpu_stacks --out $0 --json",
        known = known_program().display()
    );
    let scratch = crate::harness::Scratch::new("fork-namespace");
    let (out, input) = (scratch.path("record.json"), scratch.path("input"));
    std::fs::write(&input, "nanosleep 1 1500\ngetppid 9\nfork getppid 4\nspin 300\n").expect("it is ours");
    let redirected = format!("exec 3<{}; {script}", input.display());
    let done = Command::new("unshare")
        .args(["--pid", "--fork", "--mount-proc", "sh", "-c", &redirected])
        .arg(&out)
        .output()
        .expect("unshare runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let record: Value = serde_json::from_str(&std::fs::read_to_string(&out).expect("a record")).expect("JSON");
    assert_eq!(count_of(&record["axes"]["syscalls"]["calls"], &[("name", "getppid"), ("outcome", "ok")]), 13);
    let pids: Vec<u64> =
        record["processes"].as_array().expect("a list").iter().filter_map(|row| row["pid"].as_u64()).collect();
    assert!(pids.len() == 2 && pids.iter().all(|pid| (2..100).contains(pid)), "{pids:?}");
    assert!(record["axes"]["cpu_stacks"]["samples"].as_u64() > Some(5));
}
