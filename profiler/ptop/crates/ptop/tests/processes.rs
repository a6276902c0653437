//! Which processes a name means, asked by a user who may look into none of them.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::harness::search::{Search, name};
use crate::harness::{Capture, PTOP, Scratch, TrustedList, as_member, copy, install};
use serde_json::{Value, json};

/// A sleeping process with chosen names, of a user that is neither root nor the collector's.
struct Sleeper(Child);

impl Sleeper {
    /// `exe` is copied; `comm` is the name of the link it is started by.
    fn start(folder: &Path, exe: &str, comm: &str, argv0: &str) -> Sleeper {
        let (program, link) = (folder.join(exe), folder.join(comm));
        copy(Path::new("/bin/sleep"), &program);
        if exe != comm {
            symlink(&program, &link).expect("writable");
        }
        let mut command = Command::new(link);
        command.arg0(argv0).arg("600").env("CANARY", "canary-of-the-environment").uid(4242).gid(4242);
        Sleeper(command.stdout(Stdio::null()).spawn().expect("it starts"))
    }

    fn pid(&self) -> u32 {
        self.0.id()
    }
}

impl Drop for Sleeper {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn each_of_the_three_names_of_another_users_process_is_enough() {
    let search = Search::new("names");
    let workload = name('n');
    let folder = &search.scratch.0;
    let by_exe = Sleeper::start(folder, &workload, "masked", "renamed");
    // Another folder, since executable and link have the same name.
    let other = folder.join("other");
    fs::create_dir(&other).expect("writable");
    let by_comm = Sleeper::start(&other, "sleep", &workload, "renamed");
    let by_argv0 = Sleeper::start(folder, "sleep", "sleep", &format!("/opt/{workload}"));
    let found = search.find(&workload, &[]);
    let rows: Vec<(u64, &str)> = found["processes"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| (row["pid"].as_u64().expect("a pid"), row["matched_by"].as_str().expect("text")))
        .collect();
    let mut expected =
        [(by_exe.pid(), "exe"), (by_comm.pid(), "comm"), (by_argv0.pid(), "argv0")].map(|(pid, by)| (pid.into(), by));
    expected.sort_unstable();
    assert_eq!(rows, expected);
    assert_eq!((&found["counts"]["matching"], &found["passed_over"]), (&3.into(), &json!([])));
}

#[test]
fn an_executable_that_was_removed_keeps_its_name() {
    let search = Search::new("deleted");
    let workload = name('d');
    let sleeper = Sleeper::start(&search.scratch.0, &workload, "masked", "renamed");
    fs::remove_file(search.scratch.path(&workload)).expect("it is ours");
    assert_eq!(search.find(&workload, &[])["processes"][0]["pid"], sleeper.pid());
}

#[test]
fn parts_of_a_name_and_other_cases_match_nothing_and_nothing_is_said() {
    let search = Search::new("parts");
    let workload = name('p');
    let _sleeper = Sleeper::start(&search.scratch.0, &workload, &workload, &workload);
    let path = search.scratch.path(&workload);
    for other in [&workload[1..], &workload.to_uppercase(), "600", path.to_str().expect("text"), "kthreadd"] {
        for namespaces in [&[][..], &["shop"]] {
            let mut found = search.find(other, namespaces);
            // The machine may hold processes that not even the collector may read; they are counted, and that is all.
            assert!(found["counts"]["unread"].take().is_u64(), "{other}: {found}");
            let counts = json!({ "matching": 0, "passed_over": 0, "unread": null });
            assert_eq!(found, json!({ "processes": [], "passed_over": [], "counts": counts }), "{other}");
        }
    }
}

#[test]
fn nothing_but_pid_start_and_name_is_said_of_a_match() {
    let search = Search::new("least");
    let workload = name('l');
    let sleeper = Sleeper::start(&search.scratch.0, "masked", "masked", &workload);
    let found = search.find(&workload, &[]);
    let start = found["processes"][0]["start_ticks"].as_u64().expect("a number");
    assert!(start > 0);
    let only = json!([{ "pid": sleeper.pid(), "start_ticks": start, "matched_by": "argv0", "namespace": { "state": "not_asked" } }]);
    assert_eq!(found["processes"], only);
    // The list is the one that the search above left.
    let said = search.run(&["--workload", &workload]);
    let said = String::from_utf8(said.stdout).expect("text");
    assert!(said.contains(&format!("{} started", sleeper.pid())) && said.contains("1 match"), "{said}");
    assert!(!format!("{found}{said}").contains("canary"), "{said}");
}

#[test]
fn the_collector_and_its_caller_are_never_found() {
    let own = std::env::current_exe().expect("it runs");
    let own = own.file_name().and_then(|name| name.to_str()).expect("text");
    for workload in [own, "ptop"] {
        let child = Command::new(PTOP)
            .args(["processes", "--unlisted", "--json", "--workload", workload])
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let family = [child.id(), std::process::id()];
        let found: Value =
            serde_json::from_slice(&child.wait_with_output().expect("it ends").stdout).expect("one JSON object");
        let mut pids = found["processes"].as_array().expect("a list").iter().map(|row| row["pid"].as_u64());
        assert!(pids.all(|pid| !family.map(|one| Some(one.into())).contains(&pid)), "{found}");
    }
}

#[test]
fn a_search_among_processes_that_come_and_go_succeeds() {
    let search = Search::new("churn");
    let workload = name('c');
    let sleeper = Sleeper::start(&search.scratch.0, &workload, "masked", "renamed");
    let churn = std::thread::spawn(|| {
        for _ in 0..300 {
            Command::new("/bin/true").status().expect("it starts");
        }
    });
    let mut searches = 0;
    while !churn.is_finished() || searches == 0 {
        assert_eq!(search.find(&workload, &[])["processes"][0]["pid"], sleeper.pid());
        searches += 1;
    }
    churn.join().expect("it ends");
}

#[test]
fn executables_that_may_not_be_read_are_counted() {
    let search = Search::new("unread");
    let workload = name('u');
    let _by_exe = Sleeper::start(&search.scratch.0, &workload, "masked", "renamed");
    // In a user namespace of its own it holds the capability, and not over processes outside.
    let find = |workload: &str| -> Value {
        let mut command = as_member(Path::new("unshare"));
        command.args(["--user", "--map-root-user"]).arg(&search.program).args(["processes", "--unlisted", "--json"]);
        let done = command.arg("--workload").arg(workload).output().expect("it starts");
        assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
        serde_json::from_slice(&done.stdout).expect("one JSON object")
    };
    let none = find(&workload);
    assert_eq!((&none["counts"]["matching"], none["counts"]["unread"].as_u64() > Some(0)), (&0.into(), true), "{none}");
    let by_comm = find("masked");
    assert!(by_comm["processes"].as_array().expect("a list").iter().all(|row| row["matched_by"] == "comm"));
    assert!(by_comm["counts"]["matching"].as_u64() > Some(0), "{by_comm}");
}

#[test]
fn without_the_capability_nothing_is_listed_and_it_is_named() {
    let scratch = Scratch::new("processes-capability");
    let program = install(&scratch, &["cap_bpf", "cap_perfmon", "cap_dac_read_search", "cap_sys_admin"]);
    let list = TrustedList::of("processes-capability", &["sleep"]);
    let mut command = as_member(&program);
    command.args(["processes", "--workload", "sleep", "--json", "--targets"]).arg(list.file());
    let done = command.output().expect("it starts");
    assert_eq!((done.status.code(), done.stdout.len()), (Some(3), 0));
    assert!(String::from_utf8_lossy(&done.stderr).contains("CAP_SYS_PTRACE is not held"));
}

#[test]
fn wrong_arguments_are_refused_by_name() {
    for (arguments, named) in [
        (&["--json"][..], "--workload"),
        (&["--workload", ""], "--workload"),
        (&["--workload", "a", "--namespace", ""], "--namespace"),
        (&["--workload", "a", "--all"], "--all"),
    ] {
        let done = Command::new(PTOP).arg("processes").args(arguments).output().expect("it starts");
        assert_eq!((done.status.code(), done.stdout.len()), (Some(2), 0), "{arguments:?}");
        assert!(String::from_utf8_lossy(&done.stderr).contains(named), "{arguments:?}");
    }
}

#[test]
fn what_is_found_can_be_captured_and_no_later_process_under_its_pid() {
    let search = Search::new("capture");
    let workload = name('x');
    let sleeper = Sleeper::start(&search.scratch.0, &workload, "masked", "renamed");
    let start = search.find(&workload, &[])["processes"][0]["start_ticks"].as_u64().expect("a number");
    let capture = |start: u64| {
        let process = format!("{}:{start}", sleeper.pid());
        Capture::start("processes-capture-out", &[], &["--pid", &process, "--duration", "1", "--axes", "cpu_time"])
            .finish()
    };
    let captured = capture(start);
    assert_eq!(captured.record.expect("a record")["processes"][0]["start_ticks"], start);
    let later = capture(start + 1);
    assert_eq!((later.status, &later.last_line["code"]), (Some(4), &"target_gone".into()));
}
