//! Python programs whose calls are known: each sampled stack must be one that
//! the program can have, and each kind of it as frequent as the time it took.
//!
//! Debian's interpreter, those that `test/profiler/python-interpreters.ts`
//! installs, and more that `PTOP_TEST_PYTHONS` names, split by colons.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::courses::{installed, line_of};
use crate::harness::promised::promised;
use crate::harness::{
    Capture, Known, Scratch, Stack, assert_sampled, assert_whole, assert_whole_after_the_first, record_of,
    samples_and_whole, stacks_in,
};
use serde_json::Value;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/targets/frames.py");
/// Frames of the first two are objects, as all were before 3.11; the second is stripped.
const INSTALLED: [&str; 5] = [
    "python-3.10.16/bin/python3.10",
    "python-3.9.6/bin/python3.9",
    "python-3.12.3/bin/python3.12",
    "python-3.13.1/bin/python3.13",
    "python-3.14.6/bin/python3.14",
];

const DEBIANS: &str = "/usr/bin/python3";

fn interpreters() -> Vec<PathBuf> {
    let mut found = vec![PathBuf::from(DEBIANS)];
    found.extend(INSTALLED.map(installed));
    found.extend(std::env::var_os("PTOP_TEST_PYTHONS").iter().flat_map(std::env::split_paths));
    for interpreter in &found {
        assert!(interpreter.exists(), "{} is missing: run ./farol test", interpreter.display());
    }
    found
}

fn start(interpreter: &Path) -> Known {
    let mut target = Known::from(Command::new(interpreter).arg(PROGRAM));
    // Once it answers, everything is imported.
    target.does("nap 1");
    target
}

fn stacks_of(record: &Value) -> Vec<Stack> {
    stacks_in(&record["axes"]["cpu_stacks"])
}

/// Every frame of every sample was read, but where a frame was just being made or taken away. A process that ends has
/// no frames any more, and says so. Returns how many samples lack frames.
fn check_completeness(axis: &Value) -> u64 {
    let number = |value: &Value| value.as_u64().unwrap_or_else(|| panic!("{value} is no number"));
    let incomplete = number(&axis["python"]["incomplete"]);
    let (samples, read) = (number(&axis["samples"]), number(&axis["python"]["samples"]));
    assert!(read <= samples && samples <= read + 3 + samples / 50, "{read} of {samples}");
    assert!(incomplete <= 1 + samples / 50, "{}", axis["python"]);
    incomplete
}

/// The names of the program's own functions in a stack.
fn own_frames(stack: &[(String, String)]) -> Vec<&str> {
    stack.iter().filter(|(module, _)| module == "frames.py").map(|(_, name)| &**name).collect()
}

/// Whether code objects have the names of what their function is in: since 3.11.
fn has_qualified_names(interpreter: &Path) -> bool {
    let name = interpreter.file_name().and_then(|name| name.to_str()).expect("a name");
    name.strip_prefix("python3.").and_then(|minor| minor.parse().ok()).is_none_or(|minor: u32| minor >= 11)
}

/// What is asked, how many milliseconds it takes, and the calls that lead there.
fn courses(is_qualified: bool) -> Vec<(&'static str, f64, Vec<&'static str>)> {
    let main = ["<module>", "obey"];
    let with = |calls: &[&'static str]| [&main, calls, &["burn"]].concat();
    // Each of the older has up to 1.3 KB on the C stack.
    let (descends, depth) = if is_qualified { ("descend 60 400", 61) } else { ("descend 18 400", 19) };
    let deep = vec!["descend"; depth];
    let methods = if is_qualified { ["Service.handle", "Service.handle.<locals>.work"] } else { ["handle", "work"] };
    vec![
        ("spin 400", 400.0, with(&["outer", "inner"])),
        (descends, 400.0, with(&deep)),
        ("order 400", 400.0, with(&["order", "rank"])),
        ("generate 400", 400.0, with(&["consume", "numbers"])),
        ("handle 400", 400.0, with(&methods)),
        ("gather 400", 400.0, with(&["wait"])),
        ("latin 200", 200.0, with(&["größe"])),
        ("wide 200", 200.0, with(&["計算"])),
        ("thread spin 400", 400.0, vec!["obey", "outer", "inner", "burn"]),
        ("fork spin 400", 400.0, with(&["obey", "outer", "inner"])),
    ]
}

fn check(interpreter: &Path) {
    let is_qualified = has_qualified_names(interpreter);
    let name = interpreter.file_name().and_then(|name| name.to_str()).expect("a name");
    let record = record_of(name, start(interpreter), "cpu_stacks", |target| {
        for (what, ..) in courses(is_qualified) {
            target.does(what);
        }
    });
    let shown = interpreter.display();
    assert_sampled(&record);
    let axis = &record["axes"]["cpu_stacks"];
    let number = |value: &Value| value.as_u64().unwrap_or_else(|| panic!("{value} is no number"));
    let (samples, _) = samples_and_whole(axis);
    // Before 3.11 each call has a frame of C of its own, and the deepest stacks go beyond their first copies.
    let version = axis["runtimes"][0]["name"].as_str().and_then(|name| name.strip_prefix("CPython "));
    assert_whole(&shown.to_string(), axis, promised("python", version.expect("it says its version")));
    check_completeness(axis);
    let stacks = stacks_of(&record);
    let courses = courses(is_qualified);
    let hz = axis["measured_hz"].as_f64().expect("a number");
    let mut seen = vec![0; courses.len()];
    let mut outside = 0;
    for (stack, count) in &stacks {
        let own = own_frames(stack);
        outside += if own.is_empty() { *count } else { 0 };
        // The coroutine that waits for two others runs a step of its own, too short to be met often.
        let possible =
            own == ["<module>", "obey", "gather"] || courses.iter().any(|(_, _, calls)| calls.starts_with(&own));
        assert!(possible, "{shown}: no such calls: {own:?} in {stack:?}");
        if let Some(course) = courses.iter().position(|(_, _, calls)| *calls == own) {
            seen[course] += count;
        }
    }
    for ((what, ms, _), count) in courses.iter().zip(seen) {
        // Five standard deviations of a count, and the ticks at both ends.
        let expected = hz * ms / 1000.0;
        let least = expected - 5.0 * expected.sqrt() - 5.0;
        assert!(count as f64 >= least, "{shown}: {what}: {count} samples, {expected} expected");
    }
    // A child's end and the interpreter's own start and end run no function of the program.
    assert!(outside * 50 <= samples, "{shown}: {outside} of {samples} samples are in none of the program's functions");
    let unnamed = axis["functions"].as_array().expect("a list").iter().filter(|row| row["module"] == "[python]");
    let unnamed: u64 = unnamed.map(|row| number(&row["total"])).sum();
    assert_eq!(unnamed, 0, "{shown}: frames without a name");
    // Native and Python frames alternate as the calls did: sorted() is C code between two Python functions.
    let ordered: Vec<_> = stacks.iter().filter(|(stack, _)| own_frames(stack).ends_with(&["rank", "burn"])).collect();
    assert!(!ordered.is_empty());
    for (stack, _) in ordered {
        let place = |name: &str| stack.iter().position(|(module, own)| module == "frames.py" && own == name);
        let (order, rank) = (place("order").expect("it calls"), place("rank").expect("it is called"));
        assert!(rank > order + 1, "{shown}: {stack:?}");
        assert!(stack[order + 1..rank].iter().all(|(module, _)| module.contains("python")), "{shown}: {stack:?}");
    }
    let library =
        |module: &str, name: &str| stacks.iter().any(|(stack, _)| stack.contains(&(module.into(), name.into())));
    let started = if is_qualified { "Thread._bootstrap" } else { "_bootstrap" };
    assert!(library("asyncio/runners.py", "run") && library("threading.py", started), "{shown}");
}

#[test]
fn every_stack_is_one_that_the_program_can_have() {
    check(Path::new(DEBIANS));
}

#[test]
fn every_stack_is_one_that_the_program_can_have_before_frames_moved_off_the_heap() {
    check(&installed(INSTALLED[0]));
}

#[test]
#[ignore = "deep"]
fn every_stack_in_other_interpreters_is_one_that_the_program_can_have() {
    for interpreter in &interpreters()[2..] {
        check(interpreter);
    }
}

#[test]
#[ignore = "deep"]
fn a_stack_with_more_frames_than_fit_shows_the_newest_and_counts_as_incomplete() {
    for interpreter in interpreters() {
        let record = record_of("python-deep", start(&interpreter), "cpu_stacks", |target| {
            target.does("descend 400 400");
        });
        let axis = &record["axes"]["cpu_stacks"];
        let (samples, incomplete) = (&axis["samples"], &axis["python"]["incomplete"]);
        assert!(incomplete.as_u64() > samples.as_u64().map(|samples| samples / 2), "{axis}");
        let stacks = stacks_of(&record);
        let gap = |stack: &[(String, String)]| stack.iter().position(|(_, name)| name == "[more Python frames]");
        let deep: Vec<_> = stacks.iter().filter_map(|(stack, _)| Some((stack, gap(stack)?))).collect();
        assert!(!deep.is_empty(), "{}: {stacks:?}", interpreter.display());
        for (stack, gap) in deep {
            assert!(stack[gap + 1..].iter().filter(|(_, name)| name == "descend").count() > 180, "{stack:?}");
        }
    }
}

#[test]
#[ignore = "deep"]
fn a_function_has_its_place_in_the_program_and_the_lines_that_ran() {
    for interpreter in interpreters() {
        let record = record_of("python-lines", start(&interpreter), "cpu_stacks", |target| target.does("count 1000"));
        let shown = interpreter.display();
        let functions = record["axes"]["cpu_stacks"]["functions"].as_array().expect("a list");
        let row = |name: &str| functions.iter().find(|row| row["module"] == "frames.py" && row["name"] == name);
        let [counting, calling] = ["count", "obey"].map(|name| row(name).unwrap_or_else(|| panic!("{shown}: {name}")));
        for (row, first) in [(counting, "def count(ms):"), (calling, "def obey(words):")] {
            assert_eq!(
                (row["file"].as_str(), row["line"].as_u64()),
                (Some(PROGRAM), Some(line_of(PROGRAM, first))),
                "{shown}"
            );
        }
        assert_eq!(calling.get("lines"), None, "{shown}: it only calls");
        let lines: Vec<(u64, u64)> = counting["lines"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|line| (line["line"].as_u64().expect("a line"), line["self"].as_u64().expect("a number")))
            .collect();
        let own = counting["self"].as_u64().expect("a number");
        let inner = [line_of(PROGRAM, "while value < 2000:"), line_of(PROGRAM, "value += 1")];
        let of = |line: u64| lines.iter().filter(|(known, _)| *known == line).map(|(_, own)| own).sum::<u64>();
        assert!(own > 25 && (of(inner[0]) + of(inner[1])) * 100 > own * 95, "{shown}: {lines:?} of {own}");
        assert!(inner.iter().all(|line| of(*line) * 10 > own), "{shown}: {lines:?} of {own}");
    }
}

#[test]
#[ignore = "deep"]
fn python_callers_are_shown_where_the_native_stack_is_longer_than_its_copy() {
    for interpreter in interpreters() {
        let record = record_of("python-nested", start(&interpreter), "cpu_stacks", |target| {
            target.does("nest 60 400");
        });
        let axis = &record["axes"]["cpu_stacks"];
        let incomplete = check_completeness(axis);
        assert!(axis["whole"].as_u64() < axis["samples"].as_u64(), "{}: {axis}", interpreter.display());
        let stacks = stacks_of(&record);
        let burning: Vec<_> = stacks.iter().filter(|(stack, _)| own_frames(stack).ends_with(&["burn"])).collect();
        assert!(!burning.is_empty());
        let is_right = |stack: &[(String, String)]| {
            let own = own_frames(stack);
            let nested = own.iter().filter(|name| **name == "nest").count();
            own.starts_with(&["<module>", "obey", "nest"]) && nested == 61
        };
        let wrong: u64 = burning.iter().filter(|(stack, _)| !is_right(stack)).map(|(_, count)| count).sum();
        assert!(wrong <= incomplete, "{wrong} of {}, {incomplete} lack frames", axis["samples"]);
    }
}

#[test]
#[ignore = "deep"]
fn stacks_of_calls_by_way_of_c_are_whole_beyond_the_kernels_copy() {
    for interpreter in interpreters() {
        let record = record_of("python-nested-few", start(&interpreter), "cpu_stacks", |target| {
            // Each has some 4.6 KB on the stack; of the older up to 7.
            target.does(if has_qualified_names(&interpreter) { "nest 8 1500" } else { "nest 5 1500" });
        });
        println!("{}", interpreter.display());
        let axis = &record["axes"]["cpu_stacks"];
        check_completeness(axis);
        assert_whole_after_the_first(axis);
    }
}

#[test]
#[ignore = "deep"]
fn an_interpreter_that_is_started_while_we_watch_is_found() {
    let scratch = Scratch::new("python-late-commands");
    let commands = scratch.path("commands");
    std::fs::write(&commands, "spin 600\n").expect("writable");
    for interpreter in interpreters() {
        let started = format!("exec {} {PROGRAM} < {}", interpreter.display(), commands.display());
        let mut shell = Command::new("sh");
        // The shell starts the interpreter in its own place on request.
        let target = Known::from(shell.args(["-c", &format!("read line; {started}")]));
        let mut capture = Capture::start("python-late", &[target.pid()], &["--duration", "60", "--axes", "cpu_stacks"]);
        capture.wait_for("measuring");
        let mut target = target;
        target.begins("go");
        let outcome = capture.finish();
        let record = outcome.record.unwrap_or_else(|| panic!("{}", outcome.last_line));
        let stacks = stacks_of(&record);
        let spinning = stacks.iter().filter(|(stack, _)| own_frames(stack).ends_with(&["outer", "inner", "burn"]));
        let spinning: u64 = spinning.map(|(_, count)| count).sum();
        let hz = record["axes"]["cpu_stacks"]["measured_hz"].as_f64().expect("a number");
        assert!(spinning as f64 > hz * 0.4, "{}: {spinning} samples: {stacks:?}", interpreter.display());
    }
}

#[test]
#[ignore = "deep"]
fn threads_are_found_in_a_pid_namespace_of_their_own() {
    for interpreter in interpreters() {
        let mut outer = Command::new("unshare");
        let mut target = Known::from(outer.args(["--pid", "--fork"]).arg(&interpreter).arg(PROGRAM));
        // By then the interpreter runs, as the only child.
        target.does("nap 1");
        let children = std::fs::read_to_string(format!("/proc/{0}/task/{0}/children", target.pid())).expect("it runs");
        let pid = children.trim().parse().expect("one child");
        let mut capture = Capture::start("python-ns", &[pid], &["--duration", "60", "--axes", "cpu_stacks"]);
        capture.wait_for("measuring");
        target.does("thread spin 400");
        // The end of its input ends it.
        drop(target);
        let record = capture.finish().record.expect("a capture that succeeded has a record");
        let axis = &record["axes"]["cpu_stacks"];
        check_completeness(axis);
        let calls = ["obey", "outer", "inner", "burn"];
        let spinning = stacks_of(&record).into_iter().filter(|(stack, _)| own_frames(stack) == calls);
        let spinning: u64 = spinning.map(|(_, count)| count).sum();
        assert!(spinning * 2 > axis["samples"].as_u64().expect("a number"), "{}: {axis}", interpreter.display());
    }
}

#[test]
#[ignore = "deep"]
fn waits_show_the_python_function_that_waited() {
    for interpreter in interpreters() {
        let record = record_of("python-waits", start(&interpreter), "off_cpu", |target| {
            for _ in 0..10 {
                target.does("nap 20");
            }
        });
        let stacks = &record["axes"]["off_cpu"]["stacks"];
        let python = ["samples", "incomplete"].map(|part| stacks["python"][part].as_u64());
        assert_eq!(python, [stacks["samples"].as_u64(), Some(0)], "{}", interpreter.display());
        let waiting = stacks["functions"].as_array().expect("a list").iter().find(|row| row["name"] == "nap");
        let waiting = waiting.expect("it waited");
        assert_eq!(
            (waiting["file"].as_str(), waiting["line"].as_u64()),
            (Some(PROGRAM), Some(line_of(PROGRAM, "def nap(ms):")))
        );
        let napping = stacks_in(stacks).into_iter();
        let napping = napping.filter(|(stack, _)| own_frames(stack) == ["<module>", "obey", "nap"]);
        assert_eq!(napping.map(|(_, count)| count).sum::<u64>(), 10, "{}", interpreter.display());
    }
}

#[test]
#[ignore = "deep"]
fn an_interpreter_that_is_too_old_says_so_and_its_samples_are_counted() {
    let scratch = Scratch::new("python-old-build");
    let program = scratch.path("report");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/targets/old_python.c");
    let built = Command::new("cc").args(["-O1", "-rdynamic", "-o"]).arg(&program).arg(source).status();
    assert!(built.is_ok_and(|status| status.success()));
    let target = Known::from(&mut Command::new(&program));
    let record = record_of("python-old", target, "cpu_stacks", |target| target.does("500"));
    let axis = &record["axes"]["cpu_stacks"];
    assert_eq!(axis["runtimes"][0]["problem"], "a CPython older than 3.7 is not understood");
    let (samples, unread) = (axis["samples"].as_u64().expect("a number"), axis["unread"].as_u64().expect("a number"));
    assert!(unread > 10 && unread * 10 >= samples * 9, "{unread} of {samples}");
}

#[test]
#[ignore = "deep"]
fn structures_without_end_and_pointers_to_nowhere_cost_only_their_own_frames() {
    for (version, modes) in [
        ("-DRECORDS", &["frames", "entries", "threads", "interpreters", "wild", "kernel"][..]),
        ("-DOBJECTS", &["frames", "threads", "interpreters", "wild", "kernel"]),
    ] {
        hostile(version, modes);
    }
}

fn hostile(version: &str, modes: &[&str]) {
    let scratch = Scratch::new("python-hostile-build");
    let program = scratch.path("python-hostile");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/targets/hostile_python.c");
    let built = Command::new("cc").args(["-O1", "-rdynamic", version, "-o"]).arg(&program).arg(source).status();
    assert!(built.is_ok_and(|status| status.success()));
    for mode in modes {
        let target = Known::from(Command::new(&program).arg(mode));
        let record = record_of("python-hostile", target, "cpu_stacks", |target| target.does("300"));
        assert_sampled(&record);
        let axis = &record["axes"]["cpu_stacks"];
        let number = |value: &Value| value.as_u64().expect("a number");
        let (samples, whole) = samples_and_whole(axis);
        assert!(samples > 10 && whole * 100 >= samples * 95, "{version} {mode}: {whole} of {samples}");
        // A sample before the structures were made is complete.
        let incomplete = number(&axis["python"]["incomplete"]);
        assert!(incomplete + 1 >= samples && number(&axis["python"]["frames"]) == 0, "{version} {mode}: {axis}");
    }
}
