//! The collector as it is installed: run by a user without any privilege, with
//! capabilities on its file alone.

use std::path::Path;
use std::process::Command;

use crate::harness::{
    ALL_CAPABILITIES, Capture, Known, PROBES, PTOP, Scratch, TrustedList, as_member, count_of, install, probe, rows,
};
use serde_json::Value;

#[test]
fn file_capabilities_are_enough_for_every_axis() {
    let scratch = Scratch::new("privilege-all");
    let program = install(&scratch, &ALL_CAPABILITIES);
    // The target belongs to root.
    let mut target = Known::start();
    let list = TrustedList::of("privilege-all", &["known"]);
    let arguments = ["--duration", "120", "--targets", &list.argument()];
    let mut capture = Capture::with("privilege-all-out", as_member(&program), &[target.pid()], &arguments);
    capture.wait_for("measuring");
    target.does("getppid 321");
    target.does("open 4 /etc/hosts r");
    target.does("spin 400");
    let score = std::fs::read_to_string(format!("/proc/{}/oom_score_adj", capture.child.id())).expect("it runs");
    assert_eq!(score.trim(), "1000");
    let status = std::fs::read_to_string(format!("/proc/{}/status", capture.child.id())).expect("it runs");
    assert!(status.contains("Uid:\t65534\t65534\t65534\t65534"), "{status}");
    drop(target);
    let outcome = capture.finish();
    assert_eq!(outcome.status, Some(0), "{}", outcome.last_line);
    let record = outcome.record.expect("a record");
    let mut probes = record["probes"].as_array().expect("a list").iter().filter(|probe| probe["axis"] != "allocations");
    assert!(probes.all(|probe| probe["state"] == "measured"));
    assert_eq!(count_of(&record["axes"]["syscalls"]["calls"], &[("name", "getppid"), ("outcome", "ok")]), 321);
    assert_eq!(
        count_of(&record["axes"]["files"]["opens"], &[("path", "/etc/hosts"), ("op", "read"), ("outcome", "ok")]),
        4
    );
    let axis = &record["axes"]["cpu_stacks"];
    assert!(axis["whole"].as_u64() > Some(5) && axis["named"].as_u64() > Some(0), "{axis}");
    let process = &record["processes"][0];
    assert_eq!((&process["uid"], process["exe_sha256"].as_str().map(str::len)), (&0.into(), Some(64)));
}

#[test]
fn each_missing_capability_is_named_by_the_probes_that_need_it() {
    let scratch = Scratch::new("privilege-missing");
    for missing in ALL_CAPABILITIES {
        let held: Vec<&str> = ALL_CAPABILITIES.into_iter().filter(|name| *name != missing).collect();
        let program = install(&scratch, &held);
        let done = as_member(&program).args(["selftest", "--json"]).output().expect("it starts");
        let report: Value = serde_json::from_slice(&done.stdout).expect("JSON");
        let list: Value =
            serde_json::from_slice(&Command::new(PTOP).args(["probes", "--json"]).output().expect("it starts").stdout)
                .expect("JSON");
        let name = missing.trim_start_matches("cap_").to_uppercase();
        for row in list["probes"].as_array().expect("a list") {
            let needs = row["capability"].as_array().expect("a list").iter().any(|capability| *capability == *name);
            let result = probe(&report, row["id"].as_str().expect("text"));
            if needs {
                assert_eq!(
                    (&result["state"], &result["reason_code"]),
                    (&"failed".into(), &"missing_capability".into())
                );
                assert!(
                    result["reason"].as_str().is_some_and(|reason| reason.contains(&format!("CAP_{name}"))),
                    "{result}"
                );
                assert_eq!(result["errno"], "EPERM");
            } else if name != "BPF" && name != "PERFMON" {
                assert_eq!(result["state"], "measured", "{missing}: {result}");
            }
        }
        let fails = ["BPF", "PERFMON", "SYS_PTRACE"].contains(&name.as_str());
        assert_eq!(done.status.code(), Some(if fails { 9 } else { 0 }), "{missing}");
    }
}

#[test]
fn without_bpf_nothing_can_be_measured_and_the_capability_is_named() {
    let scratch = Scratch::new("privilege-none");
    let program = install(&scratch, &["cap_sys_ptrace"]);
    let target = Known::start();
    let list = TrustedList::of("privilege-none", &["known"]);
    let arguments = ["--duration", "1", "--targets", &list.argument()];
    let outcome = Capture::with("privilege-none-out", as_member(&program), &[target.pid()], &arguments).finish();
    assert_eq!((outcome.status, outcome.record.is_none()), (Some(3), true));
    let error = outcome.last_line;
    assert_eq!(error["code"], "missing_capability");
    assert!(error["message"].as_str().is_some_and(|text| text.contains("CAP_BPF and CAP_PERFMON")), "{error}");
    assert_eq!(rows(&error["probes"], &[("reason_code", "missing_capability")]).len(), PROBES);
}

#[test]
fn a_partial_grant_measures_what_it_can() {
    let scratch = Scratch::new("privilege-partial");
    let program = install(&scratch, &["cap_bpf", "cap_perfmon"]);
    let mut target = Known::start();
    let list = TrustedList::of("privilege-partial", &["known"]);
    let arguments = ["--duration", "120", "--targets", &list.argument()];
    let mut capture = Capture::with("privilege-partial-out", as_member(&program), &[target.pid()], &arguments);
    capture.wait_for("measuring");
    target.does("getppid 12");
    drop(target);
    let outcome = capture.finish();
    assert_eq!(outcome.status, Some(0));
    assert_eq!(
        (&outcome.last_line["probes"]["measured"], &outcome.last_line["probes"]["total"]),
        // Whole stacks, and the functions of Go programs, are read in the memory of the target.
        (&(PROBES - 2).into(), &PROBES.into())
    );
    let record = outcome.record.expect("a record");
    assert!(record["axes"].get("cpu_stacks").is_none(), "an axis without its probe has no numbers");
    assert_eq!(count_of(&record["axes"]["syscalls"]["calls"], &[("name", "getppid"), ("outcome", "ok")]), 12);
}

#[test]
fn no_new_privileges_leave_nothing_and_say_so() {
    let scratch = Scratch::new("privilege-nnp");
    let program = install(&scratch, &ALL_CAPABILITIES);
    // Two steps: root's own capabilities end at the first exec, and only then nothing is left to keep.
    let done = as_member(Path::new("setpriv")).arg("--no-new-privs").arg(&program).arg("selftest").output();
    let done = done.expect("it starts");
    assert_eq!(done.status.code(), Some(9));
    assert!(String::from_utf8_lossy(&done.stdout).contains("NoNewPrivs"), "the remedy names it");
}
