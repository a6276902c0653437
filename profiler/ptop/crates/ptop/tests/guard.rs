//! The collector is its own guard: whoever may run it, with whatever arguments, measures processes of the target list
//! and no others, and the list is one that the caller cannot have written.

mod harness;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use harness::search::name;
use harness::{
    ALL_CAPABILITIES, Capture, FAROL, Known, NOBODY, Scratch, TrustedList, as_member, as_nobody, copy, install,
    known_program, own,
};
use serde_json::Value;

const NOBODY_ID: u32 = 65534;
const OTHER: u32 = 4242;
const REFUSED: Option<i32> = Some(12);
const NOT_LISTED: Option<i32> = Some(11);

/// The collector as it is installed, and a list of one workload that no process has.
struct Guard {
    scratch: Scratch,
    program: PathBuf,
    list: TrustedList,
    workload: String,
}

impl Guard {
    fn new(case: &str) -> Guard {
        let scratch = Scratch::new(&format!("guard-{case}"));
        let program = install(&scratch, &ALL_CAPABILITIES);
        let workload = name('g');
        let list = TrustedList::of(&format!("guard-{case}"), &[&workload]);
        Guard { scratch, program, list, workload }
    }

    /// Asks whether a member of the group may use the list at this path.
    fn check(&self, path: &str) -> Output {
        as_member(&self.program).args(["targets", "--json", "--targets", path]).output().expect("it starts")
    }

    /// Asserts that the list at this path is refused for this rule, which this place breaks.
    fn refuses(&self, path: &Path, rule: &str, place: &Path) {
        let path = path.to_str().expect("text");
        let done = self.check(path);
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), REFUSED, "{path}: {said}");
        let answer: Value = serde_json::from_slice(&done.stdout).expect("JSON");
        assert_eq!((&answer["code"], answer["targets"].is_null()), (&"list_refused".into(), true), "{answer}");
        let expected = format!("{path} is not accepted as the target list by rule {rule}: {}", place.display());
        assert!(said.contains(&expected), "expected {expected:?} in {said:?}");
    }

    fn accepts(&self, path: &Path) {
        let done = self.check(path.to_str().expect("text"));
        assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
        let said: Value = serde_json::from_slice(&done.stdout).expect("JSON");
        assert_eq!(said["targets"], 1, "{said}");
    }

    /// Starts a target that has the listed name.
    fn listed(&self) -> Known {
        let program = self.scratch.path(&self.workload);
        copy(&known_program(), &program);
        Known::from(&mut Command::new(program))
    }

    fn capture(&self, case: &str, pid: u32, list: &str) -> Capture {
        Capture::with(
            case,
            as_member(&self.program),
            &[pid],
            &["--duration", "1", "--axes", "cpu_time", "--targets", list],
        )
    }
}

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
fn a_list_that_the_caller_wrote_is_refused() {
    let guard = Guard::new("owner");
    let file = guard.list.file();
    guard.accepts(&file);
    for (user, group, mode, rule) in [
        (NOBODY_ID, 0, 0o644, "file_owner"),
        (OTHER, 0, 0o644, "file_owner"),
        (0, FAROL.parse().expect("a number"), 0o664, "file_mode"),
        (0, 0, 0o646, "file_mode"),
    ] {
        own(&file, user, group, mode);
        guard.refuses(&file, rule, &file);
    }
    // The mask of an ACL stands in the group's bits: a named user who may write is seen there.
    own(&file, 0, 0, 0o644);
    grant_by_acl(&file, NOBODY_ID);
    guard.refuses(&file, "file_mode", &file);
}

/// Gives one user read and write access, as `setfacl -m u:<user>:rw` does (`linux/posix_acl_xattr.h`).
fn grant_by_acl(file: &Path, user: u32) {
    let entries: [(u16, u16, u32); 5] =
        [(0x01, 6, u32::MAX), (0x02, 6, user), (0x04, 4, u32::MAX), (0x10, 6, u32::MAX), (0x20, 4, u32::MAX)];
    let mut value = 2_u32.to_le_bytes().to_vec();
    for (tag, access, id) in entries {
        value.extend(tag.to_le_bytes());
        value.extend(access.to_le_bytes());
        value.extend(id.to_le_bytes());
    }
    let path = std::ffi::CString::new(file.to_str().expect("text")).expect("a path");
    let key = c"system.posix_acl_access";
    // SAFETY: two terminated texts and a value of the length given; all outlive the call.
    let done = unsafe { libc::setxattr(path.as_ptr(), key.as_ptr(), value.as_ptr().cast(), value.len(), 0) };
    assert_eq!(done, 0, "{}", std::io::Error::last_os_error());
}

#[test]
fn a_list_in_a_folder_that_the_caller_may_write_is_refused() {
    let guard = Guard::new("folder");
    let folder = guard.list.folder().join("inner");
    fs::create_dir(&folder).expect("the tests run as root");
    let file = folder.join("targets.json");
    fs::copy(guard.list.file(), &file).expect("the tests run as root");
    own(&file, 0, 0, 0o644);
    guard.accepts(&file);
    for (user, mode, rule) in [
        (NOBODY_ID, 0o755, "folder_owner"),
        (OTHER, 0o755, "folder_owner"),
        (0, 0o757, "folder_mode"),
        (0, 0o775, "folder_mode"),
    ] {
        own(&folder, user, FAROL.parse().expect("a number"), mode);
        guard.refuses(&file, rule, &folder);
    }
    own(&folder, 0, 0, 0o755);
    // However far above.
    own(guard.list.folder(), NOBODY_ID, 0, 0o755);
    guard.refuses(&file, "folder_owner", guard.list.folder());
    // And where everybody may make files, even if only their owner may remove them.
    let below_tmp = guard.scratch.path("targets.json");
    fs::copy(guard.list.file(), &below_tmp).expect("the tests run as root");
    let tmp = fs::canonicalize(std::env::temp_dir()).expect("it exists");
    guard.refuses(&fs::canonicalize(&below_tmp).expect("it exists"), "folder_mode", &tmp);
}

#[test]
fn a_list_behind_a_link_is_refused() {
    let guard = Guard::new("link");
    let folder = guard.list.folder();
    let (link, linked_folder) = (folder.join("link.json"), folder.join("linked"));
    symlink(guard.list.file(), &link).expect("the tests run as root");
    symlink(folder, &linked_folder).expect("the tests run as root");
    guard.refuses(&link, "no_symlink", &link);
    guard.refuses(&linked_folder.join("targets.json"), "no_symlink", &linked_folder);
    // The root of a process leads into whatever mount namespace that process made for itself.
    let inside = PathBuf::from(format!("/proc/{}/root", std::process::id()));
    guard.refuses(&inside.join("etc/targets.json"), "no_symlink", &inside);
}

#[test]
fn what_is_no_file_by_an_absolute_path_is_refused() {
    let guard = Guard::new("path");
    let folder = guard.list.folder();
    let relative = Path::new("targets.json");
    guard.refuses(relative, "absolute_path", relative);
    let upwards = folder.join("../targets.json");
    guard.refuses(&upwards, "absolute_path", &upwards);
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("it starts").success());
    for other in [folder.to_owned(), pipe, PathBuf::from("/dev/null")] {
        guard.refuses(&other, "regular_file", &other);
    }
    let missing = folder.join("missing.json");
    guard.refuses(&missing, "exists", &missing);
    fs::write(guard.list.file(), vec![b' '; (1 << 20) + 1]).expect("the tests run as root");
    guard.refuses(&guard.list.file(), "size", &guard.list.file());
}

#[test]
fn a_list_that_the_caller_may_not_read_is_not_read_for_it() {
    let guard = Guard::new("unreadable");
    let file = guard.list.file();
    own(&file, 0, 0, 0o600);
    guard.refuses(&file, "readable", &file);
    own(&file, 0, FAROL.parse().expect("a number"), 0o640);
    guard.accepts(&file);
    own(guard.list.folder(), 0, 0, 0o700);
    guard.refuses(&file, "readable", &file);
}

#[test]
fn content_that_is_not_exactly_a_list_is_refused() {
    let guard = Guard::new("content");
    let path = guard.list.argument();
    for (content, named) in [
        ("", "it is not JSON (line 1, column 0)"),
        (r#"{"targets":[]}"#, "targets is empty"),
        (r#"{"targets":[{"workload":"*"}]}"#, "targets[0].workload is \"*\""),
        (r#"{"targets":[{"workload":"a","comment":"b"}]}"#, "a key that a target list does not have"),
        (r#"{"targets":[{"workload":"a"}],"version":1}"#, "a key that a target list does not have"),
    ] {
        guard.list.holds(content);
        let done = guard.check(&path);
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), REFUSED, "{content}");
        assert!(said.contains(&format!("{path} is not accepted as the target list by rule content: ")), "{said}");
        assert!(said.contains(named), "{said}");
    }
}

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
