//! Perl programs whose calls are known: each sampled stack must be one that the program can have, and each kind of it as
//! frequent as the time it took.
//!
//! Debian's interpreter, those that lie in `.farol`, and more that `PTOP_TEST_PERLS` names, split by colons.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::{Known, Stack, assert_sampled, assert_whole, record_of, samples_and_whole, stacks_in};
use serde_json::Value;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/targets/frames.pl");
const DEBIANS: &str = "/usr/bin/perl";
/// Unpacked packages of other releases, and one built without threads; those that are there are tested.
const UNPACKED: [&str; 3] = ["perl-5.32", "perl-5.40", "perl-5.42"];
const WITHOUT_THREADS: &str = "perl-5.36-unthreaded/bin/perl";

/// An interpreter, and what it needs to be started.
struct Perl {
    version: String,
    command: Vec<String>,
    libraries: String,
}

fn installed(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../.farol").join(path)
}

impl Perl {
    /// One that is installed with its libraries.
    fn at(path: &Path) -> Perl {
        let path = path.display().to_string();
        Perl { version: path.clone(), command: vec![path], libraries: String::new() }
    }

    /// Debian's packages under a folder of their own, with the C library that belongs to them.
    fn unpacked(name: &str) -> Option<Perl> {
        let root = installed(name);
        let libraries = root.join("usr/lib/x86_64-linux-gnu");
        let own = |path: PathBuf| path.exists().then(|| path.display().to_string());
        let loader =
            own(libraries.join("ld-linux-x86-64.so.2")).or_else(|| own(root.join("lib/x86_64-linux-gnu/ld-2.31.so")));
        let program = own(root.join("usr/bin/perl"))?;
        let version = name.strip_prefix("perl-").unwrap_or(name);
        let path =
            [&libraries, &root.join("lib/x86_64-linux-gnu")].map(|folder| folder.display().to_string()).join(":");
        let modules = [
            root.join("usr/share/perl").join(version),
            libraries.join("perl").join(version),
            libraries.join("perl-base"),
        ];
        Some(Perl {
            version: name.to_owned(),
            command: vec![loader?, "--library-path".to_owned(), path, program],
            libraries: modules.map(|folder| folder.display().to_string()).join(":"),
        })
    }

    fn start(&self, with: &str) -> Known {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).args([PROGRAM, with]);
        if !self.libraries.is_empty() {
            command.env("PERL5LIB", &self.libraries);
        }
        let mut target = Known::from(&mut command);
        // Once it answers, everything is loaded.
        target.does("nap 1");
        target
    }
}

fn others() -> Vec<Perl> {
    let mut found: Vec<Perl> = UNPACKED.iter().filter_map(|name| Perl::unpacked(name)).collect();
    let without_threads = installed(WITHOUT_THREADS);
    let more = std::env::var_os("PTOP_TEST_PERLS");
    let more: Vec<PathBuf> = more.iter().flat_map(std::env::split_paths).collect();
    found.extend([without_threads].iter().chain(&more).filter(|path| path.exists()).map(|path| Perl::at(path)));
    found
}

/// The names of the program's own functions in a stack.
fn own_frames(stack: &[(String, String)]) -> Vec<&str> {
    stack.iter().filter(|(module, _)| module == "frames.pl").map(|(_, name)| &**name).collect()
}

/// The number of the line of the program that has this text.
fn line_of(text: &str) -> u64 {
    let program = std::fs::read_to_string(PROGRAM).expect("readable");
    let found = program.lines().position(|line| line.trim() == text);
    found.unwrap_or_else(|| panic!("{text} is no line of {PROGRAM}")) as u64 + 1
}

/// What a sub without a name is called that begins at the line of this text.
fn anonymous(package: &str, text: &str) -> String {
    format!("{package}::__ANON__[frames.pl:{}]", line_of(text))
}

const MS: f64 = 200.0;

/// What is asked, and the calls that lead from the program to where it takes its time.
fn courses(has_threads: bool) -> Vec<(&'static str, Vec<String>)> {
    let from = |first: &[&str], calls: &[&str]| -> Vec<String> {
        first.iter().chain(calls).chain(&["main::burn"]).map(|name| (*name).to_owned()).collect()
    };
    let with = |calls: &[&str]| from(&["(main)", "main::obey"], calls);
    let [work, guarded] = [
        ("Service", "my $work = sub { main::burn($ms) };"),
        ("main", "my @found = first { eval { burn($ms) }; 1 } 1;"),
    ]
    .map(|(package, text)| anonymous(package, text));
    let found = anonymous("main", "first { burn($ms / 2); 0 } 1 .. 2;");
    let mut courses = vec![
        ("outer 200", with(&["main::outer", "main::inner"])),
        ("descend 30 200", with(&["main::descend"; 31])),
        ("order 200", with(&["main::order", "main::rank"])),
        ("block 200", with(&["main::block"])),
        ("search 200", with(&["main::search", &found])),
        ("attempt 200", with(&["main::attempt", "(eval)"])),
        ("text 200", with(&["main::text", "(eval)"])),
        ("replace 200", with(&["main::replace"])),
        ("match 200", with(&["main::match"])),
        ("overloaded 200", with(&["main::overloaded", "Compared::compare"])),
        ("guard 200", with(&["main::guard", &guarded, "(eval)"])),
        ("finish 200", with(&["main::finish", "(eval)", "Service::DESTROY"])),
        ("handle 200", with(&["Service::handle", &work])),
        ("latin 200", with(&["main::größe"])),
        ("fork outer 200", with(&["main::obey", "main::outer", "main::inner"])),
    ];
    if has_threads {
        courses.push(("thread outer 200", from(&["(eval)", "main::obey"], &["main::outer", "main::inner"])));
    }
    courses
}

fn check(perl: &Perl, has_threads: bool) {
    let shown = &perl.version;
    let courses = courses(has_threads);
    let with = if has_threads { "threads" } else { "" };
    let record = record_of("perl", perl.start(with), "cpu_stacks", |target| {
        for (what, _) in &courses {
            target.does(what);
        }
    });
    assert_sampled(&record);
    let axis = &record["axes"]["cpu_stacks"];
    let (samples, _) = samples_and_whole(axis);
    assert_whole(shown, axis, 990);
    assert_eq!(axis["runtimes"][0]["problem"], Value::Null, "{shown}: {}", axis["runtimes"]);
    let hz = axis["measured_hz"].as_f64().expect("a number");
    let stacks: Vec<Stack> = stacks_in(axis);
    let mut seen = vec![0; courses.len()];
    let (mut outside, mut loops) = (0, 0);
    for (stack, count) in &stacks {
        let own = own_frames(stack);
        outside += if own.is_empty() { *count } else { 0 };
        loops += if stack.iter().any(|(_, name)| name == "Perl_runops_standard") { *count } else { 0 };
        // Where an exception passes, one eval catches it in the other.
        let twice: Vec<&str> = ["(main)", "main::obey", "main::attempt", "(eval)", "(eval)", "main::burn"].into();
        let is_of = |calls: &[String]| calls.iter().map(|name| &**name).take(own.len()).eq(own.iter().copied());
        let course = courses.iter().position(|(_, calls)| is_of(calls) && calls.len() == own.len());
        let course = course.or_else(|| (own == twice).then_some(5));
        let possible = course.is_some() || twice.starts_with(&own) || courses.iter().any(|(_, calls)| is_of(calls));
        assert!(possible, "{shown}: no such calls: {own:?} in {stack:?}");
        if let Some(course) = course {
            seen[course] += count;
        }
    }
    for ((what, _), count) in courses.iter().zip(seen) {
        // Five standard deviations of a count, and the ticks at both ends.
        let expected = hz * MS / 1000.0;
        let least = expected - 5.0 * expected.sqrt() - 5.0;
        assert!(count as f64 >= least.max(1.0), "{shown}: {what}: {count} samples, {expected} expected");
    }
    // A child's end, and threads that are made and joined.
    assert!(outside * 20 <= samples, "{shown}: {outside} of {samples} samples are in none of the program's functions");
    assert!(loops * 20 <= samples, "{shown}: {loops} of {samples} samples have a loop without a name");
    let unnamed = axis["functions"].as_array().expect("a list").iter().filter(|row| row["module"] == "[perl]");
    let unnamed: u64 = unnamed.map(|row| row["total"].as_u64().expect("a number")).sum();
    assert!(unnamed * 50 <= samples, "{shown}: {unnamed} of {samples} samples have frames without a name");
    // Native and Perl frames alternate as the calls did: the sort is C code between two subs.
    let ordered = stacks.iter().filter(|(stack, _)| own_frames(stack).ends_with(&["main::rank", "main::burn"]));
    for (stack, _) in ordered {
        let place = |name: &str| stack.iter().position(|(_, own)| own == name).expect("it is called");
        assert!(place("main::rank") > place("main::order") + 2, "{shown}: {stack:?}");
    }
}

#[test]
fn every_stack_is_one_that_the_program_can_have() {
    check(&Perl::at(Path::new(DEBIANS)), true);
}

#[test]
#[ignore = "deep"]
fn every_stack_in_other_interpreters_is_one_that_the_program_can_have() {
    for perl in others() {
        check(&perl, perl.command.len() > 1);
    }
}

#[test]
fn a_sub_has_its_place_in_the_program_and_the_lines_that_ran() {
    let perl = Perl::at(Path::new(DEBIANS));
    let record = record_of("perl-lines", perl.start(""), "cpu_stacks", |target| target.does("count 1000"));
    let functions = record["axes"]["cpu_stacks"]["functions"].as_array().expect("a list");
    let row = |name: &str| functions.iter().find(|row| row["module"] == "frames.pl" && row["name"] == name);
    let [counting, calling] = ["main::count", "main::obey"].map(|name| row(name).unwrap_or_else(|| panic!("{name}")));
    // A sub begins where its first line does that runs.
    let first = line_of("sub count {") + 1;
    assert_eq!((counting["file"].as_str(), counting["line"].as_u64()), (Some(PROGRAM), Some(first)));
    assert_eq!(calling.get("lines"), None, "it only calls");
    let lines = counting["lines"].as_array().expect("a list").iter();
    let lines: Vec<(u64, u64)> =
        lines.map(|line| (line["line"].as_u64().expect("a line"), line["self"].as_u64().expect("a number"))).collect();
    let own = counting["self"].as_u64().expect("a number");
    let inner = [line_of("while ($value < 5000) {"), line_of("$value += 1;")];
    let of: u64 = lines.iter().filter(|(line, _)| inner.contains(line)).map(|(_, own)| own).sum();
    assert!(own > 50 && of * 100 > own * 95, "{lines:?} of {own}");
}

#[test]
fn a_stack_with_more_contexts_than_fit_shows_the_newest_and_says_so() {
    let perl = Perl::at(Path::new(DEBIANS));
    let record = record_of("perl-deep", perl.start(""), "cpu_stacks", |target| target.does("descend 400 400"));
    let stacks = stacks_in(&record["axes"]["cpu_stacks"]);
    let gap = |stack: &[(String, String)]| stack.iter().position(|(_, name)| name == "[more Perl frames]");
    let deep: Vec<_> = stacks.iter().filter_map(|(stack, count)| Some((stack, gap(stack)?, count))).collect();
    let samples: u64 = deep.iter().map(|(_, _, count)| **count).sum();
    assert!(samples > 20, "{stacks:?}");
    for (stack, gap, _) in deep {
        assert!(stack[gap + 1..].iter().filter(|(_, name)| name == "main::descend").count() > 60, "{stack:?}");
        assert!(stack[..gap].iter().any(|(_, name)| name == "perl_run"), "{stack:?}");
    }
}
