//! Lua programs whose calls are known, interpreted and compiled. Debian's `LuaJIT`, and those of other releases that the
//! deep tests install.

use std::process::Command;

use crate::harness::courses::{Course, Trial, installed, line_of};
use crate::harness::{Known, record_of, stacks_in};

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/targets/frames.lua");
const DEBIANS: &str = "/usr/bin/luajit";
const DEBIANS_VERSION: &str = "2.1 of 2022";

/// What starts the interpreters of other releases.
fn others() -> Vec<(&'static str, Command)> {
    let older = Command::new(installed("luajit-2023").join("usr/bin/luajit"));
    let newer = installed("luajit-2025");
    let libraries = newer.join("usr/lib/x86_64-linux-gnu");
    let mut new = Command::new(libraries.join("ld-linux-x86-64.so.2"));
    new.arg("--library-path").arg(&libraries).arg(newer.join("usr/bin/luajit"));
    vec![("2.1 of 2023", older), ("2.1 of 2025", new)]
}

fn check(version: &str, command: &mut Command) {
    let course = |what, calls: &[&'static str]| {
        let calls = [&["main chunk", "obey"], calls].concat();
        Course { what, ms: 200.0, calls }
    };
    let descend = [&["descend"; 41][..], &["burn"]].concat();
    let produce = ["function <frames.lua:38>", "burn"];
    let mut courses = vec![
        course("spin 200", &["outer", "inner", "burn"]),
        course("descend 200", &descend),
        course("method 200", &["ACTIONS.method", "Account.deposit", "burn"]),
        course("add 200", &["ACTIONS.add", "Account.__add", "burn"]),
        course("call 200", &["ACTIONS.call", "Account.__call", "burn"]),
        course("sort 200", &["sort", "compare", "burn"]),
        course("generate 200", &["consume", produce[0], produce[1]]),
        course("protect 200", &["protect", "fail", "burn"]),
        course("pass 200", &["ACTIONS.pass", "pass", "burn"]),
        course("follow 200", &["ACTIONS.follow", "burn"]),
        course("count 200", &["count"]),
        course("native 200", &["native"]),
        course("callback 200", &["call_back", "function <frames.lua:98>", "burn"]),
    ];
    // A coroutine whose caller has gone on before it was read.
    courses.push(Course { what: "generate 0", ms: 0.0, calls: produce.into() });
    let trial = Trial { language: "lua", version, courses, leaves: &[], module: "frames.lua", outside: 30 };
    let record = trial.run(Known::from(command.arg(PROGRAM)));
    // Functions of C are where they were called.
    let stacks = stacks_in(&record["axes"]["cpu_stacks"]);
    for (caller, between, called) in [("sort", "table.sort", "compare"), ("protect", "pcall", "fail")] {
        let is_between = stacks.iter().any(|(stack, _)| {
            let place = |wanted: &str| stack.iter().position(|(_, name)| name == wanted);
            place(caller).is_some() && place(caller) < place(between) && place(between) < place(called)
        });
        assert!(is_between, "{version}: {caller}, {between}, {called}");
    }
}

#[test]
fn every_stack_of_compiled_lua_is_one_that_the_program_can_have() {
    check(DEBIANS_VERSION, &mut Command::new(DEBIANS));
}

#[test]
#[ignore = "deep"]
fn every_stack_of_interpreted_lua_is_one_that_the_program_can_have() {
    check(DEBIANS_VERSION, Command::new(DEBIANS).arg("-joff"));
}

#[test]
#[ignore = "deep"]
fn every_stack_of_other_releases_is_one_that_the_program_can_have() {
    for option in ["-jon", "-joff"] {
        for (version, mut command) in others() {
            check(version, command.arg(option));
        }
    }
}

#[test]
#[ignore = "deep"]
fn a_function_of_lua_has_its_place_and_the_lines_that_ran() {
    for option in ["-jon", "-joff"] {
        let target = Known::from(Command::new(DEBIANS).args([option, PROGRAM]));
        let record = record_of("luajit-lines", target, "cpu_stacks", |target| target.does("count 1000"));
        let functions = record["axes"]["cpu_stacks"]["functions"].as_array().expect("a list");
        let row = |name: &str| functions.iter().find(|row| row["module"] == "frames.lua" && row["name"] == name);
        let [counting, calling] = ["count", "obey"].map(|name| row(name).unwrap_or_else(|| panic!("{name}")));
        for (row, first) in [(counting, "local function count(ms)"), (calling, "local function obey(what, ms)")] {
            let line = line_of(PROGRAM, first);
            assert_eq!((row["file"].as_str(), row["line"].as_u64()), (Some(PROGRAM), Some(line)));
        }
        assert_eq!(calling.get("lines"), None, "it only calls");
        let number = |value: &serde_json::Value| value.as_u64().expect("a number");
        let lines = counting["lines"].as_array().expect("a list").iter();
        let lines: Vec<(u64, u64)> = lines.map(|line| (number(&line["line"]), number(&line["self"]))).collect();
        let own = number(&counting["self"]);
        let loops = ["for _ = 1, 2000000 do", "value = value + 1", "value = value % 16777213"];
        let loops = loops.map(|text| line_of(PROGRAM, text));
        let inner: u64 = lines.iter().filter(|(line, _)| loops.contains(line)).map(|(_, own)| own).sum();
        assert!(own > 25 && inner * 100 > own * 90, "{option}: {lines:?} of {own}");
    }
}

/// A function that the compiler puts into its caller is seen where it may leave.
#[test]
#[ignore = "deep"]
fn a_function_that_was_inlined_is_below_its_caller() {
    let target = Known::from(Command::new(DEBIANS).arg(PROGRAM));
    let record = record_of("luajit-inlined", target, "cpu_stacks", |target| target.does("store 1000"));
    let stacks = stacks_in(&record["axes"]["cpu_stacks"]);
    let ends_in = |end: &[&str]| -> u64 {
        let found = stacks.iter().filter(|(stack, _)| {
            let own = stack.iter().filter(|(module, _)| module == "frames.lua").map(|(_, name)| &**name);
            own.collect::<Vec<&str>>().ends_with(end)
        });
        found.map(|(_, count)| count).sum()
    };
    let (inlined, outer) = (ends_in(&["store", "put"]), ends_in(&["store"]));
    assert!(inlined > 50 && inlined > 4 * outer, "{inlined} and {outer}: {stacks:?}");
}
