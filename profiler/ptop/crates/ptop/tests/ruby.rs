//! Ruby programs whose calls are known. Debian's interpreter, and those of other versions that the deep tests install.

use std::process::Command;

use crate::harness::courses::{Course, Trial, installed, line_of};
use crate::harness::{Known, record_of, stacks_in};

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/targets/frames.rb");
const DEBIANS: &str = "/usr/bin/ruby";

fn start(command: &mut Command) -> Known {
    let mut target = Known::from(command.arg("--disable-gems").arg(PROGRAM));
    target.does("nap 1");
    target
}

/// The others, and whether their functions have the names of their classes: from 3.3 on.
fn others() -> Vec<(&'static str, bool, Command)> {
    let older = installed("ruby-2.7");
    let newer = installed("ruby-3.3");
    let libraries = "usr/lib/x86_64-linux-gnu";
    let mut old = Command::new(older.join("usr/bin/ruby2.7"));
    old.env("LD_LIBRARY_PATH", older.join(libraries));
    let mut new = Command::new(newer.join(libraries).join("ld-linux-x86-64.so.2"));
    new.arg("--library-path").arg(newer.join(libraries)).arg(newer.join("usr/bin/ruby3.3"));
    vec![("2.7", false, old), ("3.3", true, new)]
}

fn check(version: &str, is_qualified: bool, command: &mut Command) {
    let of = |plain: &'static str, qualified: &'static str| if is_qualified { qualified } else { plain };
    let (obey, burn) = (of("obey", "Object#obey"), of("burn", "Object#burn"));
    let course = |what, calls: &[&'static str]| {
        let calls = [&["<main>", obey], calls, &[burn]].concat();
        Course { what, ms: 100.0, calls }
    };
    let spun = [of("outer", "Object#outer"), of("inner", "Object#inner")];
    let started = of("block in obey", "block in Object#obey");
    let descend = of("descend", "Object#descend");
    let mut courses = vec![
        course("outer 100", &spun),
        course("descend 60 100", &[descend; 61]),
        course("order 100", &[of("order", "Object#order"), of("block in order", "block in Object#order")]),
        course("rescued 100", &[of("rescued", "Object#rescued"), of("rescue in rescued", "rescue in Object#rescued")]),
        course("called 100", &[of("called", "Object#called"), of("block in called", "block in Object#called")]),
        course("handle 100", &[of("build", "Service.build"), of("handle", "Service#handle")]),
        course("fork outer 100", &[&[started, obey], &spun[..]].concat()),
    ];
    // These have stacks of their own.
    let threads = [&[started, obey], &spun[..], &[burn]].concat();
    courses.push(Course { what: "thread outer 100", ms: 100.0, calls: threads });
    let fibers = vec![of("block in fiber", "block in Object#fiber"), burn];
    courses.push(Course { what: "fiber 100", ms: 100.0, calls: fibers });
    let leaves = &[of("used", "Object#used")];
    let trial = Trial { language: "ruby", version, courses, leaves, module: "frames.rb", outside: 30 };
    trial.run(start(command));
}

#[test]
fn every_stack_of_ruby_is_one_that_the_program_can_have() {
    check("3.1", false, &mut Command::new(DEBIANS));
}

#[test]
#[ignore = "deep"]
fn every_stack_of_other_rubies_is_one_that_the_program_can_have() {
    for (version, is_qualified, mut command) in others() {
        check(version, is_qualified, &mut command);
    }
}

#[test]
#[ignore = "deep"]
fn a_function_of_ruby_has_its_place_and_the_lines_that_ran() {
    let target = start(&mut Command::new(DEBIANS));
    let record = record_of("ruby-lines", target, "cpu_stacks", |target| target.does("count 1000"));
    let functions = record["axes"]["cpu_stacks"]["functions"].as_array().expect("a list");
    let row = |name: &str| functions.iter().find(|row| row["module"] == "frames.rb" && row["name"] == name);
    let [counting, calling] =
        ["count", "obey"].map(|name| row(name).unwrap_or_else(|| panic!("{name}: {functions:?}")));
    for (row, first) in [(counting, "def count(ms)"), (calling, "def obey(name, *rest)")] {
        assert_eq!((row["file"].as_str(), row["line"].as_u64()), (Some(PROGRAM), Some(line_of(PROGRAM, first))));
    }
    let lines = counting["lines"].as_array().expect("a list").iter();
    let inner = ["while value < 3000", "value += 1"].map(|text| line_of(PROGRAM, text));
    let is_inner = |line: &&serde_json::Value| inner.iter().any(|inner| line["line"] == *inner);
    let number = |value: &serde_json::Value| value.as_u64().expect("a number");
    let [own, of_inner] = [number(&counting["self"]), lines.filter(is_inner).map(|line| number(&line["self"])).sum()];
    assert!(own > 25 && of_inner * 100 > own * 90, "{}", counting["lines"]);
}

#[test]
#[ignore = "deep"]
fn waits_show_the_ruby_function_that_waited() {
    let record = record_of("ruby-waits", start(&mut Command::new(DEBIANS)), "off_cpu", |target| {
        for _ in 0..10 {
            target.does("nap 20");
        }
    });
    let stacks = stacks_in(&record["axes"]["off_cpu"]["stacks"]);
    let own = |stack: &[(String, String)]| -> Vec<String> {
        stack.iter().filter(|(module, _)| module == "frames.rb").map(|(_, name)| name.clone()).collect()
    };
    let slept = stacks.iter().filter(|(stack, _)| {
        own(stack) == ["<main>", "obey"] && stack.iter().any(|(module, name)| module == "[ruby]" && name == "sleep")
    });
    assert_eq!(slept.map(|(_, count)| count).sum::<u64>(), 10, "{stacks:?}");
}
