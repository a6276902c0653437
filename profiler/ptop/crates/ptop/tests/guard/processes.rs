//! Which processes a caller may measure and search for.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::fixture::{Guard, NOBODY_ID, NOT_LISTED, REFUSED};
use crate::harness::{Capture, as_member, as_nobody, own};

#[test]
fn only_members_of_its_group_can_execute_it() {
    let guard = Guard::new("execute");
    // In a shell, which says why: the kernel refuses the program itself.
    let run = |command: &mut Command| {
        let done = command.args(["-c", "exec \"$0\" --version"]).arg(&guard.program).output().expect("it starts");
        (done.status.code(), String::from_utf8_lossy(&done.stderr).contains("Permission denied"))
    };
    assert_eq!(run(&mut as_nobody(Path::new("/bin/sh"))), (Some(126), true));
    assert_eq!(run(&mut as_member(Path::new("/bin/sh"))), (Some(0), false));
}

#[test]
fn a_member_measures_what_is_listed_and_no_other_process() {
    let guard = Guard::new("member");
    let (target, list) = (guard.listed(), guard.list.argument());
    let measured = guard.capture("guard-member-listed", target.pid(), &list).finish();
    assert_eq!(measured.status, Some(0), "{}", measured.last_line);
    // Root's own process is what a control plane on this machine would be.
    for pid in [std::process::id(), 1] {
        let refused = guard.capture("guard-member-other", pid, &list).finish();
        assert_eq!((refused.status, refused.record.is_none()), (NOT_LISTED, true), "{}", refused.last_line);
        assert_eq!(refused.last_line["code"], "not_listed");
        let message = refused.last_line["message"].as_str().expect("text");
        assert!(
            message.contains(&format!("Process {pid} is outside the target list {list} by rule name")),
            "{message}"
        );
    }
}

#[test]
fn one_process_outside_the_list_refuses_the_whole_capture() {
    let guard = Guard::new("mixed");
    let target = guard.listed();
    let pids = [target.pid(), std::process::id()];
    let arguments = ["--duration", "1", "--targets", &guard.list.argument()];
    let refused = Capture::with("guard-mixed-out", as_member(&guard.program), &pids, &arguments).finish();
    assert_eq!((refused.status, refused.record.is_none()), (NOT_LISTED, true), "{}", refused.last_line);
}

#[test]
fn a_process_of_another_namespace_than_the_listed_one_is_refused() {
    let guard = Guard::new("namespace");
    let target = guard.listed();
    guard.list.lists(&[&guard.workload], &["shop"]);
    let refused = guard.capture("guard-namespace-out", target.pid(), &guard.list.argument()).finish();
    assert_eq!(refused.status, NOT_LISTED, "{}", refused.last_line);
    let message = refused.last_line["message"].as_str().expect("text");
    assert!(message.contains("by rule namespace"), "{message}");
}

#[test]
fn a_search_speaks_of_listed_names_and_namespaces_alone() {
    let guard = Guard::new("search");
    let search = |arguments: &[&str]| {
        let mut command = as_member(&guard.program);
        command.arg("processes").args(arguments).args(["--json", "--targets", &guard.list.argument()]);
        let done = command.output().expect("it starts");
        (done.status.code(), done.stdout.is_empty(), String::from_utf8_lossy(&done.stderr).into_owned())
    };
    let (status, is_silent, said) = search(&["--workload", "guard"]);
    assert_eq!((status, is_silent), (NOT_LISTED, true), "{said}");
    assert!(said.contains("\"guard\" is outside the target list"), "{said}");
    assert_eq!(search(&["--workload", &guard.workload]).0, Some(0));
    guard.list.lists(&[&guard.workload], &["shop", "bank"]);
    for (namespaces, expected) in [
        (&["--namespace", "shop"][..], Some(0)),
        (&["--namespace", "shop", "--namespace", "bank"], Some(0)),
        (&["--namespace", "shop", "--namespace", "kube-system"], NOT_LISTED),
        (&[], NOT_LISTED),
    ] {
        let arguments = [&["--workload", &guard.workload][..], namespaces].concat();
        assert_eq!(search(&arguments).0, expected, "{namespaces:?}");
    }
}

#[test]
fn without_a_list_nothing_is_measured_and_only_root_may_do_without() {
    let guard = Guard::new("unlisted");
    let target = guard.listed();
    let run = |arguments: &[&str]| {
        Capture::with("guard-unlisted-out", as_member(&guard.program), &[target.pid()], arguments).child.wait()
    };
    assert_eq!(run(&["--duration", "1"]).expect("it ends").code(), Some(2));
    assert_eq!(run(&["--duration", "1", "--unlisted"]).expect("it ends").code(), REFUSED);
    let mut command = as_member(&guard.program);
    let search = command.args(["processes", "--unlisted", "--workload", &guard.workload]).output().expect("it starts");
    assert_eq!((search.status.code(), search.stdout.len()), (REFUSED, 0));
}

#[test]
fn a_namespace_of_the_callers_own_lends_it_nothing_over_processes_outside() {
    let guard = Guard::new("user-namespace");
    let target = guard.listed();
    let out = guard.scratch.path("out");
    fs::create_dir(&out).expect("writable");
    own(&out, NOBODY_ID, NOBODY_ID, 0o777);
    // There it is root, mounts what it likes and needs no list: the capabilities are those of its namespace.
    let mut command = as_member(Path::new("unshare"));
    command.args(["--user", "--map-root-user", "--mount"]).arg(&guard.program);
    command.args(["capture", "--unlisted", "--duration", "1", "--pid", &target.pid().to_string()]);
    let done = command.arg("--out").arg(out.join("record")).output().expect("it starts");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(!done.status.success() && !out.join("record").exists(), "{said}");
    assert!([Some(3), Some(6)].contains(&done.status.code()), "{:?}: {said}", done.status);
}
