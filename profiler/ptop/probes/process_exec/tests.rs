use std::fs;
use std::os::fd::AsRawFd;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use serde_json::Value;

use crate::harness::{Known, Scratch, assert_measured, copy, count_of, probe, record_of};

fn starts(record: &Value, path: &str, file: &str) -> u64 {
    count_of(&record["axes"]["processes"]["programs"], &[("path", path), ("file", file)])
}

#[test]
fn counts_programs_by_their_path() {
    let (target, mut other) = (Known::start(), Known::start());
    let record = record_of("exec-count", target, "processes", |target| {
        for _ in 0..3 {
            target.does("exec /bin/true");
        }
        target.does("fork fork exec /bin/false");
        target.does("chdir /bin");
        target.does("exec ./true");
        target.does("exec /bin/sh -c /bin/true;/bin/true;:");
        other.does("exec /bin/true");
    });
    assert_measured(&record, "process_exec");
    assert_eq!(starts(&record, "/bin/false", "existing"), 1);
    assert_eq!(starts(&record, "/bin/sh", "existing"), 1);
    let direct = starts(&record, "/bin/true", "existing");
    // The working directory is written without links, and /bin is one on many systems.
    let bin = fs::canonicalize("/bin").expect("it exists").join("true").display().to_string();
    let relative = if bin == "/bin/true" { 0 } else { starts(&record, &bin, "existing") };
    assert_eq!(direct + relative, 3 + 1 + 2);
    assert_eq!((&record["axes"]["processes"]["cut"], &probe(&record, "process_exec")["hits"]), (&0.into(), &8.into()));
}

#[test]
#[ignore = "deep"]
fn a_script_is_known_by_its_own_path() {
    let scratch = Scratch::new("exec-script");
    let script = scratch.path("script");
    fs::write(&script, "#!/bin/sh\nexit 0\n").expect("it is ours");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let script = script.display().to_string();
    let record =
        record_of("exec-script-out", Known::start(), "processes", |target| target.does(&format!("exec {script}")));
    assert_eq!(starts(&record, &script, "existing"), 1);
}

#[test]
#[ignore = "deep"]
fn a_file_that_changed_in_the_window_or_has_no_name_is_told_apart() {
    let scratch = Scratch::new("exec-changed");
    let (before, inside) = (scratch.path("before"), scratch.path("inside"));
    copy("/bin/true".as_ref(), &before);
    let nameless = format!("/proc/{}/fd", std::process::id());
    let mut open = None;
    let record = record_of("exec-changed-out", Known::start(), "processes", |target| {
        // File times advance with the kernel's tick.
        std::thread::sleep(Duration::from_millis(50));
        target.does(&format!("exec {}", before.display()));
        copy("/bin/true".as_ref(), &inside);
        target.does(&format!("exec {}", inside.display()));
        target.does(&format!("exec {}", inside.display()));
        let file = fs::File::open(&before).expect("it is ours");
        fs::remove_file(&before).expect("it is ours");
        target.does(&format!("exec {nameless}/{}", file.as_raw_fd()));
        open = Some(file);
    });
    assert_eq!(starts(&record, &before.display().to_string(), "existing"), 1);
    assert_eq!(starts(&record, &inside.display().to_string(), "changed"), 2);
    let nameless = format!("{nameless}/{}", open.expect("it was opened").as_raw_fd());
    assert_eq!(starts(&record, &nameless, "unlinked"), 1);
}

#[test]
#[ignore = "deep"]
fn keys_beyond_the_table_are_counted_as_cut() {
    let scratch = Scratch::new("exec-cut");
    let folder = scratch.0.display();
    // One process replaces its program 4160 times, in turn by two names, each time written in another way.
    let script = format!(
        "#!/bin/sh\ncase $2 in\na) name=b way=$1 ;;\nb) name=a way=$1/ ;;\nesac\n\
         [ ${{#way}} -gt 2080 ] && exit 0\nexec \"{folder}$way$name\" \"$way\" $name\n"
    );
    for name in ["a", "b"] {
        fs::write(scratch.path(name), &script).expect("it is ours");
        fs::set_permissions(scratch.path(name), fs::Permissions::from_mode(0o755)).expect("it is ours");
    }
    let record = record_of("exec-cut-out", Known::start(), "processes", |target| {
        target.does(&format!("exec {folder}/./a / a"));
    });
    let kept: u64 = ["a", "b"].iter().map(|name| starts(&record, &format!("{folder}/{name}"), "existing")).sum();
    let result = probe(&record, "process_exec");
    assert_eq!((kept, &result["hits"], &result["drops"]), (4096, &4160.into(), &64.into()));
    assert_eq!(record["axes"]["processes"]["cut"], 64);
}
