//! What surrounds the list: a file that is replaced meanwhile, a read-only mount, a pin beside the collector.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use super::fixture::{Guard, NOBODY_ID, NOT_LISTED, OTHER, REFUSED};
use crate::harness::{FAROL, NOBODY, as_member, copy, own};

#[test]
fn a_list_that_is_replaced_meanwhile_is_the_one_that_was_checked_or_refused() {
    let guard = Guard::new("replaced");
    let target = guard.listed();
    let (file, folder) = (guard.list.file(), guard.list.folder().to_owned());
    guard.list.lists(&["something-else"], &[]);
    // Three ways to name the target, none of which the caller must be able to slip in.
    let hostile = format!(r#"{{"targets":[{{"workload":"{}"}}]}}"#, guard.workload);
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let (trusted, next) = (folder.join("trusted"), folder.join("next"));
            fs::copy(&file, &trusted).expect("the tests run as root");
            let theirs = guard.scratch.path("theirs.json");
            fs::write(&theirs, &hostile).expect("writable");
            while !ended.load(Ordering::Relaxed) {
                fs::write(&next, &hostile).expect("the tests run as root");
                own(&next, NOBODY_ID, NOBODY_ID, 0o644);
                fs::rename(&next, &file).expect("the tests run as root");
                symlink(&theirs, &next).expect("the tests run as root");
                fs::rename(&next, &file).expect("the tests run as root");
                fs::hard_link(&trusted, &next).expect("the tests run as root");
                fs::rename(&next, &file).expect("the tests run as root");
            }
        });
        let mut statuses = [0; 2];
        let out = guard.scratch.path("out");
        fs::create_dir(&out).expect("writable");
        own(&out, NOBODY_ID, NOBODY_ID, 0o755);
        for _ in 0..150 {
            let mut command = as_member(&guard.program);
            command.args(["capture", "--duration", "1", "--pid", &target.pid().to_string()]);
            command.arg("--out").arg(out.join("record")).arg("--targets").arg(&file);
            let done = command.stderr(Stdio::null()).stdout(Stdio::null()).status().expect("it starts");
            match done.code() {
                NOT_LISTED => statuses[0] += 1,
                REFUSED => statuses[1] += 1,
                other => panic!("status {other:?}"),
            }
        }
        ended.store(true, Ordering::Relaxed);
        assert!(statuses.iter().all(|count| *count > 0), "both were met: {statuses:?}");
    });
}

/// Runs a command of a member in a mount namespace that root made, after root did something there.
fn mounted(guard: &Guard, before: &str, arguments: &[&str]) -> Output {
    let member = format!("setpriv --reuid {NOBODY} --regid {NOBODY} --groups {FAROL} \"$@\"");
    let script = format!("set -e\n{before}\nexec {member}");
    let mut command = Command::new("unshare");
    command.args(["--mount", "sh", "-c", &script, "sh"]).arg(&guard.program).args(arguments);
    command.output().expect("it starts")
}

#[test]
fn on_a_read_only_mount_owner_and_folders_are_free_but_the_caller_owns_nothing() {
    let guard = Guard::new("read-only");
    let volume = guard.scratch.path("volume");
    fs::create_dir(&volume).expect("writable");
    own(&volume, OTHER, OTHER, 0o777);
    let on_host = volume.join("targets.json");
    fs::copy(guard.list.file(), &on_host).expect("writable");
    let at = guard.list.folder().join("mount");
    fs::create_dir(&at).expect("the tests run as root");
    let file = at.join("targets.json");
    let check = ["targets", "--json", "--targets", file.to_str().expect("text")];
    let bind = format!("mount --bind {} {}", volume.display(), at.display());
    let sealed = format!("{bind}\nmount -o remount,bind,ro {}", at.display());
    for (owner, mode, before, expected) in [
        (OTHER, 0o644, &bind, "rule folder_owner"),
        (OTHER, 0o644, &sealed, ""),
        (0, 0o644, &sealed, ""),
        (OTHER, 0o666, &sealed, "rule file_mode"),
        (NOBODY_ID, 0o644, &sealed, "rule file_owner"),
    ] {
        own(&on_host, owner, 0, mode);
        let done = mounted(&guard, before, &check);
        let said = String::from_utf8_lossy(&done.stderr);
        let status = if expected.is_empty() { Some(0) } else { REFUSED };
        assert_eq!(done.status.code(), status, "{owner} {mode:o} {before}: {said}");
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn a_pin_of_roots_beside_the_collector_names_the_only_list() {
    let guard = Guard::new("pin");
    // Installed where nobody but root may write.
    let program = guard.list.folder().join("ptop");
    copy(&guard.program, &program);
    own(&program, 0, FAROL.parse().expect("a number"), 0o750);
    let guard = Guard { program, ..guard };
    let pin = guard.list.folder().join("ptop.targets");
    let other = guard.list.folder().join("other.json");
    fs::copy(guard.list.file(), &other).expect("the tests run as root");
    guard.accepts(&other);
    fs::write(&pin, format!("{}\n", guard.list.argument())).expect("the tests run as root");
    guard.accepts(&guard.list.file());
    let said = String::from_utf8(guard.check(other.to_str().expect("text")).stderr).expect("text");
    assert!(said.contains("rule pin") && said.contains(&guard.list.argument()), "{said}");
    // A pin that somebody else could have written is none.
    own(&pin, NOBODY_ID, 0, 0o644);
    let said = String::from_utf8(guard.check(&guard.list.argument()).stderr).expect("text");
    assert!(said.contains("rule file_owner") && said.contains("ptop.targets"), "{said}");
    // Nor is the collector under another name in another folder, where no pin is beside it.
    own(&pin, 0, 0, 0o644);
    let elsewhere = guard.list.folder().join("elsewhere");
    fs::create_dir(&elsewhere).expect("the tests run as root");
    fs::hard_link(&guard.program, elsewhere.join("ptop")).expect("the tests run as root");
    let linked = Guard { program: elsewhere.join("ptop"), ..guard };
    let said = String::from_utf8(linked.check(other.to_str().expect("text")).stderr).expect("text");
    assert!(said.contains("rule one_name"), "{said}");
}
