//! PHP programs whose calls are known. Debian's PHP, with and without the machine code that it makes, and those of other
//! versions that the deep tests install.

use std::path::PathBuf;
use std::process::Command;

use crate::harness::courses::{Course, Trial, installed, line_of};
use crate::harness::{Known, Stack, record_of, stacks_in};
use serde_json::{Value, json};

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/targets/frames.php");
const INTERPRETS: &[&str] = &["-dopcache.enable_cli=0"];
const TRACES: &[&str] = &["-dopcache.enable_cli=1", "-dopcache.jit_buffer_size=32M", "-dopcache.jit=tracing"];
const COMPILES: &[&str] = &["-dopcache.enable_cli=1", "-dopcache.jit_buffer_size=32M", "-dopcache.jit=function"];

fn debians(settings: &[&str]) -> Command {
    let mut command = Command::new("/usr/bin/php8.2");
    command.args(settings);
    command
}

/// One of another version, with the extension that makes code.
fn other(version: &str, settings: &[&str]) -> Command {
    let root = installed(&format!("php-{version}"));
    let (program, libraries) = (root.join(format!("usr/bin/php{version}")), root.join("usr/lib/x86_64-linux-gnu"));
    let linker = libraries.join("ld-linux-x86-64.so.2");
    let mut command = Command::new(if linker.exists() { &linker } else { &program });
    if linker.exists() {
        command.arg("--library-path").arg(&libraries).arg(program);
    } else {
        command.env("LD_LIBRARY_PATH", &libraries);
    }
    let folders = std::fs::read_dir(root.join("usr/lib/php")).expect("a folder for each interface");
    let folder: Option<PathBuf> = folders.flatten().map(|one| one.path()).find(|path| path.join("opcache.so").exists());
    command.arg("-n").arg(format!("-dextension_dir={}", folder.expect("opcache").display()));
    command.arg("-dzend_extension=opcache.so").args(settings);
    command
}

fn start(command: &mut Command) -> Known {
    let mut target = Known::from(command.arg(PROGRAM));
    target.does("outer 50");
    target
}

fn check(version: &str, command: &mut Command) {
    let is_older = version == "7.4";
    // Since 8.4 they say where they are.
    let of = |plain: &'static str, placed: &'static str| if version == "8.4" { placed } else { plain };
    let course = |what, ms, calls: &[&'static str]| Course { what, ms, calls: [&["{main}", "obey"], calls].concat() };
    let burns = |what, calls: &[&'static str]| course(what, 100.0, &[calls, &["burn"]].concat());
    let nested = of("{closure}", "{closure:nest():61}");
    let closure = of("Service::{closure}", "Service::{closure:Service::handle():88}");
    let mut courses = vec![
        burns("outer 100", &["outer", "inner"]),
        burns("descend 60 100", &["descend"; 61]),
        burns("order 100", &["order", "rank"]),
        burns("nest 3 100", &["nest", nested, "nest", nested, "nest", nested, "nest"]),
        burns("consume 100", &["consume", "numbers"]),
        burns("handle 100", &["Service::handle", closure, "Service::work"]),
        burns("magic 100", &["magic", "Service::__call"]),
        // What a function leaves behind is taken away in its caller's name.
        burns("drop 100", &["Service::__destruct"]),
        burns("fail 100", &["fail"]),
        course("fail 0", 0.0, &["fail", "refuse", "refuse", "refuse", "refuse", "refuse", "refuse"]),
        burns("part 100", &["part"]),
        burns("größe 100", &["größe"]),
        course("match_all 100", 100.0, &["match_all"]),
    ];
    if !is_older {
        courses.push(burns("resume 100", &["resume", "suspended"]));
    }
    let trial = Trial { language: "php", version, courses, leaves: &["used"], module: "frames.php", outside: 30 };
    let record = trial.run(start(command));
    check_order(version, &stacks_in(&record["axes"]["cpu_stacks"]));
}

/// Native and PHP frames alternate as the calls did.
fn check_order(version: &str, stacks: &[Stack]) {
    let place = |stack: &Stack, module: &str, name: &str| {
        stack.0.iter().position(|(its, own)| (&**its, &**own) == (module, name))
    };
    // Where the native stack was cut, the calls follow alone.
    let is_whole = |stack: &&Stack| stack.0.first().is_some_and(|(module, _)| module != "frames.php");
    let sorted = stacks.iter().filter(is_whole).filter_map(|stack| {
        let own = |name: &str| place(stack, "frames.php", name);
        Some((own("order")?, place(stack, "[php]", "usort")?, own("rank")?))
    });
    let sorted: Vec<_> = sorted.collect();
    assert!(!sorted.is_empty(), "{version}");
    assert!(
        sorted.iter().all(|(order, usort, rank)| order + 1 == *usort && usort + 1 < *rank),
        "{version}: {sorted:?}"
    );
    let includes = |stack: &&Stack| stack.0.iter().any(|(_, name)| name == "{include}");
    assert!(stacks.iter().any(|stack| includes(&stack)), "{version}");
    // Since 8.4 functions that need no call of their own have none.
    let matches =
        |stack: &&Stack| stack.0.iter().any(|(_, name)| name == "preg_match" || name == "php_pcre_match_impl");
    assert!(stacks.iter().any(|stack| matches(&stack)), "{version}");
}

#[test]
fn every_stack_of_php_is_one_that_the_program_can_have() {
    check("8.2", &mut debians(INTERPRETS));
}

#[test]
#[ignore = "deep"]
fn every_stack_of_code_that_php_made_is_one_that_the_program_can_have() {
    check("8.2", &mut debians(TRACES));
}

#[test]
#[ignore = "deep"]
fn every_stack_of_other_phps_is_one_that_the_program_can_have() {
    check("8.2", &mut debians(COMPILES));
    check("7.4", &mut other("7.4", INTERPRETS));
    for settings in [INTERPRETS, TRACES, COMPILES] {
        check("8.4", &mut other("8.4", settings));
    }
}

#[test]
#[ignore = "deep"]
fn a_function_of_php_has_its_place_and_the_lines_that_ran() {
    let commands = [debians(INTERPRETS), other("7.4", INTERPRETS), other("8.4", INTERPRETS)];
    for mut command in commands {
        let record = record_of("php-lines", start(&mut command), "cpu_stacks", |target| target.does("count_up 1000"));
        let functions = record["axes"]["cpu_stacks"]["functions"].as_array().expect("a list");
        let row = |name: &str| functions.iter().find(|row| row["module"] == "frames.php" && row["name"] == name);
        let [counting, calling] = ["count_up", "obey"].map(|name| row(name).unwrap_or_else(|| panic!("{name}")));
        for (row, first) in [(counting, "function count_up($ms)"), (calling, "function obey($words)")] {
            let line = line_of(PROGRAM, first);
            assert_eq!((&row["file"], &row["line"]), (&json!(PROGRAM), &json!(line)), "{command:?}");
        }
        assert_eq!(calling.get("lines"), None, "it only calls");
        let own = counting["self"].as_u64().expect("a number");
        let lines = counting["lines"].as_array().expect("a list");
        let of = |text: &str| -> u64 {
            let line = line_of(PROGRAM, text);
            lines.iter().filter(|row| row["line"] == line).filter_map(|row| row["self"].as_u64()).sum()
        };
        let inner = ["while ($value < 20000) {", "$value++;"].map(of);
        assert!(own > 25 && (inner[0] + inner[1]) * 100 > own * 90, "{command:?}: {lines:?} of {own}");
        assert!(inner.iter().all(|part| part * 20 > own), "{command:?}: {lines:?} of {own}");
    }
}

#[test]
#[ignore = "deep"]
fn a_stack_with_more_calls_than_fit_shows_the_newest_and_says_so() {
    let target = start(&mut debians(INTERPRETS));
    let record = record_of("php-deep", target, "cpu_stacks", |target| target.does("descend 400 700"));
    let axis: &Value = &record["axes"]["cpu_stacks"];
    let stacks = stacks_in(axis);
    let gap = |stack: &[(String, String)]| stack.iter().position(|(_, name)| name == "[more PHP frames]");
    let deep: Vec<_> = stacks.iter().filter_map(|(stack, count)| Some((stack, gap(stack)?, count))).collect();
    let lacking: u64 = deep.iter().map(|(.., count)| *count).sum();
    let cut = axis["samples"].as_u64().zip(axis["whole"].as_u64()).map(|(samples, whole)| samples - whole);
    assert!(lacking > 25 && cut >= Some(lacking), "{lacking}: {axis}");
    for (stack, gap, _) in deep {
        assert!(stack[gap + 1..].iter().filter(|(_, name)| name == "descend").count() > 150, "{stack:?}");
    }
}
