//! PHP programs whose calls are known: each sampled stack must be one that the program can have, and each kind of it as
//! frequent as the time it took.
//!
//! Debian's PHP, with and without the code that it makes itself, and other versions that `.farol` may have.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::{Known, Stack, assert_sampled, assert_whole, record_of, samples_and_whole, stacks_in};
use serde_json::{Value, json};

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/targets/frames.php");
/// Unpacked packages of Debian's, with the C library where that of the machine is older.
const OTHERS: [&str; 2] = ["7.4", "8.4"];

/// How a program is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Engine {
    Interprets,
    Traces,
    Compiles,
}

impl Engine {
    /// Settings, beside the extension that makes code.
    fn settings(self) -> &'static [&'static str] {
        match self {
            Engine::Interprets => &["-dopcache.enable_cli=0"],
            Engine::Traces => &["-dopcache.enable_cli=1", "-dopcache.jit_buffer_size=32M", "-dopcache.jit=tracing"],
            Engine::Compiles => &["-dopcache.enable_cli=1", "-dopcache.jit_buffer_size=32M", "-dopcache.jit=function"],
        }
    }
}

/// A PHP of some version.
#[derive(Debug, Clone)]
struct Php {
    minor: &'static str,
    /// Where its packages were unpacked; nothing where they are installed.
    root: Option<PathBuf>,
}

const DEBIANS: Php = Php { minor: "8.2", root: None };

impl Php {
    fn others() -> Vec<Php> {
        let folder =
            |minor: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../../../.farol/php-{minor}"));
        let all = OTHERS.into_iter().map(|minor| Php { minor, root: Some(folder(minor)) });
        all.filter(|php| php.root.as_ref().is_some_and(|root| root.exists())).collect()
    }

    fn command(&self, engine: Engine) -> Command {
        let program = format!("usr/bin/php{}", self.minor);
        let Some(root) = &self.root else {
            let mut command = Command::new(Path::new("/").join(program));
            command.args(engine.settings());
            return command;
        };
        let libraries = root.join("usr/lib/x86_64-linux-gnu");
        let linker = root.join("usr/lib64/ld-linux-x86-64.so.2");
        let mut command = if linker.exists() {
            let mut command = Command::new(linker);
            command.arg("--library-path").arg(&libraries).arg(root.join(program));
            command
        } else {
            let mut command = Command::new(root.join(program));
            command.env("LD_LIBRARY_PATH", &libraries);
            command
        };
        let folders = std::fs::read_dir(root.join("usr/lib/php")).expect("extensions");
        let folder = folders.flatten().map(|entry| entry.path()).find(|path| path.join("opcache.so").exists());
        command.arg("-n").arg(format!("-dextension_dir={}", folder.expect("opcache").display()));
        command.arg("-dzend_extension=opcache.so").args(engine.settings());
        command
    }

    fn start(&self, engine: Engine) -> Known {
        let mut target = Known::from(self.command(engine).arg(PROGRAM));
        // Once it answers, everything is compiled; what is made of it as it runs comes later.
        target.does("outer 100");
        target
    }

    fn has_fibers(&self) -> bool {
        self.minor != "7.4"
    }
}

/// Files and text that have run are gone by the time that their samples are read; what they were called is not.
fn is_own((module, name): &(String, String)) -> bool {
    matches!(&**module, "frames.php" | "frames_part.php") || matches!(&**name, "{include}" | "{eval}")
}

/// The names of the program's own functions in a stack.
fn own_frames(stack: &[(String, String)]) -> Vec<&str> {
    stack.iter().filter(|frame| is_own(frame)).map(|(_, name)| &**name).collect()
}

/// What is asked, how many milliseconds it takes, and the calls that lead there.
fn courses(php: &Php) -> Vec<(&'static str, f64, Vec<&'static str>)> {
    let with = |calls: &[&'static str]| [&["{main}", "obey"], calls, &["burn"]].concat();
    let own = if php.minor == "8.4" { "Service::{closure:Service::handle():88}" } else { "Service::{closure}" };
    let nested = if php.minor == "8.4" { "{closure:nest():61}" } else { "{closure}" };
    let mut courses = vec![
        ("outer 400", 400.0, with(&["outer", "inner"])),
        ("descend 60 400", 400.0, with(&["descend"; 61])),
        ("order 400", 400.0, with(&["order", "rank"])),
        ("nest 3 400", 400.0, with(&["nest", nested, "nest", nested, "nest", nested, "nest"])),
        ("consume 400", 400.0, with(&["consume", "numbers"])),
        ("handle 400", 400.0, with(&["Service::handle", own, "Service::work"])),
        ("magic 400", 400.0, with(&["magic", "Service::__call"])),
        // What a function leaves behind is taken away in its caller's name.
        ("drop", 300.0, with(&["Service::__destruct"])),
        ("fail 400", 400.0, with(&["fail"])),
        ("part 400", 400.0, with(&["part", "{include}"])),
        ("text 400", 400.0, with(&["text", "{eval}"])),
        ("match_all 400", 400.0, vec!["{main}", "obey", "match_all"]),
        ("größe 200", 200.0, with(&["größe"])),
    ];
    if php.has_fibers() {
        courses.push(("resume 400", 400.0, with(&["resume", "suspended"])));
    }
    courses
}

/// Calls that are too short to be met often.
fn is_aside(own: &[&str]) -> bool {
    matches!(own, ["{main}", "obey", "fail", refuses @ ..] if refuses.iter().all(|name| *name == "refuse"))
}

fn check(php: &Php, engine: Engine) {
    let shown = format!("PHP {} {engine:?}", php.minor);
    let courses = courses(php);
    let record = record_of(&format!("php-{}-{engine:?}", php.minor), php.start(engine), "cpu_stacks", |target| {
        for (what, ..) in &courses {
            target.does(what);
        }
    });
    assert_sampled(&record);
    let axis = &record["axes"]["cpu_stacks"];
    let runtime = &axis["runtimes"][0];
    let name = runtime["name"].as_str().unwrap_or_default();
    assert!(name.starts_with(&format!("PHP {}.", php.minor)), "{runtime}");
    assert_eq!(runtime.get("problem"), None, "{runtime}");
    let (samples, _) = samples_and_whole(axis);
    assert_whole(&shown, axis, 990);
    let stacks: Vec<Stack> = stacks_in(axis);
    let hz = axis["measured_hz"].as_f64().expect("a number");
    let mut seen = vec![0; courses.len()];
    let (mut outside, mut nameless) = (0, 0);
    for (stack, count) in &stacks {
        let mut own = own_frames(stack);
        // How long it has run asks every one now and then.
        own.pop_if(|name| *name == "used");
        outside += if own.is_empty() { *count } else { 0 };
        nameless +=
            if stack.iter().any(|(module, name)| module == "[php]" && name == "[unknown]") { *count } else { 0 };
        let is_possible = courses.iter().any(|(_, _, calls)| calls.starts_with(&own)) || is_aside(&own);
        assert!(is_possible, "{shown}: no such calls: {own:?} in {stack:?}");
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
    assert!(outside * 50 <= samples, "{shown}: {outside} of {samples} samples are in none of the program's functions");
    assert!(nameless * 50 <= samples, "{shown}: {nameless} of {samples} samples have calls without a name");
    check_order(&shown, &stacks);
}

/// Native and PHP frames alternate as the calls did.
fn check_order(shown: &str, stacks: &[Stack]) {
    let place = |stack: &[(String, String)], module: &str, name: &str| {
        stack.iter().position(|(its, own)| (&**its, &**own) == (module, name))
    };
    let between = |caller: &str, function: &str, called: &str| {
        let of = |stack: &Stack| {
            let at = [("frames.php", caller), ("[php]", function), ("frames.php", called)];
            let [from, by, to] = at.map(|(module, name)| place(&stack.0, module, name));
            (from?, by?, to?).into()
        };
        let found: Vec<(usize, usize, usize)> = stacks.iter().filter_map(of).collect();
        assert!(!found.is_empty(), "{shown}: {caller}, {function}, {called}");
        assert!(found.iter().all(|(from, by, to)| from + 1 == *by && by < to), "{shown}: {caller}: {found:?}");
        found.iter().map(|(_, by, to)| to - by - 1).min()
    };
    assert!(between("order", "usort", "rank") > Some(0), "{shown}: C code calls it");
    // Since 8.4 functions that need no call of their own have none.
    let is_match = |name: &String| name == "preg_match" || name == "php_pcre_match_impl";
    let matches = stacks.iter().filter(|stack| stack.0.iter().any(|(_, name)| is_match(name)));
    assert!(matches.count() > 0, "{shown}");
}

#[test]
fn every_stack_is_one_that_the_program_can_have() {
    check(&DEBIANS, Engine::Interprets);
}

#[test]
fn every_stack_of_made_code_is_one_that_the_program_can_have() {
    check(&DEBIANS, Engine::Traces);
}

#[test]
#[ignore = "deep"]
fn every_stack_in_other_engines_is_one_that_the_program_can_have() {
    check(&DEBIANS, Engine::Compiles);
    for php in Php::others() {
        check(&php, Engine::Interprets);
        if php.minor != "7.4" {
            check(&php, Engine::Traces);
            check(&php, Engine::Compiles);
        }
    }
}

/// The number of the line of the program that has this text.
fn line_of(text: &str) -> u64 {
    let program = std::fs::read_to_string(PROGRAM).expect("readable");
    let found = program.lines().position(|line| line.trim() == text);
    found.unwrap_or_else(|| panic!("{text} is no line of {PROGRAM}")) as u64 + 1
}

#[test]
fn a_function_has_its_place_in_the_program_and_the_lines_that_ran() {
    for php in [DEBIANS].into_iter().chain(Php::others()) {
        let target = php.start(Engine::Interprets);
        let record = record_of("php-lines", target, "cpu_stacks", |target| target.does("count_up 1000"));
        let functions = record["axes"]["cpu_stacks"]["functions"].as_array().expect("a list");
        let row = |name: &str| functions.iter().find(|row| row["module"] == "frames.php" && row["name"] == name);
        let [counting, calling] = ["count_up", "obey"].map(|name| row(name).unwrap_or_else(|| panic!("{name}")));
        for (row, first) in [(counting, "function count_up($ms)"), (calling, "function obey($words)")] {
            assert_eq!((&row["file"], &row["line"]), (&json!(PROGRAM), &json!(line_of(first))), "{}", php.minor);
        }
        assert_eq!(calling.get("lines"), None, "it only calls");
        let own = counting["self"].as_u64().expect("a number");
        let lines = counting["lines"].as_array().expect("a list");
        let of = |line: u64| -> u64 {
            lines.iter().filter(|row| row["line"] == line).filter_map(|row| row["self"].as_u64()).sum()
        };
        let inner = [line_of("while ($value < 20000) {"), line_of("$value++;")].map(of);
        assert!(own > 25 && (inner[0] + inner[1]) * 100 > own * 95, "{}: {lines:?} of {own}", php.minor);
        assert!(inner.iter().all(|part| part * 20 > own), "{}: {lines:?} of {own}", php.minor);
    }
}

#[test]
fn a_stack_with_more_calls_than_fit_shows_the_newest_and_says_so() {
    let record = record_of("php-deep", DEBIANS.start(Engine::Interprets), "cpu_stacks", |target| {
        target.does("descend 400 700");
    });
    let axis: &Value = &record["axes"]["cpu_stacks"];
    let stacks = stacks_in(axis);
    let gap = |stack: &[(String, String)]| stack.iter().position(|(_, name)| name == "[more PHP frames]");
    let deep: Vec<_> = stacks.iter().filter_map(|(stack, _)| Some((stack, gap(stack)?))).collect();
    assert!(!deep.is_empty(), "{stacks:?}");
    for (stack, gap) in deep {
        assert!(stack[gap + 1..].iter().filter(|(_, name)| name == "descend").count() > 150, "{stack:?}");
    }
}
