use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::harness::{
    Known, Scratch, as_nobody, assert_measured, copy, count_of, known_program, probe, record_of, rows,
};

fn changed(record: &Value, path: &str, op: &str, outcome: &str) -> u64 {
    count_of(&record["axes"]["file_changes"]["changes"], &[("path", path), ("op", op), ("outcome", outcome)])
}

#[test]
fn counts_every_call_that_changes_a_name() {
    let scratch = Scratch::new("changes-names");
    let path = |name: &str| scratch.path(name).display().to_string();
    let (target, mut other) = (Known::start(), Known::start());
    let record = record_of("changes-names-out", target, "file_changes", |target| {
        target.does(&format!("change mkdir 2 {}", path("made")));
        target.does(&format!("change mkdirat 3 {}", path("made-at")));
        target.does(&format!("change mknod 1 {}", path("node")));
        target.does(&format!("change rmdir 2 {}", path("made")));
        target.does(&format!("change unlinkat-directory 1 {}", path("made-at")));
        target.does(&format!("change symlink 1 anywhere {}", path("symbolic")));
        target.does(&format!("change symlinkat 2 anywhere {}", path("symbolic-at")));
        target.does(&format!("change link 1 {} {}", path("node"), path("hard")));
        target.does(&format!("change linkat 1 {} {}", path("node"), path("hard-at")));
        target.does(&format!("change rename 1 {} {}", path("node"), path("moved")));
        target.does(&format!("change renameat 1 {} {}", path("moved"), path("moved-at")));
        target.does(&format!("change renameat2 1 {} {}", path("moved-at"), path("moved-at2")));
        target.does(&format!("change unlink 3 {}", path("hard")));
        target.does(&format!("fork change unlinkat 1 {}", path("hard-at")));
        other.does(&format!("change unlink 9 {}", path("others")));
    });
    assert_measured(&record, "file_changes");
    let count = |name: &str, op: &str, outcome: &str| changed(&record, &path(name), op, outcome);
    assert_eq!((count("made", "mkdir", "ok"), count("made", "mkdir", "EEXIST")), (1, 1));
    assert_eq!((count("made-at", "mkdir", "ok"), count("made-at", "mkdir", "EEXIST")), (1, 2));
    assert_eq!(count("node", "mknod", "ok"), 1);
    assert_eq!((count("made", "rmdir", "ok"), count("made", "rmdir", "ENOENT")), (1, 1));
    assert_eq!(count("made-at", "rmdir", "ok"), 1);
    assert_eq!(count("symbolic", "symlink", "ok"), 1);
    assert_eq!((count("symbolic-at", "symlink", "ok"), count("symbolic-at", "symlink", "EEXIST")), (1, 1));
    assert_eq!((count("node", "link_from", "ok"), count("hard", "link_to", "ok")), (2, 1));
    assert_eq!(count("hard-at", "link_to", "ok"), 1);
    for (from, to) in [("node", "moved"), ("moved", "moved-at"), ("moved-at", "moved-at2")] {
        assert_eq!((count(from, "rename_from", "ok"), count(to, "rename_to", "ok")), (1, 1), "{from} {to}");
    }
    assert_eq!((count("hard", "unlink", "ok"), count("hard", "unlink", "ENOENT")), (1, 2));
    assert_eq!(count("hard-at", "unlink", "ok"), 1);
    assert_eq!(probe(&record, "file_changes")["hits"], 2 + 3 + 1 + 2 + 1 + 1 + 2 + 2 + 2 + 2 + 2 + 2 + 3 + 1);
}

#[test]
#[ignore = "deep"]
fn counts_every_call_that_changes_rights_or_size() {
    let scratch = Scratch::new("changes-rights");
    let file = scratch.path("data").display().to_string();
    std::fs::write(&file, "x").expect("it is ours");
    let record = record_of("changes-rights-out", Known::start(), "file_changes", |target| {
        for (call, times) in [("chmod", 1), ("fchmod", 2), ("at-chmod", 3)] {
            target.does(&format!("change {call} {times} {file}"));
        }
        for (call, times) in [("chown", 1), ("lchown", 2), ("fchown", 3), ("at-chown", 1)] {
            target.does(&format!("change {call} {times} {file}"));
        }
        for (call, times) in [("truncate", 4), ("ftruncate", 5)] {
            target.does(&format!("change {call} {times} {file}"));
        }
        target.does("change-closed 2");
    });
    assert_measured(&record, "file_changes");
    assert_eq!(changed(&record, &file, "chmod", "ok"), 1 + 2 + 3);
    assert_eq!(changed(&record, &file, "chown", "ok"), 1 + 2 + 3 + 1);
    assert_eq!(changed(&record, &file, "truncate", "ok"), 4 + 5);
    assert_eq!(changed(&record, "(closed descriptor)", "truncate", "EBADF"), 2);
}

#[test]
#[ignore = "deep"]
fn relative_paths_of_changes_become_absolute() {
    let scratch = Scratch::new("changes-relative");
    let base = scratch.0.display().to_string();
    std::fs::create_dir_all(scratch.path("a/b")).expect("it is ours");
    let record = record_of("changes-relative-out", Known::start(), "file_changes", |target| {
        target.does(&format!("chdir {base}/a"));
        target.does("change mkdir 1 b/c");
        target.does("change rename 1 b/c ./b//d");
    });
    assert_eq!(changed(&record, &format!("{base}/a/b/c"), "mkdir", "ok"), 1);
    assert_eq!(changed(&record, &format!("{base}/a/b/c"), "rename_from", "ok"), 1);
    assert_eq!(changed(&record, &format!("{base}/a/b/d"), "rename_to", "ok"), 1);
}

#[test]
#[ignore = "deep"]
fn denials_are_told_apart_from_other_failures() {
    let scratch = Scratch::new("changes-denied");
    let file = scratch.path("owned").display().to_string();
    std::fs::write(&file, "x").expect("it is ours");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).expect("it is ours");
    let program = scratch.path("known");
    copy(&known_program(), &program);
    let target = Known::from(&mut as_nobody(&program));
    let record = record_of("changes-denied-out", target, "files,file_changes", |target| {
        target.does(&format!("open 3 {file} r"));
        target.does(&format!("change chmod 2 {file}"));
        target.does(&format!("change unlink 4 {file}"));
        target.does("change unlink 1 /proc/self/absent");
    });
    let opens = &record["axes"]["files"]["opens"];
    assert_eq!(count_of(opens, &[("path", &file), ("op", "read"), ("outcome", "EACCES")]), 3);
    assert_eq!(changed(&record, &file, "chmod", "EPERM"), 2);
    assert_eq!(changed(&record, &file, "unlink", "EACCES"), 4);
    assert_eq!(rows(&record["axes"]["file_changes"]["changes"], &[("outcome", "ENOENT")]).len(), 1);
}

#[test]
#[ignore = "deep"]
fn changes_beyond_the_table_are_counted_as_cut() {
    let record = record_of("changes-cut", Known::start(), "file_changes", |target| {
        for number in 0..4200 {
            target.does(&format!("change unlink 1 /absent-{number}"));
        }
    });
    let files = &record["axes"]["file_changes"];
    assert_eq!(files["changes"].as_array().map(Vec::len), Some(4096));
    assert_eq!(files["cut"], 4200 - 4096);
    assert_eq!(probe(&record, "file_changes")["drops"], 4200 - 4096);
}
