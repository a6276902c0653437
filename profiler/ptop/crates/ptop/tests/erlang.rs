//! Erlang programs whose calls are known. Debian's runtime, and those of other versions that the deep tests install.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::courses::{Course, Trial, installed, line_of};
use crate::harness::{Known, Scratch, record_of};

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/targets/frames.erl");
const DEBIANS: &str = "/usr/lib/erlang";
/// Schedulers that do not search for work all the time.
const QUIET: [&str; 8] = ["-S", "2:2", "-sbwt", "none", "-sbwtdcpu", "none", "-sbwtdio", "none"];

/// The one folder of a runtime with its version in the name.
fn emulator(root: &Path) -> PathBuf {
    let folders = std::fs::read_dir(root).expect("it is installed").map(|entry| entry.expect("readable").path());
    let is_emulator = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("erts-"));
    folders.into_iter().find(is_emulator).expect("an emulator").join("bin")
}

/// Started as its own script does, which knows only where it is installed. A newer one is started by the C library that
/// it is made for, and so are its helpers.
fn start(scratch: &Scratch, root: &Path, libraries: Option<&Path>) -> Known {
    let programs = emulator(root);
    let loader = libraries.map(|libraries| (libraries.join("ld-linux-x86-64.so.2"), libraries));
    let by = loader.as_ref().map_or_else(String::new, |(loader, libraries)| {
        format!("'{}' --library-path '{}' ", loader.display(), libraries.display())
    });
    for name in ["erl_child_setup", "inet_gethost"] {
        let helper = scratch.path(name);
        let script = format!("#!/bin/sh\nexec {by}'{}' \"$@\"\n", programs.join(name).display());
        std::fs::write(&helper, script).expect("writable");
        std::fs::set_permissions(&helper, std::fs::Permissions::from_mode(0o755)).expect("ours");
    }
    let binary = programs.join("beam.smp");
    let mut command = match &loader {
        Some((loader, libraries)) => {
            let mut command = Command::new(loader);
            command.arg("--library-path").arg(libraries).arg(binary);
            command
        }
        None => Command::new(binary),
    };
    let begin = format!(
        "{{ok, M, B}} = compile:file(\"{PROGRAM}\", [binary]), {{module, M}} = code:load_binary(M, \"{PROGRAM}\", B), \
         M:main()."
    );
    command.env("BINDIR", &scratch.0).env("ROOTDIR", root).env("EMU", "beam").env("PROGNAME", "erl");
    command.args(QUIET).args(["--", "-root"]).arg(root).arg("-bindir").arg(&scratch.0);
    command.args(["-progname", "erl", "--", "-home", "/", "--", "-noshell", "-eval", &begin]);
    let mut target = Known::from(&mut command);
    target.does("nap 1");
    target
}

fn check(version: &str, root: &Path, libraries: Option<&Path>) {
    let course = |what, calls: &[&'static str], last| {
        let calls = [&["frames:serve/1", "frames:obey/3"], calls, &[last]].concat();
        Course { what, ms: 100.0, calls }
    };
    let burn = "frames:burn/1";
    let spun = ["frames:outer/1", "frames:inner/1"];
    let mut courses = vec![
        course("outer 100", &spun, burn),
        course("descend 500 100", &["frames:descend/2"; 501], burn),
        course("funs 100", &["frames:funs/1", "frames:-funs/1-fun-0-/2"], burn),
        course("caught 100", &["frames:caught/1"], burn),
        // Who called last is not on the stack.
        course("hopped 100", &[], burn),
        course("stored 100", &[], "frames:stored/2"),
        course("garbage 100", &["frames:garbage/1"], "frames:made/2"),
        course("mapped 60 100", &[&["frames:mapped/2"; 61][..], &["frames:searched/2"]].concat(), "frames:looked/3"),
        course("bytes 100", &["frames:bytes/1"], "frames:joined_bytes/2"),
        course("sent 100", &[], "frames:sent/2"),
    ];
    courses.push(course("held 100", &[], "frames:held/2"));
    // These are processes of their own.
    let served = [&["frames:handle_call/3"], &spun[..], &[burn]].concat();
    courses.push(Course { what: "served 100", ms: 100.0, calls: served });
    let spawned = [&["frames:-obey/3-fun-0-/1"], &spun[..], &[burn]].concat();
    courses.push(Course { what: "spawned 100", ms: 100.0, calls: spawned });
    let leaves = &["frames:turn/1", "frames:used/0"];
    let trial = Trial { language: "erlang", version, courses, leaves, module: "frames.erl", outside: 60 };
    trial.run(start(&Scratch::new(&format!("erlang-{version}")), root, libraries));
}

#[test]
fn every_stack_of_erlang_is_one_that_the_program_can_have() {
    check("25", Path::new(DEBIANS), None);
}

#[test]
#[ignore = "deep"]
fn every_stack_of_other_erlangs_is_one_that_the_program_can_have() {
    let tree = installed("erlang-27");
    let libraries = tree.join("usr/lib/x86_64-linux-gnu");
    check("27", &tree.join("usr/lib/erlang"), Some(&libraries));
}

#[test]
#[ignore = "deep"]
fn a_function_of_erlang_has_its_place_and_the_lines_that_ran() {
    let target = start(&Scratch::new("erlang-lines"), Path::new(DEBIANS), None);
    let record = record_of("erlang-lines", target, "cpu_stacks", |target| target.does("count 1000"));
    let functions = record["axes"]["cpu_stacks"]["functions"].as_array().expect("a list");
    let row = |name: &str| functions.iter().find(|row| row["module"] == "frames.erl" && row["name"] == name);
    let [counting, adding] =
        ["frames:count/1", "frames:added/2"].map(|name| row(name).unwrap_or_else(|| panic!("{name}: {functions:?}")));
    for (row, first) in [(counting, "count(Until) ->"), (adding, "added(0, Sum) -> Sum;")] {
        assert_eq!((row["file"].as_str(), row["line"].as_u64()), (Some(PROGRAM), Some(line_of(PROGRAM, first))));
    }
    let number = |value: &serde_json::Value| value.as_u64().expect("a number");
    let inner = line_of(PROGRAM, "added(Left - 1, Sum + 1).");
    let lines = adding["lines"].as_array().expect("a list").iter();
    let of_inner: u64 = lines.filter(|line| line["line"] == inner).map(|line| number(&line["self"])).sum();
    let own = number(&adding["self"]);
    // An address that no line begins at belongs to the one before: here the head of the function.
    assert!(own > 50 && of_inner * 100 > own * 20, "{}", adding["lines"]);
}
