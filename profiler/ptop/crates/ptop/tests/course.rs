//! How a capture begins, ends, and refuses.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::harness::{Capture, Known, PROBES, PTOP, Scratch, probe, rows};
use serde_json::Value;

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let done = Command::new(PTOP).args(arguments).output().expect("the collector starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (done.status.code(), text(done.stdout), text(done.stderr))
}

fn send(capture: &Capture, signal: i32) {
    // SAFETY: our own child, which has not been waited for.
    assert_eq!(unsafe { libc::kill(capture.child.id() as i32, signal) }, 0);
}

#[test]
fn phases_are_told_in_order_and_the_summary_comes_last() {
    let target = Known::start();
    let mut capture = Capture::start("course-phases", &[target.pid()], &["--duration", "1", "--warmup", "1"]);
    for phase in ["canary", "warmup", "measuring", "draining", "symbolising"] {
        capture.wait_for(phase);
    }
    let outcome = capture.finish();
    assert_eq!(outcome.status, Some(0));
    let summary = outcome.last_line;
    assert_eq!(summary["type"], "summary");
    assert_eq!(summary["probes"], serde_json::json!({ "measured": PROBES, "total": PROBES, "missing": [] }));
    assert!(summary["memory"]["peak_rss_bytes"].as_u64() < Some(64 << 20), "{summary}");
    let record = outcome.record.expect("a record");
    assert_eq!(record["memory"], summary["memory"]);
    let of = |key: &str| record["memory"][key].as_u64().expect("a number");
    assert!(of("map_bytes") + of("peak_rss_bytes") <= of("estimated_bytes"), "{}", record["memory"]);
    assert_eq!(
        (&record["window"]["warmup_ns"], &record["window"]["measured_ns"]),
        (&1_000_000_000.into(), &1_000_000_000.into())
    );
    for key in ["samples", "whole", "frames", "named"] {
        assert_eq!(record["axes"]["cpu_stacks"][key], summary["cpu_stacks"][key]);
    }
}

#[test]
fn an_idle_target_is_measured_as_zero() {
    let target = Known::start();
    let outcome = Capture::start("course-idle", &[target.pid()], &["--duration", "1"]).finish();
    let record = outcome.record.expect("a record");
    let axes = &record["axes"];
    assert_eq!((&axes["cpu_time"]["total_ns"], &axes["cpu_stacks"]["samples"]), (&0.into(), &0.into()));
    assert!(
        [
            "/syscalls/calls",
            "/files/opens",
            "/network/peers",
            "/processes/programs",
            "/processes/exits",
            "/signals/received",
            "/executable_memory/grants",
            "/file_changes/changes",
            "/file_io/transfers",
            "/capabilities/checks",
            "/locks/waits",
            "/memory/requests"
        ]
        .iter()
        .all(|list| axes.pointer(list) == Some(&Value::Array(vec![])))
    );
    // Allocations are measured only when they are asked for.
    let state = |probe: &Value| if probe["axis"] == "allocations" { "disabled" } else { "measured" };
    let probes = record["probes"].as_array().expect("a list");
    assert!(probes.iter().all(|probe| probe["state"] == state(probe)) && axes.get("allocations").is_none());
}

#[test]
fn a_capture_that_could_take_more_than_it_may_is_refused_before_anything_is_loaded() {
    let target = Known::start();
    let mut capture = Capture::start("course-room", &[target.pid()], &["--duration", "1", "--memory-limit", "48"]);
    capture.wait_for("canary");
    let outcome = capture.finish();
    assert_eq!((outcome.status, &outcome.last_line["code"]), (Some(10), &"no_room".into()), "{}", outcome.last_line);
    let message = outcome.last_line["message"].as_str().expect("a sentence");
    assert!(message.ends_with("and 48 MiB are free."), "{message}");
    assert!(outcome.record.is_none() && outcome.last_line["probes"].as_array().is_none_or(Vec::is_empty));
    // Fewer axes take less, and what is taken is less than was feared.
    let arguments = ["--duration", "1", "--memory-limit", "48", "--axes", "cpu_stacks"];
    let record = Capture::start("course-room", &[target.pid()], &arguments).finish().record.expect("a record");
    let of = |key: &str| record["memory"][key].as_u64().expect("a number");
    let estimated = of("estimated_bytes");
    assert!(of("map_bytes") + of("peak_rss_bytes") <= estimated && estimated <= 48 << 20, "{}", record["memory"]);
}

#[test]
fn warm_up_counts_nothing() {
    let mut target = Known::start();
    let mut capture = Capture::start(
        "course-warmup",
        &[target.pid()],
        &["--duration", "1", "--warmup", "3", "--axes", "syscalls,files"],
    );
    capture.wait_for("warmup");
    target.does("getppid 100");
    target.does("open 5 /etc/hosts r");
    let record = capture.finish().record.expect("a record");
    assert!(rows(&record["axes"]["syscalls"]["calls"], &[("name", "getppid")]).is_empty());
    assert_eq!(record["axes"]["files"]["opens"], serde_json::json!([]));
}

#[test]
fn axes_that_were_not_asked_for_are_disabled() {
    let target = Known::start();
    let outcome = Capture::start("course-axes", &[target.pid()], &["--duration", "1", "--axes", "files"]).finish();
    let record = outcome.record.expect("a record");
    assert_eq!(
        record["axes"].as_object().map(|axes| axes.keys().cloned().collect::<Vec<_>>()),
        Some(vec!["files".to_owned()])
    );
    assert_eq!(probe(&record, "syscalls")["state"], "disabled");
    assert_eq!(probe(&record, "file_opens")["state"], "measured");
    assert_eq!(outcome.last_line["probes"]["total"], 2);
    assert!(outcome.last_line.get("cpu_stacks").is_none());
}

#[test]
fn a_signal_stops_the_capture_and_leaves_no_file() {
    for signal in [libc::SIGTERM, libc::SIGINT] {
        let target = Known::start();
        let mut capture = Capture::start("course-signal", &[target.pid()], &["--duration", "60"]);
        capture.wait_for("measuring");
        send(&capture, signal);
        let outcome = capture.finish();
        assert_eq!((outcome.status, outcome.record.is_none()), (Some(7), true));
        assert_eq!((&outcome.last_line["type"], &outcome.last_line["code"]), (&"error".into(), &"stopped".into()));
    }
}

#[test]
fn the_collector_does_not_outlive_its_parent() {
    let scratch = Scratch::new("course-parent");
    let target = Known::start();
    let script = format!(
        "sh -c 'echo $$; exec {PTOP} capture --unlisted --pid {} --duration 60 --out {} --json' & wait",
        target.pid(),
        scratch.path("record").display()
    );
    let mut shell = Command::new("sh").args(["-c", &script]).stdout(Stdio::piped()).spawn().expect("a shell");
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(shell.stdout.take().expect("piped")));
    let pid: u32 = lines.next().expect("a line").expect("text").parse().expect("a pid");
    assert!(lines.by_ref().any(|line| line.expect("text").contains("measuring")));
    shell.kill().expect("it runs");
    shell.wait().expect("it was started");
    // The pipe closes when the last of them is gone.
    assert_eq!(lines.filter(|line| line.as_ref().is_ok_and(|line| line.contains("summary"))).count(), 0);
    let has_ended = || {
        std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| stat.contains(") Z "))
            || !Path::new(&format!("/proc/{pid}")).exists()
    };
    // Its window would last longer.
    let patience = Instant::now() + Duration::from_secs(50);
    while !has_ended() {
        assert!(Instant::now() < patience, "the collector still runs");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(!scratch.path("record").exists() && !scratch.path("record.partial").exists());
}

#[test]
fn a_caller_that_lets_go_of_standard_input_stops_the_capture() {
    let scratch = Scratch::new("course-input");
    let (target, out) = (Known::start(), scratch.path("record"));
    let mut command = Command::new(PTOP);
    command
        .args(["capture", "--unlisted", "--pid", &target.pid().to_string(), "--duration", "60", "--json", "--out"])
        .arg(&out);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the collector starts");
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().expect("piped")));
    assert!(lines.by_ref().any(|line| line.expect("text").contains("measuring")));
    drop(child.stdin.take());
    assert_eq!(child.wait().expect("it was started").code(), Some(7));
    assert!(!out.exists());
}

#[test]
fn a_target_that_does_not_exist_is_named() {
    let (status, out, error) =
        run(&["capture", "--unlisted", "--pid", "4194303", "--duration", "1", "--out", "/tmp/ptop-never", "--json"]);
    assert_eq!(status, Some(4));
    let line: Value = serde_json::from_str(out.lines().last().expect("a line")).expect("JSON");
    assert_eq!(line["code"], "target_gone");
    assert!(error.contains("4194303"), "{error}");
}

#[test]
fn a_requested_process_that_has_ended_does_not_fail_the_others() {
    let mut target = Known::start();
    let mut capture =
        Capture::start("course-some", &[4_194_303, target.pid()], &["--duration", "60", "--axes", "syscalls"]);
    capture.wait_for("measuring");
    target.does("getppid 3");
    let pid = target.pid();
    drop(target);
    let record = capture.finish().record.expect("a record");
    assert_eq!((&record["processes"][0]["pid"], record["processes"].as_array().map(Vec::len)), (&pid.into(), Some(1)));
}

#[test]
fn a_target_that_ends_inside_the_window_ends_it() {
    let mut target = Known::start();
    let mut capture = Capture::start("course-end", &[target.pid()], &["--duration", "60", "--axes", "syscalls"]);
    capture.wait_for("measuring");
    target.does("getppid 3");
    drop(target);
    let record = capture.finish().record.expect("what was measured is written");
    assert!(record["window"]["measured_ns"].as_u64() < Some(59_000_000_000));
    assert_eq!(record["window"]["requested_ns"].as_u64(), Some(60_000_000_000));
    assert_eq!(record["processes"][0]["present_at_end"], false);
}

#[test]
fn a_target_that_ends_in_the_warm_up_is_gone() {
    let target = Known::start();
    let mut capture = Capture::start("course-early", &[target.pid()], &["--duration", "5", "--warmup", "30"]);
    capture.wait_for("warmup");
    drop(target);
    let outcome = capture.finish();
    assert_eq!((outcome.status, outcome.record.is_none()), (Some(4), true));
}

#[test]
fn an_output_that_cannot_be_written_is_refused_before_anything_is_measured() {
    let own = std::process::id().to_string();
    let (status, _, error) =
        run(&["capture", "--unlisted", "--pid", &own, "--duration", "60", "--out", "/proc/ptop/record"]);
    assert_eq!(status, Some(8));
    assert!(error.contains("/proc/ptop/record"), "{error}");
}

#[test]
fn a_wrong_command_line_is_a_usage_failure() {
    for arguments in [&["capture"][..], &["capture", "--pid", "1"], &["frobnicate"], &["probes", "--frob"]] {
        assert_eq!(run(arguments).0, Some(2), "{arguments:?}");
    }
    let (status, help, _) = run(&["--help"]);
    assert_eq!(status, Some(0));
    for code in
        ["usage", "missing_capability", "target_gone", "out_of_memory", "nothing_measurable", "stopped", "output"]
    {
        assert!(help.contains(code), "{code} is documented");
    }
}

#[test]
fn every_probe_is_listed_and_fires_here() {
    let (status, list, _) = run(&["probes", "--json"]);
    let list: Value = serde_json::from_str(&list).expect("JSON");
    let ids: Vec<&str> =
        list["probes"].as_array().expect("a list").iter().filter_map(|row| row["id"].as_str()).collect();
    assert_eq!(status, Some(0));
    let probes = "allocations capability_use cpu_samples cpu_time executable_memory file_changes file_io file_opens futex_waits go_locks kernel_locks memory_calls net_accept net_bytes net_connect net_quality off_cpu page_faults process_exec process_exit process_fork resident_memory signals syscalls";
    assert_eq!(ids, probes.split(' ').collect::<Vec<_>>());
    let (status, report, _) = run(&["selftest", "--json"]);
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!((status, &report["ok"]), (Some(0), &true.into()), "{report}");
    for id in ids {
        let liveness = &probe(&report, id)["liveness"];
        assert!(liveness["observed"].as_u64() > Some(0), "{id}: {liveness}");
        if liveness["method"] == "canary" {
            assert_eq!(liveness["expected"], liveness["observed"], "{id}");
        }
    }
}

#[test]
fn a_probe_that_cannot_be_proved_is_attached_but_silent() {
    // Without a loopback interface the canary cannot connect, so nothing shows that the probe counts.
    let done = Command::new("unshare").args(["--net", PTOP, "selftest", "--json"]).output().expect("unshare runs");
    let report: Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert_eq!((done.status.code(), &report["ok"]), (Some(9), &false.into()));
    let silent = probe(&report, "net_connect");
    assert_eq!((&silent["state"], &silent["reason_code"]), (&"attached_silent".into(), &"canary_mismatch".into()));
    assert!(silent.get("hits").is_none(), "no number without a measurement: {silent}");
    // The three of the network that are silent, and the one that only a selftest asks for.
    assert_eq!(rows(&report["probes"], &[("state", "measured")]).len(), PROBES - 2);
}

#[test]
fn the_version_names_the_programs() {
    let (status, version, _) = run(&["--version"]);
    assert_eq!(status, Some(0));
    assert!(version.starts_with("ptop 0.") && version.contains("(bpf "), "{version}");
}
