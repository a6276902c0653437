use std::net::TcpListener;
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
#[ignore = "deep"]
fn more_processes_than_there_are_places_for_are_all_followed() {
    let forked = 4500;
    let record = record_of("fork-places", Known::start(), "syscalls", |target| {
        for number in 1..=forked {
            target.does("fork getppid 1");
            // As fast as no program starts others for long: the collector has to keep up.
            if number % 100 == 0 {
                target.does("nap 1 50");
            }
        }
    });
    assert_measured(&record, "process_fork");
    assert_eq!(count_of(&record["axes"]["syscalls"]["calls"], &[("name", "getppid"), ("outcome", "ok")]), forked);
    let listed = record["processes"].as_array().map(Vec::len).expect("a list") as u64;
    assert_eq!((listed, record["processes_cut"].as_u64()), (4096, Some(1 + forked - 4096)));
}

#[test]
#[ignore = "deep"]
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
#[ignore = "deep"]
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
#[ignore = "deep"]
fn what_each_process_did_is_told_apart() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it is bound");
    let (mut one, mut two) = (Known::start(), Known::start());
    let pids = [one.pid(), two.pid()];
    let axes = "cpu_time,syscalls,files,network,processes,signals,off_cpu,memory";
    let mut capture = Capture::start("fork-apart", &pids, &["--duration", "120", "--axes", axes]);
    capture.wait_for("measuring");
    one.does("open 3 /dev/null r");
    one.does(&format!("connect-later 2 {address}"));
    one.does("fork open 5 /dev/null r");
    one.does("fork getppid 1");
    two.does("open 7 /dev/null r");
    two.does(&format!("connect 1 {address}"));
    two.does(&format!("signal 4 {} 28", pids[0]));
    drop((one, two));
    let record = capture.finish().record.expect("a record");
    let hits = |process: &Value, probe: &str| process["hits"][probe].as_u64();
    let processes = record["processes"].as_array().expect("a list");
    let (named, children): (Vec<&Value>, Vec<&Value>) =
        processes.iter().partition(|process| process["forked"] == false);
    let of = |pid: u32| named.iter().copied().find(|process| process["pid"] == pid).expect("it was asked for");
    let (one, two) = (of(pids[0]), of(pids[1]));
    assert_eq!([one, two].map(|process| hits(process, "file_opens")), [Some(3), Some(7)]);
    assert_eq!([one, two].map(|process| hits(process, "net_connect")), [Some(2), Some(1)]);
    assert_eq!([one, two].map(|process| hits(process, "process_fork")), [Some(2), None]);
    let signals = hits(one, "signals");
    assert!(signals == Some(4 + 2) || signals == Some(4 + 2 + 1), "children end, and so does it: {signals:?}");
    assert_eq!([children[0], children[1]].map(|child| hits(child, "file_opens")), [Some(5), None]);
    assert!(processes.iter().all(|process| hits(process, "syscalls").is_some_and(|calls| calls > 0)), "{processes:#?}");
    // Nothing is counted twice, and what is not a single process's is not shared out.
    for probe in
        ["syscalls", "file_opens", "net_connect", "net_bytes", "process_exit", "signals", "off_cpu", "memory_calls"]
    {
        let all: u64 = processes.iter().filter_map(|process| hits(process, probe)).sum();
        assert_eq!(rows(&record["probes"], &[("id", probe)])[0]["hits"], all, "{probe}");
    }
}

#[test]
#[ignore = "deep"]
fn processes_beyond_those_that_are_counted_apart_have_no_counts_of_their_own() {
    let record = record_of("fork-many", Known::start(), "syscalls", |target| {
        for _ in 0..600 {
            target.does("fork getppid 1");
        }
    });
    assert_eq!(count_of(&record["axes"]["syscalls"]["calls"], &[("name", "getppid"), ("outcome", "ok")]), 600);
    let processes = record["processes"].as_array().expect("a list");
    let (apart, others): (Vec<&Value>, Vec<&Value>) = processes.iter().partition(|process| process["hits"].is_object());
    assert_eq!(apart.len() + others.len(), 601);
    assert!(apart.len() >= 127 && !others.is_empty(), "{} apart", apart.len());
    let counted: u64 = apart.iter().filter_map(|process| process["hits"]["syscalls"].as_u64()).sum();
    let all = rows(&record["probes"], &[("id", "syscalls")])[0]["hits"].as_u64();
    assert!(all > Some(counted), "what the others did is in the sum");
}

#[test]
#[ignore = "deep"]
fn pids_are_those_of_the_collectors_own_namespace() {
    // Collector and target share a pid namespace in which the target has a small pid.
    let script = format!(
        "exec 3<&0; {known} <&3 >/dev/null & exec {PTOP} capture --unlisted --pid $! --duration 120 --axes syscalls,cpu_stacks --out $0 --json </dev/null",
        known = known_program().display()
    );
    let scratch = crate::harness::Scratch::new("fork-namespace");
    let out = scratch.path("record.json");
    let mut command = Command::new("unshare");
    command.args(["--pid", "--fork", "--mount-proc", "sh", "-c", &script]).arg(&out);
    let mut both = Known::from(&mut command);
    both.hears_of("measuring");
    for what in ["getppid 9", "fork getppid 4", "spin 300", "exit"] {
        both.begins(what);
    }
    assert!(both.child.wait().expect("it was started").success());
    let record: Value = serde_json::from_str(&std::fs::read_to_string(&out).expect("a record")).expect("JSON");
    assert_eq!(count_of(&record["axes"]["syscalls"]["calls"], &[("name", "getppid"), ("outcome", "ok")]), 13);
    let pids: Vec<u64> =
        record["processes"].as_array().expect("a list").iter().filter_map(|row| row["pid"].as_u64()).collect();
    assert!(pids.len() == 2 && pids.iter().all(|pid| (2..100).contains(pid)), "{pids:?}");
    assert!(record["axes"]["cpu_stacks"]["samples"].as_u64() > Some(5));
}
