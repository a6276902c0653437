//! Perl programs whose calls are known. Debian's interpreter, and those of other versions that the deep tests install;
//! more of one of these versions that `PTOP_TEST_PERLS` names, split by colons, such as one without threads.

use std::path::Path;
use std::process::Command;

use crate::harness::courses::{Course, Trial, installed, line_of};
use crate::harness::{Known, record_of, stacks_in};
use serde_json::Value;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/targets/frames.pl");
const DEBIANS: &str = "/usr/bin/perl";
const BURN: &str = "main::burn";

fn start(mut command: Command, with: &str) -> Known {
    let mut target = Known::from(command.args([PROGRAM, with]));
    // Once it answers, everything is loaded.
    target.does("nap 1");
    target
}

/// The interpreter of a package that was unpacked, with the libraries that belong to it.
fn unpacked(version: &str, has_own_libraries: bool) -> Command {
    let root = installed(&format!("perl-{version}"));
    let libraries = root.join("usr/lib/x86_64-linux-gnu");
    let program = root.join("usr/bin/perl");
    let mut command = if has_own_libraries {
        let mut loader = Command::new(libraries.join("ld-linux-x86-64.so.2"));
        loader.arg("--library-path").arg(&libraries).arg(program);
        loader
    } else {
        Command::new(program)
    };
    let folders =
        [root.join("usr/share/perl").join(version), libraries.join("perl").join(version), libraries.join("perl-base")];
    command.env("PERL5LIB", std::env::join_paths(folders).expect("no colons"));
    command
}

/// What a sub without a name is called that begins at the line of this text.
fn anonymous(package: &str, text: &str) -> &'static str {
    format!("{package}::__ANON__[frames.pl:{}]", line_of(PROGRAM, text)).leak()
}

fn course(what: &'static str, first: &[&'static str], calls: &[&'static str]) -> Course {
    Course { what, ms: 100.0, calls: [first, calls, &[BURN]].concat() }
}

/// Subs that call each other, by way of C code too, which may let no exceptions pass.
fn courses(has_threads: bool) -> Vec<Course> {
    let main = ["(main)", "main::obey"];
    let with = |what, calls: &[&'static str]| course(what, &main, calls);
    let guarded = anonymous("main", "my @found = first { eval { burn($ms) }; 1 } 1;");
    let mut courses = vec![
        with("outer 100", &["main::outer", "main::inner"]),
        with("descend 30 100", &["main::descend"; 31]),
        with("order 100", &["main::order", "main::rank"]),
        with("guard 100", &["main::guard", guarded, "(eval)"]),
        with("overloaded 100", &["main::overloaded", "Compared::compare"]),
        with("finish 100", &["main::finish", "(eval)", "Service::DESTROY"]),
        with("handle 100", &["Service::handle", anonymous("Service", "my $work = sub { main::burn($ms) };")]),
    ];
    if has_threads {
        courses.push(course("thread outer 100", &["(eval)", "main::obey"], &["main::outer", "main::inner"]));
    }
    courses
}

fn more_courses() -> Vec<Course> {
    let with = |what, calls: &[&'static str]| course(what, &["(main)", "main::obey"], calls);
    let found = anonymous("main", "first { burn($ms / 2); 0 } 1 .. 2;");
    vec![
        with("block 100", &["main::block"]),
        with("search 100", &["main::search", found]),
        with("attempt 100", &["main::attempt", "(eval)"]),
        with("text 100", &["main::text", "(eval)"]),
        with("replace 100", &["main::replace"]),
        with("match 100", &["main::match"]),
        with("latin 100", &["main::größe"]),
        with("fork outer 100", &["main::obey", "main::outer", "main::inner"]),
    ]
}

fn check(version: &str, courses: Vec<Course>, target: Known) {
    let trial = Trial { language: "perl", version, courses, leaves: &[], module: "frames.pl", outside: 50 };
    let record = trial.run(target);
    let axis = &record["axes"]["cpu_stacks"];
    let samples = axis["samples"].as_u64().expect("a number");
    let total = |is_one: &dyn Fn(&Value) -> bool| -> u64 {
        let rows = axis["functions"].as_array().expect("a list").iter().filter(|row| is_one(row));
        rows.map(|row| row["total"].as_u64().expect("a number")).sum()
    };
    let unnamed = total(&|row| row["module"] == "[perl]" && row["name"] != "(eval)");
    let loops = total(&|row| row["name"] == "Perl_runops_standard");
    assert!(unnamed * 50 <= samples, "{version}: {unnamed} of {samples} samples have frames without a name");
    assert!(loops * 20 <= samples, "{version}: {loops} of {samples} samples have calls that have no frames");
    // Native and Perl frames alternate as the calls did: the sort is C code between two subs.
    let place = |stack: &[(String, String)], name: &str| stack.iter().position(|(_, own)| own == name);
    for (stack, _) in stacks_in(axis) {
        let Some(rank) = place(&stack, "main::rank") else { continue };
        assert!(place(&stack, "main::order").is_some_and(|order| rank > order + 2), "{version}: {stack:?}");
    }
}

#[test]
fn every_stack_of_perl_is_one_that_the_program_can_have() {
    check("5.36", courses(true), start(Command::new(DEBIANS), "threads"));
}

#[test]
#[ignore = "deep"]
fn every_kind_of_call_of_perl_is_in_its_place() {
    check("5.36", more_courses(), start(Command::new(DEBIANS), ""));
}

#[test]
#[ignore = "deep"]
fn every_stack_of_other_perls_is_one_that_the_program_can_have() {
    for (version, has_own_libraries) in [("5.32", false), ("5.40", true)] {
        let perl = || unpacked(version, has_own_libraries);
        check(version, courses(true), start(perl(), "threads"));
        check(version, more_courses(), start(perl(), ""));
    }
    let more = std::env::var_os("PTOP_TEST_PERLS");
    for perl in more.iter().flat_map(std::env::split_paths) {
        println!("{}", perl.display());
        check("5.36", courses(false), start(Command::new(&perl), ""));
        check("5.36", more_courses(), start(Command::new(&perl), ""));
    }
}

#[test]
#[ignore = "deep"]
fn a_sub_of_perl_has_its_place_and_the_lines_that_ran() {
    let target = start(Command::new(DEBIANS), "");
    let record = record_of("perl-lines", target, "cpu_stacks", |target| target.does("count 1000"));
    let functions = record["axes"]["cpu_stacks"]["functions"].as_array().expect("a list");
    let row = |name: &str| functions.iter().find(|row| row["module"] == "frames.pl" && row["name"] == name);
    let [counting, calling] = ["main::count", "main::obey"].map(|name| row(name).unwrap_or_else(|| panic!("{name}")));
    // A sub begins where its first statement does.
    for (row, first) in [(counting, "sub count {"), (calling, "sub obey {")] {
        let first = line_of(PROGRAM, first) + 1;
        assert_eq!((row["file"].as_str(), row["line"].as_u64()), (Some(PROGRAM), Some(first)));
    }
    let lines = counting["lines"].as_array().expect("a list").iter();
    let inner = ["while ($value < 5000) {", "$value += 1;"].map(|text| line_of(PROGRAM, text));
    let is_inner = |line: &&Value| inner.iter().any(|inner| line["line"] == *inner);
    let number = |value: &Value| value.as_u64().expect("a number");
    let [own, of_inner] = [number(&counting["self"]), lines.filter(is_inner).map(|line| number(&line["self"])).sum()];
    assert!(own > 50 && of_inner * 100 > own * 95, "{}", counting["lines"]);
}

#[test]
#[ignore = "deep"]
fn a_stack_of_perl_with_more_contexts_than_fit_shows_the_newest_and_is_not_whole() {
    let target = start(Command::new(DEBIANS), "");
    let record = record_of("perl-deep", target, "cpu_stacks", |target| target.does("descend 400 400"));
    let axis = &record["axes"]["cpu_stacks"];
    let stacks = stacks_in(axis);
    let gap = |stack: &[(String, String)]| stack.iter().position(|(_, name)| name == "[more Perl frames]");
    let deep: Vec<_> = stacks.iter().filter_map(|(stack, count)| Some((stack, gap(stack)?, *count))).collect();
    let samples: u64 = deep.iter().map(|(.., count)| *count).sum();
    let whole = axis["whole"].as_u64().expect("a number");
    assert!(samples > 20 && whole + samples <= axis["samples"].as_u64().expect("a number"), "{axis}");
    for (stack, gap, _) in deep {
        assert!(stack[gap + 1..].iter().filter(|(_, name)| name == "main::descend").count() > 60, "{stack:?}");
        assert!(stack[..gap].iter().any(|(_, name)| name == "perl_run"), "{stack:?}");
    }
}

#[test]
#[ignore = "deep"]
fn waits_show_the_sub_of_perl_that_waited() {
    assert!(Path::new(DEBIANS).exists());
    let record = record_of("perl-waits", start(Command::new(DEBIANS), ""), "off_cpu", |target| {
        for _ in 0..10 {
            target.does("nap 20");
        }
    });
    let stacks = stacks_in(&record["axes"]["off_cpu"]["stacks"]);
    let own = |stack: &[(String, String)]| -> Vec<String> {
        stack.iter().filter(|(module, _)| module == "frames.pl").map(|(_, name)| name.clone()).collect()
    };
    let slept = stacks.iter().filter(|(stack, _)| own(stack) == ["(main)", "main::obey", "main::nap"]);
    assert_eq!(slept.map(|(_, count)| count).sum::<u64>(), 10, "{stacks:?}");
}
