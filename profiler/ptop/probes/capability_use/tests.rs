use std::process::Command;

use serde_json::Value;

use crate::harness::{Known, Scratch, as_nobody, assert_measured, copy, count_of, known_program, record_of};

fn checks(record: &Value, capability: &str, outcome: &str, call: &str, namespace: &str) -> u64 {
    let fields = [("capability", capability), ("outcome", outcome), ("call", call), ("user_namespace", namespace)];
    let fields: Vec<_> = fields.into_iter().chain([("purpose", "other")]).collect();
    count_of(&record["axes"]["capabilities"]["checks"], &fields)
}

#[test]
fn counts_checks_by_capability_and_call() {
    let (target, mut other) = (Known::start(), Known::start());
    let record = record_of("capability-count", target, "capabilities", |target| {
        target.does("need SETPCAP 3");
        target.does("need SYS_ADMIN 4");
        target.does("fork need SYS_CHROOT 2");
        other.does("need SETPCAP 9");
    });
    assert_measured(&record, "capability_use");
    assert_eq!(checks(&record, "CAP_SETPCAP", "granted", "prctl", "initial"), 3);
    assert_eq!(checks(&record, "CAP_SYS_ADMIN", "granted", "sethostname", "initial"), 4);
    assert_eq!(checks(&record, "CAP_SYS_CHROOT", "granted", "chroot", "initial"), 2);
    assert_eq!(record["axes"]["capabilities"]["cut"], 0);
}

#[test]
#[ignore = "deep"]
fn what_the_target_may_not_is_denied() {
    let scratch = Scratch::new("capability-denied");
    let program = scratch.path("known");
    copy(&known_program(), &program);
    let target = Known::from(&mut as_nobody(&program));
    let record = record_of("capability-denied-out", target, "capabilities", |target| {
        target.does("need SETPCAP 3");
        target.does("need SYS_CHROOT 5");
    });
    assert_eq!(checks(&record, "CAP_SETPCAP", "denied", "prctl", "initial"), 3);
    assert_eq!(checks(&record, "CAP_SYS_CHROOT", "denied", "chroot", "initial"), 5);
}

#[test]
#[ignore = "deep"]
fn a_user_namespace_inside_the_initial_one_is_told_apart() {
    let mut command = Command::new("unshare");
    let target = Known::from(command.args(["--user", "--map-root-user"]).arg(known_program()));
    let record = record_of("capability-inner", target, "capabilities", |target| {
        target.does("need SETPCAP 2");
        target.does("need SYS_ADMIN 3");
    });
    assert_eq!(checks(&record, "CAP_SETPCAP", "granted", "prctl", "inner"), 2);
    // The host name belongs to the namespace around it.
    assert_eq!(checks(&record, "CAP_SYS_ADMIN", "denied", "sethostname", "initial"), 3);
}

#[test]
#[ignore = "deep"]
fn a_check_that_only_accounts_for_memory_is_told_from_a_need() {
    let scratch = Scratch::new("capability-memory");
    let program = scratch.path("known");
    copy(&known_program(), &program);
    let target = Known::from(&mut as_nobody(&program));
    let record = record_of("capability-memory-out", target, "capabilities", |target| {
        target.does("map 5 rw");
        target.does("fork need SYS_ADMIN 2");
    });
    let list = &record["axes"]["capabilities"]["checks"];
    let accounting = |call: &str| {
        let fields = [("capability", "CAP_SYS_ADMIN"), ("outcome", "denied"), ("call", call)];
        count_of(list, &[fields[0], fields[1], fields[2], ("purpose", "memory_accounting")])
    };
    assert_eq!((accounting("mmap"), accounting("sethostname")), (5, 0));
    assert!(accounting("clone") > 0, "a fork accounts for the memory of the child: {list}");
    assert_eq!(checks(&record, "CAP_SYS_ADMIN", "denied", "sethostname", "initial"), 2);
    assert_eq!(checks(&record, "CAP_SYS_ADMIN", "denied", "clone", "initial"), 0);
}
