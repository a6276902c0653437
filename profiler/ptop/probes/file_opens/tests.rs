use std::process::Command;

use crate::harness::{Known, Scratch, assert_measured, count_of, known_program, record_of};

fn opens(path: &str, op: &str, outcome: &str) -> [(&'static str, String); 3] {
    [("path", path.to_owned()), ("op", op.to_owned()), ("outcome", outcome.to_owned())]
}

fn count(list: &serde_json::Value, path: &str, op: &str, outcome: &str) -> u64 {
    let fields = opens(path, op, outcome);
    count_of(list, &fields.each_ref().map(|(key, value)| (*key, value.as_str())))
}

#[test]
fn counts_opens_by_path_mode_and_outcome() {
    let scratch = Scratch::new("files-count");
    let file = scratch.path("data").display().to_string();
    let absent = scratch.path("absent").display().to_string();
    let target = Known::start();
    let record = record_of("files-count-out", target, "files", |target| {
        target.does(&format!("open 3 {file} w"));
        target.does(&format!("open 7 {file} r"));
        target.does(&format!("open 2 {file} rw"));
        target.does(&format!("open 1 {file} path"));
        target.does(&format!("open 4 {absent} r"));
        target.does(&format!("open2 5 {file}"));
    });
    assert_measured(&record, "file_opens");
    let list = &record["axes"]["files"]["opens"];
    assert_eq!(count(list, &file, "write", "ok"), 3);
    assert_eq!(count(list, &file, "read", "ok"), 7);
    assert_eq!(count(list, &file, "read_write", "ok"), 2 + 5);
    assert_eq!(count(list, &file, "path", "ok"), 1);
    assert_eq!(count(list, &absent, "read", "ENOENT"), 4);
    assert_eq!((list.as_array().map(Vec::len), &record["axes"]["files"]["cut"]), (Some(5), &0.into()));
}

#[test]
#[ignore = "deep"]
fn relative_paths_become_absolute() {
    let scratch = Scratch::new("files-relative");
    let base = scratch.0.display().to_string();
    std::fs::create_dir_all(scratch.path("a/b/c")).expect("it is ours");
    std::fs::write(scratch.path("a/b/c/data"), "x").expect("it is ours");
    let target = Known::start();
    let record = record_of("files-relative-out", target, "files", |target| {
        target.does(&format!("chdir {base}/a/b"));
        target.does("open 2 c/data r");
        target.does("open 3 ./c//data r");
        target.does(&format!("open-in 4 {base}/a b/c/data"));
        target.does("open-in 1 /proc self/ptop-absent");
        target.does(&format!("open 1 {base}/a/../a/b/c/data r"));
    });
    let list = &record["axes"]["files"]["opens"];
    assert_eq!(count(list, &format!("{base}/a/b/c/data"), "read", "ok"), 2 + 3 + 4);
    assert_eq!(count(list, &format!("{base}/a/../a/b/c/data"), "read", "ok"), 1);
    assert_eq!(count(list, "/proc/self/ptop-absent", "read", "ENOENT"), 1);
}

#[test]
#[ignore = "deep"]
fn paths_are_those_the_target_sees() {
    let scratch = Scratch::new("files-chroot");
    std::fs::create_dir_all(scratch.path("inside")).expect("it is ours");
    std::fs::write(scratch.path("inside/data"), "x").expect("it is ours");
    let target = Known::start();
    let record = record_of("files-chroot-out", target, "files", |target| {
        target.does(&format!("chroot {}", scratch.0.display()));
        target.does("chdir /inside");
        target.does("open 2 data r");
        target.does("open 3 /inside/data r");
    });
    assert_eq!(count(&record["axes"]["files"]["opens"], "/inside/data", "read", "ok"), 5);
}

#[test]
#[ignore = "deep"]
fn a_mount_in_the_way_is_crossed() {
    let scratch = Scratch::new("files-mount");
    let base = scratch.path("point").display().to_string();
    std::fs::create_dir_all(&base).expect("it is ours");
    // In a mount namespace of its own, so that nothing is left behind.
    let script = format!("mount -t tmpfs none {base} && mkdir {base}/deep && exec {}", known_program().display());
    let mut target = Known::from(Command::new("unshare").args(["-m", "sh", "-c", &script]));
    target.does(&format!("chdir {base}/deep"));
    let record = record_of("files-mount-out", target, "files", |target| target.does("open 3 absent r"));
    assert_eq!(count(&record["axes"]["files"]["opens"], &format!("{base}/deep/absent"), "read", "ENOENT"), 3);
}

#[test]
#[ignore = "deep"]
fn long_paths_are_kept_whole() {
    let scratch = Scratch::new("files-long");
    let long = format!("{}/{}", scratch.0.display(), vec!["d".repeat(200); 15].join("/"));
    let target = Known::start();
    let record = record_of("files-long-out", target, "files", |target| {
        target.does(&format!("open 2 {long}1 r"));
        target.does(&format!("open 3 {long}2 r"));
    });
    let list = &record["axes"]["files"]["opens"];
    assert_eq!(count(list, &format!("{long}1"), "read", "ENOENT"), 2);
    assert_eq!(count(list, &format!("{long}2"), "read", "ENOENT"), 3);
}

#[test]
#[ignore = "deep"]
fn keys_beyond_the_table_are_counted_as_cut() {
    let target = Known::start();
    let record = record_of("files-cut", target, "files", |target| {
        for number in 0..4200 {
            target.does(&format!("open 1 /absent-{number} r"));
        }
    });
    let files = &record["axes"]["files"];
    assert_eq!(files["opens"].as_array().map(Vec::len), Some(4096));
    assert_eq!(files["cut"], 4200 - 4096);
    assert_eq!(crate::harness::probe(&record, "file_opens")["drops"], 4200 - 4096);
}
